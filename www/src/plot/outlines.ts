/** Outlines of the empty ball in pixels, cut to the plot, and where their meaning is written. */
import type { StepCost } from "../cost.js";
import { cheaperThan, outline, type Allowed, type BallAxis, type Outline, type Point } from "./ball.js";
import type { MapAxis, MapLimit, MapPoint, MapReach } from "./contract.js";
import { overlap, type Rect } from "./labels.js";
import { isDiscrete, levels, toPixel, windowOf } from "./scales.js";
import type { Scales } from "./frame.js";
import { MOST_WHOLE } from "./whole-pieces.js";

/** A polyline in pixels; a ring ends where it began. */
export type Line = Point[];

export interface DrawnOutline {
  lines: Line[];
  /** Where text may follow it: itself, or along steps the smooth line through them. */
  along: Line[];
  solid: boolean;
  /** The text to be written along it. */
  says: "proved" | "best" | null;
  budget: number;
  /** There are limits: outside of them nothing is said. */
  limited: boolean;
}

/** The part of an outline that an axis allows; at an open end nothing is cut. */
function allowedOn(axis: MapAxis, limit: MapLimit, at: number): Allowed {
  if (axis.locked) return { lo: at, hi: at };
  const { lo, hi, levels } = limit;
  return { lo: lo ?? Number.NEGATIVE_INFINITY, hi: hi ?? Number.POSITIVE_INFINITY, ...(levels ? { levels } : {}) };
}

/** Whole numbers beside the window, whose steps lie outside of the plot. */
const BESIDE = 4;

export function ballAxis(axis: MapAxis, cost: StepCost, at: number, limit: MapLimit): BallAxis {
  const [lo, hi] = windowOf(axis);
  const whole = axis.kind === "integer" && Number.isInteger(at) && hi - lo <= MOST_WHOLE && !(axis.locked === true || (limit.lo !== null && limit.lo === limit.hi));
  return {
    cost,
    at,
    levels: isDiscrete(axis) ? levels(axis) : whole ? Math.ceil(hi) - Math.floor(lo) + 2 * BESIDE + 1 : 0,
    ...(whole ? { from: Math.floor(lo) - BESIDE } : {}),
    unordered: axis.kind === "binary" || axis.kind === "categorical",
    far: 3 * (hi - lo) + Math.abs(at - lo) + Math.abs(at - hi),
    allowed: allowedOn(axis, limit, at),
  };
}

/** Which budgets are drawn, and how. One that leaves nothing cheaper is not. */
export function budgets(reach: MapReach): { budget: number; solid: boolean; says: DrawnOutline["says"] }[] {
  const drawn = (budget: number | null): number | null => (budget !== null && cheaperThan(reach, budget) !== null ? budget : null);
  const [proved, best] = [drawn(reach.proved), drawn(reach.best)];
  if (proved !== null && (best === null || proved >= cheaperThan(reach, best)!)) return [{ budget: proved, solid: false, says: "proved" }];
  const out: { budget: number; solid: boolean; says: DrawnOutline["says"] }[] = [];
  if (proved !== null) out.push({ budget: proved, solid: true, says: null });
  if (best !== null) out.push({ budget: best, solid: false, says: "best" });
  return out;
}

/** An outline as polylines and rings in values, and the text along it. */
export interface Shape extends Omit<DrawnOutline, "lines" | "along"> {
  shape: (steps: number) => Outline[];
  /** The same as if whole numbers had others between them. */
  through: (steps: number) => Outline[];
}

/** The outlines of a reach, cut to the allowed values. */
export function outlineShapes(reach: MapReach, factual: MapPoint, x: MapAxis, y: MapAxis, allowed: { x: MapLimit; y: MapLimit }): Shape[] {
  const bx = ballAxis(x, reach.x, factual.x, allowed.x);
  const by = ballAxis(y, reach.y, factual.y, allowed.y);
  const smooth = ({ from, ...axis }: BallAxis): BallAxis => (from === undefined ? axis : { ...axis, levels: 0 });
  return budgets(reach).map((one) => ({
    ...one,
    limited: reach.limited === true,
    shape: (steps) => outline(reach, one.budget, bx, by, steps),
    through: (steps) => outline(reach, one.budget, smooth(bx), smooth(by), steps),
  }));
}

