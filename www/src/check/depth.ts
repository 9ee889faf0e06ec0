/** How deep an answer has to lie in the document's isolation forest, and whether a row does. */
import { said } from "./goals.js";
import { leafOf, Unproven, type Model, type Tree } from "./model.js";
import type { Query, Target } from "./query.js";
import { amount, Unreadable, type Doc } from "./read.js";
import { factors } from "./scores.js";

/** The least average path length that rounding makes as good as the one asked for. */
export const admitted = (least: number): number => least - 1e-9 * Math.max(Math.abs(least), 1);

/** The least average path length of a request: stated, or a quantile of those of the background rows that have the target. */
export function leastDepth(model: Model, target: Target, { min_path_length: least, outlier_quantile: quantile }: Doc): number {
  const at = "/plausibility/isolation_forest";
  if (model.isolation === undefined) throw new Unproven("an isolation forest that is grown for a request has no certificate");
  if (least !== undefined) return amount(least, `${at}/min_path_length`);
  const labels = saidOf(model);
  const lengths = model.rows
    .filter((_, i) => has(target, labels[i]!))
    .map((row) => lengthOf(model, (tree) => leafOf(model, tree, row)))
    .filter((length) => !Number.isNaN(length))
    .sort((a, b) => a - b);
  if (lengths.length === 0) throw new Unreadable(`${at}/outlier_quantile: a background row with the target is needed`);
  const place = amount(quantile, `${at}/outlier_quantile`) * (lengths.length - 1);
  const low = lengths[Math.floor(place)]!;
  const high = lengths[Math.ceil(place)];
  if (high === undefined) throw new Unreadable(`${at}/outlier_quantile: a share of the rows is needed`);
  return low + (high - low) * (place % 1);
}

/** The classes or values of the background rows: their labels, or else predicted. */
export const saidOf = (model: Model): number[] => model.labels ?? model.rows.map((row) => said(model, (own) => model.trees.map((tree) => leafOf(model, tree, row, own))));

/** Whether a background row's class or value is of the target. */
export function has(target: Target, label: number): boolean {
  if ("set" in target) return target.set.includes(label);
  if ("costs" in target) return target.costs.some(([k]) => k === label);
  if ("lo" in target) return target.lo <= label && label <= target.hi;
  return target.class === label;
}

/** Average path length of a row, from the leaves of the isolation trees that it falls in; NaN where a missing value has no way. */
function lengthOf({ isolation }: Model, leaf: (tree: Tree, t: number) => readonly number[]): number {
  if (isolation === undefined) return NaN;
  const factor = factors(isolation);
  return isolation.trees.reduce((sum, tree, t) => sum + factor[t]! * (leaf(tree, t)[0] ?? NaN), 0);
}

/** Whether a row lies as deep as is asked for. */
export const deep = (model: Model, { depth }: Query, leaf: (tree: Tree, t: number) => readonly number[]): boolean =>
  depth === undefined || lengthOf(model, leaf) >= admitted(depth);
