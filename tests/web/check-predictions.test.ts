// Predictions of the check by hand: linear leaves and neurons, hyperplanes, path lengths, sums in a library's own type, and the words of parts that cannot be read.
import { describe, expect, it } from "vitest";
import { said } from "../../www/src/check/goals.js";
import { leafOf, readModel, sideOf, uncertified, type Model } from "../../www/src/check/model.js";
import { sums } from "../../www/src/check/scores.js";

const { fround } = Math;
const common = { format: "espalier", version: 1, kind: "regressor", input: "float64", compare: "<=", aggregation: "sum", columns: 2 };
const stump = (low: unknown, high: unknown, more: object = {}): object => ({ feature: [0, -1, -1], threshold: [5, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, low, high], ...more });
const model = (trees: object[], more: object = {}): Model => readModel({ ...common, trees, ...more });
const raw = (of: Model, row: number[], own = false): number[] => sums(of, (single) => of.trees.map((tree) => leafOf(of, tree, row, single)), own);
const two = { kind: "classifier", classes: ["a", "b"] };

describe("a linear leaf", () => {
  const leaf = (linear: object, more: object = {}): Model => model([stump(1, 2, { linear: { 1: linear } })], more);

  it("is its value and a weighted sum of columns", () => {
    const of = leaf({ columns: [0, 1], weights: [2, -3] });
    expect(raw(of, [4, 7])).toEqual([1 + 8 - 21]);
    expect(raw(of, [6, 7])).toEqual([2]);
    expect(raw(leaf({ columns: [1], weights: [0.5] }), [4, 7])).toEqual([4.5]);
    expect(raw(leaf({ columns: [], weights: [] }), [4, 7])).toEqual([1]);
  });

  it("has weights for each of its values", () => {
    const of = (weights: unknown): Model => model([stump([1, 10], [0, 0], { linear: { 1: { columns: [1, 0], weights } } })], two);
    for (const weights of [[[2, 3], [5, 7]], [2, 3, 5, 7]]) expect(raw(of(weights), [4, 1])).toEqual([1 + 2 + 12, 10 + 5 + 28]);
  });

  it("has other values where a column is missing, or no way", () => {
    const missing = (values: unknown): number[] => {
      const of = leaf({ columns: [1], weights: [2], ...(values === undefined ? {} : { missing: values }) });
      return leafOf(of, of.trees[0]!, [4, NaN]);
    };
    expect(missing([9])).toEqual([9]);
    for (const none of [undefined, null]) expect(missing(none)).toEqual([]);
    const both = leaf({ columns: [0, 1], weights: [1, 2], missing: [9] });
    expect(leafOf(both, both.trees[0]!, [4, NaN])).toEqual([9]);
    expect(leafOf(both, both.trees[0]!, [4, 1])).toEqual([7]);
  });

  it("adds up in its library's type, step by step", () => {
    const of = leaf({ columns: [0, 1], weights: [0.1, 0.7] }, { arithmetic: "xgboost" });
    const [a, b] = [fround(0.1), fround(0.7)];
    const single = fround(fround(1 + fround(a * fround(0.3))) + fround(b * fround(1.1)));
    expect(leafOf(of, of.trees[0]!, [0.3, 1.1], true)).toEqual([single]);
    expect(leafOf(of, of.trees[0]!, [0.3, 1.1])).toEqual([1 + 0.1 * 0.3 + 0.7 * 1.1]);
    expect(single).not.toBe(1 + 0.1 * 0.3 + 0.7 * 1.1);
    // Columns are read as the model reads them.
    const read = leaf({ columns: [0], weights: [1] }, { input: "float32" });
    expect(leafOf(read, read.trees[0]!, [0.3, 0])).toEqual([1 + fround(0.3)]);
  });

  it("may read neurons: weighted sums that are 0 where they are negative", () => {
    const neurons = [{ constant: -3, columns: [0], weights: [1] }, { constant: 1, columns: [1, 2], weights: [2, -1] }];
    const of = leaf({ columns: [1, 2, 3], weights: [1, 10, 100] }, { neurons });
    expect(raw(of, [4, 2])).toEqual([1 + 2 + 10 * 1 + 100 * (1 + 4 - 1)]);
    expect(raw(of, [2, -5])).toEqual([1 - 5 + 0 + 0]);
    expect(raw(of, [5, -5])).toEqual([1 - 5 + 20]);
    expect(leafOf(of, of.trees[0]!, [4, NaN])).toEqual([]);
  });

  it("lets answers without a certificate be repeated, be it the only one", () => {
    for (const sloped of [leaf({ columns: [1], weights: [2] }), model([stump(1, 2), stump(1, 2, { linear: { 2: { columns: [1], weights: [2] } } })])]) {
      expect(uncertified(sloped, true)).toBe("there is no certificate");
      expect(uncertified(sloped, false)).toBeUndefined();
    }
    expect(uncertified(model([stump(1, 2)]), true)).toBeUndefined();
  });
});

