/** Words of the check of a proof. */
import { counted } from "./english.js";

const boxes = (n: number): string => counted(n, "box", "boxes");

export const proofWords = {
  check: "Check the proof",
  writing: "Writing the proof",
  checking: (percent: string) => `Checking, ${percent}`,
  cancel: "Cancel",
  checked: (count: number) => `A second program agrees: ${boxes(count)}`,
  less: (proved: string, cost: string) => `Nothing costs less than ${proved}; the answer costs ${cost}.`,
  save: "Save",
  saveProof: "Save the proof as JSON",
  refuted: (what: string) => `Refuted: ${what}.`,
  failed: (what: string) => (what === "" ? "No proof could be written in the time given." : `Not checked: ${what}.`),
  refused: {
    layers: "No proof to check for several hidden layers, or probabilities of three classes with linear leaves, yet.",
    missing: "No proof to check for relations, slanted cuts, linear leaves or a place between rows where a value is missing yet.",
    longest: "No proof to check for a longest step beside other costs, relations, slanted cuts, linear leaves or a place between rows yet.",
    plausible: "No proof to check for usual answers yet.",
    hull: "No proof to check for several groups of rows or a price of their distance yet.",
    margin: "No proof to check for answers that keep away from borders yet.",
    rows: "Every real row was looked at.",
    quadratic: "No proof to check for costs that couple features yet.",
    several: "No proof to check: it covers one answer, not several.",
  },
};
