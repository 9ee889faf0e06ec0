/**
 * One feature's value inside a row of raw model inputs, and back. A feature is spoken of by its *coordinate*: the raw value
 * for numeric and integer kinds, the level's index for ordinal, binary and categorical ones. Imports types only.
 */
import type { FeatureInfo } from "../types.js";

export function isDiscrete(feature: FeatureInfo): boolean {
  return feature.kind === "ordinal" || feature.kind === "binary" || feature.kind === "categorical";
}

/** Whether the levels of the feature have an order that a limit can speak of. */
export function isOrdered(feature: FeatureInfo): boolean {
  return feature.kind !== "categorical" && feature.kind !== "binary";
}

export function levelCount(feature: FeatureInfo): number {
  return feature.labels?.length ?? feature.values?.length ?? (feature.columns.length > 1 ? feature.columns.length : 2);
}

export function levelLabel(feature: FeatureInfo, level: number): string {
  return feature.labels?.[level] ?? String(rawLevel(feature, level));
}

/** The raw model input of a level, for features held in one column. */
export function rawLevel(feature: FeatureInfo, level: number): number {
  return feature.values?.[level] ?? level;
}

/** The level whose raw input is nearest to `raw`. */
export function nearestLevel(feature: FeatureInfo, raw: number): number {
  let best = 0;
  for (let level = 1; level < levelCount(feature); level += 1) {
    if (Math.abs(rawLevel(feature, level) - raw) < Math.abs(rawLevel(feature, best) - raw)) best = level;
  }
  return best;
}

/** The coordinate of the feature in a row; NaN when the value is missing. */
export function coordinate(feature: FeatureInfo, row: readonly number[]): number {
  const first = row[feature.columns[0] ?? 0] ?? Number.NaN;
  if (!isDiscrete(feature)) return first;
  if (feature.columns.length === 1) return Number.isNaN(first) ? Number.NaN : nearestLevel(feature, first);
  let best = 0;
  for (let level = 1; level < feature.columns.length; level += 1) {
    if ((row[feature.columns[level] ?? 0] ?? 0) > (row[feature.columns[best] ?? 0] ?? 0)) best = level;
  }
  return best;
}

/** The row with the feature at this coordinate; the row given is not changed. */
export function withCoordinate(feature: FeatureInfo, row: readonly number[], at: number): number[] {
  const next = [...row];
  if (feature.columns.length > 1) {
    feature.columns.forEach((column, level) => {
      next[column] = level === at ? 1 : 0;
    });
  } else {
    next[feature.columns[0] ?? 0] = isDiscrete(feature) ? rawLevel(feature, at) : at;
  }
  return next;
}

/** The raw value that a limit on this coordinate is written with. */
export function rawOf(feature: FeatureInfo, at: number): number {
  return isDiscrete(feature) ? rawLevel(feature, at) : at;
}

/** First and last coordinate; the row's own value may lie outside. */
export function domain(feature: FeatureInfo): [number, number] {
  return isDiscrete(feature) ? [0, levelCount(feature) - 1] : [feature.min, feature.max];
}

/** The domain, widened to hold the row's own value. */
export function seen(feature: FeatureInfo, row: readonly number[]): [number, number] {
  const [low, high] = domain(feature);
  const now = coordinate(feature, row);
  return Number.isNaN(now) ? [low, high] : [Math.min(low, now), Math.max(high, now)];
}

/** Whether the row's own value lies outside of the domain. */
export function beyond(feature: FeatureInfo, row: readonly number[]): boolean {
  return seen(feature, row).some((end, side) => end !== domain(feature)[side]);
}

/**
 * Where a limit's end may snap to: the ends of the model's own cells, as values a person would write. As an upper end a cell's
 * last value, as a lower end its first (integers), or the cut itself (numeric).
 */
export function snapPoints(feature: FeatureInfo, side: "min" | "max"): number[] {
  const [low, high] = domain(feature);
  if (isDiscrete(feature)) return Array.from({ length: levelCount(feature) }, (_, level) => level);
  const integer = feature.kind === "integer";
  const points = new Set([low, high]);
  for (const cut of feature.thresholds) {
    const at = integer ? (side === "max" ? Math.floor(cut) : Math.floor(cut) + 1) : cut;
    if (at >= low && at <= high) points.add(at);
  }
  return [...points].sort((a, b) => a - b);
}

/** The point of an ascending list that is nearest to `x`; `x` itself when the list is empty. */
export function nearest(points: readonly number[], x: number): number {
  let best = points[0] ?? x;
  for (const point of points) if (Math.abs(point - x) < Math.abs(best - x)) best = point;
  return best;
}
