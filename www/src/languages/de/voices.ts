/** Whom the model decides about, in German: the reader („Sie“), or a thing or nobody; and the map, which speaks to the same. */
import type { SomeWords } from "../../language.js";
import type { Words } from "../../page/view/words.js";
import { before, counted } from "./grammar.js";

type Voice = Words["voices"]["you"];

/** `your`: „Ihre “, or nothing. */
const map = (your: "Ihre " | ""): Voice["map"] => {
  const within = your === "" ? "innerhalb der Vorgaben" : "innerhalb Ihrer Vorgaben";
  const point = your === "" ? "den Punkt" : "Ihren Punkt";
  return {
    locale: "de",
    inSentence: (name) => name,
    axisTitle: (name, unit) => (unit ? `${name}, ${unit}` : name),
    mapOf: (x, y, layer) => `Karte von ${x} und ${y}, ${{ factual: `${your || "alle "}\u00fcbrigen Werte wie sie sind`, answer: "Schnitt durch die Antwort", reach: "erreichbare Orte" }[layer]}`,
    keys: `Pfeiltasten gehen von Feld zu Feld. Plus und Minus vergr\u00f6\u00dfern und verkleinern, Umschalt mit Pfeilen verschiebt, Pos1 geht zu ${your === "" ? "dem" : "Ihrem"} Punkt, 0 zeigt alles.`,
    point: (x, y) => `${x}, ${y}`,
    boxAtPointer: "Feld unter dem Zeiger",
    boxAtCursor: "Feld unter der Marke",
    box: (x, y, outcome, score) => `${x}, ${y}: ${outcome}${score && `, ${score}`}`,
    pieceAtPointer: "St\u00fcck unter dem Zeiger",
    pieceAtCursor: "St\u00fcck unter der Marke",
    piece: (bounds, outcome, score) => `${outcome}${score && `, ${score}`}: ${bounds.join(", ")}`,
    times: (weight, name) => `${weight}\u00a0${name}`,
    sum: (first, second, minus) => `${first} ${minus ? "\u2212" : "+"} ${second}`,
    sumBound: (sum, value, side, closed) => `${sum} ${side === "less" ? (closed ? "h\u00f6chstens" : "unter") : closed ? "mindestens" : "\u00fcber"} ${value}`,
    between: (name, from, to) => `${before(name)} ${from} bis ${to}`,
    above: (name, from) => `${name} \u00fcber ${from}`,
    atLeast: (name, from) => `${before(name)} ${from} oder mehr`,
    upTo: (name, to) => `${name} bis ${to}`,
    aboveUpTo: (name, from, to) => `${name} \u00fcber ${from}, bis ${to}`,
    any: (name) => `${name} beliebig`,
    exactly: (name, value) => `${before(name)} ${value}`,
    score: (percent) => `Score ${percent}`,
    here: (score) => `${score} hier`,
    prediction: (value) => `Vorhersage ${value}`,
    atCost: (cost) => `Aufwand der \u00fcbrigen ${cost}`,
    notWithin: (cost) => `nicht bei einem Aufwand bis ${cost}`,
    notKnown: "noch nicht bekannt",
    edge: (side, name) => `${name}: ${side === "left" || side === "bottom" ? "niedrigster" : "h\u00f6chster"} erlaubter Wert`,
    corner: (vertical, horizontal) => `Ecke des erlaubten Bereichs, ${vertical === "top" ? "oben" : "unten"} ${horizontal === "left" ? "links" : "rechts"}`,
    limit: (side, value) => (value === null ? "keine Vorgabe" : side === "lo" ? `mindestens ${value}` : `h\u00f6chstens ${value}`),
    moveFactual: (label) => `${label}: ${point} verschieben`,
    offSlice: (label) => `${label}, nicht in diesem Schnitt`,
    lock: (title) => `${title}: unver\u00e4ndert lassen`,
    provedOutline: (target, limited) => (limited ? [`bewiesen: innen nichts Erlaubtes mit ${target}`, "bewiesen: nichts Erlaubtes"] : [`bewiesen: innen nichts mit ${target}`, "bewiesen: innen nichts"]),
    bestOutline: ["Reichweite der bisher besten Antwort", "bisher beste"],
    outlineSize: (proved, target, limited, cost, used, left) => [
      proved ? "Umriss, bewiesen" : "Umriss, bisher beste",
      `${proved ? `${limited ? `${within} ` : ""}nichts mit Aufwand unter ${cost} erreicht das Ziel (${target})` : `alles mit Aufwand unter ${cost}`}${used === null ? "" : `; nicht gezeigte \u00c4nderungen nehmen davon ${used}, hier bleiben ${left}`}.`,
    ],
    solidLine: (limited) => ["Durchgezogen", `bewiesen leer${limited ? ` ${within}` : ""}, auf dieser Karte und au\u00dferhalb.`],
    dottedLine: ["Gepunktet", "die Reichweite der bisher besten Antwort."],
    answerShort: "Antwort",
    allInside: (other) => `Alles ${within}: ${other}`,
    hint: "Zeigen Sie irgendwohin f\u00fcr Grenzen und Score, oder ziehen Sie Punkt, Vorgaben und Karte.",
    hintTouch: "Tippen Sie ein Feld an f\u00fcr Grenzen und Score",
    legend: (from, to) => `Score von ${from} bis ${to}`,
  };
};

type Own = "person" | "edited" | "noMap" | "through" | "now" | "limits" | "impossible" | "treeSays" | "passes" | "steady" | "values";

