/** The ledger of an answer: its gains add up as they are written, and its trees add up to the score. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { draws } from "../../www/src/draws.js";
import { CoreModel, start } from "../../www/src/engine/core.js";
import { movedTo, ordered } from "../../www/src/page/further/ordering.js";
import { needed, rowsOnTheWay, treeChanges, written } from "../../www/src/page/further/why/ledger.js";
import { root, wasm } from "./models.js";
import { randomModel } from "./random-page.js";

beforeAll(() => void start(wasm()));

const scoresOf = (model: CoreModel, rows: readonly (readonly number[])[], outcome: number | null): number[] =>
  model.predict(Float64Array.from(rows.flat())).map((one) => (outcome === null ? (one as { value: number }).value : (one as { scores: number[] }).scores[outcome]!));

describe("the trees of a ledger", () => {
  test("add up to the difference of the scores, of forests for every class and of regressors", () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const model = randomModel(seed);
      const data = model.trees();
      const [a, b] = [model.row(0).row, model.row(1).row];
      for (const outcome of model.info.classes.length === 0 ? [null] : model.info.classes.map((_, k) => k)) {
        const [was, is] = scoresOf(model, [a, b], outcome) as [number, number];
        const list = treeChanges(data, a, b, outcome);
        expect(list).toHaveLength(model.info.trees);
        expect(list.reduce((sum, one) => sum + one.more, 0) / model.info.trees, `seed ${String(seed)}`).toBeCloseTo(is - was, 6);
      }
      model.free();
    }
  });

  test("of boosting add up to the difference of its sums, for one class as much as against the other", () => {
    const model = CoreModel.load(new Uint8Array(readFileSync(resolve(root, "www/public/examples/tumour.json"))), "tumour.json");
    const data = model.trees();
    for (let k = 0; k < 20; k += 1) {
      const [a, b] = [model.row(k).row, model.row(k + 20).row];
      const raw = model.predict(Float64Array.from([...a, ...b])).map((one) => (one as { raw: number[] }).raw[0]!);
      const sums = [0, 1].map((outcome) => treeChanges(data, a, b, outcome).reduce((sum, one) => sum + one.more, 0));
      expect(sums[1]).toBeCloseTo(raw[1]! - raw[0]!, 6);
      expect(sums[0]).toBeCloseTo(-sums[1]!, 12);
    }
    model.free();
  });

  test("stand in the order of their change, and changed their mind where their leaf is for another class", () => {
    const model = randomModel(1);
    const data = model.trees();
    const list = treeChanges(data, model.row(0).row, model.row(1).row, 1);
    expect(list.map(({ more }) => Math.abs(more))).toEqual(list.map(({ more }) => Math.abs(more)).sort((a, b) => b - a));
    const values = (node: number): number[] => [...data.value.subarray(node * data.width, (node + 1) * data.width)];
    for (const { before, after, mind } of list) {
      const [one, two] = [before, after].map((node) => values(node).indexOf(Math.max(...values(node))));
      expect(mind).toBe(one !== two);
    }
    model.free();
  });
});

describe("the changes of a ledger", () => {
  test("lead from the person to the answer, whatever their order", () => {
    const model = randomModel(3);
    const { features } = model.info;
    const [a, b] = [model.row(0).row, model.row(1).row];
    const rnd = draws(5);
    for (let k = 0; k < 20; k += 1) {
      const order = [...features].sort(() => rnd() - 0.5);
      const rows = rowsOnTheWay(a, b, order);
      expect(rows[0]).toEqual(a);
      expect(rows.at(-1)).toEqual(b);
      order.forEach(({ columns }, at) => {
        const moved = rows[at]!.flatMap((x, column) => (x === rows[at + 1]![column] ? [] : [column]));
        expect(columns).toEqual(expect.arrayContaining(moved));
      });
    }
    model.free();
  });

  test("are written so that the written gains add up, and every score stands on its own side of the threshold", () => {
    const rnd = draws(7);
    for (let k = 0; k < 500; k += 1) {
      const shares = rnd() < 0.5;
      const threshold = rnd() < 0.7 ? (shares ? 0.5 : 12.5) : null;
      const scores = Array.from({ length: 2 + Math.floor(4 * rnd()) }, () => (threshold !== null && rnd() < 0.4 ? threshold + (rnd() - 0.5) * 10 ** -Math.floor(6 * rnd()) : rnd() * (shares ? 1 : 30)));
      const told = written(scores, shares, threshold);
      const sum = told.gains.reduce((all, one) => all + one, 0);
      expect(sum.toFixed(told.decimals)).toBe((told.scores.at(-1)! - told.scores[0]! || 0).toFixed(told.decimals));
      const scale = shares ? 100 : 1;
      told.scores.forEach((score, at) => {
        expect(score).toBeCloseTo(scores[at]! * scale, told.decimals - 1);
        if (threshold !== null) expect(Math.sign(score - threshold * scale)).toBe(Math.sign(scores[at]! - threshold));
      });
    }
  });

  test("keep the order that a person chose, and new ones come last", () => {
    expect(ordered(["a", "b", "c"], [])).toEqual(["a", "b", "c"]);
    expect(ordered(["a", "b", "d"], ["c", "b", "a"])).toEqual(["b", "a", "d"]);
    expect(movedTo(["a", "b", "c"], "a", 2)).toEqual(["b", "c", "a"]);
    expect(movedTo(["a", "b", "c"], "c", -1)).toEqual(["c", "a", "b"]);
    expect(movedTo(["a", "b", "c"], "b", 9)).toEqual(["a", "c", "b"]);
  });

  test("have a threshold where one is asked for, or between two classes", () => {
    expect([needed(0.8, 2), needed(null, 2), needed(null, 3), needed(3, 0)]).toEqual([0.8, 0.5, null, 3]);
  });
});
