/** From the document to the request that the engine answers, and which limit each of its constraints came from. Pure. */
import { mixOf, type Mix } from "../../../cost.js";
import type { ConstraintDoc, FeatureInfo, NormName, RequestDoc } from "../../../types.js";
import { coordinate, isDiscrete, isOrdered, levelLabel, rawOf } from "../../../model/feature.js";
import { keeps, ofBudget, relationConstraint, type Known } from "../limits/relations.js";
import { priceFields } from "../limits/feature-price.js";
import { meets, ruleConstraint } from "../limits/rules.js";
import { causeConstraint, isFree, obeysCause } from "../limits/causes.js";
import { hullRequest } from "../limits/hull.js";
import { alsoTarget } from "../limits/other-model.js";
import { isMarginKind, marginRequest, withMargin } from "../limits/margin.js";
import { typicalRequest } from "../limits/typical.js";
import { DIFFICULTY_WEIGHT, type Doc, type Limit, type LimitChange, type Margin, type MarginKind, type Measure, type OwnMeasure } from "../document/document.js";

/** Which limit a constraint speaks for. */
export interface Origin {
  part: "lock" | "range" | "change" | "allow" | "maxChanges" | "rule" | "relation" | "cause" | "other" | MarginKind | "typical" | "hull";
  feature: string | null;
  /** Which of the rules, of the relations, of the causal constraints, or of the other models. */
  rule?: number;
}

export interface Limits {
  constraints: ConstraintDoc[];
  /** One an entry of `constraints`. */
  origins: Origin[];
}

export const sameOrigin = (a: Origin, b: Origin): boolean => a.part === b.part && a.feature === b.feature && a.rule === b.rule;

export function features(doc: Doc): readonly FeatureInfo[] {
  return known(doc).features;
}

/** The facts about the model by which points are judged. */
export const known = (doc: Doc): Known => doc.model?.info ?? { features: [] };

export function featureNamed(doc: Doc, name: string): FeatureInfo | undefined {
  return features(doc).find((feature) => feature.name === name);
}

/** The constraints of one feature's limit, in a fixed order. */
export function constraintsOf(feature: FeatureInfo, limit: Limit): { constraint: ConstraintDoc; part: Origin["part"] }[] {
  const name = feature.name;
  if (limit.lock) return [{ constraint: { fix: name }, part: "lock" }];
  const list: { constraint: ConstraintDoc; part: Origin["part"] }[] = [];
  if (isOrdered(feature) && (limit.min !== null || limit.max !== null)) {
    const range: { feature: string; min?: number; max?: number } = { feature: name };
    if (limit.min !== null) range.min = rawOf(feature, limit.min);
    if (limit.max !== null) range.max = rawOf(feature, limit.max);
    list.push({ constraint: { range }, part: "range" });
  }
  if (limit.change !== "free" && feature.kind !== "categorical") {
    list.push({ constraint: { direction: { feature: name, change: limit.change } }, part: "change" });
  }
  if (limit.allow !== null && isDiscrete(feature)) {
    list.push({ constraint: { levels: { feature: name, allow: limit.allow.map((level) => levelLabel(feature, level)) } }, part: "allow" });
  }
  return list;
}

export function limitsOf(doc: Doc): Limits {
  const constraints: ConstraintDoc[] = [];
  const origins: Origin[] = [];
  for (const feature of features(doc)) {
    const limit = doc.limits.get(feature.name);
    if (!limit) continue;
    for (const { constraint, part } of constraintsOf(feature, limit)) {
      constraints.push(constraint);
      origins.push({ part, feature: feature.name });
    }
  }
  if (doc.maxChanges !== null) {
    constraints.push({ max_changes: doc.maxChanges });
    origins.push({ part: "maxChanges", feature: null });
  }
  const add = <T>(part: keyof typeof LISTS, list: readonly T[], constraintOf: (all: readonly FeatureInfo[], one: T) => ConstraintDoc | null): void => {
    list.forEach((one, rule) => {
      const constraint = constraintOf(features(doc), one);
      if (!constraint) return;
      constraints.push(constraint);
      origins.push({ part, feature: null, rule });
    });
  };
  add("rule", doc.rules, ruleConstraint);
  add("relation", doc.relations, relationConstraint);
  add("cause", doc.causes, causeConstraint);
  add("other", doc.others, (_, other) => ({ also: { model: other.document, target: alsoTarget(doc, other) } }));
  return { constraints, origins };
}

/** The limits that stand in lists of the document. */
const LISTS = { rule: "rules", relation: "relations", cause: "causes", other: "others" } as const;

/** The change that takes one of these limits away; null of other limits. */
export function unlisting(doc: Doc, { part, rule }: Origin): LimitChange | null {
  if (!(part in LISTS)) return null;
  const list = LISTS[part as keyof typeof LISTS];
  return { set: list, [list]: doc[list].filter((_: unknown, at) => at !== rule) } as unknown as LimitChange;
}

