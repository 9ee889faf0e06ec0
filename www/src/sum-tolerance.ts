/**
 * Tolerances of sums: the amount by which a sum of a row's numbers may miss its limit by rounding alone. One definition for the page and
 * for the checker of answers, the same as the engine's (docs/criteria.md).
 */
import type { InputType } from "./types.js";

/** A share of a real number's size, a step or two of the model's input type; of other numbers, of double precision. */
export const stepOf = (input: InputType | undefined): number => (input === "float32" ? 2.5e-7 : 1e-9);

/** The rounding of one term: its weight, its number now and before (0 where values are summed), and its feature. */
export const missedBy = (weight: number, x: number, before: number, { kind, min, max }: { kind: string; min: number; max: number }, step: number): number =>
  Math.abs(weight) * Math.max(Math.abs(x), Math.abs(before), max - min) * (kind === "numeric" ? step : 1e-9);
