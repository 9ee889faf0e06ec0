/** Axis numbers, threshold ticks and the inverted tags. */
import type { MapAxis } from "./contract.js";
import { bareValue, plainNumber, decimalsOf } from "./numbers.js";
import { isDiscrete, levels, toPixel, type Scale } from "./scales.js";

export interface AxisLabel {
  at: number;
  text: string;
}

const MONTHS = [1, 2, 3, 6, 12, 24, 36, 60, 120, 240];

/** Round numbers inside the window, about one every `every` pixels. */
export function roundTicks(axis: MapAxis, s: Scale, every: number): number[] {
  const count = Math.max(1, Math.abs(s.p1 - s.p0) / every);
  const raw = (s.hi - s.lo) / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  let step = ([1, 2, 5, 10].find((m) => m * power >= raw * 0.999) ?? 10) * power;
  if (axis.unit === "months" && raw >= 1) step = MONTHS.find((m) => m >= raw * 0.999) ?? step;
  if (axis.kind === "integer") step = Math.max(1, Math.round(step));
  const first = Math.ceil((s.lo - step * 1e-9) / step);
  const out: number[] = [];
  for (let k = first; k * step <= s.hi + step * 1e-9 && out.length < 100; k++) out.push(Number((k * step).toPrecision(12)));
  return out;
}

/** Numbers (or level words) along an axis; those closer than `give` pixels to a tag give way to it. */
export function axisLabels(axis: MapAxis, s: Scale, every: number, tag: number | null, give: number, locale: string): AxisLabel[] {
  if (isDiscrete(axis)) {
    return Array.from({ length: levels(axis) }, (_, k) => ({ at: toPixel(s, k), text: bareValue(axis, k, locale) }));
  }
  const ticks = roundTicks(axis, s, every);
  const step = ticks.length > 1 ? (ticks[1]!) - (ticks[0]!) : 1;
  const digits = Math.min(Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)), Math.max(decimalsOf(axis), 12));
  return ticks
    .map((v) => ({ at: toPixel(s, v), text: plainNumber(v, digits, locale) }))
    .filter((l) => tag === null || Math.abs(l.at - tag) >= give);
}

/** Pixels of the thresholds inside the window, thinned to at least 2 pixels apart. */
export function thresholdTicks(axis: MapAxis, s: Scale): number[] {
  if (isDiscrete(axis)) return [];
  const out: number[] = [];
  let last = -Infinity;
  for (const c of axis.thresholds) {
    if (c < s.lo || c > s.hi) continue;
    const p = toPixel(s, c);
    if (Math.abs(p - last) < 2) continue;
    out.push(p);
    last = p;
  }
  return out;
}

/** Borders between levels, in pixels. */
export function levelTicks(axis: MapAxis, s: Scale): number[] {
  if (!isDiscrete(axis)) return [];
  return Array.from({ length: levels(axis) - 1 }, (_, k) => toPixel(s, k + 0.5));
}

/** `text` cut to `width` with an ellipsis. */
export function fitted(text: string, width: number, measure: (t: string) => number): string {
  if (measure(text) <= width) return text;
  let n = text.length - 1;
  while (n > 1 && measure(`${text.slice(0, n).trimEnd()}…`) > width) n--;
  return `${text.slice(0, n).trimEnd()}…`;
}
