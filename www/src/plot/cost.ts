/** The cost of a move on this slice, as the request defines it. */
import type { AxisCost, MapReach } from "./contract.js";

/** Coefficients of the four norms. */
export type Mix = Record<"l0" | "l1" | "l2" | "linf", number>;

export function mixOf(norm: MapReach["norm"]): Mix {
  const given = typeof norm === "string" ? { [norm]: 1 } : norm;
  return { l0: given.l0 ?? 0, l1: given.l1 ?? 0, l2: given.l2 ?? 0, linf: given.linf ?? 0 };
}

/** One axis's share of a move: scaled length, weight, or a table's flat cost. */
export interface Step {
  length: number;
  weight: number;
  /** Set when a table gives the cost; the norm is then left out of it. */
  flat?: number;
}

/** The step from `from` to `to`; `levels` when any change counts as 1 (binary and categorical). */
export function stepOf(cost: AxisCost, from: number, to: number, unordered: boolean): Step {
  if (from === to) return { length: 0, weight: 0 };
  const weight = to > from ? cost.up : cost.down;
  const flat = cost.table?.[to];
  if (flat !== undefined) return { length: 1, weight, flat };
  return { length: unordered ? 1 : Math.abs(to - from) / (cost.scale || 1), weight };
}

/** Cost of two steps together. */
export function costOf(mix: Mix, perChange: number, restMax: number, a: Step, b: Step): number {
  let sum = 0;
  let largest = restMax;
  for (const s of [a, b]) {
    if (s.length === 0) continue;
    sum += perChange;
    if (s.flat !== undefined) {
      sum += s.flat;
      continue;
    }
    sum += mix.l0 * s.weight + mix.l1 * s.weight * s.length + mix.l2 * s.weight * s.length * s.length;
    largest = Math.max(largest, s.weight * s.length);
  }
  return sum + mix.linf * largest;
}
