/** Words of fields that take a number. */
import type { Unread } from "../../state/editing/number.js";

/** Numbers that a text may mean, as they are printed or as they are typed without separators; empty where there are none. */
export type Meant = readonly [string, string];

export const numberWords = {
  wrong: {
    empty: () => "A number is needed here.",
    nothing: (text: string) => `\u201c${text}\u201d is not a number. Digits are, such as 1250.`,
    meant: (text: string, [value]: Meant, [typed]: Meant) => `\u201c${text}\u201d is not written as numbers are here. If ${value} is meant, write ${typed}.`,
    twofold: (text: string, [value, other]: Meant, typed: Meant) => `\u201c${text}\u201d may mean ${value} or ${other}. Write ${typed[0]} or ${typed[1]}.`,
    fraction: (_: string, __: Meant, typed: Meant) => `Only whole numbers: ${typed[0]} or ${typed[1]}.`,
    large: () => "This is farther from 0 than the model can read.",
  } satisfies Record<Unread["is"], (text: string, said: Meant, typed: Meant) => string>,
  noMissing: "A value is needed: this model has no rule for a missing one.",
  open: "open",
  /** The value in force while the text is wrong. */
  still: (value: string) => `Until then it stays ${value}.`,
  mayMiss: (unknown: string) => `Left empty, it is ${unknown}`,
  beyond: (from: string, to: string) => `Outside of ${from} to ${to}, the known range.`,
  idle: (from: string, to: string) => `This limits nothing: the known range is ${from} to ${to}.`,
  crossed: (to: string) => `The first number must be the smaller; the second is ${to}.`,
  crossedBelow: (from: string) => `The second number must be the larger; the first is ${from}.`,
  oneEnd: "One of the two numbers is needed.",
  positive: "It must be above 0.",
  notBelow: (value: string) => `It may not be below ${value}.`,
};
