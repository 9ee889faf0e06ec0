/** Libraries that add in single precision: their sums, their exponential function, and how far both lie from double precision. */
import type { Model } from "./model.js";

const { fround, abs, max, min } = Math;

/** Raw outputs of a library that adds in single precision, the base first. */
export function singleSums({ trees, base }: Model, leaves: readonly (readonly number[])[]): number[] {
  const raw = base.map(fround);
  trees.forEach(({ weight, output }, t) => leaves[t]!.forEach((v, i) => (raw[output ?? i] = fround(raw[output ?? i]! + part(weight, v)))));
  return raw;
}

const part = (weight: number, value: number): number => fround(fround(weight) * fround(value));

/** By output, by how much such a sum may differ from the sum in double precision; nothing where the library adds in double precision. */
export function off({ single, trees, base, outputs }: Model): number[] {
  if (!single) return new Array<number>(outputs).fill(0);
  return base.map((start, output) => {
    let [low, high, by] = [start, start, abs(fround(start) - start)];
    for (const { weight, output: own, nodes } of trees) {
      if (own !== undefined && own !== output) continue;
      let [least, most, moved] = [Infinity, -Infinity, 0];
      for (const node of nodes) {
        if (node === undefined || !("leaf" in node)) continue;
        const value = node.leaf[own === undefined ? output : 0]!;
        [least, most] = [min(least, weight * value), max(most, weight * value)];
        moved = max(moved, abs(part(weight, value) - weight * value));
      }
      [low, high, by] = [low + least, high + most, by + moved];
      // Rounding moves a number by no more than this share of it.
      by += 2 ** -24 * (max(abs(low), abs(high)) + by);
    }
    return by;
  });
}

/**
 * The exponential function with the errors that the GNU C library's `expf` has: a 32nd part of a power of two, and a polynomial, in
 * double precision. The nearest number is another one in 3,500.
 */
export function exp(x: number): number {
  const by = max(-150, min(100, x)) * (32 * Math.LOG2E);
  // To the nearest whole number, ties to even.
  const whole = by + 1.5 * 2 ** 52 - 1.5 * 2 ** 52;
  const rest = by - whole;
  const cubic = (0.05550361559341535 / 32 ** 3) * rest + 0.2402284522445722 / 32 ** 2;
  return fround((cubic * (rest * rest) + ((0.6931471806916203 / 32) * rest + 1)) * 2 ** (whole / 32));
}

/** The least number, of single or double precision, from which on something holds; infinity where it never does. */
export function first(single: boolean, holds: (x: number) => boolean): number {
  if (holds(-Infinity)) return -Infinity;
  if (!holds(Infinity)) return Infinity;
  const most = single ? (2 - 2 ** -23) * 2 ** 127 : Number.MAX_VALUE;
  let [no, yes] = holds(0) ? [-most, 0] : [0, most];
  for (;;) {
    const middle = single ? fround(no / 2 + yes / 2) : no / 2 + yes / 2;
    if (middle <= no || middle >= yes) return yes;
    if (holds(middle)) yes = middle;
    else no = middle;
  }
}
