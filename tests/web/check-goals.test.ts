// Targets as rows over raw scores, by the table of docs/contract/certificate.md ("Trees and rows"), and whether leaves reach them, computed by hand.
import { describe, expect, it } from "vitest";
import { goalsOf, reached } from "../../www/src/check/goals.js";
import { readModel, type Model } from "../../www/src/check/model.js";
import type { Target } from "../../www/src/check/query.js";
import { off } from "../../www/src/check/scores.js";

const { fround, log } = Math;
const [DOUBLE, SINGLE] = [2 ** -51, 2 ** -24];
const leafOnly = (value: unknown): object => ({ feature: [-1], threshold: [0], left: [-1], right: [-1], value: [value] });
const common = { format: "espalier", version: 1, input: "float64", compare: "<=", aggregation: "sum", columns: 1 };
const regressor = (more: object = {}): Model => readModel({ ...common, kind: "regressor", trees: [leafOnly(1)], ...more });
const classifier = (classes: string[], more: object = {}): Model => readModel({ ...common, kind: "classifier", classes, trees: [leafOnly(classes.map(() => 1))], ...more });
const one = (more: object = {}): Model => readModel({ ...common, kind: "classifier", link: "logistic", trees: [leafOnly(0)], ...more });
const three = ["a", "b", "c"];
/** No leaf reads a column, so that the size of none is asked. */
const noColumn = (column: number): number => expect.fail(`the size of column ${String(column)} is asked`);
const goals = (model: Model, target: Target, margin = 0): ReturnType<typeof goalsOf> => goalsOf(model, { target, margin }, noColumn);

const rowsOf = (model: Model, target: Target, margin = 0): { coef: number[]; need: number }[] => goals(model, target, margin)[0]!.rows;
const logit = (p: number): number => log(p / (1 - p));

/** The needs are those that are named, and less by no more than rounding. */
function needs(model: Model, target: Target, expected: [number[], number][]): void {
  const rows = rowsOf(model, target);
  expect(rows.map(({ coef }) => coef.map((c) => c + 0))).toEqual(expected.map(([coef]) => coef));
  rows.forEach(({ need }, r) => {
    const right = expected[r]![1];
    expect(need).toBeLessThan(right);
    expect(right - need).toBeLessThan(model.arithmetic.single ? 2e-5 : 1e-12);
  });
}

describe("the rows of a class", () => {
  it("are its lead on each rival, by the larger of the margin and the least lead", () => {
    expect(rowsOf(classifier(three), { set: [1] }, 0.5)).toEqual([{ coef: [-1, 1, 0], need: 0.5 }, { coef: [0, 1, -1], need: 0.5 }]);
    expect(rowsOf(classifier(three), { set: [2] })).toEqual([{ coef: [-1, 0, 1], need: 1e-6 }, { coef: [0, -1, 1], need: 1e-6 }]);
    expect(rowsOf(one(), { set: [1] })).toEqual([{ coef: [1], need: 1e-6 }]);
    expect(rowsOf(one(), { set: [0] }, 2)).toEqual([{ coef: [-1], need: 2 }]);
  });

  it("are goals of each class of a set against those outside, and of each that costs against all", () => {
    expect(goals(classifier(three), { set: [0, 2] })).toEqual([{ rows: [{ coef: [1, -1, 0], need: 1e-6 }], offset: 0 }, { rows: [{ coef: [0, -1, 1], need: 1e-6 }], offset: 0 }]);
    const priced = goals(classifier(three), { costs: [[0, 0.5], [2, 2]] });
    expect(priced.map(({ offset }) => offset)).toEqual([0.5, 2]);
    expect(priced.map(({ rows }) => rows.map(({ coef }) => coef))).toEqual([[[1, -1, 0], [1, 0, -1]], [[-1, 0, 1], [0, -1, 1]]]);
  });
});

