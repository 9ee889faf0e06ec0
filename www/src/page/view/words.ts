/**
 * Every text of the page, in one place, so that it can be translated: one message a clause, values arriving already
 * formatted. Sentences are lists of parts; the look of a part is the view's affair. English.
 */
import { shapeOf } from "../../model/shape.js";
import type { Kind, ModelInfo, Why } from "../../types.js";
import type { Claim } from "../state/answer/claims.js";
import type { Badge } from "../state/answer/selectors.js";
import { typed } from "../state/typed.js";
import { refusals } from "../state/refusals.js";
import { before } from "../../plot/names.js";
import { NBSP, number } from "./format.js";
import { compareWords } from "./words/compare.js";
import { curveWords } from "./words/curve.js";
import { dataWords } from "./words/data.js";
import { hintWords, printWords } from "./words/hints.js";
import { impossible, saidText, type Blame } from "./words/impossible.js";
import { causeWords, marginWords, formWords, otherWords, relationWords, ruleWords } from "./words/limits.js";
import { counted, inSentence, list } from "./words/english.js";
import { capital, part, t, type Part } from "./words/parts.js";
import { measureWords } from "./words/measures.js";
import { numberWords } from "./words/number.js";
import { pinWords } from "./words/pins.js";
import { priceWords } from "./words/price.js";
import { proofWords } from "./words/proof.js";
import { engineWords, searchWords } from "./words/search.js";
import { severalWords } from "./words/several.js";
import { treeWords } from "./words/trees.js";
import { valueWords } from "./words/values.js";
import { subjectWords, voiceFor, voices } from "./words/voice.js";
import type { Difficulty, Measure, OwnMeasure } from "../state/document/document.js";

export type { Part } from "./words/parts.js";

/** A sentence has at most so many clauses; the table has them all. */
const MOST = 5;

export interface ClauseText {
  name: string;
  /** How the schema has sentences speak of it, in place of the name. */
  phrase?: string;
  value: string;
  claim: Claim;
  now: string;
  /** It follows from other changes. */
  follows?: boolean;
  /** The value is yes or no. */
  answer?: boolean;
}

/** The goal, for sentences: to be of a class, a range of predicted values, a score, or the best within a cost. */
export interface Goal {
  of: "class" | "value" | "score" | "best";
  /** The class, or the range; null: the best value that is predicted. */
  text: string | null;
  /** Whom the model decides about: "you", "the flower", or null where nobody said. */
  subject: string | null;
  /** Of a score, the least that will do; of the best, the one that was found. */
  score?: string;
  /** Of the best: the cost that may be spent, whether it is the lowest, and whether nothing better is possible. */
  budget?: string;
  lowest?: boolean;
  /** Whether it is a difference of two models, the largest one or as large as is asked for; the score is that difference. */
  differ?: boolean;
  proved?: boolean;
}

const within = ({ budget }: Goal): string => (budget === undefined ? "at any cost" : `within a cost of ${budget}`);

/** Whether the sentence speaks to the person that it is about. */
const spoken = ({ subject }: Goal): boolean => subject === "you";

/** "your score for accepted", "the score for accepted", "the prediction". */
function measured(goal: Goal, first = false): Part[] {
  const { text } = goal;
  const said = text === null ? "the " : `${spoken(goal) ? "your" : "the"} score for `;
  return [t(first ? capital(said) : said), part("class", text ?? "prediction")];
}

/** Who is or would be of the class or in the range, up to the class: "You would be ", "The flower is ". */
const who = (goal: Goal, verb: "are" | "would be"): Part[] => [
  t(goal.of === "value" ? `The prediction ${verb === "are" ? "is" : verb}` : `${capital(goal.subject ?? "")} ${verb === "are" && !spoken(goal) ? "is" : verb}`),
];

/** The words for a feature: "your duration", "duration", or as the schema has it, "the time in employment". */
const spokenOf = ({ name, phrase }: ClauseText, goal: Goal): Part[] => (phrase === undefined ? [...(spoken(goal) ? [t("your ")] : []), part("name", inSentence(name))] : [part("name", phrase)]);

