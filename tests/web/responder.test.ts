import { beforeAll, describe, expect, it, vi } from "vitest";
import type { FromWorker } from "../../www/src/engine/protocol.js";
import { Engine } from "../../www/src/engine/client.js";
import { Superseded } from "../../www/src/engine/errors.js";
import { localHost } from "../../www/src/engine/host.js";
import { Responder } from "../../www/src/engine/responder.js";
import type { Answer, RequestDoc } from "../../www/src/types.js";
import { bytesOf, hard, wasm } from "./models.js";

const bytes = bytesOf(hard());
/** A probability that random trees hardly reach: a long search. */
const request = (fields: Partial<RequestDoc> = {}): RequestDoc => ({
  query: Array.from({ length: 40 }, (_, i) => (i % 7) / 7),
  target: { class: 1, min_probability: 0.6 },
  time_limit: 60,
  ...fields,
});

describe("a responder", () => {
  const heard: (FromWorker & { at: number })[] = [];
  const responder = new Responder((message) => void heard.push({ ...message, at: performance.now() }));
  const answered = async (id: number): Promise<Answer> => {
    for (;;) {
      const found = heard.find((message) => message.id === id && !("progress" in message));
      if (found !== undefined && "ok" in found && found.ok === "explain") return found.answer;
      if (found !== undefined) throw new Error(JSON.stringify(found));
      await new Promise((soon) => setTimeout(soon, 5));
    }
  };

  beforeAll(() => {
    responder.receive({ id: 1, call: "init", wasm: wasm().buffer });
    responder.receive({ id: 2, call: "load", bytes, name: "hard.json" });
    expect(heard.map((message) => "ok" in message && message.ok)).toEqual(["init", "load"]);
  });

  it("stops a search at the first look at the clock after its deadline, with the best so far", async () => {
    // On this clock ten milliseconds pass between two looks, in whole numbers, so the test is the same on every machine.
    let [time, looks] = [Math.ceil(performance.now()), 0];
    const clock = vi.spyOn(performance, "now").mockImplementation(() => ((looks += 1), (time += 10)));
    responder.receive({ id: 3, call: "explain", model: 1, request: request({ time_limit: 1 }), progressEvery: 1 });
    const answer = await answered(3);
    clock.mockRestore();
    expect(["feasible", "unknown"]).toContain(answer.status);
    expect(answer.work.milliseconds).toBeGreaterThanOrEqual(1000);
    expect(looks).toBeLessThan(110);
    const reports = heard.filter((message) => message.id === 3 && "progress" in message);
    expect(reports.length).toBeGreaterThan(0);
    for (const [i, report] of reports.entries()) {
      const before = reports[i - 1];
      if (before !== undefined) expect(report.at - before.at).toBeGreaterThanOrEqual(49);
    }
  });

  it("tells a better answer once, and bounds that only rise", async () => {
    responder.receive({ id: 4, call: "explain", model: 1, request: request({ time_limit: 1.5 }), progressEvery: 50 });
    await answered(4);
    const reports = heard.flatMap((message) => (message.id === 4 && "progress" in message ? [message] : []));
    let [bound, cost] = [0, Infinity];
    for (const { progress, best } of reports) {
      expect(progress.lowerBound).toBeGreaterThanOrEqual(bound);
      bound = progress.lowerBound;
      if (best === undefined) continue;
      expect(best.counterfactuals[0]?.cost).toBeLessThan(cost);
      cost = best.counterfactuals[0]?.cost ?? NaN;
    }
  });

  it("obeys Stop at once, and answers other calls while it searches", async () => {
    responder.receive({ id: 5, call: "explain", model: 1, request: request(), progressEvery: 50 });
    // The first box, the root, takes longest; reports come after it.
    while (!heard.some((message) => message.id === 5)) await new Promise((later) => setTimeout(later, 5));
    responder.receive({ id: 6, call: "predict", model: 1, rows: new Float64Array(40) });
    expect(heard.at(-1)).toMatchObject({ id: 6, ok: "predict" });
    responder.receive({ stop: 5 });
    // The answer is there before anything else is done.
    const last = heard.at(-1);
    expect(last).toMatchObject({ id: 5, ok: "explain" });
    const answer = await answered(5);
    expect(["feasible", "unknown"]).toContain(answer.status);
  });

  it("refuses a text that it cannot read without losing anything", () => {
    responder.receive({ id: 7, call: "explain", model: 1, request: { ...request(), query: [1] }, progressEvery: 50 });
    expect(heard.at(-1)).toMatchObject({ id: 7, input: { source: "request", where: "/query" } });
    responder.receive({ id: 8, call: "load", bytes: new ArrayBuffer(3), name: "empty" });
    expect(heard.at(-1)).toMatchObject({ id: 8, input: { source: "model" } });
    responder.receive({ stop: 99 });
    responder.receive({ id: 9, call: "row", model: 1, index: 0 });
    expect(heard.at(-1)).toMatchObject({ id: 9, input: { what: "there is no background row 0" } });
  });
});

