/** The cost of a change, as the request measures it: for numbers that the page shows without asking the engine. Pure. */
import { costOf as total, mixOf, stepOf, type Step, type StepCost } from "../../../cost.js";
import { isCategorical, scaleOf } from "../../../measure/step.js";
import { coordinate, withCoordinate } from "../../../model/feature.js";
import type { FeatureInfo, NormName } from "../../../types.js";
import type { Doc } from "../document/document.js";
import { isFree } from "../limits/causes.js";
import { inForcePrice, priced } from "../limits/feature-price.js";
import { features, formOf, normOf, weightOf } from "./request.js";

/** The cost of moving a feature by weights. Categories have no order, so that each of their changes counts as one up. */
export function stepCost(doc: Doc, feature: FeatureInfo): StepCost {
  const { up, down } = weightOf(doc, feature);
  return { scale: scaleOf(feature), up, down: feature.kind === "categorical" ? up : down };
}

/** A row with the feature's number as the model reads it: an answer's decimals stand for numbers of single precision. The person's own stays. */
function read(doc: Doc, feature: FeatureInfo, values: readonly number[]): readonly number[] {
  const at = coordinate(feature, values);
  const written = doc.model?.info.input === "float32" && feature.kind === "numeric" && at !== coordinate(feature, doc.person);
  return written ? withCoordinate(feature, values, Math.fround(at)) : values;
}

/** A feature's share of the move to a row; of a feature that follows from others there is none. */
function stepTo(doc: Doc, feature: FeatureInfo, written: readonly number[]): Step {
  if (isFree(doc, feature.name)) return { length: 0, weight: 0 };
  const values = read(doc, feature, written);
  const price = inForcePrice(doc, feature);
  const step = stepOf(stepCost(doc, feature), coordinate(feature, doc.person), coordinate(feature, values), isCategorical(feature));
  return price ? { ...step, flat: priced(feature, price, doc.person, values) } : step;
}

/** The cost of the change of one feature on its own, by a norm. */
export const featureCost = (doc: Doc, feature: FeatureInfo, values: readonly number[], norm: NormName): number => total(mixOf(norm), 0, 0, [stepTo(doc, feature, values)]);

/**
 * The cost of moving the person to a row, counted over some features only. Prices add up, also beside a longest step. NaN where only the engine knows it:
 * of a distance from the rows, and of how odd steps are together.
 */
export function costOf(doc: Doc, values: readonly number[], counted: (feature: FeatureInfo) => boolean = () => true): number {
  return formOf(doc.norm).quadratic || doc.hull?.price !== undefined ? NaN : total(mixOf(normOf(doc.norm)), doc.perChange, 0, features(doc).filter(counted).map((feature) => stepTo(doc, feature, values)));
}
