/** How a call on the engine can fail. Imports types only. */
import type { InputError } from "../types.js";

/** The caller's input is wrong; `input` names the fault, its place, and the right input. */
export class BadInput extends Error {
  override readonly name = "BadInput";
  constructor(readonly input: InputError) {
    super(input.message);
  }
}

/** The engine itself failed. It is replaced, and models are loaded again; the next call works. */
export class EngineFault extends Error {
  override readonly name = "EngineFault";
}

/** A call needs functions of the engine that have not arrived. */
export class NotArrived extends EngineFault {}

/** A newer request on the same channel took this one's place. */
export class Superseded extends Error {
  override readonly name = "Superseded";
  constructor() {
    super("a newer request took this one's place");
  }
}

const texts = ["message", "source", "what"] as const;

/** Whether a thrown value is the engine's report of bad input. */
export function isInputError(value: unknown): value is InputError {
  if (typeof value !== "object" || value === null) return false;
  return texts.every((field) => typeof (value as Record<string, unknown>)[field] === "string");
}

/** The text of a thrown value. */
export const textOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));
