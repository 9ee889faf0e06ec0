/** The search and its proof in German: the check, the replay, engines, the curve. */
import type { SomeWords } from "../../language.js";
import type { Words } from "../../page/view/words.js";
import { boxes, counted, number } from "./grammar.js";

/** The things that a round holds against each other. */
const provers = (related: boolean): string => (related ? "B\u00e4ume und die Beziehungen zwischen Merkmalen" : "B\u00e4ume");

const levels = (n: number): string => `${counted(n, "Stufe bleibt", "Stufen bleiben")} \u00fcbrig`;

const ENGINES = new Map([
  ["auto", "das zur Frage passende Verfahren"],
  ["boxes", "die Suche \u00fcber Boxen"],
  ["milp", "das gemischt-ganzzahlige Programm von OCEAN"],
  ["slanted", "Branch-and-Bound \u00fcber lineare Programme"],
  ["coupled", "die Suche \u00fcber Boxen mit linearen Programmen"],
  ["rows", "die Durchsicht jeder Zeile"],
]);

const closed: Words["search"]["closed"] = (why, cost, target, exact, related) => {
  const reasons: Record<typeof why, string> = {
    cost: cost === null ? "kein erlaubter Wert bleibt \u00fcbrig" : `alles, was hier \u00fcbrig ist, hat Aufwand ${cost} oder mehr${exact ? ", ist also nicht besser als die Antwort" : ""}`,
    bound: cost === null ? `die ${provers(related)} zeigen zusammen, dass hier nichts Erlaubtes das Ziel erreicht (${target})` : `die ${provers(related)} zeigen zusammen, dass eine Antwort hier Aufwand ${cost} oder mehr hat`,
    rows: `innerhalb der Vorgaben ergeben keine verbliebenen Bl\u00e4tter${cost === null ? "" : ` mit Aufwand unter ${cost}`} zusammen das Ziel (${target})`,
    cover: "bei einem Merkmal bleibt kein Wert \u00fcbrig",
    sums: "keine verbliebenen Werte halten die Vorgaben zwischen Merkmalen ein",
    changes: "es w\u00e4ren mehr \u00c4nderungen n\u00f6tig, als Sie erlauben",
    decided: `jeder Baum ist hier entschieden, und zusammen verfehlen sie das Ziel (${target})`,
  };
  return `Geschlossen: ${reasons[why]}.`;
};

