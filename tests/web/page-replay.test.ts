import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { run, type FromCheck } from "../../www/src/check/job.js";
import type { SearchReplay } from "../../www/src/check/recorder.js";
import { CoreModel, start } from "../../www/src/engine/core.js";
import { coordinate } from "../../www/src/model/feature.js";
import { boxesOf, leftOf, levelsLeft, partsOf } from "../../www/src/page/state/proof/replay.js";
import type { RequestDoc } from "../../www/src/types.js";
import { root, wasm } from "./models.js";

beforeAll(() => start(wasm()));

/** The replay of the proof of an answer of an example. */
function replayOf(file: string, request: RequestDoc): { replay: SearchReplay; boxes: number; model: CoreModel } {
  const bytes = readFileSync(resolve(root, "www/public/examples", file));
  const model = CoreModel.load(bytes, file);
  const search = model.search({ ...request, certificate: true });
  while (!search.step(1000));
  const answer = search.answer(0);
  search.free();
  const heard: FromCheck[] = [];
  run({ model: bytes, request: { ...request, certificate: true }, answer, replay: true }, (message) => heard.push(message));
  const last = heard.at(-1);
  if (!last || !("verdict" in last) || !last.verdict.checked || !last.replay) throw new Error(JSON.stringify(last));
  return { replay: last.replay, boxes: last.verdict.boxes, model };
}

const loan = (part: Partial<RequestDoc> = {}): RequestDoc => ({ query: [5450, 39, 1, 1, 1, 7, 0, 0, 43, 0, 1, 0, 0, 0, 0], target: { class: "accepted" }, ...part });

describe("the replay of a search", () => {
  test("meets every box of the proof, closes those that it does not split, and ends with the bound at the answer's cost", () => {
    const { replay, boxes, model } = replayOf("loan.json", loan());
    expect(boxes).toBeGreaterThan(1);
    expect(replay).toMatchObject({ boxes, cut: false, largest: false });
    const tree = boxesOf(replay);
    expect(tree).toHaveLength(boxes);
    for (const box of tree) expect(box.step.kind).toBe(box.children.length === 0 ? "closed" : "split");
    for (const box of tree) expect([0, 2]).toContain(box.children.length);
    const proved = replay.steps.map((step) => step.proved);
    expect(proved).toEqual([...proved].sort((a, b) => a - b));
    expect(proved.at(-1)).toBe(replay.cost);
    model.free();
  });

  test("never leaves more in a box than in the step before, and parts a box without loss", () => {
    const { replay, model } = replayOf("loan.json", loan());
    const tree = boxesOf(replay);
    const lasts = new Map<number, number>();
    for (const step of replay.steps) {
      const { left } = levelsLeft(replay, step);
      expect(left).toBeLessThanOrEqual(lasts.get(step.box) ?? lasts.get(step.parent ?? -1) ?? Number.POSITIVE_INFINITY);
      lasts.set(step.box, left);
    }
    for (const box of tree) {
      const parts = box.children.map((child) => tree[child]?.part);
      expect(new Set(parts.map((part) => part?.inside)).size).toBe(parts.length);
    }
    expect(partsOf(replay, tree, 0, model.info.features)).toEqual([]);
    expect(partsOf(replay, tree, 1, model.info.features).length).toBeGreaterThan(0);
    for (const box of tree.keys()) {
      const sides = partsOf(replay, tree, box, model.info.features);
      expect(new Set(sides.map((side) => side.feature.name)).size, "a feature is named once").toBe(sides.length);
    }
    model.free();
  });

  test("says which part is left of a feature in its own values: the person's own is among them at the start", () => {
    const { replay, model } = replayOf("loan.json", loan());
    const [first] = replay.steps;
    for (const feature of model.info.features) {
      const at = coordinate(feature, loan().query as number[]);
      const intervals = first ? leftOf(replay, first, feature.name) : [];
      expect(intervals.some(([from, to]) => at > (from ?? Number.NEGATIVE_INFINITY) && at <= (to ?? Number.POSITIVE_INFINITY)), feature.name).toBe(true);
    }
    model.free();
  });

  test("has no bounds to show for the longest step, and no cost where nothing is possible", () => {
    const longest = replayOf("iris.json", { query: [5.5, 2.3], target: { class: "virginica" }, cost: { norm: "linf" } });
    expect(longest.replay.largest).toBe(true);
    expect(longest.replay.steps.at(-1)?.proved).toBe(longest.replay.cost);
    const none = replayOf("iris.json", { query: [5.5, 2.3], target: { class: "virginica" }, constraints: [{ max_changes: 0 }] });
    expect(none.replay.cost).toBeNull();
    expect(none.replay.steps.at(-1)).toMatchObject({ kind: "closed", live: null });
    longest.model.free();
    none.model.free();
  });
});
