/** The address of a lesson's state: its name, and behind it the position of the dot, the step, the limits and the added points, as far as they differ from the beginning. Pure. */
import type { MapLimit } from "../plot/contract.js";
import type { Point } from "./figure.js";
import type { Row } from "./forest.js";
import { GROWN, type GrownKind, type LessonName } from "./words.js";

/** The state that a lesson opens in; nothing that is absent differs from the lesson's beginning. */
export interface LessonState {
  at?: Point;
  step?: number;
  limits?: Record<"x" | "y", MapLimit>;
  grown?: GrownKind;
  /** Points of a person's own, of the lesson "Grow your own". */
  points?: readonly Row[];
}

export interface Place {
  /** null: the overview. */
  name: LessonName | null;
  state: LessonState;
}

/** Points of a link at most: more are never set by hand, and each is grown from. By hand. */
const MOST = 60;

const numbers = (text: string): number[] => text.split(",").map((one) => (one.trim() === "" ? Number.NaN : Number(one)));

const limit = (text: string | null): MapLimit => {
  const [lo = Number.NaN, hi = Number.NaN] = (text ?? "").split("..").map((end) => (end === "" ? Number.NaN : Number(end)));
  return { lo: Number.isFinite(lo) ? lo : null, hi: Number.isFinite(hi) ? hi : null };
};

/** Reads the fragment of an address. All that is no such state is left out. */
export function placeOf(fragment: string, names: readonly LessonName[]): Place {
  const [asked = "", query = ""] = fragment.replace(/^#/, "").split("?");
  const name = names.find((one) => one === asked) ?? null;
  if (name === null) return { name, state: {} };
  const given = new URLSearchParams(query);
  const state: LessonState = {};
  const [x = Number.NaN, y = Number.NaN] = numbers(given.get("at") ?? "");
  if (Number.isFinite(x) && Number.isFinite(y)) state.at = [x, y];
  const step = Number(given.get("step") ?? 0);
  if (Number.isInteger(step) && step > 0) state.step = step;
  if (given.has("x") || given.has("y")) state.limits = { x: limit(given.get("x")), y: limit(given.get("y")) };
  const grown = GROWN.find((kind) => kind === given.get("grown"));
  if (grown) state.grown = grown;
  const points = (given.get("points") ?? "").split(";").flatMap((text): Row[] => {
    const [across = Number.NaN, up = Number.NaN, of = Number.NaN] = numbers(text);
    return [across, up].every(Number.isFinite) && (of === 0 || of === 1) ? [{ x: across, y: up, class: of }] : [];
  });
  if (points.length > 0) state.points = points.slice(0, MOST);
  return { name, state };
}

/** The fragment of a state, which `placeOf` reads. */
export function fragmentOf(name: LessonName, { at, step, limits, grown, points }: LessonState): string {
  const ends = ({ lo, hi }: MapLimit): string => `${lo === null ? "" : String(lo)}..${hi === null ? "" : String(hi)}`;
  const parts = [
    at && `at=${at.join()}`,
    step && `step=${String(step)}`,
    limits && ends(limits.x) !== ".." && `x=${ends(limits.x)}`,
    limits && ends(limits.y) !== ".." && `y=${ends(limits.y)}`,
    grown && `grown=${grown}`,
    points && points.length > 0 && `points=${points.map((row) => [row.x, row.y, row.class].join()).join(";")}`,
  ].filter((part): part is string => typeof part === "string");
  return `#${name}${parts.length === 0 ? "" : `?${parts.join("&")}`}`;
}
