/** How files are read: the engine's wasm, and models by their address. In the build for Node, read-file-node.ts takes this file's place. */
import { firstPart, joined } from "./first-part.js";

/** Told the wasm's beginning, compiled, where the rest is slow to come. */
export type Begun = (part: WebAssembly.Module) => void;

/** Milliseconds in which the rest has to be there, so that the beginning alone is not worth a start. */
const SOON = 15;

/** The wasm beside this package's modules, compiled. The build leaves this expression as it stands, for other bundlers to find the file by. */
export const moduleOf = (begun?: Begun): Promise<WebAssembly.Module> => fetched(new URL("../wasm/espalier.wasm", import.meta.url), begun);

/** Wasm at an address, compiled while it arrives. */
export async function fetched(url: string | URL, begun?: Begun): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${String(url)} could not be read: ${response.status} ${response.statusText}`);
  // A second reader of the same file; where it fails, the first one tells.
  if (begun !== undefined) watched(response.clone(), begun).catch(() => undefined);
  const type = response.headers.get("content-type")?.split(";")[0]?.trim();
  // Plain file servers may name another type, which streaming refuses; older browsers compile no stream.
  return type === "application/wasm" && "compileStreaming" in WebAssembly ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** Compiles the beginning of wasm that arrives. */
async function watched({ body }: Response, begun: Begun): Promise<void> {
  const reader = body?.getReader();
  let part: Uint8Array<ArrayBuffer> | null = null;
  for (let bytes = new Uint8Array(); part === null; part = firstPart(bytes)) {
    const next = await reader?.read();
    if (next?.value === undefined) return;
    bytes = joined([bytes, next.value]);
  }
  const ended = async (): Promise<boolean> => {
    while ((await reader?.read())?.done === false);
    return true;
  };
  const slow = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), SOON));
  if (!(await Promise.race([ended(), slow]))) begun(await WebAssembly.compile(part));
}

/** The bytes at an address. */
export async function bytesAt(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (response.ok) return response.arrayBuffer();
  throw new Error(`${response.status} ${response.statusText}`.trim());
}

/** The remedy where a model cannot be read. */
export const READABLE = "give the address of a model file that this page may read";
