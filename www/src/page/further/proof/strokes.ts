/**
 * The replay of a proof as strokes of a brush. At first everything is open; each stroke paints a part in which there is nothing better than the
 * answer, until nothing is open. The parts are those of the check's own steps. Pure.
 */
import type { ReplayStep, SearchReplay } from "../../../check/recorder.js";

/** Levels by axis, as in a step of the replay: runs, each from the first to before the second. */
export type Region = NonNullable<ReplayStep["live"]>;

type Removal = "first" | "enter" | "round";
const REMOVALS: readonly string[] = ["first", "enter", "round"] satisfies Removal[];

export interface Stroke {
  /** The step of the replay that gives its reason. */
  step: number;
  box: number;
  /** Which of the proofs, from 0: each begins with everything open. */
  proof: number;
  /** The open part of the box before, and after it (null: none). The difference is painted. */
  before: Region;
  left: Region | null;
  /** Open parts of other boxes, which wait for their turn. */
  waiting: readonly Region[];
  /** The reason that the check gives where it closes the box. `first`, `enter` and `round`: it removed levels only, at the beginning of a proof, of a box, by messages; `empty`: all, and the reason stands in no step. */
  why: NonNullable<ReplayStep["why"]> | Removal | "empty";
  /** No answer in the box costs less, as far as that is known by itself. */
  bound: number;
}

/** Everything that a question has levels for. */
export const wholeOf = ({ axes }: SearchReplay): Region => axes.map(({ count }) => (count > 0 ? [0, count] : []));

/** How many levels runs hold. */
export const held = (runs: readonly number[]): number => runs.reduce((sum, end, at) => sum + (at % 2 === 1 ? end : -end), 0);

/** How many combinations of levels a region holds. */
export const sizeOf = (region: Region): number => region.reduce((product, runs) => product * held(runs), 1);

/** The parts of runs from `from` to before `to`, and the rest. */
export function parted(runs: readonly number[], from: number, to: number): { inside: number[]; outside: number[] } {
  const [inside, outside]: [number[], number[]] = [[], []];
  const add = (list: number[], begin: number, end: number): void => {
    if (begin >= end) return;
    if (list.at(-1) === begin) list[list.length - 1] = end;
    else list.push(begin, end);
  };
  for (let at = 0; at < runs.length; at += 2) {
    const [begin, end] = [runs[at]!, runs[at + 1]!];
    add(outside, begin, Math.min(end, from));
    add(inside, Math.max(begin, from), Math.min(end, to));
    add(outside, Math.max(begin, to), end);
  }
  return { inside, outside };
}

export function strokesOf(replay: SearchReplay): Stroke[] {
  const strokes: Stroke[] = [];
  let waiting: (Region | null)[] = [];
  let now: Region | null = null;
  let proof = -1;
  const paint = ({ box, bound }: ReplayStep, step: number, to: Region | null, why: Stroke["why"]): void => {
    const before = now;
    now = to && sizeOf(to) > 0 ? to : null;
    if (!before || (now && sizeOf(now) === sizeOf(before))) return;
    const open = waiting.filter((region) => region !== null);
    strokes.push({ step, box, proof, before, left: now, waiting: open, why: !now && REMOVALS.includes(why) ? "empty" : why, bound });
  };
  replay.steps.forEach((step, at) => {
    switch (step.kind) {
      case "enter":
        if (step.parent === null) {
          proof += 1;
          waiting = [];
          now = wholeOf(replay);
        } else now = waiting.pop() ?? null;
        if (now && sizeOf(now) === 0) now = null;
        return paint(step, at, step.live, step.parent === null ? "first" : "enter");
      case "round":
        return paint(step, at, step.live, "round");
      case "closed": {
        const last = strokes.at(-1);
        // The step before has emptied the box, and this one says why.
        if (!now && last?.why === "empty" && last.box === step.box && last.proof === proof) Object.assign(last, { step: at, why: step.why ?? "empty", bound: step.bound });
        return paint(step, at, null, step.why ?? "empty");
      }
      case "split": {
        const { split } = step;
        if (!split) return;
        const of = (part: "inside" | "outside"): Region | null => now?.map((runs, axis) => (axis === split.feature ? parted(runs, split.from, split.to)[part] : runs)) ?? null;
        const [inside, outside] = [of("inside"), of("outside")];
        waiting.push(...(split.inside ? [outside, inside] : [inside, outside]));
        now = null;
      }
    }
  });
  return strokes;
}

/** The open parts after so many strokes. No two of them overlap. */
export function openAfter(replay: SearchReplay, strokes: readonly Stroke[], count: number): Region[] {
  const last = strokes[count - 1];
  if (!last) return [wholeOf(replay)];
  return last.left ? [...last.waiting, last.left] : [...last.waiting];
}

/** How many strokes there are up to a step of the replay. */
export const strokesUpTo = (strokes: readonly Stroke[], step: number): number => strokes.filter((stroke) => stroke.step <= step).length;

/** Whether runs hold a level. */
export const holds = (runs: readonly number[], level: number): boolean => runs.some((begin, at) => at % 2 === 0 && level >= begin && level < runs[at + 1]!);
