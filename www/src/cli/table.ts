/** Rows whose values have names, or stand in a list: of JSON lines and of Parquet. They become csv, which the engine reads. Imports nothing of it. */
import { own } from "../own.js";
import { cell } from "../model/value.js";

/** A row with its place in the file: values by name, or in the order of the model's columns. */
export interface Row {
  at: string;
  values: unknown;
}

/** Rows that are alike: as csv, or as lists with the cells that stand beside each. `at` tells a row's place, and `atLine` that of a line of the csv. */
export type Table = { at: (row: number) => string } & ({ names: string[]; csv: string; atLine: (line: number) => string } | { lists: unknown[]; beside: Map<string, string>[] });

/** A value as a cell of csv has it. */
export function cellOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (typeof value === "number") return Number.isNaN(value) ? "" : String(value);
  if (typeof value === "bigint") return String(value);
  if (typeof value === "boolean") return String(Number(value));
  if (value instanceof Date) return value.toISOString();
  return undefined;
}

/** The tables of rows, in their order: rows that follow one another and have the same names are one. */
export function* tableRows(rows: readonly Row[]): Generator<Table> {
  for (let from = 0; from < rows.length; ) {
    const shape = shapeOf(rows[from]?.values);
    let end = from + 1;
    while (end < rows.length && shapeOf(rows[end]?.values) === shape) end += 1;
    yield tableOf(rows.slice(from, end));
    from = end;
  }
}

const named = (values: unknown): values is Record<string, unknown> => typeof values === "object" && values !== null && !Array.isArray(values);
const shapeOf = (values: unknown): string => (!named(values) ? "list" : Array.isArray(values.query) ? "query" : JSON.stringify(Object.keys(values)));

function tableOf(rows: readonly Row[]): Table {
  const at = (row: number): string => rows[Math.min(row, rows.length - 1)]?.at ?? "line 1";
  const [first] = rows;
  if (!named(first?.values)) return { at, lists: rows.map(({ values }) => values), beside: [] };
  const objects = rows.map(({ values }) => values as Record<string, unknown>);
  if (Array.isArray(first.values.query)) {
    return { at, lists: objects.map(({ query }) => query), beside: objects.map((values) => new Map(Object.entries(values).flatMap(([name, value]) => (name === "query" ? [] : [[name, cellOf(value) ?? JSON.stringify(value)]])))) };
  }
  // Values that are no single value cannot be a column of the model: they are left out, and where they are asked for they are missed.
  const names = Object.keys(first.values).filter((name) => objects.every((values) => cellOf(own(values, name)) !== undefined));
  // A line without a letter would be none.
  const line = (cells: string[]): string => cells.join(",") || '""';
  const lines = [line(names.map(cell)), ...objects.map((values) => line(names.map((name) => cell(cellOf(own(values, name)) ?? ""))))];
  const atLine = (line: number): string => {
    // A text may hold line breaks.
    const ends = lines.map(() => 0);
    lines.forEach((text, i) => (ends[i] = (ends[i - 1] ?? 0) + text.split("\n").length));
    return at(Math.max(0, ends.findIndex((end) => end >= line) - 1));
  };
  return { at, names, csv: `${lines.join("\n")}\n`, atLine };
}
