/**
 * The one engine of a page, and models that are loaded into it: for the element and the package alike. It takes its arguments as they are;
 * index.ts refuses those of another kind.
 */
import type { SchemaDoc } from "./types.js";
import { BadInput, textOf } from "./engine/errors.js";
import { Engine, type EngineModel } from "./engine/client.js";
import { bytesAt, READABLE } from "./engine/read-file.js";
import type { EngineOptions } from "./engine/host.js";

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

/** Reads a model; index.ts describes it. */
export async function loadModel(source: ArrayBuffer | Uint8Array | string | URL, { schema, name, guess, signal }: LoadOptions = {}): Promise<EngineModel> {
  const running = shared();
  running.warm();
  const bytes = await bytesOf(source);
  const known = name ?? (typeof source === "string" || source instanceof URL ? fileName(String(source)) : "the model");
  return running.load({ bytes, name: known, ...(schema === undefined ? {} : { schema }), ...(guess === true ? { guess } : {}) }, signal);
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
