/** The queries of a file, batch by batch: of csv a piece at a time, of JSON all at once. */
import { basename } from "node:path";
import type { CoreModel, QueryReading } from "../engine/core.js";
import { isInputError } from "../engine/errors.js";
import type { InputError } from "../types.js";
import { opened, text, told } from "./files.js";
import { lines, type Source } from "./lines.js";

export interface Queries {
  target?: unknown;
  /** All queries in their order, rows of the model's columns one after another (NaN: missing); may be asked for again. */
  batches: () => Iterable<Float64Array>;
}

/** Lends the queries of a file to `use`. */
export function withQueries<T>(path: string, model: CoreModel, use: (queries: Queries) => T): T {
  const name = basename(path);
  return opened(path, "queries", (source) => {
    if (!isCsv(source)) {
      const { target, rows } = model.queries(text(path, "queries"), name);
      return use({ target, batches: () => [rows] });
    }
    return use({ batches: () => batches(lines(source), path, () => model.queryRows(name)) });
  });
}

/** Rows of so many columns, each as a request holds it. */
export function* listed(rows: Float64Array, columns: number): Generator<(number | null)[]> {
  for (let at = 0; at < rows.length; at += columns) yield Array.from(rows.subarray(at, at + columns), (value) => (Number.isNaN(value) ? null : value));
}

/** JSON begins with a bracket or a brace. */
function isCsv(source: Source): boolean {
  const first = new Uint8Array(1 << 16);
  const found = new TextDecoder().decode(first.subarray(0, source(first, 0))).trimStart();
  return /^[^{[]/.test(found);
}

function* batches(pieces: Iterator<Uint8Array, unknown>, path: string, begin: () => QueryReading): Generator<Float64Array> {
  let reading: QueryReading | null = begin();
  try {
    for (;;) {
      const next = told(path, "queries", () => pieces.next());
      if (next.done === true) break;
      yield reading.take(next.value);
    }
    const ended = reading;
    reading = null;
    yield ended.end();
  } finally {
    reading?.free();
  }
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
