/**
 * The point of a convex body that is nearest to the origin, where the body is known by its furthest points alone (Wolfe 1976, least
 * norm in a polytope). Pure.
 */

/** The point of the body that goes least in a direction; any that goes no further than `enough` will do. */
export type Least = (direction: Float64Array, enough: number) => Float64Array;

/** A direction so good that a plane across it cuts off most of what can be cut off. */
const GOOD = 0.8;
const ROUNDS = 400;

export const dot = (a: Float64Array, b: Float64Array): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += a[i]! * b[i]!;
  return sum;
};

/** Points of the body with shares of 1: what is nearest so far is their mixture. */
export type Corral = { at: Float64Array; weight: number }[];

/** How a body lies to the origin. */
export interface Towards {
  /** Null: the body comes as near as was asked for. Else a direction, with how far along it (times its length) all of the body lies at least, whatever rounding made of it. */
  plane: { x: Float64Array; beyond: number } | null;
  corral: Corral;
}

/** Goes from a mixture of points of the body to the one nearest to the origin, until it is within `near` or a plane is found that cuts off most of what can be. */
export function towards(least: Least, start: Corral, near: number): Towards {
  let corral = settled(start);
  for (let round = 0; ; round += 1) {
    const x = new Float64Array(corral[0]!.at.length);
    for (const { at, weight } of corral) for (let i = 0; i < x.length; i += 1) x[i] = x[i]! + weight * at[i]!;
    const square = dot(x, x);
    if (square <= near * near) return { plane: null, corral };
    const next = least(x, GOOD * square * 0.99);
    const beyond = dot(x, next);
    if (beyond >= GOOD * square || round === ROUNDS || corral.some(({ at }) => at.every((value, i) => value === next[i]))) return { plane: { x, beyond }, corral };
    corral = settled([...corral, { at: next, weight: 0 }]);
  }
}

/** The weights of the point nearest to the origin in the corral's hull; what has no part in it goes. */
function settled(corral: Corral): Corral {
  let list = corral;
  while (list.length > 1) {
    const aim = affine(list);
    // The newest depends on the others.
    if (!aim) return normal(list.slice(0, -1));
    if (aim.every((weight) => weight > 1e-12)) return list.map(({ at }, i) => ({ at, weight: aim[i]! }));
    let step = 1;
    list.forEach(({ weight }, i) => {
      if (aim[i]! <= 1e-12) step = Math.min(step, weight / Math.max(1e-300, weight - aim[i]!));
    });
    const moved = list.map(({ at, weight }, i) => ({ at, weight: weight + step * (aim[i]! - weight) }));
    const kept = moved.filter(({ weight }) => weight > 1e-12);
    list = normal(kept.length < moved.length ? kept : moved.filter((one) => one !== moved.reduce((a, b) => (b.weight < a.weight ? b : a))));
  }
  return normal(list);
}

function normal(list: Corral): Corral {
  const total = list.reduce((sum, { weight }) => sum + weight, 0);
  return list.map(({ at, weight }) => ({ at, weight: total > 0 ? weight / total : 1 / list.length }));
}

/** Weights, of sum 1 and any sign, of the least point of the plane through the corral; null where its points depend on each other. By Cholesky's factors. */
function affine(list: Corral): number[] | null {
  const n = list.length;
  const size = Math.max(...list.map(({ at }) => dot(at, at)), 1e-300);
  const rows: Float64Array[] = [];
  for (let i = 0; i < n; i += 1) {
    const row = new Float64Array(i + 1);
    rows.push(row);
    for (let j = 0; j <= i; j += 1) {
      let value = size + dot(list[i]!.at, list[j]!.at);
      const own = value;
      for (let k = 0; k < j; k += 1) value -= row[k]! * rows[j]![k]!;
      if (i === j && !(value > 1e-13 * own)) return null;
      row[j] = i === j ? Math.sqrt(value) : value / rows[j]![j]!;
    }
  }
  const u = new Float64Array(n);
  for (let i = 0; i < n; i += 1) {
    let value = 1;
    for (let k = 0; k < i; k += 1) value -= rows[i]![k]! * u[k]!;
    u[i] = value / rows[i]![i]!;
  }
  for (let i = n - 1; i >= 0; i -= 1) {
    let value = u[i]!;
    for (let k = i + 1; k < n; k += 1) value -= rows[k]![i]! * u[k]!;
    u[i] = value / rows[i]![i]!;
  }
  const total = u.reduce((sum, value) => sum + value, 0);
  return Array.from(u, (value) => value / total);
}
