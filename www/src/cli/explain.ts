/** `explain`: the answers to many queries, in their order, by one thread or several. */
import type { Worker } from "node:worker_threads";
import type { CoreModel } from "../engine/core.js";
import { isInputError } from "../engine/errors.js";
import type { RequestDoc } from "../types.js";
import { answering, type Asked, type Line } from "./answering.js";
import { quoted, UsageError, wholeNumber, type Args } from "./args.js";
import type { Numbered } from "./flat.js";
import { inOrder } from "./jobs.js";
import { progress, summary } from "./progress.js";
import { listed, readQueries, type Queries } from "./queries.js";
import { begin, FORMATS, type Format, type Result } from "./result.js";

type Options = Args["options"];
type Query = (number | null)[];

/** Queries that follow one another: the number of the first, and the ids of all where they are carried. */
interface Part {
  first: number;
  queries: Query[];
  ids: string[];
  /** Of an audit by a column that is not the model's: the cell of each query. */
  groups: string[];
}

/** Queries that a thread gets at once. */
const TOGETHER = 8;
const MOST_JOBS = 256;

/** The part of the queries, and the threads, that the command is asked for. */
export interface Batch {
  queries: Queries;
  id: string | undefined;
  /** A column that is not the model's, by which people are compared. */
  by: string | undefined;
  from: number;
  count: number;
  jobs: number;
}

/** All that a command of many queries calls. */
export interface Calls {
  /** The request but its query, of the target that the queries' file has. */
  frame: (target: unknown) => Asked["frame"];
  thread: (asked: Asked) => Worker;
  print: (text: string) => void;
  /** Looks at all answers in their order once they are there, and then writes its report. */
  audit?: (batch: Batch, frame: Asked["frame"]) => { each: (numbered: Numbered) => Promise<void>; end: () => void };
}

/** The parts of the queries that are asked for. `done`: so many of these are left out. */
export async function* partsOf({ queries, id, by, from, count }: Batch, columns: number, done = 0, size = TOGETHER): AsyncGenerator<Part> {
  let index = 0;
  let part: Part = { first: from + done, queries: [], ids: [], groups: [] };
  for await (const { rows, cells } of queries.batches()) {
    const [ids, groups] = [id, by].map((column) => (column === undefined ? [] : (cells.get(column) ?? [])));
    const [start, total] = [index, rows.length / columns];
    index += total;
    const [low, high] = [Math.max(from + done, start), Math.min(from + count, index)];
    let at = low;
    for (const query of listed(rows.subarray((low - start) * columns, Math.max(low - start, high - start) * columns), columns)) {
      part.queries.push(query);
      if (id !== undefined) part.ids.push(ids?.[at - start] ?? "");
      if (by !== undefined) part.groups.push(groups?.[at - start] ?? "");
      at += 1;
      if (part.queries.length < size) continue;
      yield part;
      part = { first: at, queries: [], ids: [], groups: [] };
    }
    if (index >= from + count) break;
  }
  if (part.queries.length > 0) yield part;
}

/** The options of many queries. */
export function batchOf(options: Options, model: CoreModel): Batch {
  const { id } = options;
  // A feature's value is in the query itself.
  const by = model.info.features.some(({ name }) => name === options.by) ? undefined : options.by;
  const from = wholeNumber(options, "from", 0) ?? 0;
  const count = wholeNumber(options, "count", 1) ?? Number.MAX_SAFE_INTEGER;
  const jobs = wholeNumber(options, "jobs", 1, MOST_JOBS) ?? 1;
  return { queries: readQueries(options.queries ?? "", model, [id, by].filter((column) => column !== undefined)), id, by, from, count, jobs };
}

/** The format of the output. */
function formatOf({ output, out, words, measures }: Options): Format {
  const ending = FORMATS.find((format) => out?.toLowerCase().endsWith(`.${format}`));
  const format = output === undefined ? (ending ?? "jsonl") : FORMATS.find((one) => one === output);
  if (format === undefined) throw new UsageError(`--output is ${quoted(output ?? "")}; jsonl, csv or parquet is right`);
  if (format === "parquet" && out === undefined) throw new UsageError("--output parquet needs --out FILE");
  if (format !== "jsonl" && measures !== undefined) throw new UsageError(`--measures have no columns in ${format}; leave out --measures, or give --output jsonl`);
  if (format !== "jsonl" && words !== undefined) throw new UsageError(`--words are no rows of ${format}; leave out --words, or give --output jsonl`);
  if (words !== undefined && out !== undefined) throw new UsageError("--words are for reading; leave out --out, or --words");
  return format;
}

