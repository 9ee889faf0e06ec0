/** The page: starts the engine ahead of the first model and defines the one element that the page is made of, once its language is there. */
import { EspalierExplainer } from "./element/explainer.js";
import { warm } from "../loading.js";
import { into, languageChoice, wanted, type Fetch } from "../page-language.js";
import { define } from "../plot/define.js";
import { EspalierTrees } from "./view/trees/tiles.js";

const words: Fetch = { de: () => import("../languages/de.js"), fr: () => import("../languages/fr.js") };

warm();
into(wanted(), words, () => {
  define("espalier-explainer", EspalierExplainer);
  define("espalier-trees", EspalierTrees);
  const explainer = document.querySelector("espalier-explainer");
  if (!explainer) return;
  languageChoice(explainer, words);
  // All languages and the further drawers are fetched once a model is there and its question is put: earlier they would hold it up, and after an answer nothing is asked for. The drawers are added behind the answer.
  const answered = new Promise((then) => explainer.addEventListener("espalier-answer", then, { once: true }));
  const rest = async (): Promise<void> => {
    const [{ add }] = await Promise.all([import("./further/add.js"), import("../languages/further/de.js"), import("../languages/further/fr.js"), answered]);
    add(explainer);
  };
  explainer.addEventListener("espalier-query", () => void Promise.allSettled([...Object.values(words).map((fetch) => fetch()), rest()]), { once: true });
});
