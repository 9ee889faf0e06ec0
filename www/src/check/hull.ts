/** Hulls of background rows: whether the rows that an answer states span a place as near to it as it has to be, and the rows over features that directions make. */
import { has, saidOf } from "./depth.js";
import { Refuted } from "./levels.js";
import { Unproven, type Model } from "./model.js";
import type { Hull, Query, Sum, Target } from "./query.js";
import { amount, doc, index, list, number, word, type Doc } from "./read.js";
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
    several: d.each === true || Array.isArray(d.epsilon),
    clusters: index(d.clusters ?? 1, `${at}/clusters`),
    rows: saidOf(model).map((label) => has(target, label)),
  };
}

/** Coordinates: numbers as shares of their ranges, ordered levels from 0 to 1, one for each category. */
function place(features: readonly Feature[], row: readonly number[]): number[] {
  return features.flatMap((feature) => {
    if (feature.values === undefined) return [row[feature.columns[0]!]! / widthOf(feature)];
    const level = levelOf(feature, row) ?? NaN;
    const last = Math.max(1, feature.values.length - 1);
    return feature.kind === "ordinal" || feature.kind === "binary" ? [level / last] : feature.values.map((_, k) => (Number.isNaN(level) ? NaN : Number(k === level)));
  });
}

/** The background rows that span a hull, as places in it. */
const spanning = (model: Model, features: readonly Feature[], rows: readonly boolean[]): number[][] =>
  rows.flatMap((has, i) => (has ? [place(features, rowAt(model, i))] : [])).filter((at) => at.every(Number.isFinite));

const rowAt = (model: Model, i: number): number[] => list(model.rows[i], "/background/rows").map((x) => (x === null ? NaN : number(x, "/background/rows")));

/** By cluster, the directions' rows over features: in a direction, no point of the hull goes further than its rows do (docs/contract/certificate.md, "Hulls"). */
export function supports(model: Model, { features }: Schema, { hull, row }: Query, stated: readonly number[][][]): Sum[][] {
  if (hull === undefined) return [[]];
  const own = place(features, row);
  if (!own.every(Number.isFinite)) throw new Unproven("a hull without a place for the query has no certificate");
  const all = spanning(model, features, hull.rows);
  const parts = all.length > 0 ? [all] : [];
  if (parts.length !== stated.length) throw new Refuted("there is not a list of directions for each cluster");
  const add = (y: readonly number[], of: (j: number) => number): number => y.reduce((sum, _, j) => sum + of(j), 0);
  return parts.map((rows, k) => {
    const reach = own.map((q, j) => rows.reduce((most, at) => Math.max(most, Math.abs(at[j]!)), 0) + Math.abs(q));
    return stated[k]!.map((y) => {
      if (y.length !== own.length) throw new Refuted("a direction has not one number for each coordinate of the hull");
      const away = hull.epsilons[0]! * dual(hull.norm, y);
      const size = add(y, (j) => Math.abs(y[j]!) * reach[j]!) + away;
      const furthest = rows.reduce((most, at) => Math.max(most, add(y, (j) => y[j]! * (at[j]! - own[j]!))), -Infinity);
      const most = furthest + away + PLANE_DOUBLE * (y.length + 2) * size;
      if (!Number.isFinite(most)) throw new Refuted("a direction beyond all numbers");
      let at = 0;
      const terms = features.map((feature, f): [number, number | number[]] => {
        if (feature.values === undefined) return [f, y[at++]! / widthOf(feature)];
        const last = Math.max(1, feature.values.length - 1);
        const ordered = feature.kind === "ordinal" || feature.kind === "binary";
        const steps = feature.values.map((_, k) => (ordered ? y[at]! * (k / last) : y[at++]!));
        at += Number(ordered);
        return [f, steps];
      });
      return { terms, least: -Infinity, most, ofChange: true };
    });
  });
}

/** The most that a step of length 1 goes in a direction. */
const dual = (norm: Hull["norm"], y: readonly number[]): number => lengthOf(norm === "l1" ? "linf" : norm === "linf" ? "l1" : norm, y);

function lengthOf(norm: Hull["norm"], by: readonly number[]): number {
  const sizes = by.map(Math.abs);
  return norm === "linf" ? Math.max(...sizes) : norm === "l1" ? sizes.reduce((a, b) => a + b, 0) : Math.hypot(...sizes);
}

/** How far a row is from the mixture of rows that it states, or the fault of that mixture. */
export function distance(model: Model, { features }: Schema, { norm, rows }: Hull, row: readonly number[], stated: unknown): number | string {
  const shares = list(stated ?? [], "/counterfactuals/0/hull").map((one): Doc => doc(one, "/counterfactuals/0/hull"));
  let by = place(features, row);
  let total = 0;
  for (const share of shares) {
    const i = index(share.row, "/counterfactuals/0/hull/row", rows.length);
    const weight = amount(share.weight, "/counterfactuals/0/hull/weight");
    if (!rows[i]!) return "a row of the counterfactual's mixture has not the target";
    const at = place(features, rowAt(model, i));
    by = by.map((x, j) => x - weight * at[j]!);
    total += weight;
  }
  if (!(Math.abs(total - 1) <= 1e-9)) return "the weights of the counterfactual's mixture are no shares of 1";
  const far = lengthOf(norm, by);
  return Number.isNaN(far) ? "a row of the counterfactual's mixture has no place" : far;
}

/** By how much rounding may move a row out of a hull: 1e-9, and of each real number 2.5e-7 in single precision, 1e-9 in double. */
export function slack(model: Model, { features }: Schema, { row: from }: Query, to: readonly number[]): number {
  const step = model.input.round(0.1) === 0.1 ? 1e-9 : 2.5e-7;
  const sizes = features.map((feature) => (feature.kind === "numeric" ? Math.max(1, Math.max(...[from, to].map((row) => Math.abs(row[feature.columns[0]!]!))) / widthOf(feature)) : 0));
  return 1e-9 + step * sizes.reduce((a, b) => a + b, 0);
}
