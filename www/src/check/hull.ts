/** Hulls of background rows: whether the rows that an answer states span a place as near to it as it has to be. Clusters are not repeated. */
import { has, saidOf } from "./depth.js";
import type { Model } from "./model.js";
import type { Hull, Query, Target } from "./query.js";
import { amount, doc, index, list, number, word, type Doc } from "./read.js";
import { levelOf, widthOf, type Feature, type Schema } from "./schema.js";

/** The hull of a request. */
export function readHull(model: Model, target: Target, value: unknown): Hull {
  const at = "/plausibility/hull";
  const d = doc(value, at);
  return {
    epsilons: (Array.isArray(d.epsilon) ? d.epsilon : [d.epsilon ?? 0]).map((one) => amount(one, `${at}/epsilon`)),
    norm: word(d.norm ?? "l1", `${at}/norm`, ["l1", "l2", "linf"]),
    price: amount(d.price ?? 0, `${at}/price`),
    rows: saidOf(model).map((label) => has(target, label)),
  };
}

/** Coordinates: numbers as shares of their ranges, ordered levels from 0 to 1, one for each category. */
function place(features: readonly Feature[], row: readonly number[]): number[] {
  return features.flatMap((feature) => {
    if (feature.values === undefined) return [row[feature.columns[0]!]! / widthOf(feature)];
    const level = levelOf(feature, row) ?? NaN;
    const last = feature.values.length - 1;
    return feature.kind === "ordinal" || feature.kind === "binary" ? [level / last] : feature.values.map((_, k) => (Number.isNaN(level) ? NaN : Number(k === level)));
  });
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
    const at = place(features, list(model.rows[i], "/background/rows").map((x) => (x === null ? NaN : number(x, "/background/rows"))));
    by = by.map((x, j) => x - weight * at[j]!);
    total += weight;
  }
  if (!(Math.abs(total - 1) <= 1e-9)) return "the weights of the counterfactual's mixture are no shares of 1";
  const sizes = by.map(Math.abs);
  const far = norm === "linf" ? Math.max(...sizes) : norm === "l1" ? sizes.reduce((a, b) => a + b, 0) : Math.hypot(...sizes);
  return Number.isNaN(far) ? "a row of the counterfactual's mixture has no place" : far;
}

/** By how much rounding may move a row out of a hull: 1e-9, and of each real number 2.5e-7 in single precision, 1e-9 in double. */
export function slack(model: Model, { features }: Schema, { row: from }: Query, to: readonly number[]): number {
  const step = model.input.round(0.1) === 0.1 ? 1e-9 : 2.5e-7;
  const sizes = features.map((feature) => (feature.kind === "numeric" ? Math.max(1, Math.max(...[from, to].map((row) => Math.abs(row[feature.columns[0]!]!))) / widthOf(feature)) : 0));
  return 1e-9 + step * sizes.reduce((a, b) => a + b, 0);
}
