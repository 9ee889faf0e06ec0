/** Answers as deep in isotree's extended isolation forest as is asked: from the file that isotree's exporter wrote to the answer, the forest walked here. */
import { beforeAll, describe, expect, test } from "vitest";
import { checker } from "../../www/src/check/index.js";
import { CoreModel, start } from "../../www/src/engine/core.js";
import type { RequestDoc } from "../../www/src/types.js";
import { fixture, wasm } from "./models.js";

interface Tree {
  threshold: number[];
  left: number[];
  right: number[];
  value: ([number] | null)[];
  hyperplanes: Record<string, { columns: number[]; weights: number[] }>;
}

let model: CoreModel;
let trees: Tree[];
let background: number[][];
beforeAll(() => {
  start(wasm());
  const file = fixture("it-inside/model.json");
  const document = JSON.parse(new TextDecoder().decode(file)) as { isolation_forest: { trees: Tree[] }; background: { rows: number[][] } };
  trees = document.isolation_forest.trees;
  background = document.background.rows;
  const loaded = CoreModel.load(new Uint8Array(file), "model.json");
  model = loaded;
});

/** The average length of a row's paths. */
function lengthOf(row: number[]): number {
  const lengths = trees.map((tree) => {
    let at = 0;
    for (;;) {
      const plane = tree.hyperplanes[at];
      if (!plane) return tree.value[at]?.[0] ?? NaN;
      const sum = plane.columns.reduce((sum, column, i) => sum + (plane.weights[i] ?? 0) * (row[column] ?? 0), 0);
      at = (sum <= (tree.threshold[at] ?? 0) ? tree.left : tree.right)[at] ?? NaN;
    }
  });
  return lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
}

/** The answer of a row for a class under further parts of a request. */
function answered(query: number[], target: number, rest: Partial<RequestDoc>) {
  const search = model.search({ query, target: { class: target }, ...rest });
  while (!search.step(1000));
  const answer = search.answer(0);
  search.free();
  return answer;
}

describe("an extended isolation forest in a model's file", () => {
  test("answers lie as deep as is asked, by a walk of our own, and deeper ones cost no less", () => {
    let [compared, dearer] = [0, 0];
    for (const [i, query] of background.entries()) {
      const target = (i + 1) % 3;
      const free = answered(query, target, {});
      for (const min_path_length of [3, 4.5]) {
        const held = answered(query, target, { plausibility: { isolation_forest: { min_path_length } } });
        expect(["optimal", "infeasible"]).toContain(held.status);
        const [one] = held.counterfactuals;
        if (!one) continue;
        const row = one.values;
        expect(lengthOf(row)).toBeGreaterThanOrEqual(min_path_length - 1e-9);
        expect(one.path_length).toBeCloseTo(lengthOf(row), 9);
        expect(model.predict(Float64Array.from(row))[0]).toMatchObject({ class: target });
        expect(one.cost).toBeGreaterThanOrEqual((free.counterfactuals[0]?.cost ?? NaN) * (1 - 1e-6));
        compared += 1;
        if (one.cost > (free.counterfactuals[0]?.cost ?? NaN) * 1.001) dearer += 1;
      }
    }
    expect(compared).toBeGreaterThan(12);
    expect(dearer).toBeGreaterThan(2);
  });

  test("a depth that no row reaches is proved impossible, and the conflict names it", () => {
    const deepest = trees.reduce((sum, tree) => sum + Math.max(...tree.value.map((value) => value?.[0] ?? 0)), 0) / trees.length;
    const held = answered(background[0] ?? [], 1, { plausibility: { isolation_forest: { min_path_length: deepest + 0.01 } } });
    expect(held.status).toBe("infeasible");
    expect(JSON.stringify(held)).toContain("isolation_forest");
  });
});

/** Regression: the check could not read path lengths that stand in `value`, without `samples`. */
test("a proof of the same file is checked", () => {
  const [query] = background as [number[]];
  const now = model.predict(Float64Array.from(query))[0]!;
  const request: RequestDoc = { query, target: { class: "class" in now && now.class === 0 ? 1 : 0 }, certificate: true };
  const search = model.search(request);
  while (!search.step(1000));
  const answer = search.answer(0);
  search.free();
  const document = JSON.parse(new TextDecoder().decode(model.document())) as unknown;
  expect(checker(document)(request, answer)).toMatchObject({ checked: true });
});
