/** Limits that are sums in words: relations, budgets and consequences. Pure. */
import type { FeatureInfo } from "../../types.js";
import { NBSP, number as plain } from "./format.js";
import { causeWords, relationWords } from "./words/limits.js";
import type { Cause, Relation } from "../state/document/document.js";

/** A term of a sum: a feature with its weight, or one of its levels. */
export type Term = [name: string, weight: number, label?: string];

const number = (v: number): string => plain(Number(v.toPrecision(6)), 12);

export const termsOf = (terms: Relation["terms"]): Term[] => Object.entries(terms).flatMap(([name, weight]): Term[] => (typeof weight === "number" ? [[name, weight]] : Object.entries(weight).map(([label, w]) => [name, w, label])));

/** "2 × debt", "debt", "500 if purpose is car". `first`: it begins the sentence. */
function termText([name, weight, label]: Term, of: Relation["of"], first: boolean): string {
  const shown = number(Math.abs(weight));
  if (label !== undefined) return relationWords.level(shown, name, label, of !== undefined && of !== "value");
  const own = of === "change" ? relationWords.changeOf(name, first) : relationWords.name(name, first);
  return shown === number(1) ? own : relationWords.times(shown, own);
}

/** "Changes of 0.01 × debt + 6 if purpose becomes car use at most 12 hours". */
export const usesText = (terms: readonly Term[], most: number, unit?: string): string =>
  relationWords.uses(relationWords.sum(terms.map((term) => termText(term, "size", false))), [number(most), ...(unit === undefined ? [] : [unit])].join(NBSP));

/** "Debt at most 0.5 × income": terms that count up on the left, the others and the number on the right. */
export function relationText(features: readonly FeatureInfo[], relation: Relation): string {
  const terms = termsOf(relation.terms);
  if (relation.of === "size") return usesText(terms, relation.rhs, relation.unit);
  const flipped = terms.every(([, weight]) => weight < 0);
  const sign = flipped ? -1 : 1;
  const side = (list: Term[], first: boolean): string[] => list.map((one, index) => termText(one, relation.of, first && index === 0 && Math.abs(one[1]) === 1));
  const left = side(terms.filter(([, weight]) => weight * sign > 0), true);
  const right = side(terms.filter(([, weight]) => weight * sign < 0), false);
  const rhs = relation.rhs * sign;
  const op = relation.op === "=" ? "equal" : (relation.op === "<=") !== flipped ? "atMost" : "atLeast";
  const units = new Set(terms.map(([name]) => features.find((one) => one.name === name)?.unit));
  const [unit] = units;
  const fixed = units.size > 1 || unit === undefined ? number(Math.abs(rhs)) : number(Math.abs(rhs)) + NBSP + unit;
  const end = right.length === 0 ? (rhs < 0 ? `−${fixed}` : fixed) : rhs === 0 ? relationWords.sum(right) : relationWords.offset(relationWords.sum(right), fixed, rhs < 0);
  return relationWords.text(relationWords.sum(left), op, end);
}

/** "Savings = 0.4 × income + rest". */
export function causeText({ feature, parents, cost, learned, model }: Cause): string {
  const free = cost === "none";
  const names = Object.keys(parents).map((name) => relationWords.name(name, false));
  if (model) return causeWords.learned(feature, [model.file], free, "");
  if (learned === true) return causeWords.learned(feature, names, free);
  return causeWords.text(feature, Object.entries(parents).map(([name, weight], index) => ({ text: termText([name, weight], "value", false), minus: weight < 0, first: index === 0 })), free);
}
