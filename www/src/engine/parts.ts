/** The modules besides the engine's own that answer requests. Imports types only. */
import type { ProgramFormat, RequestDoc } from "../types.js";
import type { SlantedSearch } from "../wasm/slanted.js";

/** The searches that the engine is built without; the mixed-integer program, to be solved or written. */
export type Part = "slanted" | "milp";

/** Which of them answers a request that the engine itself does not. */
export const partOf = (request: Pick<RequestDoc, "engine">): Part => (request.engine === "milp" ? "milp" : "slanted");

/** A model file in Espalier's JSON, its name for messages, and the schema that takes the place of its own. */
export interface Source {
  json: Uint8Array;
  name: string;
  schema: string | undefined;
}

/** What every module's searches do. */
export type Searching = Pick<SlantedSearch, "time_limit" | "step" | "progress" | "answer" | "free">;

/** A model as such a module knows it. */
export interface Other {
  /** Makes a search ready that has looked at nothing yet; the request is JSON text. */
  search(request: string): Searching;
  /** The request as a mixed-integer program in a file for other solvers, where the module writes them. */
  formulation?(request: string, format: ProgramFormat): string;
  free(): void;
}

/** Reads a model. */
export type Open = (source: Source) => Other;

/** What is wrong with a document comes as text, a fault as an error. */
export function said<T>(part: () => T): T {
  try {
    return part();
  } catch (thrown) {
    throw typeof thrown === "string" ? (JSON.parse(thrown) as unknown) : thrown;
  }
}
