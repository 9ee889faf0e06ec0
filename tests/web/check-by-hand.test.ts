// Costs, limits, budgets, hulls and depths of single answers, each computed by hand and given at its border and beyond it.
import { describe, expect, it } from "vitest";
import { checker } from "../../www/src/check/index.js";

/** A value from 1 to 3 by Income; paths of the isolation forest by Debt: 1 up to 2, 3 up to 8, else 2. */
const features: object[] = [
  { name: "Income", column: 0, min: 0, max: 10 },
  { name: "Debt", column: 1, kind: "integer", min: 0, max: 10 },
  { name: "School", column: 2, kind: "ordinal", labels: ["none", "some", "much"] },
  { name: "Town", column: 3, kind: "categorical", labels: ["x", "y", "z"], values: [0, 1, 2] },
];
const ROWS: (number | null)[][] = [[2, 5, 0, 0], [4, 5, 0, 0], [5, 1, 1, 1], [9, 9, 2, 2], [4, null, 0, 0], [4, 5, 0, 1]];
const LABELS = [1, 1.5, 2.5, 3, 2, 2];
const OWN = [4, 5, 0, 0];

const model = (input = "float64", labels: number[] | null = LABELS): object => ({
  ...{ format: "espalier", version: 1, kind: "regressor", input, compare: "<=", aggregation: "mean", base: [0], link: "none", columns: 4, schema: { features } },
  trees: [{ weight: 1, feature: [0, -1, 0, -1, -1], threshold: [3, 0, 6, 0, 0], left: [1, -1, 3, -1, -1], right: [2, -1, 4, -1, -1], value: [null, 1, null, 2, 3] }],
  isolation_forest: { trees: [{ feature: [1, -1, 1, -1, -1], threshold: [2, 0, 8, 0, 0], left: [1, -1, 3, -1, -1], right: [2, -1, 4, -1, -1], samples: [4, 1, 3, 2, 1], value: [null, null, null, null, null] }] },
  background: { rows: ROWS, ...(labels ? { labels } : {}) },
});

interface Asked {
  values: (number | null)[];
  cost: number;
  query?: (number | null)[];
  target?: object;
  costs?: object;
  constraints?: object[];
  forest?: object;
  hull?: object;
  mixture?: { row: number; weight: number }[];
  input?: string;
  labels?: number[] | null;
}

/** The fault of an answer; undefined where it is one. A hull wide enough for all lets the check repeat answers without a certificate. */
function fault({ values, cost, query = OWN, target = { value: [0, null] }, costs, constraints, forest, hull = { epsilon: 99 }, mixture = [{ row: 1, weight: 1 }], input, labels = LABELS }: Asked): string | undefined {
  const request = { query, target, constraints, plausibility: { hull, isolation_forest: forest }, ...(costs ? { cost: costs } : {}) };
  const verdict = checker(model(input, labels))(request, { status: "optimal", counterfactuals: [{ values, cost, hull: mixture }] });
  if (verdict.checked) throw new Error("a hull has no certificate");
  return "attained" in verdict ? undefined : verdict.what;
}

/** A cost that is taken at its own value and at no other. */
function costs(asked: Asked): void {
  expect(fault(asked)).toBeUndefined();
  for (const by of [1e-6, -1e-6]) expect(fault({ ...asked, cost: asked.cost + by })).toContain("the counterfactual costs");
}

