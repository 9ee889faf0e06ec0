/** Requests that are made less often, through the WebAssembly that answers every request. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { CoreModel, start } from "../../www/src/engine/core.js";
import type { Answer, RequestDoc } from "../../www/src/types.js";
import { root, stump, wasm } from "./models.js";

beforeAll(() => start(wasm()));

function answered(document: object, request: object, engine?: string): Answer {
  const model = CoreModel.load(new TextEncoder().encode(JSON.stringify(document)), "model.json");
  const search = model.search(request as RequestDoc);
  while (!search.step(1000));
  const answer = search.answer(0);
  if (engine !== undefined) expect(answer.work.engine).toBe(engine);
  search.free();
  model.free();
  return answer;
}

// Class 1 beyond either of two parallel hyperplanes: x + y at most -1, or above 1.
const between = {
  format: "espalier", version: 1, kind: "classifier", columns: 2, input: "float64", compare: "<=", aggregation: "mean", base: [0, 0], link: "none", classes: ["no", "yes"],
  trees: [
    {
      weight: 1, feature: [-2, -2, -1, -1, -1], threshold: [1, -1, 0, 0, 0], left: [1, 3, -1, -1, -1], right: [2, 4, -1, -1, -1], value: [null, null, [0.2, 0.8], [0.3, 0.7], [0.9, 0.1]],
      hyperplanes: { 0: { columns: [0, 1], weights: [1, 1] }, 1: { columns: [0, 1], weights: [1, 1] } },
    },
  ],
  schema: { features: ["x", "y"].map((name, column) => ({ name, kind: "numeric", column, min: -2, max: 2 })), classes: ["no", "yes"] },
};

describe("certificates", () => {
  const sum = { linear: { terms: { Income: 10, Age: -1 }, op: "<=", rhs: 10 } };
  const asked = (request: object, document: object = stump): Answer => answered(document, { query: [3, 20], target: { class: 1 }, ...request });

  it("are written with and without sums over features", () => {
    const engine = (request: object): string | undefined => {
      const { status, certificate, work } = asked({ certificate: true, ...request });
      expect([status, certificate !== undefined]).toEqual(["optimal", true]);
      return work.engine;
    };
    expect(engine({})).toBe("boxes");
    expect(engine({ constraints: [sum] })).toBe("coupled");
    expect(engine({ constraints: [{ causal: { feature: "Income", parents: { Age: 0.1 } } }, { max_changes: 2 }] })).toBe("coupled");
  });

  it("are refused in words where linear programs alone answer", () => {
    const refused = (request: object, what: RegExp, document?: object): void =>
      expect(() => asked({ certificate: true, constraints: [sum], ...request }, document)).toThrow(expect.objectContaining({ message: expect.stringMatching(what) as unknown }));
    const rows = Array.from({ length: 12 }, (_, i) => [i / 2, 20 + i]);
    for (const hull of [{ price: 0.5 }, { epsilon: [0, 0.1] }, { clusters: 2, each: true }]) refused({ plausibility: { hull } }, /price of the distance from a hull or for several hulls/, { ...stump, background: { rows } });
    refused({ cost: { norm: "linf" } }, /largest-change \(linf\) cost mixed with others or beside linear constraints/);
    refused({ cost: { quadratic: [[1, 0], [0, 1]] } }, /quadratic cost/);
    refused({ ties: true }, /written for one answer; leave out .*"ties"/);
    refused({ count: 2 }, /written for one answer/);
    refused({ radius: 0.2 }, /"radius"/);
    refused({ target: { best: { class: 1 }, budget: 0.2 } }, /without a certificate/);
    refused({ engine: "boxes" }, /leave the engine out/);
    refused({ engine: "milp" }, /"milp" writes no certificate/);
  });

  it("are refused for sums of values that the query misses", () => {
    const gaps = { ...stump, trees: stump.trees.map((tree) => ({ ...tree, missing: { 0: "left" } })) };
    expect(() => answered(gaps, { query: [null, 20], target: { class: 1 }, certificate: true, constraints: [sum] })).toThrow(expect.objectContaining({ what: expect.stringMatching(/a value that is missing/) as unknown }));
  });
});

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

  it("beside sums are those in which some point keeps them, with the nearest that does", () => {
    const sum = { linear: { terms: { Income: 10, Age: -1 }, op: "<=", rhs: 10 } };
    const asked = { query: [3, 20], target: { class: 1 }, constraints: [sum] };
    const { counterfactuals } = answered(stump, asked, "coupled");
    const { status, regions } = answered(stump, { ...asked, radius: 2 }, "coupled");
    expect(status).toBe("optimal");
    expect(regions?.[0]?.values).toEqual(counterfactuals[0]?.values.map((x) => Math.fround(x)));
    expect(regions?.every(({ values: [income, age] }) => 10 * (income ?? 0) - (age ?? 0) <= 10 + 1e-6)).toBe(true);
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

describe("hyperplanes and linear limits", () => {
  it("have all regions of the least cost listed, one answer each", () => {
    const { status, truncated, counterfactuals } = answered(between, { query: [0, 0], target: { class: 1 }, ties: true, cost: { norm: "l1" } }, "slanted");
    expect({ status, truncated: truncated ?? false }).toEqual({ status: "optimal", truncated: false });
    const sums = counterfactuals.map(({ values }) => values.reduce((a, b) => a + b, 0));
    expect(sums.sort((a, b) => a - b).map((sum) => Math.round(sum * 1e6) / 1e6)).toEqual([-1, 1]);
    for (const { cost } of counterfactuals) expect(cost).toBeCloseTo(0.25, 8);
  });

  it.each([
    [0.3, 0.8],
    [0.2, 0.1],
  ])("have the best prediction within a budget of %d: %d", (budget, value) => {
    const { status, best } = answered(between, { query: [0, 0], target: { best: { class: 1 }, budget }, cost: { norm: "l1" } }, "slanted");
    expect({ status, best }).toEqual({ status: "optimal", best: { value, bound: value } });
  });

  it("are answered alike where trees have none", () => {
    const constraints = [{ linear: { terms: { Income: 1, Age: 1 }, op: "<=", rhs: 24 } }];
    const { status, best } = answered(stump, { query: [1, 20], target: { best: { class: 1 }, budget: 0.5 }, constraints }, "slanted");
    expect({ status, best }).toEqual({ status: "optimal", best: { value: 0.8, bound: 0.8 } });
  });
});
