// Requests as the check reads them: objectives, curves, margins, pools, targets of other models, and the kinds that have no certificate.
import { describe, expect, it } from "vitest";
import { checker } from "../../www/src/check/index.js";
import { OPEN, number, stump } from "./made-by-hand.js";

const STEP = 2 ** -50;
const near = 5 + STEP;
const features: object[] = [number("A", 0), { name: "School", column: 1, kind: "ordinal", labels: ["none", "some", "much"], values: [1, 4, 6] }, { name: "Home", column: 2, kind: "binary", labels: ["rent", "own"] }, { name: "Town", column: 3, kind: "categorical", labels: ["x", "y", "z"], values: [0, 1, 2] }];
const common = { format: "espalier", version: 1, kind: "classifier", input: "float64", compare: "<=", aggregation: "sum", link: "none" };
/** Class b above 5 in A, unless a higher c wins above 8. */
const model: object = { ...common, base: [0.5, 0, 0], columns: 4, classes: ["a", "b", "c"], schema: { features }, trees: [stump(0, 5, [0, 0, 0], [0, 1, 0]), stump(0, 8, [0, 0, 0], [0, 0, 2])] };

interface Claim {
  values?: (number | null)[];
  cost?: number;
  cuts?: number[][];
  proofs?: number[][];
  of?: object;
  more?: object;
}
/** The words on a claim: "checked", the reason against it, or those on a request that cannot be read. */
function said(request: object, { values = [near, 1, 0, 0], cost = 0.2, cuts = [[5, 8], [], [], []], proofs = [[0]], of = model, more = {} }: Claim = {}): string {
  const answer = { status: "optimal", counterfactuals: [{ values, cost }], certificate: { version: 1, cost, cuts, proofs: proofs.map((proof) => btoa(String.fromCharCode(...proof))) }, ...more };
  try {
    const verdict = checker(of)({ query: [3, 1, 0, 0], target: { class: "b" }, certificate: true, ...request }, answer);
    return verdict.checked ? "checked" : verdict.what;
  } catch (error) {
    return (error as Error).message;
  }
}

describe("an objective of its own", () => {
  it("is a number's or an ordered level's value times its weight, stated with the cost or with the target", () => {
    const wins = (minimise: object, values: number[], cost: number): void => {
      for (const request of [{ cost: { minimise } }, { target: { class: "b", minimise } }]) {
        expect(said(request, { values, cost })).toBe("checked");
        for (const off of [-0.01, 0.01]) expect(said(request, { values, cost: cost + off })).not.toBe("checked");
      }
    };
    wins({ A: 0.5 }, [near, 1, 0, 0], 1);
    // A may rise to 8; a lower A costs, a higher earns.
    wins({ A: -0.5 }, [8, 1, 0, 0], -2.5);
    wins({ A: 1, School: -0.25 }, [near, 6, 0, 0], 2 - 1.25);
    wins({ A: 1, School: 0.25, Home: -0.5 }, [near, 1, 1, 0], 2 - 0.5);
    expect(said({ query: [3, 4, 0, 0], cost: { minimise: { A: 1, School: 0.25 } } }, { values: [near, 1, 0, 0], cost: 2 - 0.75 })).toBe("checked");
  });

  it("names a feature with numbers", () => {
    for (const at of [(minimise: unknown): object => ({ cost: { minimise } }), (minimise: unknown): object => ({ target: { class: "b", minimise } })]) {
      expect(said(at({ Town: 1 }))).toBe("minimise: a category has no number");
      expect(said(at({ Nobody: 1 }))).toBe('minimise: there is no feature "Nobody"');
      expect(said(at({ A: "1" }))).toBe("minimise: a number is needed");
      expect(said(at(7))).toBe("minimise: an object is needed");
    }
  });
});