describe("rows that have the target", () => {
  const middle = { value: [1.5, 2.5] };

  it("lie between both ends of a value, the ends included, and a hull takes no others", () => {
    for (const [row, has] of [[0, false], [1, true], [2, true], [3, false]] as const) {
      const said = fault({ target: middle, values: [5, 5, 0, 0], cost: 0.1, mixture: [{ row, weight: 1 }] });
      if (has) expect(said, `row ${row}`).toBeUndefined();
      else expect(said, `row ${row}`).toBe("a row of the counterfactual's mixture has not the target");
    }
    // By the model's own word: 1, 2, 2, 3.
    for (const [row, has] of [[0, false], [1, true], [2, true], [3, false]] as const) {
      expect(fault({ target: { value: [2, 2] }, values: [5, 5, 0, 0], cost: 0.1, labels: null, mixture: [{ row, weight: 1 }] }) === undefined, `row ${row}`).toBe(has);
    }
  });

  it("alone say how deep an answer has to lie", () => {
    // Of the target: paths 3 (row 1), 1 (row 2), 3 (row 5), and none of row 4, whose debt is missing. So 1, 3, 3.
    const at = (outlier_quantile: number, debt: number, target: object = middle): string | undefined =>
      fault({ target, values: [5, debt, 0, 0], cost: 0.1 + Math.abs(debt - 5) / 10, forest: { outlier_quantile } });
    const shallow = "the counterfactual lies less deep in the isolation forest than is asked for";
    expect(at(0, 1)).toBeUndefined();
    expect(at(0.125, 1)).toBe(shallow); // 1.5
    expect(at(0.125, 9)).toBeUndefined();
    expect(at(0.25, 9)).toBeUndefined(); // 2
    expect(at(0.26, 9)).toBe(shallow);
    expect(at(1, 8)).toBeUndefined();
    // Without row 2 on its upper end every path is 3; with row 3 above it 2 would do.
    expect(at(0, 9, { value: [1.5, 2.4] })).toBe(shallow);
    expect(at(0, 8, { value: [1.5, 2.4] })).toBeUndefined();
    expect(at(0, 9, { value: [1.5, 3] })).toBeUndefined();
    // Nor does row 0 below the lower end.
    expect(fault({ target: { value: [2.9, 3] }, values: [7, 9, 0, 0], cost: 0.7, mixture: [{ row: 3, weight: 1 }], forest: { outlier_quantile: 1 } })).toBeUndefined();
  });

  it("are as deep as a length says, but for rounding", () => {
    const at = (min_path_length: number): string | undefined => fault({ target: middle, values: [5, 5, 0, 0], cost: 0.1, forest: { min_path_length } });
    expect(at(3)).toBeUndefined();
    expect(at(3 + 2e-9)).toBeUndefined();
    expect(at(3 + 4e-9)).toContain("less deep");
  });
});

describe("budgets", () => {
  const beyond = "the counterfactual exceeds a budget";
  const spends = (values: number[], budget: object, cost: number, more: Partial<Asked> = {}): string | undefined => fault({ values, cost, constraints: [{ budget }], ...more });

  it("end at their amount, but for rounding", () => {
    const hours = { changes: { Income: 1 }, most: 2 };
    expect(spends([6, 5, 0, 0], hours, 0.2)).toBeUndefined();
    expect(spends([6 + 1e-9, 5, 0, 0], hours, 0.2)).toBeUndefined();
    for (const over of [2e-8, 1e-6, 2e-4, 2e-3]) expect(spends([6 + over, 5, 0, 0], hours, 0.2 + over / 10)).toBe(beyond);
    for (const over of [2e-8, 1e-6, 2e-4, 2e-3]) expect(spends([2 - over, 5, 0, 0], hours, 0.2 + over / 10)).toBe(beyond);
    expect(spends([2, 5, 0, 0], hours, 0.2)).toBeUndefined();
    // The next single after 6 is within the rounding of an input; 4e-6 is not.
    expect(spends([6 + 2 ** -21, 5, 0, 0], hours, 0.2 + 2 ** -21 / 10, { input: "float32" })).toBeUndefined();
    expect(spends([6 + 2 ** -18, 5, 0, 0], hours, 0.2 + 2 ** -18 / 10, { input: "float32" })).toBe(beyond);
    // Whole numbers do not round.
    expect(spends([4, 7, 0, 0], { changes: { Debt: 1 + 2e-7 }, most: 2 }, 0.2, { input: "float32" })).toBe(beyond);
  });

  it("count each way at its own price", () => {
    const hours = { changes: { Income: { up: 1, down: 3 } }, most: 3 };
    expect(spends([3, 5, 0, 0], hours, 0.1)).toBeUndefined();
    expect(spends([2.9, 5, 0, 0], hours, 0.11)).toBe(beyond);
    expect(spends([7, 5, 0, 0], hours, 0.3)).toBeUndefined();
    expect(spends([7.1, 5, 0, 0], hours, 0.31)).toBe(beyond);
    expect(spends([1, 5, 0, 0], { changes: { Income: { up: 1, down: 0 } }, most: 0 }, 0.3)).toBeUndefined();
  });

  it("lend the rounding of one number's change to no other's", () => {
    const trees = [{ weight: 1, feature: [0, -1, -1], threshold: [2, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, 0, 1] }];
    const schema = { features: [{ name: "a", column: 0, min: 0, max: 100 }, { name: "b", column: 1, min: 0, max: 2 }] };
    const background = { rows: [[9, 1]], labels: [1] };
    const file = { format: "espalier", version: 1, kind: "regressor", input: "float32", compare: "<=", aggregation: "mean", base: [0], link: "none", columns: 2, schema, trees, background };
    const budget = { changes: { a: { up: 1, down: 0 }, b: 1 }, most: 0 };
    const says = (...values: number[]): boolean => {
      const request = { query: [9, 1], target: { value: [0, null] }, constraints: [{ budget }], cost: { norm: "l0" }, plausibility: { hull: { epsilon: 99 } } };
      const cost = values.filter((x, i) => x !== request.query[i]).length;
      const verdict = checker(file)(request, { status: "optimal", counterfactuals: [{ values, cost, hull: [{ row: 0, weight: 1 }] }] });
      if ("attained" in verdict) return true;
      expect(verdict).toMatchObject({ what: beyond });
      return false;
    };
    expect(says(9, 1 + 2 ** -23)).toBe(true);
    expect(says(8, 1 + 2 ** -23)).toBe(true);
    expect(says(9, 1 + 2 ** -20)).toBe(false);
    expect(says(8, 1 + 2 ** -20)).toBe(false);
  });

  it("add numbers, steps and entered levels up, each list to its own end", () => {
    const visits = { changes: { Debt: 0.5, School: 2 }, levels: { Town: { y: 4, z: 1 } }, most: 6.5 };
    expect(spends([4, 6, 1, 1], visits, 0.1 + 0.5 + 1)).toBeUndefined(); // 0.5 + 2 + 4
    expect(spends([4, 7, 1, 1], visits, 0.2 + 0.5 + 1)).toBe(beyond); // 7
    expect(spends([4, 6, 2, 2], visits, 0.1 + 1 + 1)).toBeUndefined(); // 0.5 + 4 + 1
    // A level that the person has already is not entered.
    expect(spends([4, 9, 2, 1], visits, 0.4 + 1, { query: [4, 5, 0, 1] })).toBeUndefined(); // 2 + 4
    expect(fault({ values: [6, 6, 0, 0], cost: 0.3, constraints: [{ budget: { changes: { Income: 1 }, most: 5 } }, { budget: { changes: { Debt: 1 }, most: 0.5 } }] })).toBe(beyond);
  });
});

