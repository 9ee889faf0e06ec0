/** The lessons in French. */
import { setWords, type SomeWords } from "../../language.js";

export const lesson: NonNullable<SomeWords["lesson"]> = {
  series: "La g\u00e9om\u00e9trie des ensembles d\u2019arbres",
};

setWords({ lesson }, "fr");