describe("weights of each way", () => {
  const weights = { up: 1, down: 4 };
  /** The words on a claim that A rises and one more feature goes from and to these values, at this part of the cost. */
  const part = (name: string, column: number, from: number | null, to: number, paid: number, of: object = model): string => {
    const row = [3, 1, 0, 0].map((x, c) => (c === column ? from : x));
    const values = [near, 1, 0, 0].map((x, c) => (c === column ? to : x));
    const only = { levels: { feature: name, allow: [to] } };
    return said({ query: row, cost: { weights: { [name]: weights } }, constraints: [only] }, { values, cost: 0.2 + paid, of });
  };

  it("are those of the way that a level goes in its order, and of yes and no in theirs", () => {
    expect(part("School", 1, 1, 6, 1)).toBe("checked");
    expect(part("School", 1, 6, 1, 4)).toBe("checked");
    expect(part("School", 1, 6, 4, 2)).toBe("checked");
    expect(part("Home", 2, 0, 1, 1)).toBe("checked");
    expect(part("Home", 2, 1, 0, 4)).toBe("checked");
  });

  it("are those upwards where there is no order, or no value to go from", () => {
    for (const [from, to] of [[0, 1], [1, 0], [2, 1], [1, 2]] as const) expect(part("Town", 3, from, to, 1)).toBe("checked");
    expect(part("School", 1, null, 1, 1)).toBe("checked");
    const missing = (paid: number): string => said({ query: [null, 1, 0, 0], cost: { weights: { A: weights } } }, { values: [near, 1, 0, 0], cost: paid });
    expect(missing(1)).toBe("checked");
    expect(missing(4)).toBe(OPEN);
    expect(part("Home", 2, null, 0, 1)).toBe("checked");
  });

  it("do not keep a missing value from going any way, or a category", () => {
    const way = (feature: string, change: string, query: (number | null)[], values: number[], cost: number): string => said({ query, constraints: [{ direction: { feature, change } }, { levels: { feature, allow: [values[["A", "School", "Home", "Town"].indexOf(feature)]] } }] }, { values, cost });
    for (const change of ["increase", "decrease"]) {
      expect(way("School", change, [3, null, 0, 0], [near, 4, 0, 0], 1.2)).toBe("checked");
      expect(way("Town", change, [3, 1, 0, 1], [near, 1, 0, 2], 1.2)).toBe("checked");
      expect(way("Home", change, [3, 1, 0, 0], [near, 1, 1, 0], 1.2)).toBe(change === "increase" ? "checked" : 'the counterfactual\'s "Home" is beyond a limit');
    }
  });

  it("are not asked of categories in a budget over changes", () => {
    for (const changes of [{ Town: 1 }, { A: 1, Town: { up: 1, down: 2 } }]) expect(said({ constraints: [{ budget: { changes, most: 1 } }] })).toBe('/constraints/0/budget/changes: "Town" has categories');
    expect(said({ constraints: [{ budget: { changes: { A: "1" }, most: 1 } }] })).toBe("/constraints/0/budget/changes/A: a number is needed");
    expect(said({ constraints: [{ budget: { changes: 7, most: 1 } }] })).toBe("/constraints/0/budget/changes: an object is needed");
    expect(said({ constraints: [{ budget: { levels: { Town: 7 }, most: 1 } }] })).toBe("/constraints/0/budget/levels: an object is needed");
    expect(said({ constraints: [{ budget: { levels: { Town: { x: -1 } }, most: 1 } }] })).toBe("/constraints/0/budget/levels: a number of at least 0 is needed");
    expect(said({ constraints: [{ budget: { levels: { Nobody: {} }, most: 1 } }] })).toBe('/constraints/0/budget/levels: there is no feature "Nobody"');
    expect(said({ constraints: [{ budget: { most: -1 } }] })).toBe("/constraints/0/budget/most: a number of at least 0 is needed");
  });
});

