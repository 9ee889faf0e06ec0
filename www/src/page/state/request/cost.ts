/** The cost of a change, as the request measures it: for numbers that the page shows without asking the engine. Pure. */
import type { FeatureInfo } from "../../../types.js";
import { isFree } from "../limits/causes.js";
import { coordinate, domain, isDiscrete } from "../../../model/feature.js";
import { inForcePrice, priced } from "../limits/price.js";
import { features, weightOf } from "./request.js";
import type { Doc } from "../document/document.js";

/** Scaled distance of one feature between two rows, without its weight. */
export function distance(feature: FeatureInfo, from: readonly number[], to: readonly number[]): number {
  const a = coordinate(feature, from);
  const b = coordinate(feature, to);
  if (feature.kind === "binary" || feature.kind === "categorical") return Object.is(a, b) ? 0 : 1;
  const scale = isDiscrete(feature) ? Math.max(1, domain(feature)[1]) : feature.max - feature.min || 1;
  return Math.abs(b - a) / scale;
}

/** The cost of the change of one feature on its own. */
export function featureCost(doc: Doc, feature: FeatureInfo, values: readonly number[]): number {
  if (isFree(doc, feature.name)) return 0;
  const price = inForcePrice(doc, feature);
  if (price) return priced(feature, price, doc.person, values);
  const step = distance(feature, doc.person, values);
  if (step === 0) return 0;
  const { up, down } = weightOf(doc, feature);
  const weight = coordinate(feature, values) > coordinate(feature, doc.person) ? up : down;
  if (doc.norm === "l0") return weight;
  return doc.norm === "l2" ? weight * step * step : weight * step;
}

/** The cost of moving the person to a row, counted over some features only. Prices add up, also beside a longest step. */
export function costOf(doc: Doc, values: readonly number[], counted: (feature: FeatureInfo) => boolean = () => true): number {
  let [sum, most] = [0, 0];
  for (const feature of features(doc).filter(counted)) {
    const cost = featureCost(doc, feature, values);
    if (doc.norm === "linf" && !inForcePrice(doc, feature)) most = Math.max(most, cost);
    else sum += cost;
  }
  return sum + most;
}
