/** Hulls of background rows: whether the rows that an answer states span a place as near to it as it has to be, and the rows over features that directions make. */
import { clustersOf } from "./clusters.js";
import { has, saidOf } from "./depth.js";
import { Refuted } from "./levels.js";
import { Unproven, type Model } from "./model.js";
import type { Hull, Query, Sum, Target } from "./query.js";
import { amount, doc, index, list, word, type Doc } from "./read.js";
import { levelOf, widthOf, type Feature, type Schema } from "./schema.js";
import { PLANE_DOUBLE } from "./tolerances.js";

/** The hull of a request. */
export function readHull(model: Model, target: Target, value: unknown): Hull {
  const at = "/plausibility/hull";
  const d = doc(value, at);
  return {
    epsilons: (Array.isArray(d.epsilon) ? d.epsilon : [d.epsilon ?? 0]).map((one) => amount(one, `${at}/epsilon`)),
    norm: word(d.norm ?? "l1", `${at}/norm`, ["l1", "l2", "linf"]),
    price: amount(d.price ?? 0, `${at}/price`),
    several: d.each === true || Array.isArray(d.epsilon) || d.price !== undefined,
    clusters: index(d.clusters ?? 1, `${at}/clusters`),
    rows: saidOf(model).map((label) => has(target, label)),
  };
}

/** The coordinates of a feature's level: from 0 to 1 where levels are ordered, else one for each. */
const spot = ({ kind, values = [] }: Feature, level: number): number[] =>
  kind === "ordinal" || kind === "binary" ? [level / Math.max(1, values.length - 1)] : values.map((_, k) => (Number.isNaN(level) ? NaN : Number(k === level)));

/** Numbers are shares of their ranges. */
const place = (features: readonly Feature[], row: readonly number[]): number[] =>
  features.flatMap((feature) => (feature.values === undefined ? row[feature.columns[0]!]! / widthOf(feature) : spot(feature, levelOf(feature, row) ?? NaN)));

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, j) => sum + x * b[j]!, 0);

const highest = <T>(of: readonly T[], height: (one: T) => number): number => of.reduce((most, one) => Math.max(most, height(one)), -Infinity);

/** By cluster, the background rows that span its hull: their numbers, and their places in it. */
function partsOf(model: Model, features: readonly Feature[], { rows, clusters }: Hull): { row: number; at: number[] }[][] {
  const all = rows.flatMap((has, row) => (has ? [{ row, at: place(features, model.rows[row]!) }] : [])).filter(({ at }) => at.every(Number.isFinite));
  const of = clustersOf(all.map(({ at }) => at), clusters);
  return Array.from({ length: clusters }, (_, k) => all.filter((_, i) => of[i] === k)).filter((part) => part.length > 0);
}

/** The largest number of a direction is of this size at least: rounding is relative only far above the least double. */
const LEAST = 1e-30;

/** By cluster, the directions' rows over features: in a direction, no point of the hull goes further than its rows do (docs/contract/certificate.md, "Hulls"). */
export function supports(model: Model, { features }: Schema, { hull, row }: Query, stated: readonly number[][][]): Sum[][] {
  if (hull === undefined) return [[]];
  if (hull.several) throw new Unproven("a soft hull and several hulls have no certificate");
  const own = place(features, row);
  const parts = partsOf(model, features, hull);
  if (parts.length !== stated.length) throw new Refuted("there is not a list of directions for each cluster");
  return parts.map((rows, k) => {
    const reach = own.map((q, j) => Math.abs(q) + highest(rows, ({ at }) => Math.abs(at[j]!)));
    return stated[k]!.map((y) => {
      const away = hull.epsilons[0]! * lengthOf(DUAL[hull.norm], y);
      const furthest = highest(rows, ({ at }) => dot(y, at.map((x, j) => x - own[j]!)));
      const most = furthest + away + PLANE_DOUBLE * (y.length + 2) * (dot(y.map(Math.abs), reach) + away);
      if (y.length !== own.length || !Number.isFinite(most) || y.every((y) => Math.abs(y) < LEAST)) throw new Refuted("a direction does not fit the hull");
      let end = 0;
      const terms = features.map((feature, f): [number, number | number[]] => {
        const numeric = feature.values === undefined;
        const part = y.slice(end, (end += numeric ? 1 : spot(feature, 0).length));
        return [f, numeric ? part[0]! / widthOf(feature) : feature.values!.map((_, k) => dot(part, spot(feature, k)))];
      });
      return { terms, least: -Infinity, most, ofChange: true };
    });
  });
}

/** The norm in which a direction is measured by how far a step of length 1 goes in it. */
const DUAL = { l1: "linf", l2: "l2", linf: "l1" } as const;

function lengthOf(norm: Hull["norm"], by: readonly number[]): number {
  const sizes = by.map(Math.abs);
  return norm === "linf" ? Math.max(...sizes) : norm === "l1" ? sizes.reduce((a, b) => a + b, 0) : Math.hypot(...sizes);
}

/** How far a row is from the mixture of rows that it states, or the fault of that mixture. */
export function distance(model: Model, { features }: Schema, hull: Hull, row: readonly number[], stated: unknown): number | string {
  const shares = list(stated ?? [], "/counterfactuals/0/hull").map((one): Doc => doc(one, "/counterfactuals/0/hull"));
  const { norm, rows } = hull;
  let by = place(features, row);
  let total = 0;
  for (const share of shares) {
    const i = index(share.row, "/counterfactuals/0/hull/row", rows.length);
    const weight = amount(share.weight, "/counterfactuals/0/hull/weight");
    if (!rows[i]!) return "a row of the counterfactual's mixture has not the target";
    const at = place(features, model.rows[i]!);
    by = by.map((x, j) => x - weight * at[j]!);
    total += weight;
  }
  if (!(Math.abs(total - 1) <= 1e-9)) return "the weights of the counterfactual's mixture are no shares of 1";
  const far = lengthOf(norm, by);
  if (Number.isNaN(far)) return "a row of the counterfactual's mixture has no place";
  if (!partsOf(model, features, hull).some((part) => shares.every((share) => part.some(({ row }) => row === share.row)))) return "the rows of the counterfactual's mixture are of several clusters";
  return far;
}

/** By how much rounding may move a row out of a hull: 1e-9, and of each real number 2.5e-7 in single precision, 1e-9 in double. */
export function slack(model: Model, { features }: Schema, { row: from }: Query, to: readonly number[]): number {
  const step = model.input.round(0.1) === 0.1 ? 1e-9 : 2.5e-7;
  const sizes = features.map((feature) => (feature.kind === "numeric" ? Math.max(1, Math.max(...[from, to].map((row) => Math.abs(row[feature.columns[0]!]!))) / widthOf(feature)) : 0));
  return 1e-9 + step * sizes.reduce((a, b) => a + b, 0);
}
