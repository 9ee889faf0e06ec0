/** Where things stop: thresholds, whole steps, domains. */
import type { MapAxis } from "./contract.js";
import { decimalsOf, unitStep } from "./numbers.js";
import { isDiscrete, levels } from "./scales.js";

/** Index of the first threshold at or above `value`: the number of thresholds below it. */
export function cellOf(thresholds: readonly number[], value: number): number {
  let lo = 0;
  let hi = thresholds.length;
  while (lo < hi) {
    const mid = (lo + hi) >> 1;
    if ((thresholds[mid]!) < value) lo = mid + 1;
    else hi = mid;
  }
  return lo;
}

function roundTo(value: number, decimals: number, how: (v: number) => number): number {
  const p = 10 ** decimals;
  return Number((how(Number((value * p).toPrecision(15))) / p).toFixed(decimals));
}

export function floorTo(value: number, decimals: number): number {
  return roundTo(value, decimals, Math.floor);
}

export function ceilTo(value: number, decimals: number): number {
  return roundTo(value, decimals, Math.ceil);
}

export function roundedTo(value: number, decimals: number): number {
  return roundTo(value, decimals, Math.round);
}

/** The lowest and highest value, in the axis's own digits, of the cell between two thresholds (lo < v <= hi). */
export function firstAbove(axis: MapAxis, threshold: number, next: number): number {
  const d = decimalsOf(axis);
  let v = ceilTo(threshold, d);
  if (v <= threshold) v = roundedTo(v + unitStep(axis), d);
  return v <= next ? v : threshold;
}

export function lastWithin(axis: MapAxis, threshold: number, previous: number): number {
  const v = floorTo(threshold, decimalsOf(axis));
  return v > previous && v <= threshold ? v : threshold;
}

/**
 * Where an edge handle may rest, ascending: for a low edge the first value of each cell, for a high edge the last one; the
 * domain's ends are always among them. On discrete axes: every level.
 */
export function stops(axis: MapAxis, side: "lo" | "hi"): number[] {
  if (isDiscrete(axis)) return Array.from({ length: levels(axis) }, (_, k) => k);
  const out: number[] = [axis.min];
  const t = axis.thresholds;
  for (let k = 0; k < t.length; k++) {
    const c = t[k]!;
    const v = side === "lo" ? firstAbove(axis, c, t[k + 1] ?? Infinity) : lastWithin(axis, c, t[k - 1] ?? -Infinity);
    if (v > (out.at(-1)!) && v < axis.max) out.push(v);
  }
  if (axis.max > (out.at(-1)!)) out.push(axis.max);
  return out;
}

/** The member of an ascending list nearest to `value`. */
export function nearest(list: readonly number[], value: number): number {
  const k = cellOf(list, value);
  const above = list[k];
  const below = list[k - 1];
  if (above === undefined) return below ?? value;
  if (below === undefined) return above;
  return value - below < above - value ? below : above;
}

/** The member `steps` further along than `value`; the ends stop it. */
export function stepped(list: readonly number[], value: number, steps: number): number {
  const k = cellOf(list, value);
  const exact = list[k] === value;
  const at = steps > 0 ? (exact ? k : k - 1) + steps : k + steps;
  return list[Math.min(Math.max(at, 0), list.length - 1)] ?? value;
}

/** A dragged value without snapping: whole levels, whole numbers for integers, the axis's own digits else. */
export function tidy(axis: MapAxis, value: number): number {
  if (isDiscrete(axis)) return Math.min(Math.max(Math.round(value), 0), levels(axis) - 1);
  if (axis.kind === "integer") return Math.round(value);
  return roundedTo(value, decimalsOf(axis));
}
