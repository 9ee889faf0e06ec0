/**
 * The package: exact counterfactuals for tree ensembles. Nothing runs at import; the first call starts the engine.
 * Arguments of another kind than the types say are refused here, before they reach anything.
 *
 *     const model = await loadModel("loan.json");
 *     const answer = await model.explain({ query: [39, 21000], target: { class: 1 }, certificate: true });
 *     const verdict = await check(model, { query: [39, 21000], target: { class: 1 }, certificate: true }, answer);
 */
import type { Answer, RequestDoc, Verdict } from "./types.js";
import type { Measured } from "./measure/index.js";
import { EngineModel } from "./engine/client.js";
import type { EngineOptions } from "./engine/host.js";
import * as api from "./api.js";
import { isObject, need, optionsOf, plain } from "./arguments.js";
import { refusing } from "./refusing.js";

export type * from "./api.js";
export { BadInput, EngineFault, parallel, setWords, Superseded, warm } from "./api.js";

/** Says where the engine's files lie. To be called before the first model is loaded; an engine that runs is stopped. */
export function init(given: EngineOptions): void {
  api.init(optionsOf("init", given));
}

/**
 * Reads a model: the file's bytes, or where it lies: an address, in Node also a path. The engine runs in a worker, in Node
 * in a thread, and never blocks the page.
 * Fails with `BadInput` when the model or the schema is wrong.
 */
export async function loadModel(source: ArrayBuffer | Uint8Array | string | URL, options?: api.LoadOptions): Promise<EngineModel> {
  need(isBytes(source) || source instanceof URL || (typeof source === "string" && source !== ""), "loadModel", "source", source, 'bytes, or the address of a model file, such as "loan.json"');
  const { schema, name, ...others } = optionsOf("loadModel", options);
  need(typeof (name ?? "") === "string", "loadModel", "options.name", name, 'a text, such as "loan.json"');
  return refusing(await api.loadModel(source, { ...others, ...(name && { name }), ...(schema && { schema: plain("loadModel", "options.schema", schema) }) }));
}

/**
 * Checks an answer that carries a certificate (its request said `"certificate": true`): that the counterfactual is attained, and
 * that the proof shows nothing cheaper. The check shares no code with the engine and runs in a worker of its own, which is fetched
 * when it is first needed. `model`: a loaded one, or the bytes of a document in Espalier's own JSON. Fails with `BadInput` when a
 * document cannot be read.
 */
export async function check(model: EngineModel | ArrayBuffer | Uint8Array, request: RequestDoc, answer: Answer, options?: api.CheckOptions): Promise<Verdict> {
  need(model instanceof EngineModel || isBytes(model), "check", "model", model, LOADED);
  return api.check(model, plain("check", "request", request), plain("check", "answer", answer), optionsOf("check", options));
}

/**
 * Measures the counterfactuals of an answer (docs/measures.md): validity, sparsity, proximity, costs by each norm, the nearest background
 * row, how usual they are where the model has rows or a forest for it, and how steady. Of the set also diversity. Steadiness takes as
 * many further searches as there are `neighbours` (5; 0 leaves it out).
 */
export async function measures(model: EngineModel, request: RequestDoc, answer: Answer, options?: { neighbours?: number; signal?: AbortSignal }): Promise<Measured> {
  described("measures", model);
  answered("measures", "request.", request, "", answer);
  need(isObject(request.target), "measures", "request.target", request.target, 'the target of the request, such as { "class": 1 }');
  return api.measures(model, plain("measures", "request", request), answer, optionsOf("measures", options));
}

/**
 * How steady the answers to several people are (docs/measures.md). For each person it is the largest ratio of the distance between answers
 * to the distance between people, over the others of the list that are at most `within` away. People without an answer, or without
 * others nearby, have none.
 */
export function stability(model: EngineModel, asked: readonly { query: RequestDoc["query"]; answer: Answer }[], within?: number): (number | undefined)[] {
  described("stability", model);
  need(Array.isArray(asked), "stability", "asked", asked, "a list of queries with their answers, such as [{ query, answer }]");
  asked.forEach((one, index) => answered("stability", `asked[${index}].`, one, `asked[${index}].`, (one as Partial<typeof one> | null | undefined)?.answer));
  return api.stability(model, asked, within);
}

const LOADED = 'a loaded model, such as await loadModel("loan.json")';

const isBytes = (value: unknown): boolean => value instanceof ArrayBuffer || value instanceof Uint8Array;

/** Refuses any other thing than a model: one that is still being loaded, above all. */
const described = (call: string, model: EngineModel): void => need(isObject((model as Partial<EngineModel> | null | undefined)?.info), call, "model", model, LOADED);

/** Refuses other things than a query and its answer. */
function answered(call: string, of: string, one: { query: RequestDoc["query"] } | null | undefined, before: string, answer: Answer | null | undefined): void {
  const [query, list] = [one?.query, (answer as Partial<Answer> | null | undefined)?.counterfactuals];
  need(isObject(query), call, `${of}query`, query, "the query that was asked about, such as [39, 21000]");
  need(Array.isArray(list), call, `${before}answer`, answer, "its answer, such as await model.explain(request)");
}
