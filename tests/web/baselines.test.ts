/** Heuristics beside the optimum: every point of theirs is the model's, keeps the limits, and costs no less than the proved bound. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { greedy } from "../../www/src/baseline/greedy.js";
import { cheapest } from "../../www/src/baseline/question.js";
import { beside, tweaked } from "../../www/src/baseline/tweak.js";
import { CoreModel, start } from "../../www/src/engine/core.js";
import { openModel, setNorm, setRange, toggleLock } from "../../www/src/page/state/editing/actions.js";
import { questionOf } from "../../www/src/page/state/compare/compare.js";
import { schemaDoc } from "../../www/src/page/state/limits/file-limits.js";
import { obeys, requestOf } from "../../www/src/page/state/request/request.js";
import type { FeatureInfo, NormName, Prediction } from "../../www/src/types.js";
import { root, wasm } from "./models.js";
import type { Doc } from "../../www/src/page/state/document/document.js";

beforeAll(() => void start(wasm()));

function example(name: string): CoreModel {
  const model = CoreModel.load(readFileSync(resolve(root, `www/public/examples/${name}.json`)), name);
  return free(model);
}

/** With every feature free to change, as the page has it. */
const free = (model: CoreModel): CoreModel => model.withSchema(schemaDoc(model.info));

const docOf = (model: CoreModel, person: number[], target: number): Doc =>
  openModel({ id: 1, title: "", source: { from: "file", file: "" }, info: model.info, schema: null, guess: null, fileLimits: new Map() }, person, null, { class: target }, null);

const predictOf = (model: CoreModel) => (rows: number[][]): Prediction[] => model.predict(Float64Array.from(rows.flat()));

function least(model: CoreModel, doc: Doc): number | null {
  const search = model.search(requestOf(doc));
  if (typeof search === "string") throw new Error("the engine answers this itself");
  while (!search.step(1000));
  const { counterfactuals, status } = search.answer(0);
  search.free();
  expect(["optimal", "infeasible"]).toContain(status);
  return counterfactuals[0]?.cost ?? null;
}

const rowsOf = (model: CoreModel): number[][] => Array.from({ length: model.info.rows }, (_, index) => model.row(index).row);

describe("baselines", () => {
  test("find only points that the model accepts, within the limits, and nothing that is cheaper than the proved answer", { timeout: 120_000 }, async () => {
    for (const name of ["loan", "iris"]) {
      const model = example(name);
      const predict = predictOf(model);
      const rows = rowsOf(model);
      const target = model.info.classes.length - 1;
      const trees = model.trees();
      let found = 0;
      for (const person of rows.filter((row) => predict([row])[0] && (predict([row])[0] as { class: number }).class !== target).slice(0, 12)) {
        for (const norm of ["l1", "l2", "l0", "linf"] as NormName[]) {
          const [first, second] = model.info.features;
          if (!first || !second) throw new Error("two features");
          const doc = toggleLock(setRange(setNorm(docOf(model, person, target), norm), first, { max: Math.max(person[0] ?? 0, (first.min + first.max) / 2) }), second.name);
          const question = questionOf(doc);
          const optimum = least(model, doc);
          for (const one of [await tweaked(trees, question, predict), await greedy(question, trees.input, predict), await cheapest(rows, question, predict)]) {
            if (!one) continue;
            found += 1;
            expect(predict([one.values])[0]).toMatchObject({ class: target });
            expect((requestOf(doc).constraints ?? []).every((limit) => obeys(limit, one.values, person, model.info))).toBe(true);
            expect(optimum).not.toBeNull();
            expect(one.cost).toBeGreaterThanOrEqual((optimum ?? Infinity) * (1 - 1e-9));
          }
        }
      }
      expect(found).toBeGreaterThan(40);
      model.free();
    }
  });

  test("feature tweaking is the optimum where there is one tree", { timeout: 60_000 }, async () => {
    const document = JSON.parse(readFileSync(resolve(root, "www/public/examples/loan.json"), "utf8")) as { trees: unknown[] };
    const bytes = new TextEncoder().encode(JSON.stringify({ ...document, trees: document.trees.slice(3, 4) }));
    const loaded = CoreModel.load(bytes, "one.json");
    const model = free(loaded);
    const predict = predictOf(model);
    const trees = model.trees();
    let compared = 0;
    for (const person of rowsOf(model).slice(0, 120)) {
      if ((predict([person])[0] as { class: number }).class === 1) continue;
      for (const norm of ["l1", "l2", "linf"] as NormName[]) {
        const doc = setNorm(docOf(model, person, 1), norm);
        const found = await tweaked(trees, questionOf(doc), predict);
        expect(found?.cost).toBeCloseTo(least(model, doc) ?? NaN, 9);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(30);
    model.free();
  });

  test("the nearest row is the cheapest of those that the model gives the target", async () => {
    const model = example("loan");
    const predict = predictOf(model);
    const rows = rowsOf(model);
    const doc = docOf(model, rows.find((row) => (predict([row])[0] as { class: number }).class === 0) ?? [], 1);
    const question = questionOf(doc);
    const found = await cheapest(rows, question, predict);
    const said = predict(rows);
    const costs = rows.filter((_, index) => (said[index] as { class: number }).class === 1).map((row) => question.cost(row));
    expect(found?.cost).toBe(Math.min(...costs));
    expect(rows).toContainEqual(found?.values);
    expect(await cheapest([], question, predict)).toBeNull();
    model.free();
  });

  test("a step beyond a threshold is the least that there is", () => {
    const feature = { name: "x", kind: "numeric" } as FeatureInfo;
    const single = Math.fround(0.1);
    expect(beside(1, feature)).toEqual([1 - Number.EPSILON / 2, 1, 1 + Number.EPSILON]);
    expect(beside(-1, feature)).toEqual([-1 - Number.EPSILON, -1, -1 + Number.EPSILON / 2]);
    expect(beside(0.1, feature, "float32")).toEqual([single - 2 ** -27, single]);
    expect(beside(0, feature, "float32")).toEqual([-(2 ** -149), 0, 2 ** -149]);
    // Of the numbers near 0 LightGBM knows 0 alone.
    const zero = Math.fround(1e-35);
    const [below, above] = [-1.0000000180025096e-35, 1.0000000180025096e-35];
    for (const cut of [0, zero]) expect(beside(cut, feature, "float64_flushed").map((x) => x + 0)).toEqual(cut === 0 ? [below, 0, above] : [0, above]);
    expect(beside(-zero, feature, "float64_flushed").map((x) => x + 0)).toEqual([below, 0]);
  });
});
