import { afterEach, describe, expect, test } from "vitest";
import { setRelations } from "../../www/src/page/state/editing/actions.js";
import { decode, encode } from "../../www/src/page/state/opening/fragment.js";
import { complete, emptyForm, withLimit } from "../../www/src/page/state/editing/limit-form.js";
import { drawnOnAxes, keeps, onAxes, shifted } from "../../www/src/page/state/limits/relations.js";
import { limitsOf, obeys, originAt, requestOf } from "../../www/src/page/state/request/request.js";
import { carried } from "../../www/src/page/state/opening/schema.js";
import { completions, readRelation } from "../../www/src/page/state/limits/sentence.js";
import { clauses } from "../../www/src/page/state/answer/selectors.js";
import { present } from "../../www/src/page/state/answer/shown.js";
import { stepOf } from "../../www/src/sum-tolerance.js";
import type { Answer, Counterfactual, FeatureInfo } from "../../www/src/types.js";
import "../../www/src/languages/de.js";
import "../../www/src/languages/fr.js";
import { readCause, readLearned } from "../../www/src/page/state/limits/cause-sentence.js";
import { speak } from "../../www/src/page/view/language.js";
import { words } from "../../www/src/page/view/words.js";
import { chipsOf } from "../../www/src/page/view/chips.js";
import { relationText } from "../../www/src/page/view/sum-text.js";
import { limitText } from "../../www/src/page/view/chips.js";
import { relationPaths } from "../../www/src/plot/relations.js";
import { scaleOf } from "../../www/src/plot/scales.js";
import { amount, checking, doc, duration, info, modelThat, person, purpose, type AskedModel } from "./page-fixtures.js";
import { axis } from "./plot/helpers.js";
import type { ModelRef, Relation } from "../../www/src/page/state/document/document.js";

afterEach(() => speak("en"));

const named = (name: string): FeatureInfo => ({ ...amount, name });
const money = [named("Debt"), named("Income"), named("Savings"), named("Savings of partner"), { ...purpose, name: "Purpose" }];
const read = (text: string): Relation => {
  const found = readRelation(text, money);
  if ("wrong" in found) throw new Error(`${found.wrong} ${found.word}`);
  return found.relation;
};
const wrong = (text: string): unknown[] => {
  const found = readRelation(text, money);
  return "wrong" in found ? [found.wrong, found.word, found.at] : [];
};

