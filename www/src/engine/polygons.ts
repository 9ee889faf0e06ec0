/**
 * The exact pieces of a slice that slanted cuts cross: every tree's cuts that matter there part the window into convex polygons,
 * all trees' over each other; what the model says of a piece is the reference predictor's word on a point inside.
 *
 * Borders are where a cut's sum is met exactly; a model that reads single precision may see a point within its rounding of a
 * border on the other side. Pieces thinner than 1e-9 of the window are not told apart.
 */
import type { FeatureInfo, InputError, Polygons, Prediction, Regions, TreeData } from "../types.js";
import { REALS } from "../check/number.js";
import { goesLeft, isLeaf } from "./node.js";
import type { Window } from "./protocol.js";

/** A slice with more pieces is refused. */
export const MOST_PIECES = 30_000;

/** Distances from a line, in windows, that count as none. */
const NONE = 1e-9;

/** Corners x, y in turns, counter-clockwise, in windows (0 to 1); the line of the side that begins at each, -1 for the frame. */
interface Piece {
  at: number[];
  sides: number[];
}

interface Axis {
  feature: FeatureInfo;
  /** Ends of the window; of levels -0.5 to n - 0.5. */
  lo: number;
  hi: number;
  /** 0: a number. */
  levels: number;
}

function axisOf(feature: FeatureInfo, at: readonly number[], window?: [number, number]): Axis {
  const discrete = feature.kind !== "numeric" && feature.kind !== "integer";
  const levels = discrete ? (feature.labels?.length ?? feature.values?.length ?? Math.max(2, feature.columns.length)) : 0;
  if (discrete) return { feature, lo: -0.5, hi: levels - 0.5, levels };
  const own = [at[feature.columns[0]!]!].filter(Number.isFinite);
  const [lo, hi] = window ?? [Math.min(feature.min, ...own), Math.max(feature.max, ...own)];
  if (window && !(lo < hi && Number.isFinite(hi - lo))) refuse(`the window ${lo} to ${hi} is empty`, "finite ends, the lower first");
  const half = lo < hi ? 0 : 0.5 * Math.max(1, Math.abs(lo));
  return { feature, lo: lo - half, hi: hi + half, levels };
}

function refuse(what: string, right: string): never {
  const input: InputError = { message: `request: ${what}; give ${right}`, source: "request", where: "/window", what, right };
  throw input as unknown as Error;
}

/** Whether a slanted cut reads one of two features, so that the slice is no grid of cells. */
export function crossed(data: TreeData, axes: readonly FeatureInfo[]): boolean {
  const columns = new Set(axes.flatMap((axis) => axis.columns));
  return Object.values(data.tests).some((test) => "columns" in test && test.columns.some((column) => columns.has(column)));
}

/** Sets a feature's columns in a row to a coordinate. */
function place(row: number[], { feature, levels }: Axis, at: number): void {
  if (feature.columns.length > 1) feature.columns.forEach((column, level) => (row[column] = level === at ? 1 : 0));
  else row[feature.columns[0]!] = levels > 0 ? (feature.values?.[at] ?? at) : at;
}

/**
 * Cuts the plane of two features through a row. `predict` is the reference predictor, of rows one after another.
 * Throws an `InputError` where the window has more than [`MOST_PIECES`].
 */
