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

/** The handles of the rectangle, edges first. `avoid` are points (dot, ring) from which an edge handle slides away along its edge. */
export function placeHandles(frame: Frame, rect: Rect, moves: { x: boolean; y: boolean }, avoid: readonly { x: number; y: number }[]): Handle[] {
  const { plot } = frame;
  const seenX = (x: number): boolean => x >= plot.x - 1 && x <= plot.x + plot.w + 1;
  const seenY = (y: number): boolean => y >= plot.y - 1 && y <= plot.y + plot.h + 1;
  const x0 = Math.max(rect.x, plot.x);
  const x1 = Math.min(rect.x + rect.w, plot.x + plot.w);
  const y0 = Math.max(rect.y, plot.y);
  const y1 = Math.min(rect.y + rect.h, plot.y + plot.h);
  const out: Handle[] = [];
  const slide = (lo: number, hi: number, point: (t: number) => { x: number; y: number }): { x: number; y: number } => {
    const mid = (lo + hi) / 2;
    const room = (hi - lo) / 2 - 22;
    let best = point(mid);
    let clearest = -1;
    for (let d = 0; d <= Math.max(room, 0); d += 12) {
      for (const at of d === 0 ? [mid] : [mid - d, mid + d]) {
        const p = point(at);
        const clear = Math.min(...avoid.map((a) => Math.hypot(a.x - p.x, a.y - p.y)), 34);
        if (clear >= 34) return p;
        if (clear > clearest) {
          clearest = clear;
          best = p;
        }
      }
    }
    return best;
  };
  const left = { x: rect.x, id: "left" as const };
  const right = { x: rect.x + rect.w, id: "right" as const };
  const top = { y: rect.y, id: "top" as const };
  const bottom = { y: rect.y + rect.h, id: "bottom" as const };
  const nearX = (x: number): number => Math.min(Math.max(x, plot.x), plot.x + plot.w);
  const nearY = (y: number): number => Math.min(Math.max(y, plot.y), plot.y + plot.h);
  if (moves.x) {
    for (const e of [left, right]) {
      const seen = seenX(e.x) && y1 >= y0;
      out.push({ id: e.id, corner: false, seen, ...slide(nearY(y0), nearY(y1), (t) => ({ x: nearX(e.x), y: t })) });
    }
  }
  if (moves.y) {
    for (const e of [bottom, top]) {
      const seen = seenY(e.y) && x1 >= x0;
      out.push({ id: e.id, corner: false, seen, ...slide(nearX(x0), nearX(x1), (t) => ({ x: t, y: nearY(e.y) })) });
    }
  }
  if (moves.x && moves.y) {
    for (const v of [bottom, top]) {
      for (const h of [left, right]) if (seenX(h.x) && seenY(v.y)) out.push({ id: `${v.id}-${h.id}`, corner: true, seen: true, x: h.x, y: v.y });
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