describe("the rows of a value", () => {
  it("are its lower end, then its upper end negated, each less by the rounding of the sum", () => {
    const model = regressor();
    const rounding = off(model)[0]!;
    expect(rounding).toBeGreaterThan(0);
    expect(rowsOf(model, { lo: 2, hi: 5 })).toEqual([{ coef: [1], need: 2 - rounding }, { coef: [-1], need: -5 - rounding }]);
    expect(rowsOf(model, { lo: 2, hi: Infinity })).toEqual([{ coef: [1], need: 2 - rounding }]);
    expect(rowsOf(model, { lo: -Infinity, hi: -5 })).toEqual([{ coef: [-1], need: 5 - rounding }]);
    expect(rowsOf(model, { lo: -Infinity, hi: Infinity })).toEqual([]);
  });

  it("are the raw scores of which a link makes that value", () => {
    for (const more of [{}, { arithmetic: "xgboost" }]) {
      needs(regressor({ link: "exp", ...more }), { lo: 2, hi: 5 }, [[[1], log(2)], [[-1], -log(5)]]);
      needs(regressor({ link: "square", ...more }), { lo: 4, hi: 9 }, [[[1], 2], [[-1], -3]]);
      needs(regressor({ link: "softplus", ...more }), { lo: 2, hi: 3 }, [[[1], log(Math.expm1(2))], [[-1], -log(Math.expm1(3))]]);
    }
    // No value of an exponential is negative.
    expect(rowsOf(regressor({ link: "exp" }), { lo: -1, hi: Infinity })).toEqual([]);
    expect(rowsOf(regressor({ link: "exp" }), { lo: -Infinity, hi: -1 })[0]!.need).toBe(Infinity);
  });
});

describe("the rows of a probability", () => {
  it("are a class's own score under a logistic link and one against the rest", () => {
    for (const more of [{}, { arithmetic: "xgboost" }]) {
      needs(one(more), { class: 1, probability: 0.8 }, [[[1], log(4)]]);
      needs(one(more), { class: 0, probability: 0.8 }, [[[-1], log(4)]]);
      needs(one(more), { class: 1, probability: 0.2 }, [[[1], -log(4)]]);
      for (const k of [0, 1, 2]) needs(classifier(three, { link: "one_vs_rest", ...more }), { class: k, probability: 0.8 }, [[[0, 1, 2].map((j) => Number(j === k)), log(4)]]);
    }
  });

  it("are the score itself without a link, of which the first may be the rest of 1", () => {
    for (const k of [0, 1, 2]) needs(classifier(three), { class: k, probability: 0.75 }, [[[0, 1, 2].map((j) => Number(j === k)), 0.75]]);
    const rest = classifier(["a", "b"], { complement: true });
    needs(rest, { class: 1, probability: 0.75 }, [[[0, 1], 0.75]]);
    needs(rest, { class: 0, probability: 0.75 }, [[[0, -1], -0.25]]);
  });

  it("are the leads on each rival under a softmax, and on their mean", () => {
    for (const [more, u, c] of [[{}, DOUBLE, 1e-14], [{ arithmetic: "xgboost" }, SINGLE, 2e-11]] as const) {
      for (const p of [0.05, 0.5, 0.9]) {
        const model = classifier(three, { link: "softmax", ...more });
        const right = logit(p * (1 - 4 * u));
        const rounding = (48 - log(p)) * u + 3 * c;
        const [first, second, mean, ...none] = rowsOf(model, { class: 1, probability: p });
        expect(none).toEqual([]);
        expect([first!.coef, second!.coef, mean!.coef]).toEqual([[-1, 1, 0], [0, 1, -1], [-0.5, 1, -0.5]]);
        const moved = off(model);
        expect(first!.need / (right - rounding - moved[0]! - moved[1]!)).toBeCloseTo(1, 10);
        expect(second!.need).toBe(first!.need);
        expect((mean!.need - first!.need) / log(2)).toBeCloseTo(1, 5);
        expect(first!.need).toBeLessThan(logit(p));
        // The difference is the rounding that the contract names, to a thousandth.
        expect((logit(p) - first!.need) / (logit(p) - right + rounding + moved[0]! + moved[1]!)).toBeCloseTo(1, 2);
        const pair = rowsOf(classifier(["a", "b"], { link: "softmax", ...more }), { class: 0, probability: p });
        expect(pair.map(({ coef }) => coef)).toEqual([[1, -1]]);
        expect(logit(p) - pair[0]!.need).toBeLessThan(1e-4);
      }
    }
    for (const p of [0, 1e-31]) expect(rowsOf(classifier(three, { link: "softmax" }), { class: 1, probability: p })).toEqual([]);
    expect(rowsOf(classifier(three, { link: "softmax" }), { class: 1, probability: 1e-29 })).toHaveLength(3);
  });
});

