/**
 * HiGHS's optima of the programs that we write, and the API that writes them: the engines say the same.
 * tests/fixtures/check_formulation.py asked HiGHS.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { Engine } from "../../www/src/engine/client.js";
import { CoreModel, start } from "../../www/src/engine/core.js";
import { BadInput } from "../../www/src/engine/errors.js";
import { localHost } from "../../www/src/engine/host.js";
import type { RequestDoc } from "../../www/src/types.js";
import { bytesOf, root, stump, wasm } from "./models.js";

interface Case {
  model: string;
  request: RequestDoc;
  /** Null: nothing meets the request. */
  optimum: number | null;
}
const cases = JSON.parse(readFileSync(resolve(root, "tests/fixtures/formulation.json"), "utf8")) as Case[];
beforeAll(() => {
  start(wasm());
});

const load = (path: string): CoreModel => CoreModel.load(readFileSync(resolve(root, path)), path);

/** The cost of the cheapest answer; null where there is none. */
function optimum(model: CoreModel, request: RequestDoc): number | null {
  const search = model.search(request);
  while (!search.step(1000));
  const { status, counterfactuals } = search.answer(0);
  search.free();
  expect(["optimal", "infeasible"]).toContain(status);
  return counterfactuals[0]?.cost ?? null;
}

describe("programs for other solvers", () => {
  it("have the optima that the engines find", () => {
    expect(cases.length).toBeGreaterThan(30);
    for (const { model: path, request, optimum: said } of cases) {
      const model = load(path);
      const found = optimum(model, request);
      if (said === null || found === null) expect(found, path).toBe(said);
      else expect(Math.abs(found - said), `${path}: ${found}, HiGHS ${said}`).toBeLessThanOrEqual(1e-6 * Math.max(1, Math.abs(said)));
      model.free();
    }
  });

  it("are solved by the engine \"milp\" itself", { timeout: 600_000 }, () => {
    for (const { model: path, request, optimum: said } of cases) {
      const model = load(path);
      const found = optimum(model, { ...request, engine: "milp" });
      if (said === null || found === null) expect(found, path).toBe(said);
      else expect(Math.abs(found - said), `${path}: ${found}, HiGHS ${said}`).toBeLessThanOrEqual(1e-6 * Math.max(1, Math.abs(said)));
      model.free();
    }
  });

  it("speak of features in the model's words", () => {
    const model = CoreModel.load(new Uint8Array(bytesOf(stump)), "stump.json");
    const program = model.formulation({ query: [3, 20], target: { class: "accepted" } }, "lp", "levels");
    expect(program).toContain(" tree0_Income_above_3.5: + tree0_leaf2 - Income_above_3.5 <= 0");
    expect(program).toContain("score_accepted_over_rejected:");
    model.free();
  });

  it("are written by the package on its own thread or another", async () => {
    const engine = new Engine({ wasmBytes: wasm() }, { worker: undefined, local: localHost });
    const model = await engine.load({ bytes: bytesOf(stump), name: "stump.json" });
    const request: RequestDoc = { query: [3, 20], target: { class: 1 } };
    expect(await model.explain({ ...request, engine: "milp" })).toMatchObject({ status: "optimal", work: { engine: "milp" } });
    await expect(model.explain({ ...request, engine: "milp", certificate: true })).rejects.toThrow(/"milp" writes no certificate/);
    expect(await model.formulation(request, "mps")).toMatch(/^\* [^]*\nROWS\n N cost\n[^]*\nENDATA\n$/);
    const [paper, levels] = await Promise.all([model.formulation(request, "lp", "paper"), model.formulation(request, "lp", "levels")]);
    expect(paper).not.toBe(levels);
    await expect(model.formulation({ ...request, count: 2 }, "mps")).rejects.toThrow(BadInput);
    await expect(model.formulation({ ...request, target: { class: 7 } }, "mps")).rejects.toThrow(/target\/class/);
  });
});
