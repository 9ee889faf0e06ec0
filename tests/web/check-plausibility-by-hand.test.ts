// Hulls and depths of answers of classifiers, computed by hand: which rows have the target, how deep they lie, how far rounding goes, and the words of a request that cannot be read.
import { describe, expect, it } from "vitest";
import { checker } from "../../www/src/check/index.js";

/** Class by Income: a up to 3, b up to 6, else c. Paths of the isolation forest by Debt: 1 up to 2, 3 up to 8, else 2. */
const features: object[] = [
  { name: "Income", column: 0, min: 0, max: 10 },
  { name: "Debt", column: 1, kind: "integer", min: 0, max: 10 },
  { name: "Home", column: 2, kind: "binary", labels: ["rent", "own"] },
];
const ROWS: unknown[][] = [[2, 1, 0], [4, 9, 0], [5, 5, 1], [9, 5, 0], [7, 1, 1], [4, 3, 0]];
const LABELS = [0, 1, 1, 2, 2, 1];
const chain = { weight: 1, feature: [0, -1, 0, -1, -1], threshold: [3, 0, 6, 0, 0], left: [1, -1, 3, -1, -1], right: [2, -1, 4, -1, -1], value: [null, [1, 0, 0], null, [0, 1, 0], [0, 0, 1]] };
const forest = { trees: [{ feature: [1, -1, 1, -1, -1], threshold: [2, 0, 8, 0, 0], left: [1, -1, 3, -1, -1], right: [2, -1, 4, -1, -1], samples: [4, 1, 3, 2, 1], value: [null, null, null, null, null] }] };

interface Asked {
  values?: number[];
  cost?: number;
  query?: number[];
  target?: object | undefined;
  plausibility: object;
  mixture?: unknown;
  more?: object | undefined;
}

/** The verdict's words on an answer, or those of a document that cannot be read; undefined where the answer is one. */
function said({ values = [4, 5, 0], cost = 0.2, query = [2, 5, 0], target = { class: "b" }, plausibility, mixture = [{ row: 1, weight: 1 }], more = {} }: Asked): string | undefined {
  const model = {
    ...{ format: "espalier", version: 1, kind: "classifier", input: "float64", compare: "<=", aggregation: "sum", base: [0, 0, 0], link: "none", columns: 3, classes: ["a", "b", "c"] },
    ...{ schema: { features }, trees: [chain], isolation_forest: forest, background: { rows: ROWS, labels: LABELS }, ...more },
  };
  try {
    const verdict = checker(model)({ query, target, plausibility }, { status: "optimal", counterfactuals: [{ values, cost, hull: mixture }] });
    if (verdict.checked) throw new RangeError("a hull has no certificate");
    return "attained" in verdict ? undefined : verdict.what;
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return (error as Error).message;
  }
}

const wide = { epsilon: 99 };
const shallow = "the counterfactual lies less deep in the isolation forest than is asked for";

describe("rows that have a class", () => {
  const targets: [object, number[]][] = [
    [{ class: "b" }, [1]],
    [{ classes: ["b", "a"] }, [0, 1]],
    [{ class_costs: { b: 0, c: 1 } }, [1, 2]],
    [{ class: "b", min_probability: 0.5 }, [1]],
  ];

  it("are those of a hull, by any kind of target", () => {
    for (const [target, classes] of targets) {
      for (const [row, label] of LABELS.entries()) {
        expect(said({ target, plausibility: { hull: wide }, mixture: [{ row, weight: 1 }] }), `${JSON.stringify(target)} ${String(row)}`).toBe(classes.includes(label) ? undefined : "a row of the counterfactual's mixture has not the target");
      }
    }
  });

  it("are those whose depth a quantile is of, by any kind of target", () => {
    // Paths of rows: a 1; b 2, 3, 3; c 3, 1. The answer lies at 3, 2 or 1.
    const least = (target: object, outlier_quantile: number): number => {
      const at = (debt: number): boolean => said({ target, values: [4, debt, 0], cost: 0.2 + Math.abs(debt - 5) / 10, plausibility: { hull: wide, isolation_forest: { outlier_quantile } } }) === undefined;
      expect(at(5)).toBe(true);
      return at(1) ? 1 : at(9) ? 2 : 3;
    };
    expect([0, 0.01, 0.5].map((q) => least({ class: "b" }, q))).toEqual([2, 3, 3]);
    expect([0, 0.01, 0.4].map((q) => least({ classes: ["b", "a"] }, q))).toEqual([1, 2, 3]);
    expect([0, 0.25, 0.26].map((q) => least({ class_costs: { b: 0, c: 1 } }, q))).toEqual([1, 2, 3]);
    expect([0, 0.01].map((q) => least({ class: "b", min_probability: 0.5 }, q))).toEqual([2, 3]);
  });

  it("are ranked, and a quantile lies between two ranks", () => {
    // Of all: 1, 1, 2, 3, 3, 3. The rank is 5 q, so that at 0.3 half of the way from 1 to 2 is needed.
    const at = (outlier_quantile: number, debt: number): string | undefined =>
      said({ target: { classes: ["a", "b", "c"] }, values: [2, debt, 0], cost: Math.abs(debt - 5) / 10, plausibility: { hull: wide, isolation_forest: { outlier_quantile } } });
    expect(at(0.2, 1)).toBeUndefined();
    expect(at(0.3, 1)).toBe(shallow);
    expect(at(0.3, 9)).toBeUndefined();
    expect(at(0.4, 9)).toBeUndefined();
    expect(at(0.42, 9)).toBe(shallow);
    expect(at(1, 5)).toBeUndefined();
  });
});

