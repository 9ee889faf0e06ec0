/** Answers between rows: asked for, said, loosened, kept in a link, held against pins; and the way of a real row. */
import { describe, expect, test } from "vitest";
import { setMaxChanges, setNorm, toggleLock } from "../../www/src/page/state/editing/actions.js";
import { setCauses } from "../../www/src/page/state/limits/causes.js";
import { decode, encode } from "../../www/src/page/state/opening/fragment.js";
import { BETWEEN, setHull } from "../../www/src/page/state/limits/hull.js";
import { loosen, looseningsFor } from "../../www/src/page/state/answer/loosen.js";
import { addPin, Pins, pinStatus } from "../../www/src/page/state/compare/pins.js";
import { obeys, originAt, requestOf, requestWithout } from "../../www/src/page/state/request/request.js";
import { badgeOf, clauses } from "../../www/src/page/state/answer/selectors.js";
import { present } from "../../www/src/page/state/answer/shown.js";
import type { Shown, Way } from "../../www/src/page/state/document/state.js";
import { Store } from "../../www/src/page/state/document/store.js";
import { setTypical } from "../../www/src/page/state/limits/typical.js";
import { answerWay, waysFor } from "../../www/src/page/state/answer/ways.js";
import type { Answer, RequestDoc } from "../../www/src/types.js";
import { chipsOf, lifted } from "../../www/src/page/view/chips.js";
import { mixtureText } from "../../www/src/page/view/data/hull.js";
import { reason } from "../../www/src/page/view/ways.js";
import { hulls } from "../../www/src/page/state/map/hulls.js";
import { costOf } from "../../www/src/page/state/request/cost.js";
import { rulesFor, setSeveral, severalOf } from "../../www/src/page/state/request/several.js";
import type { Distinct } from "../../www/src/page/state/document/document.js";
import { loosenText } from "../../www/src/page/view/limits.js";
import { words } from "../../www/src/page/view/words.js";
import { type AskedModel, doc, info, modelThat, person } from "./page-fixtures.js";

const inside = setHull(doc, BETWEEN);
const work = { engine: "test", nodes: 1, milliseconds: 1 };
const values = [3345.4, ...person.slice(1)];
const mixture = [{ row: 4, weight: 0.125 }, { row: 1, weight: 0.5 }, { row: 16, weight: 0.125 }, { row: 2, weight: 0.125 }, { row: 9, weight: 0.125 }];
const found: Answer = {
  status: "optimal",
  lower_bound: 1,
  counterfactuals: [{ values, cost: 1, hull: mixture, changes: [{ feature: "Credit amount", from: 4308, to: 3345.4, range: [3345.4, 3345.4] }], prediction: { class: 1, scores: [0.4, 0.6], raw: [] } }],
  work,
};
const none: Answer = { status: "infeasible", lower_bound: null, counterfactuals: [], conflict: ["/constraints/0", "/plausibility/hull"], work };
const shownOf = (answer: Answer, request: RequestDoc): Shown => ({ request, answer, room: null, replay: answer.counterfactuals[0] ? { prediction: answer.counterfactuals[0].prediction, meets: true } : null, extra: 0 });

/** A model that has answers from an enlargement on, and accepts everything. */
const handle = (least: number): AskedModel =>
  modelThat(({ plausibility }) => (!plausibility?.hull || Number(plausibility.hull.epsilon ?? 0) >= least ? found : none), {
    rows: () => Promise.resolve([person, [1, 2, 3, 4, 5, 6, 7], values]),
    room: () => Promise.resolve([{ feature: "Credit amount", from: 3345.4, to: 3345.4 }]),
  });

