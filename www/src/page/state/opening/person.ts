/** Rows of raw inputs for a model: from a query document, from the middle of every range, or made to fit another schema. Pure. */
import type { FeatureInfo, InputError, ModelInfo } from "../../../types.js";
import { coordinate, domain, isDiscrete, levelCount, withCoordinate } from "../../../model/feature.js";

export type Query = (number | null)[] | Record<string, number | string | null>;

/** An error that carries its document of the fault in the input. */
export function inputFailure(input: InputError): Error {
  return Object.assign(new Error(input.message), { input });
}

/** A row from a query document; values that are not named are taken from the middle of their range. */
export function personFrom(info: ModelInfo, query: Query | string): number[] {
  if (typeof query === "string") {
    const what = `the query is ${JSON.stringify(query.slice(0, 60))}, which is not JSON`;
    throw inputFailure({ message: `request: ${what}`, source: "request", where: "/query", what, right: 'Values in column order, [1, 2.5], or by name, {"Age": 30}.' });
  }
  if (Array.isArray(query)) {
    if (query.length === info.columns) return query.map((value) => value ?? Number.NaN);
    const what = `the query has ${String(query.length)} values`;
    throw inputFailure({ message: `request: ${what}; the model reads ${String(info.columns)}`, source: "request", where: "/query", what, right: `${String(info.columns)} values, one a column.` });
  }
  const row = middle(info.features, info.columns);
  for (const [name, value] of Object.entries(query)) {
    const feature = info.features.find((one) => one.name === name);
    if (!feature) {
      const what = `the query names ${name}, which the model does not have`;
      throw inputFailure({ message: `request: ${what}`, source: "request", where: `/query/${name}`, what, right: `One of ${info.features.map((one) => one.name).join(", ")}.` });
    }
    place(feature, row, value);
  }
  return row;
}

function place(feature: FeatureInfo, row: number[], value: number | string | null): void {
  const level = typeof value === "string" ? (feature.labels ?? []).indexOf(value) : -1;
  if (typeof value === "string" && level < 0) {
    const what = `${feature.name} has the value ${JSON.stringify(value)}`;
    const right = feature.labels ? `One of ${feature.labels.join(", ")}.` : "A number.";
    throw inputFailure({ message: `request: ${what}`, source: "request", where: `/query/${feature.name}`, what, right });
  }
  if (feature.columns.length > 1) {
    const chosen = level >= 0 ? level : Number(value);
    feature.columns.forEach((column, index) => (row[column] = index === chosen ? 1 : 0));
  } else {
    row[feature.columns[0] ?? 0] = level >= 0 ? (feature.values?.[level] ?? level) : (value as number | null) ?? Number.NaN;
  }
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
