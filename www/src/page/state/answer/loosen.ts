/** When nothing is possible: for each limit of the conflict, the least loosening that works, and its answer. */
import type { FeatureInfo, RequestDoc } from "../../../types.js";
import { applyChange, limitOf } from "../editing/actions.js";
import { coordinate, domain, levelLabel } from "../../../model/feature.js";
import { isMarginKind, marginRequest, MARGINS } from "../limits/margin.js";
import { EPSILONS, hullRequest } from "../limits/hull.js";
import type { ExplainOptions, ModelHandle } from "../port.js";
import type { Origin } from "../request/request.js";
import { countOf, featureNamed, features, originAt, requestOf, requestWithout, unlisting, HULL, MARGIN, TYPICAL } from "../request/request.js";
import { decimalsOf, roundInside } from "./rounding.js";
import { present } from "./shown.js";
import type { Loosening, Shown } from "../document/state.js";
import { SHARES, typicalRequest } from "../limits/typical.js";
import type { Doc, Hull, Limit, LimitChange, MarginKind } from "../document/document.js";

/** Time limit of each search for a loosening, in seconds. */
const SECONDS = 5;
/** Weight of all other features while one limit's least loosening is looked for, so that their changes hardly count. */
const NEARLY_FREE = 1e-6;

/** The limits that an answer's `conflict` points to. */
export function conflicting(shown: Shown): string[] {
  return (shown.answer.conflict ?? []).filter((pointer) => pointer.startsWith("/constraints/") || [TYPICAL, HULL, MARGIN].some((one) => pointer.startsWith(one)));
}

export function looseningsFor(shown: Shown): Loosening[] {
  return conflicting(shown).map((pointer) => ({ of: shown.request, pointer, state: "waiting", change: null, cost: null, shown: null }));
}

/** The same question asked so that the answer moves this one feature as little as possible. */
function leastMove(request: RequestDoc, feature: FeatureInfo, all: readonly FeatureInfo[]): RequestDoc {
  const weights = Object.fromEntries(all.map((one) => [one.name, one === feature ? 1 : NEARLY_FREE]));
  return { ...request, cost: { norm: "l1", weights } };
}

function looserLimit(feature: FeatureInfo, limit: Limit, origin: Origin, to: number): Limit {
  switch (origin.part) {
    case "lock":
      return { ...limit, lock: false };
    case "change":
      return { ...limit, change: "free" };
    case "allow":
      return { ...limit, allow: limit.allow === null ? null : [...limit.allow, to].sort((a, b) => a - b) };
    case "range":
    case "rule":
    case "relation":
    case "typical":
    case "cause":
    case "other":
    case "distance":
    case "score":
    case "hull":
    case "maxChanges": {
      const [low, high] = domain(feature);
      let { min, max } = limit;
      // As it is written: outwards.
      const decimals = decimalsOf(feature);
      const [down, up] = [roundInside(to, -Infinity, to, decimals).value, roundInside(to, to, Infinity, decimals).value];
      if (min !== null && to < min) min = down <= low ? null : down;
      if (max !== null && to > max) max = up >= high ? null : up;
      return { ...limit, min, max };
    }
  }
}

/** The least change of one limit that makes the target reachable, with the best answer under it. */
export async function loosen(handle: ModelHandle, doc: Doc, loosening: Loosening, options: ExplainOptions): Promise<Loosening> {
  const origin = originAt(doc, loosening.pointer);
  if (!origin) return { ...loosening, state: "useless" };
  const open = { ...requestWithout(requestOf(doc), loosening.pointer), time_limit: SECONDS };
  const change = await leastChange(handle, doc, origin, open, options);
  if (!change) return { ...loosening, state: "useless" };
  const request = { ...requestOf(applyChange(doc, change)), time_limit: SECONDS };
  const answer = await handle.explain(request, options);
  const best = answer.counterfactuals[0];
  if (answer.status !== "optimal" || !best) return { ...loosening, state: "useless" };
  const shown = await present(handle, request, answer, true);
  if (!shown.replay?.meets) return { ...loosening, state: "useless" };
  return { ...loosening, state: "proved", change, cost: best.cost, shown };
}

async function leastChange(handle: ModelHandle, doc: Doc, origin: Origin, open: RequestDoc, options: ExplainOptions): Promise<LimitChange | null> {
  if (origin.part === "maxChanges") {
    const counting = await handle.explain({ ...open, cost: countOf(handle.info.features) }, options);
    const best = counting.counterfactuals[0];
    return counting.status === "optimal" && best ? { set: "maxChanges", count: best.changes.length } : null;
  }
  if (origin.part === "typical") return { set: "typical", share: await lessUsual(handle, doc, open, options) };
  if (isMarginKind(origin.part)) return { set: origin.part, margin: await nearer(handle, doc, origin.part, open, options) };
  if (origin.part === "hull") return { set: "hull", hull: await wider(handle, doc, open, options) };
  const without = unlisting(doc, origin);
  if (without) return without;
  const feature = origin.feature === null ? undefined : featureNamed(doc, origin.feature);
  if (!feature) return null;
  const least = await handle.explain(leastMove(open, feature, features(doc)), options);
  const best = least.counterfactuals[0];
  if (least.status !== "optimal" || !best) return null;
  const to = coordinate(feature, best.values);
  return { set: "limit", feature: feature.name, limit: looserLimit(feature, limitOf(doc, feature.name), origin, to) };
}

/** The most that can still be asked of how usual an answer is; null where any such demand is too much. */
async function lessUsual(handle: ModelHandle, doc: Doc, open: RequestDoc, options: ExplainOptions): Promise<number | null> {
  const lower = SHARES.filter((share) => share < (doc.typical ?? 0)).reverse();
  for (const share of lower) {
    const { counterfactuals } = await handle.explain(typicalRequest(open, share), options);
    if (counterfactuals.length > 0) return share;
  }
  return null;
}

/** The largest smaller margin of the offered ones with which there is an answer; null where there is none. */
async function nearer(handle: ModelHandle, doc: Doc, kind: MarginKind, open: RequestDoc, options: ExplainOptions): Promise<number | null> {
  for (const most of MARGINS[kind].filter((one) => one < (doc.margin?.[kind] ?? 0)).reverse()) {
    const { counterfactuals } = await handle.explain(marginRequest(open, { ...doc.margin, [kind]: most }), options);
    if (counterfactuals.length > 0) return most;
  }
  return null;
}

/** The hull enlarged by the next of the offered distances at which there is an answer; null where none is. */
async function wider(handle: ModelHandle, doc: Doc, open: RequestDoc, options: ExplainOptions): Promise<Hull | null> {
  const { hull } = doc;
  for (const epsilon of EPSILONS) {
    if (!hull || epsilon <= (hull.epsilon ?? Infinity)) continue;
    const next = { ...hull, epsilon };
    const { counterfactuals } = await handle.explain(hullRequest(open, next), options);
    if (counterfactuals.length > 0) return next;
  }
  return null;
}

/** The level that a loosened list of levels newly allows. */
export function newlyAllowed(feature: FeatureInfo, before: Limit, after: Limit): string | null {
  const level = (after.allow ?? []).find((one) => !(before.allow ?? []).includes(one));
  return level === undefined ? null : levelLabel(feature, level);
}