describe("an answer between rows", () => {
  test("is a part of the request beside how usual it is, a chip, and a field of the link", () => {
    expect(requestOf(inside).plausibility).toEqual({ hull: { epsilon: 0.05, norm: "l1", clusters: 1 } });
    const both = setTypical(inside, 0.1);
    expect(requestOf(both).plausibility).toEqual({ isolation_forest: { outlier_quantile: 0.1 }, hull: BETWEEN });
    expect(requestWithout(requestOf(both), "/plausibility/hull").plausibility).toEqual({ isolation_forest: { outlier_quantile: 0.1 } });
    expect(requestWithout(requestOf(both), "/plausibility/isolation_forest").plausibility).toEqual({ hull: BETWEEN });
    expect(requestOf(setHull(inside, null)).plausibility).toBeUndefined();
    const [chip] = chipsOf(inside);
    expect(chip?.text).toBe("Between accepted rows, or 5\u00a0% outside");
    expect(chip?.remove(inside).hull).toBeNull();
    expect(chipsOf(setHull(doc, { ...BETWEEN, epsilon: 0, clusters: 3 }))[0]?.text).toBe("Between accepted rows of 1 of 3 groups");
    expect(decode(encode(inside, false) ?? "")?.doc.hull).toEqual(BETWEEN);
    expect(decode(encode(doc, false) ?? "")?.doc.hull).toBeUndefined();
    expect(() => decode(encode(setHull(doc, { ...BETWEEN, epsilon: -1 }), false) ?? "")).toThrow("field h");
    expect(originAt(inside, "/plausibility/hull")).toEqual({ part: "hull", feature: null });
  });

  test("may be soft: the distance has a price in place of a limit, nothing is hatched, and costs are the engine's alone", () => {
    const soft = setHull(doc, { price: 1, norm: "l1", clusters: 2 });
    expect(requestOf(soft).plausibility).toEqual({ hull: { price: 1, norm: "l1", clusters: 2 } });
    expect(chipsOf(soft)[0]?.text).toBe("Near accepted rows of 1 of 2 groups, at 1 a range");
    expect(decode(encode(soft, false) ?? "")?.doc.hull).toEqual(soft.hull);
    expect(() => decode(encode(setHull(doc, { price: 1, epsilon: 0, norm: "l1", clusters: 1 }), false) ?? "")).toThrow("field h");
    const state = { ...new Store((run) => run()).state, doc: soft };
    expect(hulls.about(state)).toBeNull();
    expect(hulls.about({ ...state, doc: inside })).not.toBeNull();
    expect([soft, inside].map((one) => Number.isNaN(costOf(one, values)))).toEqual([true, false]);
    expect(mixtureText(shownOf(found, requestOf(soft)))).toContain("Near a mixture");
  });

  test("has others by group and by distance, where there are any, and as the search met them", async () => {
    const rules = (now: typeof doc): Distinct[] => rulesFor(now).filter((one) => typeof one === "string");
    const grouped = setHull(doc, { ...BETWEEN, clusters: 3 });
    expect(rules(doc)).toEqual(["features", "regions", "ties", "met"]);
    expect(rules(grouped)).toEqual(["features", "regions", "ties", "groups", "nearer", "met"]);
    expect(rules(setHull(doc, { price: 1, norm: "l1", clusters: 1 }))).toEqual(rules(doc));
    const by = async (distinct: Distinct, model: AskedModel): Promise<(Way & { text: string })[]> => {
      const now = setSeveral(grouped, { distinct, count: 3 });
      expect(decode(encode(now, false) ?? "")?.doc.several).toEqual(now.several);
      const all = waysFor(shownOf(found, requestOf(grouped)), info.classes, 0, false, severalOf(now)).filter(({ kind }) => kind === "other");
      return Promise.all(all.map(async (way) => ({ ...(await answerWay(model, requestOf(grouped), way, {})), text: reason(way) })));
    };
    const near = handle(0.02);
    const nearest = await by("nearer", near);
    expect(nearest.map(({ text, state }) => [text, state])).toEqual([["Alternative 1: at most 2\u00a0% outside", "proved"], ["Alternative 2: nothing outside", "impossible"]]);
    expect(near.asked.every(({ plausibility }) => typeof plausibility?.hull?.epsilon === "number")).toBe(true);
    const first = found.counterfactuals[0]!;
    const groups = await by("groups", modelThat(({ plausibility }) => (plausibility?.hull?.each ? { ...found, counterfactuals: [first, { ...first, cost: 2 }] } : found), { room: () => handle(0).room({ query: [], target: { class: 1 } }, []) }));
    expect(groups.map(({ text, state, cost }) => [text, state, cost])).toEqual([
      ["Alternative 1: in another group than the smallest change", "proved", 2],
      ["Alternative 2: in another group than the smallest change and each alternative before", "impossible", null],
      ["Alternative 3: in another group than the smallest change and each alternative before", "impossible", null],
    ]);
    const met = await by("met", modelThat(({ pool }) => (pool ? { ...found, pool: [{ ...first, cost: 3 }] } : found), { room: () => handle(0).room({ query: [], target: { class: 1 } }, []) }));
    // Nothing is proved of them.
    expect(met.map(({ text, state, cost }) => [text, state, cost])).toEqual([1, 2, 3].map((n) => [`Alternative ${String(n)}: met before the smallest; nothing proved`, n === 1 ? "open" : "impossible", n === 1 ? 3 : null]));
    expect(badgeOf(new Store((run) => run()).state, met[0]!.shown!)).toBe("not settled");
    // Without the hull the rule has no meaning, and the usual one is asked for.
    expect(severalOf(setSeveral(doc, { distinct: "groups" })).distinct).toBe("features");
  });

  test("may cost how odd steps are together among the rows", () => {
    const odd = setNorm(doc, "rows");
    expect(requestOf(odd).cost).toMatchObject({ quadratic: { ridge: 0.01 }, norm: "l1" });
    expect(decode(encode(odd, false) ?? "")?.doc.norm).toBe("rows");
    expect(costOf(odd, values)).toBeNaN();
  });

  test("names the rows that it is a mixture of", () => {
    expect(mixtureText(shownOf(found, requestOf(inside)))).toBe("Near a mixture of row 2 (50 %), row 3 (12.5 %), row 5 (12.5 %) and 2 more.".replaceAll(" %", "\u00a0%"));
    const exact = { ...found, counterfactuals: [{ ...found.counterfactuals[0]!, hull: [{ row: 0, weight: 1 }] }] };
    expect(mixtureText(shownOf(exact, requestOf(setHull(doc, { ...BETWEEN, epsilon: 0 }))))).toBe("A mixture of row 1 (100\u00a0%).");
    expect(mixtureText(shownOf({ ...found, counterfactuals: [] }, requestOf(doc)))).toBeNull();
  });

  test("is loosened no further than needed, and lifted where nothing less helps", async () => {
    const limited = toggleLock(inside, "Phone");
    const [, second] = looseningsFor(shownOf(none, requestOf(limited)));
    if (!second) throw new Error("the conflict names two limits");
    const model = handle(0.2);
    const done = await loosen(model, limited, second, {});
    expect(done).toMatchObject({ state: "proved", change: { set: "hull", hull: { ...BETWEEN, epsilon: 0.2 } } });
    // The last is about the point as it is written.
    expect(model.asked.map((one) => one.plausibility?.hull?.epsilon)).toEqual([0.1, 0.2, 0.2, 0.2]);
    expect(loosenText(limited, done)).toBe("Allow 20\u00a0% outside the rows instead of 5\u00a0%");
    const lifted = await loosen(handle(9), limited, second, {});
    expect(lifted.change).toEqual({ set: "hull", hull: null });
    expect(loosenText(limited, lifted)).toBe("Allow an answer far from all rows");
  });

  test("a pin that lies elsewhere says so, once the engine has looked", async () => {
    const store = new Store((run) => run());
    new Pins(store, () => handle(0.1));
    store.set({ doc });
    const pin = { name: "Cheapest", values: person };
    store.edit((now) => addPin(now, pin));
    store.edit((now) => setHull(now, BETWEEN));
    expect(pinStatus(store.state, pin).reaches).toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(pinStatus(store.state, pin).broken).toEqual([{ part: "hull", feature: null }]);
    store.edit((now) => setHull(now, { ...BETWEEN, epsilon: 0.5 }));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(pinStatus(store.state, pin)).toMatchObject({ reaches: true, broken: [] });
  });
});

