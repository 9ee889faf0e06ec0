import { beforeAll, describe, expect, test } from "vitest";
import { clausesOf, exactClauses, printedPoint } from "../../www/src/page/state/answer/claims.js";
import { exactDecimals, floorSingle, roundInside } from "../../www/src/page/state/answer/rounding.js";
import type { Shown, State } from "../../www/src/page/state/document/state.js";
import { initialState } from "../../www/src/page/state/document/state.js";
import { setMaxChanges, setRange, toggleLock } from "../../www/src/page/state/editing/actions.js";
import type { Answer, Counterfactual, Room } from "../../www/src/types.js";
import { goesLeft as checkedLeft } from "../../www/src/check/model.js";
import { REALS } from "../../www/src/check/number.js";
import { goesLeft } from "../../www/src/model/node.js";
import { start } from "../../www/src/engine/core.js";
import { chipsOf } from "../../www/src/page/view/chips.js";
import { bare, cost, NBSP, number, percent, shortLabels, told, withUnit } from "../../www/src/page/view/format.js";
import { roomText, sentence } from "../../www/src/page/view/answer-sentence.js";
import { sideText, testText } from "../../www/src/page/view/trees/say.js";
import { inSentence } from "../../www/src/page/view/words/english.js";
import { plain, words, type ClauseText, type Goal } from "../../www/src/page/view/words.js";
import type { Blame } from "../../www/src/page/view/words/impossible.js";
import { wayText } from "../../www/src/page/view/ways.js";
import type { Way } from "../../www/src/page/state/document/state.js";
import { requestOf } from "../../www/src/page/state/request/request.js";
import { amount, checking, doc, duration, info, person } from "./page-fixtures.js";
import { bytesOf, treesOf, wasm } from "./models.js";
import type { Doc } from "../../www/src/page/state/document/document.js";

beforeAll(() => void start(wasm()));

const spaced = (text: string): string => text.replaceAll(NBSP, " ");

describe("numbers", () => {
  test("carry separators, a real minus sign and a no-break space before the unit", () => {
    expect(number(4308)).toBe("4,308");
    expect(number(-2.5)).toBe("\u22122.5");
    expect(withUnit(amount, 4308)).toBe(`4,308${NBSP}DM`);
    expect(bare(checking, 2)).toBe("200 DM or more");
    expect(number(Number.NaN)).toBe("unknown");
  });

  test("are rounded towards the inside of the room, with more decimals when it is narrow", () => {
    expect(roundInside(3345.4, 2900, 3345.4, 0)).toEqual({ value: 3345, decimals: 0 });
    expect(roundInside(3345.4, 3345.4, 9000, 0)).toEqual({ value: 3346, decimals: 0 });
    expect(roundInside(0.1234567, 0.12345, 0.1234567, 2)).toEqual({ value: 0.12345, decimals: 5 });
    expect(roundInside(Math.PI, Math.PI, Math.PI, 2)).toEqual({ value: Math.PI, decimals: 15 });
  });

  test("exact decimals give the value back", () => {
    for (const x of [1, 0.5, 24150.501953125, 1e-7, 3e21, -12.25]) expect(Number(x.toFixed(Math.min(20, exactDecimals(x))))).toBe(x);
  });

  test("a share near one half stays on its own side", () => {
    expect(spaced(percent(0.50049))).toBe("50.05 %");
    expect(spaced(percent(0.4999))).toBe("49.99 %");
    expect(spaced(percent(0.501))).toBe("50.1 %");
    expect(spaced(percent(0.5))).toBe("50 %");
  });

  test("a small cost does not read as nothing", () => {
    expect(cost(1.3649)).toBe("1.36");
    expect(cost(0.0009)).toBe("0.00090");
    expect(cost(0.031)).toBe("0.031");
    expect(cost(0)).toBe("0");
    expect(cost(null)).toBe("\u2013");
  });

  test("level labels are shortened only as far as they stay different", () => {
    expect(shortLabels(["below 0 DM", "0 to 199 DM", "200 DM or more"], 8)).toEqual(["< 0", "0 to 199", "200+"]);
    expect(shortLabels(["no", "yes"], 8)).toEqual(["no", "yes"]);
  });
});

