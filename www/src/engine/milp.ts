/**
 * The mixed-integer program of a request, solved or written for other solvers: a WebAssembly module of its own, which reads a
 * model again where it is first needed. Calls throw as those of `slanted`.
 */
import { initSync, MilpModel, ready } from "../wasm/milp.js";
import { said, type Open } from "./parts.js";

/** Makes the module ready. */
export function startMilp(wasm: WebAssembly.Module | BufferSource): Open {
  initSync({ module: wasm });
  ready();
  return ({ json, name, schema }) => {
    const model = said(() => new MilpModel(json, name, schema));
    return {
      search: (request) => said(() => model.search(request)),
      formulation: (request, format) => said(() => model.formulation(request, format)),
      free: () => model.free(),
    };
  };
}
