// Answers with a pool or with single hulls, each held to its own, and the places of parts that cannot be read.
import { describe, expect, it } from "vitest";
import { checker } from "../../www/src/check/index.js";
import { stump } from "./made-by-hand.js";

const STEP = 2 ** -50;
const near = 5 + STEP;
const model: object = {
  ...{ format: "espalier", version: 1, kind: "classifier", input: "float64", compare: "<=", aggregation: "sum", base: [0, 0], link: "none", columns: 2, classes: ["no", "yes"] },
  ...{ schema: { features: ["A", "B"].map((name, column) => ({ name, column, min: 0, max: 10 })) }, trees: [stump(0, 5, [0, -1], [0, 1])], background: { rows: [[6, 3], [9, 3], [1, 1]], labels: [1, 1, 0] } },
};

/** The words on an answer: "checked", or why not. */
function said(answer: object, request: object = {}): string | undefined {
  const certificate = { version: 1, cost: 0.2, cuts: [[5], []], proofs: ["AA=="] };
  try {
    const verdict = checker(model)({ query: [3, 3], target: { class: 1 }, ...request }, { status: "optimal", counterfactuals: [{ values: [near, 3], cost: 0.2 }], certificate, ...answer });
    return verdict.checked ? "checked" : "attained" in verdict ? undefined : verdict.what;
  } catch (error) {
    return (error as Error).message;
  }
}

describe("the others of a pool", () => {
  const pool = (...others: [number[], number][]): string | undefined => said({ pool: others.map(([values, cost]) => ({ values, cost })) }, { pool: 3 });

  it("are counterfactuals, each dearer than the one before", () => {
    expect(pool()).toBe("checked");
    expect(pool([[6, 3], 0.3], [[6, 4], 0.4], [[6, 2], 0.5])).toContain("in the pool: the counterfactual costs");
    expect(pool([[6, 3], 0.3], [[6, 4], 0.4], [[7, 2], 0.5])).toBe("checked");
    const down = "in the pool: the pool does not ascend in cost";
    expect(pool([[6, 4], 0.4], [[6, 3], 0.3])).toBe(down);
    expect(pool([[near, 3], 0.2])).toBe(down);
    expect(pool([[6, 3], 0.3], [[6, 3], 0.3])).toBe(down);
    // Costs that are equal but for rounding do not ascend, and others do.
    expect(pool([[near + 2e-9, 3], (near + 2e-9 - 3) / 10])).toBe(down);
    expect(pool([[near + 1e-8, 3], (near + 1e-8 - 3) / 10])).toBe("checked");
    expect(pool([[4, 3], 0.1])).toBe("in the pool: the counterfactual misses the target");
    expect(pool([[6, 3], 0.3], [[6, 3, 3], 0.4])).toBe("in the pool: the counterfactual has not one value for each column");
  });

  it("are no fault of the first, whose own is told without them", () => {
    expect(said({ counterfactuals: [{ values: [4, 3], cost: 0.2 }], pool: [{ values: [6, 3], cost: 0.3 }] }, { pool: 1 })).toBe("the counterfactual misses the target");
  });
});

describe("answers in single hulls", () => {
  const at = (hulls: unknown, more: object = {}): string | undefined =>
    said({ certificate: undefined, counterfactuals: [{ values: [near, 3], cost: 0.2, hull: [{ row: 0, weight: 1 }] }, { values: [9, 3], cost: 0.6, hull: [{ row: 1, weight: 1 }] }, { values: [7, 3], cost: 0.4, hull: [{ row: 1, weight: 1 }] }], hulls, ...more }, { plausibility: { hull: { epsilon: [0, 0.15, 0.3] } } });

  it("are each as near to their hull as that one asks", () => {
    expect(at([])).toBeUndefined();
    expect(at([{ counterfactual: 1, epsilon: 0 }, { counterfactual: 0, epsilon: 0.15 }, { counterfactual: null, epsilon: 0 }, { counterfactual: 2, epsilon: 0.3 }])).toBeUndefined();
    expect(at([{ counterfactual: 1, epsilon: 0 }, { counterfactual: 2, epsilon: 0.15 }])).toBe("in hull 1: the counterfactual lies outside of the hull");
    expect(at([{ counterfactual: 0, epsilon: 0 }])).toBe("in hull 0: the counterfactual lies outside of the hull");
    expect(at([{ counterfactual: 1, epsilon: 0 }], { counterfactuals: [{ values: [near, 3], cost: 0.2, hull: [{ row: 0, weight: 1 }] }, { values: [9, 3], cost: 0.5, hull: [{ row: 1, weight: 1 }] }] })).toBe("in hull 0: the counterfactual costs 0.6, not 0.5");
  });

  it("that cannot be read are told with their place", () => {
    expect(at(7)).toBe("/hulls: a list is needed");
    expect(at([{ counterfactual: null }, 7])).toBe("/hulls/1: an object is needed");
    for (const counterfactual of [3, -1, "0"]) expect(at([{ counterfactual, epsilon: 0 }])).toContain("/hulls/0/counterfactual: a ");
    expect(at([{ counterfactual: 1, epsilon: "0" }])).toBe("/hulls/0/epsilon: a number is needed");
  });
});

describe("parts of an answer that cannot be read", () => {
  it("are told with their place", () => {
    expect(() => checker(model)({ query: [3, 3], target: { class: 1 } }, 7)).toThrow("the answer: an object is needed");
    expect(said({ counterfactuals: 7 })).toBe("/counterfactuals: a list is needed");
    expect(said({ counterfactuals: [7] })).toBe("/counterfactuals/0: an object is needed");
    expect(said({ counterfactuals: [{ values: [near, 3], cost: "0.2" }] })).toBe("/counterfactuals/0/cost: a number is needed");
    expect(said({ counterfactuals: [{ values: 7, cost: 0.2 }] })).toBe("/counterfactuals/0/values: a list is needed");
    expect(said({ counterfactuals: [{ values: [near, "3"], cost: 0.2 }] })).toBe("/counterfactuals/0/values/1: a number is needed");
    expect(said({ pool: 7 }, { pool: 1 })).toBe("/pool: a list is needed");
    const hull = { plausibility: { hull: { epsilon: 9 } } };
    expect(said({ certificate: undefined, counterfactuals: [7] }, hull)).toBe("/counterfactuals/0: an object is needed");
    expect(said({ certificate: undefined, counterfactuals: [{ values: [near, 3], cost: null }] }, hull)).toBe("/counterfactuals/0/cost: a number is needed");
  });
});
