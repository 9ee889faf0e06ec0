/** Which class a cell shows and how strongly: the two things that colour it. */
import type { Regions } from "../types.js";
import type { MapClass, MapScoring } from "./contract.js";

export const SHADES = 8;

/** Step 0 (palest) to 7 of a distance from the threshold in 0..1: eight steps by its root, so that a border reads at once. */
export function shadeStep(distance: number): number {
  if (!(distance > 0)) return 0;
  return Math.min(SHADES - 1, Math.floor(SHADES * Math.sqrt(distance)));
}

/** The shown class and step of every cell: class * 8 + step, in the order of `regions.classes`. */
export function shadeCells(regions: Regions, classes: readonly MapClass[], scoring: MapScoring): Uint16Array {
  if (scoring.by === "cost") return byCost(regions, scoring.most);
  return scoring.by === "value" ? byValue(regions, scoring.from, scoring.to) : byClass(regions, classes, scoring.threshold);
}

function byCost({ scores }: Regions, most: number): Uint16Array {
  return Uint16Array.from(scores, (cost) => (Number.isNaN(cost) ? 2 : SHADES + shadeStep(1 - cost / (most || 1))));
}

function byValue(regions: Regions, from: number, to: number): Uint16Array {
  const { scores } = regions;
  const n = regions.classes.length;
  let inside = 0;
  let outside = 0;
  for (let i = 0; i < n; i++) {
    const d = depth(scores[i]!, from, to);
    if (d >= 0) inside = Math.max(inside, d);
    else outside = Math.max(outside, -d);
  }
  const codes = new Uint16Array(n);
  for (let i = 0; i < n; i++) {
    const d = depth(scores[i]!, from, to);
    codes[i] = d >= 0 ? SHADES + shadeStep(d / (inside || 1)) : shadeStep(-d / (outside || 1));
  }
  return codes;
}

/** How far inside an interval (at least 0), or below 0: how far outside. */
export function depth(value: number, from: number, to: number): number {
  const d = Math.min(value - from, to - value);
  return d === Infinity ? Number.MAX_VALUE : d;
}

function byClass(regions: Regions, classes: readonly MapClass[], threshold: number | undefined): Uint16Array {
  const { scores, outputs } = regions;
  const n = regions.classes.length;
  const codes = new Uint16Array(n);
  const isTarget = Array.from({ length: Math.max(outputs, classes.length) }, (_, k) => classes[k]?.target ?? false);
  for (let i = 0; i < n; i++) {
    let bestTarget = 0;
    let bestOther = 0;
    let sum = 0;
    let other = -1;
    for (let k = 0; k < outputs; k++) {
      const s = scores[i * outputs + k]!;
      if (isTarget[k]) {
        sum += s;
        if (s > bestTarget) bestTarget = s;
      } else if (other < 0 || s > bestOther) {
        bestOther = s;
        other = k;
      }
    }
    let shown = regions.classes[i]!;
    let distance: number;
    if (threshold === undefined) distance = outputs === 0 ? 1 : Math.abs(bestTarget - bestOther);
    else if (sum < threshold) {
      if (isTarget[shown] && other >= 0) shown = other;
      distance = (threshold - sum) / (threshold || 1);
    } else distance = isTarget[shown] ? (sum - threshold) / (1 - threshold || 1) : Math.abs(bestOther - bestTarget);
    codes[i] = shown * SHADES + shadeStep(Math.min(distance, 1));
  }
  return codes;
}