describe("a curve of costs", () => {
  const curve = (points: unknown): string => said({ cost: { piecewise: { A: points } } }, { cost: 2 });
  const refused = "/cost/piecewise/A: a convex cost that is 0 at 0, with points on both sides of it, is needed";

  it("is convex, since levels' costs rest on that", () => {
    for (const points of [[[-9, 9], [0, 0], [9, 9]], [[-9, 9], [0, 0], [1, 1], [9, 9]], [[-9, 9], [0, 0], [1, 1], [9, 9 - 1e-10]]]) expect(curve(points), JSON.stringify(points)).toBe("checked");
    for (const points of [[[-9, 9], [0, 0], [1, 2], [9, 9]], [[-9, 1], [-1, 1], [0, 0], [9, 9]], [[-9, 9], [0, 0], [1, 1.001], [9, 9]], [[-9, 9], [0, 0], [8, 9], [9, 9]], [[-2, 1], [-1, 2], [0, 0], [1, 1]], [[-9, -9], [0, 0], [9, -9]]]) expect(curve(points), JSON.stringify(points)).toBe(refused);
  });

  it("has points that ascend, and is 0 at 0", () => {
    for (const points of [[[-9, 9], [0, 0], [0, 0], [9, 9]], [[-9, 9], [0, 0], [0, 1], [9, 9]], [[9, 9], [0, 0], [-9, 9]], [[-9, 9], [0, 0], [9, Infinity]], [[-9, 9], [0, 0], [9, NaN]], [[-9, 9], [9, 9]], [[-9, 10], [0, 1], [9, 10]], [[-9, 8], [1, 0], [9, 8]], [[-9, 9], [0, 1], [1, 0], [9, 9]], [], [[0, 0]]]) {
      expect(curve(points), JSON.stringify(points)).toBe(refused);
    }
    expect(curve([[-9, 9], [0, "0"], [9, 9]])).toBe("/cost/piecewise/A: a number is needed");
    expect(curve([[-9, 9], 0, [9, 9]])).toBe("/cost/piecewise/A: a list is needed");
    expect(curve(7)).toBe("/cost/piecewise/A: a list is needed");
  });

  it("may end at 0 where it goes on without falling", () => {
    for (const points of [[[0, 0], [1, 0], [3, 4]], [[0, 0], [2, 0]]]) expect(said({ cost: { piecewise: { A: points } } }, { cost: points.length === 3 ? 2 : 0 }), JSON.stringify(points)).toBe("checked");
    // Beyond the last point the cost is as even as before it.
    expect(said({ query: [9, 1, 0, 0], cost: { piecewise: { A: [[-3, 2], [-1, 0], [0, 0]] } } }, { values: [8, 1, 0, 0], cost: 0 })).toBe("checked");
    for (const points of [[[0, 0], [3, 3]], [[-3, 3], [0, 0]], [[-3, 3], [-1, 1], [0, 0]], [[0, 0], [1, 1], [3, 3]]]) expect(curve(points), JSON.stringify(points)).toBe(refused);
  });
});

describe("a margin", () => {
  it("is a lead in scores, by itself or named so, and at least the least one", () => {
    // b leads a by 0.5 and c by 1.
    for (const margin of [0.4, { score: 0.4 }, {}, { distance: 0 }, { score: 0.4, distance: 0 }]) expect(said({ margin }), JSON.stringify(margin)).toBe("checked");
    for (const margin of [0.6, { score: 0.6 }]) expect(said({ margin }), JSON.stringify(margin)).toBe("the counterfactual misses the target");
  });

  it("by distance has no certificate", () => {
    for (const distance of [0.1, 1e-9]) expect(said({ margin: { distance } })).toBe("a margin by distance has no certificate");
    expect(said({ margin: { distance: -1 } })).toBe("/margin/distance: a number of at least 0 is needed");
    expect(said({ margin: { score: -1 } })).toBe("/margin/score: a number of at least 0 is needed");
    expect(said({ margin: -1 })).toBe("/margin: a number of at least 0 is needed");
  });
});

