/** Background rows from a csv file: the engine's reading of it, taken apart into rows and labels. Pure. */
import type { ColumnRange, InputError, ModelInfo, Sampled } from "../types.js";
import { flatRows } from "./rows.js";
import type { SamplesDoc } from "./library-predictions.js";

/** Rows and cells that are kept at most. */
const MOST_ROWS = 5000;
const MOST_CELLS = 1e6;
/** Names of a column of labels, where several could be. */
const LABELS = /^(label|target|class|y|outcome|decision)$/i;

/** How many rows are kept of a model with so many columns. */
export const rowsOf = (columns: number): number => Math.max(100, Math.min(MOST_ROWS, Math.floor(MOST_CELLS / columns)));

/** Bad input is thrown as its document, as the engine throws it. */
function refuse(name: string, where: string, what: string, right: string): never {
  const input: InputError = { message: `${name}, ${where}: ${what}; ${right}`, source: "rows", where, what, right };
  throw input as unknown as Error;
}

/** Rows and labels, and counts of the rows that were left out. */
export function sampledOf(document: SamplesDoc, info: ModelInfo, name: string): Sampled {
  const { beside = [], cells = [], lines = [], count = 0 } = document;
  const ruled = new Set(info.features.filter((feature) => feature.missing).flatMap((feature) => feature.columns));
  const whole = document.rows.map((row) => row.every((value, column) => value !== null || ruled.has(column)));
  const rows = document.rows.filter((_, index) => whole[index]);
  if (rows.length === 0) refuse(name, "line 2", "there is no row with all values that the model needs", "give a header and rows");
  const of = (column: number): string[] => cells.filter((_, index) => whole[index]).map((row) => row[column] ?? "");
  const candidates = beside.flatMap((header, column) => {
    const found = labelsOf(of(column), info);
    return found ? [{ header, found }] : [];
  });
  const label = candidates.length === 1 ? candidates[0] : candidates.find(({ header }) => LABELS.test(header));
  if (!label) refuseStrange(beside, of, info, lines.filter((_, index) => whole[index]), name);
  return {
    rows: flatRows(rows),
    labels: label?.found ?? null,
    kept: rows.length,
    count,
    label: label?.header ?? null,
    beside: beside.filter((header) => header !== label?.header),
    incomplete: document.rows.length - rows.length,
    ranges: Array.from({ length: info.columns }, (_, column) => rangeOf(rows, column)),
  };
}

/** Cells as labels, where all of them are: classes by name or number, or values. */
function labelsOf(cells: readonly string[], { kind, classes }: ModelInfo): number[] | null {
  const labels = cells.map((cell) => {
    if (cell === "") return Number.NaN;
    const named = classes.indexOf(cell);
    return named >= 0 ? named : Number(cell);
  });
  const fits = kind === "classifier" ? (label: number): boolean => Number.isInteger(label) && label >= 0 && label < classes.length : (label: number): boolean => Number.isFinite(label);
  return labels.every(fits) ? labels : null;
}

/** A column that is called a label has to be one. */
function refuseStrange(beside: readonly string[], of: (column: number) => string[], info: ModelInfo, lines: readonly number[], name: string): void {
  const column = beside.findIndex((header) => LABELS.test(header));
  if (column < 0) return;
  const cells = of(column);
  const at = cells.findIndex((cell) => labelsOf([cell], info) === null);
  if (at < 0) return;
  const right = info.kind === "classifier" ? `give a class of ${info.classes.slice(0, 12).join(", ")}, or its number; or call the column something else` : "give a number; or call the column something else";
  refuse(name, `line ${String(lines[at] ?? 1)}`, `the ${beside[column] ?? ""} is ${JSON.stringify(cells[at])}`, right);
}

function rangeOf(rows: readonly (number | null)[][], column: number): ColumnRange {
  let [min, max, whole] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, true];
  for (const row of rows) {
    const value = row[column];
    if (value === null || value === undefined) continue;
    if (value < min) min = value;
    if (value > max) max = value;
    whole &&= Number.isInteger(value);
  }
  return { min, max, whole: whole && min <= max };
}
