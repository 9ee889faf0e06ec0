/** Causal constraints: read from a sentence, asked, said, drawn, kept in a link, judged at points. */
import { describe, expect, test } from "vitest";
import { applyChange, setRange } from "../../www/src/page/state/editing/actions.js";
import { readCause, readLearned } from "../../www/src/page/state/limits/cause-sentence.js";
import { causeOnAxes, circle, follows, setCauses, turned } from "../../www/src/page/state/limits/causes.js";
import { clausesOf } from "../../www/src/page/state/answer/claims.js";
import { costOf } from "../../www/src/page/state/request/cost.js";
import { decode, encode } from "../../www/src/page/state/opening/fragment.js";
import { complete, emptyForm, withLimit } from "../../www/src/page/state/editing/limit-form.js";
import { loosen, looseningsFor } from "../../www/src/page/state/answer/loosen.js";
import { limitsOf, obeys, originAt, requestOf, staysBest } from "../../www/src/page/state/request/request.js";
import { carried } from "../../www/src/page/state/opening/schema.js";
import type { Answer, FeatureInfo } from "../../www/src/types.js";
import { chipsOf, limitText } from "../../www/src/page/view/chips.js";
import { loosenText } from "../../www/src/page/view/limits.js";
import { plain, words } from "../../www/src/page/view/words.js";
import { amount, doc, duration, info, modelThat, person, purpose } from "./page-fixtures.js";
import type { Cause, ModelRef } from "../../www/src/page/state/document/document.js";

const named = (name: string, part: Partial<FeatureInfo> = {}): FeatureInfo => ({ ...amount, name, ...part });
const money = [named("Debt"), named("Income"), named("Savings"), named("Children", { kind: "integer" }), { ...purpose, name: "Purpose" }, named("Level", { kind: "ordinal", labels: ["low", "high"], values: [0, 1] })];
const read = (text: string, causes: Cause[] = []): unknown => {
  const found = readCause(text, money, causes, "own");
  return "wrong" in found ? [found.wrong, found.word] : found.cause;
};
const savings: Cause = { feature: "Savings", parents: { Income: 0.4 }, cost: "own" };

