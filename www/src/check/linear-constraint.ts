/** Weighted sums over features between two ends, as linear and causal constraints state them, and whether a row keeps one. */
import { missedBy, stepOf } from "../sum-tolerance.js";
import { leafOf, Unproven, type Model } from "./model.js";
import type { Names } from "./names.js";
import { FLOAT32 } from "./number.js";
import type { Query, Sum } from "./query.js";
import { doc, number, text, Unreadable, word, type Doc } from "./read.js";
import { levelOf, type Feature, type Schema } from "./schema.js";
import { factors, sums } from "./scores.js";

/** The name of a feature in messages. */
const quoted = ({ name }: Feature): string => JSON.stringify(name);

/** `{"terms": {feature: weight, or {label: weight}}, "op", "rhs", "of"}`. */
export function readLinear(value: unknown, names: Names, row: readonly number[], at: string): Sum {
  const { features } = names.schema;
  const d = doc(value, at);
  const op = word(d.op, `${at}/op`, ["<=", ">=", "=", "=="]);
  const limit = finite(d.rhs, `${at}/rhs`);
  const terms = weights(d.terms, names, `${at}/terms`);
  numeric(terms, features, row, ["one-hot"], `${at}/terms`);
  const of = word(d.of ?? "value", `${at}/of`, ["value", "change"]);
  return { terms, least: op === "<=" ? -Infinity : limit, most: op === ">=" ? Infinity : limit, ofChange: of === "change" };
}

/** `{"feature", "parents": {feature: weight}, "cost"}`: the feature that follows, whether its change costs nothing, and the sum; or the document of trees in its place, stated or to be learned. */
export function readCausal(value: unknown, names: Names, row: readonly number[], at: string): { feature: number; free: boolean; trees: Doc | undefined; sum: Sum } {
  const { features } = names.schema;
  const d = doc(value, at);
  const feature = names.feature(text(d.feature, `${at}/feature`), at);
  const { kind, values } = features[feature]!;
  if (values !== undefined) throw new Unreadable(`${at}/feature: ${quoted(features[feature]!)} has levels; a feature that follows from others is a number`);
  const trees = d.model === undefined && d.learned === undefined ? undefined : d;
  const parents = trees ? [] : weights(d.parents, names, `${at}/parents`).map(([f, weight]): [number, number] => [f, finite(weight, `${at}/parents`)]);
  if (parents.some(([f]) => f === feature)) throw new Unreadable(`${at}/parents: ${quoted(features[feature]!)} follows from itself`);
  numeric(parents, features, row, ["one-hot", "codes"], `${at}/parents`);
  numeric([[feature, 1]], features, row, [], at);
  // A whole number is one of the nearest.
  const off = kind === "integer" ? 0.5 : 0;
  const terms: Sum["terms"] = [[feature, 1], ...parents.map(([f, weight]): [number, number] => [f, -weight])];
  return { feature, trees, free: word(d.cost ?? "own", `${at}/cost`, ["own", "none"]) === "none", sum: { terms, least: -off, most: off, ofChange: true } };
}

function weights(value: unknown, names: Names, at: string): Sum["terms"] {
  const terms = Object.entries(doc(value, at)).map(([name, weight]): Sum["terms"][number] => {
    const f = names.feature(name, at);
    return [f, typeof weight === "number" ? finite(weight, `${at}/${name}`) : names.amounts(f, weight, `${at}/${name}`, finite)];
  });
  if (terms.length === 0) throw new Unreadable(`${at}: at least one feature and its weight is needed`);
  return terms;
}

/** Categories are no numbers to sum, and a change from a missing value has no size. */
function numeric(terms: Sum["terms"], features: readonly Feature[], row: readonly number[], not: readonly Feature["kind"][], at: string): void {
  for (const [f, weight] of terms) {
    const feature = features[f]!;
    if (typeof weight === "number" && not.includes(feature.kind)) throw new Unreadable(`${at}: ${quoted(feature)} has categories, which are no numbers to sum`);
    if (Number.isNaN(row[feature.columns[0]!])) throw new Unproven(`a sum over ${quoted(feature)}, whose value is missing, has no certificate`);
  }
}

/** The amount that a feature adds at a row: its weight times its value, or the weight of its level. */
export const amountOf = (feature: Feature, weight: number | number[], row: readonly number[]): number =>
  typeof weight === "number" ? weight * row[feature.columns[0]!]! : (weight[levelOf(feature, row) ?? -1] ?? NaN);

function finite(value: unknown, at: string): number {
  const x = number(value, at);
  if (!Number.isFinite(x)) throw new Unreadable(`${at}: a finite number is needed`);
  return x;
}

/** Whether a feature's change is that of the trees' sum: a whole number one of the nearest, a real number the nearest of the input type. */
export function following({ input }: Model, query: Query, { kind, columns }: Feature, trees: Model, row: readonly number[]): boolean {
  const said = (at: readonly number[]): [number, number] => {
    const leaves = trees.trees.map((tree) => leafOf(trees, tree, at));
    const by = factors(trees);
    if (leaves.some((leaf) => leaf.length === 0)) return [NaN, NaN];
    return [sums(trees, () => leaves, false)[0]!, leaves.reduce((size, leaf, t) => size + Math.abs(by[t]! * leaf[0]!), Math.abs(trees.base[0]!))];
  };
  const [[before, first], [after, second]] = [said(query.row), said(row)];
  const [x, exact] = [row[columns[0]!]!, query.row[columns[0]!]! + (after - before)];
  const off = 1e-12 * (first + second + Math.abs(exact));
  if (kind === "integer") return Math.abs(x - exact) <= 0.5 + off;
  return input.round(exact - off) <= input.round(x) && input.round(x) <= input.round(exact + off);
}

/** Whether a row keeps a sum: each number may be off by a step or two of the input type, or 1e-9 of its range. */
export function keeps({ input }: Model, { features }: Schema, query: Query, { terms, least, most, ofChange }: Sum, row: readonly number[]): boolean {
  const step = stepOf(input === FLOAT32 ? "float32" : "float64");
  let [total, off] = [0, 0];
  for (const [f, weight] of terms) {
    const feature = features[f]!;
    const [column = 0] = feature.columns;
    total += amountOf(feature, weight, row) - (ofChange ? amountOf(feature, weight, query.row) : 0);
    off += typeof weight === "number" ? missedBy(weight, row[column]!, ofChange ? query.row[column]! : 0, feature, step) : 1e-9 * Math.max(...weight.map(Math.abs));
  }
  return total - most <= off + step * Math.abs(most) && least - total <= off + step * Math.abs(least);
}
