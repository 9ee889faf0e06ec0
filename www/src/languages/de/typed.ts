/** Words and numbers as they are typed in German. */
import type { SomeWords } from "../../language.js";

/** „Die Hälfte“, „zwei Drittel“, „drei Zehntel“. */
const PARTS = [["h\u00e4lfte", 2], ["halb", 2], ["drittel", 3], ["viertel", 4], ["zehntel", 10]] as const;
const MANY = ["", "ein ", "zwei ", "drei "];

export const typedWords = {
  typed: {
    locale: "de",
    missing: ["keine", "keiner", "kein", "fehlt", "fehlend", "unbekannt"],
    multiples: [["tsd", 1e3], ["tausend", 1e3], ["mio", 1e6], ["million", 1e6], ["millionen", 1e6]],
    percent: "prozent",
    phrases: {
      uses: ["verbrauchen h\u00f6chstens", "verbraucht h\u00f6chstens", "verbrauchen nicht mehr als", "verbraucht nicht mehr als", "verbrauchen maximal", "verbraucht maximal", "brauchen h\u00f6chstens", "braucht h\u00f6chstens", "ben\u00f6tigen h\u00f6chstens", "ben\u00f6tigt h\u00f6chstens"],
      atMost: ["h\u00f6chstens", "nicht mehr als", "nicht gr\u00f6\u00dfer als", "nicht \u00fcber", "bis zu", "maximal", "max"],
      atLeast: ["mindestens", "wenigstens", "nicht weniger als", "nicht kleiner als", "nicht unter", "minimal", "min"],
      exactly: ["genau", "gleich", "ist gleich", "entspricht"],
      strict: ["mehr als", "gr\u00f6\u00dfer als", "h\u00f6her als", "\u00fcber", "\u00fcbersteigt", "weniger als", "kleiner als", "niedriger als", "unter", "unterschreitet", "\u00fcberschreitet"],
      plus: ["plus", "und", "zuz\u00fcglich"],
      minus: ["minus", "weniger", "abz\u00fcglich"],
      times: ["mal", "x"],
      if: ["wenn", "falls"],
      change: ["\u00e4nderung", "\u00e4nderungen", "\u00e4ndert", "\u00e4ndern"],
      follows: ["folgt aus", "folgt", "h\u00e4ngt ab von", "h\u00e4ngt von", "ergibt sich aus", "richtet sich nach", "\u00e4ndert sich mit"],
      rest: ["der rest", "rest", "rauschen", "alles andere"],
      filler: ["so viel wie", "so viele wie", "so hoch wie", "so lang wie", "insgesamt", "zusammen", "der", "die", "das", "des", "dem", "den", "ein", "eine", "einer", "eines", "einem", "einen", "von", "vom", "um", "oder", "ist", "sind", "sei", "sein", "wird", "werden", "darf", "d\u00fcrfen", "muss", "m\u00fcssen", "soll", "sollen", "betr\u00e4gt", "betragen", "mein", "meine", "ihr", "ihre", "sich", "ab", "so", "wie", "als", "in", "im"],
    },
    numbers: "null eins zwei drei vier f\u00fcnf sechs sieben acht neun zehn".split(" "),
    factors: [
      ["doppelt", 2],
      ["doppelte", 2],
      ["zweimal", 2],
      ["zweifache", 2],
      ["dreifach", 3],
      ["dreifache", 3],
      ["dreimal", 3],
      ["anderthalb", 1.5],
      ["anderthalbfache", 1.5],
      ...PARTS.flatMap(([name, of]) => MANY.map((many, n): [string, number] => [many + name, Math.max(n, 1) / of])),
    ],
  },
} satisfies SomeWords;