describe("a number beside which nothing may move", () => {
  /** 3345 is not accepted; amounts beyond 3346 are not between the rows. */
  const model = (most: number): AskedModel =>
    modelThat((request) => (Array.isArray(request.query) && (request.query[0] ?? 0) > most ? none : found), {
      predict: (rows) => Promise.resolve(rows.map(([first = 0]) => ({ class: first > 3345.2 ? 1 : 0, scores: [0.4, 0.6], raw: [] }))),
      room: () => Promise.resolve([{ feature: "Credit amount", from: 3345.4, to: 3345.4 }]),
    });
  const text = (shown: Shown): string[] => clauses({ ...doc, person }, shown).map(({ printed, decimals }) => printed.toFixed(decimals));

  test("is rounded to a point that the model accepts and the engine finds between the rows, else written in full", async () => {
    const near = await present(model(3346), requestOf(inside), found, true);
    expect([near.free, near.extra, text(near)]).toEqual(["back", 0, ["3346"]]);
    expect(clauses({ ...doc, person }, near)[0]?.claim).toBe("exactly");
    const nearer = await present(model(3345.5), requestOf(inside), { ...found, counterfactuals: [{ ...found.counterfactuals[0]!, values: [3345.42, ...person.slice(1)] }] }, true);
    expect([nearer.free, nearer.extra]).toEqual(["near", 1]);
    const nowhere = await present(model(3345.3), requestOf(inside), found, true);
    expect([nowhere.free, text(nowhere)]).toEqual([undefined, ["3345.4"]]);
  });
});

