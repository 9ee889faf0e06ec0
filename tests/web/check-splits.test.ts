// Proofs that part every feature level by level, made by hand: they prove each true claim on a small model, and no claim that is too high.
import { describe, expect, it } from "vitest";
import { checker, type Verdict } from "../../www/src/check/index.js";
import { OPEN, number, stump, classifier, written } from "./made-by-hand.js";

const STEP = 2 ** -50;

/** A whole number as proofs write it. */
const whole = (x: number): number[] => (x < 128 ? [x] : [128 + (x % 128), ...whole(Math.floor(x / 128))]);

/** Splits each feature in turn until every box has one level of each, and closes these; every other split begins with the rest. */
function parted(counts: readonly number[], f = 0, k = 0): number[] {
  if (f === counts.length) return [0];
  if (k + 1 >= counts[f]!) return parted(counts, f + 1);
  const [one, rest] = [parted(counts, f + 1), parted(counts, f, k + 1)];
  const inside = (f + k) % 2;
  return [2, ...whole(f), k, k + 1, inside, ...(inside === 1 ? [...one, ...rest] : [...rest, ...one])];
}

interface Problem {
  model: object;
  request: object;
  cuts: (number | null)[][];
  /** Levels of each feature, and two of each hyperplane. */
  counts: number[];
  goals?: number;
}
interface Claim {
  values: (number | null)[];
  cost: number | null;
  proved?: number;
}

function verdict({ model, request, cuts, counts, goals = 1 }: Problem, { values, cost, proved }: Claim, proof = parted(counts)): Verdict {
  const certificate = { version: 1, cost, cuts, proofs: Array.from({ length: goals }, () => written(proof)), ...(proved === undefined ? {} : { proved }) };
  return checker(model)({ certificate: true, ...request }, { status: cost === null ? "infeasible" : "optimal", counterfactuals: cost === null ? [] : [{ values, cost }], certificate });
}

/** The cheapest answer is confirmed; a claim that is a thousandth or more too high, and that there is none, are refuted. */
function least(problem: Problem, values: (number | null)[], cost: number): void {
  expect(verdict(problem, { values, cost })).toMatchObject({ checked: true, cost });
  for (const by of [1.001, 1.9, 10]) expect(verdict(problem, { values, cost: cost * by })).toMatchObject({ checked: false, what: OPEN });
  expect(verdict(problem, { values, cost: null })).toMatchObject({ checked: false, what: OPEN });
}

/** There is no answer, and there is one where the same is asked in another way. */
function none(problem: Problem, otherwise: Partial<Problem>): void {
  expect(verdict(problem, { values: [], cost: null })).toMatchObject({ checked: true, cost: null });
  expect(verdict({ ...problem, ...otherwise }, { values: [], cost: null })).toMatchObject({ checked: false, what: OPEN });
}

const refusal = (problem: Problem, claim: Claim): string => {
  const said = verdict(problem, claim);
  return said.checked ? "checked" : said.what;
};

const regressor = (columns: number, trees: object[], more: object = {}): object => ({ format: "espalier", version: 1, kind: "regressor", input: "float64", compare: "<=", aggregation: "sum", base: [0], link: "none", columns, trees, ...more });

