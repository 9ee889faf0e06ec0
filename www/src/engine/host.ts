/**
 * Where a session lives: a worker from this package's own code, a worker file that the page names, or, where neither is
 * allowed, the page's own thread in slices.
 */
import EngineWorker from "./worker.ts?worker&inline";
import type { Part } from "./parts.js";
import type { FromWorker, Held, Hold, ToWorker } from "./protocol.js";

/** How the engine is found and started; every field has a default. */
export interface EngineOptions {
  /** Where the wasm file lies; default: beside this package's modules. */
  wasmUrl?: string | URL;
  /** The wasm file itself. */
  wasmBytes?: BufferSource;
  /** The wasm file, compiled. */
  wasmModule?: WebAssembly.Module;
  /** The same of the loaders of other libraries' files, which are fetched when such a file is opened. */
  formatsUrl?: string | URL;
  formatsBytes?: BufferSource;
  formatsModule?: WebAssembly.Module;
  /** The same of the search over hyperplanes and hulls, fetched for a model or a request that needs it. */
  slantedUrl?: string | URL;
  slantedBytes?: BufferSource;
  slantedModule?: WebAssembly.Module;
  /** The same of the search over sums of features of models without hyperplanes. */
  coupledUrl?: string | URL;
  coupledBytes?: BufferSource;
  coupledModule?: WebAssembly.Module;
  /** The same of certificates beside these. */
  coverUrl?: string | URL;
  coverBytes?: BufferSource;
  coverModule?: WebAssembly.Module;
  /** The same of certificates, regions and the best prediction, fetched for a request that asks for them. */
  moreUrl?: string | URL;
  moreBytes?: BufferSource;
  moreModule?: WebAssembly.Module;
  /** The same of the mixed-integer program, fetched for a request that names it or is written for another solver. */
  milpUrl?: string | URL;
  milpBytes?: BufferSource;
  milpModule?: WebAssembly.Module;
  /** Whether a second worker takes part of a search that lasts; default: where there is more than one processor. */
  share?: boolean;
  /** The worker's module; default: made from this package's own code, as a blob. */
  workerUrl?: string | URL;
}

/** A session, wherever it lives. */
export interface Host {
  /** False when searches run on the page's own thread. */
  readonly parallel: boolean;
  post(message: ToWorker, transfer?: Transferable[]): void;
  /** Ends it at once; nothing is heard of it any more. */
  end(): void;
}

/** What a host tells: a message, or that it can go on no more. */
export interface Listener {
  heard(message: FromWorker): void;
  died(reason: string): void;
}

/** A worker. `listener.died` is told when the browser does not allow it to start. */
export function workerHost(options: EngineOptions, listener: Listener): Host {
  const worker = options.workerUrl === undefined ? new EngineWorker() : fromUrl(new URL(options.workerUrl, location.href));
  worker.onmessage = ({ data }: MessageEvent<FromWorker | Held>) => {
    if (!("held" in data)) {
      listener.heard(data);
      return;
    }
    // Nothing else tells that a worker was ended from outside: its lock comes free.
    navigator.locks.request(data.held, () => listener.died("its worker was ended from outside")).catch(() => undefined);
  };
  // Only where the connection is safe are there locks.
  if (isSecureContext) worker.postMessage({ hold: crypto.randomUUID() } satisfies Hold);
  worker.onmessageerror = () => listener.died("a message could not be read");
  worker.onerror = (event) => {
    event.preventDefault();
    listener.died(event.message === "" ? "the worker could not be started" : event.message);
  };
  return {
    parallel: true,
    post: (message, transfer = []) => worker.postMessage(message, transfer),
    end: () => {
      worker.onmessage = worker.onmessageerror = worker.onerror = null;
      worker.terminate();
    },
  };
}

/** Browsers refuse a worker from another origin; a blob that imports it is of this one. */
function fromUrl(url: URL): Worker {
  if (url.origin === location.origin) return new Worker(url, { type: "module" });
  const blob = new Blob([`import ${JSON.stringify(url.href)};`], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(blob), { type: "module" });
}

/** The page's own thread. */
export async function localHost(listener: Listener): Promise<Host> {
  const { Session } = await import("./session.js");
  let alive = true;
  const session = new Session((message) => {
    if (alive) queueMicrotask(() => listener.heard(message));
  });
  return {
    parallel: false,
    post: (message) => queueMicrotask(() => {
      if (alive) session.receive(message);
    }),
    end: () => {
      alive = false;
    },
  };
}

/** The engine's wasm as a module that a worker can be handed. */
export function compile({ wasmModule, wasmBytes, wasmUrl }: EngineOptions): Promise<WebAssembly.Module> {
  return moduleOf(wasmModule, wasmBytes, () => wasmUrl ?? new URL("../wasm/core.wasm", import.meta.url));
}

/** The loaders of other libraries' files, likewise. */
export function compileFormats({ formatsModule, formatsBytes, formatsUrl }: EngineOptions): Promise<WebAssembly.Module> {
  return moduleOf(formatsModule, formatsBytes, () => formatsUrl ?? new URL("../wasm/formats.wasm", import.meta.url));
}

/** The modules that answer what the engine does not, likewise. */
export function compilePart(part: Part, options: EngineOptions): Promise<WebAssembly.Module> {
  // Written out, so that bundlers see each file.
  switch (part) {
    case "slanted":
      return moduleOf(options.slantedModule, options.slantedBytes, () => options.slantedUrl ?? new URL("../wasm/slanted.wasm", import.meta.url));
    case "coupled":
      return moduleOf(options.coupledModule, options.coupledBytes, () => options.coupledUrl ?? new URL("../wasm/coupled.wasm", import.meta.url));
    case "cover":
      return moduleOf(options.coverModule, options.coverBytes, () => options.coverUrl ?? new URL("../wasm/cover.wasm", import.meta.url));
    case "more":
      return moduleOf(options.moreModule, options.moreBytes, () => options.moreUrl ?? new URL("../wasm/more.wasm", import.meta.url));
    case "milp":
      return moduleOf(options.milpModule, options.milpBytes, () => options.milpUrl ?? new URL("../wasm/milp.wasm", import.meta.url));
  }
}

async function moduleOf(module: WebAssembly.Module | undefined, bytes: BufferSource | undefined, at: () => string | URL): Promise<WebAssembly.Module> {
  if (module !== undefined) return module;
  if (bytes !== undefined) return WebAssembly.compile(bytes);
  const url = at();
  const [, inside] = /^data:application\/wasm;base64,(.*)$/s.exec(String(url)) ?? [];
  // Not fetched: a policy that allows no connection may stand over a file that brings its wasm along.
  if (inside !== undefined) return WebAssembly.compile(Uint8Array.from(atob(inside), (char) => char.charCodeAt(0)));
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${String(url)} could not be read: ${response.status} ${response.statusText}`);
  const type = response.headers.get("content-type")?.split(";")[0]?.trim();
  // Plain file servers may name another type, which streaming refuses.
  return type === "application/wasm" ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
