/** How files are read: the engine's wasm, and models by their address. In the build for Node, read-file-node.ts takes this file's place. */

/** The wasm beside this package's modules, compiled. The build leaves this expression as it stands, for other bundlers to find the file by. */
export const moduleOf = (): Promise<WebAssembly.Module> => fetched(new URL("../wasm/espalier.wasm", import.meta.url));

/** Wasm at an address, compiled while it arrives. */
export async function fetched(url: string | URL): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${String(url)} could not be read: ${response.status} ${response.statusText}`);
  const type = response.headers.get("content-type")?.split(";")[0]?.trim();
  // Plain file servers may name another type, which streaming refuses; older browsers compile no stream.
  return type === "application/wasm" && "compileStreaming" in WebAssembly ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** The bytes at an address. */
export async function bytesAt(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (response.ok) return response.arrayBuffer();
  throw new Error(`${response.status} ${response.statusText}`.trim());
}

/** The remedy where a model cannot be read. */
export const READABLE = "give the address of a model file that this page may read";
