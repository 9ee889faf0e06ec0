/** The answer as sentence parts, in every state of affairs. Pure. */
import { limitOf } from "../state/editing/actions.js";
import { domain } from "../../model/feature.js";
import type { Clause } from "../state/answer/claims.js";
import { featureNamed, features, limited, meets, targetClasses } from "../state/request/request.js";
import { clauses, conflictOrigins, saidInConflict, verified } from "../state/answer/selectors.js";
import type { Shown, State } from "../state/document/state.js";
import { exactDecimals, floorSingle, roundInside } from "../state/answer/rounding.js";
import { isDiscrete, isOrdered } from "../../model/feature.js";
import { limitText } from "./chips.js";
import { bare, NBSP, told, withUnit, writtenList } from "./format.js";
import { goalOf, outcomeText } from "./targets.js";
import type { ClauseText, Part } from "./words.js";
import { words } from "./words.js";
import type { Blame } from "./words/impossible.js";
import type { Doc } from "../state/document/document.js";

/** The levels that a clause allows, by name: one, two, or the first with all beyond it. */
function levelsText(doc: Doc, clause: Clause): Pick<ClauseText, "value" | "claim"> {
  const { feature, printed } = clause;
  const [from, to] = roomEnds(doc, clause);
  const label = bare(feature, printed);
  if (from >= to || clause.claim === "exactly") return { value: words.levelAlone(label), claim: "exactly" };
  if (to - from === 1) return { value: words.either(words.levelAlone(label), words.levelAlone(bare(feature, printed === from ? to : from))), claim: "exactly" };
  return { value: words.level(label), claim: clause.claim };
}

function clauseText(doc: Doc, clause: Clause): ClauseText {
  const { feature, claim, printed, decimals, now } = clause;
  const said = isDiscrete(feature) ? levelsText(doc, clause) : { value: withUnit(feature, printed, decimals), claim };
  return { name: feature.name, ...(feature.phrase === undefined ? {} : { phrase: feature.phrase }), answer: feature.kind === "binary" && /^(yes|no)$/i.test(said.value), ...said, now: told(feature, now, bare).replaceAll(" ", NBSP), follows: clause.follows === true };
}

/** Who is to blame for a question without an answer. */
function blame(state: State, { answer, request }: Shown): Blame {
  const { doc } = state;
  const origins = conflictOrigins(state);
  const single = doc.model?.info.input === "float32";
  return {
    limits: origins.map((origin) => limitText(doc, origin, true)),
    said: saidInConflict(doc, answer).map((one) => words.said(one, (value) => withUnit(one.feature, value))),
    sure: answer.conflict_minimal !== false,
    model: answer.conflict?.length === 0,
    limited: limited(request),
    unheld: single ? origins.flatMap((origin) => (origin.part === "range" && origin.feature !== null ? unheld(doc, origin.feature) : [])) : [],
  };
}

/** The limit on a feature to the last digit, where single precision holds no number within it. */
function unheld(doc: Doc, name: string): string[] {
  const feature = featureNamed(doc, name);
  const { min, max } = limitOf(doc, name);
  if (!feature || isDiscrete(feature) || min === null || max === null || floorSingle(max) >= min) return [];
  const ends = [min, max].map((end) => withUnit(feature, end, exactDecimals(end)));
  return [min === max ? (ends[0] ?? "") : words.room(ends[0] ?? "", ends[1] ?? "")];
}

/** The sentence of an answer. */
export function sentence(state: State, shown: Shown): Part[] {
  const { doc } = state;
  const { target } = shown.request;
  const goal = goalOf(doc, shown);
  const status = shown.answer.status;
  const best = shown.answer.counterfactuals[0];
  if (best && shown.replay && !shown.replay.meets) return words.replayFailed(outcomeText(doc, shown.replay.prediction));
  if (verified(shown)) {
    const list = clauses(doc, shown);
    if (list.length === 0) return "class_costs" in target && targetClasses(target, doc.model?.info.classes ?? []).length > 1 ? words.stays(goal.text ?? "", status === "optimal") : words.already(goal);
    return words.sentence(goal, list.map((clause) => clauseText(doc, clause)), list.length < features(doc).length);
  }
  if (status === "infeasible") {
    return words.impossible(goal, blame(state, shown));
  }
  return words.notSettled(goal);
}

/** Whether the person is already where they want to be. */
export function isAlready(doc: Doc, shown: Shown): boolean {
  const best = verified(shown);
  const prediction = shown.replay?.prediction;
  return best !== null && best.changes.length === 0 && prediction !== undefined && meets(prediction, shown.request.target, doc.model?.info.classes ?? []);
}

/** The ends of a clause's room, open ones at the limit in force or at the domain's end. */
function roomEnds(doc: Doc, { feature, room, to }: Clause): [number, number] {
  const limit = doc.limits.get(feature.name);
  const [low, high] = domain(feature);
  return [room?.from ?? Math.min(limit?.min ?? low, to), room?.to ?? Math.max(limit?.max ?? high, to)];
}

/** The room of a clause: between which values the feature may stand, all changes together. */
export function roomText(doc: Doc, clause: Clause): string {
  const { feature, room } = clause;
  if (!room) return isOrdered(feature) ? words.unknownRoom : words.only;
  const [from, to] = roomEnds(doc, clause);
  if (isDiscrete(feature)) {
    if (from >= to) return words.only;
    return room.to === null ? words.orHigher : room.from === null ? words.orLower : words.room(bare(feature, from), bare(feature, to));
  }
  const { decimals } = clause;
  const single = doc.model?.info.input === "float32";
  const first = roundInside(from, from, to, decimals, undefined, single);
  const last = roundInside(to, from, to, decimals, undefined, single);
  if (first.value >= last.value) return words.only;
  return words.room(bare(feature, first.value, first.decimals), bare(feature, last.value, last.decimals));
}

/** A short account of an answer's new values: "3,345 DM, 33 months, 200 DM or more". */
export function briefly(doc: Doc, shown: Shown): string {
  return writtenList(clauses(doc, shown), (feature) => (isDiscrete(feature) ? words.namedLevel(feature.name) : ""));
}