describe("leaves", () => {
  const reach = (model: Model, target: Target, leaves: number[][], margin = 0): number | undefined => reached(model, { target, margin }, () => leaves);

  it("reach a class that wins by more than the least lead, and by the margin", () => {
    const model = classifier(three);
    expect(reach(model, { set: [1] }, [[0, 1, 0.5]])).toBe(0);
    expect(reach(model, { set: [1] }, [[0, 1, 1]])).toBeUndefined();
    expect(reach(model, { set: [1] }, [[0, 1e-6, 0]])).toBeUndefined();
    expect(reach(model, { set: [1] }, [[0, 1.1e-6, 0]])).toBe(0);
    expect(reach(model, { set: [1] }, [[0, 1, 0.5]], 0.5)).toBe(0);
    expect(reach(model, { set: [1] }, [[0, 1, 0.5]], 0.51)).toBeUndefined();
    // Of a set one has to win, and others of it may tie with it.
    expect(reach(model, { set: [1, 2] }, [[0, 1, 1]])).toBe(0);
    expect(reach(model, { set: [0, 2] }, [[0, 1, 0.5]])).toBeUndefined();
    expect([[0.5], [-0.5]].map((leaf) => reach(one(), { set: [1] }, [leaf]))).toEqual([0, undefined]);
    expect([[0.5], [-0.5]].map((leaf) => reach(one(), { set: [0] }, [leaf]))).toEqual([undefined, 0]);
  });

  it("cost as much as the class that wins", () => {
    const target: Target = { costs: [[0, 0.5], [2, 2]] };
    expect([[1, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 1]].map((leaf) => reach(classifier(three), target, [leaf]))).toEqual([0.5, 2, undefined, undefined]);
  });

  it("reach a value between its ends, as the library has it", () => {
    expect([1.9, 2, 5, 5.1].map((x) => reach(regressor(), { lo: 2, hi: 5 }, [[x]]))).toEqual([undefined, 0, 0, undefined]);
    expect([1.9, 2, 3, 3.1].map((x) => reach(regressor({ link: "square" }), { lo: 4, hi: 9 }, [[x]]))).toEqual([undefined, 0, 0, undefined]);
    const single = regressor({ arithmetic: "xgboost" });
    const near = fround(0.1);
    expect(near).toBeGreaterThan(0.1);
    expect(reach(single, { lo: near, hi: 1 }, [[0.1]])).toBe(0);
    expect(reach(regressor(), { lo: near, hi: 1 }, [[0.1]])).toBeUndefined();
  });

  it("reach a probability, the border included", () => {
    const model = classifier(three);
    expect([0.74, 0.75, 0.76].map((p) => reach(model, { class: 1, probability: 0.75 }, [[0.9, p, 0.9]]))).toEqual([undefined, 0, 0]);
    expect(reach(one(), { class: 0, probability: 0.5 }, [[0]])).toBe(0);
    expect(reach(one(), { class: 0, probability: 0.51 }, [[0]])).toBeUndefined();
  });

  it("reach nothing where a missing value has no way", () => {
    for (const leaves of [[[], [0, 1, 0]], [[0, 1, 0], []]]) expect(reach(classifier(three, { trees: [leafOnly([0, 0, 0]), leafOnly([0, 0, 0])] }), { set: [1] }, leaves)).toBeUndefined();
    expect(reach(regressor(), { lo: -Infinity, hi: Infinity }, [[]])).toBeUndefined();
  });

  it("win in the library's own probabilities as well, where these may tie", () => {
    // In single precision both are as likely, though one score is larger by more than the least lead.
    const [low, high] = [30, 30 + 3e-6];
    for (const arithmetic of ["xgboost", "plain"]) {
      const rest = classifier(["a", "b"], { link: "one_vs_rest", arithmetic });
      expect(reach(rest, { set: [1] }, [[1, 1 + 1e-3]])).toBe(0);
      expect(reach(rest, { set: [1] }, [[arithmetic === "plain" ? 50 : low, arithmetic === "plain" ? 51 : high]])).toBeUndefined();
    }
    const soft = classifier(["a", "b"], { link: "softmax", arithmetic: "xgboost" });
    expect(reach(soft, { set: [1] }, [[16777216, 16777216.5]])).toBeUndefined();
    expect(reach(classifier(["a", "b"], { link: "softmax" }), { set: [1] }, [[16777216, 16777216.5]])).toBe(0);
  });
});
