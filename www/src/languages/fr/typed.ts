/** Words and numbers as a person types them in French. */
import type { Words } from "../../page/view/words.js";

/** A phrase that ends in « de » or « que », also before a vowel. */
const elided = (phrase: string): string[] => [phrase, `${phrase.slice(0, -1)}'`, `${phrase.slice(0, -1)}’`];

/** With a straight and a curved apostrophe. */
const both = (phrase: string): string[] => [phrase, phrase.replaceAll("'", "’")];

export const typed: Words["typed"] = {
  locale: "fr",
  missing: ["aucun", "aucune", "manquant", "manquante", "inconnu", "inconnue"],
  multiples: [["k", 1e3], ["mille", 1e3], ["m", 1e6], ["mio", 1e6], ["million", 1e6], ["millions", 1e6]],
  percent: "pour cent",
  phrases: {
    uses: ["consomment", "consomme", "utilisent", "utilise", "prennent", "prend"].flatMap((verb) => [`${verb} au plus`, `${verb} au maximum`, ...elided(`${verb} pas plus de`), ...both(`${verb} jusqu'à`)]),
    atMost: ["au plus", "tout au plus", "au maximum", ...elided("pas plus de"), ...elided("pas plus que"), ...both("jusqu'à"), "ne dépasse pas", "ne dépassent pas", "ne doit pas dépasser", "ne doivent pas dépasser", "inférieur ou égal à", "inférieure ou égale à", "maximum", "max"],
    atLeast: ["au moins", "au minimum", ...elided("pas moins de"), ...elided("pas moins que"), "supérieur ou égal à", "supérieure ou égale à", "minimum", "min"],
    exactly: ["exactement", "exactement égal à", "exactement égale à", "égal à", "égale à", "égal", "égale", "vaut", "vaut exactement"],
    strict: [...elided("plus de"), ...elided("plus que"), ...elided("plus grand que"), ...elided("plus grande que"), ...elided("au-dessus de"), "supérieur à", "supérieure à", "dépasse", "dépassent", ...elided("moins de"), ...elided("moins que"), ...elided("plus petit que"), ...elided("plus petite que"), ...elided("au-dessous de"), ...elided("en dessous de"), "inférieur à", "inférieure à"],
    plus: ["plus", "et"],
    minus: ["moins"],
    times: ["fois", "x"],
    if: ["si"],
    change: ["changements", "changement", "changent", "change", "variations", "variation", "varient", "varie"],
    follows: ["suit", ...elided("découle de"), ...elided("découlent de"), ...elided("résulte de"), ...elided("dépend de"), "varie avec", "change avec", ...elided("varie de")],
    rest: ["le reste", "reste", "tout le reste", "bruit"],
    filler: ["autant que", "au total", "en tout", "ensemble", "le", "la", "les", ...both("l'"), "une", "du", "des", ...elided("de"), "par", "ou", "est", "sont", "devient", "deviennent", "être", "doit", "doivent", "peut", "peuvent", "votre", "vos", "mon", "ma", "mes", "ce", ...elided("que"), "à", "au", "aux", "en", "dans"],
  },
  numbers: "zéro un deux trois quatre cinq six sept huit neuf dix".split(" "),
  factors: [
    ["double", 2],
    ["triple", 3],
    ["quadruple", 4],
    ["moitié", 1 / 2],
    ["tiers", 1 / 3],
    ["quart", 1 / 4],
    ["quarts", 1 / 4],
    ["cinquième", 1 / 5],
    ["cinquièmes", 1 / 5],
    ["dixième", 1 / 10],
    ["dixièmes", 1 / 10],
  ],
};
