/**
 * The form that adds a limit: one statement about one feature, an if-then rule, or how many changes there may be. A draft always
 * is a whole sentence, which is added with one step of undo. Pure.
 */
import { marginKinds, MARGINS, setMargin } from "../limits/margin.js";
import { APART, BUDGET, DIFFERS } from "../limits/other-model.js";
import type { FeatureInfo } from "../../../types.js";
import { limitOf, setLimit, setMaxChanges, setRange, setRelations, setRules, setTarget } from "./actions.js";
import { readCause, readLearned, type ReadCause } from "../limits/cause-sentence.js";
import { setCauses } from "../limits/causes.js";
import { coordinate, domain, isDiscrete, isOrdered, levelCount } from "../../../model/feature.js";
import { featureNamed, features, targetClasses } from "../request/request.js";
import { fits, joined } from "../limits/rules.js";
import { readRelation } from "../limits/sentence.js";
import type { Condition, Doc, Limit, MarginKind, OtherModel, Test } from "../document/document.js";
import type { Draft, LimitForm, Said } from "../document/state.js";

/** The kinds of statement that a feature allows, alone or as a part of a rule. */
export function sayable(feature: FeatureInfo, alone: boolean): Said[] {
  const ordered: Said[] = isOrdered(feature) ? ["atLeast", "atMost"] : [];
  const levels: Said[] = isDiscrete(feature) ? ["oneOf"] : [];
  const ways: Said[] = alone && isOrdered(feature) ? ["more", "less"] : [];
  return [...levels, ...ordered, ...ways, "stays"];
}

/** A first statement about a feature: that it may go as far as it stands now, or may be the level that it has. */
export function draftOf(doc: Doc, feature: FeatureInfo, alone: boolean, said: Said = sayable(feature, alone)[0] ?? "stays"): Draft {
  const now = coordinate(feature, doc.person);
  const [low, high] = domain(feature);
  const at = Number.isNaN(now) ? (low + high) / 2 : Math.min(high, Math.max(low, now));
  const whole = isDiscrete(feature) || feature.kind === "integer" ? Math.round(at) : at;
  return { feature: feature.name, said, at: whole, levels: [isDiscrete(feature) ? whole : 0] };
}

/** The form as it opens: a rule about the first two features that may change, when there are two. */
export function emptyForm(doc: Doc): LimitForm | null {
  const open = features(doc).filter((feature) => !limitOf(doc, feature.name).lock);
  const [first = features(doc)[0], second = first] = open;
  if (!first || !second) return null;
  const [one, when, then] = [draftOf(doc, first, true), draftOf(doc, first, false), draftOf(doc, second, false, "stays")];
  return { kind: "one", one, when: [when], then: [then], join: { when: "all", then: "all" }, count: doc.maxChanges ?? Math.min(2, features(doc).length), margin: marginDraft(doc, marginKinds(doc)[0] ?? "distance"), other: null, sentence: "", cost: "own", learn: false };
}

/** The margin of this kind that stands, or the second of the offered ones. */
export const marginDraft = (doc: Doc, kind: MarginKind): LimitForm["margin"] => ({ kind, most: doc.margin?.[kind] ?? MARGINS[kind][1] });

/** A further draft for one side of a rule, about the first feature that the side does not speak of. */
export function furtherDraft(doc: Doc, drafts: readonly Draft[]): Draft[] {
  const feature = features(doc).find(({ name }) => drafts.every((one) => one.feature !== name)) ?? features(doc)[0];
  return feature ? [...drafts, draftOf(doc, feature, false)] : [...drafts];
}

/** The draft about another feature; the kind of statement stays where that feature allows it. */
export function aboutFeature(doc: Doc, draft: Draft, name: string, alone: boolean): Draft {
  const feature = featureNamed(doc, name);
  if (!feature) return draft;
  const said = sayable(feature, alone);
  return draftOf(doc, feature, alone, said.includes(draft.said) ? draft.said : said[0]);
}

export function conditionOf(draft: Draft): Condition | null {
  const { feature, said, at, levels } = draft;
  const test: Test | null = said === "stays" ? { is: "stays" } : said === "oneOf" ? { is: "oneOf", levels: [...levels].sort((a, b) => a - b) } : said === "atLeast" || said === "atMost" ? { is: said, at } : null;
  return test && { feature, test };
}