describe("a consequence, as a sentence", () => {
  test("is read in the ways that people say it", () => {
    for (const text of ["Savings = 0.4 * Income + rest", "savings = 0.4 income", "Savings follows 40% of Income", "the savings follow from 0.4 times the income plus the rest".replace("follow from", "follows from"), "Savings changes by 0.4 \u00d7 Income", "Savings equals 0.4 Income + noise"]) expect(read(text), text).toEqual(savings);
    expect(read("Debt = Income - 2 times Savings + 100 Children + rest")).toEqual({ feature: "Debt", parents: { Income: 1, Savings: -2, Children: 100 }, cost: "own" });
    expect(read("Children follows half of Level")).toEqual({ feature: "Children", parents: { Level: 0.5 }, cost: "own" });
    expect(readCause("Savings = 0.4 Income", money, [], "none")).toEqual({ cause: { ...savings, cost: "none" } });
  });

  test("may be the contract's JSON, which states its own cost", () => {
    expect(read('{"feature": "Savings", "parents": {"Income": 0.4}}')).toEqual(savings);
    expect(read('{"causal": {"feature": "Savings", "parents": {"Income": 0.4}, "cost": "none"}}')).toEqual({ ...savings, cost: "none" });
    expect(read('{"feature": "Savings", "parents": {}}')).toEqual(["form", ""]);
    expect(read('{"feature": "Saving", "parents": {"Income": 1}}')).toEqual(["unknown", "Saving"]);
    expect(read("{")).toEqual(["form", ""]);
  });

  test("is refused with the word that is not understood", () => {
    const refused = [
      ["", ["nothing", ""]],
      ["Savings", ["noCause", ""]],
      ["Savings = 500 + rest", ["nothing", ""]],
      ["Savings = 0.4 Incom", ["unknown", "Incom"]],
      ["Savings = 0.4 Purpose", ["category", "Purpose"]],
      ["Savings at most 0.4 Income", ["form", "at most"]],
      ["Savings less than Income", ["strict", "less than"]],
      ["Savings + Debt = Income", ["notOne", "Savings + Debt"]],
      ["2 Savings = Income", ["notOne", "2 Savings"]],
      ["= Income", ["notOne", ""]],
      ["Savings = Income = Debt", ["twice", "="]],
      ["Level = Income", ["level", "Level"]],
      ["Savings = 3 4 Income", ["twoFactors", "4"]],
    ] as const;
    for (const [sentence, why] of refused) expect(read(sentence)).toEqual(why);
    for (const wrong of ["nothing", "unknown", "category", "strict", "form", "noCause", "twice", "notOne", "level", "already", "circle", "twoFactors", "factorAlone"] as const) expect(words.cause.wrong[wrong]("word").length).toBeGreaterThan(10);
  });

  test("may chain, but not come back to itself, and a feature follows in one way only", () => {
    expect(read("Debt = 2 Savings", [savings])).toEqual({ feature: "Debt", parents: { Savings: 2 }, cost: "own" });
    expect(read("Income = 2 Savings", [savings])).toEqual(["circle", "Income \u2190 Savings \u2190 Income"]);
    expect(read("Savings = Savings + Income")).toEqual(["circle", "Savings \u2190 Savings"]);
    expect(read("Savings = 2 Debt", [savings])).toEqual(["already", "Savings"]);
    const chain: Cause[] = [savings, { feature: "Debt", parents: { Savings: 1 }, cost: "own" }];
    expect(circle(chain, { feature: "Income", parents: { Children: 1, Debt: 1 }, cost: "own" })).toEqual(["Income", "Debt", "Savings", "Income"]);
    expect(circle(chain, { feature: "Children", parents: { Debt: 1 }, cost: "own" })).toBeNull();
  });
});