describe("a relation as a sentence", () => {
  test("is read in the ways that people say it", () => {
    const half = { terms: { Debt: 1, Income: -0.5 }, op: "<=", rhs: 0 };
    for (const text of ["Debt at most half of Income", "debt at most half of income.", "Debt <= 0.5 Income", "Debt \u2264 0.5 * Income", "The debt must be no more than 50% of the income", "debt does not exceed one half of your income"]) expect(read(text)).toEqual(half);
    expect(read("Savings plus Income at least 3 times Debt")).toEqual({ terms: { Savings: 1, Income: 1, Debt: -3 }, op: ">=", rhs: 0 });
    expect(read("Savings and Income together at least three times Debt")).toEqual(read("Savings + Income >= 3 Debt"));
    expect(read("Debt changes at most twice as much as Income")).toEqual({ terms: { Debt: 1, Income: -2 }, op: "<=", rhs: 0, of: "change" });
    expect(read("Debt at most 2,000 plus a third of Income")).toEqual({ terms: { Debt: 1, Income: -1 / 3 }, op: "<=", rhs: 2000 });
    expect(read("Debt minus Savings of partner equals 12.5 DM")).toEqual({ terms: { Debt: 1, "Savings of partner": -1 }, op: "=", rhs: 12.5 });
    expect(read("1,000 at most Debt")).toEqual({ terms: { Debt: -1 }, op: "<=", rhs: -1000 });
    expect(read("Debt times 4 minus Income at least Savings * 2 times 50% + 3")).toEqual({ terms: { Debt: 4, Income: -1, Savings: -1 }, op: ">=", rhs: 3 });
    expect(read("2 times 3 times Debt at most Income - Debt")).toEqual({ terms: { Debt: 7, Income: -1 }, op: "<=", rhs: 0 });
  });

  test("may be the contract's JSON, with or without its frame", () => {
    const relation: Relation = { terms: { Debt: 1, Income: -2 }, op: "<=", rhs: 0, of: "change" };
    expect(read(JSON.stringify(relation))).toEqual(relation);
    expect(read(JSON.stringify({ linear: relation }))).toEqual(relation);
    expect(wrong('{"terms": {"Debt": "much"}, "op": "<=", "rhs": 0}')).toEqual(["json", "", 0]);
    expect(wrong('{"terms": {"Dept": 1}, "op": "<=", "rhs": 0}')[1]).toBe("Dept");
    expect(wrong("{")).toEqual(["json", "", 0]);
  });

  test("is refused with the word that is not understood", () => {
    expect(wrong("")).toEqual(["empty", "", 0]);
    expect(wrong("Dept at most Income")).toEqual(["unknown", "Dept", 0]);
    expect(readRelation("Debt at most half of Incom", money)).toMatchObject({ wrong: "unknown", word: "Incom", at: 21, near: "Income" });
    expect(wrong("Debt at most half of Purpose")).toEqual(["category", "Purpose", 21]);
    expect(wrong("Debt half of Income")[0]).toBe("noBound");
    expect(wrong("Debt at most Income at least Savings")).toEqual(["twoBounds", "at least", 20]);
    expect(wrong("Debt less than Income")).toEqual(["strict", "less than", 5]);
    expect(wrong("Debt at most 3 4 Income")).toEqual(["twoFactors", "4", 15]);
    expect(wrong("Debt 4 at most Income")).toEqual(["twoFactors", "4", 5]);
    expect(wrong("Debt at most Income half")).toEqual(["twoFactors", "half", 20]);
    expect(wrong("Debt times Income at most 5")).toEqual(["twoFactors", "Income", 11]);
    expect(wrong("Debt Income at most 5")).toEqual(["twoFactors", "Income", 5]);
    expect(wrong("Debt at most 3 times")).toEqual(["factorAlone", "times", 15]);
    expect(wrong("Debt at most half of")).toEqual(["factorAlone", "half of", 13]);
    expect(wrong("Debt at most Debt")[0]).toBe("noFeature");
    expect(wrong("3 at most 4")[0]).toBe("noFeature");
    // A sentence that is still being written is none: its other side is not 0.
    for (const unfinished of ["Debt at most", "at most Debt", "at most", "Debt use at most", "Debt at most -", "Debt at most Income plus"]) expect(wrong(unfinished)[0], unfinished).toBe("empty");
    expect(wrong("Debt; at most 4")).toEqual(["unknown", ";", 4]);
  });

  test.each(["en", "de", "fr"])("of random terms is read back as it was said, in the language %s", (tag) => {
    speak(tag);
    let seed = 5;
    const rnd = (n: number): number => (seed = (seed * 48271) % 2147483647) % n;
    for (let round = 0; round < 300; round++) {
      const weights = Object.fromEntries(["Debt", "Income", "Savings"].map((name) => [name, (rnd(13) - 6) / 2]).filter(([, w]) => w !== 0)) as Record<string, number>;
      if (Object.keys(weights).length === 0) continue;
      const relation: Relation = { terms: weights, op: (["<=", ">=", "="] as const)[rnd(3)]!, rhs: (rnd(5) - 2) * 250 };
      if (rnd(3) === 0) relation.of = "change";
      const text = relationText(money, relation);
      const again = read(text.replaceAll("\u00a0", " "));
      // Turned over or not, it is the same relation.
      const sign = Math.sign(Number(again.terms[Object.keys(weights)[0]!]) / weights[Object.keys(weights)[0]!]!);
      expect(Object.fromEntries(Object.entries(again.terms).map(([name, w]) => [name, Number(w) * sign])), text).toEqual(weights);
      expect(again.rhs * sign + 0, text).toBe(relation.rhs + 0);
      expect(again.op, text).toBe(sign > 0 || relation.op === "=" ? relation.op : relation.op === "<=" ? ">=" : "<=");
      expect(again.of, text).toBe(relation.of);
    }
  });

  test.each(["en", "de", "fr"])("that the form gives as an example, and consequences, are read in the language %s", (tag) => {
    speak(tag);
    expect(readRelation(words.relation.example("Debt", "Income"), money)).toEqual({ relation: { terms: { Debt: 1, Income: -0.5 }, op: "<=", rhs: 0 } });
    expect(readCause(words.cause.example("Debt", "Income"), money, [], "own")).toEqual({ cause: { cost: "own", feature: "Debt", parents: { Income: 0.5 } } });
    expect(readLearned(words.cause.learnExample("Debt", "Income"), money, [], "own")).toMatchObject({ cause: { feature: "Debt", parents: { Income: 1 } } });
    const levelled: Relation = { terms: { Debt: 1, Purpose: { car: 500, repairs: -200 } }, op: "<=", rhs: 6000 };
    const budget: Relation = { terms: { Debt: 0.01, Purpose: { car: 6 } }, op: "<=", rhs: 12, of: "size", unit: "hours" };
    for (const relation of [levelled, { ...levelled, of: "change" as const }, budget]) expect(read(relationText(money, relation).replaceAll("\u00a0", " ")), relationText(money, relation)).toEqual(relation);
  });

  test("gives levels numbers of their own, in words that are read again", () => {
    const levelled: Relation = { terms: { Debt: 1, Purpose: { car: 500, repairs: -200 } }, op: "<=", rhs: 6000 };
    for (const text of ["Debt plus 500 if Purpose is car minus 200 if purpose is repairs at most 6,000", "500 if purpose is car + Debt <= 6000 + 200 if purpose is repairs", JSON.stringify({ linear: levelled })]) expect(read(text), text).toEqual(levelled);
    expect(read("Debt changes plus 2 times 3 if purpose becomes car or business at least 4").terms).toEqual({ Debt: 1, Purpose: { car: 6, business: 6 } });
    expect(relationText(money, levelled)).toBe("Debt + 500 if purpose is car at most 200 if purpose is repairs + 6,000");
    expect(read(relationText(money, levelled).replaceAll("\u00a0", " "))).toEqual(levelled);
    expect(relationText(money, { ...levelled, of: "change" })).toBe("Change of debt + 500 if purpose becomes car at most 200 if purpose becomes repairs + 6,000");
    const budget: Relation = { terms: { Debt: 0.01, Purpose: { car: 6 } }, op: "<=", rhs: 12, of: "size", unit: "hours" };
    expect(read("0.01 Debt plus 6 if Purpose becomes car use at most 12 hours")).toEqual(budget);
    expect(relationText(money, budget)).toBe("Changes of 0.01 \u00d7 debt + 6 if purpose becomes car use at most 12\u00a0hours");
    expect(read(relationText(money, budget))).toEqual(budget);
    expect(read(JSON.stringify(budget))).toEqual(budget);
  });

  test("names a level that there is not, and asks for one that is not named", () => {
    expect(wrong("Debt plus 500 if Purpose is boat at most 6")).toEqual(["unknown", "boat", 28]);
    expect(wrong("Debt plus 500 if Purpose at most 6")).toEqual(["noLevel", "Purpose", 17]);
    expect(wrong("500 if Debt is 3 at most 6")).toEqual(["noLevel", "Debt", 7]);
    expect(wrong("Debt if Purpose is car at most 6")).toEqual(["twoFactors", "Purpose", 8]);
    expect(wrong("500 if Purpose is car 6 at most 6")).toEqual(["twoFactors", "6", 22]);
    expect(wrong('{"terms": {"Purpose": {"boat": 6}}, "op": "<=", "rhs": 0}').slice(0, 2)).toEqual(["noLevel", "Purpose"]);
    expect(wrong('{"terms": {"Purpose": {"car": "much"}}, "op": "<=", "rhs": 0}')[0]).toBe("json");
    expect(wrong("0 if Purpose is car at most 6")[0]).toBe("noFeature");
    expect(readRelation("Account plus 3 if Account is high at most 6", [...money, { ...checking, name: "Account", labels: ["low", "high"] }])).toMatchObject({ wrong: "twoFactors" });
  });

  test("offers the features that its last word may become", () => {
    expect(completions("Debt at most half of inc", money)).toEqual([{ name: "Income", text: "Debt at most half of Income " }]);
    expect(completions("sav", money).map(({ name }) => name)).toEqual(["Savings", "Savings of partner"]);
    expect(completions("pur", money)).toEqual([]);
    expect(completions("Debt at most ", money)).toEqual([]);
  });
});

