/** Limits as facts: the text of each chip and the effect of its removal. Pure. */
import { own } from "../../own.js";
import type { FeatureInfo, Region } from "../../types.js";
import * as verbs from "../state/editing/actions.js";
import { coordinate, domain, isDiscrete, levelLabel } from "../../model/feature.js";
import type { Origin } from "../state/request/request.js";
import { constraintsOf, featureNamed, features, unlisting } from "../state/request/request.js";
import { setHull } from "../state/limits/hull.js";
import { isMarginKind, MARGIN_KINDS, setMargin } from "../state/limits/margin.js";
import { setPrice } from "../state/limits/feature-price.js";
import { decimalsOf, exactDecimals } from "../state/answer/rounding.js";
import { isAny, partsOf } from "../state/limits/rules.js";
import { setTypical } from "../state/limits/typical.js";
import { AGREES, APART, DIFFERS, PREDICTS, REFUSES } from "../state/limits/other-model.js";
import { rowsText } from "./data/usual.js";
import { bare, number as plain, percent, withUnit } from "./format.js";
import { causeText, relationText } from "./sum-text.js";
import { intervalText } from "./targets.js";
import { words } from "./words.js";
import { FREE, type Condition, type Doc, type Limit, type MarginKind, type OtherModel, type Rule } from "../state/document/document.js";

export interface Chip {
  text: string;
  /** The limits it stands for. */
  origins: Origin[];
  remove: (doc: Doc) => Doc;
}

/** "2 %" of a distance, "0.5" of a score. */
export const marginText = (kind: MarginKind, most: number): string => (kind === "distance" ? percent(most) : plain(most));

/** The text of a limit of a list; none where it is gone. */
function nth<Of>(list: readonly Of[], { rule = 0 }: Origin, text: (one: Of) => string): string {
  const one = list[rule];
  return one === undefined ? "" : text(one);
}

/** The text of one limit as a fact: "Age stays", "12 to 54 months", "At most 2 changes". `named`: with the name of the feature, where no list of limits stands around it. */
export function limitText(doc: Doc, origin: Origin, named = false): string {
  if (origin.part === "maxChanges") return words.chip.maxChanges(doc.maxChanges ?? 0);
  if (isMarginKind(origin.part)) return words.margin[origin.part].chip(marginText(origin.part, doc.margin?.[origin.part] ?? 0));
  if (origin.part === "typical") return words.data.usual.chip(doc.typical ?? 0, rowsText(doc));
  if (origin.part === "hull") return doc.hull ? words.data.hull.chip(doc.hull, rowsText(doc)) : "";
  if (origin.part === "cause") return nth(doc.causes, origin, causeText);
  if (origin.part === "other") return nth(doc.others, origin, (other) => `${other.file} ${partText(other, other.part)}`);
  if (origin.part === "relation") return nth(doc.relations, origin, (relation) => relationText(features(doc), relation));
  if (origin.part === "rule") return ruleText(doc, doc.rules[origin.rule ?? 0]);
  const feature = origin.feature === null ? undefined : featureNamed(doc, origin.feature);
  if (!feature) return "";
  const limit = verbs.limitOf(doc, feature.name);
  switch (origin.part) {
    case "lock":
      return words.chip.lock(feature.name);
    case "range":
      return rangeText(doc, feature, limit, undefined, named);
    case "change":
      return limit.change === "increase" ? words.chip.more(feature.name) : words.chip.less(feature.name);
    case "allow":
      return levelsText(feature, limit);
  }
}

/** "has to agree", "has to predict 500 to 700": a part that another model may have. */
export function partText({ classes, value, part }: OtherModel, of: string): string {
  const { agrees, refuses, predicts, differs, apart, follows } = words.other;
  if (of.startsWith(PREDICTS)) return predicts(of !== PREDICTS ? words.className(classes[Number(of.slice(1))] ?? "") : of === part ? intervalText(value) : "\u2026");
  return { [AGREES]: agrees, [REFUSES]: refuses, [DIFFERS]: differs, [APART]: apart }[of] ?? follows(of);
}

/** "Credit amount at most 4,100 EUR, Savings: 500 or more": the values of a box, of the features that it limits to more than their present value. Numbers are rounded inwards. */
export function boxText(doc: Doc, { box }: Region): string {
  return features(doc)
    .flatMap((feature) => {
      const side = own(box, feature.name);
      if (side === undefined) return [];
      const [low, high] = domain(feature);
      const now = coordinate(feature, doc.person);
      const [first, last] = side ?? [];
      if (isDiscrete(feature) || typeof first !== "number" || typeof last !== "number") {
        const levels = (side ?? [null]).map((level) => (level === null ? bare(feature, NaN) : String(level)));
        return levels.length > high - low || (levels.length === 1 && levels[0] === bare(feature, now)) ? [] : words.chip.levels(feature.name, words.anyOf(levels));
      }
      if (first === now && last === now) return [];
      const unit = 10 ** decimalsOf(feature);
      const round = [Math.ceil(first * unit) / unit, Math.floor(last * unit) / unit] as const;
      const [min, max, digits] = round[0] > round[1] ? [first, last, 12] : round;
      if (min === max) return unitTells(doc, feature) ? withUnit(feature, min, digits) : `${feature.name} ${withUnit(feature, min, digits)}`;
      return first <= low && last >= high ? [] : rangeText(doc, feature, { ...FREE, min: first <= low ? null : min, max: last >= high ? null : max }, digits);
    })
    .map((text, at) => (at > 0 && !features(doc).some(({ name }) => text.startsWith(name)) ? text.charAt(0).toLowerCase() + text.slice(1) : text))
    .join(", ");
}