describe("hulls", () => {
  const outside = "the counterfactual lies outside of the hull";
  const at = (values: number[], cost: number, hull: object, mixture = [{ row: 1, weight: 1 }]): string | undefined => fault({ values, cost, hull, mixture });

  it("end at their distance, by each norm", () => {
    // Income 0.2 and Debt 0.1 from the row; School half; another town is two coordinates of 1.
    const cases: [string, number[], number, number][] = [
      ["l1", [6, 6, 0, 0], 0.3, 0.3], ["l2", [6, 6, 0, 0], 0.3, Math.sqrt(0.05)], ["linf", [6, 6, 0, 0], 0.3, 0.2],
      ["l1", [4, 5, 1, 0], 0.5, 0.5], ["l1", [4, 5, 0, 1], 1, 2], ["l2", [4, 5, 0, 1], 1, Math.SQRT2], ["linf", [4, 5, 0, 1], 1, 1],
    ];
    for (const [norm, values, cost, far] of cases) {
      expect(at(values, cost, { norm, epsilon: far })).toBeUndefined();
      expect(at(values, cost, { norm, epsilon: far + 1e-7 })).toBeUndefined();
      expect(at(values, cost, { norm, epsilon: far - 1e-7 })).toBe(outside);
      costs({ values, cost: cost + 2 * far, hull: { norm, price: 2 } });
    }
    expect(at([6, 6, 0, 0], 0.3, { norm: "l1", epsilon: [0.1, 0.3] })).toBeUndefined();
    expect(at([6, 6, 0, 0], 0.3, { norm: "l1", epsilon: [0.1, 0.2] })).toBe(outside);
  });

  it("are of mixtures whose shares are of 1", () => {
    const far = { norm: "l1", epsilon: 1e-6 };
    const halves = [{ row: 1, weight: 0.5 }, { row: 2, weight: 0.5 }];
    // Halfway between rows 1 and 2 every coordinate of a town is a half.
    expect(at([4.5, 3, 0, 0], 0.25, { norm: "l1", epsilon: 0.25 + 1 + 1e-6 }, halves)).toBeUndefined();
    expect(at([4.5, 3, 0, 0], 0.25, { norm: "l1", epsilon: 0.25 + 1 - 1e-6 }, halves)).toBe(outside);
    expect(at([4, 5, 0, 0], 0, far)).toBeUndefined();
    for (const weight of [1 + 1e-8, 1 - 1e-8, 0.5]) expect(at([4, 5, 0, 0], 0, { norm: "l1", epsilon: 9 }, [{ row: 1, weight }])).toContain("no shares of 1");
    expect(at([4, 5, 0, 0], 0, { norm: "l1", epsilon: 9 }, [{ row: 4, weight: 1 }])).toBe("a row of the counterfactual's mixture has no place");
  });
});

