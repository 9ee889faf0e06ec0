/** Rows of raw inputs for a model: from a query document, from the middle of every range, or made to fit another schema. Pure. */
import type { FeatureInfo, InputError, ModelInfo } from "../../../types.js";
import { coordinate, domain, isDiscrete, levelCount, withCoordinate } from "../../../model/feature.js";

export type Query = (number | null)[] | Record<string, number | string | null>;

/** An error that carries its document of the fault in the input. */
export function inputFailure(input: InputError): Error {
  return Object.assign(new Error(input.message), { input });
}

/** The value of an attribute of the element, which cannot be taken. */
export const unfit = (where: string, what: string, right: string): Error => inputFailure({ message: `attribute: ${what}`, source: "attribute", where: `/${where}`, what, right });

/** A row from a query document; values that are not named are taken from the middle of their range. */
export function personFrom(info: ModelInfo, query: unknown): number[] {
  if (Array.isArray(query) && query.length === info.columns && query.every((value) => value === null || typeof value === "number")) return query.map((value: number | null) => value ?? Number.NaN);
  if (typeof query !== "object" || query === null || Array.isArray(query)) throw unfit("query", `query is ${JSON.stringify(query).slice(0, 60)}, which is not JSON`, `${String(info.columns)} numbers, or {"Age": 30}.`);
  const row = middle(info.features, info.columns);
  for (const [name, value] of Object.entries(query)) {
    const feature = info.features.find((one) => one.name === name);
    if (!feature) throw unfit(`query/${name}`, `query names ${name}, which the model does not have`, `One of ${info.features.map((one) => one.name).join(", ")}.`);
    if (!place(feature, row, value)) throw unfit(`query/${name}`, `${name} has the value ${JSON.stringify(value)}`, feature.labels ? `One of ${feature.labels.join(", ")}.` : "A number.");
  }
  return row;
}

/** Puts a value, or the label or number of a level, into a row; false where the feature has none such. */
function place(feature: FeatureInfo, row: number[], value: unknown): boolean {
  const { columns, labels = [], values = [] } = feature;
  const level = typeof value === "string" ? labels.indexOf(value) : -1;
  if (typeof value === "string" ? level < 0 : value !== null && !Number.isFinite(value)) return false;
  if (columns.length > 1) {
    const chosen = level >= 0 ? level : Number(value);
    if (columns[chosen] === undefined) return false;
    columns.forEach((column, index) => (row[column] = index === chosen ? 1 : 0));
  } else {
    row[columns[0] ?? 0] = level >= 0 ? (values[level] ?? level) : ((value as number | null) ?? Number.NaN);
  }
  return true;
}

/** A person in the middle of every range: a model without background rows opens with it. */
export function middle(all: readonly FeatureInfo[], columns: number): number[] {
  const row = new Array<number>(columns).fill(0);
  for (const feature of all) {
    const [low, high] = domain(feature);
    if (isDiscrete(feature)) {
      place(feature, row, feature.labels?.[Math.floor((levelCount(feature) - 1) / 2)] ?? 0);
    } else {
      // Four figures are enough for a value that nobody gave.
      const half = Number(((low + high) / 2).toPrecision(4));
      const [first = 0] = feature.columns;
      row[first] = feature.kind === "integer" ? Math.round(half) : half;
      if (Number.isNaN(coordinate(feature, row))) row[first] = 0;
    }
  }
  return row;
}

/** The row as another schema can hold it: each level one that there is, whole numbers whole. */
export function fitted(all: readonly FeatureInfo[], row: readonly number[]): number[] {
  return all.reduce<number[]>((now, feature) => {
    const at = coordinate(feature, now);
    if (Number.isNaN(at)) return now;
    return withCoordinate(feature, now, feature.kind === "integer" ? Math.round(at) : at);
  }, [...row]);
}