describe("a consequence, in the document", () => {
  const cause: Cause = { feature: "Credit amount", parents: { Duration: 120, "Checking account": -50 }, cost: "none" };
  const linked = setCauses(doc, [cause]);
  const point = (amount: number, months: number, level = 0): number[] => [amount, months, level, ...person.slice(3)];

  test("is asked, is a chip, and is the place that a conflict points to", () => {
    expect(requestOf(linked).constraints).toEqual([{ causal: cause }]);
    expect(requestOf(setCauses(doc, [{ ...cause, cost: "own" }])).constraints).toEqual([{ causal: { feature: cause.feature, parents: cause.parents } }]);
    const [chip] = chipsOf(linked);
    expect(chip?.text).toBe("Credit amount = 120 \u00d7 duration \u2212 50 \u00d7 checking account + rest, at no cost");
    expect(chip?.remove(linked).causes).toEqual([]);
    const origin = originAt(linked, "/constraints/0");
    expect(origin && limitText(linked, origin)).toBe(chip?.text);
  });

  test("is added by the form, once it can be read", () => {
    expect(decode(encode(setCauses(doc, [cause]), true) ?? "")?.doc.causes).toEqual([cause]);
    const form = { ...emptyForm(doc)!, kind: "cause" as const, sentence: "credit amount = 120 duration + rest", cost: "none" as const };
    expect(complete(doc, form)).toBe(true);
    expect(withLimit(doc, form).causes).toEqual([{ feature: "Credit amount", parents: { Duration: 120 }, cost: "none" }]);
    expect(complete(linked, form)).toBe(false);
    expect(complete(doc, { ...form, sentence: "purpose = duration" })).toBe(false);
  });

  test("is judged at points: whole numbers the nearest, others to rounding; levels count by their values", () => {
    expect(follows(cause, point(4308 - 120, 47), person, info)).toBe(true);
    expect(follows(cause, point(4308 - 120.1, 47), person, info)).toBe(false);
    // The third level has the value 3.
    expect(follows(cause, point(4308 - 150, 48, 3), person, info)).toBe(true);
    const months = { feature: "Duration", parents: { "Credit amount": 0.001 } };
    expect([4308 + 400, 4308 + 600].map((amount) => follows(months, point(amount, 48), person, info))).toEqual([true, false]);
    const [constraint] = limitsOf(linked).constraints;
    expect(obeys(constraint!, person, person, info)).toBe(true);
    expect(costOf(linked, point(4308 - 120, 47))).toBeCloseTo(1 / 68);
  });

  test("that costs nothing makes an earlier answer no longer the best", () => {
    const own = requestOf(setCauses(doc, [{ ...cause, cost: "own" }]));
    expect(staysBest(requestOf(doc), own, point(4188, 47), person, info)).toBe(true);
    expect(staysBest(requestOf(doc), requestOf(linked), point(4188, 47), person, info)).toBe(false);
  });

  test("survives in a link and under another schema", () => {
    expect(decode(encode(linked, true) ?? "")?.doc.causes).toEqual([cause]);
    expect(() => decode(encode(setCauses(doc, [{ ...cause, parents: {} }]), true) ?? "")).toThrow("field f");
    const model = doc.model as unknown as ModelRef;
    const features = info.features.map((one) => (one === duration ? { ...one, name: "Months" } : one));
    expect(carried(linked, { ...model, info: { ...info, features } }, new Map()).causes).toEqual([{ ...cause, parents: { Months: 120, "Checking account": -50 } }]);
    expect(carried(linked, { ...model, info: { ...info, features: features.slice(0, 1) } }, new Map()).causes).toEqual([]);
  });

  test("is a line on the map, which moves with causes that are not on it", () => {
    const at = point(0, 0, 3);
    expect(causeOnAxes(cause, amount, duration, person, at, info.features)).toEqual({ a: 1, b: -120, c: 4308 - 120 * 48 - 150, equal: true });
    expect(causeOnAxes(cause, duration, purpose, person, at, info.features)).toBeNull();
    expect(causeOnAxes({ feature: "Duration", parents: { "Checking account": 2 }, cost: "own" }, amount, duration, person, at, info.features)).toEqual({ a: 0, b: 1, c: 54, equal: true });
  });

  test("whose line is dragged turns about the person's point: the weight of the cause on the map changes, and no other", () => {
    const at = person.with(2, 3);
    const put = (x: number, y: number): typeof cause => turned(cause, { axes: [amount, duration], to: { x, y }, grain: { x: 20, y: 0.1 } }, person, at, info.features);
    const off = causeOnAxes(cause, amount, duration, person, at, info.features)!;
    const turnedTo = put(2000, 30);
    expect({ ...turnedTo.parents, Duration: 0 }).toEqual({ ...cause.parents, Duration: 0 });
    const line = causeOnAxes(turnedTo, amount, duration, person, at, info.features)!;
    expect(Math.abs(line.a * 2000 + line.b * 30 - line.c)).toBeLessThan(20);
    expect(off.a * 2000 + off.b * 30 - off.c).not.toBeCloseTo(0, 0);
    // Straight above the person's own duration every weight gives the same.
    expect(put(2000, 48.1)).toBe(cause);
  });

  test("is told apart from actions in the sentence", () => {
    const changes = [{ feature: "Credit amount", from: 4308, to: 4188, range: [4188, 4188] as [number, number], consequence: true as const }, { feature: "Duration", from: 48, to: 47, range: [47, 47] as [number, number] }];
    const list = clausesOf(info.features, person, { values: point(4188, 47), cost: 1, changes, prediction: { class: 1, scores: [], raw: [] } }, null);
    expect(list.map((clause) => clause.follows ?? false)).toEqual([true, false]);
    const said = words.sentence({ of: "class", text: "accepted", subject: "you" }, [{ name: "Credit amount", value: "4,188 DM", claim: "exactly", now: "4,308", follows: true }, { name: "Duration", value: "47 months", claim: "exactly", now: "48" }], true);
    expect(plain(said).replaceAll("\u00a0", " ")).toBe("You would be accepted if your duration were 47 months (now 48); your credit amount would follow to 4,188 DM (now 4,308). Everything else stays.");
  });

  test("is dropped where it is in the way", async () => {
    const none: Answer = { status: "infeasible", lower_bound: null, counterfactuals: [], conflict: ["/constraints/0"], work: { engine: "test", nodes: 1, milliseconds: 1 } };
    const found: Answer = { ...none, status: "optimal", lower_bound: 1, counterfactuals: [{ values: point(4188, 48), cost: 1, changes: [{ feature: "Credit amount", from: 4308, to: 4188 }], prediction: { class: 1, scores: [], raw: [] } }] };
    const handle = modelThat(() => found, { room: () => Promise.resolve([]) });
    const [first] = looseningsFor({ request: requestOf(linked), answer: none, room: null, replay: null, extra: null });
    const done = await loosen(handle, linked, first!, {});
    expect(done).toMatchObject({ state: "proved", change: { set: "causes", causes: [] } });
    expect(loosenText(linked, done)).toMatch(/^Drop the consequence: credit amount = /);
    expect(applyChange(linked, done.change!).causes).toEqual([]);
  });
});

