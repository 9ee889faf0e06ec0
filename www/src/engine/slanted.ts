/**
 * The search over hyperplanes and over sums of features: a WebAssembly module of its own, which reads a model again where it
 * is first needed. Calls throw an `InputError` for bad input, and anything else for a fault, after which the module must be
 * thrown away.
 */
import { initSync, ready, SlantedModel, type SlantedSearch } from "../wasm/slanted.js";

/** A model file in Espalier's JSON, its name for messages, and the schema that takes the place of its own. */
export interface Source {
  json: Uint8Array;
  name: string;
  schema: string | undefined;
}

/** A model as this module knows it. */
export interface Slanted {
  /** Makes a search ready that has looked at nothing yet; the request is JSON text. */
  search(request: string): SlantedSearch;
  free(): void;
}

/** Reads a model. */
export type OpenSlanted = (source: Source) => Slanted;

/** Makes the module ready. */
export function startSlanted(wasm: WebAssembly.Module | BufferSource): OpenSlanted {
  initSync({ module: wasm });
  ready();
  return ({ json, name, schema }) => {
    const model = said(() => new SlantedModel(json, name, schema));
    return { search: (request) => said(() => model.search(request)), free: () => model.free() };
  };
}

/** What is wrong with a document comes as text, a fault as an error. */
function said<T>(part: () => T): T {
  try {
    return part();
  } catch (thrown) {
    throw typeof thrown === "string" ? (JSON.parse(thrown) as unknown) : thrown;
  }
}
