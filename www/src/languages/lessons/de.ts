/** The lessons in German. */
import { setWords, type SomeWords } from "../../language.js";

export const lesson: NonNullable<SomeWords["lesson"]> = {
  series: "Die Geometrie von Baumensembles",
};

setWords({ lesson }, "de");
