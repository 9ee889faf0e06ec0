/** The explainer in French. */
import { setWords, type SomeWords } from "../language.js";

export const words: SomeWords = {
  open: "Ouvrir",
  examples: "Exemples",
  share: "Partager",
  help: "Touches et aide",
  language: "Langue",
  typed: {
    missing: ["aucun", "manquant", "inconnu"],
    multiples: [["mille", 1e3], ["million", 1e6], ["millions", 1e6]],
    percent: "pour cent",
  },
};

setWords(words, "fr");
