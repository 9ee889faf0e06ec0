/**
 * Checks answers against the model's document, the schema and the request, by the definitions in docs/contract/certificate.md and the contract.
 * Shares no code with the search, nor with the WebAssembly.
 */
import { checkAnswer } from "./answer.js";
import type { Verdict } from "./certificate.js";
import { readModel, Unproven } from "./model.js";
import { readRequest } from "./request.js";
import { readSchema } from "./schema.js";
import type { Watch } from "./watch.js";

export type { Verdict } from "./certificate.js";
export type { Watch } from "./watch.js";
export { Unreadable } from "./read.js";

/** Checks answers of one model; `watch` is told of its progress and of its steps. */
export type Check = (request: unknown, answer: unknown, watch?: Watch) => Verdict;

/**
 * Makes a check ready. `model` is a document in Espalier's own JSON (taken apart); `schema` goes in place of its own. Documents that
 * cannot be read are thrown as `Unreadable`.
 */
export function checker(model: unknown, schema?: unknown): Check {
  try {
    const read = readModel(model);
    const known = readSchema(read, schema);
    return (request, answer, watch) => unproven(() => checkAnswer(read, known, readRequest(request, read, known), answer, watch));
  } catch (error) {
    if (!(error instanceof Unproven)) throw error;
    return () => ({ checked: false, what: error.message });
  }
}

function unproven(check: () => Verdict): Verdict {
  try {
    return check();
  } catch (error) {
    if (error instanceof Unproven) return { checked: false, what: error.message };
    throw error;
  }
}
