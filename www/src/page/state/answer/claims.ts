/**
 * The statements that may be made about an answer, clause by clause. "At most" and "at least" are said only where the room says that
 * everything allowed on that side is included, all changes together. Every printed number lies inside the room. Pure; the text is
 * made by page/view/words.ts.
 */
import { own } from "../../../own.js";
import type { ChangeDoc, Counterfactual, FeatureInfo, RequestDoc, Room } from "../../../types.js";
import { coordinate, isDiscrete, levelCount, levelLabel, nearestLevel, withCoordinate } from "../../../model/feature.js";
import { decimalsOf, exactDecimals, reads, roundInside } from "./rounding.js";
import type { Rounding } from "../document/state.js";
import { FREE, type Doc } from "../document/document.js";

/** Rounding never moves a value by more than this share of its range: less than three pixels on the map. */
const TOLERANCE = 0.005;

export type Claim = "at most" | "at least" | "or lower" | "or higher" | "exactly";

export interface Clause {
  feature: FeatureInfo;
  /** Coordinates. */
  now: number;
  to: number;
  claim: Claim;
  /** The value as printed, a coordinate, and with how many decimals. */
  printed: number;
  decimals: number;
  /** The joint room in coordinates; null ends are open. Null when it is not known. */
  room: { from: number | null; to: number | null } | null;
  /** It follows from other changes. */
  follows?: boolean;
}

function roomOf(feature: FeatureInfo, room: readonly Room[] | null): Clause["room"] {
  const found = room?.find((one) => one.feature === feature.name);
  if (!found || feature.kind === "binary" || feature.kind === "categorical") return null;
  const at = (raw: number | null): number | null => (raw === null || !isDiscrete(feature) ? raw : nearestLevel(feature, raw));
  return { from: at(found.from), to: at(found.to) };
}

function numericClause(feature: FeatureInfo, now: number, to: number, room: Clause["room"], alone: [number, number], extra: number, single: boolean): Clause {
  const decimals = Math.min(15, decimalsOf(feature) + (feature.kind === "integer" ? 0 : extra));
  const near = feature.kind === "integer" ? Number.POSITIVE_INFINITY : TOLERANCE * (feature.max - feature.min);
  const low = room?.from ?? Number.NEGATIVE_INFINITY;
  const high = room?.to ?? Number.POSITIVE_INFINITY;
  const said = (claim: Claim, at: number, from = low, until = high, as?: boolean): Clause => {
    const rounded = roundInside(at, from, until, decimals, near, as);
    return { feature, now, to, claim, printed: rounded.value, decimals: rounded.decimals, room };
  };
  if (!room) return said("exactly", to, ...alone, single);
  if (room.from === null && room.to !== null && to < now) return said("at most", room.to);
  if (room.to === null && room.from !== null && to > now) return said("at least", room.from);
  return said("exactly", to, low, high, single);
}

/** A number rounded without a room: whoever shows it has the written point checked by the engine. */
function freeClause(feature: FeatureInfo, now: number, to: number, extra: number, free: Rounding): Clause {
  const up = free === "near" ? null : (free === "away") === to > now;
  const rounded = (digits: number): number => {
    const scale = 10 ** digits;
    const whole = up === null ? Math.round(to * scale) : up ? Math.ceil(to * scale - 1e-9) : Math.floor(to * scale + 1e-9);
    return Number((whole / scale).toFixed(digits));
  };
  const near = TOLERANCE * (feature.max - feature.min);
  let decimals = Math.min(15, decimalsOf(feature) + (feature.kind === "integer" ? 0 : extra));
  while (feature.kind !== "integer" && decimals < 15 && Math.abs(rounded(decimals) - to) > near) decimals += 1;
  const printed = feature.kind === "integer" ? to : rounded(decimals);
  return { feature, now, to, claim: "exactly", printed, decimals, room: { from: printed, to: printed } };
}

function orderedClause(feature: FeatureInfo, now: number, to: number, room: Clause["room"]): Clause {
  let claim: Claim = "exactly";
  if (room?.from === null && room.to !== null && to < now && room.to > 0) claim = "or lower";
  if (room?.to === null && room.from !== null && to > now && room.from < levelCount(feature) - 1) claim = "or higher";
  const printed = claim === "or lower" ? (room?.to ?? to) : claim === "or higher" ? (room?.from ?? to) : to;
  return { feature, now, to, claim, printed, decimals: 0, room };
}

