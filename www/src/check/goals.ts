/** The target as goals: rows over the raw outputs, each with a need; and the model's word on raw outputs. */
import { exp, first, off, singleSums } from "./single.js";
import { firstLargest, type Model } from "./model.js";
import type { Query } from "./request.js";

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

/** Rounding of sums in double precision, of which "at least" forgives as much. */
const ROUNDING = 1e-9;
/** By how much single precision moves a number at most, as a share of it: 2 ** -24. */
const STEP = 2 ** -24;

/** Rounding that an end of an interval of values forgives. */
const forgiven = ({ single }: Model, end: number): number => (single || !Number.isFinite(end) ? 0 : ROUNDING * Math.max(Math.abs(end), 1));

/** What a need of a sum in double precision may be missed by. */
const eased = (inverse: number): number => ROUNDING * Math.min(Math.max(Math.abs(inverse), 1), 1000);

export function goalsOf(model: Model, { target, margin }: Query): Goal[] {
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
  const moved = off(model);
  const more = (coef: readonly number[]): number => coef.reduce((sum, c, i) => sum + Math.abs(c) * moved[i]!, 0);
  return [{ rows: rows().filter(({ need }) => need > -Infinity).map(({ coef, need }) => ({ coef, need: need - more(coef) })), offset: 0 }];

  function rows(): Row[] {
    const { single } = model;
    if ("lo" in target) {
      const [lo, hi] = [target.lo - forgiven(model, target.lo), target.hi + forgiven(model, target.hi)];
      return [{ coef: [1], need: first(single, (x) => valueOf(model, x) >= lo) }, { coef: [-1], need: first(single, (x) => valueOf(model, -x) <= hi) }];
    }
    const { class: k, probability: p } = target as { class: number; probability: number };
    const odds = (q: number): number => (q > 1e-30 ? Math.log(q / (1 - q)) : -Infinity);
    if (link !== "softmax") {
      const linear = link !== "logistic" && link !== "one_vs_rest";
      const [sign, at] = link === "logistic" ? [k === 1 ? 1 : -1, 0] : [1, k];
      const vector = (x: number): number[] => Array.from({ length: outputs }, (_, j) => (j === at ? x : 0));
      const need = first(single, (x) => probabilities(model, vector(sign * x))[k]! >= p);
      const inverse = linear ? p : Math.log(p / (1 - p));
      return [{ coef: vector(sign), need: single ? need : Math.min(need, inverse) - eased(inverse) }];
    }
    // Rounding of exponents, of their sum and of the quotient.
    const least = odds(p * (1 - (single ? 4 * STEP : 1e-14)));
    const less = single ? (48 - Math.log(Math.max(p, 1e-30))) * STEP + 2e-11 * classes : eased(Math.log(p / (1 - p)));
    const all = others([k]).map((rival) => ({ coef: lead(k, rival), need: least - less }));
    if (classes === 2) return all;
    const mean = Array.from({ length: outputs }, (_, j) => (j === k ? 1 : -1 / (classes - 1)));
    return [...all, { coef: mean, need: least + Math.log(classes - 1) - less }];
  }
}

/** What a row adds to the cost that falls in these leaves, one a tree, where it meets the target; undefined where it misses it. */
export function reached(model: Model, { target, margin }: Query, leaves: readonly (readonly number[])[]): number | undefined {
  const raw = sums(model, leaves);
  const own = model.single ? singleSums(model, leaves) : raw;
  const scores = model.classes > 0 && raw.length === 1 ? [0, raw[0]!] : raw;
  // Where probabilities may tie though sums in double precision do not, a class wins in both.
  const shown = model.single || model.link === "one_vs_rest" ? probabilities(model, own) : scores;
  const wins = (set: readonly number[]): boolean =>
    set.some((k) => scores.every((score, j) => set.includes(j) || (scores[k]! - score > STRICT && scores[k]! - score >= margin && shown[k]! > shown[j]!)));
  if ("set" in target) return wins(target.set) ? 0 : undefined;
  if ("costs" in target) return target.costs.find(([k]) => wins([k]))?.[1];
  if ("lo" in target) {
    const value = valueOf(model, own[0]!);
    return value >= target.lo - forgiven(model, target.lo) && value <= target.hi + forgiven(model, target.hi) ? 0 : undefined;
  }
  const { class: k, probability: p } = target;
  return probabilities(model, own)[k]! >= p || (!model.single && near(model, raw, k, p)) ? 0 : undefined;
}

/** Whether sums in double precision reach a probability but for their rounding. */
function near({ link }: Model, raw: readonly number[], k: number, p: number): boolean {
  const plain = link !== "logistic" && link !== "softmax" && link !== "one_vs_rest";
  const need = plain ? p : Math.log(p / (1 - p));
  const rivals = raw.reduce((sum, r, j) => (j === k ? sum : sum + Math.exp(r - raw[k]!)), 0);
  const is = link === "logistic" ? (k === 1 ? raw[0]! : -raw[0]!) : link === "softmax" ? -Math.log(rivals) : raw[k]!;
  return is >= need - ROUNDING * Math.max(Math.abs(need), 1);
}

/** The class or the value that the model says of a row that falls in these leaves; NaN where a missing value has no way. */
export function said(model: Model, leaves: readonly (readonly number[])[]): number {
  if (leaves.some((leaf) => leaf.length === 0)) return NaN;
  if (model.classes === 0) return valueOf(model, (model.single ? singleSums(model, leaves) : sums(model, leaves))[0]!);
  const raw = sums(model, leaves);
  return firstLargest(raw.length === 1 ? [0, raw[0]!] : raw);
}

/** Rounding and the exponential function in double precision, and in single as XGBoost has them. */
const REALS = [{ round: (x: number) => x, exp: Math.exp }, { round: Math.fround, exp }] as const;

/** A regressor's value; in single precision where its library computes in that. */
function valueOf({ link, single }: Model, raw: number): number {
  const { round, exp } = REALS[Number(single)]!;
  if (link === "exp") return exp(raw);
  if (link === "square") return round(raw * Math.abs(raw));
  if (link === "softplus") return round(Math.log1p(exp(raw)));
  return raw;
}

function probabilities({ link, single }: Model, raw: readonly number[]): number[] {
  const { round, exp } = REALS[Number(single)]!;
  // XGBoost keeps its exponential from overflowing.
  const logistic = (r: number): number => round(1 / round(1 + exp(single ? Math.min(-r, Math.fround(88.7)) : -r)));
  if (link === "one_vs_rest") return raw.map(logistic);
  if (link === "logistic") return [round(1 - logistic(raw[0]!)), logistic(raw[0]!)];
  if (link !== "softmax") return raw.slice();
  const top = Math.max(...raw);
  const parts = raw.map((r) => exp(round(r - top)));
  const sum = round(parts.reduce((a, b) => a + b, 0));
  return parts.map((e) => round(e / sum));
}

/** Raw outputs. */
function sums({ outputs, aggregation, trees, base }: Model, leaves: readonly (readonly number[])[]): number[] {
  const raw = new Array<number>(outputs).fill(0);
  let weights = 0;
  trees.forEach(({ weight, output }, t) => {
    weights += weight;
    const leaf = leaves[t]!;
    if (aggregation === "vote") raw[firstLargest(leaf)]! += weight;
    else if (output !== undefined) raw[output]! += weight * leaf[0]!;
    else leaf.forEach((v, i) => (raw[i]! += weight * v));
  });
  return raw.map((sum, i) => (aggregation === "sum" || weights === 0 ? sum : sum / weights) + base[i]!);
}