describe("classes of a target", () => {
  it("are goals in ascending order, however they are listed", () => {
    const steep = { ...model, trees: [stump(0, 5, [0, 0, 0], [0, 1, 0]), stump(0, 8, [0, 0, 0], [0, 0, 2]), stump(1, 2, [0, 0, 0], [0, 0, 2])] };
    // The proof of b may be of another form than that of c: it has a round, whose rows are one of a class with one rival.
    const round = [1, ...new Uint8Array(8), 0];
    const twice = [1, ...new Uint8Array(16), 0];
    for (const classes of [["b", "c"], ["c", "b"]]) expect(said({ target: { classes } }, { of: steep, cost: 0.2, proofs: [[...round, 0], [...round, 0]] })).toBe("checked");
    for (const target of [{ class_costs: { b: 0, c: 3 } }, { class_costs: { c: 3, b: 0 } }]) {
      const split = [2, 0, 0, 1, 1, 0, 0];
      const proofs = [[...twice, 0], split];
      const bytes = (of: number[][]): string => said({ target }, { of: steep, cost: 0.2, proofs: of });
      expect(bytes(proofs)).toBe("checked");
    }
    // Class c costs so much that it needs no proof; that of b needs one.
    const dear = (target: object, proofs: number[][]): string => said({ target, cost: { tables: { School: { some: 0.01 } } } }, { of: steep, cost: 0.2, proofs });
    expect(dear({ class_costs: { b: 0, c: 5 } }, [[0], [0]])).toBe("checked");
    expect(dear({ class_costs: { c: 0, b: 5 } }, [[0], [0]])).toBe(OPEN);
  });

  it("of an order that a proof states are told apart by their number of proof", () => {
    const where = (classes: string[]): number | undefined => {
      const verdict = checker(model)({ query: [3, 1, 0, 0], target: { classes }, certificate: true }, { status: "optimal", counterfactuals: [{ values: [8 + 2 * STEP, 1, 0, 0], cost: 0.5 }], certificate: { version: 1, cost: 0.5, cuts: [[5, 8], [], [], []], proofs: ["AA==", "AA=="] } });
      return "proof" in verdict ? verdict.proof : undefined;
    };
    // 0.5 is right for c, and too much for b, whose proof is the first.
    for (const classes of [["b", "c"], ["c", "b"]]) expect(where(classes)).toBe(0);
    const other = (target: object): number | undefined => {
      const verdict = checker(model)({ query: [3, 1, 0, 0], target, certificate: true }, { status: "optimal", counterfactuals: [{ values: [near, 1, 0, 0], cost: 0.9 }], certificate: { version: 1, cost: 0.9, cuts: [[5, 8], [], [], []], proofs: ["AA==", "AA=="] } });
      return "proof" in verdict ? verdict.proof : undefined;
    };
    expect(other({ class_costs: { b: 5, c: 0 } })).toBe(1);
    expect(other({ class_costs: { c: 0, b: 5 } })).toBe(1);
    expect(other({ class_costs: { c: 5, b: 0 } })).toBe(0);
  });
});

