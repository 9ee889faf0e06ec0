/** The explainer in French: its typography, its plurals and elisions, the sentence of an answer, and sentences about features as French people type them. */
import { beforeEach, describe, expect, test } from "vitest";
import { words } from "../../www/src/languages/fr.js";
import { further } from "../../www/src/languages/further/fr.js";
import { lesson } from "../../www/src/languages/lessons/fr.js";
import { constraintsOf, docOf } from "../../www/src/lessons/figure.js";
import { readCause, readLearned } from "../../www/src/page/state/limits/cause-sentence.js";
import { readRelation } from "../../www/src/page/state/limits/sentence.js";
import { boxText } from "../../www/src/page/view/chips.js";
import { speak } from "../../www/src/page/view/language.js";
import { plain, type ClauseText, type Goal } from "../../www/src/page/view/words.js";
import type { FeatureInfo, ModelInfo } from "../../www/src/types.js";

beforeEach(() => {
  speak("fr");
});

/** Every text that is no function, under its path. */
function texts(tree: object, path = ""): [string, string][] {
  return (Object.entries(tree) as [string, unknown][]).flatMap(([name, one]) => (typeof one === "string" ? [[`${path}.${name}`, one] as [string, string]] : typeof one === "object" && one !== null ? texts(one, `${path}.${name}`) : []));
}

/** Phrases that are typed may have straight apostrophes. */
const shown = { ...words, typed: {} };

/** A text as it may stand on a French page: no sign that stands alone at the start of a line, no straight apostrophe, no English quotation mark. */
const typography = (text: string): boolean => !/ [:;!?\u00bb]|\u00ab(?!\u00a0)|(?<!\u00a0)\u00bb|\p{L}'\p{L}|[\u201c\u201d]/u.test(text);

test("marks of two parts and quotation marks keep to their words", () => {
  const all = [...texts(shown), ...texts(lesson), ...texts(further)];
  expect(all.length).toBeGreaterThan(400);
  expect(all.filter(([, text]) => !typography(text))).toEqual([]);
  expect([words.number.wrong.nothing("x"), words.rule.loosen("Si a, alors b"), words.outlined(2), words.data.usual.rowsOf("refus\u00e9"), words.relation.wrong.unknown("a", "b"), words.trees.box("a"), words.search.enter(2, 3, "1")].filter((text) => !typography(text))).toEqual([]);
});

test.each([
  [0, "0\u00a0changement", "0\u00a0ligne", "0\u00a0bo\u00eete"],
  [1, "1\u00a0changement", "1\u00a0ligne", "1\u00a0bo\u00eete"],
  [2, "2\u00a0changements", "2\u00a0lignes", "2\u00a0bo\u00eetes"],
  [2000, "2\u202f000\u00a0changements", "2\u202f000\u00a0lignes", "2\u202f000\u00a0bo\u00eetes"],
])("%i: the plural begins at two, and thousands are parted by a narrow space", (n, changes, rows, boxes) => {
  expect([words.compare.many(n), words.data.rows(n), words.reach.boxes(n)]).toEqual([changes, rows, boxes]);
});

test("before a vowel words are elided", () => {
  expect([words.reading("loan.json"), words.reading("iris.json"), words.scored({ score: "au moins 80\u00a0%", text: "accept\u00e9" })]).toEqual(["Lecture de loan.json", "Lecture d\u2019iris.json", "un score d\u2019au moins 80\u00a0% pour accept\u00e9"]);
});

test("articles of a subject are left off in its heading, in French and in English", () => {
  expect(["la fleur", "l\u2019iris", "les candidats", "the flower", "vous"].map((subject) => words.subject.head(subject))).toEqual(["Fleur", "Iris", "Candidats", "Flower", "Vous"]);
});

const you: Goal = { of: "class", text: "accept\u00e9", subject: "you" };
const clause: ClauseText = { name: "Montant du cr\u00e9dit", value: "3\u202f345\u00a0EUR", claim: "at most", now: "4\u202f308" };

test("the sentence of an answer takes names of any gender and number", () => {
  expect(plain(words.sentence(you, [clause, { ...clause, name: "Autres pr\u00eats", value: "1", claim: "exactly", now: "3" }], true))).toBe(
    "Vous seriez accept\u00e9 avec montant du cr\u00e9dit\u00a0: au plus 3\u202f345\u00a0EUR (au lieu de\u00a04\u202f308) et autres pr\u00eats\u00a0: 1 (au lieu de\u00a03). Tout le reste est inchang\u00e9.",
  );
});

