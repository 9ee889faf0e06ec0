/** The model and its columns in German. */
import type { SomeWords } from "../../language.js";
import { shapeOf } from "../../model/shape.js";
import type { Words } from "../../page/view/words.js";
import { classes, counted, features, number, trees } from "./grammar.js";

type Info = Parameters<Words["counts"]>[0];

/** „60 Bäume“, „6 Neuronen“, „lineares Modell“. */
export function modelText(info: Info): string {
  const { of, count } = shapeOf(info);
  return of === "sum" ? "lineares Modell" : of === "neurons" ? counted(count, "Neuron", "Neuronen") : trees(count);
}

const leaves = (n: number): string => counted(n, "Blatt", "Bl\u00e4tter");

export const modelWords = {
  gate: {
    about: "\u00dcber dieses Modell und seine Spalten",
    what: "Datei",
    model: "Modell",
    trees: (info) => modelText(info) + (shapeOf(info).of === "trees" ? ` der Tiefe ${number(info.depth)}, ${leaves(info.leaves)}` : ""),
    predicts: { regressor: "sagt eine Zahl voraus", isolation_forest: "sagt eine mittlere Pfadl\u00e4nge voraus" },
    classCount: classes,
    missing: "Fehlende Werte",
    missingAll: "Jede Teilung hat eine Regel daf\u00fcr",
    missingNone: "Keine Regel daf\u00fcr: Jeder Wert ist n\u00f6tig",
    missingOnly: (names) => `Eine Regel daf\u00fcr nur bei ${names}`,
    missingMany: (n, of) => `Eine Regel daf\u00fcr bei ${number(n)} von ${counted(of, "Merkmal", "Merkmalen")}`,
    classes: "Klassen",
    className: (index) => `Name der Klasse ${number(index)}`,
    features: "Bedeutung der Spalten",
    asFeatures: (columns, count) => counted(columns, "Spalte", "Spalten") + (columns === count ? "" : `, gelesen als ${features(count)}`),
    guessed: "Zum Teil erraten. Berichtigen Sie, was nicht stimmt; die Antwort folgt sofort.",
    given: "Berichtigen Sie, was nicht stimmt; die Antwort folgt sofort.",
    kinds: { numeric: "Zahl", integer: "ganze Zahl", ordinal: "Rangstufen", binary: "ja oder nein", categorical: "Kategorie" },
    kindOf: (name) => `Art von ${name}`,
    why: { file: "", rows: "nach den Zeilen", cuts: "nach den Schwellen", names: "nach den Namen" },
    mended: "berichtigt",
    more: (name) => `Mehr zu ${name}`,
    name: "Name",
    unit: "Einheit",
    from: "Von",
    to: "Bis",
    partOf: (part, name) => `${part}, Merkmal ${name}`,
    labelOf: (value, name) => `Name der Stufe ${value} von ${name}`,
    split: "In seine Spalten zerlegen",
    join: (name) => `Mit ${name} zusammenfassen`,
    columns: (list) => (list.includes(",") ? `Spalten ${list}` : `Spalte ${list}`),
    showMore: (n) => `${number(n)} weitere zeigen`,
    asGuessed: "Zur\u00fcck zum Erratenen",
    save: "Schema sichern",
    done: "Fertig",
    samples: "Vergleich mit der Bibliothek",
    compare: "Vorhersagen vergleichen",
    compareHow: "Eine CSV-Datei mit Zeilen, daneben die Klasse der Bibliothek oder eine Wahrscheinlichkeit je Klasse.",
    agree: (rows) => (rows === 1 ? "Die eine Zeile stimmt \u00fcberein" : `Alle ${number(rows)} Zeilen stimmen \u00fcberein`),
    differ: (matched, rows) => `${number(matched)} von ${counted(rows, "Zeile", "Zeilen")} ${matched === 1 ? "stimmt" : "stimmen"} \u00fcberein`,
    largest: (most) => `der gr\u00f6\u00dfte Unterschied ist ${most}`,
    first: (row, expected, found) => `In Zeile ${number(row)} sagt die Bibliothek ${expected}, diese Seite ${found}.`,
    notJson: (file, what) => `${file} ist kein JSON-Dokument: ${what}`,
  },
  trees: {
    titles: { trees: "B\u00e4ume", neurons: "Neuronen", sum: "Lineares Modell" },
    count: (n) => number(n),
    all: (title) => `Alle ${title}`,
    reading: "Das Modell wird gelesen",
    tree: (index, of, kind, last) => (last ? "Letzte Schicht" : kind === "sum" ? "Lineares Modell" : `${kind === "neurons" ? "Neuron" : "Baum"} ${number(index + 1)} von ${number(of)}`),
    large: (name) => `${name}, Knoten f\u00fcr Knoten`,
    ways: ["ja", "nein"],
    keys: "Pfeiltasten gehen zu den Zweigen und nach oben zum Knoten dar\u00fcber.",
    leafShare: (name, share) => `Blatt f\u00fcr ${name}, ${share}`,
    leafAdds: (name, value) => `Blatt, das ${value} zu ${name} beitr\u00e4gt`,
    leafValue: (value) => `Blatt mit dem Wert ${value}`,
    leafLength: "Blatt",
    leafSum: "Blatt, dessen Wert eine gewichtete Summe ist",
    stopped: "kein Blatt: Ein Wert fehlt",
    asks: (what) => [{ kind: "text", text: "Frage: " }, { kind: "value", text: what }, { kind: "text", text: "?" }],
    slanted: "gewichtete Summe von Merkmalen klein genug",
    endsIn: (leaf) => [{ kind: "text", text: "Endet hier: " }, { kind: "value", text: leaf }, { kind: "text", text: "." }],
    whole: "Hier kommt alles vorbei.",
    box: (sides) => `Hier: ${sides}.`,
    atMost: (name, value) => `${name} h\u00f6chstens ${value}`,
    atLeast: (name, value) => `${name} mindestens ${value}`,
    above: (name, value) => `${name} \u00fcber ${value}`,
    between: (name, from, to) => `${/\d$/.test(name) ? `${name}:` : name} ${from} bis ${to}`,
    below: (name, value) => `${name} unter ${value}`,
    betweenBelow: (name, from, to) => `${name} \u00fcber ${from}, unter ${to}`,
    betweenAbove: (name, from, to) => `${name} \u00fcber ${from}, bis ${to}`,
    is: (name, levels) => `${name}: ${levels}`,
    offMap: (name) => `Legen Sie ${name} auf die Karte, um diesen Schnitt dort zu sehen.`,
  },
} satisfies SomeWords;
