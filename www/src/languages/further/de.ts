/** The further drawers of the page in German. */
import { setWords, type FurtherWords } from "../../language.js";

const number = (n: number): string => n.toLocaleString("de");
const counted = (n: number, one: string, many: string): string => `${number(n)} ${n === 1 ? one : many}`;

export const further: FurtherWords = {
  why: {
    title: "Warum",
    none: "Hier gibt es nichts zu zerlegen: Keine \u00c4nderung ist n\u00f6tig, oder keine wurde gefunden.",
    undefined: "Hier gibt es keinen einzelnen Wert, der sich zerlegen lie\u00dfe. Fragen Sie nach einem Ergebnis oder nach einem Wert, der auf einer Seite offen ist.",
    wait: "Das Modell wird gefragt",
    reading: "Die B\u00e4ume werden gelesen",
    caption: "Von der Bewertung jetzt zu der der Antwort",
    head: { change: "Eine \u00c4nderung nach der anderen", gain: "Gewinn", points: "Gewinn, Punkte", score: "Bewertung dann", outcome: "Entscheidung dann" },
    now: "Jetzt",
    all: (count) => `Alle ${counted(count, "\u00c4nderung", "\u00c4nderungen")}`,
    change: (name, from, to) => `${name}: von ${from} auf ${to}`,
    move: (name, at, of) => `${name} verschieben: Platz ${number(at)} von ${number(of)}`,
    order: "Ziehen Sie eine \u00c4nderung an einen anderen Platz, oder verschieben Sie sie mit den Pfeiltasten. Ihr Gewinn h\u00e4ngt von den \u00c4nderungen davor ab; die Summe bleibt.",
    needed: (threshold) => `genug: ${threshold}`,
    trees: (all, more, less, to) => `Von ${counted(all, "Baum", "B\u00e4umen")} ${more === 1 ? "spricht" : "sprechen"} ${number(more)} mehr f\u00fcr ${to} als vorher, ${number(less)} weniger und ${number(all - more - less)} wie vorher.`,
    parts: (all, more, less, to) => `Von ${counted(all, "Teil", "Teilen")} des Modells ${more === 1 ? "tr\u00e4gt" : "tragen"} ${number(more)} mehr zu ${to} bei als vorher, ${number(less)} weniger und ${number(all - more - less)} ebenso viel.`,
    minds: (count) => (count === 0 ? "Keiner war vorher f\u00fcr eine andere Klasse." : `${counted(count, "Baum hat seine", "B\u00e4ume haben ihre")} Meinung ge\u00e4ndert: Vorher ${count === 1 ? "war er" : "waren sie"} f\u00fcr eine andere Klasse.`),
    value: "dem vorhergesagten Wert",
    tree: (index, before, after) => `Baum ${number(index + 1)}: vorher ${before}, jetzt ${after}`,
    part: (index, before, after) => `Teil ${number(index + 1)}: vorher ${before}, jetzt ${after}`,
    most: (shown, all) => `Die ${number(shown)} mit der gr\u00f6\u00dften \u00c4nderung, von ${number(all)}.`,
  },
  everyone: {
    title: "Alle",
    progress: (done, of) => `${number(done)} von ${number(of)}`,
    none: "Um alle zu fragen, braucht es Zeilen: eine CSV-Datei unter den Namen der Merkmale. Sie bleibt auf diesem Computer.",
    undefined: "Gefragt wird f\u00fcr alle nach einer \u00c4nderung, die ein Ziel erreicht. Suchen Sie ein einzelnes Ergebnis oder einen Wert.",
    before: "Die Frage, wie sie jetzt ist, f\u00fcr jede Zeile: wer schon am Ziel ist, wer es mit welcher \u00c4nderung erreicht und welche Vorgaben die \u00fcbrigen hindern.",
    ask: (n) => (n === 1 ? "F\u00fcr die eine Zeile fragen" : `F\u00fcr alle ${number(n)} Zeilen fragen`),
    rest: (n) => (n === 1 ? "F\u00fcr die letzte Zeile fragen" : `F\u00fcr die \u00fcbrigen ${number(n)} Zeilen fragen`),
    bar: "Beantwortete Zeilen",
    done: (n) => (n === 1 ? "Die Zeile ist beantwortet." : `Alle ${number(n)} Zeilen sind beantwortet.`),
    stopped: (done, of) => `Angehalten nach ${number(done)} von ${counted(of, "Zeile", "Zeilen")}.`,
    failed: (what) => `Das Rechenwerk ist gescheitert: ${what}`,
    old: "Diese Antworten geh\u00f6ren zu einer anderen Frage.",
    save: "Als CSV speichern",
    outcome: { there: "Schon am Ziel", can: "M\u00f6glich", cannot: "Unm\u00f6glich", unknown: "Nicht entschieden" },
    soFar: "M\u00f6glich, bisher beste",
    proved: (can, proved, cannot) => {
      const left = can - proved;
      const changes = can === 0 ? [] : left === 0 ? ["Jede \u00c4nderung ist nachweislich die kleinste."] : [`Von ${counted(can, "\u00c4nderung", "\u00c4nderungen")} ${proved === 1 ? "ist" : "sind"} ${number(proved)} nachweislich die kleinste, ${number(left)} die bisher beste.`];
      return [...changes, ...(cannot > 0 ? ["Jedes \u201eUnm\u00f6glich\u201c ist bewiesen."] : [])].join(" ");
    },
    refusals: (n) => `${counted(n, "Zeile wurde", "Zeilen wurden")} vom Rechenwerk abgelehnt.`,
    sizes: "Gr\u00f6\u00dfe der \u00c4nderungen",
    half: (most) => `die H\u00e4lfte h\u00f6chstens ${most}`,
    bin: (from, to) => `Gr\u00f6\u00dfe von ${from} bis ${to}`,
    beyond: (end) => `Gr\u00f6\u00dfe \u00fcber ${end}`,
    rows: (what, count) => `${what}: ${counted(count, "Zeile", "Zeilen")}`,
    limits: "Vorgaben, die die \u00fcbrigen hindern",
    limitsHow: "Die einer Zeile schlie\u00dfen zusammen jede Antwort aus; andere k\u00f6nnen das auch.",
    limit: (limits) => limits.join("; "),
    model: "Das Modell allein: Keine Werte erreichen das Ziel",
    file: "Vorgaben der Modelldatei",
    by: "Nach Gruppen von",
    ungrouped: "keinem Merkmal",
    head: { row: "Zeile", outcome: "Ausgang", size: "Gr\u00f6\u00dfe", changes: "\u00c4nderungen", group: "Gruppe", rows: "Zeilen", there: "Schon am Ziel", can: "M\u00f6glich, von den \u00fcbrigen", median: "Mittlere Gr\u00f6\u00dfe (Median)" },
    others: (n) => `${number(n)} weitere Gruppen`,
    search: "In den Zeilen suchen",
    only: (what) => `Nur: ${what}`,
    all: "Alle Zeilen zeigen",
    shown: (from, to, of) => `${number(from)} bis ${number(to)} von ${counted(of, "Zeile", "Zeilen")}`,
    noRow: "Keine Zeile ist so.",
    explain: (row) => `Zeile ${number(row)} erkl\u00e4ren`,
    table: "Alle, Zeile f\u00fcr Zeile",
  },
};

setWords({ further }, "de");
