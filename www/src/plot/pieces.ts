/** Slices that slanted cuts cross: their convex pieces on the screen, under the pointer, in words, and the borders between them. */
import type { Polygons, Regions } from "../types.js";
import { boundText, outcomeIn, outcomeOf, type BoxWords } from "./pointed-box.js";
import type { Lines, PixelGrid } from "./cells.js";
import type { MapAxis, MapBox, MapClass, MapScoring, MapWords } from "./contract.js";
import type { Scales } from "./frame.js";
import type { Rect } from "./labels.js";
import { bareValue, nameOf } from "./numbers.js";
import { mayBeTarget, type CodeAt } from "./varying-pieces.js";
import { isDiscrete, toPixel, toValue } from "./scales.js";
import { cornersOf, scoresAt } from "./scores.js";
import { coder, SHADES } from "./shade.js";

type XY = { x: number; y: number };

/** Points in pixels, x and y in turns. */
function pixelsOf(points: Float64Array, scales: Scales, plot: Rect, ratio: number): Float64Array {
  return points.map((v, k) => ((k & 1) === 0 ? toPixel(scales.x, v) - plot.x : toPixel(scales.y, v) - plot.y) * ratio);
}

/** A grid of one cell a device pixel: the code of the piece that holds its middle, -1 where there is none. `inside`: the code of that very point. */
export function pixelPieces(polygons: Polygons, codes: ArrayLike<number>, scales: Scales, plot: Rect, ratio: number, inside: CodeAt | null = null): PixelGrid {
  const [w, h] = [Math.round(plot.w * ratio), Math.round(plot.h * ratio)];
  const out = new Int32Array(w * h).fill(-1);
  const at = pixelsOf(polygons.points, scales, plot, ratio);
  const { first } = polygons;
  for (let piece = 0; piece + 1 < first.length; piece++) {
    const [from, to] = [first[piece]!, first[piece + 1]!];
    let [top, bottom] = [Infinity, -Infinity];
    for (let k = from; k < to; k++) [top, bottom] = [Math.min(top, at[2 * k + 1]!), Math.max(bottom, at[2 * k + 1]!)];
    for (let y = Math.max(0, Math.ceil(top - 0.5)); y < Math.min(h, Math.ceil(bottom - 0.5)); y++) {
      let [left, right] = [Infinity, -Infinity];
      for (let k = from; k < to; k++) {
        const n = k + 1 < to ? k + 1 : from;
        const [ay, by] = [at[2 * k + 1]! - y - 0.5, at[2 * n + 1]! - y - 0.5];
        if (ay > 0 === by > 0) continue;
        const x = at[2 * k]! + ((at[2 * n]! - at[2 * k]!) * ay) / (ay - by);
        left = Math.min(left, x);
        right = Math.max(right, x);
      }
      const [begin, end] = [Math.max(0, Math.ceil(left - 0.5)), Math.max(0, Math.min(w, Math.ceil(right - 0.5)))];
      if (!inside) out.fill(codes[piece]!, y * w + begin, y * w + end);
      else shade(out, y * w, begin, end, (x) => inside(piece, { x: toValue(scales.x, (x + 0.5) / ratio + plot.x), y: toValue(scales.y, (y + 0.5) / ratio + plot.y) }));
    }
  }
  // Rounding may leave a pixel between two pieces to neither.
  for (let k = 1; k + 1 < out.length; k++) if (out[k] === -1 && out[k + 1] !== -1) out[k] = out[k - 1]!;
  const steps = (n: number): Int32Array => Int32Array.from({ length: n + 1 }, (_, k) => k);
  return { xs: steps(w), ys: steps(h), codes: out };
}

/** Fills pixels of a row that starts at `row`. Between two of equal code, four pixels apart, no other is looked for. */
function shade(out: Int32Array, row: number, begin: number, end: number, codeOf: (x: number) => number): void {
  if (begin >= end) return;
  let code = codeOf(begin);
  out[row + begin] = code;
  for (let from = begin; from + 1 < end; ) {
    const to = Math.min(from + 4, end - 1);
    const last = codeOf(to);
    for (let x = from + 1; x < to; x++) out[row + x] = last === code ? code : codeOf(x);
    out[row + to] = last;
    [from, code] = [to, last];
  }
}

