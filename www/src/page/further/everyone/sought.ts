/** The rows that are looked for in the table of everyone, and their order. */
import type { Outcome } from "../../../measure/outcomes.js";

/** Which rows are shown, before the search. Of sizes a bin up to `end`; the bin after the last holds those beyond. */
export type Choice = { by: "outcome"; outcome: Outcome } | { by: "size"; bin: number; end: number } | { by: "limits"; key: string } | { by: "group"; name: string };

export type Key = "row" | "group" | "outcome" | "size" | "changes";

export interface Order {
  by: Key;
  down: boolean;
}

export interface Sought {
  /** Name of the feature by whose levels groups are told apart; empty: none. */
  group: string;
  choice: Choice | null;
  search: string;
  order: Order;
  /** The first row of the page. */
  from: number;
}

/** All rows, in their own order. */
export const ALL: Sought = { group: "", choice: null, search: "", order: { by: "row", down: false }, from: 0 };