/** One condition of an answer: "your duration were at most 33 months", "the time in employment were at least 2 years". */
function condition(clause: ClauseText, goal: Goal): Part[] {
  return [...(clause.answer ? [t("the answer to "), part("name", `\u201c${inSentence(clause.name)}\u201d`)] : spokenOf(clause, goal)), t(" were "), claimed(clause)];
}

/** The main clause of an answer, up to its conditions. */
function outcome(goal: Goal): Part[] {
  const { text, score = "" } = goal;
  const best = goal.of === "best" ? [t(`${capital(within(goal))}, `)] : [];
  if (goal.differ) return [...best, ...measured(goal, best.length === 0), t(" would differ between both models by "), part("value", score), t(`${goal.proved ? ", the most there is," : ""} if `)];
  if (goal.of === "score") return [...measured(goal, true), t(" would be "), part("value", score), t(" if ")];
  if (goal.of === "best") return [...best, ...measured(goal), t(" would be "), part("value", score), t(`${goal.proved ? `, the ${goal.lowest ? "lowest" : "highest"} there is,` : ""} if `)];
  if (goal.of === "class" && goal.subject === null) return [part("class", capital(text ?? "")), t(", if ")];
  return [...who(goal, "would be"), t(" "), part("class", text ?? ""), t(" if ")];
}

/** "at most 5", "5 or higher". */
const claimed = ({ claim, value }: ClauseText): Part => part("value", claim === "exactly" ? value : claim.startsWith("at") ? `${claim} ${value}` : `${value} ${claim}`);

const atMostThree = (list: readonly string[]): string[] => (list.length <= 3 ? [...list] : [...list.slice(0, 2), `${String(list.length - 2)} more`]);

/** "a, b and 3 more". */
const fewOf = (names: readonly string[]): string => {
  const [last = "", ...first] = atMostThree(names.map(inSentence)).reverse();
  return first.length === 0 ? last : `${first.reverse().join(", ")} and ${last}`;
};

/** "60 trees", "1 slanted tree", "6 neurons", "linear model". */
export function partsText(info: ModelInfo): string {
  const { of, count } = shapeOf(info);
  return of === "sum" ? "linear model" : of === "neurons" ? counted(count, "neuron") : counted(count, "tree");
}

const joined = (word: string) => (names: readonly string[]): string => (names.length > 1 ? `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1)!}` : names.join());

