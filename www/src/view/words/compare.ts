/** Words of the drawer that compares the answer with other methods. */
import type { Method } from "../../state/compare.js";

export const compareWords = {
  title: "Compare",
  hint: "3 other methods, measures",
  head: { method: "Method", changes: "What it changes", cost: "Cost", ratio: "Of the least" },
  proved: "This page",
  best: "This page, best so far",
  how: {
    tweaking: "Along the path of one tree at a time, until the whole model agrees.",
    greedy: "One change at a time, the one that wins most for its cost.",
    row: "The nearest of the rows that already has what you look for.",
  } satisfies Record<Method, string>,
  proof: "Every possible change, looked at or ruled out.",
  name: { tweaking: "Feature tweaking", greedy: "Step by step", row: "Nearest real row" } satisfies Record<Method, string>,
  mark: { tweaking: "Tweaked", greedy: "Step by step", row: "Real row" } satisfies Record<Method, string>,
  ratio: (times: string) => `${times} times`,
  same: "the same",
  below: "not allowed",
  waiting: "being looked for",
  nothing: { tweaking: "found nothing here", greedy: "found nothing here", row: "no such row keeps your limits" } satisfies Record<Method, string>,
  nearby: (row: number, limits: number) => `no such row keeps your limits; number ${(row + 1).toLocaleString("en")} breaks ${limits === 1 ? "1 of them" : `${String(limits)} of them`}`,
  undefined: { tweaking: "not defined for this model or target", greedy: "could not be run", row: "needs rows: none are here" } satisfies Record<Method, string>,
  many: (n: number) => `${String(n)} changes`,
  usual: "These methods keep your limits, but do not look at how usual an answer is or where the rows lie.",
  limits: "These methods keep your limits; each point was put to the model.",
  none: "There is nothing to compare: no change is needed, or none was found.",
};
