/** Arguments of another kind than the types of the package say: each is refused by `BadInput`, which names the argument, what it has to be, and an example. */
import { describe, expect, it } from "vitest";
import { Engine } from "../../www/src/engine/client.js";
import { localHost } from "../../www/src/engine/host.js";
import { BadInput, check, init, loadModel, measures, stability, type Answer, type Model } from "../../www/src/index.js";
import { refusing } from "../../www/src/refusing.js";
import { ageless, bytesOf, stump, wasm } from "./models.js";

const engine = new Engine({ wasmBytes: wasm() }, { worker: undefined, local: localHost });
const loaded = async (document: object): Promise<Model> => refusing(await engine.load({ bytes: bytesOf(document), name: "model.json" }));
const target = { class: "accepted" };
const request = { query: [3, 20], target };
/** As callers without types may call. */
type Loose = Record<string, (...all: unknown[]) => Promise<unknown>> & { explainMany: (...all: unknown[]) => AsyncGenerator };
const loose = async (): Promise<Loose> => (await loaded(stump)) as unknown as Loose;
const functions = { loadModel, check, measures, stability, init } as unknown as Record<string, (...all: unknown[]) => unknown>;

async function told(call: () => unknown): Promise<string> {
  const failure = await Promise.resolve().then(call).catch((error: unknown) => error);
  expect(failure, String(call)).toBeInstanceOf(BadInput);
  const { input, message } = failure as BadInput;
  if (input.source === "argument") expect(message.replace(/^query \d+: /, "")).toBe(`argument, ${input.where!}: ${input.what}; ${input.right!}`);
  return message;
}

