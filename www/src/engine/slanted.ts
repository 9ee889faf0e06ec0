/**
 * The searches that are asked for less often: a WebAssembly module of its own, which reads a model again where it is first
 * needed. Calls throw an `InputError` for bad input, and anything else for a fault, after which the module must be thrown away.
 */
import { initSync, ready, SlantedModel } from "../wasm/slanted.js";
import { said, type Open } from "./parts.js";

/** Makes the module ready. */
export function startSlanted(wasm: WebAssembly.Module | BufferSource): Open {
  initSync({ module: wasm });
  ready();
  return ({ json, name, schema }) => {
    const model = said(() => new SlantedModel(json, name, schema));
    return { search: (request) => said(() => model.search(request)), free: () => model.free() };
  };
}
