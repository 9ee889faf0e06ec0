// Budgets beside the cost and other models that must agree: the engine's certificates, held to every row of small models by the check's own definitions.
import { beforeAll, expect, it } from "vitest";
import { checker } from "../../www/src/check/index.js";
import { start } from "../../www/src/engine/core.js";
import type { ConstraintDoc, RequestDoc } from "../../www/src/types.js";
import { certified } from "./certified.js";
import { wasm } from "./models.js";
import { below, one, random, SIDE, someCost, someModel, someSums } from "./random-sums.js";

beforeAll(() => start(wasm()));

const budget = (): ConstraintDoc => ({
  budget: {
    changes: { ...(random() < 0.8 ? { A: one([0.5, 1, { up: 2, down: 0 }]) } : {}), B: one([0, 1, { up: 0.25, down: 3 }]) },
    levels: random() < 0.6 ? { C: { a: one([0, 1]), d: 2, g: one([0.5, 4]) } } : {},
    most: one([0, 1, 2.5, 4]),
  },
});
const also = (columns: object): ConstraintDoc => ({ also: { model: columns as Record<string, unknown>, target: one([{ class: "yes" }, { class: 0 }, { class: 1, min_probability: 0.5 }]) } });

it("the engine's optimum is that of all rows, and its certificate proves it and nothing dearer", () => {
  let [answered, refused, tight] = [0, 0, 0];
  for (let i = 0; i < 50; i++) {
    const model = someModel() as { input: string };
    const other = { ...someModel(), input: model.input };
    const { norm, ...cost } = someCost();
    const limits = [...(random() < 0.8 ? [budget()] : []), ...(random() < 0.6 ? [also(other)] : []), ...(random() < 0.3 ? [budget()] : []), ...(random() < 0.2 ? someSums() : [])];
    const request: RequestDoc = { query: [below(SIDE), below(SIDE), below(SIDE)], target: { class: 1 }, cost: { ...cost, ...(norm === undefined ? {} : { norm }) }, constraints: limits, certificate: true };
    const check = checker(model);
    let least = Infinity;
    for (let at = 0; at < SIDE ** 3; at++) {
      const values = [at % SIDE, Math.floor(at / SIDE) % SIDE, Math.floor(at / SIDE ** 2)];
      const said = check(request, { status: "optimal", counterfactuals: [{ values, cost: -1 }], certificate: { version: 1, cost: -1, cuts: [[], [], []].map((_, f) => (f === 2 ? [] : Array.from({ length: SIDE - 1 }, (_, k) => k + 0.5))), proofs: [btoa(String.fromCharCode(0))] } });
      const found = said.checked ? undefined : /^the counterfactual costs (.*), not -1$/.exec(said.what)?.[1];
      if (found !== undefined) least = Math.min(least, Number(found));
    }
    const { answer, check: verdict } = certified(model, request);
    expect(verdict(answer)).toMatchObject({ checked: true });
    if (least === Infinity) {
      expect(answer.status).toBe("infeasible");
      refused += 1;
      continue;
    }
    expect(answer.counterfactuals[0]!.cost).toBeCloseTo(least, 9);
    answered += 1;
    const { spent = [], also: words = [] } = answer.counterfactuals[0]!;
    expect(spent).toHaveLength(limits.filter((c) => "budget" in c).length);
    expect(words).toHaveLength(limits.filter((c) => "also" in c).length);
    limits.filter((c) => "budget" in c).forEach(({ budget: { most } }, k) => expect(spent[k]).toBeLessThanOrEqual(most + 1e-9));
    if (least === 0) continue;
    const { certificate } = answer;
    expect(verdict({ ...answer, counterfactuals: [{ ...answer.counterfactuals[0]!, cost: least * 1.001 }], certificate: { ...certificate, cost: least * 1.001 } })).toMatchObject({ checked: false });
    // The same proof does not prove a question without these limits, unless it did not need them.
    const free = { ...request, constraints: limits.filter((c) => !("budget" in c || "also" in c)) };
    if (limits.length > 0 && certified(model, free).answer.counterfactuals[0]!.cost < least * 0.999) {
      tight += 1;
      expect(check(free, answer)).toMatchObject({ checked: false });
    }
  }
  expect(answered).toBeGreaterThan(18);
  expect(refused).toBeGreaterThan(1);
  expect(tight).toBeGreaterThan(4);
});