describe("a hyperplane", () => {
  const plane = (threshold: number, more: object = {}, trees: object = {}): Model => model([stump(1, 2, { feature: [-2, -1, -1], threshold: [threshold, 0, 0], hyperplanes: { 0: { columns: [0, 1], weights: [0.1, 0.7] } }, ...trees })], more);

  it("goes left up to its threshold, or below it", () => {
    const sum = 0.1 * 3 + 0.7;
    expect(raw(plane(sum), [3, 1])).toEqual([1]);
    expect(raw(plane(sum, { compare: "<" }), [3, 1])).toEqual([2]);
    expect(raw(plane(sum - 1e-9), [3, 1])).toEqual([2]);
    expect(raw(plane(sum + 1e-9, { compare: "<" }), [3, 1])).toEqual([1]);
  });

  it("adds up in double precision, or in single where that is said", () => {
    const double = 0.1 * 3 + 0.7 * 1.1;
    const single = fround(fround(0.1 * 3) + fround(0.7 * 1.1));
    expect(single).not.toBe(double);
    const between = (single + double) / 2;
    const [left, right] = double < single ? [1, 2] : [2, 1];
    for (const hyperplane_sums of [undefined, null, "float64"]) expect(raw(plane(between, { hyperplane_sums }), [3, 1.1])).toEqual([left]);
    const one = plane(between, { hyperplane_sums: "float32" });
    expect(raw(one, [3, 1.1])).toEqual([right]);
    const node = one.trees[0]!.nodes[0]!;
    expect("plane" in node && sideOf(node.plane, [3, 1.1], one.input)).toBe(right === 1);
    expect(() => plane(1, { hyperplane_sums: "half" })).toThrow('/hyperplane_sums: one of "float32", "float64" is needed');
  });

  it("sends a missing value its own way", () => {
    for (const [missing, to] of [["left", 1], ["right", 2]] as const) expect(raw(plane(1, {}, { missing: { 0: missing } }), [3, NaN])).toEqual([to]);
    const none = plane(1);
    expect(leafOf(none, none.trees[0]!, [NaN, 1])).toEqual([]);
    expect(uncertified(none, true)).toBe("there is no certificate");
    expect(uncertified(none, false)).toBeUndefined();
  });

  it("of an isolation forest adds up in double precision, whatever the model's", () => {
    const [double, single] = [0.1 * 3 + 0.7 * 1.1, fround(fround(0.1 * 3) + fround(0.7 * 1.1))];
    const forest = { trees: [stump(null, null, { feature: [-2, -1, -1], threshold: [(single + double) / 2, 0, 0], hyperplanes: { 0: { columns: [0, 1], weights: [0.1, 0.7] } }, samples: [3, 1, 2] })] };
    const of = model([stump(1, 2)], { hyperplane_sums: "float32", isolation_forest: forest });
    expect(leafOf(of, of.isolation!.trees[0]!, [3, 1.1])).toEqual([double < single ? 1 : 2]);
  });
});

describe("path lengths", () => {
  const forest = (more: object, tree: object): Model => model([stump(null, null, tree)], { kind: "isolation_forest", ...more });

  it("are depths and the average search beyond, of the samples of a leaf, or are stated as values", () => {
    const of = forest({ aggregation: undefined }, { samples: [9, 1, 2] });
    expect(of.aggregation).toBe("mean");
    expect([leafOf(of, of.trees[0]!, [3, 0]), leafOf(of, of.trees[0]!, [6, 0])]).toEqual([[1], [2]]);
    const more = forest({}, { samples: [9, 3, 0] });
    expect(leafOf(more, more.trees[0]!, [3, 0])[0]).toBeCloseTo(1 + 2 * (Math.log(2) + 0.5772156649015329) - 4 / 3, 12);
    expect(leafOf(more, more.trees[0]!, [6, 0])).toEqual([1]);
    for (const samples of [undefined, null]) {
      const stated = forest({}, { value: [null, 4, 7], samples });
      expect(leafOf(stated, stated.trees[0]!, [6, 0])).toEqual([7]);
    }
    // Of another kind of model samples say nothing.
    expect(raw(model([stump(1, 2, { samples: [9, 1, 2] })]), [6, 0])).toEqual([2]);
  });

  it("have no linear part and no levels", () => {
    expect(() => forest({}, { samples: [9, 1, 2], linear: { 1: { columns: [0], weights: [1] } } })).toThrow("/trees/0, node 1: a path length has no linear part");
    expect(() => forest({}, { samples: [9, 1, 2], oblivious: true })).toThrow("/trees/0/oblivious: true, in a model of values, is needed");
  });
});

