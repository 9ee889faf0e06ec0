/** Words of the drawer of trees. */
import { number } from "../format.js";
import type { Part } from "./parts.js";
import { before } from "../../../plot/names.js";
import { inSentence } from "./english.js";

type Shape = "trees" | "neurons" | "sum";

const part = (kind: Part["kind"], text: string): Part => ({ kind, text });

export const treeWords = {
  titles: { trees: "Trees", neurons: "Neurons", sum: "Linear model" },
  count: (n: number) => number(n),
  all: (title: string) => `All ${title.toLowerCase()}`,
  reading: "Reading the model",
  /** `last`: the sum of the last layer, where there are several layers. */
  tree: (index: number, of: number, shape: Shape, last: boolean) => (last ? "Last layer" : shape === "sum" ? "Linear model" : `${shape === "neurons" ? "Neuron" : "Tree"} ${number(index + 1)} of ${number(of)}`),
  large: (name: string) => `${name}, node by node`,
  /** Of the branches of a node, left and right. */
  ways: ["yes", "no"],
  keys: "Arrow keys go to the branches, and up to the parent.",
  /** The leaf of a point, for both points: its vote or its value. */
  leafShare: (name: string, share: string) => `a leaf for ${name}, ${share}`,
  leafAdds: (name: string, value: string) => `a leaf that adds ${value} to ${name}`,
  leafValue: (value: string) => `a leaf of value ${value}`,
  leafLength: "a leaf",
  leafSum: "a leaf whose value is a weighted sum",
  stopped: "no leaf: a value is missing",
  asks: (what: string) => [part("text", "Tests: "), part("value", what), part("text", ".")],
  slanted: "a weighted sum of features is small enough",
  endsIn: (leaf: string) => [part("text", "Ends in "), part("value", leaf), part("text", ".")],
  whole: "Every case starts here.",
  box: (sides: string) => `Here: ${sides}.`,
  atMost: (name: string, value: string) => `${inSentence(name)} at most ${value}`,
  atLeast: (name: string, value: string) => `${inSentence(name)} at least ${value}`,
  above: (name: string, value: string) => `${inSentence(name)} above ${value}`,
  between: (name: string, from: string, to: string) => `${before(inSentence(name))} ${from} to ${to}`,
  below: (name: string, value: string) => `${inSentence(name)} below ${value}`,
  betweenBelow: (name: string, from: string, to: string) => `${inSentence(name)} above ${from}, below ${to}`,
  betweenAbove: (name: string, from: string, to: string) => `${inSentence(name)} above ${from}, up to ${to}`,
  is: (name: string, levels: string) => `${inSentence(name)} is ${levels}`,
  offMap: (name: string) => `Put ${inSentence(name)} on the map to see this cut there.`,
};
