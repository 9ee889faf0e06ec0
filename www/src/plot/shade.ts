/** Which class a cell shows and how strongly: the two things that colour it. */
import type { Regions } from "../types.js";
import type { MapClass, MapScoring } from "./contract.js";
import { cornersOf, scoresAt } from "./scores.js";

export const SHADES = 8;

/** Step 0 (palest) to 7 of a distance from the threshold in 0..1: eight steps by its root, so that a border reads at once. */
export function shadeStep(distance: number): number {
  if (!(distance > 0)) return 0;
  return Math.min(SHADES - 1, Math.floor(SHADES * Math.sqrt(distance)));
}

/** The code of a place: class * 8 + step, from the predicted class and the scores there, which begin at `from`. */
export type Coder = (predicted: number, scores: ArrayLike<number>, from: number) => number;

/** The shown class and step of every cell, in the order of `regions.classes`. */
export function shadeCells(regions: Regions, classes: readonly MapClass[], scoring: MapScoring): Uint16Array {
  const code = coder(regions, classes, scoring);
  return Uint16Array.from(regions.classes, (predicted, cell) => code(predicted, regions.scores, cell * regions.outputs));
}

/** How places of a slice are coloured. */
export function coder(regions: Regions, classes: readonly MapClass[], scoring: MapScoring): Coder {
  if (scoring.by === "cost") return byCost(scoring.most);
  return scoring.by === "value" ? byValue(regions, scoring.from, scoring.to) : byClass(regions.outputs, classes, scoring.threshold);
}

function byCost(most: number): Coder {
  return (_, scores, from) => {
    const cost = scores[from]!;
    return Number.isNaN(cost) ? 2 : SHADES + shadeStep(1 - cost / (most || 1));
  };
}

function byValue(regions: Regions, from: number, to: number): Coder {
  let [inside, outside] = [0, 0];
  for (const value of valuesOf(regions)) {
    const d = depth(value, from, to);
    if (d >= 0) inside = Math.max(inside, d);
    else outside = Math.max(outside, -d);
  }
  return (_, scores, at) => {
    const d = depth(scores[at]!, from, to);
    return d >= 0 ? SHADES + shadeStep(d / (inside || 1)) : shadeStep(-d / (outside || 1));
  };
}

/** The values of a slice: where they vary within pieces, those at all corners. */
function* valuesOf(regions: Regions): Generator<number> {
  const { scores, polygons } = regions;
  yield* scores;
  if (!polygons?.raw) return;
  for (let piece = 0; piece + 1 < polygons.first.length; piece++) {
    for (const at of cornersOf(polygons, piece)) yield scoresAt(regions, piece, at)?.[0] ?? 0;
  }
}

/** How far inside an interval (at least 0), or below 0: how far outside. */
export function depth(value: number, from: number, to: number): number {
  const d = Math.min(value - from, to - value);
  return d === Infinity ? Number.MAX_VALUE : d;
}

/**
 * By the predicted class; where a score is asked for, by that alone: a place that has it is of the target, whichever class is likeliest there,
 * and all others are of one kind, the first of the other classes.
 */
function byClass(outputs: number, classes: readonly MapClass[], threshold: number | undefined): Coder {
  const isTarget = Array.from({ length: Math.max(outputs, classes.length) }, (_, k) => classes[k]?.target ?? false);
  const rest = Math.max(0, isTarget.indexOf(false));
  return (predicted, scores, from) => {
    let [wanted, bestTarget, bestOther, sum] = [0, -1, 0, 0];
    for (let k = 0; k < outputs; k++) {
      const s = scores[from + k]!;
      if (!isTarget[k]) bestOther = Math.max(bestOther, s);
      else {
        sum += s;
        if (s > bestTarget) [wanted, bestTarget] = [k, s];
      }
    }
    if (threshold === undefined) return predicted * SHADES + shadeStep(outputs === 0 ? 1 : Math.min(Math.abs(Math.max(0, bestTarget) - bestOther), 1));
    const step = sum < threshold ? (threshold - sum) / threshold : (sum - threshold) / (1 - threshold || 1);
    return (sum < threshold ? rest : wanted) * SHADES + shadeStep(Math.min(step, 1));
  };
}
