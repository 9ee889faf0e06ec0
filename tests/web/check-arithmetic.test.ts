// Rounding slack and links, as docs/contract/certificate.md has them ("Trees and rows"), computed by hand.
import { describe, expect, it } from "vitest";
import { factors, first, off, probabilities, valueOf, waver } from "../../www/src/check/scores.js";
import { exp, ln1p, quick, single } from "../../www/src/check/exponential.js";
import { readModel, type Model } from "../../www/src/check/model.js";

const { abs, fround } = Math;

/** A number of trees of one test, each with its weight and two values of one output. */
const model = (trees: [number, number, number][], part: object = {}): Model =>
  readModel({
    ...{ format: "espalier", version: 1, kind: "regressor", input: "float64", compare: "<=", aggregation: "sum", base: [0.5], columns: 1 },
    trees: trees.map(([weight, left, right]) => ({ weight, feature: [0, -1, -1], threshold: [0, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, left, right] })),
    ...part,
  });

describe("how far a library's sum may lie from the check's", () => {
  it("is, in double precision, a part of the sizes of the numbers added so far", () => {
    const share = 2 ** -51;
    // Sizes 6 and 7 while adding, then five of 7, and two of the base.
    expect(off(model([[2, -3, 2], [1, 1, 1]]))[0]! / share).toBeCloseTo(6 + 7 + 5 * 7 + 2 * 0.5, 9);
    // A mean has as many more operations as trees, and all is divided by the sum of weights.
    expect(off(model([[2, -3, 2], [1, 1, 1]], { aggregation: "mean" }))[0]! / share).toBeCloseTo(13 / 3 + (7 * 7) / 3 + 2 * 0.5, 9);
    expect(off(model([[2, -3, 2], [1, 1, 1]], { divide: [2], scale: 8 }))[0]! / share).toBeCloseTo(4 * (13 + 5 * 7) + 2 * 0.5, 9);
    // A base that comes first is the first size.
    expect(off(model([[2, -3, 2], [1, 1, 1]], { arithmetic: "scikit-learn" }))[0]! / share).toBeCloseTo(6.5 + 7.5 + 5 * 7.5, 9);
  });

  it("is, in single precision, a part of the sum's largest size, with the rounding of its parts", () => {
    const share = 2 ** -24;
    const base = abs(fround(0.1) - 0.1);
    const first = base + share * (2.9 + base);
    const part = abs(fround(fround(0.1) * fround(0.3)) - 0.1 * 0.3);
    const other = abs(fround(fround(0.1) * fround(0.7)) - 0.1 * 0.7);
    const before = first + Math.max(part, other);
    const all = before + share * (2.87 + before);
    expect(part).not.toBe(other);
    const found = off(model([[1, -3, 2], [0.1, 0.3, 0.7]], { arithmetic: "xgboost", base: [0.1] }))[0]!;
    expect(found / (all + share * 5 * (2.87 + all))).toBeCloseTo(1, 12);
    // A base that comes last is no part of the sum, and rounds twice.
    const alone = share * 3 + Math.max(part, other);
    const whole = alone + share * (2.97 + alone);
    const last = off(model([[1, -3, 2], [0.1, 0.3, 0.7]], { arithmetic: "onnxruntime", base: [0.1] }))[0]!;
    expect(last / (whole + share * (5 * (2.97 + whole) + 2 * 0.1))).toBeCloseTo(1, 12);
  });

  it("is of each output by itself, and of votes by weight", () => {
    const share = 2 ** -51;
    const own = (output: number, value: number): object => ({ weight: 1, output, feature: [0, -1, -1], threshold: [0, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, 0, value] });
    const classifier = { kind: "classifier", classes: ["a", "b"], base: [0, 0] };
    const [a, b] = off(model([], { ...classifier, trees: [own(0, 3), own(1, -5)] }));
    expect(a! / share).toBeCloseTo(3 + 5 * 3, 9);
    expect(b! / share).toBeCloseTo(5 + 5 * 5, 9);
    const voted = { weight: 3, feature: [0, -1, -1], threshold: [0, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, [9, 0], [0, 9]] };
    for (const moved of off(model([], { ...classifier, aggregation: "vote", trees: [voted] }))) expect(moved / share).toBeCloseTo(1 + 6, 9);
  });

  it("is more under a link, by the size of the need", () => {
    const linked = model([[1, 0, 1]], { link: "exp" });
    expect(waver(model([[1, 0, 1]]), 5)).toBe(0);
    expect([0.1, -0.1, 1, 5, -5].map((need) => waver(linked, need) / 2 ** -51)).toEqual([6, 6, 6, 30, 30]);
    expect([Infinity, -Infinity].map((need) => waver(linked, need))).toEqual([0, 0]);
    expect(waver(model([[1, 0, 1]], { link: "exp", arithmetic: "xgboost" }), 2)).toBe(12 * 2 ** -24);
  });
});

describe("the least number from which on something holds", () => {
  const [double, float] = [model([[1, 0, 1]]), model([[1, 0, 1]], { arithmetic: "xgboost" })];
  const largest = 2 ** 128 - 2 ** 104;

  it("is found to the last bit, wherever it lies", () => {
    for (const need of [0, 0.1, -0.1, 5, -5, 1 / 3, 1e-300, -1e-300, 1e300, -1e300, Number.MAX_VALUE]) expect(first(double, (x) => x >= need), `${need}`).toBe(need);
    for (const need of [0, 0.1, -0.1, 5, -5, 1 / 3, 1e-40, -1e-40, 1e38, -1e38, 3e38, largest].map(fround)) expect(first(float, (x) => x >= need), `${need}`).toBe(need);
  });

  it("is infinite where nothing finite decides", () => {
    for (const of of [double, float]) {
      expect(first(of, () => false)).toBe(Infinity);
      expect(first(of, () => true)).toBe(-Infinity);
    }
    // For a condition that holds at infinity alone, the largest number, which is less, is asked.
    expect(first(double, (x) => x === Infinity)).toBe(Number.MAX_VALUE);
    expect(first(float, (x) => x === Infinity)).toBe(largest);
  });
});

