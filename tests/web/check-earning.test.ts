// Prices below 0 and objectives over features' values: the engine's certificates, held to every row of small models by the check's own definitions.
import { beforeAll, expect, it } from "vitest";
import { checker } from "../../www/src/check/index.js";
import { start } from "../../www/src/engine/core.js";
import type { CostDoc, RequestDoc } from "../../www/src/types.js";
import { certified } from "./certified.js";
import { wasm } from "./models.js";
import { below, one, random, SIDE, someCost, someModel, someSums } from "./random-sums.js";

beforeAll(() => start(wasm()));

/** Some prices earn: of labels, of numbers on one side, or of a sum of values. */
function earning(): CostDoc {
  const { piecewise, ...cost } = someCost();
  if (random() < 0.4) return { ...cost, minimise: { A: one([-1, -0.2, 0.5]), ...(random() < 0.5 ? { C: one([-0.3, 0.1]) } : {}) }, piecewise: piecewise ?? {} };
  return {
    ...cost,
    piecewise: { ...piecewise, A: one([[[-1, 0.3], [0, 0], [2, -0.5], [4, -0.4]], [[-2, -1], [0, 0], [1, 1]], [[-3, 0.6], [0, 0], [1, -0.2]]] as [number, number][][]) },
    tables: { C: { a: one([-0.5, 0]), d: -0.25, g: one([0.5, -2]) } },
  };
}

it("the engine's optimum is that of all rows, and its certificate proves it and nothing dearer", () => {
  let [answered, earned, own] = [0, 0, 0];
  for (let i = 0; i < 45; i++) {
    const model = someModel();
    const { norm, ...cost } = earning();
    const limits = random() < 0.3 ? someSums().filter((c) => !("max_changes" in c)) : [];
    const request: RequestDoc = { query: [below(SIDE), below(SIDE), below(SIDE)], target: { class: 1 }, cost: { ...cost, ...(norm === undefined ? {} : { norm }) }, constraints: limits, certificate: true };
    const check = checker(model);
    let [least, stay] = [Infinity, false];
    for (let at = 0; at < SIDE ** 3; at++) {
      const values = [at % SIDE, Math.floor(at / SIDE) % SIDE, Math.floor(at / SIDE ** 2)];
      const cuts = [0, 1, 2].map((f) => (f === 2 ? [] : Array.from({ length: SIDE - 1 }, (_, k) => k + 0.5)));
      const said = check(request, { status: "optimal", counterfactuals: [{ values, cost: -1e6 }], certificate: { version: 1, cost: -1e6, cuts, proofs: [btoa(String.fromCharCode(0))] } });
      const found = said.checked ? undefined : /^the counterfactual costs (.*), not -1000000$/.exec(said.what)?.[1];
      if (found !== undefined) [least, stay] = [Math.min(least, Number(found)), stay || values.every((x, f) => x === (request.query as number[])[f])];
    }
    const { answer, check: verdict } = certified(model, request);
    expect(verdict(answer)).toMatchObject({ checked: true });
    if (least === Infinity) {
      expect(answer.status).toBe("infeasible");
      continue;
    }
    const first = answer.counterfactuals[0]!;
    expect(first.cost).toBeCloseTo(least, 8);
    answered += 1;
    if (least < 0) earned += 1;
    // The person has the class already, and something better is found all the same.
    if (stay && least < 0) own += 1;
    const dearer = least + 0.01;
    expect(verdict({ ...answer, counterfactuals: [{ ...first, cost: dearer }], certificate: { ...answer.certificate, cost: dearer } })).toMatchObject({ checked: false });
    // Nor does the proof of this answer prove it where the prices earn more.
    const more = { ...request, cost: { ...request.cost, tables: { C: { a: -9, b: -9, c: -9, d: -9, e: -9, f: -9, g: -9 } }, minimise: {} } };
    if (certified(model, more).answer.counterfactuals[0]!.cost < least - 0.1) expect(check(more, answer)).toMatchObject({ checked: false });
  }
  expect(answered).toBeGreaterThan(20);
  expect(earned).toBeGreaterThan(12);
  expect(own).toBeGreaterThan(3);
});

it("an objective beside the class is the objective of the cost", () => {
  const model = someModel();
  const request: RequestDoc = { query: [3, 3, 3], target: { class: 1 }, cost: { minimise: { A: -1, C: 0.5 } }, certificate: true };
  const { answer } = certified(model, request);
  const other: RequestDoc = { query: [3, 3, 3], target: { class: 1, minimise: { A: -1, C: 0.5 } }, certificate: true };
  expect(certified(model, other).answer.counterfactuals).toEqual(answer.counterfactuals);
  expect(checker(model)(other, answer)).toMatchObject({ checked: true });
});
