import { before, inSentence } from "./names.js";

/** Every text the map says, in one place, so that it can be translated. Values arrive already formatted, with their unit. */
export interface MapWords {
  /** BCP 47 tag: digits and separators. */
  locale: string;
  /** A feature’s name inside a sentence. */
  inSentence(name: string): string;
  axisTitle(name: string, unit: string | undefined): string;
  /** Name of the plot as a whole. */
  mapOf(x: string, y: string, layer: "factual" | "answer" | "reach"): string;
  /** How the plot is used by keyboard. */
  keys: string;
  /** A point: "4,308 DM, 48 months". */
  point(x: string, y: string): string;
  boxAtPointer: string;
  boxAtCursor: string;
  /** The box in one line; `lead` is set apart (bold) before it. */
  box(x: string, y: string, outcome: string, score: string): string;
  pieceAtPointer: string;
  pieceAtCursor: string;
  /** A piece with slanted sides in one line: its bounds may be long, so they stand last. */
  piece(bounds: string[], outcome: string, score: string): string;
  /** "2 age", "age − 3 income", "age − 3 income at most 4" (`closed`: "at most", "at least"; else "below", "above"). */
  times(weight: string, name: string): string;
  sum(first: string, second: string, minus: boolean): string;
  sumBound(sum: string, value: string, side: "less" | "more", closed: boolean): string;
  between(name: string, from: string, to: string): string;
  above(name: string, from: string): string;
  atLeast(name: string, from: string): string;
  upTo(name: string, to: string): string;
  aboveUpTo(name: string, from: string, to: string): string;
  any(name: string): string;
  exactly(name: string, value: string): string;
  score(percent: string): string;
  /** Of a score that varies within a piece: at this point. */
  here(score: string): string;
  prediction(value: string): string;
  /** In the layer "Rest may change": of a cell, and of one that is not known. */
  atCost(cost: string): string;
  notWithin(cost: string): string;
  notKnown: string;
  edge(side: "left" | "right" | "bottom" | "top", name: string): string;
  corner(vertical: "bottom" | "top", horizontal: "left" | "right"): string;
  /** The words of an edge handle. */
  limit(side: "lo" | "hi", value: string | null): string;
  moveFactual(label: string): string;
  /** The name of a point that differs from this slice in features that are not shown. */
  offSlice(label: string): string;
  /** The switch behind an axis title; must hold the title as it is shown. */
  lock(title: string): string;
  /** Along the outline, the longer where it fits. `target`: "accepted"; `limited`: there are limits, and nothing is said outside of them. */
  provedOutline(target: string, limited: boolean): [string, string];
  bestOutline: [string, string];
  /** In the readout, at an outline: lead and rest. `used` is null when the features not shown cost nothing. */
  outlineSize(proved: boolean, target: string, limited: boolean, cost: string, used: string | null, left: string): [string, string];
  /** Two readout lines while both outlines are drawn: lead and rest. */
  solidLine(limited: boolean): [string, string];
  dottedLine: [string, string];
  /** Beside the ring where there is little space. */
  answerShort: string;
  allInside(other: string): string;
  hint: string;
  hintTouch: string;
  legend(from: string, to: string): string;
}

/** "none accepted", "none of class 1". */
export const noneOf = (target: string): string => `none ${target.replace(/^class /, "of class ")}`;

/** Said to the one whom the model decides about ("your"), or of whomever that is ("the"). */
export const mapWords = (your: "your" | "the"): MapWords => ({
  locale: "en",
  inSentence,
  axisTitle: (name, unit) => (unit ? `${name}, ${unit}` : name),
  mapOf: (x, y, layer) => {
    const what = { factual: `${your === "your" ? "your" : "all"} other values as they are`, answer: "slice through the answer", reach: "places within reach" };
    return `Map of ${x} and ${y}, ${what[layer]}`;
  },
  keys:
    `Arrow keys walk from box to box. Plus and minus zoom, Shift with arrows pans, Home goes to ${your} point, 0 shows everything.`,
  point: (x, y) => `${x}, ${y}`,
  boxAtPointer: "This patch",
  boxAtCursor: "Box under the cursor",
  box: (x, y, outcome, score) => `${x}, ${y}: ${outcome}${score && `, ${score}`}`,
  pieceAtPointer: "This piece",
  pieceAtCursor: "Piece under the cursor",
  piece: (bounds, outcome, score) => `${outcome}${score && `, ${score}`}: ${bounds.join(", ")}`,
  times: (weight, name) => `${weight}\u00a0${name}`,
  sum: (first, second, minus) => `${first} ${minus ? "\u2212" : "+"} ${second}`,
  sumBound: (sum, value, side, closed) => `${sum} ${side === "less" ? (closed ? "at most" : "below") : closed ? "at least" : "above"} ${value}`,
  between: (name, from, to) => `${before(name)} ${from} to ${to}`,
  above: (name, from) => `${name} above ${from}`,
  atLeast: (name, from) => `${before(name)} ${from} or more`,
  upTo: (name, to) => `${name} up to ${to}`,
  aboveUpTo: (name, from, to) => `${name} above ${from}, up to ${to}`,
  any: (name) => `any ${name}`,
  exactly: (name, value) => `${before(name)} ${value}`,
  score: (percent) => `score ${percent}`,
  here: (score) => `${score} here`,
  prediction: (value) => `predicted ${value}`,
  atCost: (cost) => `others at a cost of ${cost}`,
  notWithin: (cost) => `out of reach for ${cost}`,
  notKnown: "not known yet",
  edge: (side, name) => `${side === "left" || side === "bottom" ? "Lowest" : "Highest"} allowed ${name}`,
  corner: (vertical, horizontal) => `Corner of the allowed range, ${vertical} ${horizontal}`,
  limit: (side, value) => (value === null ? "no limit" : side === "lo" ? `at least ${value}` : `at most ${value}`),
  offSlice: (label) => `${label}, off this slice`,
  moveFactual: (label) => `${label}: move ${your} point`,
  lock: (title) => `${title}: keep as it is`,
  provedOutline: (target, limited) =>
    limited ? [`proved: nothing within ${your} limits is ${target} inside`, `proved: none within ${your} limits`] : [`proved: ${noneOf(target)} inside`, "proved: none inside"],
  bestOutline: ["reach of the best so far", "best so far"],
  outlineSize: (proved, target, limited, cost, used, left) => [
    proved ? "Outline, proved" : "Outline, best so far",
    `${proved ? `nothing ${limited ? `within ${your} limits ` : ""}that costs less than ${cost} is ${target}` : `all that costs less than ${cost}`}${used === null ? "" : `; changes not shown take ${used} of it, ${left} is left here`}.`,
  ],
  solidLine: (limited) => ["Solid outline", `proved empty${limited ? ` within ${your} limits` : ""}, on this map and off it.`],
  dottedLine: ["Dotted", "the reach of the best answer so far."],
  answerShort: "Answer",
  allInside: (other) => `All ${other} inside ${your} limits`,
  hint: "Point at any patch to read it. Drag the dot, the frame or the map.",
  hintTouch: "Tap a box for its bounds and score",
  legend: (from, to) => `Score from ${from} to ${to}`,
});

export const ENGLISH = mapWords("your");