describe("a quadratic cost", () => {
  it("has a number for each two numbers, of which labels are none", () => {
    const numbers = { ...model, columns: 5, schema: { features: [...features, number("N", 4)] } };
    const quadratic = (matrix: unknown): string => said({ query: [3, 1, 0, 0, 3], cost: { quadratic: matrix } }, { of: numbers, values: [near, 1, 0, 0, 4], cost: 0.2 * 0.2 + 2 * 0.2 * 0.1 * 0.5 + 0.1 * 0.1, cuts: [[5, 8], [], [], [], []] });
    expect(quadratic([[1, 0.5], [0.5, 1]])).toBe("a quadratic cost has no certificate");
    expect(quadratic([[1, 0], [0, 1]])).toContain("the counterfactual costs");
    for (const matrix of [[], [[1, 0.5]], [[1, 0.5], [0.5]], [[1], [0.5, 1]], [[1, 0.5], [0.5, 1], [0, 0]], [[1, 0.5, 0], [0.5, 1]]]) expect(quadratic(matrix), JSON.stringify(matrix)).toBe("/cost/quadratic: a number for each two of 2 numbers is needed");
    expect(quadratic([[1, "0"], [0, 1]])).toBe("/cost/quadratic/1: a number is needed");
    expect(quadratic(7)).toBe("/cost/quadratic: an object is needed");
    expect(quadratic({ ridge: -1 })).toBe("/cost/quadratic/ridge: a number of at least 0 is needed");
    expect(quadratic("rows")).toBe("/cost/quadratic: rows whose covariance has an inverse are needed");
  });

  it("of background rows is by the inverse of their covariance, in shares of ranges", () => {
    const names = ["A", "N", "M"];
    const rows: (number | null)[][] = [[1, 2, 3], [4, 8, 1], [6, 1, 8], [9, 5, 4], [2, 9, null], [3, 7, 6]];
    const width = [10, 20, 5];
    const numbers = (count: number): object => ({ ...common, base: [0, 0], columns: count, classes: ["no", "yes"], schema: { features: names.slice(0, count).map((name, c) => number(name, c, { max: width[c] })) }, trees: [stump(0, 5, [0, -1], [0, 1])], background: { rows: rows.map((row) => row.slice(0, count)) } });
    const change = [2.5, 3, -1];
    /** d times the x of which the covariance makes d, by Cramer's rule. */
    const squared = (count: number, ridge: number): number => {
      const known = rows.map((row) => row.slice(0, count)).filter((row): row is number[] => !row.includes(null)).map((row) => row.map((x, c) => x / width[c]!));
      const indices = [...Array(count).keys()];
      const mean = indices.map((c) => known.reduce((sum, row) => sum + row[c]!, 0) / known.length);
      const covariance = indices.map((i) => indices.map((j) => known.reduce((sum, row) => sum + (row[i]! - mean[i]!) * (row[j]! - mean[j]!), 0) / (known.length - 1)));
      const more = (ridge * indices.reduce((sum, i) => sum + covariance[i]![i]!, 0)) / count;
      const matrix = covariance.map((row, i) => row.map((x, j) => x + (i === j ? more : 0)));
      const det = (m: number[][]): number => (m.length === 1 ? m[0]![0]! : m[0]!.reduce((sum, x, j) => sum + (j % 2 === 0 ? x : -x) * det(m.slice(1).map((row) => row.filter((_, k) => k !== j))), 0));
      const d = indices.map((c) => change[c]! / width[c]!);
      return d.reduce((sum, x, j) => sum + (x * det(matrix.map((row, i) => row.with(j, d[i]!)))) / det(matrix), 0);
    };
    for (const count of [1, 2, 3]) {
      for (const [quadratic, ridge] of [["rows", 0], [{ ridge: 0 }, 0], [{ ridge: 0.5 }, 0.5]] as const) {
        const asked = (cost: number): string => said({ query: [3, 3, 3].slice(0, count), target: { class: "yes" }, cost: { quadratic } }, { of: numbers(count), values: change.slice(0, count).map((by) => 3 + by), cost, cuts: [[5], [], []].slice(0, count) });
        expect(asked(squared(count, ridge)), `${String(count)} ${String(ridge)}`).toBe("a quadratic cost has no certificate");
        for (const off of [0.999, 1.001]) expect(asked(squared(count, ridge) * off)).toContain("the counterfactual costs");
      }
    }
    const flat = { ...numbers(2), background: { rows: [[1, 1], [2, 2], [3, 3]] } };
    expect(said({ query: [3, 3], target: { class: "yes" }, cost: { quadratic: "rows" } }, { of: flat, values: [5.5, 6], cost: 1, cuts: [[5], []] })).toBe("/cost/quadratic: rows whose covariance has an inverse are needed");
    expect(said({ query: [3, 3], target: { class: "yes" }, cost: { quadratic: "rows" } }, { of: { ...numbers(2), background: { rows: [[1, 1], 7] } }, values: [5.5, 6], cost: 1, cuts: [[5], []] })).toBe("/background/rows/1: a list is needed");
  });

  it("is that of squares where no norm is said, and a norm may price the rest", () => {
    const school = (cost: object, paid: number): string => said({ cost }, { values: [near, 4, 0, 0], cost: 0.04 + paid });
    expect(school({ quadratic: [[1]] }, 0.25)).toBe("a quadratic cost has no certificate");
    expect(school({ quadratic: [[1]] }, 0.5)).toContain("the counterfactual costs");
    expect(school({ quadratic: [[1]], norm: "l1" }, 0.2 + 0.5)).toBe("a quadratic cost has no certificate");
  });
});

