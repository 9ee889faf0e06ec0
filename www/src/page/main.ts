/** The page: starts the engine ahead of the first model and defines the one element that the page is made of, once its language is there. */
import { defineAll } from "./element/all.js";
import { warm } from "../index.js";
import { into, languageChoice, wanted, type Fetch } from "../page-language.js";

const words: Fetch = { de: () => import("../languages/de.js"), fr: () => import("../languages/fr.js") };

warm();
into(wanted(), words, () => {
  defineAll();
  const explainer = document.querySelector("espalier-explainer");
  if (explainer) languageChoice(explainer, words);
});
