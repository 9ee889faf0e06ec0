/**
 * Reads a relation that a person typed: "Debt at most half of Income", "Savings plus Income at least 3 times Debt", "Debt changes
 * at most twice as much as Income", "Debt plus 500 if Purpose is car at most 6,000", or the contract's JSON. A word that is not understood is named. Pure.
 */
import type { FeatureInfo } from "../../../types.js";
import { marks, typed } from "../typed.js";
import { isRelation, summable, weighs } from "./relations.js";
import type { Relation } from "../document/document.js";

/** The relation that was read, or the word that was not understood: `at` is where it stands. */
export type Read = { relation: Relation } | { wrong: Wrong; word: string; at: number; near?: string };

export type Wrong = "budget" | "empty" | "unknown" | "category" | "noBound" | "twoBounds" | "noFeature" | "strict" | "twoFactors" | "factorAlone" | "noLevel" | "json";

export type Token = { at: number; word: string } & (
  | { is: "feature"; feature: FeatureInfo }
  | { is: "number"; value: number; percent: boolean }
  | { is: "factor"; value: number }
  | { is: "bound"; op: Relation["op"]; uses?: true }
  | { is: "sign"; value: 1 | -1 }
  | { is: "times" }
  | { is: "if" }
  | { is: "asked"; feature: FeatureInfo }
  | { is: "level"; feature: FeatureInfo; label: string }
  | { is: "change" }
  | { is: "strict" }
  | { is: "follows" }
  | { is: "rest" }
  | { is: "filler" }
  | { is: "unknown" }
);

type Phrase = [string, (text: { at: number; word: string }) => Token];

/** The phrases that are known: signs, and words of the page's language. */
function vocabulary(): Phrase[] {
  const { phrases: said, numbers, factors } = typed;
  return [
    ...phrases(said.uses, { is: "bound", op: "<=", uses: true }),
    ...phrases([...said.atMost, "<=", "\u2264"], { is: "bound", op: "<=" }),
    ...phrases([...said.atLeast, ">=", "\u2265"], { is: "bound", op: ">=" }),
    ...phrases([...said.exactly, "==", "="], { is: "bound", op: "=" }),
    ...phrases([...said.strict, "<", ">"], { is: "strict" }),
    ...phrases([...said.plus, "+"], { is: "sign", value: 1 }),
    ...phrases([...said.minus, "-", "\u2212", "\u2013"], { is: "sign", value: -1 }),
    ...factors.flatMap(([phrase, value]) => phrases([phrase], { is: "factor", value })),
    ...numbers.flatMap((word, value) => phrases([word], { is: "number", value, percent: false })),
    ...phrases([...said.times, "*", "\u00d7"], { is: "times" }),
    ...(["if", "change", "follows", "rest"] as const).flatMap((is) => phrases(said[is], { is })),
    ...phrases([...said.filler, ",", "."], { is: "filler" }),
  ];
}

type Bare = Token extends infer T ? (T extends Token ? Omit<T, "at" | "word"> : never) : never;

function phrases(list: readonly string[], token: Bare): Phrase[] {
  return list.map((phrase) => [phrase, (text) => ({ ...text, ...token })]);
}

const wordlike = /[\p{L}\p{N}_]/u;

/** Whether `phrase` stands at a place, not as a part of a longer word. */
function standsAt(text: string, at: number, phrase: string): boolean {
  if (!text.startsWith(phrase, at)) return false;
  const [last = ""] = phrase.slice(-1);
  const next = text[at + phrase.length] ?? " ";
  return !(wordlike.test(last) && wordlike.test(next));
}

