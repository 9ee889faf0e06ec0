/**
 * The package: exact counterfactuals for tree ensembles. Nothing runs at import; the first call starts the engine.
 *
 *     const model = await loadModel("loan.json");
 *     const answer = await model.explain({ query: [39, 21000], target: { class: 1 } });
 */
import type { SchemaDoc } from "./types.js";
import { BadInput, textOf } from "./engine/errors.js";
import { Engine, type EngineModel } from "./engine/client.js";
import type { EngineOptions } from "./engine/host.js";

export type * from "./types.js";
export type { Window } from "./engine/protocol.js";
export type { EngineOptions } from "./engine/host.js";
export type { EngineModel as Model, ExplainOptions } from "./engine/client.js";
export { BadInput, EngineFault, Superseded } from "./engine/errors.js";

/** What `loadModel` may be told besides the model. */
export interface LoadOptions {
  /** What the columns mean; without it the file's own names, every column numeric. */
  schema?: SchemaDoc;
  /** Without a schema: takes the one that names, thresholds and rows speak for; the model's `guess` says what that was. */
  guess?: boolean;
  /** The file's name, for messages. */
  name?: string;
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

/** Fetches the loaders of other libraries' files ahead of the first such file; Espalier's own JSON needs none. */
export function warmFormats(): Promise<void> {
  return shared().warmFormats();
}

/** Whether searches run beside the page's own thread; false where workers are not allowed. Starts the engine. */
export function parallel(): Promise<boolean> {
  return shared().parallel();
}

const shared = (): Engine => (engine ??= new Engine(options));

/**
 * Reads a model: the file's bytes, or where it lies. The engine runs in a worker and never blocks the page.
 * Fails with `BadInput` when the model or the schema is wrong.
 */
export async function loadModel(source: ArrayBuffer | Uint8Array | string | URL, { schema, name, guess }: LoadOptions = {}): Promise<EngineModel> {
  const running = shared();
  running.warm();
  const bytes = await bytesOf(source);
  const known = name ?? (typeof source === "string" || source instanceof URL ? fileName(String(source)) : "the model");
  return running.load({ bytes, name: known, ...(schema === undefined ? {} : { schema }), ...(guess === true ? { guess } : {}) });
}

async function bytesOf(source: ArrayBuffer | Uint8Array | string | URL): Promise<ArrayBuffer> {
  if (source instanceof ArrayBuffer) return source;
  if (source instanceof Uint8Array) return Uint8Array.from(source).buffer;
  const url = String(source);
  try {
    const response = await fetch(url);
    if (response.ok) return await response.arrayBuffer();
    throw new Error(`${response.status} ${response.statusText}`.trim());
  } catch (error) {
    const what = `${fileName(url)} could not be read: ${textOf(error)}`;
    const right = "give the address of a model file that this page may read";
    throw new BadInput({ message: `model: ${what}; ${right}`, source: "model", what, right });
  }
}

const fileName = (url: string): string => url.split(/[?#]/)[0]?.split("/").pop() ?? url;