/** The same in squares of `size` pixels, for where words may stand: -1 where a square holds several codes. */
export function coarser({ xs, ys, codes }: PixelGrid, size: number): PixelGrid {
  const [w, h] = [xs.length - 1, ys.length - 1];
  const [nx, ny] = [Math.floor(w / size), Math.floor(h / size)];
  const out = new Int32Array(nx * ny);
  for (let k = 0; k < out.length; k++) {
    const corner = Math.floor(k / nx) * size * w + (k % nx) * size;
    const code = codes[corner]!;
    let same = true;
    for (let p = 0; same && p < size * size; p++) same = codes[corner + Math.floor(p / size) * w + (p % size)] === code;
    out[k] = same ? code : -1;
  }
  const steps = (n: number): Int32Array => Int32Array.from({ length: n + 1 }, (_, k) => k * size);
  return { xs: steps(nx), ys: steps(ny), codes: out };
}

/** Where pieces of different codes meet, in device pixels, joined into the longest straight lines. */
export function slantedBorders({ borders, between }: Polygons, codes: ArrayLike<number>, scales: Scales, plot: Rect, ratio: number): Lines {
  const at = pixelsOf(borders, scales, plot, ratio);
  const out: Lines = [];
  let last = -1;
  for (let k = 0; 3 * k < between.length; k++) {
    const line = between[3 * k]!;
    if (codes[between[3 * k + 1]!] === codes[between[3 * k + 2]!]) continue;
    const [x0, y0, x1, y1] = [at[4 * k]!, at[4 * k + 1]!, at[4 * k + 2]!, at[4 * k + 3]!];
    const goesOn = line === last && Math.hypot(x0 - out.at(-2)!, y0 - out.at(-1)!) <= 1e-3;
    if (goesOn) out.splice(-2, 2, x1, y1);
    else out.push(x0, y0, x1, y1);
    last = line;
  }
  return out;
}

const above = (lines: Float64Array, line: number, { x, y }: XY): boolean => lines[3 * line]! * x + lines[3 * line + 1]! * y > lines[3 * line + 2]!;

function centre(polygons: Polygons, piece: number): XY {
  const corners = cornersOf(polygons, piece);
  return { x: corners.reduce((sum, p) => sum + p.x, 0) / corners.length, y: corners.reduce((sum, p) => sum + p.y, 0) / corners.length };
}

/** The piece that holds a point; -1 outside. */
export function pieceAt({ points, first }: Polygons, { x, y }: XY): number {
  for (let piece = 0; piece + 1 < first.length; piece++) {
    const [from, to] = [first[piece]!, first[piece + 1]!];
    let within = true;
    for (let k = from, last = to - 1; within && k < to; last = k++) {
      const [ax, ay] = [points[2 * last]!, points[2 * last + 1]!];
      within = (points[2 * k]! - ax) * (y - ay) >= (points[2 * k + 1]! - ay) * (x - ax);
    }
    if (within) return piece;
  }
  return -1;
}

/** A point in the piece beyond the present one, on the same level line; null at the window's edge. */
export function nextPiece(r: Regions & { polygons: Polygons }, at: XY, axis: "x" | "y", sign: 1 | -1): XY | null {
  const chord = (piece: number): [number, number] | null => {
    const corners = cornersOf(r.polygons, piece);
    const met = corners.flatMap((a, k) => {
      const b = corners[(k + 1) % corners.length]!;
      const [p, q] = axis === "x" ? [a.y - at.y, b.y - at.y] : [a.x - at.x, b.x - at.x];
      if (p > 0 === q > 0) return [];
      return [a[axis] + ((b[axis] - a[axis]) * p) / (p - q)];
    });
    return met.length < 2 ? null : [Math.min(...met), Math.max(...met)];
  };
  const here = chord(pieceAt(r.polygons, at));
  if (!here) return null;
  const { edges } = r[axis];
  const step = (edges.at(-1)! - edges[0]!) * 1e-6;
  // Thin corners of pieces are stepped over.
  for (let beyond = here[sign > 0 ? 1 : 0], tries = 0; tries < 50; tries++) {
    const piece = pieceAt(r.polygons, { ...at, [axis]: beyond + sign * step });
    const found = piece < 0 ? null : chord(piece);
    if (piece < 0) return null;
    if (found && found[1] - found[0] > 2 * step) return { ...at, [axis]: (found[0] + found[1]) / 2 };
    beyond += 2 * sign * step;
  }
  return null;
}

