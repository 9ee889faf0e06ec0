import { describe, expect, it } from "vitest";
import { outline, sliceCost, type BallAxis, type Outline } from "../../../www/src/plot/ball.js";
import { budgets } from "../../../www/src/plot/outlines.js";
import type { MapReach } from "../../../www/src/plot/contract.js";
import { draws } from "../../../www/src/draws.js";

const COST = { scale: 10, up: 1, down: 2 };

function ball(more: Partial<BallAxis> = {}): BallAxis {
  return { cost: COST, at: 5, levels: 0, unordered: false, far: 1e4, ...more };
}

function reach(norm: MapReach["norm"], more: Partial<MapReach> = {}): MapReach {
  return { norm, x: COST, y: COST, proved: 1, best: 1, ...more };
}

/** Even-odd test against the closed rings. */
function inRing(outlines: Outline[], x: number, y: number): boolean {
  let inside = false;
  for (const o of outlines.filter((r) => r.closed)) {
    for (let k = 0; k < o.points.length; k++) {
      const [ax, ay] = o.points[k]!;
      const [bx, by] = o.points[(k + 1) % o.points.length]!;
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    }
  }
  return inside;
}

const MIXES: MapReach["norm"][] = ["l1", "l2", "linf", { l1: 1, l2: 0.5 }, { l1: 0.3, linf: 1 }, { l0: 0.1, l1: 1 }];