/** The interval that a change may take on its own, as the engine gives it; the value itself when it gives none. */
function aloneOf(change: ChangeDoc, to: number): [number, number] {
  const [from, until] = change.range ?? [to, to];
  return typeof from === "number" && typeof until === "number" ? [Math.min(from, to), Math.max(until, to)] : [to, to];
}

/** Whether a price of its own makes a feature's printed value dearer than the answer's. */
function dearer({ minimise = {}, tables = {} }: NonNullable<RequestDoc["cost"]>, { feature, to, printed }: Clause): boolean {
  const each = own(minimise, feature.name);
  const levels = own(tables, feature.name) ?? {};
  const paid = (at: number): number => (each === undefined ? (own(levels, levelLabel(feature, at)) ?? 0) : each * at);
  return paid(printed) > paid(to);
}

/**
 * One clause a changed feature, largest share of the cost first as the engine lists them. Values are written with `extra` more
 * decimals than usual: whoever shows them has the written point checked by the model. `single`: the model reads single precision.
 * `free`: numbers are rounded without regard to the room. `cost`: the question's; where a price of a feature's own makes the end of the room that is
 * nearest to the person dearer than the answer, the answer itself is told.
 */
export function clausesOf(
  all: readonly FeatureInfo[],
  person: readonly number[],
  answer: Counterfactual,
  room: readonly Room[] | null,
  extra = 0,
  single = false,
  free: Rounding | null = null,
  cost: RequestDoc["cost"] = {},
): Clause[] {
  const clauses: Clause[] = [];
  for (const change of answer.changes) {
    const feature = all.find((one) => one.name === change.feature);
    if (!feature) continue;
    const now = coordinate(feature, person);
    const to = coordinate(feature, answer.values);
    const joint = free ? null : roomOf(feature, room);
    const within = (ends: Clause["room"]): Clause => (isDiscrete(feature) ? orderedClause(feature, now, to, ends) : numericClause(feature, now, to, ends, aloneOf(change, to), extra, single));
    const nearest = free && !isDiscrete(feature) ? freeClause(feature, now, to, extra, free) : within(joint);
    // Of a room without an open end no "at most" or "at least" is said.
    const clause = joint && dearer(cost, nearest) ? { ...within({ from: joint.from ?? -Infinity, to: joint.to ?? Infinity }), room: joint } : nearest;
    clauses.push(change.consequence === true ? { ...clause, follows: true } : clause);
  }
  return clauses;
}

/** The same clauses with every number written out in full: printed when rounding would lose the target. */
export function exactClauses(clauses: readonly Clause[], single = false): Clause[] {
  return clauses.map((clause) => {
    if (isDiscrete(clause.feature)) return clause;
    const decimals = Math.max(decimalsOf(clause.feature), exactDecimals(clause.to, single));
    const short = Number(clause.to.toFixed(decimals));
    return { ...clause, claim: "exactly", printed: reads(short, clause.to, single) ? short : clause.to, decimals };
  });
}

/** The point that the printed values describe. */
export function printedPoint({ values }: Pick<Counterfactual, "values">, clauses: readonly Pick<Clause, "feature" | "printed">[]): number[] {
  return clauses.reduce<number[]>((row, clause) => withCoordinate(clause.feature, row, clause.printed), [...values]);
}

/**
 * The values that a row changes of the person's, with as few decimals as leave each in its cell of the model and within its limit: the
 * written row is decided as the row itself. In full where cuts are slanted or leaves linear.
 */
export function writtenOf(doc: Doc, values: readonly number[]): Pick<Clause, "feature" | "printed" | "decimals">[] {
  const info = doc.model?.info;
  const single = info?.input === "float32";
  const whole = info?.oblique === true || info?.linear_leaves === true;
  return (info?.features ?? []).flatMap((feature) => {
    const at = coordinate(feature, values);
    if (Object.is(at, coordinate(feature, doc.person))) return [];
    if (isDiscrete(feature) || Number.isNaN(at)) return { feature, printed: at, decimals: 0 };
    const read = single ? Math.fround(at) : at;
    const below = feature.thresholds.filter((cut) => cut < read).at(-1) ?? -Infinity;
    const above = feature.thresholds.find((cut) => cut >= read) ?? Infinity;
    const { min, max } = doc.limits.get(feature.name) ?? FREE;
    // Nearer than a half of the way to the cut below, so that it is not read as that.
    const low = whole ? at : Math.max(at - 0.4 * (at - below), min ?? -Infinity);
    const { value, decimals } = roundInside(at, low, whole ? at : Math.min(above, max ?? Infinity), decimalsOf(feature), TOLERANCE * (feature.max - feature.min), single);
    return { feature, printed: value, decimals };
  });
}
