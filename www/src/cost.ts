/**
 * The cost of changes by its definition (docs/contract/request.md), once for map, page and measures. The engine's own is in Rust. Here costs
 * are needed within a frame, and of points that the engine was not asked about: the map's outlines follow a moved window, pins and marks a
 * dragged dot, and the methods beside the answer price hundreds of rows, each after the one before. Imports types alone.
 */
import type { NormName } from "./types.js";

/** Coefficients of the four norms. */
export type Mix = Record<NormName, number>;

export function mixOf(norm: NormName | Partial<Mix>): Mix {
  return { l0: 0, l1: 0, l2: 0, linf: 0, ...(typeof norm === "string" ? { [norm]: 1 } : norm) };
}

/** Cost of moving one feature away from where it is: weight x |difference| / scale. */
export interface StepCost {
  /** max - min; levels - 1 for ordinal; irrelevant for binary and categorical (any change costs the weight). */
  scale: number;
  up: number;
  down: number;
  /** Cost of ending in each level; wins over the rest (levels only). */
  table?: readonly number[];
}

/** One feature's share of a move: scaled length, weight, or a flat cost that leaves the norm out. */
export interface Step {
  length: number;
  weight: number;
  flat?: number;
}

/** Scaled length of a move; 1 where one of the ends is missing. `unordered`: any change counts as 1 (binary and categorical). */
export function lengthOf(scale: number, from: number, to: number, unordered: boolean): number {
  if (from === to || Object.is(from, to)) return 0;
  return unordered || Number.isNaN(to - from) ? 1 : Math.abs(to - from) / (scale || 1);
}

/** The step from `from` to `to`. */
export function stepOf(cost: StepCost, from: number, to: number, unordered: boolean): Step {
  const length = lengthOf(cost.scale, from, to, unordered);
  const weight = to < from ? cost.down : cost.up;
  const flat = length === 0 ? undefined : cost.table?.[to];
  return flat === undefined ? { length, weight } : { length: 1, weight, flat };
}

/** Cost of steps together; `most`: the largest step of further features. */
export function costOf(mix: Mix, perChange: number, most: number, steps: readonly Step[]): number {
  let sum = 0;
  let largest = most;
  for (const { length, weight, flat } of steps) {
    if (length === 0) continue;
    sum += perChange;
    if (flat !== undefined) {
      sum += flat;
      continue;
    }
    sum += mix.l0 * weight + mix.l1 * weight * length + mix.l2 * weight * length * length;
    largest = Math.max(largest, weight * length);
  }
  return sum + mix.linf * largest;
}