describe("costs and limits", () => {
  it("price each kind of change by its way", () => {
    costs({ values: [7, 4, 1, 1], cost: 0.3 + 0.1 + 0.5 + 1 });
    costs({ values: [7, 4, 1, 1], cost: 0.3 * 2 + 0.1 * 3 + 0.5 + 1, costs: { weights: { Income: { up: 2, down: 9 }, Debt: { up: 9, down: 3 } } } });
    costs({ values: [1, 4, 2, 0], query: [4, 5, 1, 0], cost: 0.3 * 9 + 0.1 * 3 + 0.5 * 4, costs: { weights: { Income: { up: 2, down: 9 }, Debt: { up: 9, down: 3 }, School: { up: 4, down: 7 } } } });
    costs({ values: [4, 5, 0, 0], query: [4, 5, 1, 0], cost: 0.5 * 7, costs: { weights: { School: { up: 4, down: 7 } } } });
    costs({ values: [7, 4, 1, 1], cost: 4, costs: { norm: "l0" } });
    costs({ values: [7, 4, 1, 0], cost: 0.09 + 0.01 + 0.25, costs: { norm: "l2" } });
    costs({ values: [7, 4, 1, 0], cost: 0.5, costs: { norm: "linf" } });
    costs({ values: [7, 4, 1, 0], cost: 0.9 + 3 * 0.25 + 0.5, costs: { norm: { l1: 1, linf: 1 }, per_change: 0.25 } });
    costs({ values: [4, 5, 1, 2], cost: 0.25 + 0.5 + 0.25 + 7, costs: { per_change: 0.25, tables: { Town: { z: 7 } } } });
    costs({ values: [4, 5, 0, 1], cost: 1, costs: { tables: { Town: { z: 7 } } } });
    const piecewise = { Income: [[-2, 5], [-1, 1], [0, 0], [1, 2], [3, 8]] };
    for (const [income, cost] of [[3.5, 0.5], [3, 1], [2.5, 3], [1, 9], [4.5, 1], [5, 2], [6, 5], [9, 14]] as const) costs({ values: [income, 5, 0, 0], cost, costs: { piecewise } });
  });

  it("of one feature end where they say", () => {
    const limited = (constraint: object, values: (number | null)[], cost: number, query = OWN): string | undefined => fault({ values, cost, query, constraints: [constraint] });
    const beyond = (name: string): string => `the counterfactual's "${name}" is beyond a limit`;
    const range = { range: { feature: "Income", min: 3, max: 5 } };
    for (const income of [3, 5]) expect(limited(range, [income, 5, 0, 0], 0.1)).toBeUndefined();
    for (const [income, cost] of [[2.9, 0.11], [5.1, 0.11]] as const) expect(limited(range, [income, 5, 0, 0], cost)).toBe(beyond("Income"));
    expect(limited({ fix: "Debt" }, [5, 5, 0, 0], 0.1)).toBeUndefined();
    expect(limited({ fix: "Debt" }, [5, 6, 0, 0], 0.2)).toBe(beyond("Debt"));
    expect(limited({ levels: { feature: "Town", allow: ["x", "z"] } }, [4, 5, 0, 2], 1)).toBeUndefined();
    expect(limited({ levels: { feature: "Town", allow: ["x", "z"] } }, [4, 5, 0, 1], 1)).toBe(beyond("Town"));
    for (const [change, up, down] of [["increase", undefined, "Debt"], ["decrease", "Debt", undefined], ["fixed", "Debt", "Debt"], ["free", undefined, undefined]] as const) {
      const one = { direction: { feature: "Debt", change } };
      expect(limited(one, [4, 6, 0, 0], 0.1)).toBe(up && beyond(up));
      expect(limited(one, [4, 4, 0, 0], 0.1)).toBe(down && beyond(down));
      expect(limited(one, OWN, 0)).toBeUndefined();
    }
    for (const [change, to, open] of [["increase", 2, true], ["increase", 0, false], ["decrease", 2, false], ["decrease", 0, true]] as const) {
      expect(limited({ direction: { feature: "School", change } }, [4, 5, to, 0], 0.5, [4, 5, 1, 0])).toBe(open ? undefined : beyond("School"));
    }
    expect(limited({ max_changes: 1 }, [4, 6, 0, 0], 0.1)).toBeUndefined();
    expect(limited({ max_changes: 1 }, [5, 6, 0, 0], 0.2)).toBe("the counterfactual changes too many features");
    for (const counts of [[1, 2], [2, 1]]) {
      expect(fault({ values: [5, 6, 0, 0], cost: 0.2, constraints: counts.map((max_changes) => ({ max_changes })) })).toBe("the counterfactual changes too many features");
    }
    // The domain's ends, and one's own value beyond them.
    expect(fault({ values: [10, 5, 0, 0], cost: 0.6 })).toBeUndefined();
    expect(fault({ values: [10.5, 5, 0, 0], cost: 0.65 })).toBe(beyond("Income"));
    expect(fault({ values: [11, 5, 0, 0], cost: 0.1, query: [12, 5, 0, 0] })).toBeUndefined();
    expect(fault({ values: [12.5, 5, 0, 0], cost: 0.05, query: [12, 5, 0, 0] })).toBe(beyond("Income"));
    expect(fault({ values: [4, 5.5, 0, 0], cost: 0.05 })).toBe(`the counterfactual's "Debt" is no value of that feature`);
  });
});

