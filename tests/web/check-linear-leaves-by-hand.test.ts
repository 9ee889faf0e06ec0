// Linear leaves as rows over features, by docs/contract/certificate.md ("Linear leaves and consequences of trees"): weights, limits, parts and the allowance for rounding.
import { describe, expect, it } from "vitest";
import type { Row } from "../../www/src/check/goals.js";
import { Hyperplanes } from "../../www/src/check/hyperplane.js";
import { levelsOf } from "../../www/src/check/levels.js";
import { LeafFeatures } from "../../www/src/check/linear-leaves.js";
import { readModel } from "../../www/src/check/model.js";
import { Sums } from "../../www/src/check/priced-constraints.js";
import { readRequest } from "../../www/src/check/request.js";
import { readSchema } from "../../www/src/check/schema.js";

const features: object[] = [
  { name: "A", column: 0, min: 0, max: 10 },
  { name: "S", column: 1, kind: "ordinal", labels: ["x", "y", "z"], values: [0, 4, -6] },
  { name: "B", column: 2, min: 0, max: 10 },
];
const QUERY = [3, 4, 2];
const STEP = 2 ** -48;

const leaf = (value: unknown, columns: number[], weights: unknown, more: object = {}): object => ({ feature: [-1], threshold: [0], left: [-1], right: [-1], value: [value], linear: { 0: { columns, weights } }, ...more });
const split = (value: [unknown, unknown], linear: object, more: object = {}): object => ({ feature: [0, -1, -1], threshold: [5, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, ...value], linear, ...more });

type Stated = Sums["rows"][number];

/** The rows of a model's sums, one for each of these targets' rows, and those of its parts before them. */
function rowsOf(trees: object[], rows: Row[], { base = [0], more = {} }: { base?: number[]; more?: object } = {}): { sums: Stated[]; parts: Stated[]; names: (f: number) => string } {
  const classes = base.length > 1 ? { kind: "classifier", classes: base.map((_, o) => `class ${String(o)}`), link: "none" } : { kind: "regressor" };
  const model = readModel({ ...{ format: "espalier", version: 1, input: "float64", compare: "<=", aggregation: "sum", columns: 3, schema: { features } }, ...classes, base, trees, ...more });
  const schema = readSchema(model);
  const query = readRequest({ query: QUERY, target: base.length > 1 ? { class: 1 } : { value: [0, null] } }, model, schema);
  const planes = new Hyperplanes(model, query, schema.features);
  const found = new LeafFeatures(model, query, schema.features, planes, () => 10, { rows, offset: 0 }, []);
  const levels = [...levelsOf(model, schema, query, [Float64Array.of(5), new Float64Array(0), new Float64Array(0)]), ...planes.levels(), ...found.levels];
  const all = new Sums(model, query, levels, [], planes, found).rows;
  return { sums: all.filter(({ part }) => part === undefined), parts: all.filter(({ part }) => part !== undefined), names: (f) => levels[f]!.feature.name };
}

/** By feature the weight of a number, or by level the part of one with levels. */
const termsOf = ({ terms }: Stated, names: (f: number) => string): Record<string, unknown> =>
  Object.fromEntries(terms.map(({ feature, weight, part }) => [names(feature), names(feature) === "S" || names(feature).startsWith("tree") ? [...part] : weight]));