/** The text of bad input with the number of its query. */
function of<T>(query: string, part: () => T): T {
  try {
    return part();
  } catch (thrown) {
    if (!isInputError(thrown)) throw thrown;
    throw new UsageError(`${query}: ${thrown.message}`);
  }
}

/** Reads all queries that are asked for, so that an error in the last one is told at once and not after an hour's work; their number. */
export async function readAll(batch: Batch, model: CoreModel, frame: Asked["frame"]): Promise<number> {
  const reading = progress("reading queries:");
  let total = 0;
  for await (const { first, queries } of partsOf(batch, model.info.columns, 0, 1000)) {
    for (const [i, query] of queries.entries()) {
      if (!("target" in frame)) throw new UsageError("no target; give --target JSON, for example --target '{\"class\": 1}'");
      of(`query ${String(first + i)}`, () => model.search({ ...frame, query } as unknown as RequestDoc).free());
    }
    reading.tell((total += queries.length));
  }
  reading.clear();
  return total;
}

/** The lines of parts, one a query. By this thread alone each is handed on before the next is worked on. */
async function* alone(parts: AsyncIterable<Part>, answer: (query: Query) => Line): AsyncGenerator<[Part, Line[]]> {
  for await (const { first, queries, ids } of parts) {
    for (const [i, query] of queries.entries()) yield [{ first: first + i, queries: [query], ids: ids.slice(i, i + 1), groups: [] }, [answer(query)]];
  }
}

/** The lines of all queries but the first ones that are done. */
export function linesOf(batch: Batch, model: CoreModel, asked: Asked, thread: () => Worker, done = 0): AsyncGenerator<[Part, Line[]]> {
  const parts = partsOf(batch, model.info.columns, done);
  return batch.jobs === 1 ? alone(parts, answering(model, asked)) : inOrder(parts, batch.jobs, thread);
}

/** One answer a query; 1 when a query has none in time. Bad input is told before anything is answered. `frame`: the request but its query. */
export async function explain(options: Options, model: CoreModel, { frame, thread, print, audit }: Calls): Promise<0 | 1> {
  const { out, resume } = options;
  if (resume !== undefined && out === undefined) throw new UsageError("--resume without --out FILE; give both");
  const format = formatOf(options);
  if (audit !== undefined && format === "jsonl") throw new UsageError("audit writes csv or parquet; give --out a name that ends so, or --output csv or parquet");
  const batch = batchOf(options, model);
  const asked: Asked = { frame: frame(batch.queries.target), measures: options.measures !== undefined, words: options.words !== undefined };
  const total = await readAll(batch, model, asked.frame);
  const auditing = audit?.(batch, asked.frame);
  const wanted = { format, out, resume: resume !== undefined, words: asked.words, ids: batch.id !== undefined, info: model.info, first: batch.from, ...(auditing && { each: auditing.each }) };
  const result = begin(wanted, print);
  try {
    await fits(result, batch, model, total, out ?? "");
    const began = performance.now();
    const telling = progress("answering:", result.done);
    let done = result.done;
    for await (const [{ first, ids }, lines] of linesOf(batch, model, asked, () => thread(asked), result.done)) {
      lines.forEach((line, i) => {
        result.write({ index: first + i, id: ids[i], line });
        result.counts[line.status] += 1;
      });
      telling.tell((done += lines.length), total);
    }
    await result.end();
    auditing?.end();
    telling.clear();
    if (out !== undefined || process.stderr.isTTY) process.stderr.write(`${summary(result.counts, performance.now() - began, result.done)}${out === undefined ? "" : `, in ${out}`}\n`);
    return result.counts.unknown > 0 ? 1 : 0;
  } finally {
    result.close();
  }
}

/** Refuses to go on with the output of other queries, as far as their number and ids tell. */
async function fits({ done, lastId }: Result, batch: Batch, model: CoreModel, total: number, out: string): Promise<void> {
  if (done > total) throw new UsageError(`--out: ${quoted(out)} answers ${String(done)} queries, and there are ${String(total)}; give the queries that it was begun with, or another name`);
  if (done === 0 || lastId === undefined) return;
  for await (const { ids } of partsOf(batch, model.info.columns, done - 1, 1)) {
    if (ids[0] !== lastId) throw new UsageError(`--out: ${quoted(out)} ends with the id ${quoted(lastId)}, where the queries have ${quoted(ids[0] ?? "")}; give the queries that it was begun with, or another name`);
    return;
  }
}

