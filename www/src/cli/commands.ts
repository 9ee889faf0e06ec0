/** The commands over the engine: files in, lines out. */
import { basename } from "node:path";
import type { Worker } from "node:worker_threads";
import { checker, Unreadable, type Check } from "../check/index.js";
import { CoreModel, isForeign, readDocument } from "../engine/core.js";
import { isInputError } from "../engine/errors.js";
import { shapeOf } from "../model/shape.js";
import type { ModelInfo, Prediction, RequestDoc, SchemaDoc } from "../types.js";
import type { Asked } from "./answering.js";
import { quoted, UsageError, type Args } from "./args.js";
import { auditOf } from "./audit.js";
import { explain } from "./explain.js";
import { read, text } from "./files.js";
import { grow } from "./grow.js";
import type { Task, Threads } from "./jobs.js";
import { listed, moved, readQueries, type Batch } from "./queries.js";

type Options = Args["options"];
type Print = (text: string) => void;
type Fields = Record<string, unknown>;

/** Runs a command; its exit code. An error in a schema names the schema's file. `threads` starts those of `--jobs`. */
export async function runCommand(args: Args, write: Print, threads?: Threads): Promise<0 | 1> {
  try {
    return await run(args, write, threads);
  } catch (thrown) {
    const { schema } = args.options;
    if (schema === undefined || !isInputError(thrown) || thrown.source !== "schema") throw thrown;
    throw new UsageError(`${basename(schema)}: ${thrown.message}`);
  }
}

async function run({ command, options }: Args, write: Print, threads: Threads | undefined): Promise<0 | 1> {
  const print: Print = (line) => write(`${line}\n`);
  const load = (): CoreModel => loadModel(options);
  switch (command) {
    case "explain":
    case "audit": {
      const file = modelFile(options);
      const thread = (asked: Asked): Worker => {
        if (threads === undefined) throw new Error("there are no threads here");
        return threads({ model: file, asked });
      };
      const model = CoreModel.load(file.bytes, file.name, file.schema);
      const calls = { frame: (target: unknown) => frameOf(options, target), thread, print: write };
      return explain(options, model, command === "audit" ? { ...calls, audit: auditOf(options, model) } : calls);
    }
    case "check":
      return check(options, load, print);
    case "predict":
      return predict(options, load(), print);
    case "info":
      return info(options, load(), print);
    case "convert":
      return convert(options, write);
    case "export":
      return exportProgram(options, load, write);
    case "grow":
      write(new TextDecoder().decode(grow(options)));
      return 0;
  }
}

/** The mixed-integer program of the one query that the request holds. */
function exportProgram(options: Options, load: () => CoreModel, write: Print): 0 {
  const { format, program = "levels" } = options;
  if (format !== "mps" && format !== "lp") throw new UsageError(`--format is ${quoted(format ?? "")}; mps or lp is right`);
  if (program !== "paper" && program !== "levels") throw new UsageError(`--program is ${quoted(program)}; paper or levels is right`);
  const model = load();
  const request = object(text(options.request ?? "", "request"), basename(options.request ?? ""));
  if (!("query" in request)) throw new UsageError('the request holds no query; add one, for example "query": [39, 21000]');
  write(model.formulation(request as unknown as RequestDoc, format, program));
  return 0;
}

/** One verdict a line; 1 when an answer is refuted. The model's document is all that the check has of the engine. */
async function check(options: Options, load: () => CoreModel, print: Print): Promise<0 | 1> {
  const verdicts = checks(options);
  const said = text(options.answers ?? "", "answers").split("\n").filter((line) => line.trim() !== "");
  const answers = said.map((line, i) => object(line, `${basename(options.answers ?? "")}, line ${i + 1}`));
  const requests = options.queries === undefined ? undefined : await requestsOf(options, load());
  if (requests !== undefined && requests.length !== answers.length) {
    throw new UsageError(`there are ${answers.length} answers to ${requests.length} queries; give one answer a line, in the queries' order`);
  }
  let code: 0 | 1 = 0;
  for (const [i, answer] of answers.entries()) {
    const own = typeof answer.answer === "object" ? answer.answer : withoutId(answer);
    const request = requests?.[i] ?? answer.request;
    if (request === undefined) throw new UsageError(`answer ${i} does not hold its request; give --queries FILE`);
    const found = readably(`answer ${i}`, () => verdicts(answer.schema)(request, own));
    print(JSON.stringify(found));
    if (!found.checked) code = 1;
  }
  return code;
}

