/** Intervals of 95 % for shares, medians and their differences. */
import { draws } from "../draws.js";

export type Interval = [low: number, high: number];

/** The normal distribution's quantile of 97.5 %. */
const Z = 1.959963984540054;

/** Wilson's interval of a share (Wilson 1927). */
export function wilson(count: number, of: number): Interval {
  if (of === 0) return [0, 1];
  const [share, zz] = [count / of, Z * Z];
  const middle = share + zz / (2 * of);
  const half = Z * Math.sqrt((share * (1 - share)) / of + zz / (4 * of * of));
  return [Math.max(0, (middle - half) / (1 + zz / of)), Math.min(1, (middle + half) / (1 + zz / of))];
}

/** Newcombe's interval of the difference of two shares, the first less the second (Newcombe 1998, method 10). */
export function newcombe([a, m]: readonly [count: number, of: number], [b, n]: readonly [count: number, of: number]): Interval {
  const [p, q] = [m === 0 ? 0 : a / m, n === 0 ? 0 : b / n];
  const [[lowP, highP], [lowQ, highQ]] = [wilson(a, m), wilson(b, n)];
  return [p - q - Math.hypot(p - lowP, highQ - q), p - q + Math.hypot(highP - p, q - lowQ)];
}

const RESAMPLES = 4000;

/**
 * The bootstrap's interval of the difference of two medians of ascending numbers, by percentiles; the same for the same numbers. The median of a
 * resample is the number at the rank that the median of as many uniform draws says, which has a beta distribution: so no resample is made.
 */
export function medianDifference(first: ArrayLike<number>, second: ArrayLike<number>): Interval {
  const random = draws(1);
  const drawn = Array.from({ length: RESAMPLES }, () => resampled(first, random) - resampled(second, random)).sort((x, y) => x - y);
  return [drawn[Math.floor(0.025 * RESAMPLES)] ?? Number.NaN, drawn[Math.ceil(0.975 * RESAMPLES) - 1] ?? Number.NaN];
}

function resampled(sorted: ArrayLike<number>, random: () => number): number {
  const [n, k] = [sorted.length, Math.floor((sorted.length - 1) / 2) + 1];
  const [x, y] = [gamma(k, random), gamma(n + 1 - k, random)];
  return sorted[Math.min(n - 1, Math.floor((n * x) / (x + y)))] ?? Number.NaN;
}

/** A draw of the gamma distribution of a shape of at least 1 (Marsaglia and Tsang 2000). */
function gamma(shape: number, random: () => number): number {
  const d = shape - 1 / 3;
  for (;;) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const v = (1 + normal / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random()) < (normal * normal) / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}
