import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { CoreModel, start } from "../../www/src/engine/core.js";
import { boxOf, goesLeft, isLeaf, layoutOf, leafValues, pathOf, splitOf } from "../../www/src/model/trees.js";
import { coordinate } from "../../www/src/model/feature.js";
import type { TreeData } from "../../www/src/types.js";
import { checksOf, fixture, root, treesOf, wasm } from "./models.js";

beforeAll(() => start(wasm()));

interface ModelDoc {
  aggregation?: string;
  base?: number[];
  sums?: string;
}

const bytesOf = (name: string): Uint8Array => readFileSync(resolve(root, "www/public/examples", name));

/** The raw outputs that the leaves on a row's paths add up to. */
function sums(data: TreeData, { aggregation = "sum", base = [0] }: ModelDoc, row: readonly number[]): number[] {
  const raw = base.map(() => 0);
  const weights = data.weight.reduce((a, b) => a + b, 0);
  for (let tree = 0; tree + 1 < data.first.length; tree++) {
    const leaf = pathOf(data, tree, row).at(-1) ?? 0;
    expect(isLeaf(data, leaf)).toBe(true);
    const output = data.output[tree] ?? -1;
    const values = leafValues(data, leaf, row);
    if (output !== -1) raw[output] = (raw[output] ?? 0) + (data.weight[tree] ?? 1) * (values[0] ?? 0);
    else raw.forEach((_, k) => (raw[k] = (raw[k] ?? 0) + (data.weight[tree] ?? 1) * (values[k] ?? 0)));
  }
  return raw.map((sum, k) => (aggregation === "sum" ? sum : sum / weights) + (base[k] ?? 0));
}

describe("the trees as they are drawn", () => {
  const compare = (json: Uint8Array, rows: readonly (readonly (number | null)[])[], name: string): void => {
    const model = CoreModel.load(json, "model.json");
    const data = treesOf(json);
    const doc = JSON.parse(new TextDecoder().decode(json)) as ModelDoc;
    const plain = rows.map((row) => row.map((value) => value ?? Number.NaN));
    const found = model.predict(Float64Array.from(plain.flat()));
    plain.forEach((row, index) => {
      const said = found[index];
      const expected = said && "raw" in said ? said.raw : [];
      if (expected.length === 0) return;
      const own = sums(data, doc, row);
      // A single output is told as the scores of both classes.
      const both = own.length === 1 && expected.length === 2 ? [0, own[0] ?? 0] : own;
      both.forEach((value, k) => expect(Math.abs(value - (expected[k] ?? 0)), `${name}, row ${index}`).toBeLessThan(1e-5 * Math.max(1, Math.abs(value))));
    });
    model.free();
  };

  test("lead each row to the leaves of which the model's own prediction is the sum", () => {
    for (const name of ["loan.json", "iris.json", "tumour.json", "network.json", "flat.json", "digit.json", "wine.json"]) {
      const doc = JSON.parse(new TextDecoder().decode(bytesOf(name))) as { background: { rows: (number | null)[][] } };
      compare(bytesOf(name), doc.background.rows.slice(0, 40), name);
    }
  });

  test("do so for missing values, category sets and intervals of other libraries", () => {
    for (const name of ["lgb-zero/model.txt", "lgb-missing/model.txt", "lgb-categories/model.txt", "xgb-missing/model.json", "lgb-softmax/model.txt", "cat-multiclass/model.json", "cat-codes/model.json", "cat-missing-max/model.json", "lgb-linear/model.txt", "lgb-linear-missing/model.txt"]) {
      const model = CoreModel.load(new Uint8Array(fixture(name)), name);
      compare(model.document(), checksOf(name).rows.slice(0, 60), name);
      model.free();
    }
  });

  test("place every node once, children below their parents, leaves from left to right", () => {
    const data = treesOf(bytesOf("loan.json"));
    for (let tree = 0; tree + 1 < data.first.length; tree++) {
      const layout = layoutOf(data, tree);
      expect(layout.nodes.size).toBe((data.first[tree + 1] ?? 0) - (data.first[tree] ?? 0));
      const leaves = [...layout.nodes].filter(([node]) => isLeaf(data, node)).map(([, { x }]) => x);
      expect(leaves).toEqual([...leaves].sort((a, b) => a - b));
      for (const { depth, parent } of layout.nodes.values()) if (parent !== -1) expect(depth).toBe((layout.nodes.get(parent)?.depth ?? 0) + 1);
    }
  });

  test("give each node a box that holds exactly the rows which come by", () => {
    const model = CoreModel.load(bytesOf("loan.json"), "loan.json");
    const data = treesOf(bytesOf("loan.json"));
    const rows = (JSON.parse(new TextDecoder().decode(bytesOf("loan.json"))) as { background: { rows: number[][] } }).background.rows.slice(0, 60);
    for (const tree of [0, 7, 59]) {
      const layout = layoutOf(data, tree);
      for (const node of layout.nodes.keys()) {
        const sides = boxOf(data, layout, node, model.info.features);
        for (const row of rows) {
          const inside = sides.every((side) => {
            const at = coordinate(side.feature, row);
            return "levels" in side ? side.levels.includes(at) : at > (side.from ?? -Infinity) && at <= (side.to ?? Infinity);
          });
          expect(inside).toBe(pathOf(data, tree, row).includes(node));
        }
      }
    }
    model.free();
  });

  test("say where a node cuts its feature, and which way the two sides go", () => {
    const model = CoreModel.load(bytesOf("loan.json"), "loan.json");
    const data = treesOf(bytesOf("loan.json"));
    const all = model.info.features;
    const duration = all.find((feature) => feature.name === "Duration");
    const node = Array.from(data.column.keys()).find((at) => data.column[at] === duration?.columns[0]) ?? -1;
    const split = splitOf(data, node, all);
    expect(split?.feature).toBe(duration);
    const row = new Array<number>(model.info.columns).fill(0);
    const at = (value: number): boolean | null => goesLeft(data, node, row.map((_, column) => (column === duration?.columns[0] ? value : 0)));
    expect([at((split?.at ?? 0) - 1), at((split?.at ?? 0) + 1)]).toEqual([true, false]);
    model.free();
  });
});
