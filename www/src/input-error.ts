/** Bad input as it is thrown, by the engine or by a caller. Imports types only. */
import type { InputError } from "./types.js";

/** The error document inside a thrown error, when it is one of bad input. */
export function inputErrorOf(error: unknown): InputError | null {
  if (typeof error !== "object" || error === null) return null;
  const holder = error as { input?: unknown };
  const input = (typeof holder.input === "object" && holder.input !== null ? holder.input : error) as Partial<InputError>;
  return typeof input.what === "string" && typeof input.message === "string" ? (input as InputError) : null;
}