describe("trees of one test a level", () => {
  it("have single values as well as lists, and a way for missing values at each level", () => {
    const of = (value: unknown[], missing: object = {}): Model => model([{ oblivious: true, feature: [0, 1], threshold: [5, 7], value, missing }]);
    const tree = of([1, 2, 3, 4], { 0: "right", 1: "left" });
    expect([[3, 3], [6, 3], [3, 8], [6, 8]].map((row) => raw(tree, row)[0])).toEqual([1, 2, 3, 4]);
    expect([[NaN, 3], [6, NaN], [NaN, NaN], [NaN, 8]].map((row) => raw(tree, row)[0])).toEqual([2, 2, 2, 4]);
    expect(raw(of([[1], [2], [3], [4]]), [3, 8])).toEqual([3]);
    expect(leafOf(of([1, 2, 3, 4]), of([1, 2, 3, 4]).trees[0]!, [3, NaN])).toEqual([]);
    expect(() => of([1, "2", 3, 4])).toThrow("/trees/0/value/1: a number is needed");
    const parts: [object, string][] = [[{ feature: 5 }, "/feature: a list"], [{ threshold: 5 }, "/threshold: a list"], [{ missing: 5 }, "/missing: an object"], [{ value: 5 }, "/value: a list"], [{ linear: { 0: {} } }, "/linear: an oblivious tree has no linear leaves"]];
    for (const [part, words] of parts) expect(() => model([{ oblivious: true, feature: [0], threshold: [5], value: [1, 2], ...part }]), words).toThrow(`/trees/0${words}`);
    expect(raw(model([stump(1, 2, { oblivious: false })]), [6, 0])).toEqual([2]);
  });
});

describe("parts that are null", () => {
  it("are as good as none", () => {
    const none = { schema: null, classes: null, base: null, background: null, isolation_forest: null, divide: null };
    const of = model([stump(1, 2, { output: null, missing: null, weight: null, samples: null })], none);
    expect(of).toMatchObject({ schema: undefined, names: undefined, base: [0], rows: [], labels: undefined, isolation: undefined });
    expect(raw(of, [6, 0])).toEqual([2]);
    expect(model([stump(1, 2)], { background: { rows: [[1, 2]], labels: null } }).labels).toBeUndefined();
    expect(model([stump([1, 0], [0, 1])], { ...two, schema: null }).classes).toBe(2);
    const set = model([stump(1, 2, { feature: [-3, -1, -1], categories: { 0: { column: 0, left: [4], unknown: null } } })]);
    expect([4, 5, -1].map((x) => raw(set, [x, 0])[0])).toEqual([1, 2, 2]);
  });
});

describe("the threshold of a model that compares with below", () => {
  it("goes right itself, where the input type holds it", () => {
    const of = (input: string, threshold: number): Model => model([stump(1, 2, { threshold: [threshold, 0, 0] })], { compare: "<", input });
    for (const input of ["float32", "float64"]) expect([5, 5 - 2 ** -21].map((x) => raw(of(input, 5), [x, 0])[0])).toEqual([2, 1]);
    // 5.7 lies between two singles, and the lower one of them goes left.
    expect(fround(5.7)).toBeLessThan(5.7);
    expect([fround(5.7), fround(5.7) + 2 ** -21].map((x) => raw(of("float32", 5.7), [x, 0])[0])).toEqual([1, 2]);
  });
});

describe("the prediction of a row", () => {
  const predicted = (of: Model, row: number[]): number => said(of, (own) => of.trees.map((tree) => leafOf(of, tree, row, own)));

  it("is a class, or a value under its link, and none where a missing value has no way", () => {
    expect([3, 6].map((x) => predicted(model([stump([1, 0], [0, 1])], two), [x, 0]))).toEqual([0, 1]);
    const one = model([stump(-1, 1)], { kind: "classifier", link: "logistic" });
    expect([3, 6].map((x) => predicted(one, [x, 0]))).toEqual([0, 1]);
    expect(predicted(model([stump(-1, 1)]), [3, 0])).toBe(-1);
    expect(predicted(model([stump(-2, 3)], { link: "square" }), [6, 0])).toBe(9);
    const both = model([stump(1, 2), stump(1, 2, { feature: [1, -1, -1] })]);
    expect(predicted(both, [NaN, 3])).toBeNaN();
    expect(predicted(both, [3, NaN])).toBeNaN();
    expect(predicted(both, [6, 3])).toBe(3);
  });

  it("is the library's own value", () => {
    const single = model([stump(0.1, 0), stump(0.2, 0)], { arithmetic: "xgboost" });
    expect(predicted(single, [3, 0])).toBe(fround(fround(0.1) + fround(0.2)));
  });
});