export const proofWords = {
  proof: {
    check: "Beweis pr\u00fcfen",
    writing: "Der Beweis wird geschrieben",
    checking: (percent) => `Pr\u00fcfung, ${percent}`,
    cancel: "Abbrechen",
    checked: (count) => `Ein zweites Programm stimmt zu: ${boxes(count)}`,
    less: (proved, cost) => `Nichts hat weniger Aufwand als ${proved}; die Antwort hat ${cost}.`,
    save: "Sichern",
    saveProof: "Beweis als JSON sichern",
    refuted: (what) => `Widerlegt: ${what}.`,
    failed: (what) => (what === "" ? "In der Zeit lie\u00df sich kein Beweis schreiben." : `Nicht gepr\u00fcft: ${what}.`),
    refused: {
      layers: "F\u00fcr mehrere verborgene Schichten und f\u00fcr Wahrscheinlichkeiten von drei Klassen mit linearen Bl\u00e4ttern gibt es noch keinen pr\u00fcfbaren Beweis.",
      missing: "F\u00fcr Beziehungen, schr\u00e4ge Schnitte, lineare Bl\u00e4tter oder einen Ort zwischen Zeilen gibt es noch keinen pr\u00fcfbaren Beweis, wo ein Wert fehlt.",
      longest: "F\u00fcr einen l\u00e4ngsten Schritt neben anderem Aufwand, Beziehungen, schr\u00e4gen Schnitten, linearen Bl\u00e4ttern oder einem Ort zwischen Zeilen gibt es noch keinen pr\u00fcfbaren Beweis.",
      plausible: "F\u00fcr typische Antworten gibt es noch keinen pr\u00fcfbaren Beweis.",
      hull: "F\u00fcr mehrere Gruppen von Zeilen oder einen Preis ihres Abstands gibt es noch keinen pr\u00fcfbaren Beweis.",
      margin: "F\u00fcr Antworten mit Abstand von Grenzen gibt es noch keinen pr\u00fcfbaren Beweis.",
      rows: "Jede echte Zeile wurde angesehen.",
      quadratic: "F\u00fcr Aufwand, der Merkmale verkn\u00fcpft, gibt es noch keinen pr\u00fcfbaren Beweis.",
      several: "Kein pr\u00fcfbarer Beweis: Er gilt f\u00fcr eine Antwort, nicht f\u00fcr mehrere.",
    },
  },
  search: {
    title: "Suche",
    replay: "Der Beweis, Schritt f\u00fcr Schritt",
    first: "Zum ersten Schritt",
    back: "Einen Schritt zur\u00fcck",
    next: "Einen Schritt weiter",
    play: "Abspielen",
    pause: "Pause",
    step: "Schritt",
    stepOf: (at, of) => `Schritt ${number(at + 1)} von ${number(of)}`,
    cut: (n) => `${n === 1 ? "Der erste Schritt" : `Die ersten ${number(n)} Schritte`}; die Pr\u00fcfung ging alle durch.`,
    boxes: (n) => (n === 1 ? "Die eine Box des Beweises" : `Die ${boxes(n)} des Beweises`),
    chart: (proved, cost) => `Bisher bewiesen ${proved}, Aufwand der Antwort ${cost}`,
    chartTitle: "Bewiesene Untergrenze und Aufwand der Antwort",
    answerCost: (cost) => `Antwort ${cost}`,
    proved: (bound) => `bewiesen ${bound}`,
    noChart: "Beim l\u00e4ngsten Schritt gibt es keine Untergrenzen dazwischen: Von jeder Box wird gezeigt, dass sie im Umkreis keine Antwort enth\u00e4lt.",
    noCost: "Nichts ist m\u00f6glich, also gibt es keinen Aufwand zu erreichen: Von jeder Box wird gezeigt, dass sie keine Antwort enth\u00e4lt.",
    box: (box, of) => `Box ${number(box + 1)} von ${number(of)}`,
    part: (sides) => `Der Teil mit ${sides}`,
    enter: (left, of, bound) => `Ge\u00f6ffnet: ${number(left)} von ${counted(of, "Stufe", "Stufen")} der Merkmale ${left === 1 ? "bleibt" : "bleiben"} \u00fcbrig${bound === null ? "" : `, und ihr g\u00fcnstigster Punkt hat Aufwand ${bound}`}.`,
    enterEmpty: "Ge\u00f6ffnet, und nichts bleibt davon \u00fcbrig.",
    round: (bound, left, related) => `Die ${provers(related)} ${bound === null ? "werden miteinander abgeglichen" : `beweisen im Abgleich, dass eine Antwort hier mindestens Aufwand ${bound} hat`}; ${left === 0 ? "nichts bleibt \u00fcbrig" : levels(left)}.`,
    split: (first) => `Noch nicht entschieden, also wird geteilt. Zuerst der Teil mit ${first}.`,
    splitPlain: "Noch nicht entschieden, also wird geteilt.",
    closed,
    onMap: "Auf der Karte umrandet: die verbliebenen Werte der beiden Merkmale dort.",
    wait: "Der Beweis wird geschrieben und gepr\u00fcft",
  },
  engine: {
    title: "Verfahren",
    choice: { auto: "passend zur Frage", boxes: "Suche \u00fcber Boxen", milp: "gemischt-ganzzahliges Programm" },
    named: (name) => ENGINES.get(name) ?? name,
    by: (name) => `Das Verfahren dieser Antwort: ${name}.`,
    ask: "Zweites Verfahren fragen",
    asking: (name) => `Gefragt wird: ${name}.`,
    unanswered: (name, why) => `Ohne Antwort (${name}): ${why}.`,
    second: (name, status, cost, bound, how) => {
      const proved = bound === null ? "beweist noch nichts" : `beweist, dass nichts weniger Aufwand hat als ${bound}`;
      const same = how === "same" ? "denselben Aufwand" : "Aufwand";
      const found: Record<typeof status, string> = {
        optimal: `findet ${same} ${cost ?? ""} und beweist ihn als geringsten`,
        feasible: `findet in der Zeit ${same} ${cost ?? ""} und ${proved}`,
        infeasible: `beweist${how === "same" ? " ebenfalls" : ""}, dass nichts m\u00f6glich ist`,
        unknown: `findet in der Zeit nichts und ${proved}`,
      };
      return `Ein zweites Verfahren (${name}) ${found[status]}.${how === "contrary" ? " Das widerspricht der Antwort: Eines von beiden ist ein Fehler dieses Programms. Bitte melden Sie ihn mit der ausgegebenen Anfrage." : ""}`;
    },
  },
  curve: {
    title: "Schwelle",
    cost: (most) => `Aufwand, bis ${most}`,
    at: (demand, found) => `F\u00fcr ${demand}: ${found}.`,
    exact: (cost) => `geringster Aufwand ${cost}, bewiesen`,
    between: (cost) => `geringster Aufwand mindestens ${cost}, bewiesen`,
    none: "keine Antwort innerhalb der Vorgaben, bewiesen",
    open: "hier ist nichts bewiesen",
    unset: "Keine Schwelle gesetzt: Ziehen Sie die Linie.",
    back: "Ohne Schwelle",
    wait: "Die Kurve wird berechnet.",
    undefined: "Diese Frage hat keine Kurve.",
  },
} satisfies SomeWords;
