/** The values that the views read off the state. Pure. */
import type { Answer, Counterfactual, FeatureInfo, Prediction, RequestDoc } from "../../../types.js";
import { limitOf } from "../editing/actions.js";
import type { Clause } from "./claims.js";
import { clausesOf, exactClauses } from "./claims.js";
import { conflicting } from "./loosen.js";
import type { Origin } from "../request/request.js";
import { featureCost } from "../request/cost.js";
import { features, originAt, questionOf, questionText } from "../request/request.js";
import { personOf } from "./shown.js";
import type { Shown, State, Way } from "../document/state.js";
import type { Aim } from "../../../measure/target.js";
import type { Doc } from "../document/document.js";

/** The best so far of a long search. */
const soFar = ({ solve }: State): Shown | null => (solve.phase === "running" && solve.late ? solve.best : null);

/** The way that is shown in place of the cheapest; a row that breaks limits is none. */
function chosenWay(state: State): Way | null {
  if (state.doc.way === "cheapest" || soFar(state)) return null;
  return state.ways.find((one) => one.id === state.doc.way && one.shown && !one.breaks) ?? null;
}

/** The answer that the answer panel and the map show: a chosen other way, else the best so far of a long search, else the answer. */
export function displayed(state: State): Shown | null {
  return soFar(state) ?? chosenWay(state)?.shown ?? state.shown;
}

/**
 * Whether something that was found answers another question than the one that stands (`of`: its question). All that is shown of it is
 * then dimmed, or gone, until the new question is answered.
 */
export const isOld = (state: State, of: RequestDoc): boolean => questionText(of) !== questionOf(state.doc);

/** Whether the displayed answer is old. */
export function isStale(state: State): boolean {
  const of = soFar(state)?.request ?? chosenWay(state)?.of ?? state.shown?.request;
  return of !== undefined && isOld(state, of);
}

/** The counterfactual that may be shown: only one that the model has been seen to accept. */
export function verified(shown: Shown | null): Counterfactual | null {
  const best = shown?.answer.counterfactuals[0];
  return best && shown.replay?.meets ? best : null;
}

/** The clauses of the sentence, largest share of the cost first; with every number in full when the rounded point would not do. */
export function clauses(doc: Doc, shown: Shown): Clause[] {
  const best = verified(shown);
  if (!best) return [];
  const person = personOf(shown.request);
  const places = changedFeatures({ ...doc, person }, best);
  const single = doc.model?.info.input === "float32";
  const list = clausesOf(features(doc), person, best, shown.room, shown.extra ?? 0, single, shown.free, shown.request.cost);
  list.sort((a, b) => places.indexOf(a.feature.name) - places.indexOf(b.feature.name));
  if (shown.extra === null) return exactClauses(list, single);
  // Of the best within a budget nobody has asked how far its values may go.
  return "best" in shown.request.target ? list.map((clause) => ({ ...clause, room: null })) : list;
}

/** The chosen way, where it has another size than the answer to the question as it stands, by a rule of its own. */
export function otherWay(state: State): Way | null {
  const way = chosenWay(state);
  return way?.cost === state.shown?.answer.counterfactuals[0]?.cost ? null : way;
}

/** Of a proved answer: "smallest", or "best" where prices or classes count, or the best is asked for; "proved": by a rule of its own, or nothing has to change. */
type Proved = "smallest" | "best" | "proved";
export type Badge = Proved | "best so far" | "impossible" | "not settled";

const PRICES = ["class_costs", "tables", "minimise", "piecewise", "price"];

/** Whether other prices count than the size of the change. */
export const isPriced = ({ cost, target, plausibility }: RequestDoc): boolean => Object.keys({ ...target, ...cost, ...plausibility?.hull }).some((name) => PRICES.includes(name));

function provedOf(state: State, { request, answer }: Shown): Proved {
  if (otherWay(state) || answer.counterfactuals[0]?.changes.length === 0) return "proved";
  return "best" in request.target || isPriced(request) ? "best" : "smallest";
}

export function badgeOf(state: State, shown: Shown): Badge {
  if (state.solve.phase === "running" && state.solve.best === shown) return "best so far";
  if (shown.answer.counterfactuals.length > 0 && !shown.replay?.meets) return "not settled";
  switch (shown.answer.status) {
    case "optimal":
      return provedOf(state, shown);
    case "feasible":
      return shown.request.pool === undefined ? "best so far" : "not settled";
    case "infeasible":
      return "impossible";
    case "unknown":
      return "not settled";
  }
}

/** The largest saving that is still possible, as a share of the answer's cost; null when nothing is proved. */
export function possibleGain(cost: number, bound: number | null): number | null {
  if (bound === null || !(cost > 0) || bound < 0) return null;
  return Math.max(0, (cost - bound) / cost);
}

