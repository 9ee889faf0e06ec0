/** Words of the form that adds a limit, and of if-then rules. */
import type { NoCause } from "../../state/limits/cause-sentence.js";
import type { Wrong } from "../../state/limits/sentence.js";
import { number } from "../format.js";
import { counted, inSentence } from "./english.js";
import type { LimitForm, Said } from "../../state/document/state.js";

export const ruleWords = {
  text: (when: string, then: string) => `If ${when}, then ${then}`,
  joined: (parts: readonly string[], any: boolean) => parts.map(inSentence).join(any ? " or " : " and "),
  stays: (name: string) => `${name} stays`,
  oneOf: (name: string, levels: string) => `${name} is ${levels}`,
  atLeast: (name: string, value: string) => `${name} is at least ${value}`,
  atMost: (name: string, value: string) => `${name} is at most ${value}`,
  loosen: (rule: string) => `Drop the rule: ${inSentence(rule)}`,
};

export const relationWords = {
  name: (name: string, first: boolean) => (first ? name : inSentence(name)),
  changeOf: (name: string, first: boolean) => `${first ? "Change" : "change"} of ${inSentence(name)}`,
  level: (weight: string, name: string, level: string, ends: boolean) => `${weight} if ${inSentence(name)} ${ends ? "becomes" : "is"} ${level}`,
  times: (weight: string, name: string) => `${weight} \u00d7 ${name}`,
  sum: (parts: readonly string[]) => parts.join(" + "),
  offset: (sum: string, number: string, minus: boolean) => `${sum} ${minus ? "\u2212" : "+"} ${number}`,
  uses: (changes: string, most: string) => `Changes of ${changes} use at most ${most}`,
  text: (left: string, op: "atMost" | "atLeast" | "equal", right: string) => `${left} ${{ atMost: "at most", atLeast: "at least", equal: "exactly" }[op]} ${right}`,
  loosen: (relation: string) => `Drop the relation: ${inSentence(relation)}`,
  sentence: "The relation, as a sentence or JSON",
  example: (first: string, second: string) => `${first} at most half of ${inSentence(second)}`,
  hint: "Features with plus, minus and numbers; at most, at least or exactly between the sides. Say \u201cchanges\u201d to relate changes. Levels: 500 if purpose is car. A budget: 2 times a feature plus another use at most 40 hours.",
  complete: "Features that the last word may become",
  wrong: {
    budget: () => "A budget adds up sizes of changes: numbers of 0 or more, and features before \u201cuse at most\u201d alone.",
    empty: () => "Write a limit between features.",
    unknown: (word: string, near?: string) => (near === undefined ? `\u201c${word}\u201d is neither a feature nor a word known here.` : `\u201c${word}\u201d is not known here. Is ${near} meant?`),
    category: (word: string) => `\u201c${word}\u201d has categories. Give one a number: 500 if ${inSentence(word)} is \u2026`,
    noBound: () => "At most, at least or exactly is missing.",
    twoBounds: (word: string) => `\u201c${word}\u201d is a second bound; a relation has one.`,
    noFeature: () => "No feature is left on either side.",
    strict: (word: string) => `\u201c${word}\u201d leaves the border out. Say at most, at least or exactly.`,
    twoFactors: (word: string) => `\u201c${word}\u201d stands beside another number or feature. Say plus or minus between them, or times a number.`,
    factorAlone: (word: string) => `\u201c${word}\u201d stands before a feature; none is there.`,
    noLevel: (word: string) => `\u201c${word}\u201d is which level?`,
    json: () => "This is no relation in JSON. One is {\"terms\": {\"Debt\": 1, \"Income\": -0.5}, \"op\": \"<=\", \"rhs\": 0}.",
  } satisfies Record<Wrong, (word: string, near?: string) => string>,
};

export const marginWords = {
  kind: "The margin from",
  distance: {
    name: "every border",
    hint: "The answer keeps away from every border, by a share of each number\u2019s range. So small mistakes of measurement do not change the decision.",
    most: "Share of each number\u2019s range",
    chip: (share: string) => `${share} from every border`,
    loosen: (to: string, from: string) => `Keep ${to} from every border instead of ${from}`,
    lift: "Allow an answer at a border",
  },
  score: {
    name: "every other class",
    hint: "The class looked for beats every other by so much, in the model\u2019s own scores, before they are probabilities.",
    most: "Lead in score",
    chip: (lead: string) => `${lead} ahead of every other class`,
    loosen: (to: string, from: string) => `Ask for a lead of ${to} instead of ${from}`,
    lift: "Allow any lead",
  },
};