describe("a tree of one leaf", () => {
  it("weighs its columns with their own weights, in each row of the targets", () => {
    // 0.5 + 2 A - 3 B + 0.25 S.
    const { sums, names } = rowsOf([leaf([0.5], [0, 2, 1], [[2, -3, 0.25]])], [{ coef: [1], need: 5 }, { coef: [-2], need: 1 }], { base: [4] });
    expect(sums.map((row) => termsOf(row, names))).toEqual([
      { A: -2, B: 3, S: [1, expect.closeTo(0, 12), 2.5] },
      { A: 4, B: -6, S: [-2, expect.closeTo(0, 12), -5] },
    ]);
    // At the query it is 4 + 0.5 + 6 - 6 + 1.
    expect(sums.map(({ limit }) => limit)).toEqual([expect.closeTo(5.5 - 5, 9), expect.closeTo(-11 - 1, 9)]);
  });

  it("allows for the rounding of its value and of the sum", () => {
    // Sizes: 0.5, 2 (3 + 7), 3 (2 + 8), 0.25 * 6.
    const size = 0.5 + 20 + 30 + 1.5;
    for (const [coef, need] of [[1, 5.5], [-2, -11]] as const) {
      const [row] = rowsOf([leaf([0.5], [0, 2, 1], [[2, -3, 0.25]])], [{ coef: [coef], need }], { base: [4] }).sums;
      const off = STEP * (3 + 2) * size;
      const sum = STEP * (1 + 2) * (Math.abs(need) + Math.abs(coef) * 4 + Math.abs(coef) * size);
      expect(row!.limit / (Math.abs(coef) * off + sum)).toBeCloseTo(1, 2);
    }
    // Beside 8 constant trees of value 0 the sum has ten terms, and those trees' parts add nothing.
    const zeros = Array.from({ length: 8 }, () => ({ feature: [-1], threshold: [0], left: [-1], right: [-1], value: [[0]] }));
    const [row] = rowsOf([leaf([0.5], [0, 2, 1], [[2, -3, 0.25]]), ...zeros], [{ coef: [1], need: 5.5 }], { base: [4] }).sums;
    expect(row!.limit / (STEP * 5 * size + STEP * (9 + 2) * (5.5 + 4 + size))).toBeCloseTo(1, 2);
  });

  it("has the weights of its own output, and of all where it has none of its own", () => {
    const rows: Row[] = [{ coef: [-1, 1, 0], need: 1 }, { coef: [0, 1, -1], need: 1 }];
    const alone = rowsOf([leaf([1], [0], [2], { output: 0 }), leaf([2], [0, 2], [5, 7], { output: 1 }), leaf([3], [2], [11], { output: 2 })], rows, { base: [0, 0, 0] });
    expect(alone.sums.map((row) => termsOf(row, alone.names))).toEqual([{ A: 2 - 5, B: -7 }, { A: -5, B: -7 + 11 }]);
    // 2 + 15 + 14 of class 1, 1 + 6 of class 0, and 3 + 22 of class 2.
    expect(alone.sums.map(({ limit }) => limit)).toEqual([expect.closeTo(31 - 7 - 1, 9), expect.closeTo(31 - 25 - 1, 9)]);
    const together = rowsOf([leaf([1, 2, 3], [0, 2], [[2, 0.5], [5, 7], [0.25, 11]])], rows, { base: [0, 0, 0] });
    expect(together.sums.map((row) => termsOf(row, together.names))).toEqual([{ A: 2 - 5, B: 0.5 - 7 }, { A: 0.25 - 5, B: 11 - 7 }]);
    expect(together.sums.map(({ limit }) => limit)).toEqual([expect.closeTo(31 - 8 - 1, 9), expect.closeTo(31 - 25.75 - 1, 9)]);
  });
});

describe("a tree of several leaves", () => {
  // Up to A = 5 it is 1 + A, above it 2 - B. At the query that is 4 and 0.
  const tree = split([[1], [2]], { 1: { columns: [0], weights: [[1]] }, 2: { columns: [2], weights: [[-1]] } });
  // The left leaf reaches from 1 to 6 where A is at most 5, the right one from -8 to 2.
  const [low, high] = [-8, 6];

  it("adds its part to the sum, counted from its least", () => {
    const { sums, names } = rowsOf([tree], [{ coef: [1], need: 3 }, { coef: [-2], need: 3 }]);
    expect(sums.map((row) => termsOf(row, names))).toEqual([{ "part of tree 1": -1 }, { "part of tree 1": 2 }]);
    expect(sums.map(({ limit }) => limit)).toEqual([expect.closeTo(low - 3, 9), expect.closeTo(-2 * low - 3, 9)]);
    const [only] = sums[0]!.terms;
    expect([...only!.top, ...only!.part]).toEqual([expect.closeTo(0, 12), expect.closeTo(low - high, 9)]);
  });

  it("has a row for each leaf and sign that a target asks for, with a limit by the leaf", () => {
    const all = (): boolean => true;
    const both = rowsOf([tree], [{ coef: [1], need: 3 }, { coef: [-2], need: 3 }]);
    expect(both.parts.map((row) => termsOf(row, both.names))).toEqual([{ "part of tree 1": 1, A: -1 }, { "part of tree 1": 1, B: 1 }, { "part of tree 1": -1, A: 1 }, { "part of tree 1": -1, B: -1 }]);
    // A leaf's own limit is its value at the query. Another's adds the most by which it differs on its own path, where A changes by -3 to 2 on the left
    // and by 2 to 7 on the right, and B by -2 to 8.
    const near = (...limits: number[]): unknown => limits.map((limit) => expect.closeTo(limit, 9) as unknown);
    expect(both.parts.map(({ part }) => part![1](all))).toEqual([near(4 - low, 0 + 2 - 2 - low), near(4 + 2 + 8 - low, 0 - low), near(-4 + low, 0 + 8 + 7 + low), near(-4 + 3 + 2 + low, 0 + low)]);
    expect(rowsOf([tree], [{ coef: [1], need: 3 }]).parts.map((row) => termsOf(row, both.names))).toEqual([{ "part of tree 1": 1, A: -1 }, { "part of tree 1": 1, B: 1 }]);
  });
});
