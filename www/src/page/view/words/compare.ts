/** Words of the drawer that compares the answer with other methods. */
import { number } from "../format.js";
import type { Method } from "../../state/document/state.js";

export const compareWords = {
  title: "Compare",
  head: { method: "Method", changes: "Changes", cost: "Cost", ratio: "Times the minimum", ratioSoFar: "Times the best so far" },
  proved: "This page",
  best: "This page, best so far",
  how: {
    tweaking: "Along the path of one tree at a time, until the whole model agrees.",
    greedy: "One change at a time, the one that helps most for its cost.",
    row: "The nearest of the rows that already reach the target.",
  } satisfies Record<Method, string>,
  proof: "Every possible change, looked at or ruled out.",
  /** Of a best so far; `gain`: at most how much better is possible, where that is known. */
  open: (gain: string | null) => `Not every change was looked at or ruled out.${gain === null ? "" : ` ${gain}`}`,
  unknownRatio: "\u2013",
  name: { tweaking: "Feature tweaking", greedy: "Step by step", row: "Nearest real row" } satisfies Record<Method, string>,
  mark: { tweaking: "Tweaked", greedy: "Step by step", row: "Real row" } satisfies Record<Method, string>,
  ratio: (times: string) => `${times} times`,
  same: "the same",
  below: "not allowed",
  waiting: "searching",
  nothing: { tweaking: "found nothing here", greedy: "found nothing here", row: null } as Record<Method, string | null>,
  /** A real row that does not keep all limits: its badge, which row it is, and the advice on it. */
  breaking: (none: string, row: number | null, limits: readonly string[]) =>
    `${none} ${row === null ? "This one" : `Number ${number(row + 1)}`} breaks${limits.length === 1 ? " the fewest" : ""}: ${limits.map((limit) => `\u201c${limit}\u201d`).join(", ")}.`,
  lift: (n: number) => (n === 1 ? "Drop this limit" : `Drop these ${String(n)} limits`),
  cheaper: (times: string) => `cheaper, ${times} times`,
  undefined: { tweaking: "not defined for this model or target", greedy: "could not be run", row: "needs rows: none are here" } satisfies Record<Method, string>,
  many: (n: number) => `${String(n)} changes`,
  none: (why: "unknown" | "there" | "other") => `There is nothing to compare: ${{ unknown: "no answer is known", there: "no change is needed", other: "more is asked than the smallest change" }[why]}.`,
};
