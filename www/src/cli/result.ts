/** Where answers go: to the standard output or into a file, as JSON lines, csv or Parquet; and how a file that was broken off is gone on with. */
import { appendFileSync, closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { basename } from "node:path";
import type { Answer, ModelInfo } from "../types.js";
import type { Line } from "./answering.js";
import { quoted, UsageError } from "./args.js";
import { csvLine, type Value } from "../model/value.js";
import { columnsOf, flatRowsOf, type Numbered } from "./flat.js";
import { writeParquet } from "./parquet.js";
import { STATUSES, type Counts } from "./progress.js";
import { recordsEnd } from "./records.js";

export const FORMATS = ["jsonl", "csv", "parquet"] as const;
export type Format = (typeof FORMATS)[number];

/** Where the answers go, and how they are written. */
export interface Wanted {
  format: Format;
  out: string | undefined;
  resume: boolean;
  words: boolean;
  ids: boolean;
  info: ModelInfo;
  /** The number of the first query. */
  first: number;
  /** Where all answers are looked at again once they are there: called for one after the other. */
  each?: (numbered: Numbered) => Promise<void>;
}

/** The line of the query of a number, and its id where ids are carried. */
export interface Answered {
  index: number;
  id: string | undefined;
  line: Line;
}

export interface Result {
  /** Of so many queries the output was there already; and by status. */
  done: number;
  counts: Counts;
  /** The id of the last of them, where it is known. */
  lastId: string | undefined;
  write: (answered: Answered) => void;
  /** To be called once, when all is written. */
  end: () => Promise<void>;
  /** To be called in any case. */
  close: () => void;
}

/** A text line that a query has: with its id, or its number where it is words. */
function textOf({ index, id, line }: Answered, words: boolean): string {
  if (words) return `${id ?? `query ${String(index)}`}: ${line.text}\n`;
  return `${id === undefined ? line.text : `{"id":${JSON.stringify(id)},${line.text.slice(1)}`}\n`;
}

const rowsOf = (info: ModelInfo, { index, id, line }: Answered): Value[][] => flatRowsOf(info, { index, ...(id === undefined ? {} : { id }), answer: JSON.parse(line.text) as Answer });

/** Makes the output ready. Of a file that goes on, the part that is whole is kept. */
export function begin(wanted: Wanted, print: (text: string) => void): Result {
  const { format, out, resume, words, ids, info, each } = wanted;
  const columns = columnsOf(info, ids);
  const header = csvLine(columns.map(({ name }) => name));
  const csvOf = (answered: Answered): string => rowsOf(info, answered).map(csvLine).join("");
  const counts: Counts = { optimal: 0, feasible: 0, infeasible: 0, unknown: 0 };
  const nothing = { done: 0, counts, lastId: undefined };
  if (out === undefined) {
    if (format === "csv") print(header);
    const write = (answered: Answered): void => print(format === "csv" ? csvOf(answered) : textOf(answered, words));
    return { ...nothing, write, end: () => Promise.resolve(), close: () => undefined };
  }
  // Parquet has its list of groups at its end: until all is answered the answers are JSON lines in a file beside. So they are where they are looked at again.
  const beside = format === "parquet" || each !== undefined;
  const path = beside ? `${out}.jsonl` : out;
  const there = [out, path].find((file) => existsSync(file));
  if (!resume && there !== undefined) throw new UsageError(`--out: ${quoted(there)} is there already; --resume goes on with it, or give another name`);
  const whole = beside && existsSync(out) && !existsSync(path);
  if (whole) throw new UsageError(`--out: ${quoted(out)} is whole, there is nothing to resume; give another name`);
  const file = opened(path);
  const rows = format === "csv" && !beside;
  const found = rows ? wholeCsv(file, path, header, wanted) : wholeLines(file, path, ids);
  ftruncateSync(file, found.bytes);
  let at = found.bytes;
  const append = (text: string): void => {
    const bytes = new TextEncoder().encode(text);
    for (let from = 0; from < bytes.length; ) {
      const count = writeSync(file, bytes, from, bytes.length - from, at);
      [from, at] = [from + count, at + count];
    }
  };
  if (rows && at === 0) append(header);
  let open = true;
  const close = (): void => {
    if (open) closeSync(file);
    open = false;
  };
  const end = async (): Promise<void> => {
    fsyncSync(file);
    if (!beside) return;
    if (format === "parquet") await writeParquet(out, columns, groups(file, wanted));
    else await writeCsv(out, header, groups(file, wanted));
    close();
    rmSync(path);
  };
  return { done: found.done, counts: found.counts, lastId: found.lastId, write: (answered) => append(rows ? csvOf(answered) : textOf(answered, words)), end, close };
}

function opened(path: string): number {
  try {
    return openSync(path, existsSync(path) ? "r+" : "w+");
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    const reasons = new Map([["ENOENT", "its folder is not there"], ["EISDIR", "this is a folder"], ["EACCES", "this file may not be written"]]);
    throw new UsageError(`--out: ${quoted(path)}: ${reasons.get(code) ?? (error as Error).message}; give the path of a file`);
  }
}

/** The part of a file that is whole: its bytes, how many queries it answers, and how. */
interface Whole {
  bytes: number;
  done: number;
  counts: Counts;
  lastId: string | undefined;
}

const none = (): Whole => ({ bytes: 0, done: 0, counts: { optimal: 0, feasible: 0, infeasible: 0, unknown: 0 }, lastId: undefined });

/** JSON lines: one a query. A last line without an end is left out. */
function wholeLines(file: number, path: string, ids: boolean): Whole {
  const whole = none();
  for (const [text, bytes] of records(file, 0, lineEnd)) {
    const { status, id } = answerOf(text, path, whole.done + 1);
    if (ids !== (id !== undefined)) throw strange(path, `line ${String(whole.done + 1)}`, ids ? "this answer has no id" : "this answer has an id");
    whole.bytes = bytes;
    whole.done += 1;
    whole.counts[status] += 1;
    whole.lastId = id;
  }
  return whole;
}

function answerOf(text: string, path: string, line: number): Answer & { id?: string } {
  try {
    const found = JSON.parse(text) as Partial<Answer>;
    if (typeof found.status === "string" && Array.isArray(found.counterfactuals)) return found as Answer;
  } catch {
    // Told below.
  }
  throw strange(path, `line ${String(line)}`, "this is no answer");
}

const strange = (path: string, where: string, fault: string): UsageError => new UsageError(`--out: ${basename(path)}, ${where}: ${fault}, so the file is not of this command; give the command that began it, or another name`);

/** Csv: the rows of a query may have been broken off between two of them, so the last query is answered again. */
function wholeCsv(file: number, path: string, header: string, { ids, first }: Wanted): Whole {
  const whole = none();
  const expected = new TextEncoder().encode(header);
  const start = new Uint8Array(expected.length);
  const length = readSync(file, start, 0, start.length, 0);
  if (start.subarray(0, length).some((byte, i) => byte !== expected[i])) throw strange(path, "line 1", "the header is another one");
  if (length < expected.length) return whole;
  let at = expected.length;
  whole.bytes = at;
  // The query that is under way: it is whole once another one begins.
  let open: { query: string; status: keyof Counts; id: string | undefined } | undefined;
  for (const [record, bytes] of records(file, at, recordsEnd)) {
    const [query = "", one = "", two = ""] = cellsOf(record);
    const [id, status] = ids ? [one, two] : [undefined, one];
    if (!/^\d+$/.test(query) || !STATUSES.some((one) => one === status)) throw strange(path, `byte ${String(at)}`, "this is no row of an answer");
    if (query !== open?.query) {
      if (open !== undefined) {
        whole.bytes = at;
        whole.done += 1;
        whole.counts[open.status] += 1;
        whole.lastId = open.id;
      }
      const due = first + whole.done;
      if (Number(query) !== due) throw strange(path, `byte ${String(at)}`, `query ${query} stands where ${String(due)} is due`);
    }
    open = { query, status: status as keyof Counts, id };
    at = bytes;
  }
  return whole;
}

/** Records of a file from a place on, each with the bytes up to its end; one without an end is left out. Those of JSON lines are lines. */
function* records(file: number, start: number, endOf: (bytes: Uint8Array, from: number) => number): Generator<[text: string, bytes: number]> {
  const decoder = new TextDecoder();
  const chunk = new Uint8Array(1 << 16);
  let open = new Uint8Array(0);
  let [read, at] = [start, start];
  for (;;) {
    const count = readSync(file, chunk, 0, chunk.length, read);
    if (count === 0) return;
    read += count;
    const bytes = new Uint8Array(open.length + count);
    bytes.set(open);
    bytes.set(chunk.subarray(0, count), open.length);
    let begun = 0;
    for (let end = endOf(bytes, 0); end >= 0; end = endOf(bytes, begun)) {
      at += end - begun;
      yield [decoder.decode(bytes.subarray(begun, end - 1)), at];
      begun = end;
    }
    open = bytes.slice(begun);
  }
}

/** Where a line ends, its line break included; -1 where it has none. */
const lineEnd = (bytes: Uint8Array, from: number): number => bytes.indexOf(0x0a, from) + 1 || -1;

/** The first cells of a record. */
const cellsOf = (record: string): string[] => [...record.slice(0, 100_000).matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,"\n]*))/g)].slice(0, 3).map(([, inside, plain]) => inside?.replaceAll('""', '"') ?? plain ?? "");

/** Rows of a group of Parquet. */
const GROUP = 50_000;

/** The rows of answers in JSON lines, in groups. */
async function* groups(file: number, { info, first, each }: Wanted): AsyncGenerator<Value[][]> {
  let [rows, index]: [Value[][], number] = [[], first];
  for (const [text] of records(file, 0, lineEnd)) {
    const { id, ...answer } = JSON.parse(text) as Answer & { id?: string };
    const numbered = { index: index++, ...(id === undefined ? {} : { id }), answer };
    await each?.(numbered);
    rows.push(...flatRowsOf(info, numbered));
    if (rows.length < GROUP) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

/** Writes a csv file of rows that come in groups; it is there under its name when it is whole. */
async function writeCsv(path: string, header: string, groups: AsyncIterable<Value[][]>): Promise<void> {
  const part = `${path}.unfinished`;
  writeFileSync(part, header);
  for await (const rows of groups) appendFileSync(part, rows.map(csvLine).join(""));
  renameSync(part, path);
}
