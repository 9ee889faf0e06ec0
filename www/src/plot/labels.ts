/** Where words go on the map: never over a handle or a ring, never cut by the frame. */

export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

export type Measure = (text: string, weight: number) => number;

export interface Label {
  x: number;
  /** Baseline of the first line. */
  y: number;
  anchor: "start" | "end" | "middle";
  lines: string[];
  rect: Rect;
}

export const LINE = 16;

export function overlap(a: Rect, b: Rect): number {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return w > 0 && h > 0 ? w * h : 0;
}

export function inside(a: Rect, frame: Rect): boolean {
  return a.x >= frame.x && a.y >= frame.y && a.x + a.w <= frame.x + frame.w && a.y + a.h <= frame.y + frame.h;
}

export function around(x: number, y: number, r: number): Rect {
  return { x: x - r, y: y - r, w: 2 * r, h: 2 * r };
}

/** Small squares along a line, so that words keep off it. */
export function alongLine(x1: number, y1: number, x2: number, y2: number, r = 3): Rect[] {
  const n = Math.max(1, Math.ceil(Math.hypot(x2 - x1, y2 - y1) / (2 * r)));
  return Array.from({ length: n + 1 }, (_, k) => around(x1 + ((x2 - x1) * k) / n, y1 + ((y2 - y1) * k) / n, r));
}

/** Marks closer than this (pixels) may be taken for each other's; the cost of a label on that side, in ranks. */
const NEAR = 90;
const ASTRAY = 9;

interface Candidate {
  anchor: Label["anchor"];
  dx: number;
  /** Baseline of the first line, relative to the point. */
  dy: number;
}

/**
 * Places a label beside a point: right, left, below, then above; each also a little higher and lower. `hard` must stay
 * clear, `soft` (arrows, outlines) costs a little, and so does the side of a mark nearby (`beside`), whose name it would seem.
 * Tries all lines first, then the name alone; null when even that is cut.
 */
export function placeLabel(
  at: { x: number; y: number; r: number },
  lines: string[],
  frame: Rect,
  hard: readonly Rect[],
  soft: readonly Rect[],
  measure: Measure,
  beside: { x: number; y: number } | null = null,
): Label | null {
  const near = beside !== null && Math.hypot(beside.x - at.x, beside.y - at.y) < NEAR ? beside : null;
  for (const shown of lines.length > 1 ? [lines, lines.slice(0, 1)] : [lines]) {
    const widths = shown.map((t, i) => measure(t, i === 0 ? 600 : 400));
    const w = Math.max(...widths) + 2;
    const h = shown.length * LINE;
    let best: Label | null = null;
    let least = Infinity;
    for (const [rank, c] of candidates(at.r, shown.length).entries()) {
      const x = at.x + c.dx;
      const y = at.y + c.dy;
      const left = c.anchor === "start" ? x : c.anchor === "end" ? x - w : x - w / 2;
      const rect = { x: left, y: y - 12, w, h };
      if (!inside(rect, frame) || hard.some((o) => overlap(rect, o) > 0)) continue;
      const towards = near !== null && (near.x - at.x) * (left + w / 2 - at.x) + (near.y - at.y) * (rect.y + h / 2 - at.y) > 0;
      const score = rank + (towards ? ASTRAY : 0) + soft.reduce((sum, o) => sum + overlap(rect, o), 0) / 12;
      if (score < least) {
        least = score;
        best = { x, y, anchor: c.anchor, lines: shown, rect };
      }
    }
    if (best) return best;
  }
  return null;
}

function candidates(r: number, lines: number): Candidate[] {
  const gap = r + 8;
  const first = 4 - ((lines - 1) * LINE) / 2;
  const sides: Candidate[] = [];
  for (const dy of [first, first - 14, first + 14]) sides.push({ anchor: "start", dx: gap, dy });
  for (const dy of [first, first - 14, first + 14]) sides.push({ anchor: "end", dx: -gap, dy });
  const below: Candidate[] = [0, 24, -24].map((dx) => ({ anchor: dx === 0 ? "middle" : dx > 0 ? "start" : "end", dx, dy: r + 18 }));
  const above: Candidate[] = [0, 24, -24].map((dx) => ({
    anchor: dx === 0 ? "middle" : dx > 0 ? "start" : "end",
    dx,
    dy: -r - 10 - (lines - 1) * LINE,
  }));
  const far: Candidate[] = [];
  for (const dy of [first - 28, first + 28]) far.push({ anchor: "start", dx: gap + 8, dy }, { anchor: "end", dx: -gap - 8, dy });
  return [...sides, ...below, ...above, ...far];
}

/**
 * A free place for a word, nearest to the middle of the largest of `areas`; null when none holds it. Keeps off `soft` where it can.
 */
export function placeWord(width: number, areas: readonly Rect[], frame: Rect, hard: readonly Rect[], soft: readonly Rect[]): { x: number; y: number } | null {
  return wordClearOf(width, areas, frame, [...hard, ...soft]) ?? wordClearOf(width, areas, frame, hard);
}

function wordClearOf(width: number, areas: readonly Rect[], frame: Rect, hard: readonly Rect[]): { x: number; y: number } | null {
  const sorted = [...areas].sort((a, b) => b.w * b.h - a.w * a.h).slice(0, 12);
  for (const tight of [false, true]) {
    for (const area of sorted) {
      if (!tight && (area.w < width + 8 || area.h < LINE + 4)) continue;
      const spots: { x: number; y: number; d: number }[] = [];
      for (let fy = 1; fy < 10; fy++) {
        for (let fx = 1; fx < 10; fx++) {
          const x = area.x + (area.w * fx) / 10;
          const y = area.y + (area.h * fy) / 10;
          spots.push({ x, y, d: Math.hypot(fx - 5, fy - 5) });
        }
      }
      spots.sort((a, b) => a.d - b.d);
      for (const s of spots) {
        const rect = { x: s.x - width / 2 - 4, y: s.y - 10, w: width + 8, h: 20 };
        const home = tight ? frame : intersect(area, frame);
        if (inside(rect, home) && !hard.some((o) => overlap(rect, o) > 0)) return { x: s.x, y: s.y + 4.5 };
      }
    }
  }
  return null;
}

export function intersect(a: Rect, b: Rect): Rect {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  return { x, y, w: Math.min(a.x + a.w, b.x + b.w) - x, h: Math.min(a.y + a.h, b.y + b.h) - y };
}