describe("sums in a library's own type", () => {
  it("are divided by their weights where they are means or votes, and by the divisors, and scaled", () => {
    const trees = [stump(1, 3, { weight: 2 }), stump(5, 9, { weight: 1 })];
    for (const own of [false, true]) {
      expect(raw(model(trees), [3, 0], own)).toEqual([7]);
      expect(raw(model(trees, { aggregation: "mean" }), [3, 0], own)[0]).toBeCloseTo(7 / 3, 14);
      expect(raw(model(trees, { aggregation: "mean", divide: [2], scale: 12, base: [1] }), [3, 0], own)[0]).toBeCloseTo(15, 12);
      expect(raw(model(trees, { divide: [2, 4], scale: 16, base: [1] }), [6, 0], own)).toEqual([31]);
      expect(raw(model([stump([2, 1], [0, 1], { weight: 2 }), stump([0, 1], [5, 1], { weight: 1 })], { ...two, aggregation: "vote" }), [3, 0], own)).toEqual([2 / 3, 1 / 3]);
    }
  });
});

describe("a linear part, hyperplane or neuron that cannot be read", () => {
  it("is told with its place", () => {
    const linear = (part: object, more: object = {}): Model => model([stump(1, 2, { linear: { 1: part } })], more);
    const here = "/trees/0, node 1";
    const distinct = ": distinct columns, with one weight each for each of 1 numbers, are needed";
    const cases: [() => Model, string][] = [
      [() => linear({ columns: [0, 0], weights: [1, 1] }), here + distinct],
      [() => linear({ columns: [0, 1], weights: [1] }), here + distinct],
      [() => linear({ columns: [0], weights: [1, 1] }), here + distinct],
      [() => linear({ columns: [2], weights: [1] }), `${here}: a whole number from 0 to 1 is needed`],
      [() => linear({ columns: [0], weights: ["1"] }), `${here}: a number is needed`],
      [() => linear({ columns: [0], weights: [["1"]] }), `${here}/0: a number is needed`],
      [() => linear({ columns: [0], weights: 1 }), `${here}: a list is needed`],
      [() => linear({ columns: [0], weights: [1], missing: [1, 2] }), `${here}: 1 numbers are needed`],
      [() => linear({ columns: [0], weights: [1], missing: [] }), `${here}: 1 numbers are needed`],
      [() => model([stump(1, 2, { linear: { 1: 7 } })]), `${here}: an object is needed`],
      [() => model([stump(1, 2, { linear: 7 })]), "/trees/0/linear: an object is needed"],
      [() => model([stump(1, 2, { linear: { 0: { columns: [0], weights: [1] } } })]), "/trees/0, node 0: only leaves have a linear part"],
      [() => model([stump(1, 2)], { neurons: 7 }), "/neurons: a list is needed"],
      [() => model([stump(1, 2)], { neurons: [7] }), "/neurons/0: an object is needed"],
      [() => model([stump(1, 2)], { neurons: [{ columns: [0], weights: [1] }] }), "/neurons/0: a number is needed"],
      [() => model([stump(1, 2)], { neurons: [{ constant: 1, columns: [2], weights: [1] }] }), "/neurons/0: a whole number from 0 to 1 is needed"],
      [() => model([stump(1, 2)], { neurons: [{ constant: 1, columns: [0], weights: [1] }, { constant: 1, columns: [3], weights: [1] }] }), "/neurons/1: a whole number from 0 to 2 is needed"],
      [() => linear({ columns: [4], weights: [1] }, { neurons: [{ constant: 1, columns: [0], weights: [1] }, { constant: 1, columns: [2], weights: [1] }] }), `${here}: a whole number from 0 to 3 is needed`],
      [() => model([stump(1, 2, { feature: [-2, -1, -1], hyperplanes: { 0: { columns: [0, 1], weights: [1] } } })]), "/trees/0, node 0: one weight a column is needed"],
    ];
    for (const [read, words] of cases) expect(read, words).toThrow(words);
  });
});