describe("a budget of changes", () => {
  const budget: Relation = { terms: { Debt: 2, Income: 1 }, op: "<=", rhs: 40, of: "size", unit: "hours" };

  test("is a sentence with its unit, and the sentence of its chip is read again", () => {
    expect(read("2 times Debt plus Income use at most 40 hours")).toEqual(budget);
    expect(read("2 Debt and Income take at most 40")).toEqual({ terms: { Debt: 2, Income: 1 }, op: "<=", rhs: 40, of: "size" });
    const text = relationText(money, budget);
    expect(text).toBe("Changes of 2 \u00d7 debt + income use at most 40\u00a0hours");
    expect(read(text)).toEqual(budget);
    expect(wrong("Debt minus Income use at most 40")[0]).toBe("budget");
    expect(wrong("Debt uses at most Income")[0]).toBe("budget");
  });

  test("asks for a budget, is kept by the sizes of changes, and is drawn as a diamond", () => {
    const own: Relation = { terms: { "Credit amount": 0.01, Duration: 2 }, op: "<=", rhs: 20, of: "size", unit: "hours" };
    const asked = setRelations(doc, [own]);
    expect(requestOf(asked).constraints).toEqual([{ budget: { changes: own.terms, most: 20, unit: "hours" } }]);
    expect(decode(encode(asked, true) ?? "")?.doc.relations).toEqual([own]);
    const moved = (by: number, months: number): number[] => person.map((x, c) => (c === amount.columns[0] ? x + by : c === duration.columns[0] ? x + months : x));
    const [constraint] = limitsOf(asked).constraints;
    const kept = (by: number, months: number): boolean => obeys(constraint!, moved(by, months), person, info);
    expect([kept(1000, 5), kept(-1000, -5), kept(-1000, 5), kept(0, 10)]).toEqual([true, true, true, true]);
    expect([kept(1001, 5), kept(-1000, -6), kept(-1100, 5), kept(0, -11)]).toEqual([false, false, false, false]);
    const drawn = drawnOnAxes(own, amount, duration, person, person, info.features);
    const lines = drawn && "all" in drawn ? drawn.all : [];
    expect(lines).toHaveLength(4);
    const inside = (by: number, months: number): boolean => lines.every((line) => line.a * (person[amount.columns[0]!]! + by) + line.b * (person[duration.columns[0]!]! + months) <= line.c + 1e-9);
    for (const [by, months] of [[1000, 5], [-1000, -5], [-1000, 5], [0, 10], [1001, 5], [-1000, -6], [-1100, 5], [0, -11]] as const) expect(inside(by, months)).toBe(kept(by, months));
  });
});

