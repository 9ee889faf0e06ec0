/** Measures of answers against those that CE-OCL reports of its own (Table 5), and by hand. */
import { describe, expect, test } from "vitest";
import { measuring, nearest, type Basis } from "../../www/src/measure/ask.js";
import { driven } from "../../www/src/measure/drive.js";
import { measure } from "../../www/src/measure/index.js";
import { meets } from "../../www/src/measure/target.js";
import { stability, towards, type Neighbour } from "../../www/src/measure/stability.js";
import type { Answer, FeatureInfo, RequestDoc } from "../../www/src/types.js";
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
  test("a weight of one direction leaves the other at 1", () => {
    const to = [4308 - 1817.4, 48, 3, 1, 0, 0, 1];
    const by = (weight: { up?: number; down?: number }): number | undefined =>
      measure(info.features, person, { query: person, target: { class: 1 }, cost: { weights: { [amount.name]: weight } } }, [{ values: to, valid: true }], []).counterfactuals[0]?.cost.l1;
    expect(by({ up: 7 })).toBe(by({}));
    expect(by({ down: 3 })).toBeCloseTo((by({}) ?? 0) + 0.2);
  });

  test("an open end of a value target is met by every value on its side", () => {
    expect(meets({ value: -5 }, { value: [null, 3] }, [])).toBe(true);
    expect(meets({ value: 5 }, { value: [null, 3] }, [])).toBe(false);
    expect(meets({ value: 5 }, { value: [3, null] }, [])).toBe(true);
    expect(meets({ value: -5 }, { value: [3, null] }, [])).toBe(false);
  });

  const to = [4308 - 1817.4, 48, 3, 1, 0, 0, 1];
  const [first] = measure(info.features, person, { query: person, target: { class: 1 }, cost: { weights: { Phone: 3 } } }, [{ values: to, valid: true, path_length: 7.5 }], [person, [2400, 48, 3, 1, 0, 0, 1]]).counterfactuals;

  test("are by the contract's scales and the request's weights", () => {
    expect(first).toMatchObject({ valid: true, changes: 4, path_length: 7.5, categorical_proximity: 0 });
    expect(first?.sparsity).toBeCloseTo(1 / 5);
    expect(first?.continuous_proximity).toBeCloseTo(-1.1);
    expect(first?.cost).toEqual({ l0: 6, l1: near(0.1 + 1 + 1 + 3), l2: near(0.01 + 1 + 1 + 3), linf: 3 });
    expect(first?.nearest_row).toEqual({ row: 1, distance: near(90.6 / 18174) });
  });

  test("count a consequence at no cost as a change without cost", () => {
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

describe("how steady an answer is", () => {
  const features = [raw("x", 0), raw("y", 1)];
  const neighbour = (row: number, distance: number, ...answers: number[][]): Neighbour => ({ row, distance, answers });

  test("is the largest ratio to a neighbour's answers, of each and of all together, by hand", () => {
    const answers = [[0, 0], [10, 0]];
    const near = [neighbour(3, 2, [0, 1], [10, 4]), neighbour(5, 0.5, [1, 0])];
    // Of the first 1/2 and 1/0.5, of the second 4/2 and 9/0.5; of both (1 + 4)/2/2 and (1 + 9)/2/0.5.
    expect(towards(features, answers, near)).toEqual({ each: [2, 18], all: 10 });
    expect(towards(features, answers, [])).toBeNull();
    const found = measure(features, [0, 1], { query: [0, 1], target: { class: 1 } }, answers.map((values) => ({ values, valid: true })), [], near);
    expect([...found.counterfactuals.map((one) => one.stability), found.set.stability]).toEqual([2, 18, 10]);
    expect(found.neighbours).toEqual([{ row: 3, distance: 2 }, { row: 5, distance: 0.5 }]);
  });

  const rows = [[0, 0], [1, 0], [1, 0], [5, 0], [0.5, 0], [-2, 0], [NaN, 0]];
  const basis: Basis = { info: { features, classes: ["no", "yes"], missing: false }, rows };
  /** Says yes of everything from 4 on, and answers that point to whoever is asked about below; nobody below -1 is settled. */
  const asked: RequestDoc[] = [];
  const engine = {
    predict: (list: number[][]) => Promise.resolve(list.map(([x = 0]) => ({ class: x >= 4 ? 1 : 0, scores: [], raw: [] }))),
    explain: (request: RequestDoc) => {
      asked.push(request);
      const [x = 0] = request.query as number[];
      const values = request.plausibility ? [x, 0] : [4 + x, 0];
      return Promise.resolve({ status: x < -1 ? "feasible" : "optimal", counterfactuals: [{ values, cost: 1, changes: [], prediction: { class: 1, scores: [], raw: [] } }], lower_bound: 1, work: { engine: "test", nodes: 1, milliseconds: 1 } } as Answer);
    },
  };

  test("asks the nearest rows that need a change too, each once, the person and rows without values left out", async () => {
    expect(await driven(engine, nearest(basis, [0, 0], { class: 1 }))).toEqual([{ row: 4, distance: 0.5 }, { row: 1, distance: 1 }, { row: 5, distance: 2 }]);
    expect(await driven(engine, nearest(basis, [0, 0], { class: 1 }, 1))).toEqual([{ row: 4, distance: 0.5 }]);
  });

  test("is asked with the same request but its proof, and counts proved answers alone", async () => {
    asked.length = 0;
    const request: RequestDoc = { query: [0, 0], target: { class: 1 }, certificate: true, constraints: [{ max_changes: 1 }], time_limit: 3 };
    const answer = { status: "optimal", counterfactuals: [{ values: [4, 0], cost: 4, changes: [], prediction: { class: 1, scores: [], raw: [] } }], lower_bound: 4, work: { engine: "test", nodes: 1, milliseconds: 1 } } as Answer;
    const found = await driven(engine, measuring(basis, request, answer));
    const others = asked.filter((one) => !one.plausibility);
    expect(others).toEqual([0.5, 1, -2].map((x) => ({ query: [x, 0], target: { class: 1 }, constraints: [{ max_changes: 1 }], time_limit: 3 })));
    expect(found?.neighbours?.map(({ row }) => row)).toEqual([4, 1]);
    expect(found?.counterfactuals[0]?.stability).toBe(1);
    expect((await driven(engine, measuring(basis, request, answer, 0)))?.set.stability).toBeUndefined();
    expect((await driven(engine, measuring(basis, { ...request, radius: 5 }, answer)))?.neighbours).toBeUndefined();
  });

  test("ends where it is aborted, and is told of a request that is refused", async () => {
    const gone = new AbortController();
    gone.abort();
    expect(await driven(engine, nearest(basis, [0, 0], { class: 1 }), gone.signal)).toBeNull();
    const refusing = { ...engine, explain: () => Promise.reject(Object.assign(new Error("no"), { input: { what: "no", message: "no" } })) };
    const alone = await driven(refusing, measuring(basis, { query: [0, 0], target: { class: 1 } }, await engine.explain({ query: [0, 0], target: { class: 1 } })));
    expect(alone?.counterfactuals[0]).not.toHaveProperty("stability");
    expect(alone?.counterfactuals[0]).not.toHaveProperty("path_length");
    await expect(driven({ ...engine, explain: () => Promise.reject(new Error("a fault")) }, measuring(basis, { query: [0, 0], target: { class: 1 } }, await engine.explain({ query: [0, 0], target: { class: 1 } })))).rejects.toThrow("a fault");
  });
});
