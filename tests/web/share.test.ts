/** One search in two workers: here two sessions on one thread that take turns. */
import { describe, expect, it, vi } from "vitest";
import { Engine, type EngineModel } from "../../www/src/engine/client.js";
import { localHost, type EngineOptions, type Listener } from "../../www/src/engine/host.js";
import type { ToWorker } from "../../www/src/engine/protocol.js";
import type { Answer, RequestDoc } from "../../www/src/types.js";
import { bytesOf, hard, wasm } from "./models.js";

const file = (): { bytes: ArrayBuffer; name: string } => ({ bytes: bytesOf(hard()), name: "hard.json" });

/** Random trees hardly reach it: a search of a second or so. */
const request: RequestDoc = {
  query: Array.from({ length: 40 }, (_, i) => (i % 7) / 7),
  target: { class: 1, min_probability: 0.575 },
  time_limit: 100,
};

interface Made {
  engine: Engine;
  /** The messages that each responder was sent. */
  sent: ToWorker[][];
  /** Who hears each responder. */
  listeners: Listener[];
}

/** An engine whose sessions count as workers. */
function made(options: EngineOptions = {}): Made {
  const sent: ToWorker[][] = [];
  const listeners: Listener[] = [];
  const local = (listener: Listener) => {
    const messages: ToWorker[] = [];
    sent.push(messages);
    listeners.push(listener);
    const host = localHost(listener);
    const post = (message: ToWorker, transfer?: Transferable[]): void => {
      messages.push(message);
      host.post(message, transfer);
    };
    return { ...host, parallel: true, post };
  };
  return { engine: new Engine({ wasmBytes: wasm(), share: true, ...options }, { worker: undefined, local, shareAfter: 30 }), sent, listeners };
}

const calls = (messages: ToWorker[] | undefined): string[] => messages?.flatMap((message) => ("call" in message ? [message.call] : Object.keys(message).slice(0, 1))) ?? [];

async function alone(): Promise<Answer> {
  const { engine } = made({ share: false });
  return (await engine.load(file())).explain(request);
}

describe("a search in two workers", { timeout: 100_000 }, () => {
  it("finds the same as one, and both take part", async () => {
    const one = await alone();
    expect(one.status).toBe("optimal");
    const posted = vi.spyOn(MessagePort.prototype, "postMessage");
    const { engine, sent } = made();
    const two = await (await engine.load(file())).explain(request);
    const parcels = posted.mock.calls.filter(([note]) => (note as { boxes?: boolean } | null)?.boxes === true);
    posted.mockRestore();
    expect(parcels.length, "boxes went over").toBeGreaterThan(0);
    expect(two.status).toBe("optimal");
    expect(two.counterfactuals[0]?.cost).toBeCloseTo(one.counterfactuals[0]?.cost ?? NaN, 9);
    expect(calls(sent[0])).toEqual(["init", "load", "explain", "share"]);
    expect(calls(sent[1])).toEqual(["init", "load", "assist", "stop"]);
    expect(two.work.nodes, "hardly more boxes than alone").toBeLessThan(2 * one.work.nodes);
    engine.stop();
  });

  it("goes on alone when the other worker dies, and loses nothing", async () => {
    const one = await alone();
    const { engine, sent, listeners } = made();
    const model: EngineModel = await engine.load(file());
    const died = new Promise<void>((tell) => {
      const look = setInterval(() => {
        if (!calls(sent[1]).includes("assist")) return;
        clearInterval(look);
        setTimeout(() => {
          listeners[1]?.died("out of memory");
          tell();
        }, 50);
      }, 5);
    });
    const [two] = await Promise.all([model.explain(request), died]);
    expect(calls(sent[0])).toEqual(["init", "load", "explain", "share", "alone"]);
    expect(two.status).toBe("optimal");
    expect(two.counterfactuals[0]?.cost).toBeCloseTo(one.counterfactuals[0]?.cost ?? NaN, 9);
    engine.stop();
  });

  it("stops at once with the best so far", async () => {
    const { engine, sent } = made();
    const model = await engine.load(file());
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 300);
    const answer = await model.explain({ ...request, target: { class: 1, min_probability: 0.59 } }, { signal: stop.signal });
    expect(["feasible", "unknown"]).toContain(answer.status);
    expect(calls(sent[1])).toContain("stop");
    engine.stop();
  });
});
