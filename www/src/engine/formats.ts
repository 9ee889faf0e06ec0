/**
 * The loaders of other libraries' files: a WebAssembly module of their own, which turns such a file into Espalier's JSON. Calls
 * throw an `InputError` for bad input, with places in the file itself, and anything else for a fault, after which the module
 * must be thrown away.
 */
import { convert as run, initSync, ready } from "../wasm/formats.js";
import type { SchemaDoc } from "../types.js";

/** A model file as Espalier's JSON, and what it was. */
export interface Converted {
  json: Uint8Array;
  /** The format, as people say it. */
  format: string;
}

/** Turns a model file into Espalier's JSON; `name` is for messages only. */
export type Convert = (bytes: Uint8Array, name: string, schema?: SchemaDoc | string) => Converted;

/** Makes the loaders ready. */
export function startFormats(wasm: WebAssembly.Module | BufferSource): Convert {
  initSync({ module: wasm });
  ready();
  return convert;
}

const convert: Convert = (bytes, name, schema) => {
  const text = schema === undefined || typeof schema === "string" ? schema : JSON.stringify(schema);
  try {
    const converted = run(bytes, name, text);
    const result = { json: converted.json(), format: converted.format() };
    converted.free();
    return result;
  } catch (thrown) {
    // What is wrong with a file comes as text, a fault as an error.
    throw typeof thrown === "string" ? (JSON.parse(thrown) as unknown) : thrown;
  }
};
