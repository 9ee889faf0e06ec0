/** The further drawers of the page in French. */
import { setWords, type FurtherWords } from "../../language.js";

const number = (n: number): string => n.toLocaleString("fr");
const counted = (n: number, one: string, many: string): string => `${number(n)}\u00a0${n < 2 ? one : many}`;

export const further: FurtherWords = {
  why: {
    title: "Pourquoi",
    none: "Il n\u2019y a rien \u00e0 d\u00e9composer\u00a0: aucun changement n\u2019est n\u00e9cessaire, ou aucun n\u2019a \u00e9t\u00e9 trouv\u00e9.",
    undefined: "Il n\u2019y a pas ici de score unique \u00e0 d\u00e9composer. Demandez un seul r\u00e9sultat, ou une valeur ouverte d\u2019un c\u00f4t\u00e9.",
    wait: "Le mod\u00e8le est interrog\u00e9",
    reading: "Lecture des arbres",
    caption: "Du score actuel \u00e0 celui de la r\u00e9ponse",
    head: { change: "Un changement apr\u00e8s l\u2019autre", gain: "Gain obtenu", points: "Gain, en points", score: "Score ensuite", outcome: "D\u00e9cision ensuite" },
    now: "Maintenant",
    all: (count) => `Au total ${counted(count, "changement", "changements")}`,
    change: (name, from, to) => `${name}\u00a0: de ${from} \u00e0 ${to}`,
    move: (name, at, of) => `D\u00e9placer ${name}\u00a0: place ${number(at)} sur ${number(of)}`,
    order: "Faites glisser un changement \u00e0 une autre place, ou d\u00e9placez-le avec les fl\u00e8ches. Son gain d\u00e9pend des changements qui le pr\u00e9c\u00e8dent\u00a0; la somme reste la m\u00eame.",
    needed: (threshold) => `suffisant\u00a0: ${threshold}`,
    trees: (all, more, less, to) => `Sur ${counted(all, "arbre", "arbres")}, ${number(more)} ${more < 2 ? "parle" : "parlent"} davantage pour ${to} qu\u2019avant, ${number(less)} moins, et ${number(all - more - less)} comme avant.`,
    parts: (all, more, less, to) => `Sur ${counted(all, "partie", "parties")} du mod\u00e8le, ${number(more)} ${more < 2 ? "contribue" : "contribuent"} davantage pour ${to} qu\u2019avant, ${number(less)} moins, et ${number(all - more - less)} autant.`,
    minds: (count) => (count === 0 ? "Aucun n\u2019\u00e9tait pour une autre classe avant." : `${counted(count, "arbre a chang\u00e9 d\u2019avis\u00a0: il \u00e9tait", "arbres ont chang\u00e9 d\u2019avis\u00a0: ils \u00e9taient")} pour une autre classe avant.`),
    value: "la valeur pr\u00e9dite",
    tree: (index, before, after) => `Arbre ${number(index + 1)}\u00a0: avant ${before}, maintenant ${after}`,
    part: (index, before, after) => `Partie ${number(index + 1)}\u00a0: avant ${before}, maintenant ${after}`,
    most: (shown, all) => `Les ${number(shown)} qui ont le plus chang\u00e9, sur ${number(all)}.`,
  },
};

setWords({ further }, "fr");
