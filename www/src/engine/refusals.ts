/** The client's own refusals, in the engine's words. */
import type { InputError } from "../types.js";

export const shape = (row: number, found: number, columns: number): InputError => {
  const what = `row ${row} has ${found} values`;
  const right = `the model reads ${columns} columns`;
  return { message: `queries, /${row}: ${what}; ${right}`, source: "queries", where: `/${row}`, what, right };
};

/** The refusal of something that is of another kind than the call needs. */
export const another = (source: InputError["source"], where: string, what: string, right: string): InputError => ({ message: `${source}${where && `, ${where}`}: ${what}; ${right}`, source, where, what, right });

/** The refusal of one of many queries. */
export const numbered = (query: number, input: InputError): InputError => ({ ...input, message: `query ${query}: ${input.message}` });