/** Where limits that are no constraints stand in the request. */
export const TYPICAL = "/plausibility/isolation_forest";
export const HULL = "/plausibility/hull";
export const MARGIN = "/margin/";

const marginAt = (pointer: string): MarginKind | null => {
  const kind = pointer.startsWith(MARGIN) ? pointer.slice(MARGIN.length) : "";
  return isMarginKind(kind) ? kind : null;
};

/** The limit that a pointer into the document's request is about. */
export function originAt(doc: Doc, pointer: string): Origin | undefined {
  if (pointer.startsWith(TYPICAL)) return { part: "typical", feature: null };
  if (pointer.startsWith(HULL)) return { part: "hull", feature: null };
  const margin = marginAt(pointer);
  if (margin) return { part: margin, feature: null };
  const index = /^\/constraints\/(\d+)(\/|$)/.exec(pointer)?.[1];
  return index === undefined ? undefined : limitsOf(doc).origins[Number(index)];
}

/** The request without the part that a pointer is about. */
export function requestWithout(request: RequestDoc, pointer: string): RequestDoc {
  if (pointer.startsWith(TYPICAL)) return typicalRequest(request, null);
  if (pointer.startsWith(HULL)) return hullRequest(request, null);
  const margin = marginAt(pointer);
  if (margin) return marginRequest(request, withMargin(request.margin as Margin, margin, null));
  const index = /^\/constraints\/(\d+)(\/|$)/.exec(pointer)?.[1];
  return { ...request, constraints: (request.constraints ?? []).filter((_, at) => String(at) !== index) };
}

/** So much of the mean variance of the rows is added to each, so that their covariance has an inverse. */
const RIDGE = 0.01;

/** Beside the sum of steps every change costs a tenth of its weight, where their number counts too. */
export const normOf = (measure: Measure): NormName | Partial<Mix> => (measure === "rows" ? "l1" : measure === "few" ? { l1: 1, l0: 0.1 } : typeof measure === "object" ? measure.mix : measure);

/** A measure as one of a person's own: one that has a name is told by the norms that it stands for. */
export const ownOf = (measure: Measure): OwnMeasure => (typeof measure === "object" ? measure : { mix: mixOf(normOf(measure)) });

/** The part of a measure that couples features: a matrix, or how it follows from the rows. */
export const formOf = (measure: Measure): Pick<NonNullable<RequestDoc["cost"]>, "quadratic"> => {
  const form = measure === "rows" ? { ridge: RIDGE } : (measure as OwnMeasure).form;
  return form ? { quadratic: form } : {};
};

/** The request as the command line takes it: everything that is asked, and nothing of how it is shown. */
export function requestOf(doc: Doc): RequestDoc {
  const weights = features(doc).flatMap(({ name }): [string, number | FeatureInfo["weight"]][] => {
    const difficulty = doc.difficulty.get(name);
    return difficulty ? [[name, DIFFICULTY_WEIGHT[difficulty]]] : [];
  });
  const { constraints } = limitsOf(doc);
  const request: RequestDoc = {
    query: doc.person.map((value) => (Number.isNaN(value) ? null : value)),
    target: doc.target,
    cost: { ...formOf(doc.norm), norm: normOf(doc.norm), ...(doc.perChange > 0 ? { per_change: doc.perChange } : {}), ...(weights.length > 0 ? { weights: Object.fromEntries(weights) } : {}), ...priceFields(features(doc), doc) },
    constraints,
  };
  return marginRequest(hullRequest(typicalRequest(request, doc.typical), doc.hull), doc.margin);
}

/** With the engine of the choice, which only the question itself is asked of. */
export const inFull = (doc: Doc): RequestDoc => (doc.engine === "auto" ? requestOf(doc) : { ...requestOf(doc), engine: doc.engine });

/** The cost that counts changes, for any weights that the file gives them. */
export const countOf = (all: readonly FeatureInfo[]): NonNullable<RequestDoc["cost"]> => ({ norm: "l0", weights: Object.fromEntries(all.map(({ name }) => [name, 1])) });

/** Whether a question holds answers to any limits. */
export const limited = ({ constraints = [], plausibility, margin }: RequestDoc): boolean => constraints.length > 0 || plausibility !== undefined || margin !== undefined;

const texts = new WeakMap<RequestDoc | Doc, string>();

/** A question as text, made once: two are the same where their texts are. */
export function questionText(of: RequestDoc): string {
  const text = texts.get(of) ?? JSON.stringify(of);
  texts.set(of, text);
  return text;
}

/** The question that a document asks, likewise. */
export function questionOf(doc: Doc): string {
  const text = texts.get(doc) ?? JSON.stringify(requestOf(doc));
  texts.set(doc, text);
  return text;
}

export { classIndex, meets, targetClasses } from "../../../measure/target.js";

