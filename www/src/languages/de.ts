/** The explainer in German. */
import { setWords, type SomeWords } from "../language.js";
import { capital, part, t, type Part } from "../page/view/words/parts.js";
import type { Words } from "../page/view/words.js";

type Clause = Parameters<Words["sentence"]>[1][number];

/** "H\u00f6chstens 33 Monate" and so on: the new value of a feature, as an answer claims it. */
const CLAIMS: Record<Clause["claim"], (value: string) => string> = {
  "at most": (value) => `h\u00f6chstens ${value}`,
  "at least": (value) => `mindestens ${value}`,
  "or lower": (value) => `${value} oder niedriger`,
  "or higher": (value) => `${value} oder h\u00f6her`,
  exactly: (value) => value,
};

/** "a, b und c". */
const list = (items: readonly Part[][]): Part[] => items.flatMap((item, index) => (index === 0 ? item : [t(index === items.length - 1 ? " und " : ", "), ...item]));

export const words: SomeWords = {
  open: "\u00d6ffnen",
  examples: "Beispiele",
  lessons: "Lektionen",
  share: "Teilen",
  export: "Ausgeben",
  help: "Tasten und Hilfe",
  language: "Sprache",
  undo: "R\u00fcckg\u00e4ngig",
  redo: "Wiederholen",
  close: "Schlie\u00dfen",
  theAnswer: "Die Antwort",
  theMap: "Karte",
  badge: { "proven best": "Bewiesen die beste", "best so far": "Bisher beste", "proven impossible": "Bewiesen unm\u00f6glich", "not settled": "Nicht entschieden" },
  sentence: (goal, clauses, everything) => {
    const lead = goal.text === null || goal.of !== "class" ? [t("Das Ziel w\u00e4re erreicht")] : goal.subject === "you" ? [t("Sie w\u00e4ren "), part("class", goal.text)] : [part("class", capital(goal.text))];
    const items = clauses.map((clause): Part[] => [part("name", clause.phrase ?? clause.name), t(": "), part("value", CLAIMS[clause.claim](clause.value)), t(" "), part("now", `(jetzt\u00a0${clause.now})`)]);
    return [...lead, t(", wenn: "), ...list(items), t(everything ? ". Alles andere bleibt." : ".")];
  },
  table: { change: "\u00c4nderung", now: "Jetzt", to: "Neu", room: "Spielraum" },
  otherWays: "Andere Wege",
  costAndBound: (cost, bound) => `Kosten ${cost}, Schranke ${bound}`,
  typed: {
    missing: ["keine", "fehlt", "unbekannt"],
    multiples: [["tsd", 1e3], ["tausend", 1e3], ["mio", 1e6], ["million", 1e6], ["millionen", 1e6]],
    percent: "prozent",
  },
};

setWords(words, "de");
