import { describe, expect, it } from "vitest";
import { allowedRect, hit, inForce, placeHandles } from "../../../www/src/plot/handles.js";
import { frameOf, scalesOf } from "../../../www/src/plot/frame.js";
import { draggedEnd, draggedLimit, draggedPoint, keyStep, panned, pressedEdge, pressedPoint, zoomedAxis } from "../../../www/src/plot/drag-values.js";
import { shifted, toPixel, toValue, zoomed, type Range } from "../../../www/src/plot/scales.js";
import { cellOf, firstAbove, lastWithin, nearest, stepped, stops } from "../../../www/src/plot/snap.js";
import { axis } from "./helpers.js";
import { draws } from "../../../www/src/draws.js";

const amount = axis({ kind: "integer", decimals: 0, thresholds: [10.5, 20.5, 33, 60.5], unit: "DM" });
const level = axis({ feature: "Job", kind: "ordinal", labels: ["a", "b", "c", "d"], min: 0, max: 3 });
const open = { lo: 0, hi: 100 };
const press = (key: string, more: { shift?: boolean; alt?: boolean } = {}): { key: string; shift: boolean; alt: boolean } => ({ key, shift: false, alt: false, ...more });

describe("stops of an edge", () => {
  it("lie at the first value of a cell for a low end and at its last for a high end", () => {
    expect(stops(amount, "lo")).toEqual([0, 11, 21, 34, 61, 100]);
    expect(stops(amount, "hi")).toEqual([0, 10, 20, 33, 60, 100]);
  });

  it("never name a value of another cell, whatever the thresholds", () => {
    const rnd = draws(8);
    for (let k = 0; k < 200; k++) {
      const thresholds = Array.from({ length: 12 }, () => Math.fround(rnd() * 100)).sort((p, q) => p - q);
      const a = axis({ thresholds, decimals: Math.floor(rnd() * 4) });
      thresholds.forEach((c, n) => {
        const low = firstAbove(a, c, thresholds[n + 1] ?? Infinity);
        // The threshold itself (closed, one point of the cell below) where the axis's digits have no value inside.
        expect(low === c || cellOf(thresholds, low) === cellOf(thresholds, c + 1e-9)).toBe(true);
        expect(cellOf(thresholds, lastWithin(a, c, thresholds[n - 1] ?? -Infinity))).toBe(cellOf(thresholds, c));
      });
    }
  });

  it("on levels are the levels", () => {
    expect(stops(level, "lo")).toEqual([0, 1, 2, 3]);
  });

  it("nearest and stepped walk an ascending list", () => {
    const list = [0, 10, 20, 33];
    expect([-5, 4, 6, 27, 99].map((v) => nearest(list, v))).toEqual([0, 0, 10, 33, 33]);
    expect([stepped(list, 10, 1), stepped(list, 12, 1), stepped(list, 12, -1), stepped(list, 33, 5), stepped(list, 0, -1)]).toEqual([20, 20, 10, 33, 0]);
  });
});

describe("dragging an edge", () => {
  it("snaps, goes freely with Alt, and opens at the domain's end", () => {
    expect(draggedEnd(amount, "hi", 22, open, false)).toBe(20);
    expect(draggedEnd(amount, "hi", 22.4, open, true)).toBe(22);
    expect(draggedEnd(amount, "hi", 97, open, false)).toBeNull();
    expect(draggedEnd(amount, "lo", -50, open, false)).toBeNull();
  });

  it("does not pass the other edge", () => {
    expect(draggedEnd(amount, "lo", 80, { lo: 0, hi: 33 }, false)).toBe(33);
    expect(draggedEnd(amount, "hi", 3, { lo: 11, hi: 100 }, false)).toBe(11);
  });

  it("on levels moves by whole bands", () => {
    expect(draggedEnd(level, "lo", 0.6, { lo: 0, hi: 3 }, false)).toBe(1);
    expect(draggedEnd(level, "hi", 1.4, { lo: 0, hi: 3 }, true)).toBe(1);
    expect(draggedEnd(level, "hi", 3.5, { lo: 0, hi: 3 }, false)).toBeNull();
  });
});

const measure = (t: string): number => t.length * 6;
const frame = frameOf(632, 620, { x: amount, y: level, hide: [], answer: null }, measure, "en");
const scales = scalesOf(frame, amount, level);

