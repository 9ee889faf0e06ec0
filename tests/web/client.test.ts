import { describe, expect, it } from "vitest";
import { Engine } from "../../www/src/engine/client.js";
import { BadInput, EngineFault } from "../../www/src/engine/errors.js";
import { localHost, type EngineOptions, type Host, type Listener } from "../../www/src/engine/host.js";
import type { Hosts } from "../../www/src/engine/life.js";
import type { Call, ToWorker } from "../../www/src/engine/protocol.js";
import { measuring } from "../../www/src/measure/ask.js";
import { driven } from "../../www/src/measure/drive.js";
import type { RequestDoc } from "../../www/src/types.js";
import { ageless, bytesOf, checksOf, fixture, stump, wasm } from "./models.js";

/** An engine on this thread whose worker first does as `misbehave` says, before the responder is asked. */
function engine(misbehave: (call: Call, listener: Listener) => boolean = () => false, more: EngineOptions = {}): { engine: Engine; lives: () => number } {
  let lives = 0;
  const local = (listener: Listener): Host => {
    lives += 1;
    const host = localHost(listener);
    const post = (message: ToWorker): void => {
      if ("call" in message && misbehave(message, listener)) return;
      host.post(message);
    };
    return { ...host, post };
  };
  const hosts: Hosts = { worker: undefined, local };
  return { engine: new Engine(Object.assign(more, { wasmBytes: wasm() }), hosts), lives: () => lives };
}

const kept = () => ({ bytes: bytesOf(stump), name: "stump.json" });

