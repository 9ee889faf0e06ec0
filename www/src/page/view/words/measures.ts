/** Words of the measures of answers. */
import { number } from "../format.js";
export const measureWords = {
  title: "Measures",
  head: { changes: "Changes", l1: "Sum of steps", l2: "Squared", linf: "Longest", levels: "Categories kept", row: "Nearest real row", usual: "Typicality", steady: "Stability" },
  why: {
    changes: "How many of the features change",
    l1: "The steps, as shares of the ranges, times their weights",
    l2: "The squares of the steps, times their weights",
    linf: "The longest step, times its weight",
    levels: "Share of the categories and yes-or-no features that stay",
    row: "The sum of the steps to the row that is nearest, and its number",
    usual: "How many random cuts it takes to single it out: the more, the more typical",
    steady: "If two rows are close, how many times as far apart their answers can be: lower is steadier",
  },
  meaning: "Meaning of the columns",
  times: (ratio: string) => `${ratio} ${Number(ratio) === 1 ? "time" : "times"}`,
  unknown: "not known",
  asking: (rows: number) => `Asking the same of ${String(rows)} similar rows\u2026`,
  alone: "There are no other rows that need a change too, so how steady the answers are is not known.",
  of: (n: number, all: number) => `${String(n)} of ${String(all)}`,
  near: (distance: string, row: number) => `${distance} to row ${number(row + 1)}`,
  set: (count: number, kept: string, differ: string, levels: string | null, steps: string | null) =>
    `These ${String(count)} answers all reach the target. On average they keep ${kept} of the features, and two of them differ in ${differ} of the features${levels === null ? "" : `, in ${levels} of the categories`}${steps === null ? "" : `, and lie ${steps} apart by the sum of steps`}.`,
};
