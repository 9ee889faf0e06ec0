/** The ways as points: the size of each beside another good of it, and the front of those that no other listed way beats in both. Pure. */
import { answered } from "../../state/answer/ways.js";
import { demandOf, type Demand } from "../../state/answer/curve.js";
import { isOld, verified } from "../../state/answer/selectors.js";
import type { Counterfactual } from "../../../types.js";
import type { Shown, State, Way } from "../../state/document/state.js";

/** Values that differ by no more than single precision are the same. */
const SAME = 1e-6;

/** The good that stands beside the size: few changes, a score far from the threshold, a typical place. */
export type Axis = "changes" | "safety" | "typical";

export interface Answered {
  way: Way;
  shown: Shown;
  best: Counterfactual;
}

export interface Point extends Answered {
  size: number;
  /** Its place on the other axis. */
  x: number;
}

/** Whether more is better on an axis; a predicted value may have to be low. */
export const moreIsBetter = (axis: Axis, demand: Demand | null): boolean => (axis === "safety" ? demand === null || demand.to >= demand.from : axis === "typical");

/** The ways of the list that have an answer, of the present question alone. */
export function answersOf(state: State): Answered[] {
  return answered(state.ways).flatMap((way) => {
    const best = verified(way.shown);
    return best && way.shown && !isOld(state, way.of) ? [{ way, shown: way.shown, best }] : [];
  });
}

/** The axes that say something of every one of these questions: a score, or rows. */
export function axesOf(state: State): Axis[] {
  return ["changes", ...(demandOf(state) ? ["safety" as const] : []), ...((state.doc.model?.info.rows ?? 0) > 0 ? ["typical" as const] : [])];
}

/** `lengths`: how usual the answers are, as far as that is known. A way of which the other value is not known has no point. */
export function pointsOf(answers: readonly Answered[], axis: Axis, demand: Demand | null, lengths: (one: Answered) => number | undefined): Point[] {
  const at = (one: Answered): number | undefined => (axis === "changes" ? one.best.changes.length : axis === "typical" ? lengths(one) : one.shown.replay ? demand?.scoreOf(one.shown.replay.prediction) : undefined);
  return answers.flatMap((one) => {
    const x = at(one);
    return x === undefined || Number.isNaN(x) ? [] : [{ ...one, size: one.way.cost ?? one.best.cost, x }];
  });
}

const less = (a: number, b: number): boolean => a < b - SAME * Math.max(1, Math.abs(b));

/** The points that no other one beats: none is at least as good in both, and better in one. From left to right. */
export function frontOf<P extends Pick<Point, "size" | "x">>(points: readonly P[], more: boolean): P[] {
  const worse = (a: P, b: P): boolean => (more ? less(a.x, b.x) : less(b.x, a.x));
  const beats = (a: P, b: P): boolean => !less(b.size, a.size) && !worse(a, b) && (less(a.size, b.size) || worse(b, a));
  return points.filter((one) => !points.some((other) => beats(other, one))).sort((a, b) => a.x - b.x || a.size - b.size);
}

/** An axis from its least to its greatest tick, with round numbers between. `whole`: counts. */
export function scaleOf(values: readonly number[], whole = false): { from: number; to: number; ticks: number[] } {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = high - low || Math.abs(high) || 1;
  const power = 10 ** Math.floor(Math.log10(span / 3));
  const step = Math.max(whole ? 1 : 0, [1, 2, 5, 10].map((n) => n * power).find((n) => span / n <= 4)!);
  const from = Math.floor(low / step + 1e-9) * step;
  const to = Math.max(Math.ceil(high / step - 1e-9) * step, from + step);
  const ticks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, n) => Number((from + n * step).toPrecision(12)));
  return { from, to, ticks };
}
