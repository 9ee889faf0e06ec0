/** From values to pixels and back, and the window after zooming and panning. */
import type { MapAxis } from "./contract.js";

/** A linear scale. `p0` is the pixel of `lo`; on the vertical axis p0 > p1, for y grows upwards. */
export interface Scale {
  readonly lo: number;
  readonly hi: number;
  readonly p0: number;
  readonly p1: number;
  /** Level indices; the window is -0.5 to n - 0.5. */
  readonly discrete: boolean;
}

export function isDiscrete(axis: Pick<MapAxis, "kind">): boolean {
  return axis.kind !== "numeric" && axis.kind !== "integer";
}

export function levels(axis: MapAxis): number {
  return axis.labels?.length ?? 2;
}

/** The shown range of an axis; never empty. */
export function windowOf(axis: MapAxis): [number, number] {
  if (isDiscrete(axis)) return [-0.5, levels(axis) - 0.5];
  const [lo, hi] = axis.window;
  if (hi > lo) return [lo, hi];
  const half = Math.max(Math.abs(lo) * 1e-6, 0.5);
  return [lo - half, lo + half];
}

export function scaleOf(axis: MapAxis, p0: number, p1: number): Scale {
  const [lo, hi] = windowOf(axis);
  return { lo, hi, p0, p1, discrete: isDiscrete(axis) };
}

export function toPixel(s: Scale, value: number): number {
  return s.p0 + ((value - s.lo) / (s.hi - s.lo)) * (s.p1 - s.p0);
}

export function toValue(s: Scale, pixel: number): number {
  return s.lo + ((pixel - s.p0) / (s.p1 - s.p0)) * (s.hi - s.lo);
}

/** Pixels that a difference of values spans, without sign. */
export function span(s: Scale, difference: number): number {
  return Math.abs((difference / (s.hi - s.lo)) * (s.p1 - s.p0));
}

/** Where a value is drawn when it may lie outside the window: at most `reach` pixels beyond the frame. */
export function clampedPixel(s: Scale, value: number, reach = 0): number {
  const lo = Math.min(s.p0, s.p1) - reach;
  const hi = Math.max(s.p0, s.p1) + reach;
  return Math.min(Math.max(toPixel(s, value), lo), hi);
}

export type Range = [number, number];

/** The least span that a window may have. */
export function leastSpan(kind: MapAxis["kind"], domain: Range): number {
  const whole = domain[1] - domain[0];
  return Math.min(whole, Math.max(whole * 1e-5, kind === "integer" ? 2 : 0));
}

/** Zooms by `factor` (< 1 is closer) so that `about` stays where it is; never wider than the domain, nor beside it. */
export function zoomed(window: Range, factor: number, about: number, domain: Range, least: number): Range {
  const old = window[1] - window[0];
  const wide = Math.min(Math.max(old * factor, least), domain[1] - domain[0]);
  const share = (about - window[0]) / old;
  return shifted([about - share * wide, about + (1 - share) * wide], 0, domain);
}

/** Moves a window by `by` and pushes it back into the domain. */
export function shifted(window: Range, by: number, domain: Range): Range {
  const wide = window[1] - window[0];
  if (wide >= domain[1] - domain[0]) return [domain[0], domain[1]];
  let lo = window[0] + by;
  if (lo < domain[0]) lo = domain[0];
  if (lo + wide > domain[1]) lo = domain[1] - wide;
  return [lo, lo + wide];
}

/** The domain, widened to hold the values that must be seen. */
export function domainOf(axis: MapAxis, ...held: (number | null | undefined)[]): Range {
  let lo = Math.min(axis.min, axis.max);
  let hi = Math.max(axis.min, axis.max);
  for (const v of held) {
    if (v === null || v === undefined || !Number.isFinite(v)) continue;
    lo = Math.min(lo, v);
    hi = Math.max(hi, v);
  }
  return hi > lo ? [lo, hi] : [lo - 0.5, hi + 0.5];
}
