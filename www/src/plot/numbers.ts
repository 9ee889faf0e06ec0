/** Numbers as people read them. */
import type { MapAxis } from "./contract.js";
import { isDiscrete, windowOf } from "./scales.js";

const cache = new Map<string, Intl.NumberFormat>();

function formatter(locale: string, decimals: number): Intl.NumberFormat {
  const key = `${locale} ${decimals}`;
  let f = cache.get(key);
  if (!f) {
    f = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
    cache.set(key, f);
  }
  return f;
}

/** From here on a number is written as a power of ten: an axis has no room for more digits. */
const LONG = 1e16;

export function plainNumber(value: number, decimals: number, locale: string): string {
  if (Math.abs(value) >= LONG) return Number(value.toPrecision(6)).toExponential().replace("e+", "e").replace("-", "\u2212");
  const text = formatter(locale, decimals).format(value);
  return /[1-9]/.test(text) ? text : formatter(locale, decimals).format(0);
}

/** Digits after the point for one axis: given, 0 for integers, else enough to tell a thousandth of the window. */
export function decimalsOf(axis: MapAxis): number {
  if (axis.decimals !== undefined) return Math.min(Math.max(Math.round(axis.decimals), 0), 12);
  if (axis.kind === "integer") return 0;
  const [lo, hi] = windowOf(axis);
  return Math.min(Math.max(Math.ceil(-Math.log10((hi - lo) / 1000)), 0), 12);
}

/** Decimals are worth `10^-d`; an exact multiple only as good as binary fractions allow. */
export function unitStep(axis: MapAxis): number {
  return 10 ** -decimalsOf(axis);
}

export function nameOf(axis: MapAxis): string {
  return axis.label ?? axis.feature;
}

/** A value without unit: a number, or the name of a level. */
export function bareValue(axis: MapAxis, value: number, locale: string): string {
  if (isDiscrete(axis)) return axis.labels?.[Math.round(value)] ?? String(Math.round(value));
  return plainNumber(value, decimalsOf(axis), locale);
}

/** A value with its unit, a no-break space between. */
export function withUnit(axis: MapAxis, value: number, locale: string): string {
  const text = bareValue(axis, value, locale);
  return axis.unit && !isDiscrete(axis) ? `${text}\u00a0${axis.unit}` : text;
}

/** "46.8 %"; near a threshold with as many digits as it takes to stand on its true side of it. */
export function percent(share: number, locale: string, threshold?: number): string {
  let digits = 1;
  if (threshold !== undefined && share !== threshold) {
    while (digits < 6 && Number((share * 100).toFixed(digits)) === Number((threshold * 100).toFixed(digits))) digits += 1;
  }
  return `${plainNumber(share * 100, digits, locale)}\u00a0%`;
}