const changes = [
  { feature: "Credit amount", from: 4308, to: 3345.4 },
  { feature: "Duration", from: 48, to: 33 },
  { feature: "Checking account", from: "below 0 DM", to: "200 DM or more" },
];
const best = { values: [3345.4, 33, 3, 0, 1, 0, 0], cost: 1.36, changes, prediction: { class: 1, scores: [0.499, 0.501], raw: [] } };
const optimal: Answer = { status: "optimal", counterfactuals: [best], lower_bound: 1.36, work: { engine: "boxes", nodes: 1, milliseconds: 1 } };
const replay = { prediction: best.prediction, meets: true };
const shown = (room: Room[] | null, answer: Answer = optimal): Shown => ({ request: requestOf(doc), answer, room, replay, extra: 0 });
const state = (one: Shown, part: Partial<State> = {}): State => ({ ...initialState(), doc, shown: one, ...part });
const said = (one: Shown): string => spaced(plain(sentence(state(one), one)));

const open: Room[] = [
  { feature: "Credit amount", from: null, to: 3345.4 },
  { feature: "Duration", from: null, to: 33 },
  { feature: "Checking account", from: 3, to: null },
];

describe("the sentence", () => {
  test("says at most where everything allowed below is accepted too, with the number rounded down", () => {
    expect(said(shown(open))).toBe(
      "You would be accepted if your checking account were 200 DM or more (now below 0 DM), your duration were at most 33 months (now 48) and your credit amount were at most 3,345 DM (now 4,308). Everything else stays.",
    );
  });

  test("says the value where the room has a floor", () => {
    const floor = open.map((one) => (one.feature === "Duration" ? { ...one, from: 30 } : one));
    expect(said(shown(floor))).toContain("your duration were 33 months (now 48)");
  });

  test("says the whole value where the room is not known or rounding loses the target", () => {
    expect(said({ ...shown(null), extra: 1 })).toContain("credit amount were 3,345.4 DM");
    expect(said({ ...shown(open), extra: null })).toContain("credit amount were 3,345.4 DM");
  });

  test("hides an answer that the model does not accept, and says so", () => {
    const failed: Shown = { ...shown(open), replay: { prediction: { class: 0, scores: [1, 0], raw: [] }, meets: false } };
    expect(said(failed)).toContain("This answer is not shown.");
    expect(said(failed)).not.toContain("3,345");
  });

  test("says when nothing has to change", () => {
    const same: Answer = { ...optimal, counterfactuals: [{ ...best, values: person, changes: [], cost: 0 }] };
    expect(said(shown([], same))).toBe("You are already accepted. Nothing has to change.");
  });

  test("names the limits that exclude each other", () => {
    const limited = toggleLock(setMaxChanges(setRange(doc, duration, { min: 24 }), 2), "Phone");
    const none: Answer = { ...optimal, status: "infeasible", counterfactuals: [], lower_bound: null, conflict: ["/constraints/0", "/constraints/2"] };
    const one: Shown = { ...shown(null, none), request: requestOf(limited), replay: null };
    expect(spaced(plain(sentence(state(one, { doc: limited }), one)))).toBe(
      "No change makes you accepted within your limits. These two together rule it out: duration at least 24 months and at most 2 changes.",
    );
  });

  test("says whom the model's file blames, and how far that is proved", () => {
    const limited = toggleLock(setMaxChanges(setRange(doc, duration, { min: 24 }), 2), "Phone");
    const said = (conflict: string[] | undefined, about: Doc, more: Partial<Answer> = {}): string => {
      const none: Answer = { ...optimal, status: "infeasible", counterfactuals: [], lower_bound: null, ...(conflict ? { conflict } : {}), ...more };
      const one: Shown = { ...shown(null, none), request: requestOf(about), replay: null };
      return spaced(plain(sentence(state(one, { doc: about }), one)));
    };
    const file = "No accepted change is possible within the ranges and limits that the model's file gives its features.";
    expect(said(["/features/1/max"], doc)).toBe(`${file} This one alone rules it out: duration at most 72 months.`);
    expect(said(["/features/1/kind", "/features/0/min", "/features/3/kind"], limited)).toBe(
      `${file} These three together rule it out: duration in whole numbers, credit amount at least 250 DM and purpose of the listed values.`,
    );
    expect(said(["/features/1/max", "/features/0/max"], doc, { conflict_minimal: false })).toBe(
      `${file} It is not decided which of these rule it out: duration at most 72 months and credit amount at most 18,424 DM.`,
    );
    expect(said(["/constraints/0", "/constraints/2"], limited, { conflict_minimal: false })).toBe(
      "No change makes you accepted within your limits. It is not decided which of these rule it out: duration at least 24 months and at most 2 changes.",
    );
    expect(said(["/constraints/0"], limited, { conflict_minimal: false })).toBe("No change makes you accepted within your limits. It is not decided whether this rules it out: duration at least 24 months.");
    expect(said([], limited)).toBe("No change makes you accepted: the model never decides so, whatever the values.");
    expect(said(["/features"], limited, { conflict_minimal: false })).toBe("No change makes you accepted: the model never decides so for any values that its features may have.");
    const fixed = { ...doc, model: { ...doc.model!, info: { ...info, features: info.features.map((one) => ({ ...one, change: "fixed" as const })) } } };
    expect(said(["/features/1/change"], fixed)).toBe(`${file} This one alone rules it out: duration stays.`);
  });

  test("says that single precision holds no number of a range", () => {
    const of = (min: number, max: number, input: "float32" | "float64"): string => {
      const about = setRange({ ...doc, model: { ...doc.model!, info: { ...info, input } } }, amount, { min, max });
      const none: Answer = { ...optimal, status: "infeasible", counterfactuals: [], lower_bound: null, conflict: ["/constraints/0"] };
      const one: Shown = { ...shown(null, none), request: requestOf(about), replay: null };
      return spaced(plain(sentence(state(one, { doc: about }), one)));
    };
    expect(of(250.1, 250.1, "float32")).toMatch(/rules it out: .* The model reads numbers in single precision, which holds none that is 250\.1 DM\.$/);
    expect(of(250.1, 250.1, "float64")).not.toContain("single precision");
    expect(of(250.1, 250.2, "float32")).not.toContain("single precision");
    for (const x of [0.1, -0.1, 3.3, 1e-50, -1e-50, 16_777_217, -16_777_217, 0]) {
      expect(floorSingle(x)).toBeLessThanOrEqual(x);
      expect(Math.fround(floorSingle(x))).toBe(floorSingle(x));
      expect(Math.abs(floorSingle(x) - x)).toBeLessThanOrEqual(Math.max(1.5e-45, Math.abs(x) * 2 ** -22));
    }
  });

  test("class names and labels stay text", () => {
    const parts = words.sentence({ of: "class", text: "<b>x</b>", subject: null }, [], true);
    expect(plain(parts)).toContain("<b>x</b>");
  });

  test("speaks of whom it is told, and of nobody else", () => {
    const anyone = { ...doc.model! };
    delete anyone.subject;
    const of = (subject?: string): string => {
      const one = shown(open);
      const about = { ...doc, model: { ...anyone, ...(subject === undefined ? {} : { subject }) } };
      return spaced(plain(sentence(state(one, { doc: about }), one)));
    };
    const rest = "checking account were 200 DM or more (now below 0 DM), duration were at most 33 months (now 48) and credit amount were at most 3,345 DM (now 4,308). Everything else stays.";
    expect(of()).toBe(`Accepted, if ${rest}`);
    expect(of("the applicant")).toBe(`The applicant would be accepted if ${rest}`);
    expect(of("you")).toMatch(/^You would be accepted if your checking account/);
  });

  test("without the second person no sentence of any kind has it, and each ends as one", () => {
    const goals: Goal[] = [
      { of: "class", text: "benign", subject: null },
      { of: "class", text: "benign", subject: "the sample" },
      { of: "value", text: "at least 5", subject: "the house" },
      { of: "score", text: "benign", score: "at least 80 %", subject: null },
      { of: "best", text: "benign", score: "80 %", budget: "0.2", proved: true, subject: "the sample" },
      { of: "best", text: null, score: "5", budget: "0.2", lowest: true, proved: false, subject: null },
    ];
    const clause: ClauseText = { name: "Worst area", value: "700", claim: "at most", now: "762" };
    const nobody: Blame = { limits: [], said: [], sure: true, model: false, limited: false, unheld: [] };
    const blames = [nobody, { ...nobody, model: true }, { ...nobody, limited: true }, { ...nobody, sure: false }, { ...nobody, limits: ["Age stays"], unheld: ["Age stays"] }, { ...nobody, said: ["a", "b"], sure: false }];
    for (const goal of goals) {
      const all = [words.sentence(goal, [clause, { ...clause, name: "Size", follows: true }], true), words.already(goal), ...blames.map((blame) => words.impossible(goal, blame)), words.notSettled(goal)].map(plain);
      for (const text of all) {
        expect(text).not.toMatch(/\byour?\b| {2}|undefined|null/i);
        expect(text).toMatch(/^[A-Z].*\.$/);
      }
    }
    expect(plain(words.already({ of: "class", text: "benign", subject: "the sample" }))).toBe("The sample is already benign. Nothing has to change.");
    expect(plain(words.already({ of: "class", text: "benign", subject: null }))).toBe("Already benign. Nothing has to change.");
  });

  test("phrases of the schema, answers of yes and no, and levels that read as ranges stay grammatical", () => {
    const you: Goal = { of: "class", text: "accepted", subject: "you" };
    const clause = (part: Partial<ClauseText>): string => spaced(plain(words.sentence(you, [{ name: "Savings", value: "9", claim: "exactly", now: "1", ...part }], false)));
    expect(clause({ name: "Employed for", phrase: "the time in employment", value: "5 years", claim: "at least" })).toBe("You would be accepted if the time in employment were at least 5 years (now 1).");
    expect(clause({ name: "Number of loans", value: "2" })).toBe("You would be accepted if your number of loans were 2 (now 1).");
    expect(clause({ name: "Guarantor", value: "yes", answer: true, now: "no" })).toBe("You would be accepted if the answer to \u201cguarantor\u201d were yes (now no).");
    expect(clause({ value: words.level("below 1,000 EUR"), claim: "or higher", now: "none" })).toBe("You would be accepted if your savings were \u201cbelow 1,000 EUR\u201d or higher (now none).");
    expect(clause({ value: words.level("3"), claim: "or lower" })).toContain("were 3 or lower (");
  });

  test("a level is quoted where others are above it, and yes is an answer, as the answer itself has them", () => {
    const changed = [{ feature: "Checking account", from: "below 0 DM", to: "0 to 199 DM" }, { feature: "Phone", from: "no", to: "yes" }];
    const other = { ...best, values: [4308, 48, 1, 0, 1, 0, 1], changes: changed };
    const four = { ...checking, max: 4, labels: [...checking.labels!, "salary"], values: [0, 1, 3, 4] };
    const wide: Doc = { ...doc, model: { ...doc.model!, info: { ...info, features: info.features.map((one) => (one.name === checking.name ? four : one)) } } };
    const one: Shown = { ...shown([{ feature: "Checking account", from: 1, to: null }], { ...optimal, counterfactuals: [other] }), request: requestOf(wide) };
    const text = spaced(plain(sentence(state(one, { doc: wide }), one)));
    expect(text).toContain("your checking account were \u201c0 to 199 DM\u201d or higher (now below 0 DM)");
    expect(text).toContain("the answer to \u201cphone\u201d were yes (now no)");
  });

  test("a level that reads as a range is quoted where it is the value, or the present one", () => {
    const changed = [{ feature: "Checking account", from: "0 to 199 DM", to: "below 0 DM" }];
    const one = shown([], { ...optimal, counterfactuals: [{ ...best, values: [4308, 48, 0, 0, 1, 0, 0], changes: changed }] });
    expect(spaced(plain(sentence(state(one), one)))).toMatch(/your checking account were \u201cbelow 0 DM\u201d \(now /);
  });

  test("the present value is told in the digits of its card, however many the answer has", () => {
    const number = { ...amount, kind: "numeric" as const };
    const own: Doc = { ...doc, person: [4308.46, ...person.slice(1)], model: { ...doc.model!, info: { ...info, features: info.features.map((one) => (one.name === amount.name ? number : one)) } } };
    const one: Shown = { ...shown(open), request: requestOf(own) };
    expect(spaced(plain(sentence(state(one, { doc: own }), one)))).toContain("credit amount were at most 3,345 DM (now 4,308.46)");
    expect([4308.46, -4.54, 762.4000244140625, 5, Number.NaN].map((at) => told(number, at, bare))).toEqual(["4,308.46", "\u22124.54", "762.4", "5", "unknown"]);
  });

  test("writes names small unless they are not words", () => {
    expect(["Credit amount", "BMI", "pH", "Age", "X1", "A", "Num_accounts", "CreditAmount"].map(inSentence)).toEqual(["credit amount", "BMI", "pH", "age", "X1", "A", "Num_accounts", "CreditAmount"]);
    expect(["Lot Area", "Gr Liv Area", "Income of Paris", "Income EUR", "Days in Paris"].map(inSentence)).toEqual(["lot area", "gr liv area", "income of Paris", "income EUR", "days in Paris"]);
  });
});

describe("clauses", () => {
  test("the printed point lies in the room, feature by feature", () => {
    const clauses = clausesOf(info.features, person, best, open);
    expect(printedPoint(best, clauses)).toEqual([3345, 33, 3, 0, 1, 0, 0]);
    expect(printedPoint(best, exactClauses(clauses))).toEqual(best.values);
  });

  test("the room is written with the limits in force, rounded inwards", () => {
    const limited = setRange(doc, amount, { min: 2899.6 });
    const [first, second, third] = clausesOf(info.features, person, best, open);
    expect(first && roomText(limited, first)).toBe("2,900 to 3,345");
    expect(second && roomText(limited, second)).toBe("4 to 33");
    expect(third && roomText(limited, third)).toBe("no other value");
  });
});

test("the room of a model that reads singles begins with the number that is said", () => {
  const { model } = doc;
  if (!model) throw new Error("no model");
  const amount = model.info.features.find(({ name }) => name === "Credit amount");
  if (!amount) throw new Error("no such feature");
  const feature = { ...amount, kind: "numeric" as const, decimals: 1 };
  const from = Math.fround(72.8);
  const clause = { feature, now: 67.5, to: from, claim: "exactly" as const, printed: 72.8, decimals: 1, room: { from, to: 74.83 } };
  const of = (input: "float32" | "float64"): string => roomText({ ...doc, model: { ...model, info: { ...model.info, input } } }, clause);
  expect(from).toBeGreaterThan(72.8);
  expect(of("float32")).toBe("72.8 to 74.8");
  expect(of("float64")).toBe("72.9 to 74.8");
});

test("a number on the other side of 0 is said to be there, not to be 0", () => {
  const border = 1.0000000180025096e-35;
  expect([-border, border, -5e-324, 0, -0].map((x) => number(x, 2))).toEqual(["below 0", "above 0", "below 0", "0", "0"]);
  const feature = { ...amount, kind: "numeric" as const, min: -9000, max: 9000, decimals: 2 };
  const clause = { feature, now: 0, to: -border, claim: "exactly" as const, printed: -border, decimals: 2, room: null };
  expect(exactClauses([clause]).map(({ printed, decimals }) => withUnit(feature, printed, decimals).replace(NBSP, " "))).toEqual(["below 0 DM"]);
  // Where all on that side is proved to do, it is a number of the column's own decimals.
  const answer: Counterfactual = { values: [-border], cost: 0, changes: [{ feature: feature.name, from: 0, to: -border }], prediction: best.prediction };
  const [said] = clausesOf([{ ...feature, columns: [0] }], [0], answer, [{ feature: feature.name, from: null, to: -border }]);
  expect(said).toMatchObject({ claim: "at most", printed: -0.01, decimals: 2 });
});

/** A regressor on one column. */
const oneColumn = (input: string, trees: object[]): Uint8Array => new Uint8Array(bytesOf({ format: "espalier", version: 1, kind: "regressor", columns: 1, input, compare: "<=", aggregation: "sum", base: [0], link: "none", trees }));

test("a tree's cut beside 0 says on which side of it 0 lies", () => {
  const edge = Math.fround(1e-35);
  const { model } = doc;
  if (!model) throw new Error("no model");
  const feature = { ...amount, name: "Gain", kind: "numeric" as const, columns: [0], min: -9000, max: 9000, decimals: 2 };
  const own = { ...doc, model: { ...model, info: { ...model.info, features: [feature] } } };
  const tree = (threshold: number): object => ({ feature: [0, -1, -1], threshold: [threshold, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, [0], [1]] });
  const data = treesOf(oneColumn("float64_flushed", [-edge, edge, -3].map(tree)));
  const said = [0, 3, 6].map((node) => spaced(testText(own, data, node)));
  expect(said).toEqual([
    "gain below 0 DM",
    "gain at most 0 DM",
    "gain at most \u22123 DM",
  ]);
  const sides = [{ from: null, to: -edge }, { from: -edge, to: null }, { from: -edge, to: 5 }, { from: -3, to: -edge }, { from: edge, to: null }];
  expect(sides.map((side) => spaced(sideText({ feature, ...side })))).toEqual(["gain below 0 DM", "gain at least 0 DM", "gain 0 to 5 DM", "gain above \u22123, below 0 DM", "gain above 0 DM"]);
  // The tree itself goes where the sentence says.
  expect([-1.0000000180025096e-35, -edge, 0, edge].map((x) => goesLeft(data, 0, [x]))).toEqual([true, false, false, false]);
  expect([-edge, 0, edge, 1.0000000180025096e-35].map((x) => goesLeft(data, 3, [x]))).toEqual([true, true, true, false]);
});

test("a code between -1 and 0 goes where LightGBM cuts it to, and in other models where no code goes", () => {
  const tree = { feature: [-3, -1, -1], threshold: [0, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, [0], [1]], categories: { 0: { column: 0, left: [0, 3] } } };
  for (const [input, between] of [["float64_flushed", true], ["float64", false]] as const) {
    const data = treesOf(oneColumn(input, [tree]));
    const values = [0, -0.5, -0.999, -1, 0.9, 1, 3.7];
    const expected = [true, between, between, false, true, false, true];
    expect(values.map((x) => goesLeft(data, 0, [x]))).toEqual(expected);
    expect(values.map((x) => checkedLeft({ column: 0, codes: new Set([0, 3]), unknown: undefined }, x, REALS[input]))).toEqual(expected);
  }
});

describe("chips", () => {
  test("state limits as facts", () => {
    const limited = setMaxChanges(setRange(toggleLock(doc, "Phone"), duration, { min: 12, max: 54 }), 2);
    expect(chipsOf(limited).map((chip) => spaced(chip.text))).toEqual(["12 to 54 months", "Phone stays", "At most 2 changes"]);
  });

  test("take back their words", () => {
    const limited = setRange(toggleLock(doc, "Phone"), checking, { max: 1 });
    expect(chipsOf(limited).reduce((one, chip) => chip.remove(one), limited).limits).toEqual(new Map());
  });
});

test("a way with a score beside 50 % names that score", () => {
  const way = (probability: number): Way => ({ of: requestOf(doc), id: "safest", kind: "safest", state: "proved", cost: 1, shown: null, probability });
  expect([0.5004, 0.6, 0.601].map((probability) => wayText(way(probability)))).toEqual(["With a safety margin (50.04\u00a0%)", "With a safety margin (60\u00a0%)", "With a safety margin (60.1\u00a0%)"]);
});