/** Checks by the schema of the options, else by one that a document of `--answers` holds, else by the model's own. */
function checks(options: Options): (own: unknown) => Check {
  const path = options.model ?? "";
  const [bytes, name] = [read(path, "model"), basename(path)];
  const document = new TextDecoder().decode(isForeign(bytes, name) ? CoreModel.load(bytes, name).document() : bytes);
  const given = schemaText(options);
  const model = readably(name, () => JSON.parse(document) as unknown);
  const known = new Map<string | undefined, Check>();
  const check = (schema: string | undefined): Check => {
    const made = known.get(schema) ?? readably(name, () => checker(model, schema === undefined ? undefined : object(schema, "schema")));
    known.set(schema, made);
    return made;
  };
  return (own) => check(given ?? (own === undefined ? undefined : JSON.stringify(own)));
}

/** Says of a document that cannot be read which one it is. */
function readably<T>(name: string, part: () => T): T {
  try {
    return part();
  } catch (thrown) {
    if (thrown instanceof Unreadable || thrown instanceof SyntaxError) throw new UsageError(`${name}: ${thrown.message}`);
    throw thrown;
  }
}

/** An answer as `explain --id` prints it, without whose it is. */
function withoutId({ id: _, ...answer }: Fields): Fields {
  return answer;
}

/** Everything of the requests but the query: the options' own counts before that of the queries' file. */
const frameOf = (options: Options, target: unknown): Fields => ({ ...(target === undefined ? {} : { target }), ...requestBase(options) });

/** The requests of all queries. */
async function requestsOf(options: Options, model: CoreModel): Promise<RequestDoc[]> {
  const { target, batches } = readQueries(options.queries ?? "", model);
  const frame = frameOf(options, target);
  const requests: RequestDoc[] = [];
  for await (const { rows } of batches()) for (const query of listed(rows, model.info.columns)) requests.push({ ...frame, query } as unknown as RequestDoc);
  return requests;
}

/** One prediction a line. Bad input is told before anything is predicted. */
async function predict(options: Options, model: CoreModel, print: Print): Promise<0> {
  const ask = (first: number, batch: Float64Array): Prediction[] =>
    moved((where) => where.replace(/^\/(\d+)/, (_, own: string) => `/${first + Number(own)}`), () => model.predict(batch));
  const { batches } = readQueries(options.queries ?? "", model);
  // A row that is whole has a prediction.
  for await (const [first, rows] of numbered(batches(), model.info.columns)) if (rows.includes(NaN)) ask(first, rows);
  for await (const [first, rows] of numbered(batches(), model.info.columns)) {
    if (rows.length > 0) print(ask(first, rows).map((prediction) => JSON.stringify(prediction)).join("\n"));
  }
  return 0;
}

/** Batches of rows of so many columns, with the number of their first row. */
async function* numbered(batches: AsyncIterable<Batch> | Iterable<Batch>, columns: number): AsyncGenerator<[number, Float64Array]> {
  let first = 0;
  for await (const { rows } of batches) {
    yield [first, rows];
    first += rows.length / columns;
  }
}

/** With `--json` also the probable meaning of the columns, where the file does not say. */
function info(options: Options, model: CoreModel, print: Print): 0 {
  const { info } = model;
  if (options.json === undefined) print(inWords(info));
  else print(JSON.stringify({ ...info, guess: model.guessed() ?? undefined }));
  return 0;
}

/** "60 trees, depth 6, 2738 leaves", "6 neurons", "linear model". */
function partsOf(info: ModelInfo): string {
  const { of, count } = shapeOf(info);
  const counted = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;
  if (of === "sum") return "linear model";
  if (of === "neurons") return counted(count, "neuron");
  return `${counted(count, `${info.oblique ? "slanted " : ""}tree`)}, depth ${info.depth}, ${counted(info.leaves, `${info.linear_leaves ? "linear " : ""}leaf`, `${info.linear_leaves ? "linear " : ""}leaves`)}`;
}

