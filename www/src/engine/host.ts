/**
 * Where a responder lives: a worker from this package's own code, a worker file that the page names, or, where neither is
 * allowed, the page's own thread in slices.
 */
import { Responder } from "./responder.js";
import EngineWorker from "./worker.ts?worker&inline";
import { fetched, moduleOf } from "./read-file.js";
import { missing } from "./needs.js";
import type { FromWorker, Held, Hold, ToWorker } from "./protocol.js";

/** How the engine is found and started; every field has a default. */
export interface EngineOptions {
  /** Where the wasm file lies; default: beside this package's modules. */
  wasmUrl?: string | URL;
  /** The wasm file itself. */
  wasmBytes?: BufferSource;
  /** The wasm file, compiled. */
  wasmModule?: WebAssembly.Module;
  /** Whether a second worker takes part of a search that lasts; default: where there is more than one processor. */
  share?: boolean;
  /** The worker's module; default: made from this package's own code, as a blob. */
  workerUrl?: string | URL;
}

/** A responder, wherever it lives. */
export interface Host {
  /** False when searches run on the page's own thread. */
  readonly parallel: boolean;
  post(message: ToWorker, transfer?: Transferable[]): void;
  /** Ends it at once; nothing is heard of it any more. */
  end(): void;
}

/** The listener of a host: it hears messages, or that the host can go on no more. */
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
  if (globalThis.isSecureContext) worker.postMessage({ hold: crypto.randomUUID() } satisfies Hold);
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
export function localHost(listener: Listener): Host {
  let alive = true;
  const responder = new Responder((message) => {
    if (alive) queueMicrotask(() => listener.heard(message));
  });
  return {
    parallel: false,
    post: (message) => queueMicrotask(() => {
      if (alive) responder.receive(message);
    }),
    end: () => {
      alive = false;
    },
  };
}

/** The engine's wasm as a module that a worker can be handed. `begun`: told its beginning, where the rest is slow to come. */
export async function compile({ wasmModule, wasmBytes, wasmUrl }: EngineOptions, begun?: (part: WebAssembly.Module) => void): Promise<WebAssembly.Module> {
  const lack = missing();
  if (lack !== null) throw new Error(lack);
  if (wasmModule !== undefined) return wasmModule;
  if (wasmBytes !== undefined) return WebAssembly.compile(wasmBytes);
  return wasmUrl === undefined ? moduleOf(begun) : fetched(wasmUrl, begun);
}
