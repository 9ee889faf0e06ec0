/** Languages: words that are given take the place of the English ones, and numbers are written and read as the language has them. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { draws } from "../../www/src/draws.js";
import { languages, setWords, type SomeWords } from "../../www/src/language.js";
import { words as german } from "../../www/src/languages/de.js";
import { words as french } from "../../www/src/languages/fr.js";
import { further as germanFurther } from "../../www/src/languages/further/de.js";
import { further as frenchFurther } from "../../www/src/languages/further/fr.js";
import { lesson as germanLessons } from "../../www/src/languages/lessons/de.js";
import { lesson as frenchLessons } from "../../www/src/languages/lessons/fr.js";
import { lessonWords } from "../../www/src/lessons/words.js";
import { furtherWords } from "../../www/src/page/further/words.js";
import type { FeatureInfo } from "../../www/src/types.js";
import { readNumber } from "../../www/src/page/state/editing/number.js";
import { readCause, readLearned } from "../../www/src/page/state/limits/cause-sentence.js";
import { readRelation } from "../../www/src/page/state/limits/sentence.js";
import { bytes, cost, costDown, costsApart, number, percent, share } from "../../www/src/page/view/format.js";
import { speak } from "../../www/src/page/view/language.js";
import { plain, words, type Words } from "../../www/src/page/view/words.js";
import { voiceFor } from "../../www/src/page/view/words/voice.js";
import { calls, furtherCalls, lessonCalls, VALUES } from "./messages.js";

/** Those that were brought along by the imports above. */
const brought = [...languages()];

afterEach(() => {
  languages().splice(0, Infinity, ...brought);
  // Another language between, so that the words are put anew.
  speak("xx");
  speak("fr");
  speak("en");
});

type Tree = Record<string, unknown>;

/** Every message under its path, with its kind. */
function shape(tree: object, path = ""): [string, string][] {
  return Object.entries(tree as Tree).flatMap(([name, one]) => (typeof one === "object" && one !== null && !Array.isArray(one) ? shape(one, `${path}.${name}`) : [[`${path}.${name}`, Array.isArray(one) ? "list" : typeof one] as [string, string]]));
}

/** English as it is written, before any language is put into its place. */
const english: Tree = { ...structuredCopy(words), lesson: structuredCopy(lessonWords), further: structuredCopy(furtherWords) };

function structuredCopy(tree: object): Tree {
  return Object.fromEntries(Object.entries(tree as Tree).map(([name, one]) => [name, typeof one === "object" && one !== null && !Array.isArray(one) ? structuredCopy(one) : one]));
}

describe("every language", () => {
  const known = new Map(shape(english));

  test.each([["de", { ...german, lesson: germanLessons, further: germanFurther }], ["fr", { ...french, lesson: frenchLessons, further: frenchFurther }]])("%s: has no message that English has not, and each of the same kind", (_, own) => {
    expect(shape(own).filter(([path, kind]) => path !== ".typed.locale" && known.get(path) !== kind)).toEqual([]);
  });
});

interface Complete {
  tag: string;
  own: Tree;
  /** Words that are the language's own and written as in English. */
  same: readonly string[];
  /** A noun of a wrong number behind "1", or behind another. */
  misnumbered: RegExp;
  /** 12,345 as the language writes it. */
  number: string;
}

/** Messages that have no word of their own: marks, units, values one beside the other. */
const WORDLESS = new Set(
  ".brand .withScore .unknownRoom .named .stopKey .waiting .pins.numbered .values.kilobytes .values.megabytes .values.seconds .subject.head .print.from .relation.name .relation.times .relation.sum .relation.offset .other.amount.value .chip.levels .reach.box .gate.why.file .trees.count .further.first.window .compare.unknownRatio .compare.nothing.row .lesson.walk.answer .further.everyone.limit .further.ways.plan.nth"
    .split(" ")
    .concat(["you", "they"].flatMap((voice) => ["inSentence", "axisTitle", "point", "box", "piece", "times", "sum", "exactly"].map((name) => `.voices.${voice}.map.${name}`))),
);

