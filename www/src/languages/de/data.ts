/** Rows in German: the drawer of data, how typical an answer must be, other methods, measures, and answers that differ. */
import type { SomeWords } from "../../language.js";
import type { Words } from "../../page/view/words.js";
import { both, changes, counted, number, quoted, share } from "./grammar.js";

/** How many of the rows pass: „9 von 10“. */
function passing(part: number): string {
  const whole = [2, 4, 10, 20, 100].find((n) => Math.abs(part * n - Math.round(part * n)) < 1e-9) ?? 100;
  return `${number(Math.round((1 - part) * whole))} von ${number(whole)}`;
}

const said: Words["data"]["from"]["said"] = ({ file, kept, count, label, beside, incomplete }) => {
  const some = `${number(kept)} der ${counted(count, "Zeile", "Zeilen")} von ${file}`;
  const all = kept === 1 ? `Die eine Zeile von ${file}` : `Alle ${number(kept)} Zeilen von ${file}`;
  const parts = [kept + incomplete < count ? `${some}, zuf\u00e4llig gezogen` : kept < count ? some : all];
  if (incomplete > 0) parts.push(`${number(incomplete)} wegen eines fehlenden Werts ausgelassen`);
  parts.push(label === null ? "Entscheidungen vom Modell selbst" : `Entscheidungen aus der Spalte ${label}`);
  if (beside.length > 0) parts.push(`nicht verwendet: ${beside.slice(0, 4).join(", ")}${beside.length > 4 ? ` und ${number(beside.length - 4)} weitere` : ""}`);
  return `${parts.join("; ")}.`;
};

type Hull = Parameters<Words["data"]["hull"]["chip"]>[0];

/** Where the answer must lie, as a chip. */
function hullChip({ epsilon = 0, price, clusters }: Hull, rows: string): string {
  const groups = clusters > 1 ? `, 1 von ${number(clusters)} Gruppen` : "";
  if (price !== undefined) return `Nahe bei: ${rows}${groups}, ${number(price)} je Bereich`;
  return `Zwischen: ${rows}${groups}${epsilon > 0 ? `, bis ${share(epsilon)} au\u00dferhalb` : ""}`;
}

function hullExplain({ epsilon = 0, price, clusters }: Hull, rows: string): string {
  if (price !== undefined) return `Der Abstand von einer Mischung (${rows}${clusters > 1 ? ", aus einer Gruppe" : ""}) kommt zum Aufwand hinzu: ${number(price)} f\u00fcr einen ganzen Bereich.`;
  const group = clusters > 1 ? ", aus einer Gruppe \u00e4hnlicher Zeilen" : "";
  return `Die Antwort muss dazwischen liegen (${rows}${group})${epsilon > 0 ? ` oder h\u00f6chstens ${share(epsilon)} der Bereiche au\u00dferhalb` : ""}. Auf der Karte schraffiert: nicht dazwischen, bei den \u00fcbrigen Merkmalen, wie sie dort sind.`;
}

type Distinct = Parameters<Words["several"]["by"]>[0];

/** Of a rule: how answers differ by it; and how an answer differs from those before it. */
function rule(distinct: Distinct): [by: string, way: (after: number, epsilon: number) => string] {
  const apart = typeof distinct === "object" ? share(distinct.distance) : "";
  const rules: Record<Extract<Distinct, string> | "apart", ReturnType<typeof rule>> = {
    features: ["nach ihren Merkmalen", (after) => `ohne etwas ${earlier(after, "aus ")}`],
    regions: ["nach den Bereichen des Modells", (after) => `in einem anderen Bereich als ${earlier(after)}`],
    ties: ["alle mit geringstem Aufwand", () => "ebenso klein; von Werten, die das Modell nicht unterscheidet, die n\u00e4chsten"],
    groups: ["nach ihrer Gruppe von Zeilen", (after) => `in einer anderen Gruppe als ${earlier(after)}`],
    nearer: ["nach ihrem Abstand von den Zeilen", (_, epsilon) => `${epsilon > 0 ? `h\u00f6chstens ${share(epsilon)}` : "nichts"} au\u00dferhalb`],
    met: ["wie die Suche ihnen begegnete", () => "vor der kleinsten \u00c4nderung gefunden; \u00fcber ihre Gr\u00f6\u00dfe ist nichts bewiesen"],
    apart: [`um ${apart} eines Bereichs`, (after) => `mindestens ${apart} irgendeines Bereichs, oder eine Stufe, entfernt ${earlier(after, "von ")}`],
  };
  return rules[typeof distinct === "object" ? "apart" : distinct];
}

/** The answers before one; behind a preposition in the dative. */
const earlier = (after: number, preposition = ""): string => {
  const first = preposition === "" ? "die kleinste \u00c4nderung" : `${preposition}der kleinsten \u00c4nderung`;
  return after > 1 ? `${first} und ${preposition}jede${preposition === "" ? "" : "r"} Alternative davor` : first;
};