export function tokens(text: string, features: readonly FeatureInfo[]): Token[] {
  const lower = text.toLowerCase();
  const named = [...features].sort((a, b) => b.name.length - a.name.length);
  const units = new Set(features.flatMap(({ unit }) => (unit === undefined ? [] : [unit.toLowerCase()])));
  const known = vocabulary();
  const { point } = marks();
  const thousand = point === "," ? "." : ",";
  const written = new RegExp(`^(\\d{1,3}([${thousand}\u00a0\u202f]\\d{3})+|\\d+)([${point}]\\d+)?(\\s*%|\\s*${typed.percent}(?!\\p{L}))?`, "u");
  const out: Token[] = [];
  /** The feature after an "if", whose levels may be named until a sign or a bound. */
  let asked: FeatureInfo | undefined;
  for (let at = 0; at < lower.length; ) {
    if (/\s/.test(lower[at]!)) {
      at++;
      continue;
    }
    const phrase = known.filter(([one]) => standsAt(lower, at, one)).sort((a, b) => b[0].length - a[0].length)[0];
    const [label] = (asked?.labels ?? []).filter((one) => one !== "" && standsAt(lower, at, one.toLowerCase())).sort((a, b) => b.length - a.length);
    if (asked && label !== undefined && label.length >= (phrase?.[0].length ?? 0)) {
      out.push({ at, word: text.slice(at, at + label.length), is: "level", feature: asked, label });
      at += label.length;
      continue;
    }
    const feature = named.find(({ name }) => name !== "" && standsAt(lower, at, name.toLowerCase()));
    if (feature) {
      const is = out.at(-1)?.is === "if" ? "asked" : "feature";
      if (is === "asked") asked = feature;
      out.push({ at, word: text.slice(at, at + feature.name.length), is, feature });
      at += feature.name.length;
      continue;
    }
    const number = written.exec(lower.slice(at));
    if (number) {
      const value = Number((number[1] ?? "").replace(/\D/g, "") + (number[3] ?? "").replace(",", "."));
      out.push({ at, word: number[0], is: "number", value, percent: number[4] !== undefined });
      at += number[0].length;
      continue;
    }
    const unit = [...units].find((one) => standsAt(lower, at, one));
    const word = phrase?.[0] ?? unit ?? /^[\p{L}\p{N}_'-]+|^./u.exec(lower.slice(at))?.[0] ?? lower[at]!;
    const here = { at, word: text.slice(at, at + word.length) };
    const token: Token = phrase ? phrase[1](here) : { ...here, is: unit === undefined ? "unknown" : "filler" };
    if (token.is === "sign" || token.is === "bound") asked = undefined;
    out.push(token);
    at += word.length;
  }
  return out;
}

export function readRelation(text: string, features: readonly FeatureInfo[]): Read {
  if (text.trim() === "") return { wrong: "empty", word: "", at: 0 };
  if (text.trim().startsWith("{")) return readJson(text, features);
  const found = tokens(text, features);
  // The last word behind the number of a budget is its unit.
  const [before, last] = found.slice(-2);
  const uses = found.some((token) => token.is === "bound" && token.uses === true);
  const unit = uses && last?.is === "unknown" && before?.is === "number" ? last.word : undefined;
  const all = unit === undefined ? found : found.slice(0, -1);
  const bad = (wrong: Wrong, { word, at }: { word: string; at: number }): Read => ({ wrong, word, at });
  for (const token of all) {
    if (token.is === "unknown") return { ...unknown(token.word, features), at: token.at };
    if (token.is === "strict") return bad("strict", token);
    if (token.is === "follows" || token.is === "rest") return bad("unknown", token);
    if (token.is === "feature" && !summable(token.feature)) return bad("category", token);
  }
  const bounds = all.filter((token) => token.is === "bound");
  const [bound, second] = bounds;
  const end = { word: "", at: text.length };
  if (!bound) return bad("noBound", end);
  if (second) return bad("twoBounds", second);
  const middle = all.indexOf(bound);
  // A side that is not written yet is none.
  if (middle === 0 || /bound|sign/.test(all.at(-1)?.is ?? "")) return bad("empty", end);
  const [left, right] = [side(all.slice(0, middle)), side(all.slice(middle + 1))];
  for (const one of [left, right]) if ("wrong" in one) return one;
  if ("wrong" in left || "wrong" in right) return bad("noFeature", end);
  const terms = weights([...left.terms, ...right.terms.map((term) => ({ ...term, weight: -term.weight }))]);
  if (terms === null) return bad("twoFactors", bound);
  if (Object.keys(terms).length === 0) return bad("noFeature", end);
  const relation: Relation = { terms, op: bound.op, rhs: right.fixed - left.fixed };
  if (uses) return isRelation({ ...relation, of: "size" }) ? { relation: { ...relation, of: "size", ...(unit === undefined ? {} : { unit }) } } : bad("budget", bound);
  if (all.some((token) => token.is === "change")) relation.of = "change";
  return { relation };
}

/** A feature's weight in a sum, or that of one of its levels. */
interface Term {
  name: string;
  label?: string;
  weight: number;
}

type Side = { terms: Term[]; fixed: number };

/** The terms of a sum, each feature once, without those that are 0; null where one has a weight and levels with weights. */
export function weights(list: readonly Term[]): Relation["terms"] | null {
  const sums = new Map<string, Map<string | undefined, number>>();
  for (const { name, label, weight } of list) {
    const own = sums.get(name) ?? new Map<string | undefined, number>();
    sums.set(name, own.set(label, (own.get(label) ?? 0) + weight));
  }
  const all = Array.from(sums).map(([name, own]) => [name, Array.from(own).filter(([, weight]) => weight !== 0)] as const);
  if (all.some(([, own]) => own.length > 1 && own.some(([label]) => label === undefined))) return null;
  return Object.fromEntries(all.filter(([, own]) => own.length > 0).map(([name, own]) => [name, own[0]?.[0] === undefined ? own[0]![1] : (Object.fromEntries(own) as Record<string, number>)]));
}

/** A sum: signs between terms, each of numbers and a feature, in any order, or of a number alone, which may count at levels of a feature. */
export function side(list: readonly Token[]): Side | Extract<Read, { wrong: unknown }> {
  const terms: Side["terms"] = [];
  let [fixed, sign] = [0, 1];
  /** Numbers since the last feature or sign; whether they are an amount of their own. */
  let factors: { value: number; word: string; at: number; alone: boolean }[] = [];
  /** The feature or level since the last sign, and its weight. */
  let last: Term | null = null;
  const product = (): number => factors.reduce((all, { value }) => all * value, 1);
  const dangling = (): Extract<Read, { wrong: unknown }> | null => {
    const [end] = factors.slice(-1);
    if (!end) return null;
    if (!end.alone) return { wrong: "factorAlone", word: end.word, at: end.at };
    fixed += sign * product();
    factors = [];
    return null;
  };
  for (const [k, token] of list.entries()) {
    const { word, at } = token;
    const times = list[k - 1]?.is === "times";
    if (token.is === "sign") {
      const wrong = dangling();
      if (wrong) return wrong;
      [sign, last] = [token.value, null];
    } else if (token.is === "number" || token.is === "factor") {
      const percent = token.is === "number" && token.percent;
      const value = percent ? token.value / 100 : token.value;
      if (!times && (last ?? (token.is === "number" && factors[0]))) return { wrong: "twoFactors", word, at };
      if (last) last.weight *= value;
      else factors.push({ value, word, at, alone: token.is === "number" && !percent });
    } else if (token.is === "feature" || token.is === "asked") {
      if (last) return { wrong: "twoFactors", word, at };
      last = { name: token.feature.name, weight: sign * product() };
      if (token.is === "feature") terms.push(last);
      else if (list[k + 1]?.is !== "level" && list[k + 2]?.is !== "level") return { wrong: "noLevel", word, at };
      [factors, sign] = [[], 1];
    } else if (token.is === "level" && last) {
      last = { name: token.feature.name, label: token.label, weight: last.weight };
      terms.push(last);
    } else if (token.is === "times" && k === list.length - 1) return { wrong: "factorAlone", word, at };
  }
  return dangling() ?? { terms, fixed };
}

function readJson(text: string, features: readonly FeatureInfo[]): Read {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return { wrong: "json", word: "", at: 0 };
  }
  const inner = typeof found === "object" && found !== null && "linear" in found ? found.linear : found;
  if (!isRelation(inner)) return { wrong: "json", word: "", at: 0 };
  for (const [name, weight] of Object.entries(inner.terms)) {
    const feature = features.find((one) => one.name === name);
    const at = text.indexOf(name);
    if (!feature) return { ...unknown(name, features), at };
    if (!weighs(feature, weight)) return { wrong: typeof weight === "number" ? "category" : "noLevel", word: name, at };
  }
  return { relation: inner };
}

