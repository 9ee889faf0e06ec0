/**
 * The modules that answer what the engine does not, each a WebAssembly of its own, which reads a model again where it is
 * first needed. Calls throw an `InputError` for bad input, and anything else for a fault, after which the module must be
 * thrown away.
 */
import { part as glue } from "../wasm/part.js";
import { opener, type Open, type Part } from "./parts.js";

/** Makes a module ready. */
export function startPart(wasm: WebAssembly.Module | BufferSource): Open {
  const { initSync, ready, PartModel } = glue();
  initSync({ module: wasm });
  ready();
  return opener(PartModel);
}

/** The modules, each read and made ready when it is first needed. */
export function partsFrom(read: (part: Part) => BufferSource): (part: Part) => Open {
  const open = new Map<Part, Open>();
  return (part) => {
    const found = open.get(part) ?? startPart(read(part));
    open.set(part, found);
    return found;
  };
}
