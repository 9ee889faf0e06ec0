/** Other ways to the target, each an ordinary request proved best under its own rule. */
import type { Answer, Counterfactual, RequestDoc } from "../../../types.js";
import type { ExplainOptions, ModelHandle } from "../port.js";
import { leastBreaking } from "./real-row.js";
import { countOf, targetClasses } from "../request/request.js";
import { present } from "./shown.js";
import type { HeldWays, Shown, Way } from "../document/state.js";
import { further, nearer, SEVERAL } from "../request/several.js";
import { MOST_USUAL, typicalOf, typicalRequest } from "../limits/typical.js";
import type { Distinct, Hull, Several } from "../document/document.js";

/** Time limit of each way's request, in seconds. */
const SECONDS = 5;
/** The same for each request of a way that is asked for several times. */
const SOON = 2;
/** Probabilities of the target that a safer way may demand, the least first. */
const SAFER = [0.6, 0.75, 0.9];
/** Ways without one of the changes: for so many of the cheapest way's changes. */
const WITHOUT = 3;

/**
 * The ways worth asking for, given the cheapest one. None is asked for when nothing has to change. `rows`: how many background
 * rows the model has; `rare`: whether ways that need another module are asked for; `several`: which further answers.
 */
export function waysFor(main: Shown, classes: readonly string[], rows = 0, rare = true, { distinct, count }: Several = SEVERAL): Way[] {
  const best = main.answer.counterfactuals[0];
  if (!best || main.answer.status !== "optimal" || best.changes.length === 0 || "best" in main.request.target) return [];
  const way = (part: Pick<Way, "id" | "kind"> & Partial<Way>): Way => ({ of: main.request, state: "waiting", cost: null, shown: null, ...part });
  const ways: Way[] = [way({ id: "cheapest", kind: "cheapest", state: "proved", cost: best.cost, shown: main })];
  if (best.changes.length > 1 && !("class_costs" in main.request.target)) ways.push(way({ id: "fewest", kind: "fewest" }));
  const { target } = main.request;
  const wanted = targetClasses(target, classes);
  const score = main.replay && "scores" in main.replay.prediction ? (main.replay.prediction.scores[wanted[0] ?? 0] ?? 1) : 1;
  const safer = SAFER.find((share) => share > score + 0.02);
  if ("class" in target && target.min_probability === undefined && safer !== undefined) {
    ways.push(way({ id: "safest", kind: "safest", probability: safer }));
  }
  if (best.changes.length > 1 || classes.length === 0) {
    for (const change of best.changes.slice(0, WITHOUT)) {
      ways.push(way({ id: `without ${change.feature}`, kind: "without", feature: change.feature }));
    }
  }
  if (rows > 0 && MOST_USUAL.some((share) => share > (typicalOf(main.request) ?? 0))) ways.push(way({ id: "typical", kind: "typical" }));
  // Rows of the hull's own lie in it. The engine is not asked whether other rows do.
  if (rare && rows > 0 && !main.request.plausibility?.hull) ways.push(way({ id: "row", kind: "row" }));
  const near = nearer(main.request.plausibility?.hull as Hull | undefined);
  for (let after = 1; after <= (distinct === "nearer" ? Math.min(count, near.length) : count); after += 1) {
    ways.push(way({ id: `other ${String(after)}`, kind: "other", after, distinct, from: best, ...(distinct === "nearer" ? { share: near[after - 1]! } : {}) }));
  }
  return ways;
}

function requestFor(main: RequestDoc, way: Way): RequestDoc {
  const constraints = main.constraints ?? [];
  const limited: RequestDoc = { ...main, time_limit: SECONDS };
  if (way.kind === "without" && way.feature !== undefined) return { ...limited, constraints: [...constraints, { fix: way.feature }] };
  if (way.kind === "safest" && "class" in main.target && way.probability !== undefined) {
    return { ...limited, target: { class: main.target.class, min_probability: way.probability } };
  }
  if (way.kind === "row") return { ...limited, real_rows: true };
  if (way.distinct === "ties") return { ...limited, ties: true };
  if (way.distinct === "met") return { ...limited, pool: way.after ?? 1 };
  const hull = main.plausibility?.hull;
  if (way.distinct === "groups" && hull) return { ...limited, plausibility: { ...main.plausibility, hull: { ...hull, each: true } } };
  if (way.distinct === "nearer" && hull) return { ...limited, plausibility: { ...main.plausibility, hull: { ...hull, epsilon: way.share ?? 0 } } };
  if (way.kind === "other" && way.after !== undefined && (typeof way.distinct === "object" || way.distinct === "features" || way.distinct === "regions")) return { ...limited, count: way.after + 1, distinct: way.distinct };
  return limited;
}

