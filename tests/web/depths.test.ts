/** How usual the places of a slice are: the engine's cells against its own word on points, and the map's drawing of them. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { CoreModel, start } from "../../www/src/engine/core.js";
import type { RequestDoc } from "../../www/src/types.js";
import { depthAreas, levelOf } from "../../www/src/plot/depths.js";
import type { Scale } from "../../www/src/plot/scales.js";
import { root, wasm } from "./models.js";

const person = [5450, 39, 1, 1, 1, 7, 0, 0, 43, 0, 1, 0, 0, 0, 0];
const asked = (share: number): RequestDoc => ({ query: person, target: { class: 1 }, plausibility: { isolation_forest: { outlier_quantile: share } } });

let model: CoreModel;
beforeAll(() => {
  start(wasm());
  const loaded = CoreModel.load(readFileSync(resolve(root, "www/public/examples/loan.json")), "loan.json");
  model = loaded;
});

/** The average path length of a point, as an answer that may not change anything says it. */
function lengthAt(row: number[], target: number): { length: number; least: number } | null {
  const search = model.search({ query: row, target: { class: target }, constraints: [{ max_changes: 0 }], plausibility: { isolation_forest: { min_path_length: 0.001 } } });
  if (typeof search === "string") throw new Error("the engine answers this itself");
  while (!search.step(1000));
  const [one] = search.answer(0).counterfactuals;
  search.free();
  return one?.path_length === undefined ? null : { length: one.path_length, least: 0 };
}

describe("how usual the places of a slice are", () => {
  test("each cell agrees with the forest at any point in it", () => {
    const found = model.depths([asked(0.1)], ["Credit amount", "Duration"], person)!;
    const { x, y, scores, outputs } = found.regions;
    expect(outputs).toBe(1);
    const [nx, ny] = [x.edges.length - 1, y.edges.length - 1];
    expect(scores).toHaveLength(nx * ny);
    let compared = 0;
    for (let k = 0; k < 300; k++) {
      const [i, j] = [(k * 7919) % nx, (k * 104_729) % ny];
      const row = [...person];
      row[0] = ((x.edges[i] ?? 0) + (x.edges[i + 1] ?? 0)) / 2;
      row[1] = Math.floor(y.edges[j + 1] ?? 0);
      if (row[1] <= (y.edges[j] ?? 0)) continue;
      const said = lengthAt(row, 1);
      if (!said) continue;
      compared += 1;
      expect(scores[j * nx + i]).toBeCloseTo(said.length, 4);
    }
    expect(compared).toBeGreaterThan(30);
  });

  test("each share asks for the depth that answers are held to", () => {
    const found = model.depths([asked(0.1), asked(0.5)], ["Credit amount", "Duration"], person);
    const search = model.search(asked(0.5));
    if (typeof search === "string") throw new Error("the engine answers this itself");
    while (!search.step(1000));
    expect(found?.least[1]).toBe(search.answer(0).min_path_length);
    expect(found?.least[0]).toBeLessThan(found?.least[1] ?? 0);
    expect(model.depths([{ query: person, target: { class: 1 } }], ["Credit amount", "Duration"], person)).toBeNull();
  });

  test("a place is drawn by how many lengths it reaches; the most usual are left as they are", () => {
    expect([1, 2, 2.5, 4].map((length) => levelOf(length, [2, 3]))).toEqual([0, 1, 1, 2]);
    const axis = { feature: "x", kind: "numeric" as const, edges: Float64Array.of(0, 1, 2) };
    const regions = { x: axis, y: { ...axis, feature: "y" }, classes: new Uint8Array(4), scores: Float32Array.of(1, 2, 9, 1), outputs: 1 };
    const scale = (p0: number, p1: number): Scale => ({ lo: 0, hi: 2, p0, p1, discrete: false });
    const areas = depthAreas({ regions, lengths: [2, 3], needed: 1, shades: true }, { x: scale(10, 30), y: scale(50, 30) }, { x: 10, y: 30, w: 20, h: 20 }, 2);
    const boxes = Object.fromEntries(areas.map(({ level, d }) => [level, d]));
    // Up is the first row last: cell (0, 0) stands at the lower left, (1, 1) at the upper right.
    expect(boxes).toEqual({ 0: "M20 30h10v10h-10zM10 40h10v10h-10z", 1: "M20 40h10v10h-10z" });
  });
});