const voice = (your: "Ihre " | "", rest: Pick<Voice, Own>): Voice => {
  const limits = your === "" ? "die Vorgaben" : "Ihre Vorgaben";
  const proved = (allowed: string, end: string): string => `Bewiesen hei\u00dft: Jede \u00c4nderung, die ${allowed} erlauben, wurde untersucht oder ausgeschlossen, und nach diesem Modell ${end}.`;
  return {
    ...rest,
    map: map(your),
    obeyed: limits,
    keeps: your === "" ? "keine h\u00e4lt die Vorgaben ein" : "keine h\u00e4lt Ihre Vorgaben ein",
    breaks: `Verletzt ${limits}`,
    noRow: `keine solche Zeile h\u00e4lt ${limits} ein`,
    noSuchRow: `Keine solche Zeile h\u00e4lt alle ${your}Vorgaben ein.`,
    closedSlice: (few) => `Hier h\u00e4lt nichts ${limits} ein. Dazu m\u00fcsste sich erst \u00e4ndern: ${few}.`,
    methods: `Diese Methoden halten ${limits} ein, aber nicht die \u00fcber Zeilen, Grenzen oder andere Modelle.`,
    judged: (row) => `${row ? "Diese Methoden halten" : "Die ersten beiden dieser Methoden halten"} ${limits} ein; jeder Punkt wurde dem Modell vorgelegt.`,
    everything: `Alles, was ${limits} erlauben`,
    best: proved(`${limits} und die Regel dieser Antwort`, "erreicht keine mit weniger Aufwand das Ziel"),
    bestWithin: `Bewiesen hei\u00dft: Jede \u00c4nderung, die ${limits} erlauben, wurde untersucht oder ausgeschlossen (innerhalb des Aufwands, falls einer gesetzt ist), und nach diesem Modell ist keine besser.`,
    impossibleMeans: proved(limits, "erreicht keine das Ziel"),
  };
};

const steady = (count: number, all: string | null, rows: [one: string, many: string], end: string): string =>
  `\u00c4hnliche Zeilen: ${count === 1 ? rows[0] : rows[1]}. Die Antworten unterscheiden sich h\u00f6chstens so vielmal so stark wie die Zeilen selbst${all === null ? "" : ` (alle Antworten zusammen: ${all})`}. Unter 1 ${end} fast dasselbe; weit \u00fcber 1 f\u00fchrt ein kleiner Unterschied anderswohin.`;

export const voiceWords = {
  voices: {
    you: voice("Ihre ", {
      person: "Person",
      edited: "Ihre Werte",
      noMap: "Eine Karte braucht zwei Merkmale. Der Streifen dieses einen zeigt, wo Sie stehen und wo es gen\u00fcgen w\u00fcrde.",
      through: "Mit Ihren Werten",
      now: "Sie jetzt",
      limits: "Ihre Vorgaben",
      impossible: (target) => `Bei Ihren \u00fcbrigen Werten, wie sie sind, verletzt hier alles mit ${target} eine Ihrer Vorgaben.`,
      treeSays: (now, answer) => (answer === null ? `Sie enden hier: ${now}.` : `Sie enden hier: ${now}; die Antwort hier: ${answer}.`),
      passes: { both: "Sie und die Antwort kommen hier vorbei.", now: "Sie kommen hier vorbei.", answer: "Die Antwort kommt hier vorbei.", none: "Weder Sie noch die Antwort kommen hier vorbei." },
      steady: (count, all) => steady(count, all, ["Die Zeile, die Ihnen am n\u00e4chsten ist und auch eine \u00c4nderung braucht, wurde dasselbe gefragt", `Die ${counted(count, "Zeile", "Zeilen")}, die Ihnen am n\u00e4chsten sind und auch eine \u00c4nderung brauchen, wurden dasselbe gefragt`], "erfahren \u00e4hnliche Menschen"),
      values: "Ihre Werte",
    }),
    they: voice("", {
      person: "Werte",
      edited: "eigene Werte",
      noMap: "Eine Karte braucht zwei Merkmale. Der Streifen dieses einen zeigt den Wert jetzt und wo es gen\u00fcgen w\u00fcrde.",
      through: "Mit den Werten jetzt",
      now: "Jetzt",
      limits: "Vorgaben",
      impossible: (target) => `Bei allen \u00fcbrigen Werten, wie sie sind, verletzt hier alles mit ${target} eine der Vorgaben.`,
      treeSays: (now, answer) => (answer === null ? `Die Werte jetzt enden hier: ${now}.` : `Die Werte jetzt enden hier: ${now}; die Antwort hier: ${answer}.`),
      passes: { both: "Die Werte jetzt und die Antwort kommen hier vorbei.", now: "Die Werte jetzt kommen hier vorbei.", answer: "Die Antwort kommt hier vorbei.", none: "Weder die Werte jetzt noch die Antwort kommen hier vorbei." },
      steady: (count, all) => steady(count, all, ["Die Zeile, die dieser am n\u00e4chsten ist und auch eine \u00c4nderung braucht, wurde dasselbe gefragt", `Die ${counted(count, "Zeile", "Zeilen")}, die dieser am n\u00e4chsten sind und auch eine \u00c4nderung brauchen, wurden dasselbe gefragt`], "erfahren \u00e4hnliche Zeilen"),
      values: "Werte",
    }),
  },
} satisfies SomeWords;