describe("boxes that no single reason empties", () => {
  /** Four trees, of which each level of Place lowers two; that of `good` is lowered by none. Debt above 5 makes up for it. */
  const problem = (good: number | undefined, own = 0): Problem => {
    const low = (i: number, k: number): number[] => [0, k !== good && (k === i || k === (i + 1) % 4) ? 1 : 2];
    const chain = (i: number): object => ({
      ...{ weight: 1, feature: [0, -1, 0, -1, 0, -1, -1], threshold: [0.5, 0, 1.5, 0, 2.5, 0, 0], left: [1, -1, 3, -1, 5, -1, -1], right: [2, -1, 4, -1, 6, -1, -1] },
      value: [null, low(i, 0), null, low(i, 1), null, low(i, 2), low(i, 3)],
    });
    const place = { name: "Place", column: 0, kind: "categorical", labels: ["a", "b", "c", "d"], values: [0, 1, 2, 3] };
    return {
      model: classifier([place, number("Debt", 1)], [...[0, 1, 2, 3].map(chain), stump(1, 5, [0, 0], [0, 1])], { base: [6.5, 0] }),
      request: { query: [own, 2], target: { class: 1 }, cost: { weights: { Debt: 5 } } },
      cuts: [[], [5]],
      counts: [4, 2],
    };
  };
  const debt = 5 * ((5 + STEP - 2) / 10);

  it("are proved by their parts, and no part is forgotten", () => {
    least(problem(undefined), [0, 5 + STEP], debt);
    expect(verdict(problem(undefined), { values: [0, 5 + STEP], cost: debt }, [0])).toMatchObject({ checked: false, what: OPEN, proof: 0, byte: 1 });
    for (const good of [0, 1, 2, 3]) {
      const own = (good + 1) % 4;
      least(problem(good, own), [good, 2], 1);
      expect(verdict(problem(good, own), { values: [own, 5 + STEP], cost: debt })).toMatchObject({ checked: false, what: OPEN });
    }
  });

  it("are counted, and a proof may hold one box or many", () => {
    // 4 levels of Place and 2 of Debt: 8 single boxes, 7 that are split.
    expect(verdict(problem(undefined), { values: [0, 5 + STEP], cost: debt })).toEqual({ checked: true, cost: debt, bytes: 7 * 5 + 8, boxes: 15 });
  });

  it("are split at levels that there are", () => {
    const claim = { values: [0, 5 + STEP], cost: debt };
    for (const split of [[2, 0, 1, 1], [3, 0, 1, 1], [0, 2, 1, 1], [0, 0, 5, 1], [0, 4, 5, 1], [1, 0, 3, 1], [0, 0, 1, 2]]) {
      expect(verdict(problem(undefined), claim, [2, ...split, ...parted([4, 2]), ...parted([4, 2])]), split.join()).toMatchObject({ checked: false, what: "a split of levels that there are not", byte: 5 });
    }
    // All levels, and none, are a part too; the other one is then empty, or the box itself.
    for (const split of [[0, 0, 4, 1], [0, 2, 2, 1], [0, 4, 4, 0], [1, 0, 2, 0]]) {
      expect(verdict(problem(undefined), claim, [2, ...split, ...parted([4, 2]), ...parted([4, 2])]), split.join()).toMatchObject({ checked: true });
    }
    // The parts come in the order that is stated: a box that is closed at once has to be the empty one.
    expect(verdict(problem(undefined), claim, [2, 0, 2, 2, 1, 0, ...parted([4, 2])])).toMatchObject({ checked: true });
    expect(verdict(problem(undefined), claim, [2, 0, 2, 2, 0, 0, ...parted([4, 2])])).toMatchObject({ checked: false, what: OPEN });
    expect(verdict(problem(undefined), claim, [2, 0, 0, 4, 0, 0, ...parted([4, 2])])).toMatchObject({ checked: true });
    expect(verdict(problem(undefined), claim, [2, 0, 0, 4, 1, 0, ...parted([4, 2])])).toMatchObject({ checked: false, what: OPEN });
  });
});

