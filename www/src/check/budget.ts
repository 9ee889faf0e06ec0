/** Budgets beside the cost: the amount that the changes of a row use, and the most that rounding lets them use. */
import type { Levels } from "./levels.js";
import type { Model } from "./model.js";
import type { Names } from "./names.js";
import { FLOAT32 } from "./number.js";
import { stays } from "./price.js";
import type { Budget, Query } from "./query.js";
import { amount, doc, Unreadable } from "./read.js";
import { levelOf, valueAt, weight, type Feature } from "./schema.js";
import { stepOf } from "../sum-tolerance.js";

export function readBudget(value: unknown, names: Names, at: string): Budget {
  const { changes, levels, most } = doc(value, at);
  const { features } = names.schema;
  const each = <T>(part: unknown, place: string, one: (item: unknown, f: number) => T): [number, T][] =>
    Object.entries(doc(part ?? {}, place)).map(([name, item]) => [names.feature(name, place), one(item, names.feature(name, place))]);
  return {
    changes: each(changes, `${at}/changes`, (item, f) => {
      const { kind, name } = features[f]!;
      if (kind === "one-hot" || kind === "codes") throw new Unreadable(`${at}/changes: ${JSON.stringify(name)} has categories`);
      return weight(item, `${at}/changes/${name}`);
    }),
    levels: each(levels, `${at}/levels`, (item, f) => names.amounts(f, item, `${at}/levels`, amount)),
    most: amount(most, `${at}/most`),
  };
}

/** Whether a budget has a part for a feature. */
export const names = ({ changes, levels }: Budget, f: number): boolean => [...changes, ...levels].some(([own]) => own === f);

/** The amount that a row's changes use. */
export function spent({ changes, levels }: Budget, query: Query, features: readonly Feature[], row: readonly number[]): number {
  const moved = changes.map(([f, { up, down }]) => {
    const feature = features[f]!;
    const by = row[feature.columns[0]!]! - query.row[feature.columns[0]!]!;
    return stays(feature, query, row) ? 0 : Math.max(up * by, -down * by);
  });
  const entered = levels.map(([f, prices]) => (stays(features[f]!, query, row) ? 0 : (prices[levelOf(features[f]!, row) ?? -1] ?? NaN)));
  return [...moved, ...entered].reduce((sum, part) => sum + part, 0);
}

/** The most that a row may use, by its own changes; without a row, the most that any may. */
export function maySpend({ input }: Model, { changes, most }: Budget, query: Query, features: readonly Feature[], row?: readonly number[]): number {
  const step = stepOf(input === FLOAT32 ? "float32" : "float64");
  return changes.reduce((sum, [f, { up, down }]) => {
    const feature = features[f]!;
    const own = query.row[feature.columns[0]!]!;
    if (feature.kind !== "numeric" || (row !== undefined && stays(feature, query, row))) return sum;
    const ends = row === undefined ? [feature.min, feature.max] : [row[feature.columns[0]!]!];
    return sum + Math.max(up, down) * Math.max(Math.abs(own), ...ends.map(Math.abs), feature.max - feature.min) * step;
  }, most * (1 + 1e-9));
}

/** Whether a row keeps all budgets. */
export const affords = (model: Model, query: Query, features: readonly Feature[], row: readonly number[]): boolean =>
  query.budgets.every((budget) => spent(budget, query, features, row) <= maySpend(model, budget, query, features, row));

/** Puts a feature of a row at a level; without a row, of the factual. */
export function atLevel(query: Query, { feature, point, stays: same }: Levels, k: number, row = query.row.slice()): number[] {
  if (same[k] === 1) return row;
  for (const c of feature.columns) row[c] = feature.values === undefined ? point[k]! : valueAt(feature, k, c);
  return row;
}