describe("a feature that follows at no cost", () => {
  it("earns nothing, so that a budget over it has a certificate", () => {
    const of = { ...common, base: [0, 0], columns: 2, classes: ["no", "yes"], schema: { features: [number("A", 0), number("B", 1)] }, trees: [stump(0, 5, [0, -1], [0, 1])] };
    const asked = (cost: string): string =>
      said({ query: [3, 3], target: { class: 1 }, cost: { piecewise: { A: [[-3, 3], [0, 0], [3, -1], [6, 2]] } }, constraints: [{ causal: { feature: "A", parents: { B: 1 }, cost } }, { budget: { changes: { A: 1 }, most: 50 } }] }, { of, values: [near, near], cuts: [[5], []], proofs: [[1, ...new Uint8Array(Float64Array.of(0, 0, 0.1, 0).buffer), 0, 0]] });
    expect(asked("none")).toBe("checked");
    expect(asked("own")).toBe("a budget over a number whose change earns has no certificate");
  });

  it("and its causes have values, and are other features with numbers", () => {
    const causal = (query: (number | null)[], more: object): string => said({ query, constraints: [{ causal: { feature: "A", parents: { School: 1 }, ...more } }] });
    expect(causal([null, 1, 0, 0], {})).toBe('a sum over "A", whose value is missing, has no certificate');
    expect(causal([3, null, 0, 0], {})).toBe('a sum over "School", whose value is missing, has no certificate');
    const at = "/constraints/0/causal/parents";
    expect(causal([3, 1, 0, 0], { parents: { School: 1, A: 1 } })).toBe(`${at}: "A" follows from itself`);
    expect(causal([3, 1, 0, 0], { parents: { Town: 1 } })).toBe(`${at}: "Town" has categories, which are no numbers to sum`);
    expect(causal([3, 1, 0, 0], { parents: { School: "1" } })).toContain(`${at}/School`);
    expect(causal([3, 1, 0, 0], { parents: {} })).toBe(`${at}: at least one feature and its weight is needed`);
    expect(causal([3, 1, 0, 0], { parents: { School: { none: 1 } } })).toBe(`${at}: a number is needed`);
  });
});

describe("another model", () => {
  const other = (more: object = {}): object => ({ ...common, base: [0, 0], columns: 4, classes: ["no", "yes"], trees: [stump(0, 4, [1, 0], [0, 1])], ...more });
  const also = (model: unknown, target: unknown): string => said({ constraints: [{ also: { model, target } }] }, { cuts: [[4, 5, 8], [], [], []] });

  it("has one class or one interval as its target", () => {
    expect(also(other(), { class: "yes" })).toBe("checked");
    expect(also(other(), { class: 1 })).toBe("checked");
    expect(also(other(), { classes: ["yes"] })).toBe("checked");
    expect(also(other(), { class: "yes", min_probability: 0.5 })).toBe("checked");
    expect(also(other(), { class: "no" })).toBe("the counterfactual misses another model's target");
    const one = "/constraints/0/also/target: one class or one interval is needed";
    expect(also(other(), { classes: ["no", "yes"] })).toBe(one);
    expect(also(other(), { classes: [] })).toBe(one);
    expect(also(other(), { class_costs: { yes: 0 } })).toBe(one);
  });

  it("reads the same columns, and is told with its place where it cannot be read", () => {
    for (const columns of [3, 5]) expect(also(other({ columns }), { class: "yes" })).toBe("/constraints/0/also/model: a model on the same columns is needed");
    expect(also(other(), 7)).toBe("/constraints/0/also/target: an object is needed");
    expect(said({ constraints: [{ also: 7 }] })).toBe("/constraints/0/also: an object is needed");
    expect(said({ constraints: [{ budget: 7 }] })).toBe("/constraints/0/budget: an object is needed");
    // Its classes are known by the names and the numbers of its own document.
    expect(also(other(), { class: "b" })).toContain("/target: a number");
    expect(also(other(), { class: 2 })).toContain("/target: a whole number from 0 to 1");
  });
});

