/** The target as goals: rows over the raw outputs, each with a need; and the model's prediction from raw outputs. */
import type { Model } from "./model.js";
import { firstLargest } from "./number.js";
import type { Asked } from "./query.js";
import { first, off, probabilities, step, sums, valueOf, waver, type LeavesIn } from "./scores.js";

export interface Row {
  coef: number[];
  need: number;
}

export interface Goal {
  rows: Row[];
  /** Added to the cost of whoever reaches it. */
  offset: number;
}

/** A class has to beat the others by more than this. */
const STRICT = 1e-6;

/** `largest`: the largest absolute value of a column, by number. */
export function goalsOf(model: Model, { target, margin }: Asked, largest: (column: number) => number): Goal[] {
  const { outputs, classes, link } = model;
  // A single output is the score of class 1; class 0 has 0.
  const lead = (k: number, rival: number): number[] => (outputs === 1 ? [k - rival] : Array.from({ length: outputs }, (_, j) => Number(j === k) - Number(j === rival)));
  const others = (set: readonly number[]): number[] => Array.from({ length: classes }, (_, j) => j).filter((j) => !set.includes(j));
  const beats = (k: number, set: readonly number[], offset: number): Goal => ({
    rows: others(set).map((rival) => ({ coef: lead(k, rival), need: Math.max(margin, STRICT) })),
    offset,
  });
  if ("set" in target) return target.set.map((k) => beats(k, target.set, 0));
  if ("costs" in target) return target.costs.map(([k, cost]) => beats(k, [k], cost));
  // Proofs add up in double precision; the library's own sums may be that much more.
  const moved = off(model, largest);
  const more = (coef: readonly number[]): number => coef.reduce((sum, c, i) => sum + Math.abs(c) * moved[i]!, 0);
  return [{ rows: rows().filter(({ need }) => need > -Infinity).map(({ coef, need }) => ({ coef, need: need - more(coef) })), offset: 0 }];

  function rows(): Row[] {
    const row = (coef: number[], need: number): Row => ({ coef, need: need - waver(model, need) });
    if ("lo" in target) return [row([1], first(model, (x) => valueOf(model, x) >= target.lo)), row([-1], first(model, (x) => valueOf(model, -x) <= target.hi))];
    const { class: k, probability: p } = target as { class: number; probability: number };
    const odds = (q: number): number => (q > 1e-30 ? Math.log(q / (1 - q)) : -Infinity);
    if (link !== "softmax") {
      // One output stands for both classes, or the second one's.
      const [sign, at] = link === "logistic" || model.arithmetic.complement ? [k === 1 ? 1 : -1, outputs - 1] : [1, k];
      const vector = (x: number): number[] => Array.from({ length: outputs }, (_, j) => (j === at ? x : 0));
      return [row(vector(sign), first(model, (x) => probabilities(model, vector(sign * x))[k]! >= p))];
    }
    // Rounding of exponents, of their sum and of the quotient.
    const least = odds(p * (1 - 4 * step(model)));
    const less = (48 - Math.log(Math.max(p, 1e-30))) * step(model) + (model.arithmetic.single ? 2e-11 : 1e-14) * classes;
    const all = others([k]).map((rival) => ({ coef: lead(k, rival), need: least - less }));
    if (classes === 2) return all;
    const mean = Array.from({ length: outputs }, (_, j) => (j === k ? 1 : -1 / (classes - 1)));
    return [...all, { coef: mean, need: least + Math.log(classes - 1) - less }];
  }
}

/** The cost that the target itself adds to a row that falls in these leaves, one a tree; undefined where the row misses the target. */
export function reached(model: Model, { target, margin }: Asked, leaves: LeavesIn): number | undefined {
  if (leaves(false).some((leaf) => leaf.length === 0)) return undefined;
  const raw = sums(model, leaves, false);
  const own = model.arithmetic.single ? sums(model, leaves, true) : raw;
  const scores = model.classes > 0 && raw.length === 1 ? [0, raw[0]!] : raw;
  // Where probabilities may tie though sums in double precision do not, a class wins in both.
  const shown = model.arithmetic.single || model.link === "one_vs_rest" ? probabilities(model, own) : scores;
  const wins = (set: readonly number[]): boolean =>
    set.some((k) => scores.every((score, j) => set.includes(j) || (scores[k]! - score > STRICT && scores[k]! - score >= margin && shown[k]! > shown[j]!)));
  if ("set" in target) return wins(target.set) ? 0 : undefined;
  if ("costs" in target) return target.costs.find(([k]) => wins([k]))?.[1];
  if ("lo" in target) {
    const value = valueOf(model, own[0]!);
    return value >= target.lo && value <= target.hi ? 0 : undefined;
  }
  const { class: k, probability: p } = target;
  return probabilities(model, own)[k]! >= p ? 0 : undefined;
}

/** The class or the value that the model says of a row that falls in these leaves; NaN where a missing value has no way. */
export function said(model: Model, leaves: LeavesIn): number {
  if (leaves(false).some((leaf) => leaf.length === 0)) return NaN;
  if (model.classes === 0) return valueOf(model, sums(model, leaves, true)[0]!);
  const raw = sums(model, leaves, false);
  return firstLargest(raw.length === 1 ? [0, raw[0]!] : raw);
}
