import { describe, expect, it } from "vitest";
import { CellMap } from "../../../www/src/plot/cellmap.js";
import { frameOf, scalesOf } from "../../../www/src/plot/frame.js";
import { secondBorder } from "../../../www/src/plot/second.js";
import type { Regions } from "../../../www/src/types.js";
import { axis, TWO } from "./helpers.js";

/** Four quarters of a square from 0 to 100: the upper right one is of the second class. */
const quarters = (): Regions => ({
  x: { feature: "x", kind: "numeric", edges: Float64Array.from([0, 50, 100]) },
  y: { feature: "y", kind: "numeric", edges: Float64Array.from([0, 50, 100]) },
  outputs: 2,
  classes: Uint8Array.from([0, 0, 0, 1]),
  scores: Float32Array.from([0.9, 0.1, 0.8, 0.2, 0.9, 0.1, 0.3, 0.7]),
});

describe("the border of a second model", () => {
  it("runs between its classes, in pixels of the plot, with places for its name beside", () => {
    const frame = { ...frameOf(500, 400, { x: axis(), y: axis(), hide: ["axes"], answer: null }, () => 20, "en"), plot: { x: 10, y: 20, w: 200, h: 100 } };
    const scales = scalesOf(frame, axis(), axis());
    for (const ratio of [1, 2]) {
      const laid = new CellMap().laid(quarters(), TWO, { by: "class" }, frame, scales, ratio, false);
      const { view, area } = secondBorder(laid, "b.json", frame.plot, ratio);
      expect(JSON.stringify(view)).toContain("M100 0L100 50M100 50L200 50");
      expect(area).toEqual({ slot: -1, name: "b.json", target: false, rects: [{ x: 114, y: -4, w: 150, h: 50 }, { x: 114, y: 46, w: 150, h: 24 }] });
    }
  });
});
