/** The engine's wasm where it lies in the module itself: in builds of one file, which bring it along. */
import { bytesOf } from "./base85.js";

export { bytesAt, fetched, READABLE } from "./read-file.js";

/** Compiles wasm that was compressed by gzip and written by `base85`. Not fetched: a policy that allows no connection may stand over the file. */
export async function unpacked(text: string): Promise<WebAssembly.Module> {
  if (typeof DecompressionStream === "undefined") throw new Error("this browser cannot unpack the engine; Chrome and Edge from version 80, Firefox from 113 and Safari from 16.4 can");
  const wasm = new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(wasm).arrayBuffer());
}