describe("a relation in the document", () => {
  const relation: Relation = { terms: { "Credit amount": 1, Duration: -100 }, op: "<=", rhs: 0 };
  const related = setRelations(doc, [relation]);

  test("is asked, is a chip, and is the place that a conflict points to", () => {
    expect(requestOf(related).constraints).toEqual([{ linear: relation }]);
    expect(chipsOf(related).map((chip) => chip.text)).toEqual(["Credit amount at most 100 × duration"]);
    expect(chipsOf(related)[0]?.remove(related).relations).toEqual([]);
    const origin = originAt(related, "/constraints/0");
    expect(origin && limitText(related, origin)).toBe("Credit amount at most 100 × duration");
  });

  test("of levels is asked, kept, carried by a link and by a schema with other names", () => {
    const [linear, budget]: Relation[] = [
      { terms: { "Credit amount": 1, Purpose: { car: 500 } }, op: "<=", rhs: 4500 },
      { terms: { "Credit amount": 0.01, Purpose: { car: 6 } }, op: "<=", rhs: 12, of: "size" },
    ];
    const both = setRelations(doc, [linear!, budget!]);
    expect(requestOf(both).constraints).toEqual([{ linear }, { budget: { changes: { "Credit amount": 0.01 }, levels: { Purpose: { car: 6 } }, most: 12 } }]);
    expect(decode(encode(both, true) ?? "")?.doc.relations).toEqual(both.relations);
    const at = (money: number, car: boolean): boolean[] => limitsOf(both).constraints.map((one) => obeys(one, [money, 48, 0, car ? 1 : 0, 0, car ? 0 : 1, 0], person, info));
    expect([at(4308, false), at(4308, true), at(3908, true), at(3508, true), at(4600, false)]).toEqual([[true, true], [false, true], [true, true], [true, false], [false, true]]);
    const change: Relation = { ...linear!, rhs: -100, of: "change" };
    expect([[4208, 0, 1], [4208, 1, 0], [3708, 1, 0]].map(([money, car, repairs]) => keeps(change, [money!, 48, 0, car!, 0, repairs!, 0], person, info))).toEqual([true, false, true]);
    expect(keeps(linear!, [4000, 48, 0, Number.NaN, Number.NaN, Number.NaN, 0], person, info)).toBe(false);
    const features = info.features.map((one) => (one === purpose ? { ...one, name: "Use", labels: ["auto", "firm", "mending"] } : one));
    expect(carried(both, { ...(doc.model as unknown as ModelRef), info: { ...info, features } }, new Map()).relations[0]!.terms).toEqual({ "Credit amount": 1, Use: { auto: 500 } });
    expect(requestOf(setRelations(doc, [{ ...linear!, terms: { Purpose: { boat: 1 } } }])).constraints ?? []).toEqual([]);
  });

  test("is added by the form, once it can be read", () => {
    const form = { ...emptyForm(doc)!, kind: "relation" as const, sentence: "credit amount at most 100 times duration" };
    expect(complete(doc, form)).toBe(true);
    expect(withLimit(doc, form).relations).toEqual([relation]);
    expect(complete(doc, { ...form, sentence: "credit amount at most" + " purpose" })).toBe(false);
  });

  test("is judged at points, of values and of changes", () => {
    const [constraint] = limitsOf(related).constraints;
    const at = (money: number, months: number): boolean => obeys(constraint!, [money, months, ...person.slice(2)], person, info);
    expect([at(4800, 48), at(4801, 48), at(3000, 12)]).toEqual([true, false, false]);
    const change: Relation = { terms: { "Credit amount": 1, Duration: 100 }, op: ">=", rhs: -500, of: "change" };
    expect(keeps(change, [3808, 48, ...person.slice(2)], person, info)).toBe(true);
    expect(keeps(change, [3808, 47, ...person.slice(2)], person, info)).toBe(false);
  });

  test("is judged with the engine's allowance for rounding, as the model reads numbers", () => {
    const single = { ...info, input: "float32" as const };
    const double = { ...info, input: "float64" as const };
    const range = amount.max - amount.min;
    const equal: Relation = { terms: { "Credit amount": 1 }, op: "=", rhs: 4000 };
    const off = (by: number, model: typeof single | typeof double): boolean => keeps(equal, [4000 + by, ...person.slice(1)], person, model);
    // A step of the type, of the number's size or its range's, and of the limit's own.
    for (const [model, step] of [[single, 2.5e-7], [double, 1e-9]] as const) {
      const most = step * (range + 4000);
      expect([off(0.99 * most, model), off(-0.99 * most, model), off(1.01 * most, model), off(-1.01 * most, model)]).toEqual([true, true, false, false]);
    }
    // The checker of certificates has the same number.
    expect([stepOf("float32"), stepOf("float64"), stepOf("float64_flushed")]).toEqual([2.5e-7, 1e-9, 1e-9]);
  });

  test("survives in a link and under another schema", () => {
    expect(decode(encode(related, true) ?? "")?.doc.relations).toEqual([relation]);
    expect(() => decode(encode(setRelations(doc, [{ terms: {}, op: "<=", rhs: 0 }]), true) ?? "")).toThrow("field e");
    const model = doc.model as unknown as ModelRef;
    const features = info.features.map((one) => (one === duration ? { ...one, name: "Months" } : one));
    expect(carried(related, { ...model, info: { ...info, features } }, new Map()).relations).toEqual([{ ...relation, terms: { "Credit amount": 1, Months: -100 } }]);
    expect(carried(related, { ...model, info: { ...info, features: features.slice(0, 1) } }, new Map()).relations).toEqual([]);
  });

  test("is a line on the map of its two features, with its forbidden side", () => {
    const line = (of: Relation, x: FeatureInfo, y: FeatureInfo, at = person): ReturnType<typeof onAxes> => onAxes(of, x, y, person, at, info.features);
    expect(line(relation, amount, duration)).toEqual({ a: 1, b: -100, c: 0, equal: false });
    expect(line({ ...relation, of: "change" }, amount, duration)).toEqual({ a: 1, b: -100, c: 4308 - 4800, equal: false });
    expect(line(relation, amount, purpose)).toBeNull();
    const scales = { x: scaleOf(axis(), 0, 100), y: scaleOf(axis(), 100, 0) };
    const plot = { x: 0, y: 0, w: 100, h: 100 };
    const [below] = relationPaths([{ a: 1, b: 1, c: 50, equal: false }], scales, plot, []);
    expect(below?.line).toBe("M50.0 100.0L0.0 50.0");
    expect(below?.forbidden).toBe("M0.0 0.0L100.0 0.0L100.0 100.0L50.0 100.0L0.0 50.0Z");
    expect(relationPaths([{ a: 1, b: 1, c: 50, equal: true }], scales, plot, [])[0]?.forbidden).toBe("");
    expect(relationPaths([{ a: 1, b: 0, c: -5, equal: false }], scales, plot, [])[0]).toEqual({ forbidden: "M0.0 0.0L100.0 0.0L100.0 100.0L0.0 100.0Z", line: "", grip: null });
  });

  test("whose line is dragged to a point holds there and no further: shifted by its number, a budget likewise, rounded to a pixel", () => {
    const grain = { x: 20, y: 0.1 };
    const to = { x: 3000, y: 40 };
    const at = person.with(2, 3);
    const put = (of: Relation): Relation => shifted(of, { axes: [amount, duration], to, grain }, person, at, info);
    expect(put(relation).rhs).toBe(-1000);
    expect(put({ ...relation, op: ">=" })).toEqual({ ...relation, op: ">=", rhs: -1000 });
    // 3,000 - 4,308 - 100 (40 - 48) is -508.
    expect(put({ ...relation, of: "change" }).rhs).toBe(-510);
    // 1,308 less and 8 months: 0.01 of the one and once the other, and the checking account of the slice.
    const budget: Relation = { terms: { "Credit amount": 0.01, Duration: 1 }, op: "<=", rhs: 12, of: "size" };
    expect(put(budget).rhs).toBe(21.1);
    expect(put({ ...budget, terms: { ...budget.terms, "Checking account": 2 } }).rhs).toBeCloseTo(21.1 + 2 * Math.abs(3 - person[2]!), 1);
    const drawn = drawnOnAxes(put(budget), amount, duration, person, person, info.features);
    if (!drawn || !("all" in drawn)) throw new Error("a budget is drawn as an area");
    expect(Math.max(...drawn.all.map(({ a, b, c }) => a * to.x + b * to.y - c))).toBeCloseTo(0, 0);
  });

  test("has a handle on its line, clear of the points", () => {
    const scales = { x: scaleOf(axis(), 0, 100), y: scaleOf(axis(), 100, 0) };
    const plot = { x: 0, y: 0, w: 100, h: 100 };
    const handle = { text: "", now: 50, turns: false };
    const at = (avoid: { x: number; y: number }[], turns = false): { x: number; y: number } | null | undefined => relationPaths([{ a: 1, b: 1, c: 100, equal: false, handle: { ...handle, turns } }], scales, plot, avoid)[0]?.grip;
    expect(at([])).toMatchObject({ id: "line-0", x: 50, y: 50, turn: 45 });
    expect(at([{ x: 50, y: 50 }])).toMatchObject({ x: 20, y: 20 });
    expect(at([{ x: 20, y: 20 }], true)).toMatchObject({ x: 88, y: 88 });
    expect(relationPaths([{ a: 0, b: 1, c: 50, equal: false }], scales, plot, [])[0]?.grip).toBeNull();
  });

  test("moves several numbers together: they are rounded together, to a point that keeps it and is accepted", async () => {
    const bound: Relation = { terms: { "Credit amount": 1, Duration: -100 }, op: "<=", rhs: -41.4 };
    const best: Counterfactual = { values: [3258.6, 33, ...person.slice(2)], cost: 1, changes: [{ feature: "Credit amount", from: 4308, to: 3258.6 }, { feature: "Duration", from: 48, to: 33 }], prediction: { class: 1, scores: [], raw: [] } };
    const answer: Answer = { status: "optimal", lower_bound: 1, counterfactuals: [best], work: { engine: "test", nodes: 1, milliseconds: 1 } };
    const model = (least: number): AskedModel =>
      modelThat(() => ({ ...answer, counterfactuals: [{ ...best, changes: [] }] }), {
        predict: (rows) => Promise.resolve(rows.map(([first = 0]) => ({ class: first >= least ? 1 : 0, scores: [], raw: [] }))),
        room: () => Promise.resolve([{ feature: "Credit amount", from: 3258.6, to: 3258.6 }, { feature: "Duration", from: 33, to: 33 }]),
      });
    const request = requestOf(setRelations(doc, [bound]));
    const text = async (least: number): Promise<string[]> => clauses(doc, await present(model(least), request, answer, true)).map(({ printed, decimals }) => printed.toFixed(decimals));
    // 3,259 breaks the relation, 3,258 keeps it.
    expect(await text(0)).toEqual(["33", "3258"]);
    expect(await text(3258.5)).toEqual(["33", "3258.6"]);
  });

  test("is drawn on the map of one of its features too, the others being as they are on the slice", () => {
    const other = { ...amount, name: "Savings", columns: [6] };
    const line = (of: Relation, at: number[], y = other): ReturnType<typeof onAxes> => onAxes(of, amount, y, person, at, info.features);
    const answer = [3345, 33, 3, ...person.slice(3)];
    const three: Relation = { terms: { "Credit amount": 1, Duration: -100, "Checking account": 50 }, op: ">=", rhs: 10 };
    expect(line(three, person)).toEqual({ a: -1, b: -0, c: -(10 + 4800), equal: false });
    expect(line(three, answer)).toEqual({ a: -1, b: -0, c: -(10 + 3300 - 150), equal: false });
    expect(line({ ...three, of: "change" }, answer)).toEqual({ a: -1, b: -0, c: -(10 + 4308 - 1500 - 150), equal: false });
    expect(line(three, answer, checking)).toBeNull();
    expect(line({ ...three, terms: { Duration: 1 } }, answer)).toBeNull();
    expect(line(three, [3345, Number.NaN, ...answer.slice(2)])).toBeNull();
  });
});