describe("a model's explain", () => {
  const engine = new Engine({ wasmBytes: wasm() }, { worker: undefined, local: localHost });

  it("keeps its promise with the best so far when it is aborted", async () => {
    const model = await engine.load({ bytes, name: "hard.json" });
    const abort = new AbortController();
    let told = 0;
    const onProgress = (): void => {
      told += 1;
      abort.abort();
    };
    const answer = await model.explain(request(), { signal: abort.signal, onProgress });
    expect(told).toBe(1);
    expect(["feasible", "unknown"]).toContain(answer.status);
    const late = await model.explain(request(), { signal: abort.signal });
    expect(late.work).toMatchObject({ nodes: 0 });
  });

  it("lets the newest request of a channel win", async () => {
    const model = await engine.load({ bytes, name: "hard.json" });
    const first = model.explain(request(), { channel: "drag" });
    const failed = expect(first).rejects.toBeInstanceOf(Superseded);
    const second = model.explain(request({ time_limit: 0.1 }), { channel: "drag" });
    await failed;
    expect(["feasible", "unknown"]).toContain((await second).status);
    // Another channel is left alone.
    const other = model.explain(request({ time_limit: 0.2 }), { channel: "a" });
    const beside = model.explain(request({ time_limit: 0.2 }), { channel: "b" });
    for (const { status } of [await other, await beside]) expect(["feasible", "unknown"]).toContain(status);
  });

  it("tells the regions within a radius as they are found, the nearest first", async () => {
    const model = await engine.load({ bytes: bytesOf(hard(60, 8)), name: "hard.json" });
    const lists: Answer[] = [];
    const asked: RequestDoc = { query: Array.from({ length: 8 }, (_, i) => (i % 7) / 7), target: { class: 1 }, radius: 0.5, time_limit: 2 };
    const { regions: last = [] } = await model.explain(asked, { onProgress: (_, best) => best?.regions && lists.push(best) });
    // How many there are is the machine's.
    expect(lists.length).toBeGreaterThan(0);
    for (const [i, { regions = [], complete_within = 0 }] of lists.entries()) {
      const costs = regions.map(({ cost }) => cost);
      expect(costs).toEqual([...costs].sort((a, b) => a - b));
      expect(complete_within).toBeGreaterThanOrEqual(lists[i - 1]?.complete_within ?? 0);
      // Each round of the list has boxes of its own. The part that is proved complete has every nearest point of the last list's boxes.
      const inside = (box: (typeof last)[number]["box"], values: (number | null)[]): boolean =>
        model.info.features.every(({ name, columns }) => {
          const [lo, hi] = (box[name] ?? [-Infinity, Infinity]) as [number, number];
          return lo <= values[columns[0]!]! && values[columns[0]!]! <= hi;
        });
      for (const { cost, values } of last) if (cost < complete_within) expect(regions.filter(({ box }) => inside(box, values))).toHaveLength(1);
    }
    expect(lists[0]?.regions?.length).toBeLessThan(last.length);
  });
});