describe("a cause learned from the rows", () => {
  const learned = (text: string): unknown => {
    const found = readLearned(text, money, [savings], "none");
    return "wrong" in found ? [found.wrong, found.word] : found.cause;
  };

  test("is said without numbers, of categories too", () => {
    for (const text of ["Debt follows Income and Purpose", "the debt follows from income, purpose", "Debt = Income + Purpose + rest", "Debt Income Purpose"]) expect(learned(text), text).toEqual({ feature: "Debt", parents: { Income: 1, Purpose: 1 }, cost: "none", learned: true });
    expect(learned("Debt = 2 Income")).toEqual(["noNumbers", "2"]);
    expect(learned("Debt at most Income")).toEqual(["noNumbers", "at most"]);
    expect(learned("Debt follows Incom")).toEqual(["unknown", "Incom"]);
    expect(learned("Debt")).toEqual(["nothing", ""]);
    expect(learned("Savings follows Income")).toEqual(["already", "Savings"]);
    expect(learned("Income follows Savings")).toEqual(["circle", "Income \u2190 Savings \u2190 Income"]);
    expect(learned("Level follows Income")).toEqual(["level", "Level"]);
  });

  test("is asked, told and kept in links", () => {
    const cause: Cause = { feature: duration.name, parents: { [amount.name]: 1, [purpose.name]: 1 }, cost: "own", learned: true };
    const now = setCauses(doc, [cause]);
    const asked = { causal: { feature: duration.name, learned: { parents: [amount.name, purpose.name] } } };
    expect(limitsOf(now).constraints).toContainEqual(asked);
    expect(chipsOf(now).map((chip) => chip.text)).toContain(words.cause.learned(duration.name, [amount.name, purpose.name].map((name) => words.relation.name(name, false)), false));
    expect(obeys(asked, person, person, info)).toBe(true);
    // An answer keeps the constraint under which it was proved, though only the engine can judge it: a tighter limit elsewhere asks for no new search.
    const moved = person.map((x, column) => (column === duration.columns[0] ? x + 1 : x));
    expect(staysBest(requestOf(now), requestOf(setRange(now, amount, { max: 5000 })), moved, person, info)).toBe(true);
    expect(obeys(asked, moved, person, info)).toBe(false);
    const form = { ...emptyForm(doc)!, kind: "cause" as const, learn: true, sentence: `${duration.name} follows ${amount.name}` };
    expect(complete(doc, form)).toBe(true);
    expect(withLimit(doc, form).causes).toEqual([{ feature: duration.name, parents: { [amount.name]: 1 }, cost: "own", learned: true }]);
  });
});
