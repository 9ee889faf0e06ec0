/**
 * Raw outputs and probabilities as a library computes them: how it adds up leaves, its links, and how far its sums lie from sums in double
 * precision.
 */
import { exp, ln1p, quick, single } from "./exponential.js";
import type { Forest, Model } from "./model.js";
import { firstLargest } from "./number.js";

/** The factor by which a sum of the trees, each with its weight, counts. */
function factor({ aggregation, trees, arithmetic: { divide, scale } }: Forest): number {
  const weights = aggregation === "sum" ? 1 : trees.reduce((sum, tree) => sum + tree.weight, 0);
  return scale / divide.reduce((all, d) => all * d, weights);
}

/** The factor of each tree's values in the raw outputs. */
export function factors(forest: Forest): number[] {
  const by = factor(forest);
  return forest.trees.map(({ weight }) => weight * by);
}

const baseFirst = ({ aggregation, arithmetic: { library } }: Model): boolean => aggregation === "sum" && (library === "scikit-learn" || library === "xgboost");

/** The values of each tree's leaf, in the library's own type or in double precision; they differ for linear leaves alone. */
export type LeavesIn = (own: boolean) => readonly (readonly number[])[];

/** Raw outputs in double precision, or as the library has them. */
export function sums(model: Model, leavesIn: LeavesIn, own: boolean): number[] {
  const { aggregation, trees, base, arithmetic } = model;
  const round = own && arithmetic.single ? Math.fround : (x: number): number => x;
  const first = baseFirst(model);
  const leaves = leavesIn(own);
  const raw = base.map((b) => (first ? round(b) : 0));
  const add = (output: number, by: number): void => void (raw[output] = round(raw[output]! + by));
  let weights = 0;
  trees.forEach(({ weight, output }, t) => {
    const leaf = leaves[t]!;
    weights = round(weights + round(weight));
    if (aggregation === "vote") add(firstLargest(leaf), round(weight));
    else leaf.forEach((v, i) => add(output ?? i, round(round(weight) * round(v))));
  });
  const divisors = [...(aggregation === "sum" ? [] : [weights]), ...arithmetic.divide];
  return raw.map((sum, i) => {
    const scaled = round(divisors.reduce((a, d) => round(a / round(d)), sum) * round(arithmetic.scale));
    return first ? scaled : round(scaled + round(base[i]!));
  });
}

/** The relative error of one rounding, at most; of double precision the proof's own rounding too. */
export const step = ({ arithmetic }: Model): number => (arithmetic.single ? 2 ** -24 : 2 ** -51);

/** By output, the largest difference between a library's own sum and the sum in double precision. `largest`: by column; linear leaves alone read it. */
export function off(model: Model, largest: (column: number) => number = () => 0): number[] {
  const { trees, base, outputs, aggregation, arithmetic } = model;
  const share = step(model);
  const round = arithmetic.single ? Math.fround : (x: number): number => x;
  const [first, by] = [baseFirst(model), Math.abs(factor(model))];
  const operations = 5 + (aggregation === "sum" ? 0 : trees.length);
  return Array.from({ length: outputs }, (_, output) => {
    const start = first ? base[output]! : 0;
    let [low, high, size, moved] = [start, start, Math.abs(start), Math.abs(round(start) - start)];
    for (const { weight, output: own, nodes } of trees) {
      if (own !== undefined && own !== output) continue;
      const place = own === undefined ? output : 0;
      const leaves = nodes.flatMap((node) => (node !== undefined && "leaf" in node ? [node] : []));
      const values = aggregation === "vote" ? [0, 1].map((vote) => [vote, undefined] as const) : leaves.map(({ leaf, linear }) => [leaf[place]!, linear] as const);
      let [least, most, apart] = [Infinity, -Infinity, 0];
      for (const [value, linear] of values) {
        const part = weight * value;
        const reach = linear === undefined ? 0 : linear.columns.reduce((sum, c, i) => sum + Math.abs(weight * linear.weights[place]![i]!) * largest(c), 0);
        const moved = Math.abs(round(round(weight) * round(value)) - part) + (linear === undefined ? 0 : share * (linear.columns.length + 7) * (Math.abs(part) + reach));
        [least, most, apart] = [Math.min(least, part - reach), Math.max(most, part + reach), Math.max(apart, moved)];
      }
      [low, high, size, moved] = [low + least, high + most, size + Math.max(Math.abs(least), Math.abs(most)), moved + apart];
      moved += share * (arithmetic.single ? Math.max(Math.abs(low), Math.abs(high)) + moved : size);
    }
    const whole = by * (arithmetic.single ? Math.max(Math.abs(low), Math.abs(high)) : size);
    return by * moved + share * (operations * (whole + by * moved) + (first ? 0 : 2 * Math.abs(base[output]!)));
  });
}

/**
 * Allowance below `need` for a link that falls in its last bit though it should rise: a number may lie so far below the least
 * number and still do.
 */
export const waver = (model: Model, need: number): number => (model.link === "none" || !Number.isFinite(need) ? 0 : 6 * step(model) * Math.max(Math.abs(need), 1));

/** The least number, of the library's type, from which on something holds; infinity where it never does. */
export function first({ arithmetic }: Model, holds: (x: number) => boolean): number {
  if (holds(-Infinity)) return -Infinity;
  if (!holds(Infinity)) return Infinity;
  const most = arithmetic.single ? (2 - 2 ** -23) * 2 ** 127 : Number.MAX_VALUE;
  let [no, yes] = holds(0) ? [-most, 0] : [0, most];
  for (;;) {
    const middle = arithmetic.single ? Math.fround(no / 2 + yes / 2) : no / 2 + yes / 2;
    if (middle <= no || middle >= yes) return yes;
    if (holds(middle)) yes = middle;
    else no = middle;
  }
}

/** A regressor's value of the library's own raw output. */
export function valueOf({ link, arithmetic }: Model, raw: number): number {
  const [round, power] = arithmetic.single ? [Math.fround, single] : [(x: number): number => x, exp];
  if (link === "exp") return arithmetic.library === "catboost" ? quick(raw) : power(raw);
  if (link === "square") return round(raw * Math.abs(raw));
  if (link === "softplus") return round(ln1p(power(raw)));
  return raw;
}

/** Each class's probability of the library's own raw outputs. */
export function probabilities({ link, arithmetic }: Model, raw: readonly number[]): number[] {
  const [round, power] = arithmetic.single ? [Math.fround, single] : [(x: number): number => x, exp];
  const onnx = arithmetic.library === "onnxruntime";
  const logistic = (r: number): number => {
    // ONNX Runtime computes the probability of a negative number as 1 minus that of its opposite; XGBoost keeps its exponential from overflowing.
    const p = round(1 / round(1 + power(onnx ? -Math.abs(r) : arithmetic.single ? Math.min(-r, Math.fround(88.7)) : -r)));
    return onnx && r < 0 ? round(1 - p) : p;
  };
  if (link === "one_vs_rest") return raw.map(logistic);
  if (link === "logistic") return [onnx ? logistic(-raw[0]!) : round(1 - logistic(raw[0]!)), logistic(raw[0]!)];
  if (arithmetic.complement) return [round(1 - raw[1]!), raw[1]!];
  if (link !== "softmax") return raw.slice();
  const top = Math.max(...raw);
  const of = arithmetic.library === "catboost" ? quick : power;
  const parts = raw.map((r) => of(round(r - top)));
  const sum = round(parts.reduce((a, b) => (onnx ? round(a + b) : a + b), 0));
  return parts.map((e) => round(e / sum));
}
