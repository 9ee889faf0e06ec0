/** The counts of an audit, as its report shows them. */
import type { Group, Outcome } from "../measure/outcomes.js";
import type { Answer, FeatureInfo, RequestDoc } from "../types.js";

/** A request without a query: it is asked for each person. */
export type Frame = Omit<RequestDoc, "query">;

/** The use of a feature: by how many cheapest answers it is changed, by how much, or to which level how often. */
export interface Use {
  feature: FeatureInfo;
  count: number;
  deltas: number[];
  levels: Map<string, number>;
}

export interface Person {
  index: number;
  id: string | undefined;
  group: string | undefined;
  outcome: Outcome;
  answer: Answer;
  /** The values now, column by column. */
  query: readonly (number | null)[];
}

export interface Audit {
  model: string;
  by: string | undefined;
  out: string;
  frame: Frame;
  /** The costs of all groups ascend in the report. */
  everyone: Group;
  /** Those whose answer is proved to be the cheapest. */
  proved: number;
  groups: Group[];
  uses: Use[];
  /** Limits that together stop somebody, as pointers, and how many they stop. */
  limits: Map<string, number>;
  /** Of those who cannot the first, and the dearest. */
  cannot: Person[];
  dearest: Person[];
}