export function arrange(
  data: TreeData,
  features: readonly [FeatureInfo, FeatureInfo],
  at: readonly number[],
  window: Window | undefined,
  predict: (rows: Float64Array) => Prediction[],
): Regions {
  const [x, y] = [axisOf(features[0], at, window?.x), axisOf(features[1], at, window?.y)];
  const lines: number[] = [];
  const pieces: Piece[] = [];
  const rows: number[] = [];
  /** The line between two levels of each axis. */
  const between = [x, y].map((axis, index) => {
    const first = lines.length / 3;
    for (let k = 1; k < axis.levels; k++) lines.push(index === 0 ? 1 : 0, index, k - 0.5);
    return first;
  });
  const side = (axis: Axis, index: number, end: number): number => (end <= 0 || end >= axis.levels ? -1 : between[index]! + end - 1);
  for (let j = 0; j < Math.max(1, y.levels); j++) {
    for (let i = 0; i < Math.max(1, x.levels); i++) {
      const row = [...at];
      if (x.levels > 0) place(row, x, i);
      if (y.levels > 0) place(row, y, j);
      const ends = ({ levels }: Axis, k: number): [number, number] => (levels > 0 ? [k / levels, (k + 1) / levels] : [0, 1]);
      const [[x0, x1], [y0, y1]] = [ends(x, i), ends(y, j)];
      const whole: Piece = { at: [x0, y0, x1, y0, x1, y1, x0, y1], sides: [side(y, 1, j), side(x, 0, i + 1), side(y, 1, j + 1), side(x, 0, i)] };
      for (const piece of overlay(data, x, y, row, whole, lines, pieces.length)) {
        pieces.push(piece);
        const n = piece.sides.length;
        let [u, v] = [0, 0];
        for (let k = 0; k < 2 * n; k += 2) [u, v] = [u + piece.at[k]! / n, v + piece.at[k + 1]! / n];
        if (x.levels === 0) place(row, x, x.lo + u * (x.hi - x.lo));
        if (y.levels === 0) place(row, y, y.lo + v * (y.hi - y.lo));
        for (const value of row) rows.push(value);
      }
    }
  }
  return { ...said(predict(Float64Array.from(rows))), x: edgesOf(x), y: edgesOf(y), polygons: packed(pieces, x, y, lines, data.strict) };
}

const edgesOf = ({ feature, lo, hi, levels }: Axis): Regions["x"] => ({
  feature: feature.name,
  kind: feature.kind,
  edges: levels > 0 ? Float64Array.from({ length: levels + 1 }, (_, k) => k - 0.5) : Float64Array.of(lo, hi),
});

function said(found: Prediction[]): Pick<Regions, "classes" | "scores" | "outputs"> {
  const numbers = found.map((one) => ("class" in one ? one.scores : [one.value]));
  return { classes: Uint8Array.from(found, (one) => ("class" in one ? one.class : 0)), scores: Float32Array.from(numbers.flat()), outputs: numbers[0]?.length ?? 1 };
}

function packed(pieces: readonly Piece[], x: Axis, y: Axis, lines: readonly number[], strict: boolean): Polygons {
  const first = new Int32Array(pieces.length + 1);
  pieces.forEach((piece, k) => (first[k + 1] = first[k]! + piece.sides.length));
  const points = new Float64Array(2 * first[pieces.length]!);
  const sides = new Int32Array(first[pieces.length]!);
  const out = ({ lo, hi }: Axis, share: number): number => (share === 1 ? hi : lo + share * (hi - lo));
  pieces.forEach((piece, k) => {
    sides.set(piece.sides, first[k]);
    for (let p = 0; p < piece.at.length; p += 2) points.set([out(x, piece.at[p]!), out(y, piece.at[p + 1]!)], 2 * first[k]! + p);
  });
  return { points, first, sides, lines: Float64Array.from(lines), strict };
}

