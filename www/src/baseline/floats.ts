/** Neighbours of a number in the type that a model compares in. */

const view = new DataView(new ArrayBuffer(8));

/** The next number above `x` in double precision. */
function above(x: number): number {
  if (x === 0) return Number.MIN_VALUE;
  view.setFloat64(0, x);
  view.setBigInt64(0, view.getBigInt64(0) + (x > 0 ? 1n : -1n));
  return view.getFloat64(0);
}

function aboveSingle(x: number): number {
  if (x === 0) return 2 ** -149;
  view.setFloat32(0, x);
  view.setInt32(0, view.getInt32(0) + (x > 0 ? 1 : -1));
  return view.getFloat32(0);
}

/** The least number above `x`, and the largest below it. */
export function next(x: number, single: boolean): number {
  if (!single) return above(x);
  const rounded = Math.fround(x);
  return rounded > x ? rounded : aboveSingle(rounded);
}
export const previous = (x: number, single: boolean): number => -next(-x, single);