/** "If purpose is car and the phone stays, then duration is at most 24 months". */
export function ruleText(doc: Doc, rule: Rule | undefined): string {
  const side = (all: Rule["when"]): string => words.rule.joined(partsOf(all).map(part), isAny(all));
  const part = ({ feature: name, test }: Condition): string => {
    const feature = featureNamed(doc, name);
    if (!feature) return "";
    switch (test.is) {
      case "stays":
        return words.rule.stays(name);
      case "oneOf":
        return words.rule.oneOf(name, words.anyOf(test.levels.map((level) => levelLabel(feature, level))));
      case "atLeast":
        return words.rule.atLeast(name, withUnit(feature, test.at, fullOf(feature, test.at)));
      case "atMost":
        return words.rule.atMost(name, withUnit(feature, test.at, fullOf(feature, test.at)));
    }
  };
  return rule ? words.rule.text(side(rule.when), side(rule.then)) : "";
}

/** Whether a value with its unit can only be of this feature. */
export function unitTells(doc: Doc, feature: FeatureInfo): boolean {
  return feature.unit !== undefined && !isDiscrete(feature) && features(doc).every((one) => one === feature || one.unit !== feature.unit);
}

/** The decimals of a limit: nothing of it is left out. */
const fullOf = (feature: FeatureInfo, at: number): number => Math.max(decimalsOf(feature), exactDecimals(at));

function rangeText(doc: Doc, feature: FeatureInfo, limit: Limit, digits?: number, always = false): string {
  const [low, high] = domain(feature);
  const named = always || !unitTells(doc, feature);
  const full = (at: number): number => digits ?? fullOf(feature, at);
  const end = (at: number): string => (isDiscrete(feature) ? words.level(bare(feature, at)) : withUnit(feature, at, full(at)));
  if (limit.min !== null && limit.max !== null) {
    const unit = isDiscrete(feature) ? "" : (feature.unit ?? "");
    const text = words.chip.between(feature.name, isDiscrete(feature) ? end(limit.min) : bare(feature, limit.min, full(limit.min)), isDiscrete(feature) ? end(limit.max) : bare(feature, limit.max, full(limit.max)), unit);
    return named && unit ? `${feature.name} ${text}` : text;
  }
  const text = limit.min !== null ? words.chip.atLeast(end(limit.min)) : words.chip.atMost(end(limit.max ?? high));
  const [first = ""] = text;
  return named ? `${feature.name} ${first.toLowerCase()}${text.slice(1)}` : low === high ? feature.name : text;
}

function levelsText(feature: FeatureInfo, limit: Limit): string {
  const [, last] = domain(feature);
  const allowed = limit.allow ?? [];
  const missing = Array.from({ length: last + 1 }, (_, level) => level).filter((level) => !allowed.includes(level));
  const [one] = missing;
  if (missing.length === 1 && one !== undefined) return words.chip.notLevel(feature.name, levelLabel(feature, one));
  return words.chip.levels(feature.name, allowed.map((level) => levelLabel(feature, level)).join(", "));
}

function without(doc: Doc, origin: Origin): Doc {
  if (origin.part === "typical") return setTypical(doc, null);
  if (isMarginKind(origin.part)) return setMargin(doc, origin.part, null);
  if (origin.part === "hull") return setHull(doc, null);
  const change = unlisting(doc, origin);
  if (change) return verbs.applyChange(doc, change);
  if (origin.feature === null) return verbs.setMaxChanges(doc, null);
  return verbs.setLimit(doc, origin.feature, origin.part === "range" ? { min: null, max: null } : { [origin.part]: FREE[origin.part as "lock" | "change" | "allow"] });
}

/** The document without some of its limits; of lists the last first, so that the others keep their places until it is their turn. */
export function lifted(doc: Doc, origins: readonly Origin[]): Doc {
  return [...origins].sort((a, b) => (b.rule ?? 0) - (a.rule ?? 0)).reduce(without, doc);
}

/** All limits in force; those that came with the file and still stand are one chip. */
export function chipsOf(doc: Doc): Chip[] {
  const chips: Chip[] = [];
  const add = (origin: Origin): void => void chips.push({ text: limitText(doc, origin), origins: [origin], remove: (now) => without(now, origin) });
  const fromFile: Origin[] = [];
  for (const feature of features(doc)) {
    const limit = doc.limits.get(feature.name);
    if (!limit) continue;
    const own = doc.model?.fileLimits.get(feature.name);
    for (const { part } of constraintsOf(feature, limit)) {
      const origin: Origin = { part, feature: feature.name };
      if (own && part !== "lock" && verbs.sameLimit(own, limit)) fromFile.push(origin);
      else add(origin);
    }
  }
  if (doc.maxChanges !== null) add({ part: "maxChanges", feature: null });
  for (const part of MARGIN_KINDS) if (doc.margin?.[part] !== undefined) add({ part, feature: null });
  if (doc.typical !== null) add({ part: "typical", feature: null });
  if (doc.hull !== null) add({ part: "hull", feature: null });
  const listed = (part: "rule" | "relation" | "cause" | "other", all: readonly unknown[]): void => all.forEach((_, rule) => add({ part, feature: null, rule }));
  listed("rule", doc.rules);
  listed("relation", doc.relations);
  listed("cause", doc.causes);
  listed("other", doc.others);
  for (const feature of features(doc)) {
    if (!doc.prices.has(feature.name)) continue;
    chips.push({ text: words.price.chip(feature.name), origins: [], remove: (now) => setPrice(now, feature.name, null) });
  }
  if (fromFile.length > 1) chips.push({ text: words.chip.fromFile(fromFile.length), origins: fromFile, remove: (now) => lifted(now, fromFile) });
  else fromFile.forEach(add);
  return chips;
}
