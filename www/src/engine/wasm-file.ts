/** The engine's wasm file. */

/** The file beside this package's modules, compiled. */
export const moduleOf = (): Promise<WebAssembly.Module> => fetched(new URL("../wasm/espalier.wasm", import.meta.url));

/** A file at an address, compiled while it arrives. */
export async function fetched(url: string | URL): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${String(url)} could not be read: ${response.status} ${response.statusText}`);
  const type = response.headers.get("content-type")?.split(";")[0]?.trim();
  // Plain file servers may name another type, which streaming refuses; older browsers compile no stream.
  return type === "application/wasm" && "compileStreaming" in WebAssembly ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
