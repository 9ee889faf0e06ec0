/**
 * Reads the sentence of a causal constraint as a person types it: "Savings = 0.4 * Income + rest",
 * "Credit amount follows 120 times Duration", or the contract's JSON. A word that is not understood is named. Pure.
 */
import type { FeatureInfo } from "../../../types.js";
import { circle, following, isCause } from "./causes.js";
import { summable } from "./relations.js";
import { side, tokens, unknown, weights, type Token, type Wrong } from "./sentence.js";
import type { Cause } from "../document/document.js";

/** Why a sentence is no causal constraint: the faults that relations have too, and more. */
export type NoCause = Exclude<Wrong, "budget" | "noLevel" | "noBound" | "twoBounds" | "noFeature" | "empty" | "json"> | "noCause" | "nothing" | "notOne" | "level" | "already" | "circle" | "twice" | "form" | "noNumbers";

/** The causal constraint, or the word that was not understood. Of a circle the `word` is the path that it takes. */
export type ReadCause = { cause: Cause } | { wrong: NoCause; word: string; near?: string };

export function readCause(text: string, features: readonly FeatureInfo[], causes: readonly Cause[], cost: Cause["cost"]): ReadCause {
  return among(text.trim().startsWith("{") ? fromJson(text, features) : fromWords(text, features), features, causes, cost);
}

/** As `readCause`, without numbers: "Savings follows Income and Age". How it follows is learned from the rows. */
export function readLearned(text: string, features: readonly FeatureInfo[], causes: readonly Cause[], cost: Cause["cost"]): ReadCause {
  if (text.trim() === "") return { wrong: "nothing", word: "" };
  const names: string[] = [];
  for (const token of tokens(text, features)) {
    if (token.is === "unknown" || token.is === "if") return unknown(token.word, features);
    if (token.is === "feature") names.push(token.feature.name);
    else if (token.is === "number" || token.is === "bound" && token.op !== "=" || token.is === "strict") return { wrong: "noNumbers", word: token.word };
  }
  const [feature, ...parents] = names;
  if (feature === undefined) return { wrong: "notOne", word: "" };
  if (parents.length === 0) return { wrong: "nothing", word: "" };
  return among({ cause: { feature, parents: Object.fromEntries(parents.map((name) => [name, 1])), learned: true } }, features, causes, cost);
}

/** The causal constraint that was read, if it goes with those that the document has already. */
function among(read: Raw, features: readonly FeatureInfo[], causes: readonly Cause[], cost: Cause["cost"]): ReadCause {
  if ("wrong" in read) return read;
  const cause: Cause = { cost, ...read.cause };
  const child = features.find((one) => one.name === cause.feature);
  if (!child || !following(child)) return { wrong: "level", word: cause.feature };
  if (causes.some((one) => one.feature === cause.feature)) return { wrong: "already", word: cause.feature };
  const way = circle(causes, cause);
  return way ? { wrong: "circle", word: way.join(" \u2190 ") } : { cause };
}

type Raw = { cause: Omit<Cause, "cost"> & Partial<Cause> } | Extract<ReadCause, { wrong: unknown }>;

function fromWords(text: string, features: readonly FeatureInfo[]): Raw {
  if (text.trim() === "") return { wrong: "nothing", word: "" };
  const all = tokens(text, features);
  for (const token of all) {
    if (token.is === "unknown" || token.is === "if") return unknown(token.word, features);
    if (token.is === "feature" && !summable(token.feature)) return { wrong: "category", word: token.word };
    if (token.is === "strict") return { wrong: "strict", word: token.word };
    if (token.is === "bound" && token.op !== "=") return { wrong: "form", word: token.word };
  }
  const joints = all.filter((token) => token.is === "bound" || token.is === "follows");
  const [joint, second] = joints;
  if (!joint) return { wrong: "noCause", word: "" };
  if (second) return { wrong: "twice", word: second.word };
  const at = all.indexOf(joint);
  const child = all.slice(0, at).filter((token) => token.is !== "filler" && token.is !== "change");
  const [first] = child;
  if (child.length !== 1 || first?.is !== "feature") return { wrong: "notOne", word: text.slice(0, joint.at).trim() };
  const sum = side(all.slice(at + 1).map((token): Token => (token.is === "rest" ? { ...token, is: "filler" } : token)));
  if ("wrong" in sum) return { wrong: sum.wrong as NoCause, word: sum.word };
  const parents = Object.entries(weights(sum.terms) ?? {}) as [string, number][];
  if (parents.length === 0) return { wrong: "nothing", word: "" };
  return { cause: { feature: first.feature.name, parents: Object.fromEntries(parents) } };
}

function fromJson(text: string, features: readonly FeatureInfo[]): Raw {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return { wrong: "form", word: "" };
  }
  const inner = typeof found === "object" && found !== null && "causal" in found ? found.causal : found;
  if (!isCause(inner)) return { wrong: "form", word: "" };
  for (const name of [inner.feature, ...Object.keys(inner.parents)]) {
    const feature = features.find((one) => one.name === name);
    if (!feature) return unknown(name, features);
    if (!summable(feature)) return { wrong: "category", word: name };
  }
  return { cause: inner };
}