describe("boxes whose trees are down to one leaf each", () => {
  const two = [number("A", 0), number("B", 1)];

  it("are closed where a class does not win by enough, though its row is met", () => {
    // Above 5 the second class leads by 1e-6, which is no lead; B makes it one.
    least({ model: classifier(two, [stump(0, 5, [0, -1], [0, 1e-6]), stump(1, 8, [0, 0], [0, 0.5])]), request: { query: [3, 3], target: { class: 1 } }, cuts: [[5], [8]], counts: [2, 2] }, [5 + STEP, 8 + 2 * STEP], 0.7);
  });

  it("are closed where an answer lies less deep than is asked for by more than rounding", () => {
    const forest = { trees: [{ feature: [1, -1, 1, -1, -1], threshold: [2, 0, 8, 0, 0], left: [1, -1, 3, -1, -1], right: [2, -1, 4, -1, -1], samples: [4, 1, 3, 2, 1], value: [null, null, null, null, null] }, { feature: [-1], threshold: [0], left: [-1], right: [-1], samples: [2], value: [null] }] };
    const deep = (min_path_length: number, own = 1): Problem => ({
      ...{ model: classifier(two, [stump(0, 5, [0, -1], [0, 1])], { isolation_forest: forest }), cuts: [[5], [2, 8]], counts: [2, 3] },
      request: { query: [3, own], target: { class: 1 }, plausibility: { isolation_forest: { min_path_length } } },
    });
    // Paths 1, 3 and 2 of B, and 1 of the second tree: averages 1, 2 and 1.5.
    const near = 5 + STEP;
    least(deep(2), [near, 2 + STEP / 2], (near - 3) / 10 + 0.1);
    least(deep(1.5, 9), [near, 9], (near - 3) / 10);
    least(deep(1.5), [near, 2 + STEP / 2], (near - 3) / 10 + 0.1);
    least(deep(1), [near, 1], (near - 3) / 10);
    none(deep(2 + 3e-9), { request: deep(2 + 1e-9).request });
    none(deep(2.1), { request: deep(1.9).request });
  });

  it("are closed where another model misses its target, and not for its rounding", () => {
    const value = (...parts: [number, number][]): object => regressor(2, parts.map(([low, high], f) => stump(f, 5, low, high)));
    const also = (model: object, target: object): object => ({ also: { model, target } });
    const asked = (...constraints: object[]): Problem => ({ model: classifier(two, [stump(0, 5, [0, -1], [0, 1])]), request: { query: [3, 3], target: { class: 1 }, constraints }, cuts: [[5], [5]], counts: [2, 2] });
    const near = 5 + STEP;
    const one = (near - 3) / 10;
    least(asked(also(value([0, 1], [0, 2]), { value: [2, null] })), [near, near], 2 * one);
    least(asked(also(value([0, 1], [0, 2]), { value: [1, 2] })), [near, 3], one);
    none(asked(also(value([0, 1], [0, 2]), { value: [2 + 2e-10, 2.5] })), { request: asked(also(value([0, 1], [0, 2]), { value: [3, 3] })).request });
    // The base of another model is its own.
    const based = (base: number): object => ({ ...regressor(2, [stump(0, 5, 0, 1), stump(1, 5, 0, 2)]), base: [base] });
    least(asked(also(based(10), { value: [12, null] })), [near, near], 2 * one);
    least(asked(also(based(10), { value: [null, 11] })), [near, 3], one);
    none(asked(also(based(10), { value: [null, 10.5] })), { request: asked(also(based(10), { value: [null, 11] })).request });
    // Of two other models each is asked its own.
    least(asked(also(value([0, 1], [0, 2]), { value: [1, null] }), also(value([0, 4], [0, 1]), { value: [5, 5] })), [near, near], 2 * one);
    least(asked(also(value([0, 1], [0, 2]), { value: [0, 9] }), also(value([0, 4], [0, 1]), { value: [4, 4] })), [near, 3], one);
    none(asked(also(value([0, 1], [0, 2]), { value: [0, 9] }), also(value([0, 4], [0, 1]), { value: [4 + 2e-10, 4.5] })), { request: asked(also(value([0, 1], [0, 2]), { value: [0, 9] }), also(value([0, 4], [0, 1]), { value: [4, 4.5] })).request });
    none(asked(also(value([0, 1], [0, 2]), { value: [1 + 2e-10, 1.5] }), also(value([0, 4], [0, 1]), { value: [4, 4] })), { request: asked(also(value([0, 1], [0, 2]), { value: [1, 1.5] }), also(value([0, 4], [0, 1]), { value: [4, 4] })).request });
  });

  it("are closed beside an isolation forest and another model, each with its own trees", () => {
    const forest = { trees: [{ feature: [1, -1, -1], threshold: [5, 0, 0], left: [1, -1, -1], right: [2, -1, -1], samples: [3, 1, 2], value: [null, null, null] }] };
    const other = regressor(2, [stump(1, 5, 0, 2)]);
    const asked = (low: number, min_path_length: number): Problem => ({
      ...{ model: classifier(two, [stump(0, 5, [0, -1], [0, 1])], { isolation_forest: forest }), cuts: [[5], [5]], counts: [2, 2] },
      request: { query: [3, 3], target: { class: 1 }, plausibility: { isolation_forest: { min_path_length } }, constraints: [{ also: { model: other, target: { value: [low, 9] } } }] },
    });
    const near = 5 + STEP;
    least(asked(2, 2), [near, near], (2 * (near - 3)) / 10);
    least(asked(0, 2), [near, near], (2 * (near - 3)) / 10);
    least(asked(2, 1), [near, near], (2 * (near - 3)) / 10);
    least(asked(0, 1), [near, 3], (near - 3) / 10);
    none(asked(2 + 2e-10, 2), { request: asked(2, 2).request });
    none(asked(2, 2 + 3e-9), { request: asked(2, 2).request });
  });

  it("are closed where the points of their levels exceed a budget by more than their own rounding", () => {
    const wide = [number("A", 0), number("B", 1, { max: 100000 })];
    const over = (most: number): Problem => ({
      ...{ model: classifier(wide, [stump(0, 5, [0, -1], [0, 1])], { input: "float32" }), cuts: [[5], []], counts: [2, 1] },
      request: { query: [3, 3], target: { class: 1 }, constraints: [{ budget: { changes: { A: 1, B: 1 }, most } }] },
    });
    // The rounding of B is that of a number up to 100000, but counts only where B changes.
    const near = 5 + 2 ** -21;
    least(over(2.5), [near, 3], (near - 3) / 10);
    none(over(1.999), { request: over(2.0001).request });
    expect(refusal(over(1.9), { values: [], cost: null })).toBe("checked");
  });
});