/** All trees' pieces of one polygon over each other. `row` holds what both axes do not vary; `lines` grows. */
function overlay(data: TreeData, x: Axis, y: Axis, row: readonly number[], whole: Piece, lines: number[], before: number): Piece[] {
  const columns = [x, y].map((axis) => (axis.levels > 0 ? -1 : axis.feature.columns[0]!));
  const [wide, high] = [x.hi - x.lo, y.hi - y.lo];
  /** Of a node: its cut, the ends of its intervals, or that all goes left or right. */
  const known: (Cut | Cut[] | boolean)[] = [];
  const cut = (a: number, b: number, c: number): Cut => {
    const line = lines.length / 3;
    lines.push(a, b, c);
    const [p, q] = [a * wide, b * high];
    const size = Math.hypot(p, q);
    return { a: p / size, b: q / size, c: (c - a * x.lo - b * y.lo) / size, line };
  };
  const cutsOf = (node: number): Cut | Cut[] | boolean => {
    const test = data.tests[node];
    const slope = [0, 0];
    if (test && "columns" in test) test.columns.forEach((column, k) => columns.forEach((own, axis) => (slope[axis]! += column === own ? test.weights[k]! : 0)));
    else columns.forEach((own, axis) => (slope[axis] = own === data.column[node] ? 1 : 0));
    const [a, b] = slope as [number, number];
    if (a === 0 && b === 0) return goesLeft(data, node, row) === true;
    if (!test) return cut(a, b, data.threshold[node]!);
    if ("pieces" in test) return test.pieces.flat().filter(Number.isFinite).map((end) => cut(a, b, end));
    if ("codes" in test) refuse("category sets read an axis that is a number", "another feature for this axis");
    const rest = [...row];
    for (const own of columns) if (own >= 0) rest[own] = 0;
    const fixed = test.columns.reduce((sum, column, k) => sum + test.weights[k]! * REALS[data.input].round(rest[column]!), 0);
    return Number.isNaN(fixed) ? goesLeft(data, node, row) === true : cut(a, b, data.threshold[node]! - fixed);
  };
  const leaves = (root: number, piece: Piece, out: Piece[]): void => {
    let [node, rest] = [root, piece];
    while (!isLeaf(data, node)) {
      const cuts = (known[node] ??= cutsOf(node));
      let left = cuts === true;
      if (Array.isArray(cuts)) {
        let parts = [rest];
        for (const one of cuts) parts = parts.flatMap((part) => (whichSide(part, one) === 0 ? halves(part, one) : [part]));
        const own = columns.indexOf(data.column[node]!);
        const axis = own === 0 ? x : y;
        for (const part of parts) {
          const middle = part.sides.reduce((sum, _, k) => sum + part.at[2 * k + own]!, 0) / part.sides.length;
          const there = [...row];
          place(there, axis, axis.lo + middle * (axis.hi - axis.lo));
          leaves((goesLeft(data, node, there) ? data.left : data.right)[node]!, part, out);
        }
        return;
      }
      if (typeof cuts !== "boolean") {
        const way = whichSide(rest, cuts);
        left = way < 0;
        if (way === 0) {
          const [below, above] = halves(rest, cuts);
          leaves(data.left[node]!, below, out);
          rest = above;
        }
      }
      node = (left ? data.left : data.right)[node]!;
    }
    out.push(rest);
    if (before + out.length > MOST_PIECES) refuse(`the window has more than ${MOST_PIECES} pieces`, "a smaller one");
  };
  let pieces = [whole];
  for (let tree = 0; tree + 1 < data.first.length; tree++) {
    const next: Piece[] = [];
    for (const piece of pieces) leaves(data.first[tree]!, piece, next);
    pieces = next;
  }
  return pieces;
}

/** a u + b v <= c in windows, with (a, b) of length one, and the line that it is. */
interface Cut {
  a: number;
  b: number;
  c: number;
  line: number;
}

/** 1: all of a convex polygon lies above a line; -1: all below; 0: the line parts it. */
export function whichSide({ at }: Piece, { a, b, c }: Cut): number {
  let least = 0;
  let most = 0;
  for (let k = 0; k < at.length; k += 2) {
    const d = a * at[k]! + b * at[k + 1]! - c;
    if (d < least) least = d;
    else if (d > most) most = d;
    if (least < -NONE && most > NONE) return 0;
  }
  return most <= NONE ? -1 : 1;
}

/** What lies below a line that parts a convex polygon, and what above. */
export function halves({ at, sides }: Piece, { a, b, c, line }: Cut): [Piece, Piece] {
  const n = sides.length;
  const [below, above]: [Piece, Piece] = [{ at: [], sides: [] }, { at: [], sides: [] }];
  const put = (to: Piece, u: number, v: number, side: number): void => {
    to.at.push(u, v);
    to.sides.push(side);
  };
  let d = a * at[0]! + b * at[1]! - c;
  for (let k = 0; k < n; k++) {
    const next = k + 1 < n ? 2 * k + 2 : 0;
    const u = at[2 * k]!;
    const v = at[2 * k + 1]!;
    const side = sides[k]!;
    const e = a * at[next]! + b * at[next + 1]! - c;
    const on = Math.abs(d) <= NONE;
    if (on || d < 0) put(below, u, v, on && e > NONE ? line : side);
    if (on || d > 0) put(above, u, v, on && e < -NONE ? line : side);
    if (!on && Math.abs(e) > NONE && d < 0 !== e < 0) {
      const t = d / (d - e);
      const p = u + t * (at[next]! - u);
      const q = v + t * (at[next + 1]! - v);
      put(below, p, q, d < 0 ? line : side);
      put(above, p, q, d < 0 ? side : line);
    }
    d = e;
  }
  return [below, above];
}
