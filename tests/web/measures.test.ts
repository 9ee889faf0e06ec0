/** Measures of answers against those that CE-OCL reports of its own (Table 5), and by hand. */
import { describe, expect, test } from "vitest";
import { measure } from "../../www/src/measure/index.js";
import { stability } from "../../www/src/measure/stability.js";
import type { FeatureInfo } from "../../www/src/types.js";
import { amount, checking, duration, info, person } from "./page-fixtures.js";

/** Numbers whose steps are not scaled, as the paper has them. */
const raw = (name: string, column: number): FeatureInfo => ({ ...amount, kind: "numeric", name, columns: [column], min: 0, max: 1 });
const level = (name: string, column: number): FeatureInfo => ({ ...amount, kind: "binary", name, columns: [column], min: 0, max: 1, labels: ["no", "yes"], values: [0, 1] });

/** A number near to this. */
const near = (x: number): number => expect.closeTo(x) as number;

describe("the measures that CE-OCL reports of its German credit walk", () => {
  // F1 to F4 change in Parts A to D; of the twenty features seven are numbers.
  const features = [...[0, 1, 2, 3, 4, 5, 6].map((column) => raw(`F${column + 1}`, column)), ...Array.from({ length: 13 }, (_, k) => level(`L${k}`, 7 + k))];
  const rest = Array.from({ length: 16 }, () => 0);
  const x = [24, 1371.26, 4, 25, ...rest];
  const row = (f1: number, f2: number, f3: number, f4: number): number[] => [f1, f2, f3, f4, ...rest];
  const of = (...list: number[][]): ReturnType<typeof measure>["set"] => measure(features, x, { query: x, target: { class: 1 } }, list.map((values) => ({ values, valid: true })), []).set;

  test("Part A, one answer: four changes", () => {
    const set = of(row(15.02, -333.52, 3.86, 27.04));
    expect(set.sparsity).toBeCloseTo(0.8, 9);
    expect(set.categorical_proximity).toBe(1);
    expect(set.continuous_proximity).toBeCloseTo(-1715.94, 2);
    expect(set.count_diversity).toBeUndefined();
  });

  test("Parts B, C and D", () => {
    const b = of(row(7.12, 1371.26, 4, 25));
    expect([b.sparsity, b.continuous_proximity]).toEqual([0.95, expect.closeTo(-16.88, 2)]);
    const c = of(row(7.12, 1371.26, 4, 25), row(24, -2873.47, 4, 30.06), row(24, 1371.26, 1.96, 26.63));
    expect(c.sparsity).toBeCloseTo(0.92, 2);
    expect(c.continuous_proximity).toBeCloseTo(-1423.45, 2);
    expect(c.categorical_diversity).toBe(0);
    expect(Math.abs((c.continuous_diversity ?? 0) - 2845.81)).toBeLessThan(0.1);
    expect(c.count_diversity).toBeCloseTo(0.15, 9);
    const d = of(row(7.12, 1371.26, 4, 25), row(24, 1371.26, 1.96, 26.63), row(24, 1371.26, 4, 75.52));
    expect(d.sparsity).toBeCloseTo(0.93, 2);
    expect(Math.abs((d.continuous_proximity ?? 0) + 23.69)).toBeLessThan(0.01);
    expect(Math.abs((d.continuous_diversity ?? 0) - 46.29)).toBeLessThan(0.1);
    expect(d.count_diversity).toBeCloseTo(0.12, 2);
  });
});

describe("measures", () => {
  const to = [4308 - 1817.4, 48, 3, 1, 0, 0, 1];
  const [first] = measure(info.features, person, { query: person, target: { class: 1 }, cost: { weights: { Phone: 3 } } }, [{ values: to, valid: true, path_length: 7.5 }], [person, [2400, 48, 3, 1, 0, 0, 1]]).counterfactuals;

  test("are by the contract's scales and the request's weights", () => {
    expect(first).toMatchObject({ valid: true, changes: 4, path_length: 7.5, categorical_proximity: 0 });
    expect(first?.sparsity).toBeCloseTo(1 / 5);
    expect(first?.continuous_proximity).toBeCloseTo(-1.1);
    expect(first?.cost).toEqual({ l0: 6, l1: near(0.1 + 1 + 1 + 3), l2: near(0.01 + 1 + 1 + 3), linf: 3 });
    expect(first?.nearest_row).toEqual({ row: 1, distance: near(90.6 / 18174) });
  });

  test("count what follows at no cost as a change without cost", () => {
    const request = { query: person, target: { class: 1 }, constraints: [{ causal: { feature: "Credit amount", parents: { Duration: 1 }, cost: "none" as const } }] };
    const [one] = measure([amount, duration, checking], person, request, [{ values: to, valid: true }], []).counterfactuals;
    expect(one).toMatchObject({ changes: 2, cost: { l0: 1, l1: 1 } });
    expect(one?.nearest_row).toBeUndefined();
    expect(one?.categorical_proximity).toBeUndefined();
  });

  test("of a set count an answer that is there twice, or not valid, once or not at all", () => {
    const set = measure(info.features, person, { query: person, target: { class: 1 } }, [{ values: to, valid: true }, { values: to, valid: true }, { values: person, valid: false }], []).set;
    expect(set).toMatchObject({ count: 3, validity: near(1 / 3), categorical_diversity: near(2 / 3), count_diversity: near((2 * 0.8) / 3) });
    expect(measure(info.features, person, { query: person, target: { class: 1 } }, [], []).set).toEqual({ count: 0, validity: 0, sparsity: 0 });
  });
});

describe("stability", () => {
  const features = [raw("x", 0), raw("y", 1)];

  test("is the largest ratio towards the others nearby, by hand", () => {
    const asked = [
      { query: [0, 0], values: [3, 4] },
      { query: [0.3, 0.4], values: [3, 4] },
      { query: [0, 0.4], values: [3, 5] },
      { query: [9, 9], values: [0, 0] },
    ];
    // From the first: 0 / 0.5 and 1 / 0.4; from the second to the third 1 / 0.3; nobody is near the last.
    expect(stability(features, asked, 0.5)).toEqual([near(2.5), near(1 / 0.3), near(1 / 0.3), undefined]);
    expect(stability(features, asked.slice(0, 2), 0.4)).toEqual([undefined, undefined]);
  });

  test("leaves out people who are alike", () => {
    const same = { query: [1, 1], values: [2, 2] };
    expect(stability(features, [same, { ...same }], 1)).toEqual([undefined, undefined]);
  });
});
