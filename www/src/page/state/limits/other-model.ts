/** The roles of a second model in a question, beside predicting a feature: it must agree. */
export const AGREES = "";
/** It must decide for the other of two classes. */
export const REFUSES = "\r";
/** The role of a model in the question where the two models differ most. These are characters that no feature's name is. */
export const DIFFERS = "\n";

/** The cost that may be spent where nothing said how much. */
export const BUDGET = 0.2;
