/**
 * Logistic regression with an L1 penalty, by which weights that help little are exactly zero. Proximal Newton steps (Yuan, Ho and Lin 2012,
 * newGLMNET): the losses are replaced by their second order, coordinate descent solves that with the penalty, and a line search holds the step
 * to the objective itself. Nothing is drawn, so the same rows give the same weights.
 */

/** A weight a column, and the number that is added to the weighted sum. */
export interface Fit {
  weights: Float64Array;
  bias: number;
}

/** Newton steps at most. A few are enough where classes overlap; where they are apart, the penalty ends the growth of the weights. */
const STEPS = 40;
/** Passes over all coordinates for one Newton step at most. More give a better step; a step that is inexact costs one more. By hand. */
const PASSES = 15;
/** The search ends when no optimality condition is missed by more than this share of the most that it is missed by without weights. Less gives more digits of the weights, and more steps. By hand. */
const SHARE = 1e-3;
/** Least second derivative of a loss: without it a row far from the border would have none. It shortens no step for good, since the line search decides. */
const LEAST_CURVATURE = 1e-6;
/** A step is taken when it lowers the objective by this share of its promise (Armijo). */
const ARMIJO = 0.01;
/** Halvings of a step at most; then no float beside the weights is better. */
const HALVINGS = 30;

const soft = (value: number, by: number): number => (value > by ? value - by : value < -by ? value + by : 0);
/** ln(1 + exp(-m)), for any m. */
const lossAt = (margin: number): number => (margin > 0 ? Math.log1p(Math.exp(-margin)) : Math.log1p(Math.exp(margin)) - margin);

/** Sum over rows of ln(1 + exp(-side (weights * row + bias))), plus `penalty` times the sum of the weights' sizes. The bias is free of charge. */
export function objective(columns: readonly Float64Array[], sides: Int8Array, penalty: number, { weights, bias }: Fit): number {
  const sums = new Float64Array(sides.length).fill(bias);
  columns.forEach((column, j) => addTo(sums, column, weights[j]!));
  return total(sums, sides) + penalty * size(weights);
}

const size = (weights: Float64Array): number => weights.reduce((sum, weight) => sum + Math.abs(weight), 0);
const total = (sums: Float64Array, sides: Int8Array): number => sums.reduce((sum, value, i) => sum + lossAt(value * sides[i]!), 0);

function addTo(sums: Float64Array, column: Float64Array, factor: number): void {
  if (factor === 0) return;
  for (let i = 0; i < sums.length; i++) sums[i]! += factor * column[i]!;
}

/**
 * The minimum of `objective`. `columns` has one list a column with one value a row, best standardised, as all weights pay alike; `sides` says 1 or
 * -1 a row, and both occur.
 */
export function fitLogistic(columns: readonly Float64Array[], sides: Int8Array, penalty: number): Fit {
  const rows = sides.length;
  const weights = new Float64Array(columns.length);
  let bias = 0;
  let sums = new Float64Array(rows);
  let value = total(sums, sides);
  const [slope, curve] = [new Float64Array(rows), new Float64Array(rows)];
  let enough = -1;
  for (let step = 0; step < STEPS; step++) {
    let lean = 0;
    for (let i = 0; i < rows; i++) {
      const wrong = 1 / (1 + Math.exp(sums[i]! * sides[i]!));
      slope[i] = -sides[i]! * wrong;
      curve[i] = Math.max(wrong * (1 - wrong), LEAST_CURVATURE);
      lean += slope[i]!;
    }
    const missed = columns.reduce((most, column, j) => Math.max(most, missedBy(dot(slope, column), weights[j]!, penalty)), Math.abs(lean));
    if (enough < 0) enough = SHARE * missed;
    if (missed <= enough) break;
    const { move, add, shift } = direction(columns, slope, curve, weights, penalty);
    const target = weights.map((weight, j) => weight + move[j]!);
    const promise = dot(slope, shift) + penalty * (size(target) - size(weights));
    const taken = lineSearch(value, promise, (t) => {
      const next = sums.map((sum, i) => sum + t * shift[i]!);
      return { next, value: total(next, sides) + penalty * size(weights.map((weight, j) => weight + t * move[j]!)) };
    });
    if (taken === null) break;
    // A whole step lands on the exact zeros of coordinate descent.
    for (let j = 0; j < weights.length; j++) weights[j] = taken.t === 1 ? target[j]! : weights[j]! + taken.t * move[j]!;
    bias += taken.t * add;
    [sums, value] = [taken.next, taken.value];
  }
  return { weights, bias };
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** How far the slope of the losses is from one that the penalty holds up: 0 at the minimum. */
export const missedBy = (slope: number, weight: number, penalty: number): number => (weight === 0 ? Math.max(0, Math.abs(slope) - penalty) : Math.abs(slope + penalty * Math.sign(weight)));

/** Coordinate descent on the second order of the losses with the penalty: the moves of weights and bias, and by how much they shift each row's sum. */
function direction(columns: readonly Float64Array[], slope: Float64Array, curve: Float64Array, weights: Float64Array, penalty: number): { move: Float64Array; add: number; shift: Float64Array } {
  const [move, shift] = [new Float64Array(columns.length), new Float64Array(slope.length)];
  const curves = columns.map((column) => column.reduce((sum, value, i) => sum + curve[i]! * value * value, 0));
  const whole = curve.reduce((sum, one) => sum + one, 0);
  let add = 0;
  for (let pass = 0; pass < PASSES; pass++) {
    let most = 0;
    columns.forEach((column, j) => {
      const bend = curves[j]!;
      if (bend === 0) return;
      let pull = 0;
      for (let i = 0; i < column.length; i++) pull += (slope[i]! + curve[i]! * shift[i]!) * column[i]!;
      const at = weights[j]! + move[j]!;
      const by = soft(at - pull / bend, penalty / bend) - at;
      if (by === 0) return;
      move[j]! += by;
      addTo(shift, column, by);
      most = Math.max(most, by * by * bend);
    });
    let pull = 0;
    for (let i = 0; i < shift.length; i++) pull += slope[i]! + curve[i]! * shift[i]!;
    const by = -pull / whole;
    add += by;
    for (let i = 0; i < shift.length; i++) shift[i]! += by;
    most = Math.max(most, by * by * whole);
    if (most < 1e-8 * slope.length) break;
  }
  return { move, add, shift };
}

function lineSearch<T extends { value: number }>(value: number, promise: number, at: (t: number) => T): (T & { t: number }) | null {
  if (!(promise < 0)) return null;
  for (let halving = 0, t = 1; halving < HALVINGS; halving++, t /= 2) {
    const found = at(t);
    if (found.value <= value + ARMIJO * t * promise) return { ...found, t };
  }
  return null;
}
