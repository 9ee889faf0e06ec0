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
  beat: {
    title: "Faire mieux",
    lead: (best, proved) => (proved ? `Il est prouv\u00e9 qu\u2019aucun changement plus petit que ${best} ne suffit dans les limites. Cherchez-en un.` : `La taille de la r\u00e9ponse, ${best}, est la meilleure trouv\u00e9e jusqu\u2019ici, sans preuve. Il peut y en avoir une plus petite.`),
    how: "R\u00e9glez une valeur ici, ou cliquez sur une zone de la carte\u00a0: l\u2019anneau va \u00e0 l\u2019endroit le plus proche de cette zone.",
    ring: "Votre anneau",
    value: (name) => `Valeur \u00e0 essayer pour ${name}`,
    toAnswer: "Retour \u00e0 la r\u00e9ponse",
    toStart: "Retour au d\u00e9part",
    none: "Il n\u2019y a pas de r\u00e9ponse \u00e0 battre\u00a0: aucun changement n\u2019est n\u00e9cessaire, ou aucun n\u2019a \u00e9t\u00e9 trouv\u00e9.",
    incomparable: "La taille d\u2019un changement ne peut pas \u00eatre donn\u00e9e ici sans la recherche\u00a0: elle d\u00e9pend de lignes, d\u2019autres mod\u00e8les ou du meilleur r\u00e9sultat \u00e0 un co\u00fbt donn\u00e9.",
    wait: "Le mod\u00e8le est interrog\u00e9",
    sizes: (own, best) => `Taille du changement\u00a0: ${own}\u00a0; celle de la r\u00e9ponse\u00a0: ${best}.`,
    answer: "C\u2019est la r\u00e9ponse elle-m\u00eame.",
    start: "Rien n\u2019est encore chang\u00e9.",
    refusedSmaller: (outcome) => `Plus petit, mais insuffisant\u00a0: ${outcome}.`,
    refused: (outcome) => `Insuffisant\u00a0: ${outcome}.`,
    larger: (share) => `Suffisant, mais plus grand que la r\u00e9ponse de ${share}.`,
    largerOnly: "Suffisant, mais plus grand que la r\u00e9ponse.",
    same: "Suffisant, et aussi grand que la r\u00e9ponse.",
    breaks: (limits) => `Suffisant et plus petit, mais hors des limites\u00a0: ${limits}.`,
    open: "Suffisant et plus petit en soi. Rien ne dit ici s\u2019il est assez typique, entre des lignes, assez loin des fronti\u00e8res ou accept\u00e9 par d\u2019autres mod\u00e8les.",
    beaten: "Suffisant et plus petit\u00a0: il bat la meilleure r\u00e9ponse trouv\u00e9e jusqu\u2019ici, qui n\u2019\u00e9tait pas prouv\u00e9e.",
    contradiction: "Suffisant et plus petit\u00a0: cela contredit la preuve. Signalez-le, avec le lien de cette page.",
    against: (against, all) => `${number(against)} sur ${counted(all, "arbre", "arbres")} ${against < 2 ? "est" : "sont"} ici pour une autre classe.`,
  },
};

setWords({ further }, "fr");