export const words = {
  brand: "Espalier",
  /** "a, b and c". */
  both: joined("and"),
  counts: (info: ModelInfo) => {
    const parts = [partsText(info), counted(info.features.length, "feature")];
    if (info.classes.length > 0) parts.push(counted(info.classes.length, "class", "classes"));
    return parts.join(", ");
  },
  reading: (name: string) => `Reading ${name}`,
  open: "Open",
  examples: "Examples",
  lessons: "Lessons",
  share: "Share",
  export: "Export",
  help: "Keys and help",
  language: "Language",
  more: "Menu",
  undo: "Undo",
  redo: "Redo",
  close: "Close",
  drop: "Drop a model file, or a csv of rows",
  needs: 'This element needs "model", the address of a model file, or "examples", that of a list of them.',
  private: "Your data stays in this browser",

  theAnswer: "The answer",
  theMap: "Map",
  row: (index: number, of: number) => `row ${number(index + 1)} of ${number(of)}`,
  previousRow: "Previous row",
  nextRow: "Next row",

  lock: (name: string) => `Keep ${inSentence(name)} as it is`,
  unlock: (name: string) => `Let ${inSentence(name)} change`,
  valueFor: (name: string) => `${name}, value`,
  lowest: (name: string) => `Lowest allowed ${inSentence(name)}`,
  highest: (name: string) => `Highest allowed ${inSentence(name)}`,
  noLimit: (value: string) => `${value}, no limit`,
  allowLevel: (name: string, level: string) => `${name} may become ${level}`,
  direction: { free: "either way", increase: "can only rise", decrease: "can only fall" },
  directionOf: (name: string) => `In which direction ${inSentence(name)} may change`,
  difficulty: { 1: "very easy", 2: "easy", 3: "moderate", 4: "hard", 5: "very hard", 6: "harder to raise", 7: "harder to lower" } satisfies Record<Difficulty, string>,
  difficultyOf: (name: string) => `How hard it is to change ${inSentence(name)}`,
  inConflict: "in conflict",

  badge: {
    smallest: "Proved smallest",
    best: "Proved best",
    proved: "Proved",
    "best so far": "Best so far",
    impossible: "Proved: not possible",
    "not settled": "Not decided yet",
  } satisfies Record<Badge, string>,
  /** `bound`: null where the cost is proved least, undefined of an answer by a rule of its own. `priced`: features have prices of their own. */
  costAndBound: (cost: string, bound: string | null | undefined, priced: boolean) => `${priced ? "cost" : "size of change"} ${cost}${bound === undefined ? "" : `, proved ${bound === null ? "minimal" : `at least ${bound}`}`}`,
  /** The size of the smallest change, beside that of another way. */
  least: (cost: string) => `smallest ${cost}`,

  /** "You would be accepted if your credit amount were at most 3,345 DM (now 4,308). Everything else stays.", or "Benign, if worst area were 700 (now 762)." */
  sentence: (goal: Goal, clauses: readonly ClauseText[], everything: boolean): Part[] => {
    const actions = clauses.filter((clause) => clause.follows !== true);
    const shown = actions.length > MOST ? actions.slice(0, MOST - 1) : actions;
    const items = shown.map((clause) => [...condition(clause, goal), t(" "), part("now", `(now${NBSP}${clause.now})`)]);
    const more = actions.length - shown.length;
    if (more > 0) items.push([t("the "), part("value", `${number(more)} other changes`), t(" listed below were made too")]);
    const after = clauses.filter((clause) => clause.follows === true);
    const then = after.slice(0, MOST).map((clause) => [...spokenOf(clause, goal), t(" would follow to "), claimed(clause), t(" "), part("now", `(now${NBSP}${clause.now})`)]);
    const tail = then.length > 0 ? [t("; "), ...list(then)] : [];
    return [...outcome(goal), ...list(items), ...tail, t(everything ? ". Everything else stays." : ".")];
  },
  already: (goal: Goal): Part[] => {
    if (goal.differ) return [t("Between both models "), ...measured(goal), t(" differs by "), part("value", goal.score ?? ""), t(goal.proved ? `. No change ${within(goal)} makes that more.` : ".")];
    if (goal.of === "score") return [...measured(goal, true), t(" is already "), part("value", goal.score ?? ""), t(". Nothing has to change.")];
    if (goal.of === "best") return [t(goal.proved ? `No change ${within(goal)} ${goal.lowest ? "lowers" : "raises"} ` : `No change ${within(goal)} was found so far that ${goal.lowest ? "lowers" : "raises"} `), ...measured(goal), t(", now "), part("value", goal.score ?? ""), t(".")];
    if (goal.of === "class" && goal.subject === null) return [t("Already "), part("class", goal.text ?? ""), t(". Nothing has to change.")];
    return [...who(goal, "are"), t(" already "), part("class", goal.text ?? ""), t(". Nothing has to change.")];
  },
  /** Asks for the other class, of somebody who has the wanted one already. */
  turn: (other: string) => `How far is it to ${other}?`,
  /** Of classes that cost something each: the present one is the answer. */
  stays: (name: string, proved: boolean): Part[] => (proved ? [t("To stay "), part("class", name), t(" costs least. Nothing has to change.")] : [t("Nothing was found so far that costs less than to stay "), part("class", name), t(".")]),
  atLeastValue: (value: string) => `at least ${value}`,
  atMostValue: (value: string) => `at most ${value}`,
  betweenValues: (from: string, to: string) => `${from} to ${to}`,
  impossible: (goal: Goal, blame: Blame): Part[] => {
    const target = goal.of === "score" ? words.scored(goal) : (goal.text ?? "");
    const no = goal.of === "best" ? `No change ${within(goal)}` : goal.of === "class" ? `No ${target} change` : `No change to ${target}`;
    const never = goal.of === "best" || goal.differ ? null : goal.of === "class" && goal.subject !== null ? `No change makes ${goal.subject} ${target}` : `No change leads to ${target}`;
    return impossible(no, never, blame, voiceFor(goal.subject).obeyed);
  },
  /** A word of the model’s file as a fact, with an end of its range as it is written. */
  said: saidText,
  notSettled: (goal: Goal): Part[] => [
    part("lead", "Not decided yet."),
    t(` No ${goal.of === "best" ? `change ${within(goal)}` : `way to ${goal.of === "class" ? "be " : ""}${goal.of === "score" ? words.scored(goal) : (goal.text ?? "")}`} was found in the time given, and none was ruled out. Lock a feature or narrow a range to look again.`),
  ],
  replayFailed: (found: string): Part[] => [
    part("lead", "This answer is not shown."),
    t(` The model itself gave ${found}, which is not the target. That is a fault of this program; please report it with the exported request.`),
  ],
  pictures: { before: "Before", after: "After", difference: "Difference" },
  replayed: (outcome: string, score: string | null) => `Checked on the model: ${outcome}${score === null ? "" : `, score ${score}`}`,
  /** A class that has only a number is called by it. */
  className: (name: string) => (/^[\d.]+$/.test(name) ? `class ${name}` : name),
  anyOf: joined("or"),
  /** "a score of at least 80 % for accepted". */
  scored: ({ score = "", text, differ }: Pick<Goal, "score" | "text" | "differ">) => (differ ? `a difference of ${score} between both models` : `a score of ${score} for ${text ?? ""}`),
  /** "at least 80 % accepted", and short of it. */
  withScore: (score: string, name: string) => `${score} ${name}`,
  shortOf: (percent: string) => `below ${percent}`,
  /** The target in other sentences, and its two sides on the map, where the best within a cost is asked for. */
  atBest: "at its best",
  asGood: ["Not as good", "As good"] as const,
  asMuch: ["Less", "As much"] as const,
  anythingBut: (name: string) => `anything but ${name}`,
  lookFor: "Outcome to look for",
  atCost: { best: "the best score within a cost", max: "the highest within a cost", min: "the lowest within a cost" },
  eachAtItsCost: "any class, each at its cost",
  withinCost: "within a cost of",
  budget: "Cost that may be spent",
  leastApart: "The difference is at least",
  costOfClass: (name: string) => `Cost of ${name}`,
  noCost: "Added to the size of the change. A class without a number is not looked for.",
  oneClass: "One class must be looked for.",
  from: "from",
  to: "to",
  fromValue: "Lowest predicted value looked for",
  toValue: "Highest predicted value looked for",

  table: { change: "Change", now: "Now", to: "Needed", room: "Enough" },
  room: (from: string, to: string) => `${from} to ${to}`,
  only: "no other value",
  /** A level that others are above or below: its name is no part of the sentence. */
  level: (label: string) => (/\p{L}/u.test(label) ? `\u201c${label}\u201d` : label),
  /** A level in a sentence, quoted where its name would read as a range of values there: "below 1,000 EUR". */
  levelAlone: (label: string): string => (/^(below|under|less|up to|above|over|more)\b/i.test(label) ? words.level(label) : label),
  orHigher: "or higher",
  orLower: "or lower",
  either: (one: string, other: string) => (/ (or|and) /.test(one) ? `${one}, or ${other}` : `${one} or ${other}`),
  unknownRoom: "\u2013",
  /** Before a value, in a list of new values: a feature, and one whose value is a level. */
  named: (name: string) => `${before(name)} `,
  namedLevel: (name: string) => `${before(name.toLowerCase())} `,

  proof: proofWords,

  searching: "Looking for the least change",
  gain: (percent: string) => `At most ${percent} better is possible.`,
  again: "Search again",
  keeps: "Stopping keeps the answer below.",
  nothingYet: "Nothing found yet.",
  provedSoFar: (bound: string) => `Proved so far: it costs at least ${bound}.`,
  stop: "Stop",
  stopping: "Stopping",
  stopKey: "Esc",
  best: (cost: string) => `best ${cost}`,
  provedAtLeast: (bound: string) => `proved at least ${bound}`,
  work: (seconds: string, boxes: string) => `${seconds}${NBSP}s, ${boxes} ${Number(boxes) === 1 ? "box" : "boxes"} opened`,

  otherWays: "Other ways",
  measure: { l1: "smallest total", l2: "shortest distance", linf: "no big single step", l0: "fewest changes", few: "small total, few changes", rows: "small total, and usual together", measure: "a measure of my own" } satisfies Record<Exclude<Measure, OwnMeasure> | "measure", string>,
  eachCosts: "each change costs besides",
  measureOf: "How the size of a change is measured",
  way: {
    least: "Smallest change",
    /** Where sizes are prices. */
    cheapest: "Cheapest",
    fewest: "Fewest changes",
    safest: (share: string) => `With a safety margin (${share})`,
    without: (name: string) => `Without changing ${inSentence(name)}`,
    /** Of a feature: by how much it is more or less; or its new value, where there is no difference. */
    step: (name: string, value: string, by: number) => `${name}: ${value}${by > 0 ? " more" : by < 0 ? " less" : ""}`,
    steps: (list: readonly string[]) => atMostThree(list).join("\u00a0\u00b7 "),
    row: (index: number | null) => (index === null ? "A real row" : `A real row (row\u00a0${number(index + 1)})`),
  },
  notPossible: "there is none, proved",
  waiting: "\u2026",

  several: severalWords,
  pins: pinWords,
  values: valueWords,
  voices,
  subject: subjectWords,
  /** As it is typed, and the marks of numbers. */
  typed,
  refusals,
  number: numberWords,
  hint: hintWords,
  print: printWords,
  outlined: (n: number) => (n === 1 ? "the one in conflict is outlined" : `the ${["", "", "two", "three", "four", "five"][n] ?? String(n)} in conflict are outlined`),
  removeLimit: (text: string) => `Remove the limit: ${text}`,
  addLimit: "Add a limit",
  form: formWords,
  rule: ruleWords,
  relation: relationWords,
  margin: marginWords,
  other: otherWords,
  cause: causeWords,
  chip: {
    lock: (name: string) => `${name} stays`,
    atMost: (value: string) => `At most ${value}`,
    atLeast: (value: string) => `At least ${value}`,
    between: (name: string, from: string, to: string, unit: string) => (unit ? `${from} to ${to}${NBSP}${unit}` : `${before(name)} ${from} to ${to}`),
    more: (name: string) => `${name} can only rise`,
    less: (name: string) => `${name} can only fall`,
    levels: (name: string, levels: string) => `${name}: ${levels}`,
    notLevel: (name: string, level: string) => `${name} not ${level}`,
    maxChanges: (n: number) => `At most ${counted(n, "change")}`,
    fromFile: (n: number) => `${counted(n, "rule")} of this model`,
  },

  loosenHead: "Loosen one, and this is the answer",
  loosenAll: "Every answer here is already proved best.",
  loosenNone: "Loosening one of them alone is not enough.",
  loosening: "Looking at each of them",
  loosenLock: (name: string) => `Allow ${inSentence(name)} to change`,
  loosenTo: (name: string | null, to: string, from: string) => `Allow ${name === null ? "" : `${inSentence(name)} `}${to} instead of ${from}`,
  loosenEnd: (name: string) => `Allow any ${inSentence(name)}`,
  loosenDirection: (name: string) => `Allow ${inSentence(name)} to change either way`,
  loosenLevel: (name: string, level: string) => `Allow ${inSentence(name)} to be ${level}`,
  loosenChanges: (to: number, from: number) => `Allow ${counted(to, "change")} instead of ${String(from)}`,
  costOf: (cost: string) => `cost ${cost}`,

  layerAnswer: "The answer\u2019s",
  layerReach: "Rest may change",
  reach: {
    cost: "Cost allowed for the features not shown",
    label: "Changes off this map may cost",
    can: (target: string) => `Can be ${target}`,
    not: "Out of reach",
    box: (cost: string, text: string) => `${cost}: ${text}`,
    boxes: (n: number) => counted(n, "box", "boxes"),
    busy: (cost: string) => `known up to ${cost} so far`,
    done: "complete",
    full: (cost: string) => `known up to ${cost}, no further`,
    refused: (why: string) => `Nothing is known here: ${why}.`,
  },
  layers: "Values off the map",
  by: "by",
  axisX: "Feature across",
  axisY: "Feature upwards",
  inRange: "in the range",
  inside: "In range",
  outOfRange: "Out of range",
  nearest: (target: string) => `Nearest ${target}`,
  bestSoFar: "Best so far",
  bestWithin: (limited: boolean) => (limited ? "Best within the cost" : "Best at any cost"),
  tooManyPieces: "More pieces meet here than can be drawn. Zoom in to see them.",
  /** Of the map: features whose values on it are not allowed; features that the answer changes and the map leaves as they are. */
  few: fewOf,
  besides: (names: readonly string[]) => `The answer also changes ${fewOf(names)}. This map leaves ${names.length === 1 ? "that" : "these"} as ${names.length === 1 ? "it is" : "they are"}.`,

  second: (file: string) => `The double line is the border of ${file}.`,
  undrawn: (limits: readonly string[]) => `This map does not show ${limits.length === 1 ? "the limit" : "these limits"}: ${limits.join(", ")}.`,

  problem: {
    title: (source: string, where = "") => {
      if (source === "attribute") return "This value cannot be taken";
      if (source === "model") return "This model file cannot be read";
      if (source === "schema" && /^\w+:/.test(where)) return "This schema cannot be read";
      if (source === "schema") return "This schema does not fit the model";
      if (source === "samples" || source === "queries") return "These sample predictions cannot be compared";
      if (source === "rows") return "These rows cannot be read";
      if (source === "link") return "This link cannot be followed";
      if (source === "engine") return "The engine stopped and was started again";
      return "This question cannot be asked";
    },
    what: "File",
    where: "Where",
    wrong: "The fault",
    right: "How to fix it",
    another: "Open another file",
    copy: "Copy this report",
    stays: (title: string) => `${title} stays open, nothing was changed`,
    nothing: "Nothing was changed",
  },
  link: {
    file: (file: string) => `This link is about the file ${file}, which it does not hold. Open that file here to see the same state.`,
    rows: (file: string) => `This link was made with the rows of ${file}, which it does not hold. Drop that file here to see the same state.`,
    example: (id: string) => `there is no example named ${id}`,
    right: "Copy it again with Share.",
  },

  gate: {
    about: "About this model and its columns",
    what: "File",
    model: "Model",
    trees: (info: ModelInfo) => {
      const { depth, leaves } = info;
      return partsText(info) + (shapeOf(info).of === "trees" ? ` of depth ${String(depth)}, ${counted(leaves, "leaf", "leaves")}` : "");
    },
    predicts: { regressor: "a predicted number", isolation_forest: "an average path length" },
    classCount: (n: number) => counted(n, "class", "classes"),
    missing: "Missing values",
    missingAll: "Every split has a rule for them",
    missingNone: "Not supported by this model: every value is needed",
    missingOnly: (names: string) => `A rule for them in ${names} only`,
    missingMany: (n: number, of: number) => `A rule for them in ${String(n)} of ${String(of)} features`,
    classes: "Classes",
    className: (index: number) => `Name of class ${String(index)}`,
    features: "Meaning of the columns",
    asFeatures: (columns: number, features: number) =>
      counted(columns, "column") + (columns === features ? "" : `, read as ${counted(features, "feature")}`),
    guessed: "Partly guessed. Correct anything that is wrong; the answer updates at once.",
    given: "Correct anything that is wrong; the answer updates at once.",
    kinds: { numeric: "number", integer: "whole number", ordinal: "ordered levels", binary: "yes or no", categorical: "category" } satisfies Record<Kind, string>,
    kindOf: (name: string) => `Kind of ${inSentence(name)}`,
    why: { file: "", rows: "guessed from the rows", cuts: "guessed from thresholds", names: "guessed from the names" } satisfies Record<Why, string>,
    mended: "mended",
    more: (name: string) => `More of ${inSentence(name)}`,
    name: "Name",
    unit: "Unit",
    from: "From",
    to: "To",
    partOf: (part: string, name: string) => `${part} of ${inSentence(name)}`,
    labelOf: (value: string, name: string) => `Name of level ${value} of ${inSentence(name)}`,
    split: "Split into its columns",
    join: (name: string) => `Join with ${inSentence(name)}`,
    columns: (list: string) => (list.includes(",") ? `columns ${list}` : `column ${list}`),
    showMore: (n: number) => `Show ${String(n)} more`,
    asGuessed: "Reset to the guess",
    save: "Save schema",
    done: "Done",
    samples: "Check against your library",
    compare: "Compare sample predictions",
    compareHow: "A csv of rows with its predictions beside them: a class, or a probability for each class.",
    agree: (rows: number) => (rows === 1 ? "The one row agrees" : `All ${number(rows)} rows agree`),
    differ: (matched: number, rows: number) => `${number(matched)} of ${number(rows)} rows agree`,
    largest: (most: string) => `the largest difference is ${most}`,
    first: (row: number, expected: string, found: string) => `In row ${number(row)} the library says ${expected}, this page ${found}.`,
    notJson: (file: string, what: string) => `${file} is not a JSON document: ${what}`,
  },

  shareText: (model: string, person: boolean, file: boolean, rows: string | undefined, others: boolean) => {
    const first = file ? `The link holds the name of ${model}, not the file: whoever opens it needs the file too.` : `The link opens ${model}`;
    const second = file ? " It holds your limits and your target" : " with your limits and your target";
    return `${first}${second}${person ? ", and the person\u2019s values." : ". The person\u2019s values are left out."}${rows === undefined ? "" : ` It names ${rows}, and holds none of its rows.`}${others ? " It leaves out the other model." : ""} Nothing is sent anywhere.`;
  },
  sharePerson: "Include the person\u2019s values",
  copyLink: "Copy link",
  copied: "Copied",
  exports: {
    answer: "Answer, JSON",
    measuring: "being measured\u2026",
    request: "Request, JSON",
    mps: "Mixed-integer program, MPS",
    lp: "Mixed-integer program, LP",
    table: "Changes, CSV",
    schema: "Schema, JSON",
    model: "Model, Espalier JSON",
    svg: "Map, SVG",
    png: "Map, PNG",
    command: "Command line",
    copyCommand: "Copy command",
  },
  opening: {
    choose: "Choose a file",
    how: "A model file, dropped on the page, pasted or chosen here. It stays on this computer.",
    reads: "XGBoost JSON and UBJSON, LightGBM text and JSON, CatBoost JSON, ONNX, Espalier JSON (scikit-learn). A schema, rows as csv and sample predictions can be dropped with it.",
  },
  pasted: "pasted text",
  urlLabel: "Address of a model file",
  openUrl: "Open address",

  keys: [
    ["Tab", "Next control"],
    ["\u2190 \u2192", "Move a range end to the model\u2019s next threshold"],
    ["Shift \u2190 \u2192", "Ten thresholds at once"],
    ["Home, End", "Move a limit to the end of the range"],
    ["Enter", "Apply a typed value"],
    ["Esc", "Stop the search, or close the part that is open"],
    ["\u2190 \u2191 \u2192 \u2193", "On the map from box to box; in the drawers from node to node, from step to step"],
    ["Ctrl Z", "Undo"],
    ["Ctrl Shift Z", "Redo"],
    ["O", "Open a model file"],
    ["M", "About the model and its columns"],
    ["S", "Share"],
    ["[ ]", "Previous and next row"],
    ["?", "This list"],
  ] as readonly (readonly [string, string])[],
  freeDrag: "Hold Alt to drag freely.",

  trees: treeWords,
  search: searchWords,
  engine: engineWords,
  data: dataWords,
  compare: compareWords,
  curve: curveWords,
  measures: measureWords,
  price: priceWords,
};

/** The catalogue as another language has it: any text in place of an English one. */
export type Any<T> = T extends Part ? T : T extends string ? string : T extends (...given: infer G) => infer R ? (...given: G) => Any<R> : T extends object ? { [Name in keyof T]: Any<T[Name]> } : T;

/** A whole catalogue. */
export type Words = Any<typeof words>;

/** The words of a sentence as one string, for those who listen. */
export function plain(parts: readonly Part[]): string {
  return parts.map((one) => one.text).join("");
}