describe("budgets", () => {
  const features = [number("A", 0), { name: "School", column: 1, kind: "ordinal", labels: ["none", "some", "much"] }, { name: "Town", column: 2, kind: "categorical", labels: ["x", "y", "z"], values: [0, 1, 2] }];
  /** Class 1 needs A above 5, some school and another town than x. */
  const asked = (budgets: object[], more: object[] = [], own = [3, 0, 0]): Problem => ({
    ...{ model: classifier(features, [stump(0, 5, [0, 0], [0, 1]), stump(1, 0.5, [0, 0], [0, 1]), stump(2, 0.5, [0, 0], [0, 1])], { base: [2.5, 0] }), cuts: [[5, 8], [], []], counts: [3, 3, 3] },
    request: { query: own, target: { class: 1 }, constraints: [...budgets.map((budget) => ({ budget })), ...more] },
  });
  const near = 5 + STEP;
  const cheap = (near - 3) / 10;
  /** There is no answer, which one box shows without a split. */
  const empty = (problem: Problem): void => expect(verdict(problem, { values: [], cost: null }, [0])).toMatchObject({ checked: true, cost: null });

  it("add up their parts in a row of their own, of which staying uses nothing", () => {
    const visits = (most: number, z = 9): object => ({ changes: { A: 1, School: 2 }, levels: { Town: { y: 4, z } }, most });
    least(asked([visits(8.001)]), [near, 1, 1], cheap + 1.5);
    empty(asked([visits(7.9)]));
    least(asked([visits(7.9, 3)]), [near, 1, 2], cheap + 1.5);
    empty(asked([visits(6.9, 3)]));
    least(asked([visits(6.001)], [], [3, 0, 1]), [near, 1, 1], cheap + 0.5);
    least(asked([visits(2.001)], [], [3, 1, 2]), [near, 1, 2], cheap);
    empty(asked([visits(1.9)], [], [3, 1, 2]));
    least(asked([visits(6)], [], [6, 0, 0]), [6, 1, 1], 1.5);
    empty(asked([visits(5.9)], [], [6, 0, 0]));
  });

  it("are not exceeded by a box of which a later level keeps them", () => {
    // Town y uses 4 and z 1: a box with both is not closed by its first level.
    for (const budget of [{ levels: { Town: { y: 4, z: 1 } }, most: 2 }, { changes: { A: 0 }, levels: { Town: { y: 4, z: 1 } }, most: 2 }]) {
      const problem = asked([budget]);
      least(problem, [near, 1, 2], cheap + 1.5);
      expect(verdict(problem, { values: [], cost: null }, [0])).toMatchObject({ checked: false, what: OPEN });
    }
    empty(asked([{ levels: { Town: { y: 4, z: 3 } }, most: 2 }]));
  });

  it("are held each by itself, in their order", () => {
    const [hours, steps] = [(most: number): object => ({ changes: { A: 1 }, most }), (most: number): object => ({ changes: { School: 2 }, most })];
    for (const both of [[hours(2.001), steps(2)], [steps(2), hours(2.001)], [hours(2.001), hours(50), steps(2)]]) least(asked(both), [near, 1, 1], cheap + 1.5);
    for (const both of [[hours(1.9), steps(50)], [steps(50), hours(1.9)], [hours(50), steps(1.9)], [steps(1.9), hours(50)]]) empty(asked(both));
  });

  it("know of levels that a limit takes away", () => {
    const least8 = { range: { feature: "A", max: 7 } };
    least(asked([{ changes: { A: 1 }, most: 2.001 }], [least8]), [near, 1, 1], cheap + 1.5);
    empty(asked([{ changes: { A: 1 }, most: 1.9 }], [least8]));
    empty(asked([{ levels: { Town: { y: 4, z: 4 } }, most: 3 }], [{ levels: { feature: "Town", allow: ["x", "y"] } }]));
    least(asked([{ levels: { Town: { y: 4, z: 3 } }, most: 4 }], [{ levels: { feature: "Town", allow: ["x", "y"] } }]), [near, 1, 1], cheap + 1.5);
  });

  it("have no certificate over a number whose change earns", () => {
    const earning = asked([{ levels: { Town: { y: 1 } }, most: 5 }, { changes: { School: 1, A: 1 }, most: 50 }]);
    const cost = { piecewise: { A: [[-3, 3], [0, 0], [3, -1], [6, 2]] } };
    expect(refusal({ ...earning, request: { ...earning.request, cost } }, { values: [6, 1, 1], cost: 0.5 })).toBe("a budget over a number whose change earns has no certificate");
    // Beside a budget of others it has one: A at 6 earns 1.
    const others = asked([{ levels: { Town: { y: 1 } }, most: 5 }, { changes: { School: 1 }, most: 50 }]);
    least({ ...others, request: { ...others.request, cost } }, [6, 1, 1], 0.5);
  });
});

