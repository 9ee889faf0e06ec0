// Certificates beside if-then limits, made by hand: docs/contract/certificate.md, "Trees and rows".
import { describe, expect, it } from "vitest";
import { checker, type Verdict } from "../../www/src/check/index.js";

/** The doubles next to a number from 4 to below 8, and those next to 8 and 3. */
const STEP = 2 ** -50;
const features: object[] = [
  { name: "Income", column: 0, min: 0, max: 10 },
  { name: "Debt", column: 1, kind: "integer", min: 0, max: 10 },
  { name: "School", column: 2, kind: "ordinal", labels: ["none", "some", "much"] },
];

interface Claim {
  rules: object[];
  values: (number | null)[];
  cost: number | null;
  cuts: number[][];
  query?: (number | null)[];
  /** Class 1 is likelier above this in Income. */
  threshold?: number;
}

/** The verdict on a claim without a round. */
function verdict({ rules, values, cost, cuts, query = [4, 3, 0], threshold = 5 }: Claim): Verdict {
  const document = {
    ...{ format: "espalier", version: 1, kind: "classifier", input: "float64", compare: "<=", aggregation: "mean", base: [0, 0], link: "none", columns: 3, classes: ["no", "yes"], schema: { features } },
    trees: [{ weight: 1, feature: [0, -1, -1], threshold: [threshold, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, [1, 0], [0, 1]] }],
  };
  const certificate = { version: 1, cost, cuts: [...cuts, []], proofs: [btoa("\0")] };
  return checker(document)({ query, target: { class: 1 }, constraints: rules, certificate: true }, { status: cost === null ? "infeasible" : "optimal", counterfactuals: cost === null ? [] : [{ values, cost }], certificate });
}

const open = { checked: false, what: "a box is closed that may hold a cheaper answer" };

/** The least cost is confirmed, and neither more, nor that there is no answer; values that break the rule are refuted. */
function holds(claim: Claim & { cost: number }, broken: (number | null)[]): void {
  expect(verdict(claim)).toMatchObject({ checked: true, cost: claim.cost });
  expect(verdict({ ...claim, cost: claim.cost * 1.001 })).toMatchObject(open);
  expect(verdict({ ...claim, cost: claim.cost * 1.9 })).toMatchObject(open);
  expect(verdict({ ...claim, cost: null })).toMatchObject(open);
  expect(verdict({ ...claim, values: broken })).toEqual({ checked: false, what: "the counterfactual breaks a rule of the request" });
}