describe("the way of a real row", () => {
  const way: Way = { of: requestOf(doc), id: "row", kind: "row", state: "waiting", cost: null, shown: null };

  test("is asked for where there are rows, and not beside a hull", () => {
    const ids = (request: RequestDoc, rows: number): string[] => waysFor(shownOf(found, request), info.classes, rows).map((one) => one.id);
    expect(ids(requestOf(doc), 100)).toContain("row");
    expect(ids(requestOf(doc), 0)).not.toContain("row");
    expect(ids(requestOf(inside), 100)).not.toContain("row");
  });

  test("is the engine's nearest row, by its number", async () => {
    const model = handle(0);
    const done = await answerWay(model, requestOf(doc), way, {});
    expect(model.asked[0]).toMatchObject({ real_rows: true });
    expect(done).toMatchObject({ state: "proved", row: 2, cost: 1 });
    expect(words.way.row(done.row ?? null)).toBe("A real row (row\u00a03)");
  });

  test("breaks the fewest limits where none keeps all, and says which; a refused row is none", async () => {
    const tight = setMaxChanges(toggleLock(toggleLock(doc, "Credit amount"), "Duration"), 3);
    const at = (amount: number, months: number): number[] => [amount, months, ...person.slice(2)];
    const rows = [at(4300, 47), at(4308, 20), at(4308, 10), at(4308, 46)];
    const model = modelThat(
      (request) => {
        const kept = rows.slice(0, 3).filter((row) => (request.constraints ?? []).every((one) => obeys(one, row, person, info)));
        const [row] = kept.sort((a, b) => b[1]! - a[1]!);
        return row ? { ...found, counterfactuals: [{ ...found.counterfactuals[0]!, values: row, cost: 1 }] } : none;
      },
      { rows: () => Promise.resolve(rows), predict: (list) => Promise.resolve(list.map((row) => ({ class: row[1] === 46 ? 0 : 1, scores: [0.4, 0.6], raw: [] }))), room: () => Promise.resolve([]) },
    );
    const done = await answerWay(model, requestOf(tight), way, {});
    expect(done).toMatchObject({ state: "proved", row: 1, breaks: ["/constraints/1"] });
    expect(originAt(tight, done.breaks![0]!)).toEqual({ part: "lock", feature: "Duration" });
    expect(lifted(tight, [originAt(tight, done.breaks![0]!)!]).limits.get("Duration")?.lock ?? false).toBe(false);
    const nobody = modelThat(() => none, { rows: () => Promise.resolve(rows), predict: (list) => Promise.resolve(list.map(() => ({ class: 0, scores: [0.6, 0.4], raw: [] }))) });
    expect(await answerWay(nobody, requestOf(tight), way, {})).toMatchObject({ state: "impossible", shown: null });
  });

  test("is given up last to be as usual as is asked", async () => {
    const model = modelThat(({ plausibility }) => (plausibility ? none : found), { rows: () => Promise.resolve([values]), room: () => Promise.resolve([]) });
    expect(await answerWay(model, requestOf(setTypical(doc, 0.5)), way, {})).toMatchObject({ state: "proved", breaks: ["/plausibility/isolation_forest"] });
  });
});

test("lists lose several of their limits at once", () => {
  const two = setCauses(doc, [{ feature: "Duration", parents: { "Credit amount": 1 }, cost: "own" }, { feature: "Credit amount", parents: { Phone: 1 }, cost: "own" }]);
  expect(lifted(two, [{ part: "cause", feature: null, rule: 0 }, { part: "cause", feature: null, rule: 1 }]).causes).toEqual([]);
});
