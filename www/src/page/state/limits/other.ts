/** The parts that another model may have in a question, beside those of the features that follow its prediction. */
export const AGREES = "";
/** Asked is where it differs most from the open model. No feature's name begins a line. */
export const DIFFERS = "\n";

/** The cost that may be spent where nothing said how much. */
export const BUDGET = 0.2;