/** Weight of a feature per direction, as the request has it. */
export function weightOf(doc: Doc, feature: FeatureInfo): { up: number; down: number } {
  if (isFree(doc, feature.name)) return { up: 0, down: 0 };
  const difficulty = doc.difficulty.get(feature.name);
  const weight = difficulty ? DIFFICULTY_WEIGHT[difficulty] : feature.weight;
  return typeof weight === "number" ? { up: weight, down: weight } : weight;
}

function within(value: number, range: { min?: number; max?: number }): boolean {
  return value >= (range.min ?? Number.NEGATIVE_INFINITY) && value <= (range.max ?? Number.POSITIVE_INFINITY);
}

/** Whether only the engine can judge a constraint: a consequence that trees have learned, or another model. */
export const unjudged = (constraint: ConstraintDoc): boolean => "also" in constraint || ("causal" in constraint && !("parents" in constraint.causal));

/** Whether a point obeys one constraint of the kinds that the page makes; other kinds are not judged and count as broken. */
export function obeys(constraint: ConstraintDoc, values: readonly number[], person: readonly number[], model: Known): boolean {
  const { features: all } = model;
  const at = (name: string): { feature: FeatureInfo; now: number; to: number } | null => {
    const feature = all.find((one) => one.name === name);
    return feature ? { feature, now: coordinate(feature, person), to: coordinate(feature, values) } : null;
  };
  if ("fix" in constraint) {
    const one = at(constraint.fix);
    return one !== null && Object.is(one.now, one.to);
  }
  if ("range" in constraint) {
    const one = at(constraint.range.feature);
    return one !== null && within(rawOf(one.feature, one.to), constraint.range);
  }
  if ("direction" in constraint) {
    const one = at(constraint.direction.feature);
    if (!one) return false;
    const { change } = constraint.direction;
    if (change === "free") return true;
    if (change === "fixed") return Object.is(one.now, one.to);
    return change === "increase" ? one.to >= one.now : one.to <= one.now;
  }
  if ("levels" in constraint) {
    const one = at(constraint.levels.feature);
    return one !== null && constraint.levels.allow.includes(levelLabel(one.feature, one.to));
  }
  if ("max_changes" in constraint) {
    const changed = all.filter((feature) => !Object.is(coordinate(feature, person), coordinate(feature, values)));
    return changed.length <= constraint.max_changes;
  }
  if ("if" in constraint) {
    return meets(constraint.if, values, person, all) === false || meets(constraint.then, values, person, all) === true;
  }
  if ("causal" in constraint) return obeysCause(constraint.causal, values, person, model);
  if ("budget" in constraint) return keeps(ofBudget(constraint.budget), values, person, model);
  return "linear" in constraint && keeps(constraint.linear, values, person, model);
}

/**
 * Whether an answer proved best for `before` is proved best for `after` without another search: nothing but the constraints
 * differs, every constraint of `before` is kept or tightened, and the answer obeys all of `after`. Then fewer points are
 * allowed, and the best of the more is among them.
 */
export function staysBest(before: RequestDoc, after: RequestDoc, values: readonly number[], person: readonly number[], model: Known): boolean {
  const rest = (request: RequestDoc): string => JSON.stringify({ ...request, constraints: [] });
  if (rest(before) !== rest(after)) return false;
  const now = after.constraints ?? [];
  // A consequence at no cost makes other answers cheaper.
  const free = (request: RequestDoc): string => JSON.stringify((request.constraints ?? []).filter((one) => "causal" in one && one.causal.cost === "none"));
  if (free(before) !== free(after)) return false;
  const kept = (before.constraints ?? []).every((old) => now.some((next) => tightens(old, next, model.features)));
  // It obeys the constraints that it was proved under, also those that only the engine can judge.
  const known = new Set((before.constraints ?? []).map((constraint) => JSON.stringify(constraint)));
  return kept && now.every((constraint) => known.has(JSON.stringify(constraint)) || obeys(constraint, values, person, model));
}

/** Whether `next` excludes everything that `old` excludes. */
function tightens(old: ConstraintDoc, next: ConstraintDoc, all: readonly FeatureInfo[]): boolean {
  if (JSON.stringify(old) === JSON.stringify(next)) return true;
  if ("range" in old && "range" in next && old.range.feature === next.range.feature) {
    const feature = all.find((one) => one.name === old.range.feature);
    if (!feature) return false;
    const ends = (range: { min?: number; max?: number }): [number, number] => [range.min ?? Number.NEGATIVE_INFINITY, range.max ?? Number.POSITIVE_INFINITY];
    const [a, b] = ends(old.range);
    const [c, d] = ends(next.range);
    return c >= a && d <= b;
  }
  if ("levels" in old && "levels" in next && old.levels.feature === next.levels.feature) {
    return next.levels.allow.every((label) => old.levels.allow.includes(label));
  }
  if ("max_changes" in old && "max_changes" in next) return next.max_changes <= old.max_changes;
  return false;
}
