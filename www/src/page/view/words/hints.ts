/** Words of the hints and of the printed page. */
import { counted } from "./english.js";
import type { Hint } from "../../state/document/state.js";

export const hintWords = {
  text: {
    drag: "Drag the dot: the answer follows.",
    limit: "Lock a feature, or drag an end of its range.",
    proof: "Check the proof: a second program repeats it.",
  } satisfies Record<Hint, string>,
  dismiss: "Hide this hint",
};

export const printWords = {
  item: "Print the answer",
  from: (file: string, date: string) => `${file}, ${date}`,
  way: (text: string) => `Shown: ${text}`,
  /** Values, limits and lines of the table that the sheet leaves out. */
  left: (n: number) => `Not listed: ${counted(n, "feature")}.`,
  more: (n: number) => `and ${String(n)} more`,
  open: "Not proved: not every change was looked at or ruled out.",
};