/** Origins of the limits in conflict, when the answer is that nothing is possible; none while another question is asked, whose limits are others. */
export function conflictOrigins(state: State): Origin[] {
  if (state.shown?.answer.status !== "infeasible" || isOld(state, state.shown.request)) return [];
  return conflicting(state.shown).flatMap((pointer) => originAt(state.doc, pointer) ?? []);
}

/** A feature in a conflict, and the schema's statement about it that causes the conflict. */
export interface Said {
  feature: FeatureInfo;
  field: "kind" | "min" | "max" | "change";
}

/** Of an impossible answer: the words of the schema that exclude it, where they are known. */
export function saidInConflict(doc: Doc, answer: Pick<Answer, "conflict">): Said[] {
  return (answer.conflict ?? []).flatMap((pointer) => {
    const [, at, field] = /^\/features\/(\d+)\/(kind|min|max|change)$/.exec(pointer) ?? [];
    const feature = at === undefined ? undefined : features(doc)[Number(at)];
    return feature ? [{ feature, field: field as Said["field"] }] : [];
  });
}

/** Names of the features that are in conflict, by their limits or by the schema. */
export function inConflict(state: State): Set<string> {
  const { shown, doc } = state;
  if (shown?.answer.status !== "infeasible" || isOld(state, shown.request)) return new Set();
  return new Set([...conflictOrigins(state).flatMap(({ feature }) => feature ?? []), ...saidInConflict(doc, shown.answer).map(({ feature }) => feature.name)]);
}

/** Names of the features that an answer changes, largest share of the cost first. */
export function changedFeatures(doc: Doc, answer: Counterfactual | null): string[] {
  if (!answer) return [];
  return answer.changes
    .flatMap((change) => features(doc).find((feature) => feature.name === change.feature) ?? [])
    .map((feature) => ({ name: feature.name, share: featureCost(doc, feature, answer.values, "l1") }))
    .sort((a, b) => b.share - a.share)
    .map((one) => one.name);
}

/** Order of the cards: in conflict, changed, may change, locked; each group as the model lists them. */
export function cardOrder(doc: Doc, answer: Counterfactual | null, conflict: ReadonlySet<string>): string[] {
  const changed = changedFeatures(doc, answer);
  const rank = (feature: FeatureInfo): number => {
    if (conflict.has(feature.name)) return -1;
    const place = changed.indexOf(feature.name);
    if (place >= 0) return place;
    return limitOf(doc, feature.name).lock ? 2e6 : 1e6;
  };
  return features(doc)
    .map((feature, index) => ({ name: feature.name, rank: rank(feature), index }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map((one) => one.name);
}

/** The pair of features that the map shows: the chosen pair, else those that the answer changes most, else the first that may change. */
export function mapPair(doc: Doc, answer: Counterfactual | null): [string, string] | null {
  const all = features(doc);
  const known = (pair: [string, string] | null): boolean => pair?.every((name) => all.some((one) => one.name === name)) ?? false;
  if (known(doc.axes)) return doc.axes;
  const numeric = (feature: FeatureInfo): boolean => feature.kind === "numeric" || feature.kind === "integer";
  const open = all.filter((feature) => !limitOf(doc, feature.name).lock);
  const changed = changedFeatures(doc, answer).flatMap((name) => all.find((feature) => feature.name === name) ?? []);
  const wishes = [...changed.filter(numeric), ...changed, ...open.filter(numeric), ...open, ...all].map((feature) => feature.name);
  const [x, y] = [...new Set(wishes)];
  return x !== undefined && y !== undefined ? [x, y] : null;
}

/** The class looked for when nothing else is asked: the likeliest that is not the present one. */
export function defaultTarget(now: Prediction, classes: readonly string[]): Aim {
  if ("value" in now) return valueTarget(now.value, []);
  let best = now.class === 0 ? 1 : 0;
  for (let index = 0; index < classes.length; index += 1) {
    if (index !== now.class && (now.scores[index] ?? 0) > (now.scores[best] ?? 0)) best = index;
  }
  return { class: best };
}

/**
 * The interval looked for of a regressor: from the upper quarter of the given values (ascending) on, or up to the lower one when
 * the present value is already above. Without values, a tenth more than now.
 */
export function valueTarget(now: number, values: readonly number[]): Aim {
  const round = (x: number): number => Number(x.toPrecision(3));
  const low = values[Math.floor(values.length / 4)];
  const high = values[Math.floor((values.length * 3) / 4)];
  if (low === undefined || high === undefined || low === high) return { value: [round(now + Math.abs(now) / 10), Number.POSITIVE_INFINITY] };
  return now < round(high) ? { value: [round(high), Number.POSITIVE_INFINITY] } : { value: [Number.NEGATIVE_INFINITY, round(low)] };
}