describe("numbers of single precision", () => {
  // The model reads 6.1 as 6.099999904632568.
  const read = Math.fround(6.1);
  const asked = { input: "float32", values: [6.1, 5, 0, 0], cost: (read - 4) / 10 };

  it("are read before they are held to anything but limits", () => {
    costs(asked);
    costs({ ...asked, values: [read, 5, 0, 0] });
    // 3.00000001 is read as 3, which goes the other way.
    const low = { query: [9, 5, 0, 0], target: { value: [2, 2] }, labels: null, input: "float32" };
    expect(fault({ ...low, values: [3.00000001, 5, 0, 0], cost: 0.6 })).toBe("the counterfactual misses the target");
    expect(fault({ ...low, values: [3.0000002, 5, 0, 0], cost: (9 - Math.fround(3.0000002)) / 10 })).toBeUndefined();
    expect(fault({ ...asked, values: [1e39, 5, 0, 0] })).toBe('the counterfactual\'s "Income" is no value of that feature');
  });

  it("keep every limit as they are read and as they are written", () => {
    const most = (end: number): object[] => [{ range: { feature: "Income", max: end } }];
    const beyond = 'the counterfactual\'s "Income" is beyond a limit';
    expect(fault({ ...asked, constraints: most(6.1) })).toBeUndefined();
    expect(fault({ ...asked, constraints: most(read) })).toBe(beyond);
    expect(fault({ ...asked, values: [read, 5, 0, 0], constraints: most(read) })).toBeUndefined();
    // The model reads 6.3 as 6.300000190734863.
    const up = { input: "float32", values: [6.3, 5, 0, 0], cost: (Math.fround(6.3) - 4) / 10 };
    expect(fault({ ...up, constraints: most(6.3) })).toBe(beyond);
    expect(fault({ ...up, constraints: most(Math.fround(6.3)) })).toBeUndefined();
    const rule = [{ if: { feature: "Income", min: Math.fround(6.3) }, then: { feature: "Debt", max: 4 } }];
    expect(fault({ ...up, constraints: rule })).toBe("the counterfactual breaks a rule of the request");
    expect(fault({ ...asked, constraints: [{ if: { feature: "Income", min: 6.1 }, then: { feature: "Debt", max: 4 } }] })).toBe("the counterfactual breaks a rule of the request");
  });

  it("do not make a whole number of one that has a fraction", () => {
    expect(fault({ input: "float32", values: [4, 5.00000001, 0, 0], cost: 1e-9 })).toBe('the counterfactual\'s "Debt" is no value of that feature');
  });
});
