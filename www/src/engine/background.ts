/** Background rows from a csv file: the engine's reading of it, taken apart into rows and labels. Pure. */
import type { ColumnRange, InputError, ModelInfo, Sampled } from "../types.js";
import { BadRecord, type Records } from "./records.js";
import { flatRows } from "./rows.js";
import type { SamplesDoc } from "./samples.js";

/** Cells that are kept at most. */
const MOST_CELLS = 1e6;
/** Names of a column of labels, where several could be. */
const LABELS = /^(label|target|class|y|outcome|decision)$/i;

/** How many records may be kept of a model with so many columns. */
export const recordsOf = (columns: number, most: number): number => Math.max(100, Math.min(most, Math.floor(MOST_CELLS / columns)));

/** Bad input is thrown as its document, as the engine throws it. */
function refuse(...said: Parameters<typeof refusal>): never {
  throw refusal(...said) as unknown as Error;
}

export function refusal(name: string, where: string, what: string, right: string): InputError {
  return { message: `${name}, ${where}: ${what}; ${right}`, source: "rows", where, what, right };
}

/** A thrown error, reworded for the whole file: lines are the file's own. */
export function inFile(thrown: unknown, records: Records | null, name: string): unknown {
  if (thrown instanceof BadRecord) return refusal(name, `line ${String(thrown.line)}`, thrown.message, thrown.right);
  const input = thrown as Partial<InputError>;
  if (typeof input.what !== "string" || !records) return thrown;
  const where = (input.where ?? "line 1").replace(/line (\d+)/, (_, line: string) => `line ${String(records.lines[Number(line) - 1] ?? line)}`);
  return refusal(name, where, input.what, records.text.trim() === "" ? "give a header and rows" : (input.right ?? ""));
}

/** Rows and labels, and counts of the rows that were left out. */
export function sampledOf(document: SamplesDoc, { count, lines }: Records, info: ModelInfo, name: string): Sampled {
  const { beside = [], cells = [] } = document;
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
  if (!label) refuseStrange(beside, of, info, document.lines ?? [], lines, name);
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
function refuseStrange(beside: readonly string[], of: (column: number) => string[], info: ModelInfo, own: readonly number[], lines: readonly number[], name: string): void {
  const column = beside.findIndex((header) => LABELS.test(header));
  if (column < 0) return;
  const cells = of(column);
  const at = cells.findIndex((cell) => labelsOf([cell], info) === null);
  if (at < 0) return;
  const line = lines[(own[at] ?? 1) - 1] ?? 1;
  const right = info.kind === "classifier" ? `give a class of ${info.classes.slice(0, 12).join(", ")}, or its number; or call the column something else` : "give a number; or call the column something else";
  refuse(name, `line ${String(line)}`, `the ${beside[column] ?? ""} is ${JSON.stringify(cells[at])}`, right);
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
