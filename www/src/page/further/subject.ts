/** The answer that is shown, to be taken step by step: the person's values, the answer's, and its changes in the order of its sentence. */
import type { FeatureInfo, Prediction } from "../../types.js";
import type { Clause } from "../state/answer/claims.js";
import { demandOf, type Demand } from "../state/answer/curve.js";
import { clauses, displayed, verified } from "../state/answer/selectors.js";
import { personOf } from "../state/answer/shown.js";
import type { Shown, State } from "../state/document/state.js";
import { bare, told, withUnit } from "../view/format.js";

export interface Change {
  feature: FeatureInfo;
  from: string;
  to: string;
  clause: Clause;
}

export interface Subject {
  model: number;
  shown: Shown;
  person: readonly number[];
  values: readonly number[];
  changes: Change[];
  /** Null where the target has no single score. */
  demand: Demand | null;
}

/** Null where the answer has no changes, or there is none. */
export function subjectOf(state: State): Subject | null {
  const shown = displayed(state);
  const best = verified(shown);
  const { doc } = state;
  if (!shown || !best || !doc.model) return null;
  const changes = clauses(doc, shown).map((clause) => ({ feature: clause.feature, from: told(clause.feature, clause.now, bare), to: withUnit(clause.feature, clause.printed, clause.decimals), clause }));
  return changes.length === 0 ? null : { model: doc.model.id, shown, person: personOf(shown.request), values: best.values, changes, demand: demandOf(state) };
}

/** An answer, and its changes in the order in which they are taken. */
export interface Ledger<Of extends Subject = Subject> {
  subject: Of;
  order: Change[];
}

/** The changes by the names of their features. */
export const inOrder = ({ changes }: Subject, names: readonly string[]): Change[] => names.flatMap((name) => changes.find(({ feature }) => feature.name === name) ?? []);

/** Tells ledgers apart. */
export const keyOf = ({ model, person, values }: Subject, order: readonly Change[]): string => [model, person.join(), values.join(), ...order.map(({ feature, from, to }) => `${feature.name} ${from} ${to}`)].join("\n");

/** Scores of predictions, where there is one. */
export const scoresOf = ({ demand }: Subject, predictions: readonly Prediction[]): number[] | null => demand && predictions.map((one) => demand.scoreOf(one));
