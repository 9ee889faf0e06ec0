// Hyperplanes as rows over features, by docs/contract/certificate.md ("Hyperplanes"): which tests are one, the weights, the limits and their allowance for rounding.
import { describe, expect, it } from "vitest";
import { Hyperplanes } from "../../www/src/check/hyperplane.js";
import { readModel } from "../../www/src/check/model.js";
import { readRequest } from "../../www/src/check/request.js";
import { readSchema } from "../../www/src/check/schema.js";

const { fround } = Math;
const features: object[] = [
  { name: "A", column: 0, min: 0, max: 10 },
  { name: "S", column: 1, kind: "ordinal", labels: ["x", "y", "z"], values: [0, 4, -6] },
  { name: "H", kind: "categorical", columns: [2, 3], labels: ["p", "q"] },
  { name: "B", column: 4, min: 0, max: 10 },
];
const split = (columns: number[], weights: number[], threshold: number, more: object = {}): object => ({ feature: [-2, -1, -1], threshold: [threshold, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, 1, 2], hyperplanes: { 0: { columns, weights } }, ...more });
const common = { format: "espalier", version: 1, kind: "regressor", input: "float64", compare: "<=", aggregation: "sum", columns: 5, schema: { features } };

/** The hyperplanes of a model in a request. */
function of(trees: object[], { query = [3, 4, 0, 1, 2], more = {}, asked = {} }: { query?: (number | null)[]; more?: object; asked?: object } = {}): Hyperplanes {
  const model = readModel({ ...common, trees, ...more });
  const schema = readSchema(model);
  return new Hyperplanes(model, readRequest({ query, target: { value: [0, null] }, ...asked }, model, schema), schema.features);
}
const thresholds = (planes: Hyperplanes): number[] => planes.all.map(({ threshold }) => threshold);

describe("the tests of a request", () => {
  it("are one where columns, weights, threshold, comparison and type are the same", () => {
    const same = split([0, 4], [1, 2], 5);
    expect(thresholds(of([same, same]))).toEqual([5]);
    expect(thresholds(of([same, split([4, 0], [2, 1], 5), split([0, 4], [1, 3], 5), split([0, 4], [1, 2], 6)]))).toEqual([5, 5, 5, 6]);
    // Columns 1 and 23 are not columns 12 and 3.
    expect(thresholds(of([split([0, 4], [1, 21], 5), split([0, 4], [12, 1], 5)]))).toEqual([5, 5]);
    const other = (more: object): object => ({ also: { model: { ...common, trees: [same], ...more }, target: { value: [0, null] } } });
    expect(of([same], { asked: { constraints: [other({})] } }).all).toHaveLength(1);
    expect(of([same], { asked: { constraints: [other({ compare: "<" })] } }).all).toHaveLength(2);
    expect(of([same], { asked: { constraints: [other({ hyperplane_sums: "float32" })] } }).all).toHaveLength(2);
    expect(of([same], { more: { hyperplane_sums: "float32" }, asked: { constraints: [other({ hyperplane_sums: "float32" })] } }).all).toHaveLength(1);
  });

  it("are met from each root, a node before those below it, left before right", () => {
    const tree = { feature: [-2, -2, -2, -1, -1, 0, -1, -1, -1], threshold: [1, 2, 3, 0, 0, 5, 0, 0, 0], left: [2, 3, 5, -1, -1, 7, -1, -1, -1], right: [1, 4, 6, -1, -1, 8, -1, -1, -1], value: [null, null, null, 1, 2, null, 3, 4, 5], hyperplanes: { 0: { columns: [0], weights: [1] }, 1: { columns: [0], weights: [1] }, 2: { columns: [0], weights: [1] } } };
    expect(thresholds(of([tree, split([0], [1], 9)]))).toEqual([1, 3, 2, 9]);
  });

  it("are those of an isolation forest where a depth is asked, and of other models behind", () => {
    const forest = { isolation_forest: { trees: [{ ...split([0], [1], 7), samples: [3, 1, 2] }] } };
    const other = { also: { model: { ...common, trees: [split([0], [1], 8)] }, target: { value: [0, null] } } };
    const depth = { plausibility: { isolation_forest: { min_path_length: 1 } } };
    expect(thresholds(of([split([0], [1], 5)], { more: forest }))).toEqual([5]);
    expect(thresholds(of([split([0], [1], 5)], { more: forest, asked: { ...depth, constraints: [other] } }))).toEqual([5, 7, 8]);
    expect(thresholds(of([split([0], [1], 5)], { asked: { constraints: [other] } }))).toEqual([5, 8]);
  });

  it("stand behind all features, each with the features that it reads", () => {
    const planes = of([split([0, 4], [1, 2], 5), split([3, 1], [1, 2], 6), split([4], [1], 7)]);
    expect(planes.all.map(planes.of)).toEqual([4, 5, 6]);
    expect(planes.all.map(planes.reads)).toEqual([[0, 3], [1, 2], [3]]);
    const levels = planes.levels();
    expect(levels.map(({ count, cost, stays, missing, feature }) => [count, [...cost], [...stays], missing, feature.name])).toEqual([1, 2, 3].map((t) => [2, [0, 0], [1, 1], false, `hyperplane ${String(t)}`]));
  });
});