describe("goals", () => {
  const features = [number("A", 0), number("B", 1)];
  const three = classifier(features, [stump(0, 5, [1, 0, 0], [0, 1, 0]), stump(1, 5, [0, 0, 0], [0, 0, 3])], { base: [0, 0, 0], classes: ["a", "b", "c"] });
  const asked = (target: object, goals: number, more: object = {}): Problem => ({ model: three, request: { query: [3, 4], target, ...more }, cuts: [[5], [5]], counts: [2, 2], goals });
  const near = 5 + STEP;

  it("have a proof each, for each class of a set", () => {
    least(asked({ classes: ["b", "c"] }, 2), [3, near], (near - 4) / 10);
    least(asked({ classes: ["b"] }, 1), [near, 4], (near - 3) / 10);
    for (const goals of [0, 1, 3]) expect(refusal(asked({ classes: ["b", "c"] }, goals), { values: [3, near], cost: (near - 4) / 10 })).toBe("there is not one proof for each goal");
  });

  it("cost as much as their class", () => {
    least(asked({ class_costs: { b: 0.05, c: 1 } }, 2), [near, 4], (near - 3) / 10 + 0.05);
    least(asked({ class_costs: { b: 1, c: 0.25 } }, 2), [3, near], (near - 4) / 10 + 0.25);
  });
});

describe("the largest change as the cost", () => {
  const features = [number("A", 0), number("B", 1)];
  const asked = (more: object = {}, trees = [stump(0, 5, [0, 0], [0, 1]), stump(1, 7, [0, 0], [0, 1])]): Problem => ({ model: classifier(features, trees, { base: [1.5, 0] }), request: { query: [3, 3], target: { class: 1 }, cost: { norm: "linf" }, ...more }, cuts: [[5], [7]], counts: [2, 2] });
  const [a, b] = [5 + STEP, 7 + STEP];

  it("is that of one feature, and those of others cost nothing beside it", () => {
    least(asked(), [a, b], (b - 3) / 10);
    least(asked({ cost: { norm: { linf: 2 } } }), [a, b], (2 * (b - 3)) / 10);
    least(asked({ cost: { norm: "linf", weights: { A: 3 } } }), [a, b], (3 * (a - 3)) / 10);
    none(asked({ constraints: [{ range: { feature: "B", max: 6 } }] }), { cuts: [[5], [6, 7]], counts: [2, 3], request: asked().request });
  });

  it("has no certificate beside other costs, sums and hyperplanes", () => {
    const mixed = "a largest-change cost mixed with others has no certificate";
    const claim = { values: [a, b], cost: (b - 3) / 10 };
    for (const cost of [{ norm: { linf: 1, l0: 0.1 } }, { norm: { linf: 1, l1: 0.1 } }, { norm: { linf: 1, l2: 0.1 } }, { norm: "linf", per_change: 0.1 }, { norm: "linf", piecewise: { A: [[-9, 9], [0, 0], [9, 9]] } }]) {
      expect(refusal(asked({ cost }), claim), JSON.stringify(cost)).toBe(mixed);
    }
    const sum = { linear: { terms: { A: 1, B: 1 }, op: "<=", rhs: 100 } };
    expect(refusal(asked({ constraints: [sum] }), claim)).toBe("a largest-change cost beside linear constraints has no certificate");
    const plane = { weight: 1, feature: [-2, -1, -1], threshold: [13, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, [0, 0], [0, 2]], hyperplanes: { 0: { columns: [0, 1], weights: [1, 1] } } };
    const problem = { ...asked({}, [plane]), cuts: [[], []], counts: [1, 1, 2] };
    expect(refusal(problem, { values: [a, b + 2], cost: (b + 2 - 3) / 10 })).toBe("a largest-change cost beside hyperplanes, linear leaves or a hull has no certificate");
  });

  it("has no certificate beside prices of labels", () => {
    const school = { name: "School", column: 1, kind: "ordinal", labels: ["none", "some", "much"] };
    const problem = { ...asked({ cost: { norm: "linf", tables: { School: { some: 1 } } }, query: [3, 0] }), model: classifier([features[0]!, school], [stump(0, 5, [0, -1], [0, 1])]), cuts: [[5], []], counts: [2, 3] };
    expect(refusal(problem, { values: [a, 0], cost: (a - 3) / 10 })).toBe("a largest-change cost mixed with others has no certificate");
  });
});