const alternative = (after: number): string => `Alternative ${number(after)}`;

export const dataWords = {
  data: {
    title: "Daten",
    rows: (n) => counted(n, "Zeile", "Zeilen"),
    hint: "W\u00e4hlen Sie eine Zeile, um nach ihr zu fragen.",
    label: "Entscheidung",
    earlier: "Fr\u00fchere Zeilen",
    later: "Sp\u00e4tere Zeilen",
    from: {
      file: "Diese Zeilen kamen mit der Datei des Modells.",
      none: "Dieses Modell kam ohne Zeilen. Eine CSV-Datei mit Zeilen unter den Namen der Merkmale zeigt, wie die Werte streuen und welche Antworten typisch sind. Sie bleibt auf diesem Computer.",
      choose: "CSV-Datei mit Zeilen w\u00e4hlen",
      others: "Andere Zeilen w\u00e4hlen, CSV",
      reading: (file, part) => `${file} wird gelesen, ${part}`,
      bar: "Die Zeilen werden gelesen",
      cancel: "Abbrechen",
      said,
      ranges: "Bereiche und ganze Zahlen aus diesen Zeilen \u00fcbernehmen",
      rangesHow: "Bereiche sagen, wie weit ein Wert gehen darf und welcher Aufwand eine \u00c4nderung ist.",
    },
    usual: {
      title: "Wie typisch die Antwort sein muss",
      any: "Beliebig",
      as: (part) => `Wie ${passing(part)}`,
      none: "Jede Antwort ist recht, auch eine ungew\u00f6hnliche: Nur das Modell entscheidet.",
      explain: (part, rows) => `Mindestens so typisch, wie es ${passing(part)} sind (${rows}); gemessen daran, wie viele zuf\u00e4llige Schnitte den Punkt von allen trennen.`,
      chip: (part, rows) => `So typisch wie ${passing(part)} (${rows})`,
      rowsOf: (target) => `Zeilen mit ${target}`,
      rows: "Zeilen im Bereich",
      suchRows: "Zeilen mit dem Ziel",
      loosen: (to, from) => `Weniger typische Antworten erlauben: wie ${passing(to)} statt ${passing(from)}`,
      lift: "Jede Antwort erlauben, auch eine ungew\u00f6hnliche",
      way: (part) => `Am typischsten: wie die mittleren ${share(1 - part)}`,
      show: "Auf der Karte zeigen",
      mapNote: (shades, demanded) => `${demanded ? "Schraffiert: ungew\u00f6hnlicher als erlaubt. " : ""}${shades ? "Je blasser ein Ort, desto ungew\u00f6hnlicher ist er." : ""}`.trim(),
      length: (found, needed) => `Typisch genug: ${found} zuf\u00e4llige Schnitte trennen die Antwort von allen, n\u00f6tig sind ${needed}.`,
    },
    hull: {
      title: "Wo die Antwort liegen muss",
      any: "\u00dcberall",
      between: "Zwischen den Zeilen",
      epsilon: "Wie weit au\u00dferhalb sie liegen darf",
      exactly: "nichts au\u00dferhalb",
      outside: (epsilon) => `${share(epsilon)} au\u00dferhalb`,
      soft: (price) => `\u00fcberall, ${number(price)} je Bereich`,
      mapNote: (nowhere) => (nowhere ? "Schraffiert: Bei den \u00fcbrigen Merkmalen, wie sie hier sind, liegt kein Ort zwischen den Zeilen." : "Schraffiert: nicht zwischen den Zeilen, bei den \u00fcbrigen Merkmalen, wie sie hier sind."),
      norm: "Wie dieser Abstand gemessen wird",
      norms: { l1: "nach Summe der Schritte", l2: "nach Luftlinie", linf: "nach l\u00e4ngstem Schritt" },
      clusters: "In wie viele Gruppen \u00e4hnlicher Zeilen geteilt wird",
      groups: (n) => (n === 1 ? "alle Zeilen zusammen" : `in einer von ${number(n)} Gruppen`),
      none: "Die Antwort darf liegen, wo keine Zeile in der N\u00e4he ist.",
      explain: hullExplain,
      chip: hullChip,
      loosen: (to, from) => `${share(to)} au\u00dferhalb der Zeilen statt ${share(from)} erlauben`,
      lift: "Eine Antwort fern von allen Zeilen erlauben",
      witness: (rows, more, near) => {
        const named = rows.map(({ row, share: part }) => `Zeile ${number(row + 1)} (${part})`);
        return `${near ? "Nahe an einer Mischung" : "Mischung"} aus: ${both(more > 0 ? [...named, `${number(more)} weitere`] : named)}.`;
      },
    },
  },
  compare: {
    title: "Vergleich",
    head: { method: "Methode", changes: "\u00c4nderungen", cost: "Aufwand", ratio: "Zum geringsten", ratioSoFar: "Zum bisher besten" },
    proved: "Diese Seite",
    best: "Diese Seite, bisher beste",
    how: {
      tweaking: "Auf dem Pfad eines Baums nach dem anderen, bis das ganze Modell zustimmt.",
      greedy: "Eine \u00c4nderung nach der anderen, immer die mit dem gr\u00f6\u00dften Gewinn f\u00fcr ihren Aufwand.",
      row: "Von den Zeilen, die das Ziel schon erreichen, die n\u00e4chste.",
    },
    proof: "Jede m\u00f6gliche \u00c4nderung, untersucht oder ausgeschlossen.",
    open: (gain) => `Nicht jede \u00c4nderung wurde untersucht oder ausgeschlossen.${gain === null ? "" : ` ${gain}`}`,
    unknownRatio: "\u2013",
    name: { tweaking: "Feature-Tweaking", greedy: "Schritt f\u00fcr Schritt", row: "N\u00e4chster echter Fall" },
    mark: { tweaking: "Tweaking", greedy: "Schritt f\u00fcr Schritt", row: "Echter Fall" },
    ratio: (times) => `${times}-fach`,
    same: "gleich",
    below: "nicht erlaubt",
    waiting: "wird gesucht",
    nothing: { tweaking: "fand hier nichts", greedy: "fand hier nichts", row: null },
    breaking: (none, row, limits) => `${none} ${row === null ? "Diese" : `Zeile ${number(row + 1)}`} verletzt${limits.length === 1 ? " die wenigsten" : ""}: ${limits.map(quoted).join(", ")}.`,
    lift: (n) => (n === 1 ? "Diese Vorgabe aufheben" : `Diese ${number(n)} Vorgaben aufheben`),
    cheaper: (times) => `geringer, ${times}-fach`,
    undefined: { tweaking: "f\u00fcr dieses Modell oder Ziel nicht definiert", greedy: "lie\u00df sich nicht ausf\u00fchren", row: "braucht Zeilen: Hier sind keine" },
    many: changes,
    none: (why) => `Es gibt nichts zu vergleichen: ${{ unknown: "Es ist keine Antwort bekannt", there: "Es ist keine \u00c4nderung n\u00f6tig", other: "Gefragt ist nicht allein nach der kleinsten \u00c4nderung" }[why]}.`,
  },
  measures: {
    title: "Ma\u00dfe",
    head: { changes: "\u00c4nderungen", l1: "Summe der Schritte", l2: "Quadrate", linf: "L\u00e4ngster", levels: "Kategorien gleich", row: "N\u00e4chster echter Fall", usual: "Zuf\u00e4llige Schnitte", steady: "\u00c4hnliche Zeilen" },
    why: {
      changes: "Wie viele der Merkmale sich \u00e4ndern",
      l1: "Die Schritte als Anteile der Bereiche, mal ihr Gewicht",
      l2: "Die Quadrate der Schritte, mal ihr Gewicht",
      linf: "Der l\u00e4ngste Schritt, mal sein Gewicht",
      levels: "Anteil der Kategorien und Ja-nein-Merkmale, die bleiben",
      row: "Summe der Schritte zur n\u00e4chsten Zeile, und deren Nummer",
      usual: "Wie viele zuf\u00e4llige Schnitte die Antwort von allen trennen: je mehr, desto typischer",
      steady: "Auf das Wievielfache des Abstands der Zeilen ihre Antworten h\u00f6chstens auseinanderliegen: je weniger, desto stabiler",
    },
    meaning: "Bedeutung der Spalten",
    times: (ratio) => `${ratio}-fach`,
    unknown: "nicht bekannt",
    asking: (rows) => (rows === 1 ? "Eine \u00e4hnliche Zeile wird dasselbe gefragt \u2026" : `${number(rows)} \u00e4hnliche Zeilen werden dasselbe gefragt \u2026`),
    alone: "Keine andere Zeile braucht ebenfalls eine \u00c4nderung; wie stabil die Antworten sind, ist daher nicht bekannt.",
    of: (n, all) => `${number(n)} von ${number(all)}`,
    near: (distance, row) => `${distance} zu Zeile ${number(row + 1)}`,
    set: (count, kept, differ, levels, steps) =>
      `Diese ${number(count)} Antworten erreichen alle das Ziel. Im Mittel lassen sie ${kept} der Merkmale gleich, und je zwei unterscheiden sich in ${differ} der Merkmale${levels === null ? "" : `, in ${levels} der Kategorien`}${steps === null ? "" : `, und liegen nach Summe der Schritte um ${steps} auseinander`}.`,
  },
  several: {
    rule: "Worin sich die Antworten unterscheiden m\u00fcssen",
    by: (distinct) => rule(distinct)[0],
    name: alternative,
    way: (distinct, after, epsilon = 0) => `${alternative(after)}: ${rule(distinct)[1](after, epsilon)}`,
    least: "bewiesen die kleinste solche",
    open: "in der Zeit nicht entschieden",
    more: "Eine mehr",
    fewer: "Eine weniger",
  },
} satisfies SomeWords;