/** Whether the form says something that can be asked. */
export function complete(doc: Doc, form: LimitForm): boolean {
  const known = (draft: Draft): boolean => {
    const feature = featureNamed(doc, draft.feature);
    if (!feature) return false;
    const condition = conditionOf(draft);
    return condition === null || fits(feature, condition.test);
  };
  if (form.kind === "changes") return form.count >= 0;
  if (form.kind === "other") return form.other !== null;
  if (form.kind === "margin") return true;
  if (form.kind === "relation") return "relation" in readRelation(form.sentence, features(doc));
  if (form.kind === "cause") return "cause" in causeOf(doc, form);
  if (form.kind === "one") return known(form.one) && !(form.one.said === "oneOf" && full(doc, form.one)) && !idle(doc, form.one);
  return [...form.when, ...form.then].every(known) && JSON.stringify(form.when) !== JSON.stringify(form.then);
}

/** The causal constraint in the form's sentence. */
export function causeOf(doc: Doc, { sentence, cost, learn }: LimitForm): ReadCause {
  return (learn ? readLearned : readCause)(sentence, features(doc), doc.causes, cost);
}

/** Whether every value of the range is so: a limit there is none. */
export function idle(doc: Doc, { feature: name, said, at }: Draft): boolean {
  const feature = featureNamed(doc, name);
  if (!feature) return false;
  const [low, high] = domain(feature);
  return (said === "atLeast" && at <= low) || (said === "atMost" && at >= high);
}

/** All levels are no limit. */
function full(doc: Doc, draft: Draft): boolean {
  const feature = featureNamed(doc, draft.feature);
  return feature !== undefined && isDiscrete(feature) && draft.levels.length === levelCount(feature);
}

/** The question with the second model in its part. */
export function withOther(doc: Doc, other: OtherModel): Doc {
  const { document: difference, part } = other;
  if (doc.model?.info.features.some(({ name }) => name === part)) return setCauses(doc, [...doc.causes.filter((one) => one.feature !== part), { feature: part, parents: {}, cost: "own", model: other }]);
  if (part !== DIFFERS && part !== APART) return { ...doc, others: [...doc.others, other] };
  const classes = doc.model?.info.classes ?? [];
  const both = { difference, ...(classes.length > 0 ? { class: targetClasses(doc.target, classes)[0] ?? 1 } : {}) };
  return setTarget(doc, part === DIFFERS ? { best: both, budget: BUDGET } : { apart: both, at_least: BUDGET });
}

/** The document with the form's statement added. */
export function withLimit(doc: Doc, form: LimitForm): Doc {
  if (!complete(doc, form)) return doc;
  if (form.kind === "changes") return setMaxChanges(doc, form.count);
  if (form.kind === "margin") return setMargin(doc, form.margin.kind, form.margin.most);
  if (form.kind === "other") return form.other ? withOther(doc, form.other) : doc;
  if (form.kind === "relation") {
    const read = readRelation(form.sentence, features(doc));
    return "relation" in read ? setRelations(doc, [...doc.relations, read.relation]) : doc;
  }
  if (form.kind === "cause") {
    const read = causeOf(doc, form);
    return "cause" in read ? setCauses(doc, [...doc.causes, read.cause]) : doc;
  }
  if (form.kind === "rule") {
    const [when, then] = (["when", "then"] as const).map((place) => joined(form[place].flatMap((draft) => conditionOf(draft) ?? []), form.join[place]));
    return when && then ? setRules(doc, [...doc.rules, { when, then }]) : doc;
  }
  const { said, at, levels } = form.one;
  const feature = featureNamed(doc, form.one.feature);
  if (!feature) return doc;
  if (said === "atLeast") return setRange(doc, feature, { min: at });
  if (said === "atMost") return setRange(doc, feature, { max: at });
  const limit: Partial<Limit> = said === "stays" ? { lock: true } : said === "oneOf" ? { allow: [...levels].sort((a, b) => a - b) } : { change: said === "more" ? "increase" : "decrease" };
  return setLimit(doc, feature.name, limit);
}
