/** Pieces whose scores vary: the codes of their points, and the lines inside them where the shown class changes. */
import type { Polygons, Regions } from "../types.js";
import type { Lines } from "./cells.js";
import type { Rect } from "./labels.js";
import type { MapClass, MapScoring } from "./contract.js";
import type { Scales } from "./frame.js";
import { toPixel, toValue } from "./scales.js";
import { scoresAt } from "./scores.js";
import { coder, SHADES, type Coder } from "./shade.js";

type XY = { x: number; y: number };

/** The code of a point of a piece, for each of its points. */
export type CodeAt = (piece: number, at: XY) => number;

/** Codes of points; null where every piece has one code throughout. */
export function codesInside(regions: Regions, codes: ArrayLike<number>, classes: readonly MapClass[], scoring: MapScoring): CodeAt | null {
  if (!regions.polygons?.raw) return null;
  const code: Coder = coder(regions, classes, scoring);
  return (piece, at) => {
    const scores = scoresAt(regions, piece, at);
    return scores ? code(regions.classes[piece]!, scores, 0) : codes[piece]!;
  };
}

const shownOf = (code: number): number => Math.floor(code / SHADES);

/** Squares of this many device pixels are asked at their corners whether the shown class changes inside. */
const SQUARE = 4;

/** The lines in device pixels where the shown class changes: inside pieces, and where two of them meet. */
export function bordersInside(polygons: Polygons, codeAt: CodeAt, scales: Scales, plot: Rect, ratio: number): Lines {
  const out: Lines = [];
  const pixel = ({ x, y }: XY): XY => ({ x: (toPixel(scales.x, x) - plot.x) * ratio, y: (toPixel(scales.y, y) - plot.y) * ratio });
  const value = ({ x, y }: XY): XY => ({ x: toValue(scales.x, x / ratio + plot.x), y: toValue(scales.y, y / ratio + plot.y) });
  const { first, points, borders, between } = polygons;
  for (let piece = 0; piece + 1 < first.length; piece++) {
    const corners: XY[] = [];
    for (let k = first[piece]!; k < first[piece + 1]!; k++) corners.push(pixel({ x: points[2 * k]!, y: points[2 * k + 1]! }));
    const shown = (at: XY): number => shownOf(codeAt(piece, value(at)));
    level(corners, shown, { w: plot.w * ratio, h: plot.h * ratio }, out);
  }
  for (let k = 0; 3 * k < between.length; k++) {
    const [from, to] = [0, 2].map((end) => pixel({ x: borders[4 * k + end]!, y: borders[4 * k + end + 1]! })) as [XY, XY];
    const [below, above] = [between[3 * k + 1]!, between[3 * k + 2]!];
    const steps = Math.max(1, Math.min(4000, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y))));
    const at = (share: number): XY => ({ x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) });
    const differs = (step: number): boolean => {
      const middle = value(at((step + 0.5) / steps));
      return shownOf(codeAt(below, middle)) !== shownOf(codeAt(above, middle));
    };
    for (let step = 0; step < steps; step++) {
      if (!differs(step)) continue;
      const begin = step;
      while (step + 1 < steps && differs(step + 1)) step++;
      const [a, b] = [at(begin / steps), at((step + 1) / steps)];
      out.push(a.x, a.y, b.x, b.y);
    }
  }
  return out;
}

/** Where the shown class changes in a convex polygon, square by square. Its function goes on beyond the polygon. */
function level(corners: readonly XY[], shown: (at: XY) => number, size: { w: number; h: number }, out: Lines): void {
  const end = (axis: "x" | "y", most: number): [number, number] => {
    const all = corners.map((p) => p[axis]);
    return [Math.max(0, Math.floor(Math.min(...all) / SQUARE)), Math.min(Math.ceil(most / SQUARE), Math.ceil(Math.max(...all) / SQUARE))];
  };
  const [[i0, i1], [j0, j1]] = [end("x", size.w), end("y", size.h)];
  const row = (j: number): number[] => Array.from({ length: Math.max(0, i1 - i0) + 1 }, (_, i) => shown({ x: (i0 + i) * SQUARE, y: j * SQUARE }));
  for (let j = j0, low = row(j0); j < j1; j++) {
    const high = row(j + 1);
    for (let i = i0; i < i1; i++) {
      const k = i - i0;
      const around = [low[k]!, low[k + 1]!, high[k + 1]!, high[k]!];
      if (around.every((code) => code === around[0])) continue;
      const spots: XY[] = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]].map(([x, y]) => ({ x: x! * SQUARE, y: y! * SQUARE }));
      const met = around.flatMap((code, n) => (code === around[(n + 1) % 4] ? [] : [change(spots[n]!, spots[(n + 1) % 4]!, shown)]));
      for (let n = 0; n + 1 < met.length; n += 2) clipped(met[n]!, met[n + 1]!, corners, out);
    }
    low = high;
  }
}

/** Where the shown class changes between two points. */
function change(a: XY, b: XY, shown: (at: XY) => number): XY {
  const own = shown(a);
  let [from, to] = [a, b];
  for (let k = 0; k < 12; k++) {
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    if (shown(middle) === own) from = middle;
    else to = middle;
  }
  return from;
}

/** The part of a segment in a convex polygon. */
function clipped(a: XY, b: XY, corners: readonly XY[], out: Lines): void {
  // On the screen the corners go clockwise or not, as the axes do.
  const area = corners.reduce((sum, p, k) => sum + p.x * corners[(k + 1) % corners.length]!.y - corners[(k + 1) % corners.length]!.x * p.y, 0);
  let [from, to] = [0, 1];
  for (const [k, p] of corners.entries()) {
    const q = corners[(k + 1) % corners.length]!;
    const depth = (r: XY): number => Math.sign(area) * ((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x));
    const [d, e] = [depth(a), depth(b)];
    if (d < 0 && e < 0) return;
    if (d < 0) from = Math.max(from, d / (d - e));
    if (e < 0) to = Math.min(to, d / (d - e));
  }
  if (from < to) out.push(a.x + from * (b.x - a.x), a.y + from * (b.y - a.y), a.x + to * (b.x - a.x), a.y + to * (b.y - a.y));
}

/** Whether some point of a part of a piece may be of a target class. Where that cannot be told of its corners, it may. */
export function mayBeTarget(regions: Regions, piece: number, corners: readonly XY[], classes: readonly MapClass[], scoring: MapScoring): boolean {
  const all = corners.map((at) => scoresAt(regions, piece, at) ?? []);
  if (scoring.by === "value") {
    const values = all.map(([value = Number.NaN]) => value);
    return !(Math.max(...values) < scoring.from || Math.min(...values) > scoring.to);
  }
  if (scoring.by === "cost" || scoring.threshold === undefined) return classes[regions.classes[piece]!]?.target ?? false;
  const { threshold } = scoring;
  // Of two classes, a probability is largest at a corner; of more it need not be.
  return regions.outputs > 2 || all.some((scores) => scores.reduce((sum, score, k) => (classes[k]?.target ? sum + score : sum), 0) >= threshold);
}
