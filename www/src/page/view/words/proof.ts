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
    layers: "Several hidden layers, and probabilities of three classes with linear leaves, have no proof to check yet.",
    missing: "Relations, slanted cuts, linear leaves or a place between rows have no proof to check yet where a value is missing.",
    longest: "A longest step beside other costs, relations, slanted cuts, linear leaves or a place between rows has no proof to check yet.",
    plausible: "No proof to check for usual answers yet.",
    hull: "No proof to check for several groups of rows or a price of their distance yet.",
    margin: "No proof to check for answers that keep away from borders yet.",
    rows: "Every real row was looked at.",
    quadratic: "Costs that couple features have no proof to check yet.",
    several: "No proof to check: it covers one answer, not several.",
  },
};