/** The fault of a word that is not known, with the feature that it probably meant. */
export function unknown(word: string, features: readonly FeatureInfo[]): { wrong: "unknown"; word: string; near?: string } {
  const near = features
    .map(({ name }) => ({ name, off: Math.min(...[name, ...name.split(/\s+/)].map((part) => distance(word.toLowerCase(), part.toLowerCase()))) }))
    .sort((a, b) => a.off - b.off)[0];
  return { wrong: "unknown", word, ...(near && near.off <= Math.max(1, word.length / 3) ? { near: near.name } : {}) };
}

/** Letters to insert, leave out or replace. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, k) => k);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + Number(a[i] !== b[j])));
    row = next;
  }
  return row[b.length]!;
}

/** Features that the last word may become, and the text with each put in. */
export function completions(text: string, features: readonly FeatureInfo[]): { name: string; text: string }[] {
  const last = /[\p{L}\p{N}_]*$/u.exec(text)?.[0] ?? "";
  const rest = text.slice(0, text.length - last.length);
  const sums = features.filter(summable);
  const named = sums.filter(({ name }) => last !== "" && name.toLowerCase().startsWith(last.toLowerCase()) && name.toLowerCase() !== last.toLowerCase());
  const inside = sums.filter(({ name }) => last.length > 1 && !named.some((one) => one.name === name) && name.toLowerCase().split(/\s+/).some((word) => word.startsWith(last.toLowerCase())) && !text.toLowerCase().endsWith(name.toLowerCase()));
  return [...named, ...inside].slice(0, 4).map(({ name }) => ({ name, text: `${rest}${name} ` }));
}
