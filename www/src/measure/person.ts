/** The query of a request as a row of raw inputs, and the request that measures how usual a row is. Pure. */
import { own } from "../own.js";
import { levelCount, levelLabel, withCoordinate } from "../model/feature.js";
import type { FeatureInfo, RequestDoc } from "../types.js";

/** The query as a row; a value that the query leaves out is missing. */
export function rowOf(features: readonly FeatureInfo[], query: RequestDoc["query"]): number[] {
  if (Array.isArray(query)) return query.map((value) => value ?? Number.NaN);
  let row: number[] = Array.from({ length: Math.max(0, ...features.flatMap((feature) => feature.columns)) + 1 }, () => Number.NaN);
  for (const feature of features) {
    const value = own(query, feature.name) ?? Number.NaN;
    const [column = 0] = feature.columns;
    if (typeof value === "number") row[column] = value;
    else row = withCoordinate(feature, row, Array.from({ length: levelCount(feature) }, (_, level) => levelLabel(feature, level)).indexOf(value));
  }
  return row;
}

/** The request whose answer says how usual a row is: of a row that may not change the engine finds the row itself. */
export const lengthRequest = ({ target }: RequestDoc, values: readonly number[]): RequestDoc => ({
  query: values.map((value) => (Number.isNaN(value) ? null : value)),
  target,
  plausibility: { isolation_forest: { min_path_length: 0 } },
  constraints: [{ max_changes: 0 }],
});
