/** What the client itself refuses, in the engine's words. */
import type { InputError } from "../types.js";
import type { Part } from "./parts.js";

export const notFetched = (name: string, reason: string): InputError => {
  const what = `it is another library's file, and the part of Espalier that reads those could not be fetched: ${reason}`;
  const right = "connect and open it again, or convert it first: npx espalier convert --model FILE > model.json";
  return { message: `${name}: ${what}; ${right}`, source: "model", what, right };
};

const DONE_BY: Record<Part, string> = {
  slanted: "hyperplanes and hulls are searched",
  coupled: "linear and causal constraints are searched",
  cover: "certificates beside linear and causal constraints, and regions, are seen to",
  more: "files of rows, certificates, regions, real rows and the best prediction are seen to",
  milp: "mixed-integer programs are made",
};

export const notSearched = (part: Part, reason: string): InputError => {
  const what = `${DONE_BY[part]} by a part of Espalier that could not be fetched: ${reason}`;
  const right = "connect and ask again";
  return { message: `request: ${what}; ${right}`, source: "request", what, right };
};

export const shape = (row: number, found: number, columns: number): InputError => {
  const what = `row ${row} has ${found} values`;
  const right = `the model reads ${columns} columns`;
  return { message: `queries, /${row}: ${what}; ${right}`, source: "queries", where: `/${row}`, what, right };
};