describe("a link in the library's own arithmetic", () => {
  const rest = (arithmetic: string, raw: number): number => probabilities(model([], { kind: "classifier", classes: ["a", "b"], base: [0, 0], link: "one_vs_rest", arithmetic }), [raw])[0]!;

  it("is computed of negative scores as the rest of 1 by ONNX Runtime alone", () => {
    for (const raw of [-7.25, -2, -0.3, 0, 0.3, 2, 7.25]) {
      const positive = fround(1 / fround(1 + single(-abs(raw))));
      expect(rest("onnxruntime", raw)).toBe(raw < 0 ? fround(1 - positive) : positive);
      expect(rest("xgboost", raw)).toBe(fround(1 / fround(1 + single(-raw))));
      expect(rest("plain", raw)).toBe(1 / (1 + exp(-raw)));
    }
    expect(rest("onnxruntime", -2)).not.toBe(rest("xgboost", -2));
  });

  it("keeps XGBoost's exponential from overflowing", () => {
    expect(rest("xgboost", -200)).toBe(fround(1 / fround(1 + single(fround(88.7)))));
    expect(rest("xgboost", -200)).toBeGreaterThan(0);
    expect(rest("plain", -800)).toBe(0);
  });

  it("takes logarithms that are the nearest number or one beside it", () => {
    for (let x = 1e-12; x < 1e30; x *= 1.37) expect(abs(ln1p(x) / Math.log1p(x) - 1), `${x}`).toBeLessThan(5e-16);
    for (let x = 0; x < 3; x += 1 / 64) expect(abs(ln1p(x) - Math.log1p(x)), `${x}`).toBeLessThan(5e-16);
    // Close to a power of two it takes another way.
    for (let k = 1; k < 60; k++) {
      for (const off of [0, 2 ** -22, 3 * 2 ** -24, 2 ** -30, -(2 ** -22), -3 * 2 ** -24, -(2 ** -30)]) {
        const x = 2 ** k * (1 + off) - 1;
        expect(abs(ln1p(x) / Math.log1p(x) - 1), `${x}`).toBeLessThan(3e-16);
      }
    }
  });
});

describe("probabilities and values of a library's own", () => {
  const of = (link: string, more: object = {}, classes = ["a", "b"]): Model => model([], { kind: "classifier", classes, base: undefined, link, ...more });

  it("take CatBoost's quick exponential for CatBoost alone", () => {
    const x = 0.7;
    expect(quick(x)).not.toBe(exp(x));
    for (const [arithmetic, power] of [["catboost", quick], ["plain", exp], ["scikit-learn", exp]] as const) {
      expect(valueOf(model([], { link: "exp", arithmetic }), x)).toBe(power(x));
      expect(probabilities(of("softmax", { arithmetic }), [0, x])).toEqual([power(-x) / (power(-x) + power(0)), power(0) / (power(-x) + power(0))]);
    }
    expect(valueOf(model([], { link: "exp", arithmetic: "xgboost" }), x)).toBe(single(x));
    expect(valueOf(model([], { link: "square", arithmetic: "xgboost" }), -0.7)).toBe(-fround(0.7 * 0.7));
    expect(valueOf(model([], { link: "softplus", arithmetic: "xgboost" }), x)).toBe(fround(ln1p(single(x))));
  });

  it("add up to 1 under a softmax, however large the scores", () => {
    for (const arithmetic of ["plain", "xgboost", "onnxruntime"]) {
      for (const raw of [[1000, 1001, 999], [-1000, -1001, -1002], [0, 0, 0], [3, -900, 2]]) {
        const all = probabilities(of("softmax", { arithmetic }, ["a", "b", "c"]), raw);
        expect(all.reduce((a, b) => a + b)).toBeCloseTo(1, 6);
        raw.forEach((x, k) => expect(all[k]).toBeCloseTo(1 / raw.reduce((sum, y) => sum + Math.exp(y - x), 0), 6));
      }
    }
  });

  it("are the rest of 1 for the first of two classes", () => {
    for (const raw of [-2, -0.3, 0.3, 2]) {
      const p = 1 / (1 + exp(-raw));
      expect(probabilities(of("logistic"), [raw])).toEqual([1 - p, p]);
      const onnx = (x: number): number => (x < 0 ? fround(1 - fround(1 / fround(1 + single(x)))) : fround(1 / fround(1 + single(-x))));
      expect(probabilities(of("logistic", { arithmetic: "onnxruntime" }), [raw])).toEqual([onnx(-raw), onnx(raw)]);
    }
    expect(probabilities(of("none", { complement: true }), [7, 0.25])).toEqual([0.75, 0.25]);
    const scores = [0.5, 0.25];
    expect(probabilities(of("none"), scores)).toEqual(scores);
  });

  it("count each tree by its weight, of means by its share, and by divisors and scale", () => {
    const trees: [number, number, number][] = [[2, 0, 1], [6, 0, 1]];
    expect(factors(model(trees))).toEqual([2, 6]);
    expect(factors(model(trees, { aggregation: "mean" }))).toEqual([0.25, 0.75]);
    expect(factors(model(trees, { divide: [2, 4], scale: 16 }))).toEqual([4, 12]);
    expect(factors(model(trees, { aggregation: "mean", divide: [2], scale: 8 }))).toEqual([1, 3]);
  });
});
