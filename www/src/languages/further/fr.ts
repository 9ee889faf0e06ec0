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
  everyone: {
    title: "Tout le monde",
    progress: (done, of) => `${number(done)} sur ${number(of)}`,
    none: "Pour interroger tout le monde il faut des lignes\u00a0: un fichier csv, sous les noms des variables. Il reste sur cet ordinateur.",
    undefined: "On demande pour chacun un changement qui atteint un objectif. Cherchez un seul r\u00e9sultat, ou une valeur.",
    before: "La question telle qu\u2019elle est, pos\u00e9e pour chaque ligne\u00a0: qui y est d\u00e9j\u00e0, qui peut y arriver et par quel changement, et quelles limites arr\u00eatent les autres.",
    ask: (n) => (n === 1 ? "Demander pour la seule ligne" : `Demander pour les ${number(n)} lignes`),
    rest: (n) => (n === 1 ? "Demander pour la derni\u00e8re ligne" : `Demander pour les ${number(n)} autres lignes`),
    bar: "Lignes qui ont leur r\u00e9ponse",
    done: (n) => (n === 1 ? "La ligne a sa r\u00e9ponse." : `Les ${number(n)} lignes ont leur r\u00e9ponse.`),
    stopped: (done, of) => `Arr\u00eat apr\u00e8s ${number(done)} sur ${counted(of, "ligne", "lignes")}.`,
    failed: (what) => `Le moteur a \u00e9chou\u00e9\u00a0: ${what}`,
    old: "Ces r\u00e9ponses r\u00e9pondent \u00e0 une autre question.",
    save: "Enregistrer en csv",
    outcome: { there: "D\u00e9j\u00e0 l\u00e0", can: "Possible", cannot: "Impossible", unknown: "Non tranch\u00e9" },
    soFar: "Possible, meilleur \u00e0 ce stade",
    proved: (can, proved, cannot) => {
      const left = can - proved;
      const changes = can === 0 ? [] : left === 0 ? ["Il est prouv\u00e9 que chaque changement est le plus petit."] : [`Sur ${counted(can, "changement", "changements")}, ${number(proved)} ${proved < 2 ? "est le plus petit, c\u2019est prouv\u00e9" : "sont les plus petits, c\u2019est prouv\u00e9"}, et ${number(left)} ${left < 2 ? "est le meilleur" : "sont les meilleurs"} \u00e0 ce stade.`];
      return [...changes, ...(cannot > 0 ? ["Chaque \u00ab\u00a0Impossible\u00a0\u00bb est prouv\u00e9."] : [])].join(" ");
    },
    refusals: (n) => `${counted(n, "ligne a \u00e9t\u00e9 refus\u00e9e", "lignes ont \u00e9t\u00e9 refus\u00e9es")} par le moteur.`,
    sizes: "Tailles des changements",
    half: (most) => `la moiti\u00e9 est d\u2019au plus ${most}`,
    bin: (from, to) => `Taille de ${from} \u00e0 ${to}`,
    beyond: (end) => `Taille au-del\u00e0 de ${end}`,
    rows: (what, count) => `${what}\u00a0: ${counted(count, "ligne", "lignes")}`,
    limits: "Limites qui arr\u00eatent les autres",
    limitsHow: "Celles d\u2019une m\u00eame ligne excluent ensemble toute r\u00e9ponse\u00a0; d\u2019autres peuvent le faire aussi.",
    limit: (limits) => limits.join("\u00a0; "),
    model: "Le mod\u00e8le seul\u00a0: aucune valeur n\u2019atteint l\u2019objectif",
    file: "Limites du fichier du mod\u00e8le",
    by: "Par groupe de",
    ungrouped: "aucune variable",
    head: { row: "Ligne", outcome: "Issue", size: "Taille", changes: "Changements", group: "Groupe", rows: "Lignes", there: "D\u00e9j\u00e0 l\u00e0", can: "Possible, parmi les autres", median: "Taille m\u00e9diane" },
    others: (n) => `${number(n)} autres groupes`,
    search: "Chercher dans les lignes",
    only: (what) => `Seulement\u00a0: ${what}`,
    all: "Montrer toutes les lignes",
    shown: (from, to, of) => `${number(from)} \u00e0 ${number(to)} sur ${counted(of, "ligne", "lignes")}`,
    noRow: "Aucune ligne n\u2019est ainsi.",
    explain: (row) => `Expliquer la ligne ${number(row)}`,
    table: "Tout le monde, ligne par ligne",
  },
};

setWords({ further }, "fr");
