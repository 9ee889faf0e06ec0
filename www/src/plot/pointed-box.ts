/** The box under the pointer: neighbouring cells of equal outcome, and how it is told. */
import type { RegionAxis, Regions } from "../types.js";
import type { MapAxis, MapBox, MapClass, MapScoring, MapWords } from "./contract.js";
import { inSentence } from "./names.js";
import { bareValue, nameOf, percent, plainNumber, withUnit } from "./numbers.js";
import { isDiscrete, levels } from "./scales.js";
import { SHADES } from "./shade.js";
import { cellOf, firstAbove, lastWithin } from "./snap.js";

/**
 * The cell that holds a value (edges[i] < v <= edges[i + 1], as the model reads v); -1 outside. The lowest edge itself belongs to
 * cell 0.
 */
export function cellAt(axis: RegionAxis, value: number): number {
  const { edges, input } = axis;
  const n = edges.length - 1;
  if (n < 1 || value < (edges[0]!) || value > (edges[n]!)) return -1;
  const read = input === "float32" ? Math.fround(value) : value;
  let lo = 0;
  let hi = n - 1;
  while (lo < hi) {
    const mid = (lo + hi) >> 1;
    if (read <= edges[mid + 1]!) hi = mid;
    else lo = mid + 1;
  }
  return lo;
}

/** Half-open ranges of cells. */
export interface CellBox {
  i0: number;
  i1: number;
  j0: number;
  j1: number;
}

/** Grows a cell along x, then y, over cells of the very same class and scores. */
export function growBox(r: Regions, i: number, j: number): CellBox {
  const nx = r.x.edges.length - 1;
  const ny = r.y.edges.length - 1;
  const home = j * nx + i;
  const same = (a: number, b: number): boolean => {
    const c = b * nx + a;
    if (r.classes[c] !== r.classes[home]) return false;
    for (let k = 0; k < r.outputs; k++) if (r.scores[c * r.outputs + k] !== r.scores[home * r.outputs + k]) return false;
    return true;
  };
  let i0 = i;
  let i1 = i + 1;
  while (i0 > 0 && same(i0 - 1, j)) i0--;
  while (i1 < nx && same(i1, j)) i1++;
  const row = (b: number): boolean => {
    for (let a = i0; a < i1; a++) if (!same(a, b)) return false;
    return true;
  };
  let j0 = j;
  let j1 = j + 1;
  while (j0 > 0 && row(j0 - 1)) j0--;
  while (j1 < ny && row(j1)) j1++;
  return { i0, i1, j0, j1 };
}

/** "credit amount 4,671 to 5,332 DM": a box's side in words. An end that the window cut is told as the model has it. */
export function rangeText(axis: MapAxis, lo: number, hi: number, words: MapWords): string {
  const name = words.inSentence(nameOf(axis));
  const { locale } = words;
  if (isDiscrete(axis)) {
    const from = Math.ceil(lo);
    const to = Math.floor(hi);
    if (from <= 0 && to >= levels(axis) - 1) return words.any(name);
    if (from >= to) return words.exactly(name, bareValue(axis, from, locale));
    return words.between(name, bareValue(axis, from, locale), bareValue(axis, to, locale));
  }
  const t = axis.thresholds;
  const first = t[0];
  const last = t.at(-1);
  // Ends strictly inside the window are thresholds; the window's own ends are widened to the thresholds around them.
  const k = cellOf(t, lo);
  const low = t[k] === lo ? lo : t[k - 1];
  const high = t[cellOf(t, hi)];
  const bottom = low === undefined || first === undefined || low < first ? undefined : low;
  const top = high === undefined || last === undefined || high > last ? undefined : high;
  return boundText(axis, bottom, top, words);
}

/** An interval above one end and up to another; undefined ends are open. */
export function boundText(axis: MapAxis, bottom: number | undefined, top: number | undefined, words: MapWords): string {
  const name = words.inSentence(nameOf(axis));
  const { locale } = words;
  if (bottom === undefined && top === undefined) return words.any(name);
  const exact = axis.kind === "integer" || axis.decimals !== undefined;
  const from = bottom === undefined ? undefined : exact ? firstAbove(axis, bottom, top ?? Infinity) : bottom;
  const to = top === undefined ? undefined : exact ? lastWithin(axis, top, bottom ?? -Infinity) : top;
  if (from === undefined) return words.upTo(name, withUnit(axis, to!, locale));
  if (to === undefined) {
    const least = withUnit(axis, from, locale);
    return exact && from !== bottom ? words.atLeast(name, least) : words.above(name, least);
  }
  if (from === to) return words.exactly(name, withUnit(axis, to, locale));
  const shown = bareValue(axis, from, locale);
  if (!exact || from === bottom) return words.aboveUpTo(name, shown, withUnit(axis, to, locale));
  return words.between(name, shown, withUnit(axis, to, locale));
}

export interface BoxWords {
  outcome: string;
  /** The whole line, with another text for the outcome. */
  said: (outcome: string) => string;
  /** The words for the box, under the pointer and under the cursor. */
  lead: [string, string];
  /** Too much for two lines of the usual size. */
  long?: boolean;
}

export function className(c: MapClass | undefined): string {
  if (!c) return "";
  return c.keepCase ? c.name : inSentence(c.name);
}