function inWords(info: ModelInfo): string {
  const what = info.kind === "classifier" ? `${info.classes.length} classes (${info.classes.join(", ")})` : info.kind.replace("_", " ");
  const lines = [
    `${info.format}${info.library === undefined ? "" : ` (${info.library})`}, ${info.bytes} bytes`,
    `${partsOf(info)}, ${info.columns} columns, ${what}${info.probabilities === false ? ", decisions without probabilities" : ""}`,
    ...(info.rows > 0 ? [`${info.rows} background rows`] : []),
  ];
  const width = Math.max(0, ...info.features.map(({ name }) => name.length));
  for (const { name, kind, min, max, labels, unit, change } of info.features) {
    const range = labels === undefined ? `${min} to ${max}${unit === undefined ? "" : ` ${unit}`}` : labels.join(", ");
    lines.push(`  ${name.padEnd(width)}  ${kind}, ${range}${change === "free" ? "" : `, ${change}`}`);
  }
  return lines.map(oneLine).join("\n");
}

/** Names from a file must not steer the terminal. */
// eslint-disable-next-line no-control-regex -- the search is for control characters
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f]/g, " ");

/** The model, from any library, as one document in Espalier's JSON, with its schema. */
function convert(options: Options, write: Print): 0 {
  write(`${new TextDecoder().decode(loadModel(options).document())}\n`);
  return 0;
}

/** The file of the model, and its schema. */
function modelFile(options: Options): Task["model"] {
  const schema = schemaText(options);
  return { bytes: read(options.model ?? "", "model"), name: basename(options.model ?? ""), schema: schema === undefined ? undefined : (readDocument(schema, "schema") as SchemaDoc) };
}

/** The model with its schema. */
function loadModel(options: Options): CoreModel {
  const { bytes, name, schema } = modelFile(options);
  return CoreModel.load(bytes, name, schema);
}

const schemaText = ({ schema }: Options): string | undefined => (schema === undefined ? undefined : text(schema, "schema"));

/** Everything of the request but the query, as far as the options say. */
function requestBase(options: Options): Fields {
  const base = options.request === undefined ? {} : object(text(options.request, "request"), basename(options.request));
  if ("query" in base) throw new UsageError("the request holds a query; leave it out, queries come from --queries");
  if (options.target !== undefined) base.target = object(options.target, "--target");
  if (options.norm !== undefined) {
    const cost = base.cost ?? {};
    base.cost = typeof cost === "object" && !Array.isArray(cost) ? { ...cost, norm: options.norm } : cost;
  }
  const also = options["also-target"];
  if (options.also !== undefined) base.constraints = [...listOf(base.constraints), { also: { model: other(options.also, "also"), target: also === undefined ? base.target : object(also, "--also-target") } }];
  else if (also !== undefined) throw new UsageError("--also-target without --also FILE; give both");
  if (options.reference !== undefined && options.measures !== undefined) throw new UsageError("--measures are of one model, not of a difference; leave out --measures or --reference");
  if (options.reference !== undefined) base.target = difference(options.reference, base.target);
  else if (options.words !== undefined) throw new UsageError("--words without --reference FILE; give both");
  const limit = options["time-limit"];
  if (limit !== undefined) {
    base.time_limit = Number(limit);
    if (!(Number(limit) >= 0) || limit.trim() === "") throw new UsageError(`--time-limit is ${quoted(limit)}; a number of seconds is right`);
  }
  return base;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** A target about the difference from another model: where it is largest, unless the target says by how much. */
function difference(path: string, target: unknown = { best: {} }): Fields {
  const [difference, asked] = [other(path, "reference"), target as Fields];
  const to = "best" in asked ? "best" : "apart";
  return { ...asked, [to]: { ...(asked[to] as Fields | undefined), difference } };
}

/** Another model as the request holds it: its document, without rows. */
function other(path: string, option: string): Fields {
  const document = object(new TextDecoder().decode(CoreModel.load(read(path, option), basename(path)).document()), basename(path));
  delete document.background;
  return document;
}

function object(json: string, said: string): Fields {
  const value = readDocument(json, "request", said);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw new UsageError(`${said}: request: it is ${quoted(JSON.stringify(value))}; give a JSON object`);
}
