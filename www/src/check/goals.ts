/** The target as goals: rows over the raw outputs, each with a need; and the model's word on raw outputs. */
import { firstLargest, type Link, type Model } from "./model.js";
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

/** The raw output at which a regressor's value is `value`. */
function rawOf(link: Link, value: number): number {
  if (link === "exp") return Math.log(Math.max(value, 0));
  if (link === "square") return Math.sign(value) * Math.sqrt(Math.abs(value));
  if (link === "softplus") return Math.max(value, 0) + Math.log1p(-Math.exp(-Math.max(value, 0)));
  return value;
}

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
  return [{ rows: rows().filter(({ need }) => need > -Infinity), offset: 0 }];

  function rows(): Row[] {
    if ("lo" in target) return [{ coef: [1], need: rawOf(link, target.lo) + margin }, { coef: [-1], need: margin - rawOf(link, target.hi) }];
    const { class: k, probability: p } = target as { class: number; probability: number };
    const odds = Math.log(p / (1 - p));
    const own = (need: number): Row => ({ coef: Array.from({ length: outputs }, (_, j) => Number(j === k)), need: need + margin });
    if (link === "one_vs_rest") return [own(odds)];
    if (link !== "softmax" && link !== "logistic") return [own(p)];
    const all = others([k]).map((rival) => ({ coef: lead(k, rival), need: odds + margin }));
    if (link === "logistic" || classes === 2) return all;
    const mean = Array.from({ length: outputs }, (_, j) => (j === k ? 1 : -1 / (classes - 1)));
    return [...all, { coef: mean, need: odds + Math.log(classes - 1) + margin }];
  }
}

/** What a row adds to the cost that falls in these leaves, one a tree, where it meets the target; undefined where it misses it. */
export function reached(model: Model, { target, margin }: Query, leaves: readonly (readonly number[])[]): number | undefined {
  const byClass = "set" in target || "costs" in target;
  const raw = model.single && !byClass ? singleSums(model, leaves) : sums(model, leaves);
  const scores = model.classes > 0 && raw.length === 1 ? [0, raw[0]!] : raw;
  const wins = (set: readonly number[]): boolean => {
    const best = (inside: boolean): number => scores.reduce((top, s, k) => (set.includes(k) === inside && s > top ? s : top), -Infinity);
    const by = best(true) - best(false);
    return by > STRICT && by >= margin;
  };
  if ("set" in target) return wins(target.set) ? 0 : undefined;
  if ("costs" in target) return target.costs.find(([k]) => wins([k]))?.[1];
  if ("lo" in target) {
    const slack = (end: number): number => (Number.isFinite(end) ? 1e-9 * Math.max(Math.abs(end), 1) : 0);
    const value = valueOf(model, raw[0]!);
    return value >= target.lo - slack(target.lo) && value <= target.hi + slack(target.hi) ? 0 : undefined;
  }
  return probabilities(model, raw)[target.class]! >= target.probability - 1e-9 ? 0 : undefined;
}

/** The class or the value that the model says of a row that falls in these leaves; NaN where a missing value has no way. */
export function said(model: Model, leaves: readonly (readonly number[])[]): number {
  if (leaves.some((leaf) => leaf.length === 0)) return NaN;
  if (model.classes === 0) return valueOf(model, (model.single ? singleSums(model, leaves) : sums(model, leaves))[0]!);
  const raw = sums(model, leaves);
  return firstLargest(raw.length === 1 ? [0, raw[0]!] : raw);
}

/** A regressor's value; in single precision where its library computes in that. */
function valueOf({ link, single }: Model, raw: number): number {
  const round = single ? Math.fround : (x: number): number => x;
  if (link === "exp") return round(Math.exp(raw));
  if (link === "square") return round(raw * Math.abs(raw));
  if (link === "softplus") return round(Math.log1p(round(Math.exp(raw))));
  return raw;
}

function probabilities({ link, single }: Model, raw: readonly number[]): number[] {
  const round = single ? Math.fround : (x: number): number => x;
  const logistic = (r: number): number => round(1 / round(1 + round(Math.exp(-r))));
  if (link === "one_vs_rest") return raw.map(logistic);
  if (link === "logistic") return [round(1 - logistic(raw[0]!)), logistic(raw[0]!)];
  if (link !== "softmax") return raw.slice();
  const top = Math.max(...raw);
  const exp = raw.map((r) => round(Math.exp(round(r - top))));
  const sum = round(exp.reduce((a, b) => a + b, 0));
  return exp.map((e) => round(e / sum));
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

/** Raw outputs of a library that adds in single precision, the base first. */
function singleSums({ trees, base }: Model, leaves: readonly (readonly number[])[]): number[] {
  const raw = base.map(Math.fround);
  trees.forEach(({ weight, output }, t) => leaves[t]!.forEach((v, i) => (raw[output ?? i] = Math.fround(raw[output ?? i]! + Math.fround(Math.fround(weight) * Math.fround(v))))));
  return raw;
}
