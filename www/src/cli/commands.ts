/** The commands over the engine: files in, lines out. */
import { basename } from "node:path";
import { checker, Unreadable, type Check } from "../check/index.js";
import { CoreModel, isForeign, readDocument } from "../engine/core.js";
import { isInputError } from "../engine/errors.js";
import { flatRows } from "../engine/rows.js";
import { measuring, type Told } from "../measure/ask.js";
import { shapeOf } from "../model/shape.js";
import type { Answer, ModelInfo, Prediction, RequestDoc, SchemaDoc } from "../types.js";
import { quoted, UsageError, type Args } from "./args.js";
import { read, text } from "./files.js";
import { grow } from "./grow.js";
import { listed, moved, withQueries, type Queries } from "./queries.js";

type Options = Args["options"];
type Print = (text: string) => void;
type Fields = Record<string, unknown>;

/** Runs a command; its exit code. An error in a schema names the schema's file. */
export function runCommand(args: Args, write: Print): 0 | 1 {
  try {
    return run(args, write);
  } catch (thrown) {
    const { schema } = args.options;
    if (schema === undefined || !isInputError(thrown) || thrown.source !== "schema") throw thrown;
    throw new UsageError(`${basename(schema)}: ${thrown.message}`);
  }
}

function run({ command, options }: Args, write: Print): 0 | 1 {
  const print: Print = (line) => write(`${line}\n`);
  const load = (): CoreModel => loadModel(options);
  switch (command) {
    case "explain":
      return explain(options, load, print);
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

/** One answer a line; 1 when a query has none in time. Bad input is told before anything is answered. */
function explain(options: Options, load: () => CoreModel, print: Print): 0 | 1 {
  const model = load();
  return withQueries(options.queries ?? "", model, (queries) => {
    const requests = requestsOf(options, queries, model.info.columns);
    // All are read before any is answered: an error in the last line is told at once, not after an hour's work.
    let index = 0;
    for (const request of requests()) {
      if (!("target" in request)) throw new UsageError("no target; give --target JSON, for example --target '{\"class\": 1}'");
      of(`query ${index}`, () => model.search(request).free());
      index += 1;
    }
    let [code, count]: [0 | 1, number] = [0, 0];
    const rows = options.measures === undefined ? [] : Array.from({ length: model.info.rows }, (_, row) => model.row(row).row);
    for (const request of requests()) {
      const found = answer(model, request);
      if (options.words !== undefined) print(`query ${count}: ${differing(found)}`);
      else print(JSON.stringify(options.measures === undefined ? found : measured(model, request, found, rows)));
      count += 1;
      if (found.status === "unknown") code = 1;
    }
    return code;
  });
}

/** An answer about the difference of two models in a sentence. */
function differing({ status, best, unit, counterfactuals: [first] }: Answer): string {
  const named = (unit ?? "").replace("_", " ");
  if (first?.difference === undefined) return status === "infeasible" ? "proved: nowhere in these limits do the models differ by so much" : "no answer in time";
  const [by, at] = [`${Math.abs(first.difference)} (${named}, the model ${first.difference < 0 ? "below" : "above"} the reference)`, JSON.stringify(first.values)];
  if (best === undefined) return `they differ by ${by} at ${at}, cost ${first.cost}; ${status === "optimal" ? "proved: nowhere nearer by so much" : "nearer points are not excluded"}`;
  return `they differ by ${by} at ${at}; proved: nowhere by more than ${Math.abs(best.bound)}${status === "optimal" ? "" : ", so far"}`;
}

/** An answer with the measures of its counterfactuals (docs/measures.md). */
function measured(model: CoreModel, request: RequestDoc, found: Answer, rows: number[][]): Fields {
  const asking = measuring({ info: model.info, rows }, request, found);
  let told: Told = null;
  for (;;) {
    const step = asking.next(told);
    if (step.done === true) return { ...found, measures: step.value };
    told = "predict" in step.value ? model.predict(flatRows(step.value.predict)) : explained(model, step.value.explain);
  }
}

/** An answer; null where the request is refused. */
function explained(model: CoreModel, request: RequestDoc): Answer | null {
  try {
    return answer(model, request);
  } catch (thrown) {
    if (isInputError(thrown)) return null;
    throw thrown;
  }
}

/** Least milliseconds between trials of telling the answer so far; such trials take at most one part in so many of the time. */
const TELL_AFTER = 250;
const TELL_SHARE = 20;

/** Searches within the request's time. */
export function answer(model: CoreModel, request: RequestDoc): Answer {
  const began = performance.now();
  const search = model.search(request);
  const deadline = began + search.timeLimit * 1000;
  // Telling an answer takes time as well, because each answer is checked. So it is tried now and then, and the time that it took is kept free
  // at the end. Where regions are listed, twice that time, as there are more of them at the end. `told` is the answer, unless the search went
  // on since.
  const more = request.radius === undefined ? 1 : 2;
  let [telling, tell] = [0, began + TELL_AFTER];
  let told: Answer | undefined;
  for (let now = began; now < deadline - telling; ) {
    told = undefined;
    if (search.run(Math.min(deadline - telling, tell) - now)) break;
    now = performance.now();
    if (now < tell) continue;
    told = search.answer(now - began);
    const after = performance.now();
    telling = more * (after - now);
    tell = after + Math.max(TELL_AFTER, TELL_SHARE * (after - now));
    now = after;
  }
  told ??= search.answer(performance.now() - began);
  told.work.milliseconds = performance.now() - began;
  search.free();
  return told;
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
function check(options: Options, load: () => CoreModel, print: Print): 0 | 1 {
  const verdicts = checks(options);
  const said = text(options.answers ?? "", "answers").split("\n").filter((line) => line.trim() !== "");
  const answers = said.map((line, i) => object(line, `${basename(options.answers ?? "")}, line ${i + 1}`));
  const asked = ({ queries }: Options): RequestDoc[] | undefined => {
    if (queries === undefined) return undefined;
    const model = load();
    return withQueries(queries, model, (found) => [...requestsOf(options, found, model.info.columns)()]);
  };
  const requests = asked(options);
  if (requests !== undefined && requests.length !== answers.length) {
    throw new UsageError(`there are ${answers.length} answers to ${requests.length} queries; give one answer a line, in the queries' order`);
  }
  let code: 0 | 1 = 0;
  for (const [i, answer] of answers.entries()) {
    const own = typeof answer.answer === "object" ? answer.answer : answer;
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

/** The requests of all queries of so many columns, as often as they are asked for. */
function requestsOf(options: Options, { target, batches }: Queries, columns: number): () => Generator<RequestDoc> {
  const base = requestBase(options);
  const frame = { ...(target === undefined ? {} : { target }), ...base };
  return function* () {
    for (const batch of batches()) for (const query of listed(batch, columns)) yield { ...frame, query } as unknown as RequestDoc;
  };
}

/** One prediction a line. Bad input is told before anything is predicted. */
function predict(options: Options, model: CoreModel, print: Print): 0 {
  const ask = (first: number, batch: Float64Array): Prediction[] =>
    moved((where) => where.replace(/^\/(\d+)/, (_, own: string) => `/${first + Number(own)}`), () => model.predict(batch));
  withQueries(options.queries ?? "", model, ({ batches }) => {
    // A row that is whole has a prediction.
    for (const [first, batch] of numbered(batches(), model.info.columns)) if (batch.includes(NaN)) ask(first, batch);
    for (const [first, batch] of numbered(batches(), model.info.columns)) {
      if (batch.length > 0) print(ask(first, batch).map((prediction) => JSON.stringify(prediction)).join("\n"));
    }
  });
  return 0;
}

/** Batches of rows of so many columns, with the number of their first row. */
function* numbered(batches: Iterable<Float64Array>, columns: number): Generator<[number, Float64Array]> {
  let first = 0;
  for (const batch of batches) {
    yield [first, batch];
    first += batch.length / columns;
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

/** The model with its schema. */
function loadModel(options: Options): CoreModel {
  const schema = schemaText(options);
  return CoreModel.load(read(options.model ?? "", "model"), basename(options.model ?? ""), schema === undefined ? undefined : (readDocument(schema, "schema") as SchemaDoc));
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

/** Says of bad input which query it is about. */
function of<T>(query: string, part: () => T): T {
  try {
    return part();
  } catch (thrown) {
    if (!isInputError(thrown)) throw thrown;
    throw new UsageError(`${query}: ${thrown.message}`);
  }
}