/** Whether no piece of a target class meets the closed limits, and the drawn pieces hold all of the limits. */
export function noTargetPieceWithin(
  r: Regions & { polygons: Polygons },
  codes: Uint16Array,
  classes: readonly MapClass[],
  scoring: MapScoring,
  limits: { x: { lo: number; hi: number }; y: { lo: number; hi: number } },
  flags: { x: readonly boolean[] | undefined; y: readonly boolean[] | undefined },
): boolean {
  for (const axis of ["x", "y"] as const) {
    const { edges, kind } = r[axis];
    if ((kind === "numeric" || kind === "integer") && (edges[0]! > limits[axis].lo || edges.at(-1)! < limits[axis].hi)) return false;
  }
  return codes.every((code, piece) => {
    if (!r.polygons.raw && !classes[Math.floor(code / SHADES)]?.target) return true;
    let corners = cornersOf(r.polygons, piece);
    for (const axis of ["x", "y"] as const) {
      const discrete = r[axis].kind !== "numeric" && r[axis].kind !== "integer";
      const level = Math.round(corners.reduce((sum, p) => sum + p[axis], 0) / corners.length);
      const { lo, hi } = limits[axis];
      if (discrete) {
        if (!(flags[axis]?.[level] ?? (level >= lo && level <= hi))) return true;
        continue;
      }
      corners = within(within(corners, axis, 1, lo), axis, -1, -hi);
      if (corners.length === 0) return true;
    }
    return r.polygons.raw !== undefined && !mayBeTarget(r, piece, corners, classes, scoring);
  });
}

/** The part of a convex polygon where sign * p[axis] >= least. */
function within(corners: XY[], axis: "x" | "y", sign: 1 | -1, least: number): XY[] {
  return corners.flatMap((a, k) => {
    const b = corners[(k + 1) % corners.length]!;
    const [p, q] = [sign * a[axis] - least, sign * b[axis] - least];
    const crossing = p > 0 !== q > 0 && p !== 0 && q !== 0 ? [{ x: a.x + ((b.x - a.x) * p) / (p - q), y: a.y + ((b.y - a.y) * p) / (p - q) }] : [];
    return p >= 0 ? [a, ...crossing] : crossing;
  });
}

/** A slanted bound in words: "2 age − 3 income at most 4". The smaller weight is 1. */
export function slantedText(axes: { x: MapAxis; y: MapAxis }, [a, b, c]: readonly [number, number, number], over: boolean, strict: boolean, words: MapWords): string {
  const scale = Math.sign(a) * Math.min(Math.abs(a), Math.abs(b));
  const number = (v: number): string => new Intl.NumberFormat(words.locale, { maximumSignificantDigits: 4 }).format(v);
  const term = (axis: MapAxis, weight: number): string => {
    const name = words.inSentence(nameOf(axis));
    const shown = number(Math.abs(weight));
    return shown === number(1) ? name : words.times(shown, name);
  };
  const sum = words.sum(term(axes.x, a / scale), term(axes.y, b / scale), b / scale < 0);
  const up = over === scale > 0;
  const closed = over === strict;
  return words.sumBound(sum, number(c / scale), up ? "more" : "less", closed);
}

/** The ends of a rectangle; of whole numbers those beside it. Open where the window cuts it. */
function sidesOf(r: Regions & { polygons: Polygons }, piece: number, axis: "x" | "y"): readonly (number | undefined)[] {
  const all = cornersOf(r.polygons, piece).map((p) => p[axis]);
  const [lo, hi] = [Math.min(...all), Math.max(...all)];
  const { edges, kind } = r[axis];
  return kind === "integer" ? [Math.ceil(lo) - 0.5, Math.floor(hi) + 0.5] : [lo > edges[0]! ? lo : undefined, hi < edges.at(-1)! ? hi : undefined];
}

