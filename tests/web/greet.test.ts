import { expect, it } from "vitest";
import { greeted } from "../../www/src/engine/greet.js";
import type { Host, Listener } from "../../www/src/engine/host.js";

const wasm = new WebAssembly.Module(Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0]));
const silent: Listener = { heard: () => undefined, died: () => undefined };
const settled = (): Promise<void> => new Promise((soon) => setTimeout(soon, 5));

/** A host that answers as it is told to, and notes all that is done with it. */
function noted(answer: (listener: Listener) => void): { seen: string[]; open: (listener: Listener) => Host } {
  const seen: string[] = [];
  const open = (listener: Listener): Host => {
    seen.push("opened");
    const post: Host["post"] = (message) => {
      seen.push("call" in message && message.call === "init" && message.wasm === wasm ? "given the wasm" : "asked something else");
      queueMicrotask(() => answer(listener));
    };
    return { parallel: true, post, end: () => seen.push("ended") };
  };
  return { seen, open };
}

const greets = (listener: Listener): void => listener.heard({ id: 0, ok: "init", version: "1" });

it("starts while the engine's file is on its way", async () => {
  const { seen, open } = noted(greets);
  let arrive: (module: WebAssembly.Module) => void = () => undefined;
  const host = greeted(new Promise((resolve) => (arrive = resolve)), open, silent);
  await settled();
  expect(seen).toEqual(["opened"]);
  arrive(wasm);
  await host;
  expect(seen).toEqual(["opened", "given the wasm"]);
});

it("is ended where the file does not come, does not start, or where it dies before it has greeted", async () => {
  const { seen, open } = noted(greets);
  await expect(greeted(Promise.reject(new Error("404")), open, silent)).rejects.toThrow("404");
  expect(seen).toEqual(["opened", "ended"]);
  for (const answer of [(to: Listener) => to.heard({ id: 0, fault: "no memory" }), (to: Listener) => to.died("no memory")]) {
    const failing = noted(answer);
    await expect(greeted(Promise.resolve(wasm), failing.open, silent)).rejects.toThrow("no memory");
    expect(failing.seen).toEqual(["opened", "given the wasm", "ended"]);
  }
});