describe("the outline of the empty ball", () => {
  for (const norm of MIXES) {
    for (const perChange of [0, 0.1]) {
      it(`${JSON.stringify(norm)} with ${perChange} a change holds exactly the cheaper points`, () => {
        const r = reach(norm, { perChange });
        const x = ball();
        const y = ball({ at: 3, cost: { scale: 4, up: 0.5, down: 3 } });
        const o = outline({ ...r, y: y.cost }, 1, x, y, 256);
        const rnd = draws(4);
        for (let k = 0; k < 2000; k++) {
          const px = 5 + (rnd() - 0.5) * 40;
          const py = 3 + (rnd() - 0.5) * 30;
          const cost = sliceCost({ ...r, y: y.cost }, x, y, px, py);
          // The polygon is made of chords: right at the border it may be off by their sagitta.
          if (Math.abs(cost - 1) < 2e-3) continue;
          expect(inRing(o, px, py)).toBe(cost < 1);
        }
      });
    }
  }

  it("l1 is a diamond with its own length in each direction", () => {
    const [d] = outline(reach("l1"), 1, ball(), ball());
    const corners = d!.points.map((p) => p.map((v) => Math.round(v * 1e6) / 1e6 + 0).join(" "));
    expect(corners.sort()).toEqual(["0 5", "15 5", "5 0", "5 15"]);
  });

  it("a price a change leaves arms beyond the body", () => {
    const o = outline(reach("l1", { perChange: 0.2 }), 1, ball(), ball());
    const arms = o.filter((p) => !p.closed);
    expect(arms).toHaveLength(4);
    const right = Math.max(...arms.flatMap((a) => a.points.map((p) => p[0])));
    expect(right).toBeCloseTo(5 + 0.8 * 10, 6);
    const body = Math.max(...o.find((p) => p.closed)!.points.map((p) => p[0]));
    expect(body).toBeCloseTo(5 + 0.6 * 10, 6);
  });

  it("counting changes: one change is no cheaper than one change, two leave the cross", () => {
    const even = { ...COST, down: 1 };
    const r = reach("l0", { x: even, y: even });
    const axis = ball({ cost: even });
    expect(outline(r, 1, axis, axis)).toEqual([]);
    const cross = outline(r, 2, axis, axis);
    expect(cross).toHaveLength(4);
    expect(cross.every((o) => !o.closed && o.points.some(([a, b]) => a === 5 && b === 5))).toBe(true);
  });

  for (const norm of MIXES) {
    it(`${JSON.stringify(norm)} is cut to the allowed part, wherever the factual stands`, () => {
      const rnd = draws(9);
      for (let turn = 0; turn < 20; turn++) {
        const limit = (): { lo: number; hi: number } => {
          const [lo = 0, hi = 0] = [rnd() * 30 - 12, rnd() * 30 - 12].sort((p, q) => p - q);
          return rnd() < 0.2 ? { lo: Number.NEGATIVE_INFINITY, hi } : { lo, hi };
        };
        const x = ball({ allowed: limit() });
        const y = ball({ at: 3, cost: { scale: 4, up: 0.5, down: 3 }, allowed: limit() });
        const r = { ...reach(norm), y: y.cost };
        const o = outline(r, 1, x, y, 256);
        for (let k = 0; k < 300; k++) {
          const [px, py] = [5 + (rnd() - 0.5) * 40, 3 + (rnd() - 0.5) * 30];
          const cost = sliceCost(r, x, y, px, py);
          if (Math.abs(cost - 1) < 2e-3) continue;
          const allowed = px > x.allowed!.lo && px < x.allowed!.hi && py > y.allowed!.lo && py < y.allowed!.hi;
          expect(inRing(o, px, py)).toBe(cost < 1 && allowed);
        }
      }
    });
  }

  it("where an axis may not change, or only one change is left, lines are all there is", () => {
    const flat = outline(reach("l1"), 1, ball({ allowed: { lo: 5, hi: 5 } }), ball({ allowed: { lo: 0, hi: 100 } }));
    expect(flat).toHaveLength(1);
    expect(flat[0]!.closed).toBe(false);
    for (const [k, [a, b]] of [[5, 0], [5, 15]].entries()) {
      expect(flat[0]!.points[k]![0]).toBeCloseTo(a!, 6);
      expect(flat[0]!.points[k]![1]).toBeCloseTo(b!, 6);
    }
    const arms = outline(reach("l2", { changes: 1 }), 1, ball(), ball());
    expect(arms).toHaveLength(4);
    expect(arms.every((one) => !one.closed)).toBe(true);
    expect(outline(reach("l2", { changes: 0 }), 1, ball(), ball())).toEqual([]);
  });

  it("levels that are not allowed are outside", () => {
    const x = ball({ at: 1, levels: 4, cost: { scale: 3, up: 1, down: 1 }, allowed: { lo: 0, hi: 3, levels: [true, true, false, true] } });
    const o = outline(reach("l1", { x: x.cost }), 2, x, ball());
    expect(o.some(({ points }) => points.every(([px]) => px > 1.5 && px < 2.5))).toBe(false);
    expect(o.flatMap(({ points }) => points).every(([px]) => px <= 1.5 || px >= 2.5)).toBe(true);
  });

  it("no budget, no outline", () => {
    for (const budget of [0, -1, NaN]) expect(outline(reach("l1"), budget, ball(), ball())).toEqual([]);
  });

  it("a point that costs as much as the answer is not inside, however much of the cost is used elsewhere", () => {
    const rnd = draws(6);
    const dear = { scale: 1, up: 2, down: 2 };
    for (let k = 0; k < 2000; k++) {
      const used = 2 * rnd();
      const weight = 10 ** (-12 * rnd());
      const cost = { scale: 10, up: weight, down: weight };
      // As a cost is added up, and the used part is taken off again.
      const budget = used + weight - used;
      const r = reach("l0", { x: cost, y: dear, used });
      expect(outline(r, budget, ball({ cost }), ball({ cost: dear }))).toEqual([]);
      const levels = ball({ at: 0, levels: 2, unordered: true, cost });
      for (const y of [ball({ cost: dear }), ball({ at: 0, levels: 2, cost: dear })]) {
        expect(outline(r, budget, levels, y).every(({ points }) => points.every(([at]) => at <= 0.5)), `${String(weight)} beside ${String(used)}`).toBe(true);
      }
      if (weight > 1e-5) expect(outline(r, budget * 1.001, ball({ cost }), ball({ cost: dear }))).toHaveLength(2);
    }
  });

  it("a budget that rounding left is none, and no line says that it is drawn", () => {
    for (const norm of ["l0", "l1", "l2"] as const) {
      for (const rest of [0, 2 ** -52, 2 ** -53, -(2 ** -53)]) {
        const x = ball({ levels: 3, at: 1 });
        expect(outline(reach(norm, { used: 0.97 }), rest, x, ball())).toEqual([]);
        expect(budgets(reach(norm, { used: 0.97, proved: rest, best: 0.2 }))).toEqual([{ budget: 0.2, solid: false, says: "best" }]);
        expect(budgets(reach(norm, { used: 0.97, proved: rest, best: rest }))).toEqual([]);
      }
    }
    // The largest change: the part that the others have used is not taken off.
    expect(budgets(reach("linf", { restMax: 0.5, proved: 0.5, best: 0.5 * (1 + 2 ** -52) }))).toEqual([]);
    expect(budgets(reach("linf", { restMax: 0.5, proved: 0.5, best: 0.6 }))).toEqual([{ budget: 0.6, solid: false, says: "best" }]);
    // A bound and an answer that are the same but for rounding are one outline.
    expect(budgets(reach("l1", { used: 0.97, proved: 1e-6, best: 1e-6 + 2 ** -52 }))).toEqual([{ budget: 1e-6, solid: false, says: "proved" }]);
  });

  it("levels both ways: the border runs around exactly the cheaper squares", () => {
    const x = ball({ at: 1, levels: 4, cost: { scale: 3, up: 1, down: 1 } });
    const y = ball({ at: 0, levels: 3, unordered: true, cost: { scale: 2, up: 0.5, down: 0.5 } });
    const r = reach("l1", { x: x.cost, y: y.cost });
    const border = new Set(outline(r, 0.9, x, y).map((o) => JSON.stringify(o.points)));
    const cheap = (i: number, j: number): boolean => i >= 0 && j >= 0 && i < 4 && j < 3 && sliceCost(r, x, y, i, j) < 0.9;
    for (let i = 0; i <= 4; i++) for (let j = 0; j < 3; j++) expect(border.has(JSON.stringify([[i - 0.5, j - 0.5], [i - 0.5, j + 0.5]]))).toBe(cheap(i - 1, j) !== cheap(i, j));
    for (let j = 0; j <= 3; j++) for (let i = 0; i < 4; i++) expect(border.has(JSON.stringify([[i - 0.5, j - 0.5], [i + 0.5, j - 0.5]]))).toBe(cheap(i, j - 1) !== cheap(i, j));
  });

  it("levels across: each band reaches as far as its own step leaves", () => {
    const x = ball({ at: 1, levels: 3, cost: { scale: 2, up: 1, down: 1 } });
    const o = outline(reach("l1", { x: x.cost }), 0.8, x, ball());
    const tops = o.filter((s) => s.points[0]![1] === s.points[1]![1]).map((s) => s.points);
    const top = (k: number): number => Math.max(...tops.filter((p) => p[0]![0] === k - 0.5).map((p) => p[0]![1]));
    expect(top(1)).toBeCloseTo(5 + 8, 6);
    expect(top(0)).toBeCloseTo(5 + 3, 6);
    expect(top(2)).toBeCloseTo(5 + 3, 6);
  });

  it("a table's cost stands in for the norm", () => {
    const x = ball({ at: 0, levels: 3, unordered: true, cost: { scale: 1, up: 1, down: 1, table: [0, 0.2, 5] } });
    expect(sliceCost(reach("l1", { x: x.cost }), x, ball(), 1, 5)).toBeCloseTo(0.2);
    expect(sliceCost(reach("l1", { x: x.cost }), x, ball(), 0, 5)).toBe(0);
  });
});
