/** Quadratic costs: of a stated matrix, and the squared Mahalanobis distance of the background rows. */
import type { Model } from "./model.js";
import type { Form, Query } from "./query.js";
import { amount, doc, numbers, Unreadable, type Doc } from "./read.js";
import { widthOf, type Feature, type Schema } from "./schema.js";

const numeric = ({ values }: Feature): boolean => values === undefined;

/** The form of a request. */
export function readForm(model: Model, { features }: Schema, { quadratic, norm }: Doc): Form | undefined {
  if (quadratic === undefined) return undefined;
  const at = "/cost/quadratic";
  const own = features.filter(numeric);
  const of = Array.isArray(quadratic) ? stated(quadratic.map((row) => numbers(row, at)), own.length) : mahalanobis(model, own, quadratic === "rows" ? 0 : amount(doc(quadratic, at).ridge, `${at}/ridge`));
  return { of, beside: norm !== undefined };
}

function stated(matrix: readonly number[][], n: number): Form["of"] {
  if (matrix.length !== n || matrix.some((row) => row.length !== n)) throw new Unreadable(`/cost/quadratic: a number for each two of ${n} numbers is needed`);
  return (d) => d.reduce((sum, x, i) => sum + d.reduce((part, y, j) => part + x * matrix[i]![j]! * y, 0), 0);
}

/** The form of the inverse of a covariance, without that inverse: by the covariance's triangular factors. A ridge is a share of the mean variance. */
function mahalanobis({ rows }: Model, features: readonly Feature[], ridge: number): Form["of"] {
  const shares = rows.map((row) => features.map((feature) => row[feature.columns[0]!]! / widthOf(feature))).filter((row) => row.every(Number.isFinite));
  const mean = features.map((_, j) => shares.reduce((sum, row) => sum + row[j]!, 0) / shares.length);
  const covariance = features.map((_, i) => features.map((__, j) => shares.reduce((sum, row) => sum + (row[i]! - mean[i]!) * (row[j]! - mean[j]!), 0) / (shares.length - 1)));
  const more = (ridge * covariance.reduce((sum, row, i) => sum + row[i]!, 0)) / features.length;
  // Rows of the lower factor, with the square root of each pivot last.
  const factor: number[][] = [];
  for (const [i, row] of covariance.entries()) {
    const own: number[] = [];
    for (let j = 0; j <= i; j += 1) {
      const left = own.reduce((sum, x, k) => sum - x * (factor[j]?.[k] ?? x), row[j]! + (i === j ? more : 0));
      own.push(i === j ? Math.sqrt(left) : left / factor[j]![j]!);
    }
    factor.push(own);
  }
  if (!factor.every((row) => row.at(-1)! > 0)) throw new Unreadable("/cost/quadratic: rows whose covariance has an inverse are needed");
  return (d) => {
    const solved: number[] = [];
    for (const [i, row] of factor.entries()) solved.push(row.slice(0, i).reduce((sum, x, k) => sum - x * solved[k]!, d[i]!) / row[i]!);
    return solved.reduce((sum, x) => sum + x * x, 0);
  };
}

/** The form's part in the cost of a row. */
export function formed({ form, row }: Query, { features }: Schema, to: readonly number[]): number {
  return form?.of(features.filter(numeric).map((feature) => (to[feature.columns[0]!]! - row[feature.columns[0]!]!) / widthOf(feature))) ?? 0;
}