test("a proof and a search that found nothing so far are told apart", () => {
  const best: Goal = { of: "best", text: null, subject: null, score: "5", budget: "1", lowest: true };
  expect(plain(words.already({ ...best, proved: true }))).toBe("Aucun changement pour un co\u00fbt d\u2019au plus 1 ne fait baisser la pr\u00e9diction, actuellement 5.");
  expect(plain(words.already({ ...best, proved: false }))).toContain("trouv\u00e9 jusqu\u2019ici");
  expect(plain(words.impossible(you, { limits: ["A", "B"], said: [], sure: true, model: false, limited: true, unheld: [] }))).toContain("Ces deux conditions sont incompatibles entre elles");
  expect(plain(words.impossible(you, { limits: ["A", "B"], said: [], sure: false, model: false, limited: true, unheld: [] }))).toContain("Il n\u2019est pas \u00e9tabli");
});

const features = ["Dette", "Revenu", "\u00c9pargne"].map((name, column) => ({ name, kind: "numeric", columns: [column], min: 0, max: 1e4, thresholds: [] }) as unknown as FeatureInfo);

describe("a sentence about features", () => {
  test.each<[string, unknown]>([
    ["Dette au plus la moiti\u00e9 du revenu", { terms: { Dette: 1, Revenu: -0.5 }, op: "<=", rhs: 0 }],
    ["La dette ne d\u00e9passe pas deux tiers de Revenu", { terms: { Dette: 1, Revenu: -2 / 3 }, op: "<=", rhs: 0 }],
    ["L\u2019\u00e9pargne plus le revenu doivent \u00eatre au moins 3 fois la dette", { terms: { "\u00c9pargne": 1, Revenu: 1, Dette: -3 }, op: ">=", rhs: 0 }],
    ["Revenu moins Dette exactement \u00e9gal \u00e0 1\u00a0500,5", { terms: { Revenu: 1, Dette: -1 }, op: "=", rhs: 1500.5 }],
    ["Dette au plus 50 pour cent de Revenu", { terms: { Dette: 1, Revenu: -0.5 }, op: "<=", rhs: 0 }],
    ["Variation de la dette au maximum le double de la variation d'\u00c9pargne", { terms: { Dette: 1, "\u00c9pargne": -2 }, op: "<=", rhs: 0, of: "change" }],
    ["2 fois Dette plus Revenu consomment au plus 40 heures", { terms: { Dette: 2, Revenu: 1 }, op: "<=", rhs: 40, of: "size", unit: "heures" }],
  ])("%s: is a relation", (text, relation) => {
    const { relation: found } = readRelation(text, features) as { relation: { rhs: number } };
    expect({ ...found, rhs: Math.abs(found.rhs) }).toEqual(relation);
  });

  test.each(["plus de", "moins de", "sup\u00e9rieur \u00e0", "inf\u00e9rieure \u00e0", "au-dessus de", "d\u00e9passe"])("%s: leaves the border out", (bound) => {
    expect(readRelation(`Dette ${bound} 5`, features)).toMatchObject({ wrong: "strict" });
  });

  test("says which feature follows from which", () => {
    expect(readCause("\u00c9pargne d\u00e9coule de 0,4 fois Revenu plus le reste", features, [], "own")).toEqual({ cause: { feature: "\u00c9pargne", parents: { Revenu: 0.4 }, cost: "own" } });
    expect(readLearned("Dette d\u00e9pend d\u2019\u00c9pargne et de Revenu", features, [], "own")).toMatchObject({ cause: { feature: "Dette", parents: { "\u00c9pargne": 1, Revenu: 1 }, learned: true } });
  });
});

describe("words that were put together outside of the catalogue", () => {
  const info = { features: [["Montant", "EUR"], ["Dur\u00e9e", "mois"]].map(([name = "", unit = ""], column) => ({ name, unit, kind: "integer", columns: [column], min: 0, max: 9000, thresholds: [] })), classes: ["refus\u00e9", "accept\u00e9"] } as unknown as ModelInfo;

  test("the limits of a lesson are in the language of the page", () => {
    expect(constraintsOf(info, { x: { lo: 10, hi: null }, y: { lo: null, hi: null } }).texts).toEqual(["montant de 10 \u00e0 9\u202f000\u00a0EUR"]);
  });

  test("the first limit of a box begins large, a later one small, and a name stays as it is", () => {
    const doc = docOf(info, [0, 0]);
    expect(boxText(doc, { box: { Montant: [100, 9000], "Dur\u00e9e": [50, 9000] } } as unknown as Parameters<typeof boxText>[1])).toBe("Au moins 100\u00a0EUR, au moins 50\u00a0mois");
    const same = { ...info, features: info.features.map((feature) => ({ ...feature, unit: "EUR" })) };
    expect(boxText(docOf(same, [0, 0]), { box: { Montant: [100, 9000], "Dur\u00e9e": [50, 9000] } } as unknown as Parameters<typeof boxText>[1])).toBe("Montant au moins 100\u00a0EUR, Dur\u00e9e au moins 50\u00a0EUR");
  });
});
