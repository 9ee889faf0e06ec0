/** Words of the hints and of the printed page. */
import type { Hint } from "../../state/state.js";

export const hintWords = {
  text: {
    drag: "Drag the dot on the map: the answer follows.",
    limit: "Lock a feature, or drag an end of its range.",
    proof: "Check the proof: a second program repeats it.",
  } satisfies Record<Hint, string>,
  dismiss: "Hide this hint",
};

export const printWords = {
  item: "Print the answer",
  values: "Your values",
  from: (file: string, date: string) => `${file}, ${date}`,
  way: (text: string) => `Shown: ${text}`,
  best: "Proved means: every change that your limits and the rule of this answer allow was looked at or ruled out, and by this model none that costs less reaches the target.",
  bestWithin: "Proved means: every change within the cost that your limits allow was looked at or ruled out, and by this model none is better.",
  impossible: "Proved means: every change that your limits allow was looked at or ruled out, and by this model none reaches the target.",
  open: "Not proved: not every change was looked at or ruled out.",
};
