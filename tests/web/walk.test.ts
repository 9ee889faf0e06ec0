/** The walk through CE-OCL's six criteria, asked of the engine itself: each part keeps the criteria of the parts before it. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { CoreModel, start } from "../../www/src/engine/core.js";
import { leafValues, pathOf } from "../../www/src/model/trees.js";
import { actionable, applicantOf, bareSchema, changedIn, movedMost, PARTS, requestOfPart, ROW, slope, type PartName } from "../../www/src/lessons/walk-parts.js";
import { measure, type Measured } from "../../www/src/measure/index.js";
import type { Answer, ConstraintDoc, ModelInfo, TreeData } from "../../www/src/types.js";
import { lessonWords } from "../../www/src/lessons/words.js";
import { differently } from "./differing.js";
import { root, wasm } from "./models.js";

let info: ModelInfo;
let trees: TreeData;
let scores: (row: number[]) => number;
let row: number[];
let weight: number;
let limits: ConstraintDoc[];
const answers = {} as Record<PartName, Answer>;
const measured = {} as Record<PartName, Measured>;

beforeAll(() => {
  start(wasm());
  const bytes = readFileSync(resolve(root, "www/public/examples/loan.json"));
  const given = CoreModel.load(bytes, "loan.json");
  const core = CoreModel.load(bytes, "loan.json", bareSchema(given.info));
  ({ info } = core);
  trees = core.trees();
  scores = (one) => {
    const [said] = core.predict(Float64Array.from(one));
    return said && "scores" in said ? (said.scores[1] ?? NaN) : NaN;
  };
  limits = actionable(given.info.features);
  const rows = Array.from({ length: info.rows }, (_, index) => core.row(index).row);
  row = applicantOf(rows[ROW] ?? []);
  const [child, parent] = ["Duration", "Credit amount"].map((name) => info.features.find((feature) => feature.name === name)!);
  weight = Number(slope(rows, child!, parent!).toFixed(4));
  for (const part of PARTS) {
    const request = requestOfPart(part, row, limits, { causal: { feature: "Duration", parents: { "Credit amount": weight } } });
    const search = core.search(request);
    while (!search.step(1000));
    answers[part] = search.answer(0);
    search.free();
    measured[part] = measure(info.features, row, request, answers[part].counterfactuals.map(({ values, prediction }) => ({ values, valid: "class" in prediction && prediction.class === 1 })), rows);
  }
});

const changes = (part: PartName): string[][] => answers[part].counterfactuals.map((one) => one.changes.map((change) => change.feature));

describe("the walk", () => {
  test("proves every part, all of it valid", () => {
    for (const part of PARTS) {
      expect(answers[part].status, part).toBe("optimal");
      expect(answers[part].counterfactuals, part).toHaveLength(part < "C" ? 1 : 3);
      expect(measured[part].set.validity, part).toBe(1);
    }
  });

  test("shows the trees that its first answer moves most", () => {
    for (const part of PARTS) {
      const to = answers[part].counterfactuals[0]!.values;
      const share = (tree: number, at: readonly number[]): number => leafValues(trees, pathOf(trees, tree, at).at(-1)!, [])[1]!;
      const all = Array.from({ length: trees.first.length - 1 }, (_, tree) => tree);
      // The engine's own score is the mean of these shares.
      for (const at of [row, to]) expect(all.reduce((sum, tree) => sum + share(tree, at), 0) / all.length, part).toBeCloseTo(scores(at), 9);
      const gain = (tree: number): number => share(tree, to) - share(tree, row);
      const shown = movedMost(trees, row, to, 12);
      expect(new Set(shown).size, part).toBe(12);
      const least = Math.min(...shown.map(gain));
      expect(all.filter((tree) => !shown.includes(tree) && gain(tree) > least), part).toEqual([]);
      expect(least, part).toBeGreaterThan(0);
    }
  });

  test("begins with an answer that nobody could live: it asks for another age", () => {
    expect(changes("A")[0]).toContain("Age");
    // As the lesson says.
    expect(lessonWords.text.walk.paragraphs[0]).toContain("You are 32 years old and ask for 8,000 EUR over 36 months. The nearest accepted point changes five things");
    expect([row[0], row[1], row[8]]).toEqual([8000, 36, 32]);
    expect(changes("A")[0]).toHaveLength(5);
    expect(changes("B")[0]!.length).toBeLessThan(changes("A")[0]!.length);
    expect(changes("C").flat()).toContain("Age");
    for (const part of ["D", "E", "F"] as const) for (const name of ["Age", "Purpose"]) expect(changes(part).flat(), part).not.toContain(name);
  });

  test("keeps directions from Part D on, and answers differ in the features that they change", () => {
    expect(limits).toHaveLength(6);
    for (const part of ["D", "E", "F"] as const) {
      for (const one of answers[part].counterfactuals) {
        for (const name of ["Savings", "Housing", "Employed for"]) {
          const [column = 0] = info.features.find((feature) => feature.name === name)!.columns;
          expect(one.values[column], `${part} ${name}`).toBeGreaterThanOrEqual(row[column]!);
        }
      }
      const sets = changes(part).map((list) => list.join());
      expect(new Set(sets).size).toBe(3);
    }
  });

  test("says how the answers of a set differ, as they do", () => {
    for (const part of PARTS.filter((one) => one >= "C")) answers[part].counterfactuals.forEach((one, index, all) => differently(lessonWords.walk.says.C, all.slice(0, index), one));
  });

  test("lies between rows from Part E on, and lets the duration follow in Part F", () => {
    for (const part of ["E", "F"] as const) for (const one of answers[part].counterfactuals) expect((one.hull ?? []).reduce((sum, { weight: share }) => sum + share, 0)).toBeCloseTo(1, 9);
    expect(weight).toBeCloseTo(0.0055, 4);
    for (const { values, changes: list } of answers.F.counterfactuals) {
      expect(Math.abs((values[1] ?? 0) - row[1]! - weight * ((values[0] ?? 0) - row[0]!))).toBeLessThanOrEqual(0.5 + 1e-6);
      expect(list.find((change) => change.feature === "Duration")?.consequence).toBe(true);
    }
  });

  test("measures the cost of each criterion: being close to people asks for more", () => {
    const steps = (part: PartName): number => -(measured[part].set.continuous_proximity ?? 0);
    expect(steps("E")).toBeGreaterThan(steps("D"));
    expect(measured.A.set.count_diversity).toBeUndefined();
    expect(measured.C.set.count_diversity).toBeGreaterThan(0);
    expect(changedIn(info.features, [answers.A]).map((feature) => feature.name)).toEqual(changes("A")[0]);
  });
});
