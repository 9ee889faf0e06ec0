/** Words for a question without an answer: who is to blame, as far as that is proved. */
import type { Said } from "../../state/answer/selectors.js";
import { inSentence, list } from "./english.js";
import { part, t, type Part } from "./parts.js";

/** Who is to blame, each in words. */
export interface Blame {
  /** Limits of the question's own. */
  limits: readonly string[];
  /** The words of the model's file, of features, where no limit is to blame. */
  said: readonly string[];
  /** Whether each of these is proved to be needed. */
  sure: boolean;
  /** Whether the model alone never decides so, for any values. */
  model: boolean;
  /** Whether there are limits, whether or not it is known which of them are to blame. */
  limited: boolean;
  /** Among the limits, ranges that hold no number of the model's single precision, to the last digit. */
  unheld: readonly string[];
}

/** "These two exclude each other: a and b." */
function together(texts: readonly string[], sure: boolean): Part[] {
  const values = list(texts.map((text) => [part("value", inSentence(text))]));
  if (!sure) return [t(texts.length === 1 ? "It is not decided whether this rules it out: " : "It is not decided which of these rule it out: "), ...values, t(".")];
  if (texts.length === 1) return [t("This one alone rules it out: "), ...values, t(".")];
  const count = ["", "", "These two", "These three", "These four", "These five"][texts.length] ?? `These ${String(texts.length)}`;
  return [t(`${count} together rule it out: `), ...values, t(".")];
}

/** `no`: "No accepted change"; `never`: "No change makes you accepted", where the target is one that a model decides; `limitsOf`: "your limits". */
export function impossible(no: string, never: string | null, blame: Blame, limitsOf: string): Part[] {
  const { limits, said, sure, model, limited, unheld } = blame;
  const lead = never === null ? [part("lead", no), t(` keeps all ${limitsOf}.`)] : [part("lead", never), t(` within ${limitsOf}.`)];
  if (limits.length > 0) {
    const why = unheld.length === 0 ? [] : [t(" The model reads numbers in single precision, which holds none that is "), ...list(unheld.map((text) => [part("value", text)])), t(".")];
    return [...lead, t(" "), ...together(limits, sure), ...why];
  }
  if (said.length > 0) return [part("lead", `${no} is possible`), t(" within the ranges and limits that the model's file gives its features. "), ...together(said, sure)];
  if (never === null) return limited ? lead : [part("lead", `${no} is possible`), t(".")];
  if (model) return [part("lead", never), t(": the model never decides so, whatever the values.")];
  if (sure && limited) return lead;
  return [part("lead", never), t(": the model never decides so for any values that its features may have.")];
}

/** A word of the model's file as a fact: "age at most 90", "children in whole numbers". */
export const saidText = ({ feature, field }: Said, end: (value: number) => string): string => {
  const name = inSentence(feature.name);
  if (field === "min") return `${name} at least ${end(feature.min)}`;
  if (field === "max") return `${name} at most ${end(feature.max)}`;
  if (field === "kind") return feature.kind === "integer" ? `${name} in whole numbers` : `${name} of the listed values`;
  return feature.change === "fixed" ? `${name} stays` : `${name} can only ${feature.change === "increase" ? "rise" : "fall"}`;
};