export function drawnOutlines(reach: MapReach, factual: MapPoint, x: MapAxis, y: MapAxis, allowed: { x: MapLimit; y: MapLimit }, scales: Scales, plot: Rect): DrawnOutline[] {
  const size = Math.max(plot.w, plot.h);
  return outlineShapes(reach, factual, x, y, allowed).map(({ shape, through, ...one }) => {
    // Enough straight pieces that a curve strays less than a quarter of a pixel from its chord.
    const coarse = through(8);
    const radius = Math.max(0, ...coarse.flatMap((o) => o.points.map((p) => pixelDistance(p, factual, scales))));
    const steps = Math.min(256, Math.max(16, Math.ceil(Math.sqrt(1.3 * Math.min(radius, size * 500)))));
    const drawn = (shape: Shape["shape"]): Line[] => shape(steps).flatMap((o) => {
      const pixels = o.points.map((p): Point => [toPixel(scales.x, p[0]), toPixel(scales.y, p[1])]);
      if (o.closed && pixels.length > 0) pixels.push(pixels[0]!);
      return clipLine(pixels, { x: plot.x - 6, y: plot.y - 6, w: plot.w + 12, h: plot.h + 12 });
    });
    return { ...one, lines: drawn(shape), along: drawn(through) };
  });
}

function pixelDistance(p: Point, factual: MapPoint, s: Scales): number {
  return Math.hypot(toPixel(s.x, p[0]) - toPixel(s.x, factual.x), toPixel(s.y, p[1]) - toPixel(s.y, factual.y));
}

/** The parts of a polyline inside a rectangle (Liang and Barsky's clipping, piece by piece). */
export function clipLine(points: Line, r: Rect): Line[] {
  const out: Line[] = [];
  let open: Line | null = null;
  for (let k = 0; k + 1 < points.length; k++) {
    const piece = clipPiece(points[k]!, points[k + 1]!, r);
    if (!piece) {
      open = null;
      continue;
    }
    const [a, b] = piece;
    const last: Point | undefined = open?.at(-1);
    if (open && last?.[0] === a[0] && last[1] === a[1]) open.push(b);
    else out.push((open = [a, b]));
  }
  return out;
}

function clipPiece(a: Point, b: Point, r: Rect): [Point, Point] | null {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  let t0 = 0;
  let t1 = 1;
  const sides: [number, number][] = [
    [-dx, a[0] - r.x],
    [dx, r.x + r.w - a[0]],
    [-dy, a[1] - r.y],
    [dy, r.y + r.h - a[1]],
  ];
  for (const [p, q] of sides) {
    if (p === 0) {
      if (q < 0) return null;
    } else if (p < 0) t0 = Math.max(t0, q / p);
    else t1 = Math.min(t1, q / p);
  }
  if (t0 > t1) return null;
  const at = (t: number): Point => (t === 0 ? a : t === 1 ? b : [a[0] + t * dx, a[1] + t * dy]);
  return [at(t0), at(t1)];
}

export function pathOf(line: Line): string {
  const first = line[0]!;
  const last = line.at(-1)!;
  const ring = line.length > 2 && first[0] === last[0] && first[1] === last[1];
  const body = (ring ? line.slice(0, -1) : line).map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  return `M${body}${ring ? "Z" : ""}`;
}

/** Pixels from a point to the nearest piece of a polyline. */
export function distanceTo(line: Line, x: number, y: number): number {
  let least = Infinity;
  for (let k = 0; k + 1 < line.length; k++) {
    const [ax, ay] = line[k]!;
    const dx = line[k + 1]![0] - ax;
    const dy = line[k + 1]![1] - ay;
    const t = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    least = Math.min(least, Math.hypot(x - ax - t * dx, y - ay - t * dy));
  }
  return least;
}

/** A stretch of an outline that text follows, left to right, and the side on which it stands. */
export interface Written {
  d: string;
  below: boolean;
  rects: Rect[];
}

/** Part of a polyline between two distances along it. */
function stretch(line: Line, from: number, to: number): Line {
  const out: Line = [];
  let walked = 0;
  for (let k = 0; k + 1 < line.length; k++) {
    const a = line[k]!;
    const b = line[k + 1]!;
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const lo = Math.max(from - walked, 0);
    const hi = Math.min(to - walked, length);
    if (lo < hi) {
      const at = (d: number): Point => [a[0] + ((b[0] - a[0]) * d) / length, a[1] + ((b[1] - a[1]) * d) / length];
      if (out.length === 0) out.push(at(lo));
      out.push(at(hi));
    }
    walked += length;
  }
  return out;
}

