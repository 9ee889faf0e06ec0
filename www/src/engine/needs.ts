/** Abilities of a browser that the engine cannot do without. Imports nothing. */

/** The smallest module with an instruction of SIMD. */
const SIMD = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11);

/** A sentence on the ability that is missing here; null where all are there. */
export function missing(): string | null {
  if (typeof WebAssembly !== "object") return "this browser does not run WebAssembly, or it is switched off; current versions of Chrome, Edge, Firefox and Safari run it";
  if (!WebAssembly.validate(SIMD)) return "this browser's WebAssembly lacks SIMD instructions; Chrome and Edge from version 91, Firefox from 89 and Safari from 16.4 have them";
  return null;
}