describe("the frame", () => {
  it("gives the plot of the pictures", () => {
    const months = axis({ feature: "Duration", kind: "integer", unit: "months", min: 4, max: 60, window: [4, 60] });
    expect(frameOf(632, 620, { x: amount, y: months, hide: [], answer: null }, measure, "en").plot).toEqual({ x: 56, y: 14, w: 558, h: 560 });
    expect(frameOf(390, 352, { x: amount, y: months, hide: [], answer: null }, measure, "en").plot).toEqual({ x: 48, y: 10, w: 330, h: 300 });
  });

  it("is square where that is asked for, in any room", () => {
    for (const [width, height] of [[632, 620], [736, 380], [358, 900], [300, 160]] as const) {
      const { plot } = frameOf(width, height, { x: amount, y: level, hide: [], answer: null, square: true }, measure, "en");
      expect(plot.w).toBe(plot.h);
      expect(plot.x + plot.w).toBeLessThanOrEqual(width);
      expect(plot.y + plot.h).toBeLessThanOrEqual(height);
    }
  });

  it("makes room for long numbers", () => {
    const big = axis({ min: 0, max: 2e6, window: [0, 2e6] });
    expect(frameOf(632, 620, { x: amount, y: big, hide: [], answer: null }, measure, "en").plot.x).toBeGreaterThan(80);
  });
});

describe("dragging the dot", () => {
  it("gives whole numbers and levels, inside the window", () => {
    const was = { x: 43, y: 1 };
    expect(draggedPoint(amount, level, scales, { x: toPixel(scales.x, 51.3), y: toPixel(scales.y, 2.2) }, was)).toEqual({ x: 51, y: 2 });
    expect(draggedPoint(amount, level, scales, { x: -900, y: 9000 }, was)).toEqual({ x: 0, y: 0 });
  });

  it("keeps a value to the last digit when pressed without moving, or on a locked axis", () => {
    const exact = axis({ decimals: 0 });
    const s = scalesOf(frame, exact, level);
    expect(draggedPoint(exact, level, s, { x: toPixel(s.x, 43.217), y: toPixel(s.y, 1) }, { x: 43.217, y: 1 })).toEqual({ x: 43.217, y: 1 });
    expect(draggedPoint({ ...exact, locked: true }, level, s, { x: 300, y: toPixel(s.y, 3) }, { x: 43.217, y: 1 })).toEqual({ x: 43.217, y: 3 });
  });

  it("a corner moves two edges, an edge that stays put keeps its limit", () => {
    const limits = { given: { x: { lo: 12, hi: null }, y: { lo: null, hi: 2 } }, force: { x: { lo: 12, hi: 100 }, y: { lo: 0, hi: 2 } } };
    const at = { x: toPixel(scales.x, 34.4), y: toPixel(scales.y, 2.5) };
    expect(draggedLimit("top-left", { x: amount, y: level }, scales, at, limits, false)).toEqual({ x: { lo: 34, hi: null }, y: { lo: null, hi: 2 } });
  });
});

describe("keys", () => {
  it("move the dot by a round step, ten of them with Shift, to the next cell with Alt", () => {
    const at = { x: 43, y: 1 };
    expect(keyStep(amount)).toBe(1);
    expect(pressedPoint(amount, level, at, press("ArrowRight"))).toEqual({ x: 44, y: 1 });
    expect(pressedPoint(amount, level, at, press("ArrowLeft", { shift: true }))).toEqual({ x: 33, y: 1 });
    expect(pressedPoint(amount, level, at, press("ArrowRight", { alt: true }))).toEqual({ x: 61, y: 1 });
    expect(pressedPoint(amount, level, at, press("ArrowLeft", { alt: true }))).toEqual({ x: 33, y: 1 });
    expect(pressedPoint(amount, level, at, press("ArrowUp"))).toEqual({ x: 43, y: 2 });
    expect(pressedPoint(amount, level, { x: 100, y: 3 }, press("ArrowUp"))).toEqual({ x: 100, y: 3 });
    expect(pressedPoint(amount, level, at, press("a"))).toBeNull();
  });

  it("Alt always leaves the cell, even one narrower than the axis's digits", () => {
    const narrow = axis({ decimals: 0, thresholds: [20.1, 20.2, 20.3] });
    const next = pressedPoint(narrow, level, { x: 20.15, y: 0 }, press("ArrowRight", { alt: true }))!;
    expect(cellOf(narrow.thresholds, next.x)).toBe(2);
    const back = pressedPoint(narrow, level, next, press("ArrowLeft", { alt: true }))!;
    expect(cellOf(narrow.thresholds, back.x)).toBe(1);
  });

  it("move an edge from stop to stop, open it with Delete", () => {
    expect(pressedEdge("right", amount, { lo: 0, hi: 33 }, press("ArrowRight"))).toBe(60);
    expect(pressedEdge("right", amount, { lo: 0, hi: 60 }, press("ArrowRight"))).toBeNull();
    expect(pressedEdge("left", amount, { lo: 11, hi: 33 }, press("End"))).toBe(33);
    expect(pressedEdge("left", amount, { lo: 11, hi: 33 }, press("Delete"))).toBeNull();
    expect(pressedEdge("left", amount, { lo: 11, hi: 33 }, press("ArrowRight", { alt: true }))).toBe(12);
    expect(pressedEdge("left", amount, { lo: 11, hi: 33 }, press("x"))).toBeUndefined();
  });
});