describe("values that are missing", () => {
  const near = 5 + STEP;
  const labels = (kind: string): object => ({ name: "B", column: 1, kind, labels: ["x", "y", "z"], values: [0, 1, 2] });
  const path = (missing: string | undefined): object => (missing === undefined ? {} : { missing: { 0: missing } });

  it("of a number may stay missing at no cost, where a tree has a way for them", () => {
    const asked = (missing: string | undefined, more: object = {}): Problem => ({ model: classifier([number("A", 0), number("B", 1)], [stump(0, 5, [0, -1], [0, 1]), stump(1, 5, [0, -1], [0, 1], path(missing))], { base: [0.5, 0] }), request: { query: [3, null], target: { class: 1 }, ...more }, cuts: [[5], [5]], counts: [2, 3] });
    least(asked("right"), [near, null], (near - 3) / 10);
    least(asked("left"), [near, near], (near - 3) / 10 + 1);
    least(asked(undefined), [near, near], (near - 3) / 10 + 1);
    least(asked("right", { constraints: [{ fix: "B" }] }), [near, null], (near - 3) / 10);
    none(asked("left", { constraints: [{ fix: "B" }] }), { request: asked("left").request });
    // A range is a value in it.
    least(asked("right", { constraints: [{ range: { feature: "B", max: 9 } }] }), [near, near], (near - 3) / 10 + 1);
  });

  it("of labels may stay missing at no cost, or become any label at that of a change", () => {
    for (const kind of ["ordinal", "categorical"]) {
      const asked = (missing: string | undefined, more: object = {}): Problem => ({ model: classifier([number("A", 0), labels(kind)], [stump(0, 5, [0, -1], [0, 1]), stump(1, 1.5, [0, -1], [0, 1], path(missing))], { base: [0.5, 0] }), request: { query: [3, null], target: { class: 1 }, ...more }, cuts: [[5], []], counts: [2, 4] });
      least(asked("right"), [near, null], (near - 3) / 10);
      least(asked("left"), [near, 2], (near - 3) / 10 + 1);
      least(asked(undefined), [near, 2], (near - 3) / 10 + 1);
      none(asked("left", { constraints: [{ fix: "B" }] }), { request: asked("left").request });
      least(asked("right", { constraints: [{ levels: { feature: "B", allow: ["x", "z"] } }] }), [near, 2], (near - 3) / 10 + 1);
    }
  });

  it("hold no condition of a range or of labels, and that of no change", () => {
    const asked = (rule: object): Problem => ({ model: classifier([number("A", 0), labels("ordinal")], [stump(0, 5, [0, -1], [0, 1])]), request: { query: [3, null], target: { class: 1 }, constraints: [{ if: { feature: "A", min: near }, then: rule }] }, cuts: [[5], []], counts: [2, 4] });
    for (const [rule, to] of [[{ feature: "B", min: 2 }, 2], [{ feature: "B", max: 0 }, 0], [{ feature: "B", in: ["y"] }, 1]] as const) least(asked(rule), [near, to], (near - 3) / 10 + 1);
    least(asked({ feature: "B", unchanged: true }), [near, null], (near - 3) / 10);
  });

  it("of one-hot columns may stay missing in all of them, and in no other way be without a label", () => {
    const hot = { name: "B", kind: "categorical", columns: [1, 2], labels: ["x", "y"] };
    const asked = (missing: string): Problem => ({ model: classifier([number("A", 0), hot], [stump(0, 5, [0, -1], [0, 1]), stump(2, 0.5, [0, -1], [0, 1], path(missing))], { base: [0.5, 0], columns: 3 }), request: { query: [3, null, null], target: { class: 1 } }, cuts: [[5], []], counts: [2, 3] });
    least(asked("right"), [near, null, null], (near - 3) / 10);
    least(asked("left"), [near, 0, 1], (near - 3) / 10 + 1);
    // Staying without a label enters none, and uses nothing of a budget.
    const most = (own: number): Problem => ({ ...asked("right"), request: { ...asked("right").request, constraints: [{ budget: { levels: { B: { x: 4, y: 4 } }, most: own } }] } });
    least(most(1), [near, null, null], (near - 3) / 10);
    none({ ...most(1), request: { ...most(1).request, constraints: [...(most(1).request as { constraints: object[] }).constraints, { levels: { feature: "B", allow: ["x", "y"] } }] } }, { request: most(1).request });
    // Labels have weights of their own in a sum.
    const sum = (rhs: number): object => ({ query: [3, 1, 0], target: { class: 1 }, constraints: [{ linear: { terms: { A: 1, B: { x: 0, y: -5 } }, op: "<=", rhs } }] });
    least({ ...asked("left"), request: sum(0.5), counts: [2, 2] }, [near, 0, 1], (near - 3) / 10 + 1);
    // Else a proof would know nothing of staying there, and prove too much.
    for (const [x, y] of [[0, 0], [1, 1], [null, 0], [0, null], [0.5, 0.5], [2, 0]]) {
      const problem = asked("right");
      expect(() => verdict({ ...problem, request: { ...problem.request, query: [3, x, y] } }, { values: [near, 1, 0], cost: (near - 3) / 10 + 1 }), `${String(x)} ${String(y)}`).toThrow("/query/1: a level of the feature is needed");
    }
  });
});

