/** What is asked less often is answered by the module that is fetched for it. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { CoreModel, start } from "../../www/src/engine/core.js";
import type { Answer } from "../../www/src/types.js";
import { root, parts, stump, wasm } from "./models.js";

beforeAll(() => start(wasm()));

function answered(document: object, request: object): Answer {
  const model = CoreModel.load(new TextEncoder().encode(JSON.stringify(document)), "model.json");
  if (model === null) throw new Error("the model is of another library");
  expect(model.search(JSON.stringify(request), () => null), "the engine is built without").toBe("more");
  const search = model.search(JSON.stringify(request), parts);
  while (!search.step(1000));
  const answer = search.answer(0);
  search.free();
  model.free();
  return answer;
}

describe("the best prediction within a budget", () => {
  const ask = (budget: number): Answer => answered(stump, { query: [1, 20], target: { best: { class: 1 }, budget } });

  it("is reached where the budget allows it, at the least cost", () => {
    const { status, best, counterfactuals } = ask(0.5);
    expect({ status, best }).toEqual({ status: "optimal", best: { value: 0.8, bound: 0.8 } });
    expect(counterfactuals[0]?.cost).toBeCloseTo(0.25, 5);
  });

  it("is the present one where the budget does not", () => {
    const { status, best, counterfactuals } = ask(0.2);
    expect({ status, best }).toEqual({ status: "optimal", best: { value: 0.1, bound: 0.1 } });
    expect(counterfactuals[0]).toMatchObject({ cost: 0, changes: [] });
  });
});

describe("regions within a radius", () => {
  it("are boxes of the target, and none is missing", () => {
    const near = answered(stump, { query: [1, 20], target: { class: 1 }, radius: 0.2 });
    expect(near).toMatchObject({ status: "infeasible", regions: [], complete_within: 0.2 });
    const far = answered(stump, { query: [1, 20], target: { class: 1 }, radius: 0.5 });
    expect(far).toMatchObject({ status: "optimal", complete_within: 0.5, regions: [{ cost: far.lower_bound }] });
    expect(far.regions?.[0]?.box.Income?.[0]).toBeCloseTo(3.5, 5);
  });
});

describe("answers in regions of their own", () => {
  it("come in the order of their cost, from different leaves", () => {
    const loan = JSON.parse(readFileSync(resolve(root, "www/public/examples/loan.json"), "utf8")) as { background: { rows: number[][] } };
    const { counterfactuals } = answered(loan, { query: loan.background.rows[0], target: { class: 0 }, count: 3, distinct: "regions" });
    const costs = counterfactuals.map(({ cost }) => cost);
    expect(costs).toHaveLength(3);
    expect(costs).toEqual([...costs].sort((a, b) => a - b));
  });
});