describe("a test as a row", () => {
  /** The weights of a test's row and its two limits, of which the middle is the exact one and the rest the allowance. */
  function weighed(columns: number[], weights: number[], threshold: number, { query = [3, 4, 0, 1, 2], more = { hyperplane_sums: "float32" }, most = [7, 0, 0, 8] }: { query?: (number | null)[]; more?: object; most?: number[] } = {}): { terms: Map<number, number | number[]>; exact: number; off: number } {
    const planes = of([split(columns, weights, threshold)], { query, more });
    const row = planes.weigh(planes.all[0]!, (f) => most[f]!);
    const { terms } = row;
    const limits = planes.limits(planes.all[0]!, row);
    return { terms: new Map(terms), exact: (limits[0] - limits[1]) / 2, off: (limits[0] + limits[1]) / 2 };
  }
  const allowance = (step: number, columns: number, size: number): number => step * (columns + 2) * size;

  it("weighs numbers by their weights, and levels by their values", () => {
    const { terms, exact } = weighed([0, 1, 3, 4], [2, 0.5, 5, -3], 10);
    expect(terms).toEqual(new Map<number, number | number[]>([[0, 2], [1, [0, 2, -3]], [2, [0, 5]], [3, -3]]));
    // At the query it is 6 + 2 + 5 - 6.
    expect(exact).toBeCloseTo(3, 5);
    expect(weighed([2, 3, 0, 0], [7, 5, 1, 2], 10).terms).toEqual(new Map<number, number | number[]>([[2, [7, 5]], [0, 3]]));
    expect(weighed([1], [0.5], 10, { query: [3, -6, 0, 1, 2] }).exact).toBeCloseTo(13, 5);
  });

  it("allows for the rounding of sums of its sizes", () => {
    // |10| + 2 (3 + 7) + 0.5 * 6 + 5 * 1 + 3 (2 + 8).
    const size = 10 + 20 + 3 + 5 + 30;
    expect(weighed([0, 1, 3, 4], [2, 0.5, 5, -3], 10).off / allowance(2 ** -24, 4, size)).toBeCloseTo(1, 6);
    expect(weighed([0, 1, 3, 4], [2, 0.5, 5, -3], -10).off / allowance(2 ** -24, 4, size)).toBeCloseTo(1, 6);
    expect(weighed([0, 1, 3, 4], [2, 0.5, 5, -3], 10, { more: {} }).off / allowance(2 ** -50, 4, size)).toBeCloseTo(1, 1);
    expect(weighed([4], [1], 0).off / allowance(2 ** -24, 1, 10)).toBeCloseTo(1, 6);
    // Of sizes next to nothing as much as of 1e-30.
    expect(weighed([4], [1e-40], 0).off / allowance(2 ** -24, 1, 1e-30)).toBeCloseTo(1, 6);
  });

  it("allows for numbers that the model reads as others", () => {
    const own = 3.1;
    const apart = Math.abs(fround(own) - own);
    const { off } = weighed([0], [1000], 0, { query: [own, 4, 0, 1, 2], more: { input: "float32" }, most: [0, 0, 0, 0] });
    expect(off / (1000 * apart + allowance(2 ** -50, 1, 3100))).toBeCloseTo(1, 3);
  });

  it("has none where a value is missing or sizes have no bounds", () => {
    const missing = "a hyperplane over a value that is missing has no certificate";
    for (const [columns, query] of [[[0], [null, 4, 0, 1, 2]], [[1], [3, null, 0, 1, 2]], [[3], [3, 4, null, null, 2]], [[0, 1], [3, null, 0, 1, 2]]] as [number[], (number | null)[]][]) expect(() => weighed(columns, columns.map(() => 1), 5, { query })).toThrow(missing);
    expect(() => weighed([0], [1], 5, { query: [3, null, null, null, null] })).not.toThrow();
    const unbounded = "a hyperplane over numbers without bounds has no certificate";
    for (const [weight, threshold, most] of [[1, 1e30, 0], [1e30, 0, 0], [1, 0, 1e30], [1, Infinity, 0], [1, 0, Infinity]] as const) expect(() => weighed([4], [weight], threshold, { most: [0, 0, 0, most] })).toThrow(unbounded);
    expect(() => weighed([4], [1], 9e29)).not.toThrow();
  });
});