describe("hyperplanes", () => {
  const whole = [number("A", 0, { kind: "integer" }), number("B", 1, { kind: "integer" })];
  const plane = (threshold: number, columns = [0, 1], weights = [1, 1], high: unknown = [0, 1]): object => ({ weight: 1, feature: [-2, -1, -1], threshold: [threshold, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, [0, -1], high], hyperplanes: { 0: { columns, weights } } });
  const every = [Array.from({ length: 10 }, (_, k) => k), Array.from({ length: 10 }, (_, k) => k)];

  it("over whole numbers are decided at each point as the model computes them", () => {
    const asked = (threshold: number, compare = "<="): Problem => ({ model: classifier(whole, [plane(threshold)], { compare }), request: { query: [3, 3], target: { class: 1 }, cost: { weights: { B: 2 } } }, cuts: every, counts: [11, 11, 2] });
    // Points on the hyperplane go left, or right where the comparison is "below".
    least(asked(8), [6, 3], 0.3);
    least(asked(8, "<"), [5, 3], 0.2);
    least(asked(12.5), [10, 3], 0.7);
  });

  it("stand for one test where they are the same, and for two where they differ", () => {
    const twice = (trees: object[], tests: number): Problem => ({ model: classifier(whole, trees, { base: [1.5, 0] }), request: { query: [3, 3], target: { class: 1 } }, cuts: every, counts: [11, 11, ...Array.from({ length: tests }, () => 2)] });
    least(twice([plane(8), plane(8)], 1), [6, 3], 0.3);
    least(twice([plane(8), plane(8.5)], 2), [6, 3], 0.3);
    least(twice([plane(8), plane(4, [0, 1], [1, 0.5])], 2), [6, 3], 0.3);
    least(twice([plane(8), plane(5, [1], [1])], 2), [3, 6], 0.3);
  });

  it("read labels as their numbers", () => {
    const school = { name: "School", column: 1, kind: "ordinal", labels: ["none", "some", "much"], values: [0, 4, 6] };
    const asked = (threshold: number): Problem => ({ model: classifier([whole[0]!, school], [plane(threshold)]), request: { query: [3, 0], target: { class: 1 }, cost: { weights: { A: 3, School: 1 } } }, cuts: [every[0]!, []], counts: [11, 3, 2] });
    least(asked(6.5), [3, 4], 0.5);
    least(asked(8.5), [3, 6], 1);
    least(asked(9.5), [4, 6], 1.3);
    least(asked(4.5), [3, 4], 0.5);
  });

  it("are asked of another model and of an isolation forest too", () => {
    const other = regressor(2, [{ ...plane(8), value: [null, 0, 1] }]);
    const asked = (low: number): Problem => ({ model: classifier(whole, [stump(0, 3, [0, -1], [0, 1])]), request: { query: [3, 3], target: { class: 1 }, constraints: [{ also: { model: other, target: { value: [low, 9] } } }] }, cuts: every, counts: [11, 11, 2] });
    least(asked(1), [6, 3], 0.3);
    least(asked(0), [4, 3], 0.1);
  });

  it("have no certificate over a value that is missing, or numbers without bounds", () => {
    const asked = (model: object, query: (number | null)[]): Problem => ({ model, request: { query, target: { class: 1 } }, cuts: every, counts: [11, 11, 2] });
    expect(refusal(asked(classifier(whole, [{ ...plane(8), missing: { 0: "left" } }]), [3, null]), { values: [6, 3], cost: 0.3 })).toBe("a hyperplane over a value that is missing has no certificate");
    expect(refusal({ ...asked(classifier([whole[0]!, number("B", 1, { max: 1e30 })], [plane(8)]), [3, 3]), cuts: [every[0]!, []] }, { values: [6, 3], cost: 0.3 })).toBe("a hyperplane over numbers without bounds has no certificate");
  });
});