describe("a depth that cannot be asked", () => {
  it("is told with its reason and place", () => {
    const at = (isolation_forest: object, more?: object, target?: object): string | undefined => said({ plausibility: { isolation_forest }, more, target });
    expect(at({ outlier_quantile: 0.5 }, { isolation_forest: null })).toBe("an isolation forest that is grown for a request has no certificate");
    expect(at({ outlier_quantile: 0.5 }, { background: { rows: ROWS, labels: [0, 0, 0, 2, 2, 2] } })).toBe("/plausibility/isolation_forest/outlier_quantile: a background row with the target is needed");
    expect(at({ outlier_quantile: 1.5 })).toBe("/plausibility/isolation_forest/outlier_quantile: a share of the rows is needed");
    for (const outlier_quantile of [-0.5, "most", undefined]) expect(at({ outlier_quantile })).toContain("/plausibility/isolation_forest/outlier_quantile: a number");
    for (const min_path_length of [-1, "deep", null]) expect(at({ min_path_length })).toContain("/plausibility/isolation_forest/min_path_length: a number");
    expect(at({ outlier_quantile: 0.5 }, { background: { rows: [[2, 1, 0], 7], labels: [1, 1] } })).toBe("/background/rows/1: a list is needed");
  });
});

describe("a hull", () => {
  const outside = "the counterfactual lies outside of the hull";

  it("has one coordinate for yes and no", () => {
    for (const [norm, far] of [["l1", 1.1], ["l2", Math.sqrt(1.01)], ["linf", 1]] as const) {
      const at = (epsilon: number): string | undefined => said({ values: [5, 5, 1], cost: 1.3, plausibility: { hull: { norm, epsilon } }, mixture: [{ row: 1, weight: 0.5 }, { row: 5, weight: 0.5 }], more: { background: { rows: ROWS.with(1, [4, 7, 0]), labels: LABELS } } });
      expect(at(far + 1e-7)).toBeUndefined();
      expect(at(far - 1e-7)).toBe(outside);
    }
  });

  it("may be missed by the rounding of real numbers, and not by that of others", () => {
    // Income 0.1 from the row; rounding may move it by 1e-9 and a share of 1, or of its size where that is more than its range.
    const at = (input: string, over: number, own = 4, to = 5): string | undefined =>
      said({ query: [own, 5, 0], values: [to, 5, 0], cost: Math.abs(to - own) / 10, plausibility: { hull: { epsilon: 0.1 - over } }, mixture: [{ row: 5, weight: 1 }], more: { input, background: { rows: ROWS.with(5, [to - 1, 5, 0]), labels: LABELS }, trees: [{ ...chain, threshold: [-30, 0, 30, 0, 0] }] } });
    expect(at("float64", 1.9e-9)).toBeUndefined();
    expect(at("float64", 2.2e-9)).toBe(outside);
    expect(at("float32", 2.4e-7)).toBeUndefined();
    expect(at("float32", 2.6e-7)).toBe(outside);
    // From 25, beyond the domain that ends at 10, it is 2.5 times as much.
    expect(at("float64", 3.4e-9, 25, 24)).toBeUndefined();
    expect(at("float64", 3.6e-9, 25, 24)).toBe(outside);
    // Of Debt, a whole number, there is none.
    const whole = (over: number): string | undefined => said({ values: [4, 6, 0], cost: 0.3, plausibility: { hull: { epsilon: 0.1 - over, norm: "linf" } }, mixture: [{ row: 5, weight: 1 }], more: { background: { rows: ROWS.with(5, [4, 5, 0]), labels: LABELS } } });
    expect(whole(1.9e-9)).toBeUndefined();
    expect(whole(2.2e-9)).toBe(outside);
  });

  it("is a mixture whose shares add up to 1 but for rounding", () => {
    const at = (weight: number): string | undefined => said({ plausibility: { hull: wide }, mixture: [{ row: 1, weight: 0.5 }, { row: 5, weight }] });
    for (const weight of [0.5, 0.5 + 9e-10, 0.5 - 9e-10]) expect(at(weight)).toBeUndefined();
    for (const weight of [0.5 + 2e-9, 0.5 - 2e-9, 0, 1]) expect(at(weight)).toBe("the weights of the counterfactual's mixture are no shares of 1");
  });

  it("that cannot be read is told with its place", () => {
    const at = (hull: object, mixture?: unknown, more?: object): string | undefined => said({ plausibility: { hull }, mixture, more });
    expect(at({ epsilon: -1 })).toBe("/plausibility/hull/epsilon: a number of at least 0 is needed");
    expect(at({ epsilon: [0, "far"] })).toBe("/plausibility/hull/epsilon: a number is needed");
    expect(at({ price: -1 })).toBe("/plausibility/hull/price: a number of at least 0 is needed");
    expect(at({ norm: "l0" })).toContain("/plausibility/hull/norm: one of");
    expect(at({ clusters: "two" })).toContain("/plausibility/hull/clusters: a ");
    expect(at(wide, 7)).toBe("/counterfactuals/0/hull: a list is needed");
    expect(at(wide, [7])).toBe("/counterfactuals/0/hull: an object is needed");
    for (const row of [-1, 6, 0.5, "1"]) expect(at(wide, [{ row, weight: 1 }])).toContain("/counterfactuals/0/hull/row: a ");
    for (const weight of [-1, "1"]) expect(at(wide, [{ row: 1, weight }])).toContain("/counterfactuals/0/hull/weight: a number");
    expect(at(wide, [{ row: 1, weight: 1 }], { background: { rows: ROWS.with(1, [4, "much", 0]), labels: LABELS } })).toBe("/background/rows/1/1: a number is needed");
    expect(at(wide, [{ row: 1, weight: 1 }], { background: { rows: (ROWS as unknown[]).with(1, 7), labels: LABELS } })).toBe("/background/rows/1: a list is needed");
    expect(at(wide, [{ row: 1, weight: 1 }], { background: { rows: ROWS.with(1, [4, null, 0]), labels: LABELS } })).toBe("a row of the counterfactual's mixture has no place");
  });

  it("has a certificate where it is one and asks for no price, and the reason is told where it has none", () => {
    const document = { format: "espalier", version: 1, kind: "classifier", input: "float64", compare: "<=", aggregation: "sum", base: [0, 0, 0], link: "none", columns: 3, classes: ["a", "b", "c"], schema: { features }, trees: [chain], background: { rows: ROWS, labels: LABELS } };
    const verdict = (hull: object, certificate?: object): unknown =>
      checker(document)({ query: [2, 5, 0], target: { class: "b" }, plausibility: { hull: { ...wide, ...hull } } }, { status: "optimal", counterfactuals: [{ values: [4, 5, 0], cost: 0.2, hull: [{ row: 1, weight: 1 }] }], certificate });
    const claim = { version: 1, cost: 0.2, cuts: [[], [], []], proofs: ["AA=="], hull: [[]] };
    expect(verdict({})).toEqual({ checked: false, what: "this hull has no certificate", attained: true });
    const several = { checked: false, what: "a soft hull and several hulls have no certificate" };
    for (const hull of [{ each: true }, { epsilon: [1, 99] }, { each: true, epsilon: [1, 99] }, { price: 1 }]) expect(verdict(hull, claim), JSON.stringify(hull)).toMatchObject(several);
    for (const hull of [{}, { each: false }]) expect(verdict(hull, claim), JSON.stringify(hull)).not.toMatchObject(several);
  });
});

