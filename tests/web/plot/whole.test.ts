/** Axes of whole numbers: cells, cuts, words and outlines tell of whole numbers alone. */
import { describe, expect, it } from "vitest";
import { draws } from "../../../www/src/draws.js";
import { sliceCost } from "../../../www/src/plot/ball.js";
import { cellAt, rangeText } from "../../../www/src/plot/pointed-box.js";
import type { MapAxis, MapReach } from "../../../www/src/plot/contract.js";
import { ballAxis, outlineShapes } from "../../../www/src/plot/outlines.js";
import { wholeAxis, wholeRegions } from "../../../www/src/plot/whole.js";
import { ENGLISH } from "../../../www/src/plot/words.js";
import type { Outline } from "../../../www/src/plot/ball.js";
import type { Regions } from "../../../www/src/types.js";

const years = (thresholds: number[], window: [number, number] = [0, 40]): MapAxis => ({ feature: "Years", kind: "integer", thresholds, min: 0, max: 40, window });

/** Random cuts, several of them between the same two whole numbers, and a class a cell. */
function slice(seed: number): { regions: Regions; cuts: number[] } {
  const rnd = draws(seed);
  const cuts = [...new Set(Array.from({ length: 12 }, () => (rnd() < 0.3 ? Math.floor(40 * rnd()) : rnd() < 0.5 ? Math.floor(40 * rnd()) + 0.5 : 40 * rnd())))].filter((cut) => cut > 0).sort((a, b) => a - b);
  const edges = [0, ...cuts, 40];
  const other = [0, 0.3, 1];
  const classes = Uint8Array.from({ length: (edges.length - 1) * 2 }, () => Math.floor(2 * rnd()));
  return { cuts, regions: { x: { feature: "Years", kind: "integer", edges: Float64Array.from(edges) }, y: { feature: "Share", kind: "numeric", edges: Float64Array.from(other) }, classes, scores: Float32Array.from(classes), outputs: 1 } };
}

const at = (r: Regions, x: number, y: number): number => r.classes[cellAt(r.y, y) * (r.x.edges.length - 1) + cellAt(r.x, x)]!;

describe("an axis of whole numbers", () => {
  it("has ground for each whole number, of its own class and half a step to either side, and none without one", () => {
    for (let seed = 1; seed <= 60; seed++) {
      const { regions } = slice(seed);
      const whole = wholeRegions(regions);
      for (let x = 0; x <= 40; x++) {
        for (const y of [0.1, 0.7]) {
          for (const beside of [-0.49, 0, 0.49]) {
            const to = Math.min(40, Math.max(0, x + beside));
            expect(at(whole, to, y), `seed ${seed}, ${to}`).toBe(at(regions, x, y));
          }
        }
      }
      const edges = [...whole.x.edges];
      edges.slice(1).forEach((end, k) => expect(Math.floor(end) - Math.ceil(edges[k]!)).toBeGreaterThanOrEqual(0));
      expect(whole.scores).toEqual(Float32Array.from(whole.classes));
      expect(wholeRegions(regions)).toBe(whole);
    }
  });

  it("is told in whole numbers, whatever the cuts", () => {
    for (let seed = 1; seed <= 60; seed++) {
      const { regions, cuts } = slice(seed);
      const axis = wholeAxis(years(cuts));
      const { edges } = wholeRegions(regions).x;
      for (let k = 0; k + 1 < edges.length; k++) expect(rangeText(axis, edges[k]!, edges[k + 1]!, ENGLISH)).toMatch(/^years (\d+|\d+ to \d+|\d+ or more|up to \d+)$|^any years$/);
    }
  });

  it("has outlines in steps, inside of which lies no ground of a whole number that costs as much", () => {
    const inside = (lines: readonly Outline[], x: number, y: number): boolean =>
      lines.reduce((odd, { points, closed }) => {
        // A line is where one change alone is affordable: nothing lies inside of it.
        if (!closed) return odd;
        return points.reduce((now, [ax, ay], k) => {
          const [bx, by] = points[(k + 1) % points.length]!;
          return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax ? !now : now;
        }, odd);
      }, false);
    const rnd = draws(3);
    for (const norm of ["l1", "l2", "linf", { l1: 1, l0: 0.1 }] as const) {
      for (const other of [years([], [0, 30]), { feature: "Share", kind: "numeric", thresholds: [], min: 0, max: 1, window: [0, 1] } satisfies MapAxis]) {
        const reach: MapReach = { norm, x: { scale: 40, up: 1, down: 2 }, y: { scale: other.max, up: 0.5, down: 1 }, proved: 0.4, best: 0.4 };
        const dot = { x: 17, y: other.kind === "integer" ? 11 : 0.4, label: "" };
        const open = { lo: null, hi: null };
        const [shape] = outlineShapes(reach, dot, years([]), other, { x: open, y: open });
        const lines = shape!.shape(64);
        const axes = [ballAxis(years([]), reach.x, dot.x, open), ballAxis(other, reach.y, dot.y, open)] as const;
        let held = 0;
        for (let k = 0; k < 600; k++) {
          const [px, py] = [40 * rnd(), other.window[1] * rnd()];
          const cost = sliceCost(reach, ...axes, Math.round(px), other.kind === "integer" ? Math.round(py) : py);
          if (Math.abs(cost - 0.4) < 2e-3 && other.kind !== "integer") continue;
          // Where only one change is affordable, its line has no inside.
          if (typeof norm === "object" && other.kind !== "integer" && sliceCost(reach, ...axes, Math.round(px), dot.y) + 0.05 > 0.4 - 1e-9) continue;
          expect(inside(lines, px, py), `${JSON.stringify(norm)} ${px} ${py} costs ${cost}`).toBe(cost < 0.4 - 1e-9);
          held += Number(cost < 0.4);
        }
        expect(held).toBeGreaterThan(10);
      }
    }
  });
});