describe("conditions", () => {
  it("may hold parts that are null, and stand alone under a list of them", () => {
    const rule = (part: object, cuts = [5, 8]): string => said({ constraints: [{ if: part, then: { feature: "School", min: 4 } }] }, { cuts: [cuts, [], [], []] });
    const high = { feature: "A", min: near };
    for (const part of [high, { ...high, all: null }, { all: [high], any: null, feature: null }, { any: [high], all: null }, { any: [{ feature: "Home", in: ["own"] }, high] }]) expect(rule(part), JSON.stringify(part)).toBe("the counterfactual breaks a rule of the request");
    for (const part of [{ ...high, min: 8 + 2 * STEP }, { all: [high, { feature: "Home", in: ["own"] }] }]) expect(rule(part), JSON.stringify(part)).toBe("checked");
    expect(rule({ all: [{ feature: "A", min: 5 }], feature: "A" })).toBe('/constraints/0/if: "all" stands alone');
    expect(rule({ any: [] })).toBe("/constraints/0/if/any: a condition is needed");
    expect(rule({ feature: "A", unchanged: true }, [3 - STEP / 2, 3, 5, 8])).toBe("checked");
    // Unchanged has to be true to be a condition of its own.
    expect(rule({ ...high, unchanged: false })).toBe("the counterfactual breaks a rule of the request");
  });
});

describe("kinds of requests", () => {
  it("without a certificate are told by their reason", () => {
    const kind = "this kind of request has no certificate";
    for (const request of [{ plausibility: { rows: 3 } }, { real_rows: true }, { radius: 0.1 }, { distinct: 2 }]) expect(said(request), JSON.stringify(request)).toBe(kind);
    for (const request of [{ plausibility: {} }, { plausibility: { hull: null, isolation_forest: null } }, { real_rows: false }]) expect(said(request), JSON.stringify(request)).toBe("checked");
    const rows = { ...model, background: { rows: [[6, 1, 0, 0]], labels: [1] } };
    expect(said({ plausibility: { hull: { epsilon: 9, price: 1 } } }, { of: rows, more: { counterfactuals: [{ values: [near, 1, 0, 0], cost: 0.2, hull: [{ row: 0, weight: 1 }] }] } })).toBe("a soft hull and several hulls have no certificate");
    expect(said({ cost: { quadratic: [[1]] } }, { cost: 0.04 })).toBe("a quadratic cost has no certificate");
  });

  it("have as many others in a pool as were asked for", () => {
    const pool = [{ values: [5 + 2 * STEP, 1, 0, 0], cost: 0.2 }, { values: [6, 1, 0, 0], cost: 0.3 }];
    expect(said({ pool: 1 }, { more: { pool: pool.slice(1) } })).toBe("checked");
    expect(said({}, { more: { pool: pool.slice(1) } })).toBe("the pool has more than were asked for");
    expect(said({ pool: 0 }, { more: { pool: pool.slice(1) } })).toBe("the pool has more than were asked for");
    for (const bad of [-1, 0.5, "1", null]) expect(said({ pool: bad })).toContain("/pool: a ");
  });
});