describe("a depth in a forest with hyperplanes", () => {
  it("is that of the leaf that the sum leads to, in double precision", () => {
    // 0.1 A + 0.2 B is at most 0.3 to the left: depth 1 of 2 rows, and on the right 1 of 6.
    const plane = (threshold: number): object => ({ trees: [{ feature: [-2, -1, -1], threshold: [threshold, 0, 0], left: [1, -1, -1], right: [2, -1, -1], samples: [8, 2, 6], value: [null, null, null], hyperplanes: { 0: { columns: [0, 1], weights: [0.1, 0.2] } } }] });
    const at = (threshold: number, min_path_length: number): string | undefined => said({ values: [4, 5, 0], plausibility: { hull: wide, isolation_forest: { min_path_length } }, more: { isolation_forest: plane(threshold), hyperplane_sums: "float32" } });
    // The answer's sum is 0.4 + 1, in doubles; a row's path ends behind the split, with more behind it where more rows are there.
    const sum = 0.1 * 4 + 0.2 * 5;
    const far = (side: "left" | "right", least: number): string | undefined => at(side === "left" ? sum : sum - 1e-9, least);
    expect([far("left", 2), far("right", 2)]).toEqual([undefined, undefined]);
    expect([far("left", 3), far("right", 3)]).toEqual([shallow, undefined]);
  });
});