/** The box around (x, y) with its words; null outside the drawn regions. */
export function boxAt(
  r: Regions,
  codes: Uint16Array,
  axes: { x: MapAxis; y: MapAxis },
  classes: readonly MapClass[],
  scoring: MapScoring,
  words: MapWords,
  x: number,
  y: number,
): { box: MapBox; cells: CellBox; words: BoxWords } | null {
  const i = cellAt(r.x, x);
  const j = cellAt(r.y, y);
  if (i < 0 || j < 0) return null;
  const nx = r.x.edges.length - 1;
  const at = j * nx + i;
  const cells = growBox(r, i, j);
  const { shown, scores, outcome, score } = outcomeOf(r, codes, at, classes, scoring, words);
  const bx: [number, number] = [r.x.edges[cells.i0]!, r.x.edges[cells.i1]!];
  const by: [number, number] = [r.y.edges[cells.j0]!, r.y.edges[cells.j1]!];
  const [xText, yText] = [rangeText(axes.x, bx[0], bx[1], words), rangeText(axes.y, by[0], by[1], words)];
  const said = (marked: string): string => words.box(xText, yText, marked, score);
  const box: MapBox = {
    x: bx,
    y: by,
    class: shown,
    target: classes[shown]?.target ?? false,
    scores,
    text: said(outcome),
  };
  return { box, cells, words: { outcome, said, lead: [words.boxAtPointer, words.boxAtCursor], long: scoring.by === "cost" } };
}

/** The class that a cell (or piece) shows, its scores, and both in words. */
export function outcomeOf(r: Regions, codes: Uint16Array, at: number, classes: readonly MapClass[], scoring: MapScoring, words: MapWords): { shown: number; scores: number[]; outcome: string; score: string } {
  return outcomeIn(Array.from(r.scores.subarray(at * r.outputs, (at + 1) * r.outputs)), codes[at]!, classes, scoring, words);
}

/** The class of a code, the scores, and both in words. */
export function outcomeIn(scores: number[], code: number, classes: readonly MapClass[], scoring: MapScoring, words: MapWords): { shown: number; scores: number[]; outcome: string; score: string } {
  const shown = Math.floor(code / SHADES);
  const blank = scoring.by === "cost" && shown === 0 && scoring.complete < scoring.most;
  return { shown, scores, outcome: blank ? words.notKnown : className(classes[shown]), score: scoreText(scores, shown, classes, scoring, words) };
}

/** The number that crosses the threshold: the target's score (the sum where a threshold is on it), else the shown class's. */
function scoreText(scores: number[], shown: number, classes: readonly MapClass[], scoring: MapScoring, words: MapWords): string {
  if (scoring.by === "cost") {
    const [cost = NaN] = scores;
    const number = (v: number): string => plainNumber(v, v < 0.1 ? 4 : 2, words.locale);
    return Number.isNaN(cost) ? words.notWithin(number(scoring.complete)) : words.atCost(number(cost));
  }
  if (scoring.by === "value") {
    const digits = scoring.decimals ?? 3;
    const text = plainNumber(scores[0] ?? NaN, digits, words.locale);
    return words.prediction(scoring.unit ? `${text}\u00a0${scoring.unit}` : text);
  }
  // A model without probabilities.
  if (scores.length === 0) return "";
  const targets = scores.filter((_, k) => classes[k]?.target);
  const sum = targets.reduce((a, b) => a + b, 0);
  const score = targets.length === 1 || scoring.threshold !== undefined ? sum : (scores[shown] ?? 0);
  return words.score(percent(score, words.locale, scoring.threshold ?? (scores.length === 2 ? 0.5 : undefined)));
}

/**
 * Whether, exactly, no cell that meets the closed limits is of a target class, and the drawn cells hold all of the limits.
 * A cell (a, b] meets [lo, hi] when a < hi or a is the window's own lower end, and b >= lo.
 */
export function noTargetWithin(
  r: Regions,
  codes: Uint16Array,
  classes: readonly MapClass[],
  limits: { x: { lo: number; hi: number }; y: { lo: number; hi: number } },
  allowedLevels: { x: readonly boolean[] | undefined; y: readonly boolean[] | undefined },
): boolean {
  const pick = (axis: RegionAxis, limit: { lo: number; hi: number }, flags: readonly boolean[] | undefined): number[] | null => {
    const { edges, kind, input } = axis;
    const n = edges.length - 1;
    // A value from the limit on may be read as one just below it.
    const lo = input === "float32" ? Math.min(limit.lo, Math.fround(limit.lo)) : limit.lo;
    const discrete = kind !== "numeric" && kind !== "integer";
    if (n < 1 || (!discrete && (edges[0]! > limit.lo || edges[n]! < limit.hi))) return null;
    return Array.from({ length: n }, (_, k) => k).filter((k) => {
      if (discrete) return flags ? flags[k] : k >= limit.lo && k <= limit.hi;
      return (k === 0 || edges[k]! < limit.hi) && edges[k + 1]! >= lo;
    });
  };
  const xs = pick(r.x, limits.x, allowedLevels.x);
  const ys = pick(r.y, limits.y, allowedLevels.y);
  if (!xs || !ys) return false;
  const nx = r.x.edges.length - 1;
  return ys.every((j) => xs.every((i) => !classes[Math.floor(codes[j * nx + i]! / SHADES)]?.target));
}