/** The bounds of a piece, in words: its level or interval on each axis, then its slanted sides. */
function boundsOf(r: Regions & { polygons: Polygons }, piece: number, axes: { x: MapAxis; y: MapAxis }, words: MapWords): string[] {
  const { polygons } = r;
  const { first, sides, lines, strict } = polygons;
  const middle = centre(polygons, piece);
  const ends = { x: [], y: [] } as Record<"x" | "y", [number?, number?]>;
  const slanted: string[] = [];
  for (const line of new Set(sides.subarray(first[piece], first[piece + 1]))) {
    if (line < 0) continue;
    const [a, b, c] = [lines[3 * line]!, lines[3 * line + 1]!, lines[3 * line + 2]!];
    const over = above(lines, line, middle);
    if (a !== 0 && b !== 0) slanted.push(slantedText(axes, [a, b, c], over, strict, words));
    else ends[a === 0 ? "y" : "x"][over === (a + b > 0) ? 0 : 1] = c / (a + b);
  }
  const straight = (["x", "y"] as const).flatMap((axis) => {
    if (isDiscrete(axes[axis])) return [words.exactly(words.inSentence(nameOf(axes[axis])), bareValue(axes[axis], Math.round(middle[axis]), words.locale))];
    const [lo, hi] = lines.length > 0 ? ends[axis] : sidesOf(r, piece, axis);
    return lo === undefined && hi === undefined ? [] : [boundText(axes[axis], lo, hi, words)];
  });
  return [...straight, ...slanted];
}

/** The piece at a point with its words; null outside. */
export function pieceBox(
  r: Regions & { polygons: Polygons },
  codes: Uint16Array,
  axes: { x: MapAxis; y: MapAxis },
  classes: readonly MapClass[],
  scoring: MapScoring,
  words: MapWords,
  at: XY,
): { box: MapBox; piece: number; words: BoxWords } | null {
  const piece = pieceAt(r.polygons, at);
  if (piece < 0) return null;
  const here = scoresAt(r, piece, at);
  const { shown, scores, outcome, score } = here ? outcomeIn(here, coder(r, classes, scoring)(r.classes[piece]!, here, 0), classes, scoring, words) : outcomeOf(r, codes, piece, classes, scoring, words);
  const bounds = boundsOf(r, piece, axes, words);
  const said = (marked: string): string => words.piece(bounds.length > 0 ? bounds : [words.any(words.inSentence(nameOf(axes.x))), words.any(words.inSentence(nameOf(axes.y)))], marked, here && score !== "" ? words.here(score) : score);
  const corners = cornersOf(r.polygons, piece);
  const range = (axis: "x" | "y"): [number, number] => [Math.min(...corners.map((p) => p[axis])), Math.max(...corners.map((p) => p[axis]))];
  return { piece, words: { outcome, said, lead: [words.pieceAtPointer, words.pieceAtCursor], long: true }, box: { x: range("x"), y: range("y"), class: shown, target: classes[shown]?.target ?? false, scores, text: said(outcome) } };
}

/** Pieces of equal code as one path in device pixels. */
export function piecePaths(polygons: Polygons, codes: ArrayLike<number>, scales: Scales, plot: Rect, ratio: number): Map<number, string> {
  const out = new Map<number, string>();
  const at = pixelsOf(polygons.points, scales, plot, ratio);
  for (let piece = 0; piece + 1 < polygons.first.length; piece++) {
    let d = "";
    for (let k = polygons.first[piece]!; k < polygons.first[piece + 1]!; k++) d += `${d === "" ? "M" : "L"}${at[2 * k]!.toFixed(2)} ${at[2 * k + 1]!.toFixed(2)}`;
    out.set(codes[piece]!, `${out.get(codes[piece]!) ?? ""}${d}z`);
  }
  return out;
}
