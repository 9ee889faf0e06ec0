/** Values of rows as tables have them: a number, or the label of a level. */
import type { FeatureInfo } from "../types.js";
import { coordinate, isDiscrete, levelLabel, rawLevel } from "./feature.js";

export type Value = number | string | null;

/** A feature's value in a row: the number, or the label of its level. */
export function valueOf(feature: FeatureInfo, row: readonly number[]): Value {
  const at = coordinate(feature, row);
  if (Number.isNaN(at)) return null;
  if (!isDiscrete(feature)) return at;
  const raw = row[feature.columns[0] ?? 0] ?? Number.NaN;
  return feature.columns.length === 1 && raw !== rawLevel(feature, at) ? String(raw) : levelLabel(feature, at);
}

/** The names of the features as columns beside others. A feature that is called as one of the others is called `feature.NAME`. */
export function columnNames(features: readonly FeatureInfo[], others: readonly string[]): string[] {
  return features.map(({ name }) => (others.includes(name) ? `feature.${name}` : name));
}

/** A cell of csv: in quotes where it has to be. */
export const cell = (text: string): string => (/[",\n\r]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export const csvLine = (values: readonly Value[]): string => `${values.map((value) => (value === null ? "" : cell(String(value)))).join(",")}\n`;
