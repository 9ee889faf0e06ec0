import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { CoreModel, start } from "../../www/src/engine/core.js";
import { boxOf, goesLeft, isLeaf, layoutOf, leafClass, leafValues, pathOf, splitOf } from "../../www/src/model/trees.js";
import { coordinate } from "../../www/src/model/feature.js";
import type { Doc } from "../../www/src/page/state/document/document.js";
import { className } from "../../www/src/page/view/targets.js";
import { leafText } from "../../www/src/page/view/trees/say.js";
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

  test("say of each leaf the class whose score it raises, by the library's own score", () => {
    const files = readdirSync(resolve(root, "tests/fixtures")).flatMap((name) => ["model.json", "model.txt", "model.onnx"].map((file) => `${name}/${file}`)).filter((name) => existsSync(resolve(root, "tests/fixtures", name)));
    const seen = { one: 0, several: 0, shares: 0 };
    for (const name of files) {
      const bytes = new Uint8Array(fixture(name));
      const model = CoreModel.load(bytes, name);
      const { info } = model;
      const doc = { model: { info } } as unknown as Doc;
      const rows = info.kind === "classifier" ? checksOf(name).rows.slice(0, 12).map((row) => row.map((value) => value ?? Number.NaN)) : [];
      const data = treesOf(bytes, name);
      const raws = rows.length === 0 ? [] : model.predict(Float64Array.from(rows.flat())).map((said) => ("raw" in said ? said.raw : []));
      model.free();
      // Neurons behind the columns are no inputs: such leaves are told as sums.
      if (info.neurons !== undefined || raws.some((raw) => raw.length === 0)) continue;
      const count = data.first.length - 1;
      const texts = rows.map((row) => Array.from({ length: count }, (_, tree) => leafText(doc, data, tree, pathOf(data, tree, row).at(-1) ?? 0, row)));
      const names = info.classes.map((_, k) => className(doc, k));
      const added = texts.map((all, at) => all.map((text, tree) => {
        const [, value, to] = /^a leaf that adds (\S+) to (.+)$/.exec(text) ?? [];
        if (value === undefined || to === undefined) return null;
        const v = Number(value.replace("\u2212", "-").replaceAll(",", ""));
        // Its colour is that of the class that it raises, or that it does not lower.
        const slot = leafClass(data, tree, pathOf(data, tree, rows[at]!).at(-1) ?? 0, rows[at]);
        if (v > 0) expect(names[slot], `${name}, row ${String(at)}, tree ${String(tree)}: ${text}`).toBe(to);
        if (v < 0) expect(names[slot]).not.toBe(to);
        return { v, to: names.indexOf(to) };
      }));
      const one = raws[0]?.length === 1;
      if (added.some((all) => all.includes(null))) {
        expect(one, `${name} speaks of shares`).toBe(false);
        expect(data.value.every((value) => value >= 0)).toBe(true);
        seen.shares += 1;
      }
      // Where a leaf holds one number, all that is said adds up to the library's score. The base is left out: two rows are compared.
      if (data.width > 1 || added.some((all) => all.includes(null))) continue;
      const total = (at: number, k: number): number => added[at]!.reduce((sum, said) => sum + (said?.to === k ? said.v : 0), 0);
      const pairs = rows.slice(1).flatMap((_, at) => names.slice(one ? 1 : 0).map((_, k) => [total(at + 1, one ? 1 : k) - total(0, one ? 1 : k), raws[at + 1]![k]! - raws[0]![k]!] as const));
      // A mean, or the scale of LightGBM's logistic function: one factor for all.
      const square = pairs.reduce((sum, [said]) => sum + said * said, 0);
      const factor = square > 0 ? pairs.reduce((sum, [said, library]) => sum + said * library, 0) / square : 1;
      expect(factor, name).toBeGreaterThan(0);
      for (const [said, library] of pairs) expect(Math.abs(factor * said - library), name).toBeLessThan(1e-4 * count * Math.max(1, factor) + 1e-5 * Math.abs(library));
      seen[one ? "one" : "several"] += 1;
    }
    expect(seen.one).toBeGreaterThan(40);
    expect(seen.several).toBeGreaterThan(10);
    expect(seen.shares).toBeGreaterThan(4);
  });
});
