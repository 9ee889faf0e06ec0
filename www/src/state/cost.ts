/** What a change costs, as the request measures it: for what the page shows without asking the engine. Pure. */
import type { FeatureInfo } from "../types.js";
import { coordinate, domain, isDiscrete } from "./feature.js";
import { features, weightOf } from "./request.js";
import type { Doc } from "./state.js";

/** Scaled distance of one feature between two rows, without its weight. */
export function distance(feature: FeatureInfo, from: readonly number[], to: readonly number[]): number {
  const a = coordinate(feature, from);
  const b = coordinate(feature, to);
  if (feature.kind === "binary" || feature.kind === "categorical") return Object.is(a, b) ? 0 : 1;
  const scale = isDiscrete(feature) ? Math.max(1, domain(feature)[1]) : feature.max - feature.min || 1;
  return Math.abs(b - a) / scale;
}

/** What moving the person to a row costs, counted over some features only. */
export function costOf(doc: Doc, values: readonly number[], counted: (feature: FeatureInfo) => boolean = () => true): number {
  return features(doc).filter(counted).reduce((sum, feature) => {
    const step = distance(feature, doc.person, values);
    if (step === 0) return sum;
    const { up, down } = weightOf(doc, feature);
    const weight = coordinate(feature, values) > coordinate(feature, doc.person) ? up : down;
    if (doc.norm === "l0") return sum + weight;
    if (doc.norm === "l2") return sum + weight * step * step;
    return doc.norm === "linf" ? Math.max(sum, weight * step) : sum + weight * step;
  }, 0);
}
