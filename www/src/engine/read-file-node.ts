/** The same as read-file.ts in Node: files lie on the disk, unless their address says that they are to be fetched. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** The wasm beside this package's modules, compiled. */
export const moduleOf = (): Promise<WebAssembly.Module> => fetched(new URL("../wasm/espalier.wasm", import.meta.url));

/** Wasm at a path or an address, compiled. */
export const fetched = async (url: string | URL): Promise<WebAssembly.Module> => WebAssembly.compile(await bytesAt(String(url)));

/** The bytes of a file: a path, a `file:` address, or one that is fetched (`http:`, `https:`, `data:`, `blob:`). */
export async function bytesAt(address: string): Promise<ArrayBuffer> {
  if (/^(https?|data|blob):/i.test(address)) {
    const response = await fetch(address);
    if (response.ok) return response.arrayBuffer();
    throw new Error(`${response.status} ${response.statusText}`.trim());
  }
  // Small files lie in a pool that others share; the engine takes a buffer of its own.
  return Uint8Array.from(await readFile(/^file:/i.test(address) ? fileURLToPath(address) : address)).buffer;
}

/** The remedy where a model cannot be read. */
export const READABLE = "give the path or the address of a model file that can be read";
