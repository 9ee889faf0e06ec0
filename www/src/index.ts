/**
 * The package: exact counterfactuals for tree ensembles. Nothing runs at import; the first call starts the engine.
 *
 *     const model = await loadModel("loan.json");
 *     const answer = await model.explain({ query: [39, 21000], target: { class: 1 }, certificate: true });
 *     const verdict = await check(model, { query: [39, 21000], target: { class: 1 }, certificate: true }, answer);
 */
import type { Answer, RequestDoc, SchemaDoc, Verdict } from "./types.js";
import { BadInput, textOf } from "./engine/errors.js";
import { measuring } from "./measure/ask.js";
import { driven } from "./measure/drive.js";
import type { Measured } from "./measure/index.js";
import { rowOf } from "./measure/person.js";
import { stability as steadiness } from "./measure/stability.js";
import { Engine, EngineModel } from "./engine/client.js";
import { bytesAt, READABLE } from "./engine/read-file.js";
import type { EngineOptions } from "./engine/host.js";

export type * from "./types.js";
export { setWords, type SomeWords, type Words } from "./language.js";
export type { Window } from "./engine/protocol.js";
export type { EngineOptions } from "./engine/host.js";
export type { EngineModel as Model, ExplainOptions, ManyOptions } from "./engine/client.js";
export type { Measured, Measures, SetMeasures } from "./measure/index.js";
export { BadInput, EngineFault, Superseded } from "./engine/errors.js";

/** Options of `loadModel`, besides the model. */
export interface LoadOptions {
  /** The meaning of the columns; without it the file's own names, every column numeric. */
  schema?: SchemaDoc;
  /** Without a schema: takes the one that names, thresholds and rows speak for; the model's `guess` holds it. */
  guess?: boolean;
  /** The file's name, for messages. */
  name?: string;
  /** Aborting it ends the reading; the promise then fails, and so do calls that wait for the engine. */
  signal?: AbortSignal;
}

/** Options of `check`, besides the documents. */
export interface CheckOptions {
  /** The meaning of the columns, in place of the model document's own statements; a loaded model knows its schema. */
  schema?: SchemaDoc;
  /** Aborting it ends the check; the promise then fails. */
  signal?: AbortSignal;
  /** Share of the proof that was followed, at most every 50 milliseconds. */
  onProgress?: (share: number) => void;
}

let options: EngineOptions = {};
let engine: Engine | undefined;

/** Says where the engine's files lie. To be called before the first model is loaded; an engine that runs is stopped. */
export function init(given: EngineOptions): void {
  options = given;
  engine?.stop();
  engine = undefined;
}

/** Starts fetching and compiling the engine ahead of the first model. */
export function warm(): void {
  shared().warm();
}

/** Whether searches run beside the page's own thread; false where workers are not allowed. Starts the engine. */
export function parallel(): Promise<boolean> {
  return shared().parallel();
}

const shared = (): Engine => (engine ??= new Engine(options));

/**
 * Reads a model: the file's bytes, or where it lies: an address, in Node also a path. The engine runs in a worker, in Node
 * in a thread, and never blocks the page.
 * Fails with `BadInput` when the model or the schema is wrong.
 */
export async function loadModel(source: ArrayBuffer | Uint8Array | string | URL, { schema, name, guess, signal }: LoadOptions = {}): Promise<EngineModel> {
  const running = shared();
  running.warm();
  const bytes = await bytesOf(source);
  const known = name ?? (typeof source === "string" || source instanceof URL ? fileName(String(source)) : "the model");
  return running.load({ bytes, name: known, ...(schema === undefined ? {} : { schema }), ...(guess === true ? { guess } : {}) }, signal);
}

/**
 * Checks an answer that carries a certificate (its request said `"certificate": true`): that the counterfactual is attained, and
 * that the proof shows nothing cheaper. The check shares no code with the engine and runs in a worker of its own, which is fetched
 * when it is first needed. `model`: a loaded one, or the bytes of a document in Espalier's own JSON. Fails with `BadInput` when a
 * document cannot be read.
 */
export async function check(model: EngineModel | ArrayBuffer | Uint8Array, request: RequestDoc, answer: Answer, given: CheckOptions = {}): Promise<Verdict> {
  const { schema, signal, onProgress } = given;
  const [{ checkBeside, NoVerdict }, own] = await Promise.all([import("./check/beside.js"), model instanceof EngineModel ? model.checkable() : { model: new Uint8Array(model) }]);
  try {
    const { verdict } = await checkBeside({ ...own, request, answer, ...(schema === undefined ? {} : { schema }) }, signal, onProgress);
    return verdict;
  } catch (error) {
    if (!(error instanceof NoVerdict) || error.reason !== "input") throw error;
    throw new BadInput({ message: `check: ${error.message}`, source: "check", what: error.message });
  }
}

/**
 * Measures the counterfactuals of an answer (docs/measures.md): validity, sparsity, proximity, costs by each norm, the nearest background
 * row, how usual they are where the model has rows or a forest for it, and how steady. Of the set also diversity. Steadiness takes as
 * many further searches as there are `neighbours` (5; 0 leaves it out).
 */
export async function measures(model: EngineModel, request: RequestDoc, answer: Answer, { neighbours, signal }: { neighbours?: number; signal?: AbortSignal } = {}): Promise<Measured> {
  const rows = model.info.rows > 0 ? await model.rows() : [];
  const found = await driven(model, measuring({ info: model.info, rows }, request, answer, neighbours), signal);
  if (found === null) throw signal?.reason;
  return found;
}

/**
 * How steady the answers to several people are (docs/measures.md). For each person it is the largest ratio of the distance between answers
 * to the distance between people, over the others of the list that are at most `within` away. People without an answer, or without
 * others nearby, have none.
 */
export function stability(model: EngineModel, asked: readonly { query: RequestDoc["query"]; answer: Answer }[], within = 0.5): (number | undefined)[] {
  const { features } = model.info;
  const answered = asked.flatMap(({ query, answer: { counterfactuals: [first] } }, index) => (first ? [{ index, query: rowOf(features, query), values: first.values }] : []));
  const found = steadiness(features, answered, within);
  const all: (number | undefined)[] = asked.map(() => undefined);
  answered.forEach(({ index }, at) => (all[index] = found[at]));
  return all;
}

async function bytesOf(source: ArrayBuffer | Uint8Array | string | URL): Promise<ArrayBuffer> {
  if (source instanceof ArrayBuffer) return source;
  if (source instanceof Uint8Array) return Uint8Array.from(source).buffer;
  const url = String(source);
  try {
    return await bytesAt(url);
  } catch (error) {
    const what = `${fileName(url)} could not be read: ${textOf(error)}`;
    throw new BadInput({ message: `model: ${what}; ${READABLE}`, source: "model", what, right: READABLE });
  }
}

const fileName = (url: string): string => url.split(/[?#]/)[0]?.split(/[/\\]/).pop() ?? url;
