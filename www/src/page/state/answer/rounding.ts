/** How many decimals a value is written with, and rounding that stays inside the proved range. Pure. */
import type { FeatureInfo } from "../../../types.js";

/** Digits after the point that a feature is shown with: its own, none for integers, else about four figures of its range. */
export function decimalsOf(feature: FeatureInfo): number {
  if (feature.kind === "integer") return 0;
  if (feature.decimals !== undefined) return feature.decimals;
  const span = feature.max - feature.min;
  if (!(span > 0)) return 2;
  return Math.max(0, Math.min(8, 3 - Math.floor(Math.log10(span))));
}

/** Whether a model reads two numbers as one: they are equal, or equal in single precision where it reads that. */
export const reads = (a: number, b: number, single: boolean): boolean => a === b || (single && Math.fround(a) === Math.fround(b));

const bits = new DataView(new ArrayBuffer(4));

/** The largest number of single precision that is at most `x`. */
export function floorSingle(x: number): number {
  const near = Math.fround(x);
  if (!(near > x)) return near;
  bits.setFloat32(0, near);
  const order = bits.getInt32(0);
  bits.setInt32(0, near > 0 ? order - 1 : near < 0 ? order + 1 : -0x7fffffff);
  return bits.getFloat32(0);
}

/** As many decimals as it takes for the printed number to be the value itself, as the model reads it. */
export function exactDecimals(x: number, single = false): number {
  const short = single ? [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].find((digits) => reads(Number(x.toFixed(digits)), x, true)) : undefined;
  if (short !== undefined) return short;
  const [mantissa = "", power = "0"] = String(x).split("e");
  const digits = mantissa.includes(".") ? mantissa.length - mantissa.indexOf(".") - 1 : 0;
  return Math.max(0, Math.min(20, digits - Number(power)));
}

/** Digits after the point that a present value is told with, everywhere: those that it has, as far as its feature's and four go. */
export const ownDecimals = (feature: FeatureInfo, at: number): number => Math.min(exactDecimals(at), Math.max(decimalsOf(feature), feature.kind === "integer" ? 0 : 4));

export interface Rounded {
  value: number;
  decimals: number;
}

/**
 * The value within [low, high] nearest to `x` that can be written with the fewest decimals, at least `decimals`. Rounding goes to the safe
 * side, towards the inside of the room, and by no more than `tolerance`. `single`: a number that the model reads as `x` is as good as one
 * inside. `x` itself must lie inside. Where 15 decimals do not do, `x` with all of its decimals.
 */
export function roundInside(x: number, low: number, high: number, decimals: number, tolerance = Number.POSITIVE_INFINITY, single = false): Rounded {
  for (let digits = decimals; digits <= 15; digits += 1) {
    const scale = 10 ** digits;
    const near = [Math.floor(x * scale), Math.ceil(x * scale)]
      .map((whole) => Number((whole / scale).toFixed(digits)))
      .filter((value) => ((value >= low && value <= high) || reads(value, x, single)) && Math.abs(value - x) <= tolerance)
      .sort((a, b) => Math.abs(a - x) - Math.abs(b - x));
    const best = near[0];
    if (best !== undefined) return { value: best, decimals: digits };
  }
  return { value: x, decimals: exactDecimals(x) };
}
