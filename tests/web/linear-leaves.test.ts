// Models with linear leaves: engine and check predict them to the last bit, and the check says of an answer whether it is one.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { checker } from "../../www/src/check/index.js";
import { leafOf, readModel } from "../../www/src/check/model.js";
import { probabilities, sums, valueOf } from "../../www/src/check/scores.js";
import { CoreModel, start } from "../../www/src/engine/core.js";
import { leafClass, leafValues, pathOf } from "../../www/src/model/trees.js";
import type { Answer, RequestDoc } from "../../www/src/types.js";
import { bytesOf, root, wasm } from "./models.js";

interface Case {
  name: string;
  model: { trees: { linear: Record<number, object> }[]; input: string; kind: string; columns: number; arithmetic: string; aggregation: string };
  rows: (number | null)[][];
  raw: number[][];
  scores: number[][];
}

/** Predictions by tests/fixtures/make_linear_leaves.py, whose arithmetic is its own. */
const cases = JSON.parse(readFileSync(resolve(root, "tests/fixtures/linear-leaves.json"), "utf8")) as Case[];
const rowOf = (row: readonly (number | null)[]): number[] => row.map((x) => x ?? NaN);
const loaded = (model: object): CoreModel => CoreModel.load(new Uint8Array(bytesOf(model)), "model.json");

beforeAll(() => void start(wasm()));

describe("a model with linear leaves", () => {
  for (const { name, model, rows, raw, scores } of cases) {
    it(`is predicted to the last bit by engine and check: ${name}`, () => {
      const core = loaded(model);
      const read = readModel(model);
      expect(core.info.linear_leaves).toBe(true);
      for (const [i, values] of rows.entries()) {
        const row = rowOf(values);
        const [said] = core.predict(Float64Array.from(row));
        const own = sums(read, (single) => read.trees.map((tree) => leafOf(read, tree, row, single)), true);
        expect(own, `row ${i}`).toEqual(raw[i]);
        if (said !== undefined && "class" in said) {
          expect([said.raw, said.scores], `row ${i}`).toEqual([raw[i], scores[i]]);
          expect(probabilities(read, own), `row ${i}`).toEqual(scores[i]);
        } else {
          expect(said?.value, `row ${i}`).toBe(scores[i]![0]);
          expect(valueOf(read, own[0]!), `row ${i}`).toBe(scores[i]![0]);
        }
      }
      core.free();
    });

    it(`has the same leaves in the drawer of trees: ${name}`, () => {
      const core = loaded(model);
      const data = core.trees();
      const read = readModel(model);
      for (const row of rows.map(rowOf)) {
        read.trees.forEach((tree, t) => {
          const leaf = pathOf(data, t, row).at(-1)!;
          const values = leafOf(read, tree, row);
          // The drawer says of a sum of neurons' outputs that it is a sum.
          if (data.linear[leaf]?.columns.some((c) => c >= row.length)) return;
          expect(leafValues(data, leaf, row).slice(0, values.length)).toEqual(values);
          if (data.linear[leaf]) expect(leafClass(data, t, leaf)).toBe(-1);
        });
      }
      core.free();
    });
  }

  it("is refused where its linear part does not fit, with the place", () => {
    const [network] = cases as [Case];
    const broken = (linear: object): object => ({ ...network.model, trees: [{ ...network.model.trees[0], linear }] });
    const place = "/trees/0, node";
    const faults: [object, string][] = [
      [{ 2: 5 }, `${place} 2: an object is needed`],
      [{ 2: { columns: [3], weights: [[1], [1]] } }, `${place} 2: a whole number from 0 to 2 is needed`],
      [{ 2: { columns: [0, 0], weights: [[1, 1], [1, 1]] } }, `${place} 2: distinct columns, with one weight each for each of 2 numbers, are needed`],
      [{ 2: { columns: [0, 1], weights: [[1, 1]] } }, `${place} 2: distinct columns, with one weight each for each of 2 numbers, are needed`],
      [{ 2: { columns: [0], weights: [[1], [1]], missing: [1] } }, `${place} 2: 2 numbers are needed`],
      [{ 0: { columns: [0], weights: [[1], [1]] } }, `${place} 0: only leaves have a linear part`],
    ];
    for (const [linear, words] of faults) expect(() => checker(broken(linear))).toThrow(new Error(words));
  });
});

describe("the check of an answer by a model with linear leaves", () => {
  /** A request of another class, or of a value far off, of the first row that has all values; and its answer. */
  function asked({ model, rows, scores }: Case): { request: RequestDoc; answer: Answer } {
    const core = loaded(model);
    const i = rows.findIndex((row) => !row.includes(null));
    const query = rows[i]!.map((x) => Math.min(3, Math.max(-3, x!)));
    const [now] = core.predict(Float64Array.from(query));
    const target: RequestDoc["target"] = now !== undefined && "class" in now ? { class: now.class === 0 ? 1 : 0 } : { value: [(scores[i]![0] ?? 0) + 0.75, null] };
    const request = { query, target } as RequestDoc;
    const search = core.search(request);
    while (!search.step(1000));
    const answer = search.answer(0);
    search.free();
    core.free();
    return { request, answer };
  }

  for (const one of cases) {
    it(`finds that it is one, and says that nothing shows that it is the cheapest: ${one.name}`, () => {
      const { request, answer } = asked(one);
      const check = checker(one.model);
      const what = /^there is no certificate$/;
      const said = check(request, answer);
      expect(said).toMatchObject({ checked: false, what: expect.stringMatching(what) as string });
      if (answer.counterfactuals.length === 0) return;
      expect(said).toHaveProperty("attained", true);
      const [first] = answer.counterfactuals as [Answer["counterfactuals"][number]];
      const damaged = (part: object): Answer => ({ ...answer, counterfactuals: [{ ...first, ...part }] });
      // Three quarters of the way: the answer is the nearest point, so this one misses the target.
      const single = (x: number): number => (one.model.input === "float32" ? Math.fround(x) : x);
      const short = first.values.map((x, k) => single((request.query as number[])[k]! + 0.75 * (x - (request.query as number[])[k]!)));
      expect(check(request, damaged({ values: short }))).toEqual({ checked: false, what: "the counterfactual misses the target" });
      const costs = check(request, damaged({ cost: first.cost * 0.99 }));
      expect(costs).toMatchObject({ checked: false, what: expect.stringContaining("the counterfactual costs") as string });
      expect(costs).not.toHaveProperty("attained");
    });
  }
});
