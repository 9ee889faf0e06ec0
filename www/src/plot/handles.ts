/** The allowed rectangle and its handles: where they are, and which one a pointer means. */
import type { AxisName, MapAxis, MapLimit } from "./contract.js";
import type { Frame, Scales } from "./frame.js";
import type { Rect } from "./labels.js";
import { isDiscrete, levels, toPixel, type Scale } from "./scales.js";

export type EdgeSide = "left" | "right" | "bottom" | "top";
export type HandleId = EdgeSide | `${"bottom" | "top"}-${"left" | "right"}`;

export interface Handle {
  /** An edge or a corner of the rectangle, or the line of a limit on a sum, by its number. */
  id: HandleId | `line-${number}`;
  x: number;
  y: number;
  corner: boolean;
  /** False: outside the plot; there for the keyboard alone. */
  seen: boolean;
  /** Of a line: its direction in degrees. */
  turn?: number;
}

/** The number of the line that a handle is on; undefined of the rectangle's. */
export const lineOf = (id: string): number | undefined => (id.startsWith("line-") ? Number(id.slice(5)) : undefined);

export const HIT = 44;
/** How far from a dot or ring an edge's handle stands, if there is room. */
const CLEAR = 34;

type Point = { x: number; y: number };

export const EDGES: Record<EdgeSide, { axis: AxisName; side: "lo" | "hi" }> = {
  left: { axis: "x", side: "lo" },
  right: { axis: "x", side: "hi" },
  bottom: { axis: "y", side: "lo" },
  top: { axis: "y", side: "hi" },
};

/** The edges that a handle moves: one, or a corner's two. */
export function edgesOf(id: HandleId): EdgeSide[] {
  return id.split("-") as EdgeSide[];
}

/** The limit that is in force: a locked axis stands at the factual, an open end at the domain's. */
export function inForce(axis: MapAxis, limit: MapLimit, factual: number | null): { lo: number; hi: number } {
  if (axis.locked && factual !== null) return { lo: factual, hi: factual };
  const last = levels(axis) - 1;
  const ends = isDiscrete(axis) ? { lo: 0, hi: last } : { lo: axis.min, hi: axis.max };
  return { lo: limit.lo ?? ends.lo, hi: limit.hi ?? ends.hi };
}

export function movable(axis: MapAxis, limit: MapLimit): boolean {
  return !axis.locked && !limit.levels;
}

/** Pixel ends of the allowed part, low value first; levels are whole bands. */
function ends(axis: MapAxis, s: Scale, limit: { lo: number; hi: number }): [number, number] {
  const half = isDiscrete(axis) ? 0.5 : 0;
  return [toPixel(s, limit.lo - half), toPixel(s, limit.hi + half)];
}

/** The rectangle in pixels, kept within 40 px of the plot so that drawing stays cheap. */
export function allowedRect(frame: Frame, scales: Scales, x: MapAxis, y: MapAxis, lx: { lo: number; hi: number }, ly: { lo: number; hi: number }): Rect {
  const { plot } = frame;
  const [left, right] = ends(x, scales.x, lx).map((v) => Math.min(Math.max(v, plot.x - 40), plot.x + plot.w + 40)) as [number, number];
  const [bottom, top] = ends(y, scales.y, ly).map((v) => Math.min(Math.max(v, plot.y - 40), plot.y + plot.h + 40)) as [number, number];
  return { x: left, y: top, w: Math.max(0, right - left), h: Math.max(0, bottom - top) };
}

/**
 * The handles of the rectangle, edges first. `avoid` are points (dot, ring): an edge's handle slides away from them along its edge, and a corner that
 * would cover one has none.
 */
export function placeHandles({ plot }: Frame, rect: Rect, moves: { x: boolean; y: boolean }, avoid: readonly Point[]): Handle[] {
  const nearX = (x: number): number => Math.min(Math.max(x, plot.x), plot.x + plot.w);
  const nearY = (y: number): number => Math.min(Math.max(y, plot.y), plot.y + plot.h);
  const within = (at: number, near: (at: number) => number): boolean => Math.abs(near(at) - at) <= 1;
  const clearance = (p: Point): number => Math.min(...avoid.map((a) => Math.hypot(a.x - p.x, a.y - p.y)), CLEAR);
  const slide = (lo: number, hi: number, point: (t: number) => Point): Point => {
    const mid = (lo + hi) / 2;
    let best = point(mid);
    for (let d = 12; d <= (hi - lo - HIT) / 2 && clearance(best) < CLEAR; d += 12) {
      for (const p of [point(mid - d), point(mid + d)]) if (clearance(p) > clearance(best)) best = p;
    }
    return best;
  };
  const [x0, x1, y0, y1] = [rect.x, rect.x + rect.w, rect.y, rect.y + rect.h];
  const beside = [["left", x0], ["right", x1]] as const;
  const over = [["bottom", y1], ["top", y0]] as const;
  const out: Handle[] = [];
  if (moves.x) {
    for (const [id, x] of beside) {
      const seen = within(x, nearX) && y0 <= plot.y + plot.h && y1 >= plot.y;
      out.push({ id, corner: false, seen, ...slide(nearY(y0), nearY(y1), (y) => ({ x: nearX(x), y })) });
    }
  }
  if (moves.y) {
    for (const [id, y] of over) {
      const seen = within(y, nearY) && x0 <= plot.x + plot.w && x1 >= plot.x;
      out.push({ id, corner: false, seen, ...slide(nearX(x0), nearX(x1), (x) => ({ x, y: nearY(y) })) });
    }
  }
  if (moves.x && moves.y) {
    for (const [v, y] of over) {
      for (const [h, x] of beside) if (within(x, nearX) && within(y, nearY) && clearance({ x, y }) >= HIT / 2) out.push({ id: `${v}-${h}`, corner: true, seen: true, x, y });
    }
  }
  return out;
}

export type Target = { kind: "dot" } | { kind: "handle"; id: Handle["id"] } | { kind: "plot" };

/** The thing that a pointer at (x, y) takes hold of: the nearest within its 44 pixels; the dot when the pointer is on it. */
export function hit(x: number, y: number, dot: { x: number; y: number } | null, handles: readonly Handle[], frame: Frame): Target | null {
  const half = HIT / 2;
  let best: Target | null = null;
  let least = Infinity;
  if (dot) {
    const d = Math.hypot(dot.x - x, dot.y - y);
    if (d <= 12) return { kind: "dot" };
    if (d <= half) {
      best = { kind: "dot" };
      least = d;
    }
  }
  for (const h of handles) {
    if (!h.seen || Math.abs(h.x - x) > half || Math.abs(h.y - y) > half) continue;
    const d = Math.hypot(h.x - x, h.y - y);
    if (d < least) {
      best = { kind: "handle", id: h.id };
      least = d;
    }
  }
  if (best) return best;
  const { plot } = frame;
  const within = x >= plot.x && x <= plot.x + plot.w && y >= plot.y && y <= plot.y + plot.h;
  return within ? { kind: "plot" } : null;
}
