/**
 * The functions of the package, by the one engine of the page. They take their arguments as they are: index.ts refuses those of another kind first, and
 * describes each function.
 */
import type { Answer, RequestDoc, SchemaDoc, Verdict } from "./types.js";
import { BadInput } from "./engine/errors.js";
import { measuring } from "./measure/ask.js";
import { driven } from "./measure/drive.js";
import type { Measured } from "./measure/index.js";
import { rowOf } from "./measure/person.js";
import { stability as steadiness } from "./measure/stability.js";
import { EngineModel } from "./engine/client.js";

export type * from "./types.js";
export { setWords, type SomeWords, type Words } from "./language.js";
export type { Window } from "./engine/protocol.js";
export type { EngineOptions } from "./engine/host.js";
export type { EngineModel as Model, ExplainOptions, ManyOptions } from "./engine/client.js";
export type { Measured, Measures, SetMeasures } from "./measure/index.js";
export { BadInput, EngineFault, Superseded } from "./engine/errors.js";
export { init, loadModel, parallel, warm, type LoadOptions } from "./loading.js";

/** Options of `check`, besides the documents. */
export interface CheckOptions {
  /** The meaning of the columns, in place of the model document's own statements; a loaded model knows its schema. */
  schema?: SchemaDoc;
  /** Aborting it ends the check; the promise then fails. */
  signal?: AbortSignal;
  /** Share of the proof that was followed, at most every 50 milliseconds. */
  onProgress?: (share: number) => void;
}

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

export async function measures(model: EngineModel, request: RequestDoc, answer: Answer, { neighbours, signal }: { neighbours?: number; signal?: AbortSignal } = {}): Promise<Measured> {
  const rows = model.info.rows > 0 ? await model.rows() : [];
  const found = await driven(model, measuring({ info: model.info, rows }, request, answer, neighbours), signal);
  if (found === null) throw signal?.reason;
  return found;
}

export function stability(model: EngineModel, asked: readonly { query: RequestDoc["query"]; answer: Answer }[], within = 0.5): (number | undefined)[] {
  const { features } = model.info;
  const answered = asked.flatMap(({ query, answer: { counterfactuals: [first] } }, index) => (first ? [{ index, query: rowOf(features, query), values: first.values }] : []));
  const found = steadiness(features, answered, within);
  const all: (number | undefined)[] = asked.map(() => undefined);
  answered.forEach(({ index }, at) => (all[index] = found[at]));
  return all;
}
