// Certificates that no search writes: none may be confirmed.
import { describe, expect, it } from "vitest";
import { checker, type Verdict } from "../../www/src/check/index.js";

const base = { format: "espalier", version: 1, kind: "classifier", compare: "<=", link: "none" };
const features = (kind: string): object[] => ["A", "B"].map((name, column) => ({ name, column, kind, min: 0, max: 10 }));
const stump = (feature: number, threshold: number, value: (number[] | null)[]): object => ({ weight: 1, feature: [feature, -1, -1], threshold: [threshold, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value });

function verdict(model: object, values: number[], cost: number, cuts: number[][], proof: number[]): Verdict {
  const certificate = { version: 1, cost, cuts, proofs: [btoa(String.fromCharCode(...proof))] };
  return checker(model)({ query: [3, 3], target: { class: 1 }, certificate: true }, { status: "optimal", counterfactuals: [{ values, cost }], certificate });
}

const open = { checked: false, what: "a box is closed that may hold a cheaper answer" };

describe("the check of forged certificates", () => {
  it("finds the points behind cuts that the input type does not hold", () => {
    const model = (kind: string): object => ({ ...base, input: "float32", aggregation: "mean", base: [0, 0], columns: 2, classes: ["no", "yes"], schema: { features: features(kind) }, trees: [stump(0, 4.5, [null, [1, 0], [0, 1]])] });
    // 5 is the nearest single to the second cut, and above it.
    const near = 5 - 1e-9;
    expect(verdict(model("integer"), [5, 3], 0.2, [[4.5, near], []], [0])).toMatchObject({ checked: true });
    expect(verdict(model("integer"), [6, 3], 0.3, [[4.5, near], []], [0])).toMatchObject(open);
    const [first, second] = [4.5 + 2 ** -21, 4.5 + 2 ** -20];
    expect(verdict(model("numeric"), [first, 3], (first - 3) / 10, [[4.5, first - 1e-12], []], [0])).toMatchObject({ checked: true });
    expect(verdict(model("numeric"), [second, 3], (second - 3) / 10, [[4.5, first - 1e-12], []], [0])).toMatchObject(open);
  });

  it("believes no bound in which multipliers so large that rows overflow stand against each other", () => {
    const trees = [stump(0, 5, [null, [0.5, 0, 0.5], [0, 20, 40]]), stump(1, 8, [null, [40, 30, 0], [40.5, 30, 0]])];
    const model = { ...base, input: "float64", aggregation: "sum", base: [0, 0, 0], columns: 2, classes: ["a", "b", "c"], schema: { features: features("numeric") }, trees };
    const cuts = [[5], [8]];
    const round = (lambda: number): number[] => [1, ...new Uint8Array(Float64Array.of(lambda, lambda).buffer), 0];
    const least = 5 + 2 ** -50;
    expect(verdict(model, [least, 3], (least - 3) / 10, cuts, [...round(0), 0])).toMatchObject({ checked: true });
    for (const lambda of [1e300, 1e307, 1e308]) expect(verdict(model, [8, 3], 0.5, cuts, [...round(lambda), 0])).toMatchObject(open);
  });

  it("knows of the numbers near 0 that LightGBM reads 0 alone", () => {
    const zero = Math.fround(1e-35);
    const [below, above] = [-1.0000000180025096e-35, 1.0000000180025096e-35];
    const signed = ["A", "B"].map((name, column) => ({ name, column, kind: "numeric", min: -10, max: 10 }));
    const model = (input: string, threshold: number, left: number): object => ({
      ...{ ...base, input, aggregation: "mean", base: [0, 0], columns: 2, classes: ["no", "yes"], schema: { features: signed } },
      trees: [stump(0, threshold, left === 1 ? [null, [0, 1], [1, 0]] : [null, [1, 0], [0, 1]])],
    });
    const said = (threshold: number, left: number, own: number, to: number, cut: number): Verdict => {
      const cost = Math.abs(to - own) / 20;
      const certificate = { version: 1, cost, cuts: [[cut], []], proofs: [btoa(String.fromCharCode(0))] };
      return checker(model("float64_flushed", threshold, left))({ query: [own, 3], target: { class: 1 }, certificate: true }, { status: "optimal", counterfactuals: [{ values: [to, 3], cost }], certificate });
    };
    // Left of the lower edge lies all that is below 0; the edge itself, and all up to the other, is 0.
    expect(said(-zero, 1, 5, below, below)).toMatchObject({ checked: true });
    expect(said(-zero, 1, 5, -zero, -zero)).toMatchObject({ checked: false });
    expect(said(-zero, 0, -5, 0, below)).toMatchObject({ checked: true });
    expect(said(-zero, 0, -5, -zero, below)).toMatchObject({ checked: false });
    for (const threshold of [0, 1e-36, zero]) {
      expect(said(threshold, 0, -5, above, 0)).toMatchObject({ checked: true });
      expect(said(threshold, 0, -5, zero, 0)).toMatchObject({ checked: false });
      expect(said(threshold, 1, 5, 0, 0)).toMatchObject({ checked: true });
    }
  });

  it("pays the amount of a message to the leaves of its own tree alone", () => {
    const one = (output: number[]): object => ({ weight: 1, feature: [-1], threshold: [0], left: [-1], right: [-1], value: [output] });
    const trees = [stump(0, 5, [null, [1, 0], [0, 1]]), one([0, 0]), one([0, 0])];
    const model = { ...base, input: "float64", aggregation: "sum", base: [0, 0], columns: 2, classes: ["no", "yes"], schema: { features: features("numeric") }, trees };
    const least = 5 + 2 ** -50;
    const cost = (least - 3) / 10;
    /** A round in which A pays each tree that is named the same at every level. */
    const round = (...paid: number[]): number[] => [1, ...new Uint8Array(Float64Array.of(0).buffer), 1, paid.length, ...paid.flatMap((tree) => [tree, 1, ...new Uint8Array(Float32Array.of(1).buffer)]), 0];
    for (const paid of [[0], [1], [2], [0, 1], [0, 2]]) {
      expect(verdict(model, [least, 3], cost, [[5], []], [...round(...paid), 0])).toMatchObject({ checked: true });
      expect(verdict(model, [least, 3], cost * 1.001, [[5], []], [...round(...paid), 0])).toMatchObject(open);
    }
  });

  it("takes the least number of the input type at or above a limit that the type does not hold", () => {
    const model = { ...base, input: "float32", aggregation: "mean", base: [0, 0], columns: 2, classes: ["no", "yes"], schema: { features: features("numeric") }, trees: [stump(0, 5, [null, [1, 0], [0, 1]])] };
    // The nearest single to 5.7 lies below it.
    expect(Math.fround(5.7)).toBeLessThan(5.7);
    const least = Math.fround(5.7) + 2 ** -21;
    const said = (values: number[], cost: number | null): Verdict => {
      const certificate = { version: 1, cost, cuts: [[5], []], proofs: [btoa("\0")] };
      return checker(model)({ query: [3, 3], target: { class: 1 }, constraints: [{ range: { feature: "A", min: 5.7 } }] }, { status: cost === null ? "infeasible" : "optimal", counterfactuals: cost === null ? [] : [{ values, cost }], certificate });
    };
    expect(said([least, 3], (least - 3) / 10)).toMatchObject({ checked: true });
    expect(said([], null)).toMatchObject(open);
    expect(said([least + 2 ** -21, 3], (least + 2 ** -21 - 3) / 10)).toMatchObject(open);
  });
});
