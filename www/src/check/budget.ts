/** Budgets beside the cost: the amount that the changes of a row use, and the most that rounding lets them use. */
import type { Levels } from "./levels.js";
import type { Model } from "./model.js";
import type { Names } from "./names.js";
import { FLOAT32 } from "./number.js";
import { stays } from "./price.js";
import type { Budget, Query } from "./query.js";
import { amount, doc, Unreadable } from "./read.js";
import { levelOf, valueAt, weight, type Feature, type Weight } from "./schema.js";
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

/** The amount that a row's changes use, each number's own less the rounding that it is `allowed`. */
export function spent({ changes, levels }: Budget, query: Query, features: readonly Feature[], row: readonly number[], allowed = (_feature: Feature, _price: Weight): number => 0): number {
  const moved = changes.map(([f, price]) => {
    const feature = features[f]!;
    const by = row[feature.columns[0]!]! - query.row[feature.columns[0]!]!;
    const amount = stays(feature, query, row) ? 0 : Math.max(price.up * by, -price.down * by);
    return amount - Math.min(Math.max(amount, 0), allowed(feature, price));
  });
  const entered = levels.map(([f, prices]) => (stays(features[f]!, query, row) ? 0 : (prices[levelOf(features[f]!, row) ?? -1] ?? NaN)));
  return [...moved, ...entered].reduce((sum, part) => sum + part, 0);
}

/** The rounding of a feature's amount, where it takes one of these values. */
function rounding({ input }: Model, query: Query, { kind, min, max, columns }: Feature, { up, down }: Weight, values: number[]): number {
  const step = stepOf(input === FLOAT32 ? "float32" : "float64");
  return kind === "numeric" ? Math.max(up, down) * Math.max(Math.abs(query.row[columns[0]!]!), ...values.map(Math.abs), max - min) * step : 0;
}

const sum = ({ most }: Budget): number => most * (1 + 1e-9);

/** The most that any row may use. */
export const maySpend = (model: Model, budget: Budget, query: Query, features: readonly Feature[]): number =>
  budget.changes.reduce((all, [f, price]) => all + rounding(model, query, features[f]!, price, [features[f]!.min, features[f]!.max]), sum(budget));

/** The amount of a budget that a row uses. A number's rounding takes its own amount to 0 at most: it is no room for another's. */
const uses = (model: Model, budget: Budget, query: Query, features: readonly Feature[], row: readonly number[]): number =>
  spent(budget, query, features, row, (feature, price) => rounding(model, query, feature, price, [row[feature.columns[0]!]!]));

/** Whether a row keeps all budgets. */
export const affords = (model: Model, query: Query, features: readonly Feature[], row: readonly number[]): boolean =>
  query.budgets.every((budget) => uses(model, budget, query, features, row) <= sum(budget));

/** Whether the least amounts of live levels keep all budgets: those of the only leaves of the budgets' trees, where these are decided. `live`: by feature, 1 where a level is. */
export function mayAfford(model: Model, query: Query, levels: readonly Levels[], live: (f: number) => Uint8Array): boolean {
  const features = levels.map(({ feature }) => feature);
  const least = (budget: Budget, own: Levels, f: number): number =>
    names(budget, f) ? live(f).reduce((most, on, k) => (on === 1 ? Math.min(most, uses(model, budget, query, features, atLevel(query, own, k))) : most), Infinity) : 0;
  return query.budgets.every((budget) => levels.reduce((all, own, f) => all + least(budget, own, f), 0) <= sum(budget));
}

/** Puts a feature of a row at a level; without a row, of the factual. */
export function atLevel(query: Query, { feature, point, stays: same }: Levels, k: number, row = query.row.slice()): number[] {
  if (same[k] === 1) return row;
  for (const c of feature.columns) row[c] = feature.values === undefined ? point[k]! : valueAt(feature, k, c);
  return row;
}
