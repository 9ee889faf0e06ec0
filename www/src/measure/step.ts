/** How far a feature moves, by the contract's scales. Pure. */
import { lengthOf } from "../cost.js";
import { coordinate, levelCount } from "../model/feature.js";
import type { FeatureInfo } from "../types.js";

/** Yes-or-no features count with the categories. */
export const isCategorical = (feature: FeatureInfo): boolean => feature.kind === "binary" || feature.kind === "categorical";

/** The width by which steps of a feature are divided. */
export const scaleOf = (feature: FeatureInfo): number => (feature.kind === "ordinal" ? Math.max(1, levelCount(feature) - 1) : feature.max - feature.min || 1);

/** The step of a feature between two rows; 1 where one of them has no value. */
export const step = (feature: FeatureInfo, from: readonly number[], to: readonly number[]): number =>
  lengthOf(scaleOf(feature), coordinate(feature, from), coordinate(feature, to), isCategorical(feature));
