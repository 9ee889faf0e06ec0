/** The model and its columns in French. */
import type { SomeWords } from "../../language.js";
import { shapeOf } from "../../model/shape.js";
import type { Words } from "../../page/view/words.js";
import { classes, counted, leaves, low, number, of, trees, variables } from "./grammar.js";

type Info = Parameters<Words["counts"]>[0];

/** « 60 arbres », « 6 neurones », « modèle linéaire ». */
function modelText(info: Info): string {
  const { of: kind, count } = shapeOf(info);
  return kind === "sum" ? "modèle linéaire" : kind === "neurons" ? counted(count, "neurone") : trees(count);
}

export const modelWords = {
  counts: (info) => [modelText(info), variables(info.features.length), ...(info.classes.length > 0 ? [classes(info.classes.length)] : [])].join(", "),
  gate: {
    about: "À propos de ce modèle et de ses colonnes",
    what: "Fichier",
    model: "Modèle",
    trees: (info) => modelText(info) + (shapeOf(info).of === "trees" ? ` de profondeur ${number(info.depth)}, ${leaves(info.leaves)}` : ""),
    predicts: { regressor: "un nombre prédit", isolation_forest: "une longueur de chemin moyenne" },
    classCount: classes,
    missing: "Valeurs manquantes",
    missingAll: "Chaque test a une règle pour elles",
    missingNone: "Aucune règle\u00a0: chaque valeur est nécessaire",
    missingOnly: (names) => `Une règle seulement pour ${names}`,
    missingMany: (n, count) => `Une règle pour ${number(n)} variables sur ${number(count)}`,
    classes: "Classes",
    className: (index) => `Nom de la classe ${number(index)}`,
    features: "Sens des colonnes",
    asFeatures: (columns, features) => counted(columns, "colonne") + (columns === features ? "" : `, soit ${variables(features)}`),
    guessed: "En partie deviné. Corrigez ce qui est faux\u00a0: la réponse suit aussitôt.",
    given: "Corrigez ce qui est faux\u00a0: la réponse suit aussitôt.",
    kinds: { numeric: "nombre", integer: "nombre entier", ordinal: "échelle", binary: "oui ou non", categorical: "catégorie" },
    kindOf: (name) => `Type\u00a0: ${low(name)}`,
    why: { file: "", rows: "d’après les lignes", cuts: "d’après les seuils", names: "d’après les noms" },
    mended: "corrigé",
    more: (name) => `Plus sur ${low(name)}`,
    name: "Nom",
    unit: "Unité",
    from: "De",
    to: "À",
    partOf: (part, name) => `${part}, ${low(name)}`,
    labelOf: (value, name) => `Nom du niveau ${value}, ${low(name)}`,
    split: "Séparer en colonnes",
    join: (name) => `Réunir avec ${low(name)}`,
    columns: (list) => (list.includes(",") ? `colonnes ${list}` : `colonne ${list}`),
    showMore: (n) => `${number(n)} de plus`,
    asGuessed: "Revenir au schéma deviné",
    save: "Enregistrer le schéma",
    done: "Terminé",
    samples: "Face à la bibliothèque",
    compare: "Comparer des prédictions",
    compareHow: "Un csv de lignes accompagnées de la classe donnée par la bibliothèque, ou d’une probabilité par classe.",
    agree: (rows) => (rows === 1 ? "La seule ligne concorde" : `Les ${number(rows)} lignes concordent`),
    differ: (matched, rows) => `${counted(matched, "ligne concorde", "lignes concordent")} sur ${number(rows)}`,
    largest: (most) => `le plus grand écart est ${most}`,
    first: (row, expected, found) => `À la ligne ${number(row)}, la bibliothèque donne ${expected}, cette page ${found}.`,
    notJson: (file, what) => `${file} n’est pas un document JSON\u00a0: ${what}`,
  },
  trees: {
    titles: { trees: "Arbres", neurons: "Neurones", sum: "Modèle linéaire" },
    count: number,
    all: (title) => `Tous les ${title.toLowerCase()}`,
    reading: "Lecture du modèle",
    tree: (index, count, shape, last) => (last ? "Dernière couche" : shape === "sum" ? "Modèle linéaire" : `${shape === "neurons" ? "Neurone" : "Arbre"} ${number(index + 1)} sur ${number(count)}`),
    large: (name) => `${name}, nœud par nœud`,
    ways: ["oui", "non"],
    keys: "Les flèches vont aux branches, et vers le haut au nœud parent.",
    leafShare: (name, share) => `une feuille pour ${name}, ${share}`,
    leafAdds: (name, value) => `une feuille qui ajoute ${value} à ${name}`,
    leafValue: (value) => `une feuille de valeur ${value}`,
    leafLength: "une feuille",
    leafSum: "une feuille dont la valeur est une somme pondérée",
    stopped: "aucune feuille\u00a0: une valeur manque",
    asks: (what) => [{ kind: "text", text: "Test\u00a0: " }, { kind: "value", text: what }, { kind: "text", text: "\u00a0?" }],
    slanted: "une somme pondérée de variables assez petite",
    endsIn: (leaf) => [{ kind: "text", text: "Aboutit à " }, { kind: "value", text: leaf }, { kind: "text", text: "." }],
    whole: "Tous les cas passent par ici.",
    box: (sides) => `Ici\u00a0: ${sides}.`,
    atMost: (name, value) => `${low(name)} au plus ${value}`,
    atLeast: (name, value) => `${low(name)} au moins ${value}`,
    above: (name, value) => `${low(name)} au-dessus ${of(value)}`,
    between: (name, from, to) => `${low(name)} de ${from} à ${to}`,
    below: (name, value) => `${low(name)} au-dessous ${of(value)}`,
    betweenBelow: (name, from, to) => `${low(name)} au-dessus ${of(from)} et au-dessous ${of(to)}`,
    betweenAbove: (name, from, to) => `${low(name)} au-dessus ${of(from)}, jusqu’à ${to}`,
    is: (name, levels) => `${low(name)}\u00a0: ${levels}`,
    offMap: (name) => `Mettez ${low(name)} sur la carte pour y voir cette coupe.`,
  },
} satisfies SomeWords;