const COMPLETE: Complete[] = [
  {
    tag: "de",
    own: { ...german, lesson: germanLessons, further: germanFurther },
    same: [".several.name", ".voices.you.person", ".gate.name", ".exports.schema", ".search.pause", ".further.ways.front", ".further.ways.plan.title", ".further.cards.pixel", ".further.everyone.levels"],
    misnumbered: /(?<![\d.,])1 (Zeilen|B\u00e4umen?|Bl\u00e4tter|Boxen|\u00c4nderungen|Merkmalen?|Klassen|Spalten|Stufen|Neuronen|Felder|Feldern|Punkte|Schritte|Schnitte|St\u00fccke)(?!\p{L})|(?<!\d)(?!1 )\d+ (Zeile|Baum|Blatt|Box|\u00c4nderung|Merkmal|Klasse|Spalte|Stufe|Neuron|Feld|Punkt|Schritt|Schnitt|St\u00fcck)(?!\p{L})/u,
    number: "12.345",
  },
  {
    tag: "fr",
    own: { ...french, lesson: frenchLessons, further: frenchFurther },
    same: [".more", ".namedLevel", ".several.name", ".voices.you.map.score", ".voices.they.map.score", ".form.kinds.relation", ".form.further.when", ".gate.classes", ".search.pause", ".compare.name.tweaking", ".lesson.figure", ".further.ways.plan.title"],
    misnumbered: /(?<![\d.,\u202f])[01]\u00a0(lignes|arbres|feuilles|bo\u00eetes|changements|variables|classes|colonnes|niveaux|neurones|points|morceaux|coupes|parcelles|autres|octets)(?!\p{L})|(?<!\d)(?![01]\u00a0)\d+\u00a0(ligne|arbre|feuille|bo\u00eete|changement|variable|classe|colonne|niveau|neurone|point|morceau|coupe|parcelle|autre|octet)(?!\p{L})/u,
    number: "12\u202f345",
  },
];