describe("sums over whole numbers and labels", () => {
  const features = [number("A", 0, { kind: "integer" }), number("B", 1, { kind: "integer" }), { name: "School", column: 2, kind: "ordinal", labels: ["none", "some", "much"] }];
  const cuts = [Array.from({ length: 10 }, (_, k) => k), Array.from({ length: 10 }, (_, k) => k), []];
  const asked = (...constraints: object[]): Problem => ({ model: classifier(features, [stump(0, 5.5, [0, -1], [0, 1])]), request: { query: [3, 3, 0], target: { class: 1 }, constraints }, cuts: [[...cuts[0]!.slice(0, 5), 5, 5.5, ...cuts[0]!.slice(6)], cuts[1]!, []], counts: [12, 11, 3] });
  const linear = (terms: object, op: string, rhs: number, of?: string): object => ({ linear: { terms, op, rhs, ...(of === undefined ? {} : { of }) } });

  it("hold at every point of an answer", () => {
    least(asked(linear({ A: 1, B: 1 }, "<=", 6)), [6, 0, 0], 0.6);
    least(asked(linear({ A: 1, B: -2 }, "=", 0)), [6, 3, 0], 0.3);
    least(asked(linear({ A: 1, B: 1 }, ">=", 12)), [6, 6, 0], 0.6);
    least(asked(linear({ A: 1, B: 1 }, "=", 1, "change")), [6, 1, 0], 0.5);
    least(asked(linear({ A: 1, School: { none: 0, some: -1, much: -4 } }, "<=", 5)), [6, 3, 1], 0.8);
    least(asked(linear({ A: 1, School: 2 }, ">=", 11)), [9, 3, 1], 1.1);
    none(asked(linear({ A: 1, B: 1 }, "<=", 5)), { request: asked(linear({ A: 1, B: 1 }, "<=", 6)).request });
  });

  it("follow from their causes to the nearest whole number", () => {
    // A rises by 3, so that B rises by 1.2, which is 1; or by 1.5, which is 1 or 2.
    least(asked({ causal: { feature: "B", parents: { A: 0.4 } } }), [6, 4, 0], 0.4);
    least(asked({ causal: { feature: "B", parents: { A: 0.4 }, cost: "none" } }), [6, 4, 0], 0.3);
    least(asked({ causal: { feature: "B", parents: { A: 0.5 } } }), [6, 4, 0], 0.4);
    least(asked({ causal: { feature: "B", parents: { A: 0.6 } } }), [6, 5, 0], 0.5);
  });
});

describe("cuts", () => {
  it("may be infinite, and then stand first or last as null", () => {
    const tree = (left: [unknown, unknown][]): object => ({ weight: 1, feature: [-4, -1, -1], threshold: [0, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, [0, 1], [0, -1]], intervals: { 0: { column: 0, left } } });
    const wide = { ...number("A", 0), min: -10 };
    const asked = (left: [unknown, unknown][], cuts: (number | null)[]): Problem => ({ model: classifier([wide, number("B", 1)], [tree(left)]), request: { query: [3, 3], target: { class: 1 } }, cuts: [cuts, []], counts: [cuts.length + 1, 1] });
    least(asked([["-Infinity", 0]], [null, 0]), [0, 3], 0.15);
    least(asked([[7, "Infinity"]], [7 - STEP, null]), [7, 3], 0.2);
    least(asked([["-Infinity", -1], [4, 5]], [null, -1, 4 - STEP / 2, 5]), [4, 3], 0.05);
    expect(refusal(asked([[7, "Infinity"]], [null, 7 - STEP]), { values: [7, 3], cost: 0.2 })).toBe("checked");
    expect(refusal(asked([["-Infinity", 0]], [0, null]), { values: [0, 3], cost: 0.15 })).toBe("checked");
    for (const cuts of [[null, null, 0], [0, null, 7], [0, 0], [1, 0]]) expect(refusal(asked([["-Infinity", 0]], cuts), { values: [0, 3], cost: 0.15 })).toBe("cuts are not ascending");
  });

  it("part no test of the model, and are one list a feature", () => {
    const problem = { model: classifier([number("A", 0), number("B", 1)], [stump(0, 5, [0, -1], [0, 1])]), request: { query: [3, 3], target: { class: 1 } }, cuts: [[5], []], counts: [2, 1] };
    const claim = { values: [5 + STEP, 3], cost: 0.2 };
    for (const own of [[], [4], [6], [4, 6], [5 + STEP]]) expect(refusal({ ...problem, cuts: [own, []], counts: [1, 1] }, claim)).toBe("a test of the model or of the query parts a cell");
    for (const cuts of [[], [[5]], [[5], [], []]]) expect(refusal({ ...problem, cuts }, claim)).toBe("there are not as many lists of cuts as features");
  });
});