/** The answer after so many others, as an answer of its own: it is proved the cheapest that differs from those. */
function nth(answer: Answer, before: number, distinct: Distinct | undefined): Answer {
  if (before === 0 || distinct === "nearer") return answer;
  if (distinct === "met") {
    const met = answer.pool?.[before - 1];
    return met ? { ...answer, counterfactuals: [met], status: "feasible" } : { ...answer, counterfactuals: [], status: answer.status === "optimal" ? "infeasible" : "unknown" };
  }
  const best = answer.counterfactuals[before];
  const none = answer.truncated === true || answer.status !== "optimal" ? "unknown" : "infeasible";
  return { ...answer, counterfactuals: best ? [best] : [], lower_bound: best?.cost ?? null, status: best ? answer.status : none };
}

/**
 * The answers of a list by a rule, with the one that is shown at their head: of several that cost the same the search may begin with another.
 * Where it is not known how the shown one stands to the others, nothing is said of further ones.
 */
function headed(answer: Answer, { distinct, from }: Way): Answer {
  const all = answer.counterfactuals;
  if (!from || all.length === 0 || !(distinct === "ties" || distinct === "features" || distinct === "regions" || typeof distinct === "object")) return answer;
  const is = ({ values }: Counterfactual): boolean => values.every((x, c) => !(Math.abs(x - from.values[c]!) > 1e-6 * (1 + Math.abs(x))));
  const names = (one: Counterfactual): string[] => one.changes.map(({ feature }) => feature);
  // An answer that changes all that the shown one changes stands for it among those that differ by features.
  const same = all.filter(distinct === "features" ? (one) => names(from).every((name) => names(one).includes(name)) : is);
  const rest = all.filter((one) => !same.includes(one));
  const known = distinct === "ties" || (same.length === 1 && (distinct === "features" ? same[0]!.changes.length === from.changes.length : same[0] === all[0]));
  return known ? { ...answer, counterfactuals: [...same, ...rest] } : { ...answer, counterfactuals: [], status: "unknown" };
}

/** The request of "fewest changes": first how few suffice, then the cheapest of those. Null when that is not settled. */
async function fewest(handle: ModelHandle, main: RequestDoc, options: ExplainOptions): Promise<RequestDoc | null> {
  const counting = await handle.explain({ ...main, cost: countOf(handle.info.features), time_limit: SECONDS }, options);
  const best = counting.counterfactuals[0];
  if (counting.status !== "optimal" || !best) return null;
  return { ...main, time_limit: SECONDS, constraints: [...(main.constraints ?? []), { max_changes: best.changes.length }] };
}

/**
 * The request of "most typical": the most demanding of some shares at which there is an answer at all, the more demanding ones
 * being proved impossible. Null when that is not settled soon.
 */
async function mostUsual(handle: ModelHandle, main: RequestDoc, options: ExplainOptions): Promise<{ request: RequestDoc; share: number } | null> {
  for (const share of MOST_USUAL) {
    if (share <= (typicalOf(main) ?? 0)) return null;
    const request: RequestDoc = { ...typicalRequest(main, share), time_limit: SOON };
    const { status } = await handle.explain(request, options);
    if (status === "optimal") return { request, share };
    if (status !== "infeasible") return null;
  }
  return null;
}

/** Answers one way. */
export async function answerWay(handle: ModelHandle, main: RequestDoc, way: Way, options: ExplainOptions): Promise<Way> {
  if (way.kind === "typical") {
    const found = await mostUsual(handle, main, options);
    return found ? settled(handle, found.request, { ...way, share: found.share }, options) : { ...way, state: "open" };
  }
  if (way.kind === "row") return realRow(handle, main, way, options);
  const request = way.kind === "fewest" ? await fewest(handle, main, options) : requestFor(main, way);
  return request ? settled(handle, request, way, options) : { ...way, state: "open" };
}