describe.each(COMPLETE)("$tag, which is complete,", ({ own, same, misnumbered, number: large }) => {
  const said = messages();

  test("has every message of English", () => {
    const has = new Set(shape(own).map(([path]) => path));
    expect(shape(english).filter(([path]) => !has.has(path))).toEqual([]);
    expect((own as Words).keys).toHaveLength((english as unknown as Words).keys.length);
  });

  test("has no message in English but words that are the same, which are listed", () => {
    const differ = new Set(said.filter(({ ours, theirs }) => ours() !== theirs()).map(({ path }) => path));
    expect([...new Set(said.map(({ path }) => path))].filter((path) => !differ.has(path) && !WORDLESS.has(path))).toEqual(same);
  });

  test("writes every value that English writes", () => {
    for (const { path, ours, theirs } of said) {
      const [mine, english] = [ours(), theirs()].map((text) => text.toLowerCase()) as [string, string];
      expect(VALUES.filter((value) => english.includes(value) && !mine.includes(value)), `${path}: ${mine}`).toEqual([]);
    }
  });

  test("writes counts by its locale, and nouns in the number that they count", () => {
    for (const { path, ours, theirs } of said) {
      const [mine, english] = [ours(), theirs()];
      expect(mine, path).not.toMatch(misnumbered);
      if (/12,?345/.test(english)) expect(mine, path).toContain(large);
      expect(mine, path).not.toMatch(/12,?345|undefined|NaN|\[object/);
    }
  });

  /** Every text, and every call of a message, as both languages say it; a count as it is, and as 0, 1 and 2. */
  function messages(): { path: string; ours: () => string; theirs: () => string }[] {
    const all = { ...calls, lesson: lessonCalls, further: furtherCalls };
    const reach = (tree: unknown, path: string): unknown => path.slice(1).split(".").reduce((at, name) => (at as Tree)[name], tree);
    return shape(english).flatMap(([path, kind]) => {
      if (path.startsWith(".typed.")) return [];
      if (kind !== "function") return [{ path, ours: () => told(reach(own, path)), theirs: () => told(reach(english, path)) }];
      const given = reach(all, path) as unknown[][];
      return given.flatMap((call) => counts(call)).map((call) => {
        const say = (tree: Tree) => (): string => told((reach(tree, path) as (...given: unknown[]) => unknown)(...call));
        return { path, ours: say(own), theirs: say(english) };
      });
    });
  }
});

/** A call with each of its counts as it is, and as 0, 1 and 2. */
function counts(call: unknown[]): unknown[][] {
  return [call, ...call.flatMap((one, at) => (Number.isInteger(one) ? [0, 1, 2].map((n) => call.with(at, n)) : []))];
}

/** Whatever a message gives, as one text. */
function told(given: unknown): string {
  if (Array.isArray(given)) return given.map(told).join("");
  if (typeof given === "object" && given !== null) return Object.entries(given).map(([name, one]) => (name === "kind" ? "" : told(one))).join(" ");
  return typeof given === "string" ? given : String(given);
}

describe("words that are given", () => {
  test("take the place of English ones where they stand, and go with their language", () => {
    setWords({ theAnswer: "R\u00e9ponse", badge: { smallest: "Meilleure" }, voices: { they: { limits: "Limites" } } }, "qx");
    expect(words.theAnswer).toBe("The answer");
    speak("qx");
    expect([words.theAnswer, words.badge.smallest, words.badge["not settled"], voiceFor(null).limits]).toEqual(["R\u00e9ponse", "Meilleure", "Not decided yet", "Limites"]);
    speak("en");
    expect([words.theAnswer, words.badge.smallest, voiceFor(null).limits]).toEqual(["The answer", "Proved smallest", "Limits"]);
  });

  test("hold for the language's regions, the later before the earlier", () => {
    setWords({ theAnswer: "first", theMap: "first" }, "xy");
    setWords({ theAnswer: "second" }, "xy");
    setWords({ theMap: "of the region" }, "xy-AT");
    speak("xy-AT");
    expect([words.theAnswer, words.theMap]).toEqual(["second", "of the region"]);
    speak("XY");
    expect([words.theAnswer, words.theMap]).toEqual(["second", "first"]);
    speak("xyz");
    expect(words.theAnswer).toBe("The answer");
  });

  test("may be English, and are heard of at once", () => {
    const heard = vi.fn();
    vi.stubGlobal("dispatchEvent", heard);
    setWords({ theAnswer: "The offer" }, "en");
    vi.unstubAllGlobals();
    expect(heard).toHaveBeenCalledOnce();
    speak("");
    expect(words.theAnswer).toBe("The offer");
  });

  test("of another kind than the message, or of no message, are passed over", () => {
    setWords({ reading: "no function", theAnswer: () => "no text", keys: "no list", badge: "no part", nobody: "x", voices: { you: { person: "P" } } } as unknown as SomeWords, "en");
    speak("en");
    expect([words.reading("a"), words.theAnswer, words.keys.length > 3, words.badge.smallest, words.voices.you.person]).toEqual(["Reading a", "The answer", true, "Proved smallest", "P"]);
    expect(words).not.toHaveProperty("nobody");
  });

  test("have a language", () => {
    for (const tag of ["", "not a tag", "de_DE"]) expect(() => setWords({}, tag), tag).toThrow(/setWords: .* is no language, such as "de"/);
  });

  test("give a map other words, so that it draws anew", () => {
    const before = words.voices.you.map;
    setWords({ voices: { you: { map: { boxAtCursor: "Kasten" } } } }, "xq");
    speak("xq");
    expect(words.voices.you.map).not.toBe(before);
    expect(words.voices.you.map).toMatchObject({ boxAtCursor: "Kasten", locale: "xq", keys: before.keys });
  });

  test("leave a map that has another language its own", () => {
    speak("en");
    const english = words.voices.you.map;
    const said = { ...english };
    speak("de");
    const german = words.voices.you.map;
    const gesagt = { ...german };
    expect([english.locale, english.edge("left", "Age")]).toEqual([said.locale, said.edge("left", "Age")]);
    speak("fr");
    expect([english, german]).toEqual([said, gesagt]);
    expect(german.keys).not.toBe(english.keys);
  });

  test("say a whole sentence in their own order", () => {
    speak("de");
    const clause = { name: "Kreditbetrag", value: "3.345\u00a0DM", claim: "at most" as const, now: "4.308" };
    expect(plain(words.sentence({ of: "class", text: "bewilligt", subject: "you" }, [clause], true))).toMatch(/Kreditbetrag.*3\.345/);
  });
});

const euros = { decimals: 0, unit: "EUR" };

describe("numbers", () => {
  test("are written with the language's marks", () => {
    speak("de");
    expect([number(5450), number(1234567.25), cost(1.5), cost(2.5e7), costDown(0.12999), share(0.05), share(0.125), percent(0.468), bytes(1.25e6)]).toEqual(["5.450", "1.234.567,25", "1,50", "2,5e7", "0,12", "5\u00a0%", "12,5\u00a0%", "46,8\u00a0%", "1,3\u00a0MB"]);
    expect(costsApart(0.5, 0.51)).toEqual(["0,50", "0,51"]);
    speak("fr");
    expect([number(5450), number(0.5), cost(1.5)]).toEqual(["5\u202f450", "0,5", "1,50"]);
  });

  test.each<[string, string, ReturnType<typeof readNumber>]>([
    ["de", "5.450", { value: 5450 }],
    ["fr", "5.450", { value: 5450 }],
    ["fr", "5\u202f450", { value: 5450 }],
    ["fr", "5 450,5", { value: 5450.5 }],
    ["de", "5,5", { value: 5.5 }],
    ["de", "1.234,5 EUR", { value: 1234.5 }],
    ["de", "-1.234.567", { value: -1234567 }],
    ["de", "5,450", { wrong: { is: "twofold", values: [5.45, 5450] } }],
    ["de", "5.5", { wrong: { is: "meant", value: 5.5 } }],
    ["de", "1,234.5", { wrong: { is: "meant", value: 1234.5 } }],
    ["de", "1,2 Millionen", { wrong: { is: "meant", value: 1200000 } }],
    ["de", "abc", { wrong: { is: "nothing" } }],
    ["en", "5,450", { value: 5450 }],
  ])("%s: %s is read by the language", (tag, text, found) => {
    speak(tag);
    expect(readNumber(text, euros)).toEqual(found);
  });

  test("a word of the language for a missing value", () => {
    speak("de");
    expect(readNumber("Unbekannt", { ...euros, open: true })).toEqual({ value: Number.NaN });
  });

  test("that are written are read as the same", () => {
    const rnd = draws(7);
    for (const tag of ["de", "fr", "en"]) {
      speak(tag);
      for (let k = 0; k < 500; k += 1) {
        const decimals = Math.floor(5 * rnd());
        const x = Number(((rnd() - 0.5) * 10 ** (8 * rnd())).toFixed(decimals));
        const read = readNumber(number(x, 20), { decimals: 3 });
        expect(read, `${tag} ${number(x, 20)}`).toEqual({ value: x === 0 ? 0 : x });
      }
    }
  });

  test.each(COMPLETE.map(({ tag }) => tag))("%s: sentences that its catalogue gives as examples, and the texts of limits, are read", (tag) => {
    const features = ["Schulden", "Einkommen"].map((name, column) => ({ name, kind: "numeric", columns: [column], min: 0, max: 1e4, thresholds: [] }) as unknown as FeatureInfo);
    speak(tag);
    const { relation, cause } = words;
    expect(readRelation(relation.example("Schulden", "Einkommen"), features)).toEqual({ relation: { terms: { Schulden: 1, Einkommen: -0.5 }, op: "<=", rhs: 0 } });
    for (const [op, sign] of [["atMost", "<="], ["atLeast", ">="], ["equal", "="]] as const) {
      const sum = relation.offset(relation.sum([relation.times("2", "Schulden"), relation.name("Einkommen", false)]), "3", true);
      expect(readRelation(relation.text(sum, op, number(6000.5)), features)).toEqual({ relation: { terms: { Schulden: 2, Einkommen: 1 }, op: sign, rhs: 6003.5 } });
    }
    expect(readRelation(relation.text(relation.changeOf("Schulden", true), "atMost", relation.times("2", relation.changeOf("Einkommen", false))), features)).toEqual({ relation: { terms: { Schulden: 1, Einkommen: -2 }, op: "<=", rhs: 0, of: "change" } });
    expect(readRelation(relation.uses(relation.sum(["Schulden", relation.times("2", "Einkommen")]), "40"), features)).toMatchObject({ relation: { terms: { Schulden: 1, Einkommen: 2 }, op: "<=", rhs: 40, of: "size" } });
    expect(readCause(cause.example("Schulden", "Einkommen"), features, [], "own")).toEqual({ cause: { feature: "Schulden", parents: { Einkommen: 0.5 }, cost: "own" } });
    expect(readLearned(cause.learnExample("Schulden", "Einkommen"), features, [], "own")).toMatchObject({ cause: { feature: "Schulden", learned: true } });
  });

  test.each([
    ["Schulden nicht mehr als zwei Drittel vom Einkommen", { terms: { Schulden: 1, Einkommen: -2 / 3 }, op: "<=", rhs: 0 }],
    ["Schulden h\u00f6chstens doppelt so hoch wie Einkommen", { terms: { Schulden: 1, Einkommen: -2 }, op: "<=", rhs: 0 }],
    ["die Schulden sind mindestens 3 mal das Einkommen minus 1.500", { terms: { Schulden: 1, Einkommen: -3 }, op: ">=", rhs: -1500 }],
    ["\u00c4nderung der Schulden maximal halb so viel wie Einkommen", { terms: { Schulden: 1, Einkommen: -0.5 }, op: "<=", rhs: 0, of: "change" }],
    ["2 mal Schulden plus Einkommen verbrauchen h\u00f6chstens 40 Stunden", { terms: { Schulden: 2, Einkommen: 1 }, op: "<=", rhs: 40, of: "size", unit: "Stunden" }],
  ])("a German sentence: %s", (text, relation) => {
    const features = ["Schulden", "Einkommen"].map((name, column) => ({ name, kind: "numeric", columns: [column], min: 0, max: 1e4, thresholds: [] }) as unknown as FeatureInfo);
    speak("de");
    expect(readRelation(text, features)).toEqual({ relation });
  });

  test("in a sentence about features, with the language's phrases", () => {
    const features = ["Schulden", "Einkommen"].map((name, column) => ({ name, kind: "numeric", columns: [column], min: 0, max: 1e4, thresholds: [] }) as unknown as FeatureInfo);
    setWords({ typed: { phrases: { atMost: ["h\u00f6chstens"], plus: ["plus", "und"] } } }, "de");
    speak("de");
    expect(readRelation("Schulden plus Einkommen h\u00f6chstens 6.000,5", features)).toEqual({ relation: { terms: { Schulden: 1, Einkommen: 1 }, op: "<=", rhs: 6000.5 } });
    expect(readRelation("Schulden <= 50 Prozent \u00d7 Einkommen", features)).toEqual({ relation: { terms: { Schulden: 1, Einkommen: -0.5 }, op: "<=", rhs: 0 } });
    expect(readRelation("Schulden at most 3", features)).toMatchObject({ wrong: "unknown", word: "at" });
  });
});
