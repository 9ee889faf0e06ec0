/** Words of the form that adds a limit, and of if-then rules. */
import type { LimitForm, Said } from "../../state/limit-form.js";
import { inSentence } from "./names.js";

export const ruleWords = {
  text: (when: string, then: string) => `If ${inSentence(when)}, then ${inSentence(then)}`,
  stays: (name: string) => `${name} stays`,
  oneOf: (name: string, levels: string) => `${name} is ${levels}`,
  atLeast: (name: string, value: string) => `${name} is at least ${value}`,
  atMost: (name: string, value: string) => `${name} is at most ${value}`,
  loosen: (rule: string) => `Drop the rule: ${inSentence(rule)}`,
};

export const formWords = {
  title: "A new limit",
  kinds: { one: "One feature", rule: "If \u2026 then", changes: "Changes" } satisfies Record<LimitForm["kind"], string>,
  kind: "What the limit is about",
  if: "If",
  then: "then",
  said: { atLeast: "at least", atMost: "at most", oneOf: "is", more: "only more", less: "only less", stays: "stays" } satisfies Record<Said, string>,
  feature: { one: "Feature", when: "Feature of the condition", then: "Feature of the consequence" },
  says: { one: "What holds for it", when: "What the condition says of it", then: "What the consequence says of it" },
  value: { one: "Value", when: "Value of the condition", then: "Value of the consequence" },
  levels: { one: "Allowed levels", when: "Levels of the condition", then: "Levels of the consequence" },
  atMost: "At most",
  count: "How many changes",
  changes: (n: number) => (n === 1 ? "1 change" : `${String(n)} changes`),
  add: "Add limit",
  cancel: "Cancel",
  incomplete: "This says nothing yet.",
};