describe("zoom and pan", () => {
  const domain: Range = [0, 100];
  it("keep the place under the pointer", () => {
    const w = zoomed([20, 60], 0.5, 30, domain, 1);
    expect(w).toEqual([25, 45]);
    const s = { lo: w[0], hi: w[1], p0: 0, p1: 400, discrete: false };
    expect(toValue(s, toPixel({ ...s, lo: 20, hi: 60 }, 30))).toBeCloseTo(30);
  });
  it("stay within the domain and above the least span", () => {
    expect(zoomed([20, 60], 9, 30, domain, 1)).toEqual([0, 100]);
    expect(zoomed([20, 22], 0.01, 21, domain, 1)).toEqual([20.5, 21.5]);
    expect(shifted([20, 60], -50, domain)).toEqual([0, 40]);
    expect(shifted([20, 60], 500, domain)).toEqual([60, 100]);
  });
  it("leave levels alone, and follow the hand", () => {
    expect(zoomedAxis(level, 0.5, 1, [0, 3], [0, 3])).toBeUndefined();
    const right = panned(amount, scales.x, 55.8, [20, 60], domain)!;
    expect(right[0]).toBeLessThan(20);
  });
});

describe("handles", () => {
  const months = axis({ feature: "Duration", kind: "integer", min: 4, max: 60, window: [4, 60] });
  const f = frameOf(632, 620, { x: amount, y: months, hide: [], answer: null }, measure, "en");
  const s = scalesOf(f, amount, months);
  const rect = allowedRect(f, s, amount, months, { lo: 30, hi: 80 }, { lo: 12, hi: 54 });

  it("sit on the edges and corners, edges first", () => {
    const list = placeHandles(f, rect, { x: true, y: true }, []);
    expect(list.map((h) => h.id)).toEqual(["left", "right", "bottom", "top", "bottom-left", "bottom-right", "top-left", "top-right"]);
    const left = list[0]!;
    expect(left.x).toBeCloseTo(toPixel(s.x, 30));
    expect(left.y).toBeCloseTo((toPixel(s.y, 12) + toPixel(s.y, 54)) / 2);
  });

  it("slide along the edge, away from a mark on it", () => {
    const mid = { x: toPixel(s.x, 30), y: rect.y + rect.h / 2 };
    const left = placeHandles(f, rect, { x: true, y: true }, [mid])[0]!;
    expect(left.x).toBeCloseTo(mid.x);
    expect(Math.abs(left.y - mid.y)).toBeGreaterThanOrEqual(34);
  });

  it("leave a dot or ring in sight that stands in the rectangle's corner: the corner has none", () => {
    const seen = (dot: { x: number; y: number }): string[] => placeHandles(f, rect, { x: true, y: true }, [dot]).map((h) => h.id);
    const [x, y] = [rect.x + rect.w, rect.y];
    expect(seen({ x, y })).toEqual(["left", "right", "bottom", "top", "bottom-left", "bottom-right", "top-left"]);
    expect(seen({ x: x - 21, y })).not.toContain("top-right");
    expect(seen({ x: x - 22, y })).toContain("top-right");
  });

  it("go with a lock, and are kept for the keyboard when out of sight", () => {
    expect(placeHandles(f, rect, { x: false, y: true }, []).map((h) => h.id)).toEqual(["bottom", "top"]);
    const off = allowedRect(f, s, { ...amount, window: [0, 100] }, months, { lo: 30, hi: 800 }, { lo: 12, hi: 54 });
    const right = placeHandles(f, off, { x: true, y: true }, [])[1]!;
    expect(right.seen).toBe(false);
    expect(hit(right.x, right.y, null, [right], f)).not.toEqual({ kind: "handle", id: "right" });
  });

  it("are hit within 44 pixels, the nearest first, the dot when the pointer is on it", () => {
    const list = placeHandles(f, rect, { x: true, y: true }, []);
    const left = list[0]!;
    expect(hit(left.x - 21, left.y + 21, null, list, f)).toEqual({ kind: "handle", id: "left" });
    expect(hit(left.x + 4, left.y, { x: left.x + 10, y: left.y }, list, f)).toEqual({ kind: "dot" });
    expect(hit(left.x - 18, left.y, { x: left.x + 3, y: left.y }, list, f)).toEqual({ kind: "handle", id: "left" });
    expect(hit(f.plot.x + 3, f.plot.y + 3, null, list, f)).toEqual({ kind: "plot" });
    expect(hit(2, 2, null, list, f)).toBeNull();
  });

  it("a locked axis allows its own value alone, an open end reaches the domain's", () => {
    expect(inForce({ ...amount, locked: true }, { lo: 3, hi: null }, 43)).toEqual({ lo: 43, hi: 43 });
    expect(inForce(amount, { lo: 3, hi: null }, 43)).toEqual({ lo: 3, hi: 100 });
    expect(inForce(level, { lo: null, hi: null }, 1)).toEqual({ lo: 0, hi: 3 });
  });
});