/** Points along a polyline every `every` pixels, with their direction. */
function samples(line: Line, every: number): { x: number; y: number; ux: number; uy: number }[] {
  const out: { x: number; y: number; ux: number; uy: number }[] = [];
  let rest = 0;
  for (let k = 0; k + 1 < line.length; k++) {
    const a = line[k]!;
    const b = line[k + 1]!;
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (length === 0) continue;
    const ux = (b[0] - a[0]) / length;
    const uy = (b[1] - a[1]) / length;
    let d = rest;
    for (; d <= length; d += every) out.push({ x: a[0] + ux * d, y: a[1] + uy * d, ux, uy });
    rest = d - length;
  }
  return out;
}

/**
 * Finds a free place for a text of `width` pixels along one of the lines, on the inner side (towards `centre`), preferring the lower
 * left; null when it would cross something or bend sharply.
 */
export function writeAlong(lines: readonly Line[], width: number, centre: Point, frame: Rect, hard: readonly Rect[]): Written | null {
  let best: Written | null = null;
  let least = Infinity;
  const long = width + 12;
  for (const line of lines) {
    const total = line.slice(1).reduce((sum, p, k) => sum + Math.hypot(p[0] - line[k]![0], p[1] - line[k]![1]), 0);
    for (let from = 0; from + long <= total; from += 16) {
      let part = stretch(line, from, from + long);
      if (part[0]![0] > part.at(-1)![0]) part = part.reverse();
      const points = samples(part, 8);
      const first = points[0]!;
      if (points.some((p) => p.ux * first.ux + p.uy * first.uy < 0.55 || Math.abs(p.ux) < 0.34)) continue;
      const bends = points.slice(1).some((p, k) => p.ux * points[k]!.ux + p.uy * points[k]!.uy < 0.96);
      if (bends) continue;
      const mid = points[points.length >> 1]!;
      const below = centre[1] > mid.y;
      const off = below ? 13 : -13;
      const rects = points.map((p) => ({ x: p.x - p.uy * off - 8, y: p.y + p.ux * off - 8, w: 16, h: 16 }));
      const cut = rects.some((r) => r.x < frame.x || r.y < frame.y || r.x + r.w > frame.x + frame.w || r.y + r.h > frame.y + frame.h);
      if (cut || rects.some((r) => hard.some((h) => overlap(r, h) > 0))) continue;
      const score = (below ? 400 : 0) + (mid.x > centre[0] ? 200 : 0) + Math.abs(Math.hypot(mid.x - centre[0], mid.y - centre[1]) * 0.2);
      if (score < least) {
        least = score;
        best = { d: pathOf(part), below, rects };
      }
    }
  }
  return best;
}

export interface WrittenText extends Written {
  text: string;
}

/**
 * Places the text on the meaning of an outline. Along the outline, the longer text first. Where neither fits there and it `mayLeave` the
 * outline, level with the frame, under or over the outline's tip.
 */
export function writeMeaning(
  lines: readonly Line[],
  texts: readonly [string, string],
  centre: Point,
  frame: Rect,
  hard: readonly Rect[],
  measure: (text: string, weight: number) => number,
  mayLeave: boolean,
): WrittenText | null {
  for (const text of texts) {
    const along = writeAlong(lines, measure(text, 400), centre, frame, hard);
    if (along) return { ...along, text };
  }
  const points = lines.flat();
  if (!mayLeave || points.length === 0) return null;
  const lowest = points.reduce((a, b) => (b[1] > a[1] ? b : a));
  const highest = points.reduce((a, b) => (b[1] < a[1] ? b : a));
  for (const text of texts) {
    const w = measure(text, 400);
    for (const y of [lowest[1] + 19, highest[1] - 10]) {
      const rect = { x: centre[0] - w / 2 - 2, y: y - 13, w: w + 4, h: 18 };
      const clear = rect.x >= frame.x && rect.y >= frame.y && rect.x + rect.w <= frame.x + frame.w && rect.y + rect.h <= frame.y + frame.h;
      if (!clear || hard.some((h) => overlap(rect, h) > 0)) continue;
      // Text on a path stands 9 pixels over it.
      return { d: pathOf([[rect.x - 6, y + 9], [rect.x + rect.w + 6, y + 9]]), below: false, rects: [rect], text };
    }
  }
  return null;
}
