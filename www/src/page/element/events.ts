/** The element's events, by name. Types only. */
import type { ConstraintDoc, Answer, InputError, RequestDoc } from "../../types.js";

export interface ExplainerEvents {
  /** Another answer is shown. */
  "espalier-answer": CustomEvent<Answer>;
  /** The person or the target has changed. */
  "espalier-query": CustomEvent<Pick<RequestDoc, "query" | "target">>;
  /** The limits have changed: the request's list of constraints. */
  "espalier-constraints": CustomEvent<ConstraintDoc[]>;
  /** A file, an attribute or the engine has failed. */
  "espalier-error": CustomEvent<InputError>;
}
