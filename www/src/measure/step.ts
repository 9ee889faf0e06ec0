/** How far a feature moves, by the contract's scales. Pure. */
import { coordinate, levelCount } from "../model/feature.js";
import type { FeatureInfo } from "../types.js";

/** Yes-or-no features count with the categories. */
export const isCategorical = (feature: FeatureInfo): boolean => feature.kind === "binary" || feature.kind === "categorical";

/** The step of a feature between two rows; 1 where one of them has no value. */
export function step(feature: FeatureInfo, from: readonly number[], to: readonly number[]): number {
  const [a, b] = [coordinate(feature, from), coordinate(feature, to)];
  if (Object.is(a, b)) return 0;
  if (isCategorical(feature) || Number.isNaN(a) || Number.isNaN(b)) return a === b ? 0 : 1;
  const scale = feature.kind === "ordinal" ? Math.max(1, levelCount(feature) - 1) : feature.max - feature.min || 1;
  return Math.abs(b - a) / scale;
}
