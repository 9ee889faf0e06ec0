/** The numbers of a model's input type: single or double precision, or as LightGBM reads them. Imports nothing. */

/** A floating-point type; all its values are doubles too. */
export interface Real {
  /** To the nearest, as a cast does; near 0 as the library reads it. */
  round: (x: number) => number;
  /** The next value of the type above one of its values. */
  after: (x: number) => number;
}

const double = new Float64Array(1);
const doubleBits = new BigInt64Array(double.buffer);
const single = new Float32Array(1);
const singleBits = new Int32Array(single.buffer);

export const FLOAT64: Real = {
  round: (x) => x,
  after: (x) => {
    if (x === Infinity) return x;
    if (x === 0) return Number.MIN_VALUE;
    double[0] = x;
    doubleBits[0]! += x > 0 ? 1n : -1n;
    return double[0];
  },
};

export const FLOAT32: Real = {
  round: Math.fround,
  after: (x) => {
    if (x === Infinity) return x;
    single[0] = x;
    if (x === 0) singleBits[0] = 1;
    else singleBits[0]! += x > 0 ? 1 : -1;
    return single[0];
  },
};

/** LightGBM's rows: nothing lies within 1e-35 of single precision around 0, but 0. */
const ZERO = Math.fround(1e-35);
const FLUSHED: Real = {
  round: (x) => (Math.abs(x) <= ZERO ? 0 : x),
  after: (x) => (Math.abs(x) <= ZERO ? FLOAT64.after(ZERO) : FLUSHED.round(FLOAT64.after(x))),
};

/** The types by their names in a model's document. */
export const REALS = { float32: FLOAT32, float64: FLOAT64, float64_flushed: FLUSHED };

/** The next value of the type below one of its values. */
export const before = (real: Real, x: number): number => -real.after(-x);

/** The largest value of the type that is at most `x`. */
export function floor(real: Real, x: number): number {
  const near = real.round(x);
  return near > x ? before(real, near) : near;
}

/** The least value of the type that is at least `x`. */
export function ceil(real: Real, x: number): number {
  const near = real.round(x);
  return near < x ? real.after(near) : near;
}

/** Index of the first of the largest. */
export const firstLargest = (values: readonly number[]): number => values.reduce((best, v, i) => (v > values[best]! ? i : best), 0);