describe("arguments of another kind", () => {
  it("a model that is neither bytes nor an address", async () => {
    for (const source of [null, undefined, 42, "", {}, new Blob(["{}"]), Promise.resolve(bytesOf(stump))]) {
      expect(await told(() => functions.loadModel!(source))).toMatch(/^argument, source of loadModel: found .*; give bytes, or the address of a model file, such as "loan.json"$/);
    }
    expect(await told(() => functions.loadModel!(null))).toContain("found null;");
    expect(await told(() => functions.loadModel!(Promise.resolve()))).toContain("found an object (Promise);");
    expect(await told(() => functions.loadModel!(bytesOf(stump), { schema: { features: [{ min: 3n }] } }))).toContain("options.schema.features[0].min of loadModel: found 3n; give a number, such as 3");
    expect(await told(() => functions.loadModel!(bytesOf(stump), { name: 3 }))).toContain("options.name of loadModel: found 3; give a text");
    expect(await told(() => functions.loadModel!(bytesOf(stump), { signal: 3 }))).toContain("options.signal of loadModel: found 3; give an AbortSignal");
  });

  it("explainMany without a list of queries", async () => {
    const model = await loose();
    for (const queries of [undefined, null, "[3, 20]", 4, {}]) {
      expect(await told(() => model.explainMany(queries, { target }).next())).toMatch(/^argument, queries of explainMany: found .*; give a list of queries, such as \[\[/);
    }
    expect(await told(() => model.explainMany([[3, 20n]], { target }).next())).toMatch(/^query 0: argument, request.query\[1\] of explain: found 20n; give a number, such as 20$/);
    const answers = [];
    for await (const answer of (model as unknown as Model).explainMany(new Set([[3, 20]]), { target })) answers.push(answer.status);
    expect(answers).toEqual(["optimal"]);
  });

  it("predict without a list of rows of numbers", async () => {
    const model = await loose();
    for (const rows of [undefined, null, "rows", {}]) expect(await told(() => model.predict!(rows))).toMatch(/^argument, rows of predict: found .*; give a list of rows, such as \[\[/);
    for (const rows of [[3, 20], [null], ["ab"]]) expect(await told(() => model.predict!(rows))).toMatch(/^argument, rows\[0\] of predict: found .*; give a list of numbers, one for each column, such as \[/);
    for (const value of ["3", 3n, true, {}]) expect(await told(() => model.predict!([[3, 20], [value, 20]]))).toMatch(/^argument, rows\[1\]\[0\] of predict: found .*; give a number, or null where it is missing$/);
    expect(await told(() => model.predict!([[3]]))).toMatch(/row 0 has 1 values; the model reads 2 columns/);
    expect(await model.predict!([Float64Array.of(3, 20)])).toMatchObject([{ class: 0 }]);
  });

  it("a request with values that JSON does not have", async () => {
    const model = await loose();
    expect(await told(() => model.explain!({ query: [3n, 20], target }))).toBe("argument, request.query[0] of explain: found 3n; give a number, such as 3");
    expect(await told(() => model.explain!({ query: { "the income": 3n }, target }))).toContain('request.query["the income"] of explain');
    expect(await told(() => model.explain!({ query: [3, 20], target: () => 1 }))).toContain("request.target of explain: found a function;");
    expect(await told(() => model.explain!({ query: new Map([["Income", 3]]), target }))).toContain("request.query of explain: found an object (Map);");
    const itself: Record<string, unknown> = { ...request };
    itself.constraints = [itself];
    expect(await told(() => model.explain!(itself))).toContain("request.constraints[0] of explain: found an object (Object); give a document that does not hold itself");
    for (const [name, ...more] of [["formulation", "lp"], ["room", [5, 20]]] as const) expect(await told(() => model[name]!({ query: [3n, 20], target }, ...more))).toContain(`request.query[0] of ${name}`);
    expect(await told(() => model.explain!())).toContain("request: found null; an object is needed");
    expect(await told(() => model.explain!(request, { onProgress: 3 }))).toContain("options.onProgress of explain: found 3; give a function");
  });

  it("a request that is a proxy is answered as the document that it stands for", async () => {
    const reactive = <T extends object>(one: T): T => new Proxy(one, { get: (from, key) => { const part: unknown = Reflect.get(from, key); return typeof part === "object" && part !== null ? reactive(part) : part; } });
    expect((await (await loaded(stump)).explain(reactive({ query: [3, 20], target }))).status).toBe("optimal");
  });

  it("a slice without two features, a point, or with a window of another form", async () => {
    const model = await loose();
    const right = { axes: ["Income", "Age"], at: [3, 20] };
    for (const name of ["regions", "depths", "hull"]) {
      for (const axes of [undefined, "Income", ["Income"], ["Income", "Age", "Age"], ["Income", "Income"], ["Income", "Height"], [0, 1]]) {
        expect(await told(() => model[name]!({ ...right, axes }))).toMatch(new RegExp(`^argument, axes of ${name}: found .*; give the names of two features, such as \\["Income","Age"\\]$`));
      }
      expect(await told(() => model[name]!())).toContain(`axes of ${name}: found undefined`);
      expect(await told(() => model[name]!({ axes: right.axes }))).toContain(`at of ${name}: found undefined; give a list of numbers`);
      expect(await told(() => model[name]!({ ...right, at: [3] }))).toContain(`at of ${name}: found [3]; give a list of 2 numbers`);
      expect(await told(() => model[name]!({ ...right, at: [3, "20"] }))).toContain(`at[1] of ${name}: found "20"; give a number`);
      for (const window of [3, "x", [0, 1], { z: [0, 1] }]) expect(await told(() => model[name]!({ ...right, window }))).toMatch(new RegExp(`^argument, window of ${name}: found .*; give the ends of the axes, such as { x: \\[`));
      for (const ends of [3, null, [1], [1, 2, 3], ["a", "b"], [5, 1], [2, 2], [NaN, 3], [-Infinity, 3], [2n, 3n]]) {
        expect(await told(() => model[name]!({ ...right, window: { x: [0, 9], y: ends } }))).toMatch(new RegExp(`^argument, window.y of ${name}: found .*; give two finite numbers, the lower first, such as \\[`));
      }
    }
    for (const window of [undefined, null, {}, { x: [1, 9] }, { x: undefined, y: [18, 60] }]) expect(await model.regions!({ ...right, window })).toHaveProperty("classes");
    expect(await told(() => model.depths!(right))).toContain("requests of depths: found undefined; give a list of requests");
  });

  it("reads the null of a point as a missing value", async () => {
    const model = (await loaded(ageless)) as unknown as Loose;
    const at = async (age: number | null): Promise<unknown> => model.regions!({ axes: ["Income", "Age"], at: [5, age] });
    expect(await at(null)).toEqual(await at(NaN));
  });

  it("the other members of a model", async () => {
    const model = await loose();
    for (const [name, all, said] of [
      ["formulation", [request], 'format of formulation: found undefined; give "mps" or "lp"'],
      ["room", [request], "values of room: found undefined; give a list of numbers"],
      ["row", [], "index of row: found undefined; give the number of a background row, such as 0"],
      ["row", [-1], "index of row: found -1;"],
      ["row", ["0"], 'index of row: found "0";'],
      ["sample", ["a,b"], 'file of sample: found "a,b"; give a Blob of csv'],
      ["compare", [{}], "text of compare: found an object (Object); give a text"],
      ["withSchema", [{ features: () => 1 }], "schema.features of withSchema: found a function;"],
      ["withBackground", [], "rows of withBackground: found undefined; give one row after the other, such as new Float64Array(["],
      ["withBackground", [{ rows: [[3, 20]], labels: null }], "rows of withBackground: found [[3, 20]];"],
      ["withBackground", [{ rows: Float64Array.of(3, 20), labels: ["a"] }], 'labels[0] of withBackground: found "a";'],
    ] as const) expect(await told(() => model[name]!(...all))).toContain(said);
  });

  it("a model with another schema or other rows refuses the same", async () => {
    const model = await loaded(stump);
    const others = [await model.withSchema({ features: [{ name: "Income", column: 0 }, { name: "Age", column: 1 }] }), await model.withBackground({ rows: Float64Array.of(3, 20), labels: null })];
    for (const other of others) expect(await told(() => other.predict(null as unknown as number[][]))).toContain("rows of predict: found null");
  });

  it("check, measures, stability and init", async () => {
    const model = await loaded(stump);
    const answer: Answer = await model.explain(request);
    for (const [name, all, said] of [
      ["check", [null, request, answer], 'model of check: found null; give a loaded model, such as await loadModel("loan.json")'],
      ["check", [model, { ...request, query: [3n] }, answer], "request.query[0] of check: found 3n"],
      ["check", [model, request, { ...answer, status: () => 1 }], "answer.status of check: found a function"],
      ["measures", [Promise.resolve(model), request, answer], "model of measures: found an object (Promise); give a loaded model"],
      ["measures", [model, undefined, answer], "request.query of measures: found undefined; give the query"],
      ["measures", [model, { query: [3, 20] }, answer], "request.target of measures: found undefined; give the target"],
      ["measures", [model, request], "answer of measures: found undefined; give its answer, such as await model.explain(request)"],
      ["stability", [model], "asked of stability: found undefined; give a list of queries with their answers"],
      ["stability", [model, [null]], "asked[0].query of stability: found undefined"],
      ["stability", [model, [{ query: [3, 20] }]], "asked[0].answer of stability: found undefined"],
      ["init", ["espalier.wasm"], 'options of init: found "espalier.wasm"; give an object'],
    ] as const) expect(await told(() => functions[name]!(...all))).toContain(said);
    expect(await measures(model, request, answer, { neighbours: 0 })).toHaveProperty("set");
    expect(stability(model, [{ query: [3, 20], answer }])).toEqual([undefined]);
  });

  it("the engine goes on after all of these, and was never thrown away", async () => {
    const model = await loaded(stump);
    await told(() => model.regions(undefined as unknown as Parameters<Model["regions"]>[0]));
    expect((await model.explain(request)).status).toBe("optimal");
  });
});