export const otherWords = {
  hint: "A second model on the same columns: to agree with, to differ from, to follow. Its file stays on this computer, and no link carries it.",
  use: "The other model\u2019s part",
  name: "the other model",
  agrees: "has to agree",
  refuses: "has to decide otherwise",
  predicts: (text: string) => `has to predict ${text}`,
  differs: "where do both differ most",
  apart: "where do both differ by at least \u2026",
  /** The amount of a difference by its unit. */
  amount: {
    probability: (value: string) => `${value} of the probability`,
    log_odds: (value: string) => `${value} in log odds`,
    own_log_odds: (value: string) => `${value} in log odds`,
    value: (value: string) => value,
    log_value: (value: string) => `${value} in the logarithm of the value`,
  },
  follows: (name: string) => `${name} follows it`,
  choose: "Choose the other model\u2019s file",
  loosen: (chip: string) => `Drop the other model: ${chip}`,
};

const noCause = (word: string): string => `\u201c${word}\u201d is a limit. A side effect is an equation: use = or follows.`;

export const causeWords = {
  text: (name: string, terms: readonly { text: string; minus: boolean; first: boolean }[], free: boolean) =>
    `${name} = ${terms.map(({ text, minus, first }) => (first ? `${minus ? "\u2212" : ""}${text}` : ` ${minus ? "\u2212" : "+"} ${text}`)).join("")} + rest${free ? ", at no cost" : ""}`,
  learned: (name: string, parents: readonly string[], free: boolean, how = " as in the rows") => `${name} follows ${parents.join(" and ")}${how}${free ? ", at no cost" : ""}`,
  explains: (name: string, share: string) => `How ${inSentence(name)} follows was learned from the rows; that explains ${share} of how it varies among them.`,
  learn: "Learn from the rows how it follows",
  learnExample: (first: string, second: string) => `${first} follows ${inSentence(second)}`,
  learnHint: "A feature, then follows, then those that it follows from, without numbers. Trees learn from the rows how; the rest stays.",
  loosen: (cause: string) => `Drop the consequence: ${inSentence(cause)}`,
  sentence: "The consequence, as a sentence or JSON",
  example: (first: string, second: string) => `${first} = ${number(0.5)} \u00d7 ${inSentence(second)} + rest`,
  hint: "A feature, then = or follows, then features with numbers. The rest stays. A consequence may move others in turn.",
  cost: "Cost of a change that follows",
  costing: "The consequence",
  costs: { own: "costs like any change", none: "costs nothing" },
  tag: "follows",
  wrong: {
    nothing: () => "Write which feature follows from which.",
    unknown: relationWords.wrong.unknown,
    category: relationWords.wrong.category,
    strict: noCause,
    form: (word: string) => (word === "" ? 'This is no cause in JSON. One is {"feature": "Savings", "parents": {"Income": 0.4}}.' : noCause(word)),
    noCause: () => "Between the feature and its causes, = or follows is missing.",
    noNumbers: (word: string) => `\u201c${word}\u201d is not needed: how it follows is learned. Name the features alone.`,
    twice: (word: string) => `\u201c${word}\u201d stands there a second time; each sentence is about one feature that follows.`,
    notOne: (word: string) => (word === "" ? "The feature that follows is missing." : `\u201c${word}\u201d is not one feature; the feature that follows stands alone on the left.`),
    level: (word: string) => `${word} has levels; only a number can follow from a sum. An if-then rule can speak of levels.`,
    already: (word: string) => `${word} follows from something already. Remove that limit first.`,
    circle: (word: string) => `It would follow from itself: ${word}.`,
    twoFactors: relationWords.wrong.twoFactors,
    factorAlone: relationWords.wrong.factorAlone,
  } satisfies Record<NoCause, (word: string, near?: string) => string>,
};

const SIDES = { when: "condition", then: "consequence" };

/** The label of a part of a statement: alone, or of the nth condition on one side of a rule. */
const part =
  (alone: string, name: string) =>
  (place: "one" | keyof typeof SIDES, n: number): string =>
    place === "one" ? alone : `${name} of the ${SIDES[place]}${n > 1 ? ` ${String(n)}` : ""}`;

export const formWords = {
  title: "A new limit",
  kinds: { one: "Feature", rule: "If \u2026 then", relation: "Relation", cause: "Side effect", changes: "Changes", margin: "Margin", other: "Model" } satisfies Record<LimitForm["kind"], string>,
  kind: "Kind of limit",
  leads: { when: "If", then: "then" },
  join: (place: keyof typeof SIDES) => `Each ${SIDES[place]}, or any`,
  joins: { all: "and", any: "or" },
  further: SIDES,
  fewer: (place: keyof typeof SIDES) => `One ${SIDES[place]} less`,
  said: { atLeast: "at least", atMost: "at most", oneOf: "is", more: "can only rise", less: "can only fall", stays: "stays" } satisfies Record<Said, string>,
  feature: part("Which feature", "Feature"),
  says: part("Statement about it", "Statement"),
  value: part("Value", "Value"),
  levels: part("Allowed levels", "Levels"),
  atMost: "At most",
  count: "How many changes",
  changes: (n: number) => counted(n, "change"),
  add: "Add limit",
  cancel: "Cancel",
  incomplete: "Complete the sentence.",
};