describe("the check of certificates beside if-then limits", () => {
  const rich = { feature: "Income", min: 4.5 };
  const cuts = [[4.5 - STEP, 5], [6 - STEP]];

  it("is of the cheapest answer that keeps them", () => {
    holds({ rules: [{ if: rich, then: { feature: "Debt", min: 6 } }], values: [5 + STEP, 6, 0], cost: 0.4, cuts }, [5 + STEP, 5, 0]);
    holds({ rules: [{ if: rich, then: { feature: "School", in: ["much"] } }], values: [5 + STEP, 3, 2], cost: 1.1, cuts }, [5 + STEP, 3, 1]);
    holds({ rules: [{ if: { feature: "School", in: ["none"] }, then: { feature: "Debt", min: 6 } }], values: [5 + STEP, 6, 0], cost: 0.4, cuts }, [5 + STEP, 5, 0]);
    holds({ rules: [{ if: { feature: "Debt", unchanged: true }, then: { feature: "School", in: ["much"] } }], values: [5 + STEP, 4, 0], cost: 0.2, cuts: [[5], [3 - STEP / 2, 3]] }, [5 + STEP, 3, 0]);
    holds({ rules: [{ if: { feature: "School", in: ["none"] }, then: { feature: "Debt", max: 2 } }], values: [5 + STEP, 2, 0], cost: 0.2, cuts: [[5], [2]] }, [5 + STEP, 3, 0]);
  });

  it("follows one from another", () => {
    const rules = [{ if: { feature: "Debt", min: 6 }, then: { feature: "School", in: ["much"] } }, { if: rich, then: { feature: "Debt", min: 6 } }];
    holds({ rules, values: [5 + STEP, 6, 2], cost: 1.4, cuts }, [5 + STEP, 6, 1]);
    expect(verdict({ rules: [...rules, { if: { feature: "School", in: ["much"] }, then: { feature: "Debt", max: 5 } }], values: [], cost: null, cuts: [[4.5 - STEP, 5], [5, 6 - STEP]] })).toMatchObject({ checked: true, cost: null });
  });

  it("counts a feature once that both conditions are of", () => {
    holds({ rules: [{ if: rich, then: { feature: "Income", min: 7 } }], values: [7, 3, 0], cost: 0.3, cuts: [[4.5 - STEP, 5, 7 - STEP], []] }, [6, 3, 0]);
    // From 2 to 8 only the values from 5 to 6 are allowed.
    const rules = [{ if: { feature: "Income", min: 2, max: 8 }, then: { feature: "Income", min: 5, max: 6 } }];
    holds({ rules, values: [5 + STEP, 3, 0], cost: 0.1, cuts: [[2 - STEP / 4, 5 - STEP, 5, 6, 8], []] }, [7, 3, 0]);
    holds({ rules, values: [8 + 2 * STEP, 3, 0], cost: 0.4, cuts: [[2 - STEP / 4, 5 - STEP, 6, 7, 8], []], threshold: 7 }, [8, 3, 0]);
  });

  it("of several conditions takes all of them, or any", () => {
    const debt = { feature: "Debt", min: 6 };
    const school = { feature: "School", in: ["much"] };
    const none = { feature: "School", in: ["none"] };
    // 0.1 is the cost of the income, 0.3 that of the debt, 1 that of the school.
    holds({ rules: [{ if: { all: [rich, none] }, then: { any: [school, debt] } }], values: [5 + STEP, 6, 0], cost: 0.4, cuts }, [5 + STEP, 5, 0]);
    holds({ rules: [{ if: { any: [debt, rich] }, then: { all: [school, debt] } }], values: [5 + STEP, 6, 2], cost: 1.4, cuts }, [5 + STEP, 6, 1]);
    // A rule of two alternatives is two rules.
    holds({ rules: [{ if: { any: [{ feature: "School", in: ["some"] }, rich] }, then: debt }], values: [5 + STEP, 6, 0], cost: 0.4, cuts }, [5 + STEP, 5, 0]);
    // Where not all of the "if" holds, nothing is asked.
    holds({ rules: [{ if: { all: [rich, { feature: "Income", max: 6 }] }, then: school }], values: [6 + STEP, 3, 0], cost: 0.2, cuts: [[4.5 - STEP, 5, 6], []] }, [5 + STEP, 3, 0]);
    expect(verdict({ rules: [{ if: { any: [rich, none] }, then: { all: [debt, { feature: "Debt", max: 5 }] } }], values: [], cost: null, cuts: [[4.5 - STEP, 5], [5, 6 - STEP]] })).toMatchObject({ checked: true, cost: null });
    expect(verdict({ rules: [{ if: { all: [rich, none] }, then: { any: [debt, { feature: "Debt", max: 5 }] } }], values: [5 + STEP, 3, 0], cost: 0.1, cuts: [[4.5 - STEP, 5], [5, 6 - STEP]] })).toMatchObject({ checked: true });
  });

  it("takes a missing value for one that meets nothing", () => {
    holds({ rules: [{ if: rich, then: { feature: "Debt", min: 6 } }], values: [5 + STEP, 6, 0], cost: 1.1, cuts, query: [4, null, 0] }, [5 + STEP, null, 0]);
    holds({ rules: [{ if: rich, then: { feature: "School", in: ["some"] } }], values: [5 + STEP, 3, 1], cost: 1.1, cuts, query: [4, 3, null] }, [5 + STEP, 3, null]);
    const rules = [{ if: { feature: "Debt", max: 10 }, then: { feature: "School", in: ["much"] } }];
    expect(verdict({ rules, values: [5 + STEP, null, 0], cost: 0.1, cuts: [[5], [10]], query: [4, null, 0] })).toMatchObject({ checked: true });
    expect(verdict({ rules, values: [5 + STEP, 3, 0], cost: 0.1, cuts: [[5], [10]] })).toMatchObject({ checked: false, what: "the counterfactual breaks a rule of the request" });
  });

  it("needs cuts at both ends of the values that they speak of", () => {
    const parted = { checked: false, what: "a test of the model or of the query parts a cell" };
    const rules = [{ if: { feature: "Debt", min: 3, max: 6 }, then: { feature: "School", in: ["much"] } }];
    const claim = { rules, values: [5 + STEP, 7, 0], cost: 0.2 };
    for (const some of [[], [3 - STEP / 2], [6], [3, 6], [2, 6]]) expect(verdict({ ...claim, cuts: [[5], some] })).toMatchObject(parted);
    expect(verdict({ ...claim, values: [5 + STEP, 2, 0], cuts: [[5], [3 - STEP / 2, 6]] })).toMatchObject({ checked: true });
    const same = [{ if: { feature: "Debt", unchanged: true }, then: { feature: "School", in: ["much"] } }];
    for (const some of [[], [3], [3 - STEP / 2]]) expect(verdict({ ...claim, rules: same, cuts: [[5], some] })).toMatchObject(parted);
  });

  it("closes a box by the model alone where its trees are down to one leaf and the rule may be kept in two ways", () => {
    const document = {
      ...{ format: "espalier", version: 1, kind: "classifier", input: "float64", compare: "<=", aggregation: "sum", link: "softmax", columns: 1, classes: ["a", "b", "c"], base: [-1.88, -0.93, -1.28] },
      schema: { features: [{ name: "Rooms", column: 0, kind: "integer", min: -2.5, max: 3.5 }] },
      trees: [{ weight: 1, feature: [0, -1, -1], threshold: [4.25, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, [0, -1.32, 0], [0, 1.39, 0]] }],
    };
    const [a, b, c] = [-1.88, -0.93 - 1.32, -1.28].map(Math.exp) as [number, number, number];
    const certificate = { version: 1, cost: null, cuts: [[-5e-324, 0, 1.35, 4.25]], proofs: [btoa("\0")] };
    const impossible = (more: number): Verdict => {
      const rule = { if: { feature: "Rooms", unchanged: true }, then: { feature: "Rooms", min: 0, max: 1.35 } };
      const target = { class: "b", min_probability: b / (a + b + c) + more };
      return checker(document)({ query: [0], target, constraints: [rule], certificate: true }, { status: "infeasible", counterfactuals: [], certificate });
    };
    // No row of scores excludes so little more than its probability, but the prediction does.
    expect(impossible(0.0006)).toMatchObject({ checked: true, cost: null });
    expect(impossible(-1e-9)).toMatchObject(open);
  });

  it("closes a box by a budget that every live level exceeds, where the row of amounts has much rounding and the rule may be kept in two ways", () => {
    const document = {
      ...{ format: "espalier", version: 1, kind: "regressor", input: "float32", compare: "<=", aggregation: "sum", link: "none", columns: 3, base: [0] },
      schema: { features: [{ name: "Rooms", column: 0, kind: "integer", min: 0, max: 9 }, { name: "Town", column: 1, kind: "integer", min: 0, max: 9 }, { name: "Size", column: 2, min: 0, max: 1 }] },
      trees: [{ weight: 1, feature: [0, -1, -1], threshold: [4.5, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, [0], [1]] }],
    };
    const certificate = { version: 1, cost: null, cuts: [[4.5], [1, 2], []], proofs: [btoa("\0")] };
    const impossible = (most: number): Verdict => {
      const rule = { if: { feature: "Town", max: 1 }, then: { feature: "Town", max: 2 } };
      const budget = { changes: { Rooms: 1, Size: 1 }, most };
      return checker(document)({ query: [0, 0, 1e9], target: { value: [1, null] }, constraints: [rule, { budget }], certificate: true }, { status: "infeasible", counterfactuals: [], certificate });
    };
    // Five rooms are the fewest that are enough.
    expect(impossible(4.9)).toMatchObject({ checked: true, cost: null });
    expect(impossible(5)).toMatchObject(open);
  });
});
