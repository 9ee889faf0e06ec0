/** The queries of a file, batch by batch: csv and JSON lines a piece at a time, Parquet a group of rows at a time, JSON all at once. */
import { basename } from "node:path";
import type { CoreModel, QueryReading } from "../engine/core.js";
import { isInputError } from "../engine/errors.js";
import type { SamplesDoc } from "../engine/library-predictions.js";
import { flatRows } from "../engine/rows.js";
import type { InputError } from "../types.js";
import { quoted, UsageError } from "./args.js";
import { open, read, text, told, type Opened } from "./files.js";
import { jsonLines, linesOfJson } from "./json-lines.js";
import { lines } from "./lines.js";
import { isParquet, parquetTables } from "./parquet.js";
import { NEWLINE, recordsEnd } from "./records.js";
import { tableRows, type Row } from "./table.js";

/** Some queries in the file's order: rows of the model's columns one after another (NaN: missing), and of each further column that was asked for its cells. */
export interface Batch {
  rows: Float64Array;
  cells: ReadonlyMap<string, string[]>;
}

export interface Queries {
  target?: unknown;
  /** All queries in their order; may be asked for again. */
  batches: () => AsyncIterable<Batch> | Iterable<Batch>;
}

const STDIN = "/dev/stdin";

/** The queries of a file, with the cells of these columns besides the model's. `-` is the standard input. */
export function readQueries(given: string, model: CoreModel, columns: readonly string[] = []): Queries {
  const path = given === "-" ? STDIN : given;
  const name = basename(path);
  const start = beginning(path);
  if (isParquet(start)) {
    const bytes = read(path, "queries");
    return { batches: () => tables(parquetTables(bytes, name), model, name, columns) };
  }
  const first = new TextDecoder().decode(start).trimStart();
  if (first !== "" && !/^[{[]/.test(first)) return { batches: () => (columns.length === 0 ? plain(path, model, name) : beside(path, model, name, columns)) };
  if (linesOfJson(first)) return { batches: () => tables(within(path, (pieces) => jsonLines(pieces, name)), model, name, columns) };
  const { target, rows } = model.queries(text(path, "queries"), name);
  if (columns.length > 0) throw new UsageError(`${name}: lists of numbers have no column ${quoted(columns[0] ?? "")}; give csv, JSON lines or Parquet`);
  return { target, batches: () => [{ rows, cells: new Map() }] };
}

/** Rows of so many columns, each as a request holds it. */
export function* listed(rows: Float64Array, columns: number): Generator<(number | null)[]> {
  for (let at = 0; at < rows.length; at += columns) yield Array.from(rows.subarray(at, at + columns), (value) => (Number.isNaN(value) ? null : value));
}

/** The first bytes of a file. */
function beginning(path: string): Uint8Array {
  const file = open(path, "queries");
  try {
    const first = new Uint8Array(1 << 16);
    return first.subarray(0, file.source(first, 0));
  } finally {
    file.close();
  }
}

/** Lends the pieces of a file; a fault of the file is told with its path. */
function* within<T>(path: string, use: (pieces: Generator<Uint8Array>) => Iterable<T>): Generator<T> {
  const file = open(path, "queries");
  try {
    yield* use(pieces(path, file));
  } finally {
    file.close();
  }
}

function* pieces(path: string, { source }: Opened): Generator<Uint8Array> {
  const all: Iterator<Uint8Array, unknown> = lines(source);
  for (;;) {
    const next = told(path, "queries", () => all.next());
    if (next.done === true) return;
    yield next.value;
  }
}

/** Csv of the model's columns and no other. */
function* plain(path: string, model: CoreModel, name: string): Generator<Batch> {
  yield* within(path, function* (all): Generator<Batch> {
    let reading: QueryReading | null = model.queryRows(name);
    try {
      for (const piece of all) yield { rows: reading.take(piece), cells: new Map() };
      const ended = reading;
      reading = null;
      yield { rows: ended.end(), cells: new Map() };
    } finally {
      reading?.free();
    }
  });
}

/** Csv with further columns: each piece is read as a file of its own, behind the header. */
function* beside(path: string, model: CoreModel, name: string, columns: readonly string[]): Generator<Batch> {
  yield* within(path, function* (all): Generator<Batch> {
    let header: Uint8Array | null = null;
    // Lines before the piece, and those of the header.
    let [before, above] = [0, 0];
    for (const piece of wholeRecords(all)) {
      const end: number = header === null ? headerEnd(piece) : 0;
      if (header === null) [header, above] = [piece.subarray(0, end), newlines(piece.subarray(0, end))];
      const part = piece.subarray(end);
      const line = (own: number): number => (own <= above ? own : own + before);
      yield ofCsv(model, joined([header, part]), name, columns, (where) => where.replace(/^line (\d+)/, (_, own: string) => `line ${String(line(Number(own)))}`));
      before += newlines(part);
    }
  });
}

/** Rows with names, as csv for the engine; a fault is told by the line of the file, and the column's name. */
async function* tables(all: AsyncIterable<Row[]> | Iterable<Row[]>, model: CoreModel, name: string, columns: readonly string[]): AsyncGenerator<Batch> {
  for await (const rows of all) {
    for (const table of tableRows(rows)) {
      if ("lists" in table) {
        if (columns.length > 0 && table.beside.length === 0) throw new UsageError(`${name}, ${table.at(0)}: a list of numbers has no column ${quoted(columns[0] ?? "")}; give an object with the columns' names, or {"query": [..]} and the column beside`);
        const where = (own: string): string => own.replace(/^\/(\d+)/, (_, row: string) => table.at(Number(row))).replace(/(\d)\/(\d+)$/, "$1, number $2 of the list");
        const { rows } = moved(where, () => model.queries(JSON.stringify(table.lists), name));
        yield { rows, cells: new Map(columns.map((column) => [column, table.beside.map((cells, row) => cells.get(column) ?? lacks(name, table.at(row), column))])) };
      } else {
        const where = (own: string): string => {
          const [, line = "1", column] = /^line (\d+)(?:, column (\d+))?/.exec(own) ?? [];
          return `${table.atLine(Number(line))}${column === undefined ? "" : `, ${quoted(table.names[Number(column) - 1] ?? "")}`}`;
        };
        yield ofCsv(model, new TextEncoder().encode(table.csv), name, columns, where, table.at(0));
      }
    }
  }
}

function lacks(name: string, at: string, column: string): never {
  throw new UsageError(`${name}, ${at}: there is no ${quoted(column)}; give one in each row`);
}

/** Rows of a csv text, with the cells of these columns. */
function ofCsv(model: CoreModel, bytes: Uint8Array, name: string, columns: readonly string[], where: (own: string) => string, at = "line 1"): Batch {
  const document = moved(where, () => namedRows(model, bytes, name));
  const { rows, cells = [], beside: names = [] } = document;
  const columnOf = (column: string): string[] => {
    const index = names.indexOf(column);
    if (index < 0) throw new UsageError(`${name}, ${at}: there is no column ${quoted(column)} besides the model's; ${names.length === 0 ? "the model's are all there are" : `give one of ${names.slice(0, 12).map(quoted).join(", ")}`}`);
    return cells.map((row) => row[index] ?? "");
  };
  return { rows: flatRows(rows), cells: new Map(columns.map((column) => [column, columnOf(column)])) };
}

/** All rows of a csv text of at most 32 MB, in their order, with the cells of columns that are not the model's beside, as they stand. */
function namedRows(model: CoreModel, bytes: Uint8Array, name: string): SamplesDoc {
  const reading = model.rowReading(bytes.length, name);
  let open = true;
  try {
    reading.take(bytes);
    open = false;
    const found = reading.end() as SamplesDoc;
    if (found.count !== found.rows.length) throw new Error(`${String(bytes.length)} bytes of rows were read at once`);
    return found;
  } finally {
    if (open) reading.free();
  }
}

/** Pieces that end where a record does: a cell in quotes may hold line breaks. */
function* wholeRecords(all: Iterable<Uint8Array>): Generator<Uint8Array> {
  let open: Uint8Array[] = [];
  let quotes = 0;
  for (const piece of all) {
    open.push(piece);
    quotes += count(piece, 0x22);
    if (quotes % 2 === 1) continue;
    yield joined(open);
    [open, quotes] = [[], 0];
  }
  if (open.length > 0) yield joined(open);
}

/** Where the header ends: the first record that is not empty. */
function headerEnd(piece: Uint8Array): number {
  for (let at = 0; at < piece.length; ) {
    const end = recordsEnd(piece, at);
    if (end < 0) break;
    if (piece.subarray(at, end).some((byte) => byte !== NEWLINE && byte !== 0x0d)) return end;
    at = end;
  }
  return piece.length;
}

const count = (bytes: Uint8Array, byte: number): number => bytes.reduce((sum, one) => sum + Number(one === byte), 0);
const newlines = (bytes: Uint8Array): number => count(bytes, NEWLINE);

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}

/** Runs a part; an error of bad input that it throws gets its place in the whole file. */
export function moved<T>(where: (own: string) => string, part: () => T): T {
  try {
    return part();
  } catch (thrown) {
    if (!isInputError(thrown) || thrown.where === undefined) throw thrown;
    const own = thrown.where;
    const there: InputError = { ...thrown, where: where(own), message: thrown.message.replace(`, ${own}: `, () => `, ${where(own)}: `) };
    throw there as unknown as Error;
  }
}
