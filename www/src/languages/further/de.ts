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
  beat: {
    title: "Besser machen",
    lead: (best, proved) => (proved ? `Bewiesen ist: Innerhalb der Vorgaben reicht keine kleinere \u00c4nderung als ${best}. Suchen Sie eine.` : `Die Gr\u00f6\u00dfe der Antwort, ${best}, ist die bisher beste, nicht bewiesen. Eine kleinere kann es geben.`),
    how: "Stellen Sie hier einen Wert ein, oder klicken Sie auf ein Feld der Karte: Der Ring geht an die n\u00e4chste Stelle darin.",
    ring: "Ihr Ring",
    value: (name) => `Wert zum Ausprobieren f\u00fcr ${name}`,
    toAnswer: "Zur\u00fcck zur Antwort",
    toStart: "Zur\u00fcck zum Anfang",
    none: "Es gibt keine Antwort, die besser gemacht werden k\u00f6nnte: Keine \u00c4nderung ist n\u00f6tig, oder keine wurde gefunden.",
    incomparable: "Die Gr\u00f6\u00dfe einer \u00c4nderung l\u00e4sst sich hier nicht ohne die Suche sagen: Sie h\u00e4ngt von Zeilen, anderen Modellen oder dem Besten innerhalb von Kosten ab.",
    wait: "Das Modell wird gefragt",
    sizes: (own, best) => `Gr\u00f6\u00dfe der \u00c4nderung ${own}, die der Antwort ${best}.`,
    answer: "Das ist die Antwort selbst.",
    start: "Noch ist nichts ge\u00e4ndert.",
    refusedSmaller: (outcome) => `Kleiner, aber nicht genug: ${outcome}.`,
    refused: (outcome) => `Nicht genug: ${outcome}.`,
    larger: (share) => `Genug, aber um ${share} gr\u00f6\u00dfer als die Antwort.`,
    largerOnly: "Genug, aber gr\u00f6\u00dfer als die Antwort.",
    same: "Genug, und so gro\u00df wie die Antwort.",
    breaks: (limits) => `Genug und kleiner, aber au\u00dferhalb der Vorgaben: ${limits}.`,
    open: "Genug und f\u00fcr sich kleiner. Ob sie typisch genug ist, zwischen Zeilen liegt, von Grenzen Abstand h\u00e4lt oder anderen Modellen gen\u00fcgt, wird hier nicht beurteilt.",
    beaten: "Genug und kleiner: besser als die bisher beste Antwort, die nicht bewiesen war.",
    contradiction: "Genug und kleiner: Das widerspricht dem Beweis. Bitte melden Sie es, mit dem Link dieser Seite.",
    against: (against, all) => `${number(against)} von ${counted(all, "Baum", "B\u00e4umen")} ${against === 1 ? "ist" : "sind"} hier f\u00fcr eine andere Klasse.`,
  },
};

setWords({ further }, "de");