/** The nearest real row; where none keeps the limits, one that breaks the fewest. */
async function realRow(handle: ModelHandle, main: RequestDoc, way: Way, options: ExplainOptions): Promise<Way> {
  const request = requestFor(main, way);
  const found = await settled(handle, request, way, options);
  if (found.state !== "impossible") return found;
  const near = await leastBreaking(handle, request, options);
  return near ? presented(handle, near.request, near.answer, { ...way, breaks: near.breaks }) : found;
}

async function settled(handle: ModelHandle, request: RequestDoc, way: Way, options: ExplainOptions): Promise<Way> {
  const answer = await handle.explain(request, options);
  return presented(handle, request, nth(headed(answer, way), way.after ?? 0, way.distinct), way.after === undefined ? way : { ...way, all: answer });
}

async function presented(handle: ModelHandle, request: RequestDoc, answer: Answer, way: Way): Promise<Way> {
  if (answer.status === "infeasible") return { ...way, state: "impossible" };
  const best = answer.counterfactuals[0];
  if (!best) return { ...way, state: "open" };
  const shown = await present(handle, request, answer, true);
  if (!shown.replay?.meets) return { ...way, state: "open" };
  const row = way.kind === "row" ? await rowOf(handle, best.values) : null;
  return { ...way, state: answer.status === "optimal" ? "proved" : "open", cost: best.cost, shown, ...(row === null ? {} : { row }) };
}

/** Which background row an answer is; the model may read them in single precision. */
async function rowOf(handle: ModelHandle, values: readonly number[]): Promise<number | null> {
  const rows = (await handle.rows?.()) ?? [];
  const same = (a: number, b = Number.NaN): boolean => Object.is(a, b) || Math.fround(a) === Math.fround(b);
  const at = rows.findIndex((row) => row.every((value, column) => same(value, values[column])));
  return at < 0 ? null : at;
}

/** The point where a way ends, as text; undefined where none is known. */
const pointOf = ({ shown }: Way): string | undefined => shown?.answer.counterfactuals[0] && JSON.stringify(shown.answer.counterfactuals[0].values);

/** The first of the ways that end at a point; those of which no point is known all stay. */
function once(ways: readonly Way[]): Way[] {
  const points = ways.map(pointOf);
  return ways.filter((_, at) => points[at] === undefined || points.indexOf(points[at]) === at);
}

/** The ways that are proved to end where this one does, itself first: an answer may be there for several reasons. */
export const alike = (ways: readonly Way[], way: Way): Way[] => [way, ...ways.filter((one) => one !== way && one.of === way.of && one.state === "proved" && pointOf(one) === pointOf(way))];

/** Ways by rules of their own as they are listed: the cheapest first, then by cost; a way that ends at a point already listed is left out. */
export function listed(ways: readonly Way[]): Way[] {
  const rank = (way: Way): number => (way.kind === "cheapest" ? -1 : way.breaks ? Number.POSITIVE_INFINITY : (way.cost ?? Number.POSITIVE_INFINITY));
  return once([...ways].filter((way) => !(way.state === "open" || way.kind === "other" || (way.kind === "typical" && !way.shown))).sort((a, b) => rank(a) - rank(b)));
}

/** So many of these are shown. */
const MOST = 6;

/** The list without its most expensive entries of the kinds of which there are several. */
export function shortened(list: readonly Way[]): Way[] {
  const spare = list.filter((way) => way.kind === "without").slice(Math.min(0, MOST - list.length) || list.length);
  return list.filter((way) => !spare.includes(way)).slice(0, MOST);
}

/**
 * The list as it is drawn, further answers last. While a pointer is over it, it has the order that it had when that came, so that nobody
 * presses one entry and gets another. Another answer has a list of its own.
 */
export function inPlace(ways: readonly Way[], held: HeldWays | null): Way[] {
  const list = once([...shortened(listed(ways)), ...further(ways)]);
  if (held?.of !== list[0]?.shown) return list;
  return held?.ids.flatMap((id) => ways.find((way) => way.id === id) ?? []) ?? list;
}

/** All that are on the page with an answer. */
export const answered = (ways: readonly Way[]): Way[] => inPlace(ways, null).filter((way) => way.shown && !way.breaks);
