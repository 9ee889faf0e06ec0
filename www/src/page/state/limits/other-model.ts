/** The roles of a second model in a question, beside predicting a feature: it must agree. */
export const AGREES = "";
/** The role of a model in the question where the two models differ most. It begins with a newline, so it cannot be a feature's name. */
export const DIFFERS = "\n";

/** The cost that may be spent where nothing said how much. */
export const BUDGET = 0.2;