describe("the engine's client", () => {
  it("loads a model and describes it", async () => {
    const model = await engine().engine.load(kept());
    expect(model.info).toMatchObject({ kind: "classifier", columns: 2, trees: 1, classes: ["rejected", "accepted"], rows: 2 });
    expect(model.info.features[0]).toMatchObject({ name: "Income", thresholds: [3.5] });
  });

  it("predicts as the model's file says", async () => {
    const model = await engine().engine.load(kept());
    expect(await model.predict([[3.5, 20], [3.6, 20]])).toEqual([
      { class: 0, scores: [0.9, 0.1], raw: [0.9, 0.1] },
      { class: 1, scores: [0.2, 0.8], raw: [0.2, 0.8] },
    ]);
    expect(await model.predict([])).toEqual([]);
  });

  it("reads the null of a document as a missing value, in rows and in the answers that are measured", async () => {
    const model = await engine().engine.load({ bytes: bytesOf(ageless), name: "ageless.json" });
    expect((await model.predict([[5, null], [5, NaN], [5, 0]])).map((one) => "class" in one && one.class)).toEqual([1, 1, 0]);
    const request: RequestDoc = { query: [1, null], target: { class: 1 } };
    const found = await driven(model, measuring({ info: model.info, rows: [] }, request, await model.explain(request)));
    expect(found).toMatchObject({ counterfactuals: [{ valid: true, changes: 1 }], set: { validity: 1 } });
  });

  it("answers many queries one after another, and tells which of them is wrong", async () => {
    const model = await engine().engine.load(kept());
    const told: unknown[] = [];
    const costs: number[] = [];
    const onProgress = (...all: unknown[]): number => told.push(all);
    for await (const answer of model.explainMany([[3, 20], { Income: 1, Age: 30 }], { target: { class: 1 } }, { onProgress })) costs.push(answer.counterfactuals[0]!.cost);
    expect(costs.map((cost) => cost.toFixed(4))).toEqual(["0.0500", "0.2500"]);
    expect(told).toEqual([[1, 2], [2, 2]]);

    const later = async function* (): AsyncGenerator<number[]> {
      yield await Promise.resolve([3, 20]);
      yield [3];
    };
    const found: unknown[] = [];
    const all = async (): Promise<void> => {
      for await (const { status } of model.explainMany(later(), { target: { class: 1 } }, { onProgress })) found.push(status);
    };
    const refused = await all().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(BadInput);
    expect((refused as BadInput).message).toMatch(/^query 1: request/);
    expect(found).toEqual(["optimal"]);
    expect(told.at(-1)).toEqual([1, undefined]);
  });

  it("ends many queries where their signal says so", async () => {
    const model = await engine().engine.load(kept());
    const stop = new AbortController();
    const found: string[] = [];
    for await (const { status } of model.explainMany([[3, 20], [1, 20], [2, 20]], { target: { class: 1 } }, { signal: stop.signal })) {
      found.push(status);
      if (found.length === 2) stop.abort();
    }
    expect(found).toEqual(["optimal", "optimal"]);
  });

  it("guesses the meaning of columns wherever a file says no more than that they are numbers, Espalier's own too, and where it is asked to", async () => {
    const { engine: running } = engine();
    const trees = [{ ...stump.trees[0], feature: [0, 1, -1, -1, -1], threshold: [1.5, 30.5, 0, 0, 0], left: [1, 3, -1, -1, -1], right: [2, 4, -1, -1, -1], value: [null, null, [0.2, 0.8], [0.9, 0.1], [0.2, 0.8]] }];
    const rows = Array.from({ length: 40 }, (_, i) => [i % 5, 20 + i]);
    const plain = { ...stump, trees, schema: undefined, background: { rows } };
    const named = { ...plain, schema: { features: [{ name: "late payments", kind: "numeric", column: 0, min: 0, max: 4 }, { name: "Age", column: 1 }], classes: stump.classes } };
    for (const document of [plain, named]) {
      const bytes = bytesOf(document);
      const model = await running.load({ bytes, name: "m.json", guess: true });
      expect(model.info.features.map(({ kind }) => kind)).toEqual(["integer", "integer"]);
      expect(model.guess?.why).toEqual(["rows", "rows"]);
      const answer = await model.explain({ query: [0, 20], target: { class: 1 }, constraints: [{ fix: model.info.features[1]!.name }] });
      expect(answer.counterfactuals[0]?.values).toEqual([2, 20]);
      expect((await running.load({ bytes, name: "m.json" })).guess).toBeNull();
    }
    const told = { ...named, schema: { ...named.schema, features: [{ ...named.schema.features[0], unit: "times" }, named.schema.features[1]] } };
    expect((await running.load({ bytes: bytesOf(told), name: "m.json", guess: true })).guess).toBeNull();
  });

  it("has no number for a decision of a model without probabilities, and refuses by name a request that needs one", async () => {
    const { engine: running } = engine();
    const model = await running.load({ bytes: fixture("lin-ridge/model.json"), name: "linear.json" });
    expect(model.info.probabilities).toBe(false);
    const { rows, classes } = checksOf("lin-ridge");
    expect(await model.predict(rows.slice(0, 20))).toEqual(classes.slice(0, 20).map((of) => ({ class: of, scores: [], raw: [] })));
    const query = rows[0]!;
    const [best, least] = [{ best: { class: 0 }, budget: 1 }, { class: 0, min_probability: 0.8 }];
    for (const [request, where] of [[{ query, target: least }, "/target/min_probability"], [{ query, target: best }, "/target/best"], [{ query, target: { class: 0 }, margin: 0.5 }, "/margin"]] as const) {
      const refused = await model.explain(request).catch((error: unknown) => error);
      expect(refused).toMatchObject({ input: { source: "request", where, what: expect.stringMatching(/no probabilities/) as unknown, right: expect.stringMatching(/ask for the class/) as unknown } });
    }
    const answer = await model.explain({ query, target: { class: 1 - classes[0]! }, time_limit: 0.5 });
    expect(answer.counterfactuals[0]?.prediction).toEqual({ class: 1 - classes[0]!, scores: [], raw: [] });
    const [x, y] = model.info.features;
    const cells = await model.regions({ axes: [x!.name, y!.name], at: query.map(Number) });
    expect([cells.outputs, cells.scores.length, cells.classes.length > 0]).toEqual([0, 0, true]);
    await expect(model.compare(JSON.stringify({ rows: [query], predictions: [[0.2, 0.8]] }))).rejects.toThrow(/probabilities, and the model has none/);
    expect(await model.compare(JSON.stringify({ rows: [query], predictions: [classes[0]] }))).toMatchObject({ rows: 1, matched: 1 });
  });

  it("gives background rows with their labels", async () => {
    const model = await engine().engine.load(kept());
    expect(await model.row(1)).toEqual({ row: [5, 30], label: 1 });
    await expect(model.row(2)).rejects.toThrow(/no background row 2/);
  });

  it("reports bad input with the fault, its place and the remedy", async () => {
    const { engine: running } = engine();
    const broken = { ...stump, trees: [{ ...stump.trees[0], left: [7, -1, -1] }] };
    const failure = await running.load({ bytes: bytesOf(broken), name: "broken.json" }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(BadInput);
    const { input } = failure as BadInput;
    expect(input.source).toBe("model");
    expect(input.message).toContain("broken.json");
    expect(input.where).toContain("tree 0");
    const model = await running.load(kept());
    await expect(model.predict([[1]])).rejects.toThrow(/row 0 has 1 values; the model reads 2 columns/);
  });

  it("refuses arguments of another kind in words, and the engine goes on", async () => {
    const { engine: running, lives } = engine();
    const model = await running.load(kept());
    const target = { class: "accepted" };
    const first = (queries: unknown): Promise<unknown> => model.explainMany(queries as number[][], { target }).next();
    const refused: [() => Promise<unknown>, RegExp][] = [
      [() => model.explain({ query: [3n, 20] as unknown as number[], target }), /^request: it cannot be written as JSON .*BigInt.*; give numbers/],
      [() => first(undefined), /^queries: there is no list of queries; give a list/],
      [() => first(null), /^queries: there is no list/],
      [() => first("[3, 20]"), /^queries: there is no list/],
      [() => model.predict(undefined as unknown as number[][]), /^queries: there is no list of rows/],
      [() => model.predict([null] as unknown as number[][]), /row 0 has 0 values/],
      [() => model.regions(undefined as unknown as Parameters<typeof model.regions>[0]), /^request, \/axes: there are no two axes/],
      [() => model.regions({ axes: ["Income"] as unknown as [string, string], at: [3, 20] }), /^request, \/axes: there are no two axes/],
      [() => model.regions({ axes: ["Income", "Age"], at: undefined as unknown as number[] }), /^request, \/at: there is no point/],
    ];
    for (const [call, said] of refused) {
      const failure = await call().catch((error: unknown) => error);
      expect(failure, String(said)).toBeInstanceOf(BadInput);
      expect((failure as BadInput).message).toMatch(said);
    }
    expect([(await model.explain({ query: [3, 20], target: { class: 1 } })).status, lives()]).toEqual(["optimal", 1]);
  });

  it("replaces an engine that got stuck in one step, and the next request is answered", async () => {
    let silent = false;
    let lives = 0;
    const hosts: Hosts = {
      worker: undefined,
      stuck: 400,
      local: (listener) => {
        lives += 1;
        const host = localHost(listener);
        return { ...host, parallel: true, post: (message) => { if (!(silent && "call" in message && message.call === "predict")) host.post(message); } };
      },
    };
    const running = new Engine({ wasmBytes: wasm() }, hosts);
    const model = await running.load(kept());
    silent = true;
    await expect(model.predict([[1, 20]])).rejects.toThrow(/said nothing for 0.4 s and was started again/);
    silent = false;
    expect(await model.predict([[1, 20]])).toHaveLength(1);
    expect(lives).toBe(2);
    running.stop();
  });

  it("waits for a model that takes longer to read than any answer may", async () => {
    let lives = 0;
    const hosts: Hosts = {
      worker: undefined,
      stuck: 100,
      local: (listener) => {
        lives += 1;
        const host = localHost(listener);
        const late = (message: ToWorker): void => {
          setTimeout(() => {
            host.post(message);
          }, 400);
        };
        return { ...host, parallel: true, post: (message) => ("call" in message && message.call === "load" ? late(message) : host.post(message)) };
      },
    };
    const running = new Engine({ wasmBytes: wasm() }, hosts);
    expect((await running.load(kept())).info.columns).toBe(2);
    expect(lives).toBe(1);
    running.stop();
  });

  it("ends a reading that is aborted however long it takes, and reads again", async () => {
    let slow = true;
    const { engine: running, lives } = engine((call) => slow && call.call === "load");
    const stop = new AbortController();
    const reading = running.load(kept(), stop.signal);
    setTimeout(() => stop.abort(new Error("not wanted")), 20);
    await expect(reading).rejects.toThrow("not wanted");
    await expect(running.load(kept(), stop.signal)).rejects.toThrow("not wanted");
    slow = false;
    expect((await running.load(kept())).info.columns).toBe(2);
    expect(lives()).toBe(2);
  });

  it("replaces an engine that died, settles the waiting calls, and loads models again", async () => {
    let crash = false;
    const { engine: running, lives } = engine((call, listener) => {
      if (!crash || call.call !== "predict") return false;
      crash = false;
      queueMicrotask(() => listener.died("out of memory"));
      return true;
    });
    const model = await running.load(kept());
    crash = true;
    const both = await Promise.allSettled([model.predict([[1, 2]]), model.row(0)]);
    expect(both[0]).toMatchObject({ status: "rejected" });
    expect((both[0] as PromiseRejectedResult).reason).toBeInstanceOf(EngineFault);
    expect(await model.predict([[1, 2]])).toHaveLength(1);
    expect(lives()).toBe(2);
  });

  it("throws an engine away after a fault of its own", async () => {
    let fault = true;
    const { engine: running, lives } = engine((call, listener) => {
      if (call.call !== "row" || !fault) return false;
      fault = false;
      queueMicrotask(() => listener.heard({ id: call.id, fault: "unreachable" }));
      return true;
    });
    const model = await running.load(kept());
    await expect(model.row(0)).rejects.toThrow(/started again: unreachable/);
    expect(await model.row(0)).toEqual({ row: [1, 20], label: 0 });
    expect(lives()).toBe(2);
  });

  it("asks again of the whole engine where only its beginning was there, and tells nothing of it", async () => {
    let part = true;
    const { engine: running, lives } = engine((call, listener) => {
      if ((call.call !== "row" && call.call !== "explain") || !part) return false;
      part = call.call !== "row";
      queueMicrotask(() => listener.heard({ id: call.id, fault: "unreachable", part: true }));
      return true;
    });
    const model = await running.load(kept());
    const [answer, row] = await Promise.all([model.explain({ query: [3, 20], target: { class: 1 } }), model.row(0)]);
    expect(answer.status).toBe("optimal");
    expect(row).toEqual({ row: [1, 20], label: 0 });
    expect(lives()).toBe(2);
  });

  it("starts again after wasm that could not be had", async () => {
    const running = new Engine({ wasmBytes: new Uint8Array([1, 2, 3]) }, { worker: undefined, local: localHost });
    await expect(running.load(kept())).rejects.toThrow(/could not be started/);
    await expect(running.load(kept())).rejects.toThrow(/could not be started/);
  });

  it("answers no more of a model that was freed", async () => {
    const model = await engine().engine.load(kept());
    model.free();
    await expect(model.predict([[1, 2]])).rejects.toThrow(/freed/);
  });

  it("asks for nothing more, whatever file or request comes", async () => {
    const asked: string[] = [];
    const { engine: running } = engine(({ call }) => {
      asked.push(call);
      return false;
    });
    const model = await running.load(kept());
    const request = { query: [3, 20], target: { class: 1 } };
    expect((await model.explain(request)).work.engine).toBe("boxes");
    const linear = { terms: { Income: 10, Age: -1 }, op: "<=" as const, rhs: 10 };
    const answer = await model.explain({ ...request, certificate: true, constraints: [{ linear }] });
    expect(answer).toMatchObject({ status: "optimal", certificate: { version: 1 }, work: { engine: "coupled" } });
    const [income = 0, age = 0] = answer.counterfactuals[0]?.values ?? [];
    expect(income).toBeGreaterThan(3.5);
    expect(age).toBe(26);
    const bytes = fixture("xgb-logistic/model.json");
    const other = await running.load({ bytes, name: "model.json" });
    expect(other.info).toMatchObject({ format: "XGBoost JSON", bytes: bytes.byteLength, kind: "classifier" });
    expect(other.info.library).toMatch(/^XGBoost \d/);
    expect(asked).toEqual(["init", "load", "explain", "explain", "load"]);
  });

  it("says where another library's file is damaged in the file itself", async () => {
    const text = new TextDecoder().decode(fixture("xgb-logistic/model.json"));
    const bytes = new TextEncoder().encode(text.replace('"split_conditions":[', '"split_conditions":[true,')).buffer;
    const { engine: running, lives } = engine();
    const failure = await running.load({ bytes, name: "damaged.json" }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(BadInput);
    const { input } = failure as BadInput;
    expect(input.where).toContain("split_conditions");
    expect(input.excerpt?.text.slice(input.excerpt.start, input.excerpt.end)).toBe("true");
    await running.load(kept());
    expect(lives(), "bad input is no fault").toBe(1);
  });
});
