import { describe, expect, test } from "vitest";
import { applyChange, setLimit, setMaxChanges, setRange, setValue, toggleLevel, toggleLock } from "../../www/src/page/state/editing/actions.js";
import { coordinate, nearest, snapPoints, withCoordinate } from "../../www/src/model/feature.js";
import { limitsOf, meets, requestOf, staysBest } from "../../www/src/page/state/request/request.js";
import { fileLimits, relaxedSchema } from "../../www/src/page/state/limits/file-limits.js";
import { cardOrder, defaultTarget, mapPair, possibleGain, valueTarget } from "../../www/src/page/state/answer/selectors.js";
import { Store } from "../../www/src/page/state/document/store.js";
import { decode, encode } from "../../www/src/page/state/opening/fragment.js";
import { complete, emptyForm, withLimit } from "../../www/src/page/state/editing/limit-form.js";
import { AGREES, APART, DIFFERS, partsFor, PREDICTS, REFUSES } from "../../www/src/page/state/limits/other-model.js";
import type { Doc } from "../../www/src/page/state/document/document.js";
import { amount, checking, doc, duration, info, otherModel, person, phone, purpose } from "./page-fixtures.js";

describe("a feature's coordinate", () => {
  test("is the raw value, or the level of codes and of one-hot columns", () => {
    expect([amount, duration, checking, purpose, phone].map((one) => coordinate(one, person))).toEqual([4308, 48, 0, 1, 0]);
  });

  test("goes back into the row that it came from", () => {
    expect(withCoordinate(purpose, person, 2)).toEqual([4308, 48, 0, 0, 0, 1, 0]);
    expect(withCoordinate(checking, person, 2)).toEqual([4308, 48, 3, 0, 1, 0, 0]);
  });

  test("snaps ends to the model's own cells: an integer range ends before the cut and begins after it", () => {
    expect(snapPoints(duration, "max")).toEqual([4, 11, 33, 47, 72]);
    expect(snapPoints(duration, "min")).toEqual([4, 12, 34, 48, 72]);
    expect(nearest(snapPoints(duration, "max"), 30)).toBe(33);
  });
});

describe("the request", () => {
  test("says everything that is asked, levels by label and ranges by raw value", () => {
    const limited = [
      (one: typeof doc) => setRange(one, amount, { min: 2900, max: 6500 }),
      (one: typeof doc) => setRange(one, checking, { max: 1 }),
      (one: typeof doc) => setLimit(one, "Duration", { change: "decrease" }),
      (one: typeof doc) => toggleLevel(one, purpose, 0),
      (one: typeof doc) => toggleLock(one, "Phone"),
      (one: typeof doc) => setMaxChanges(one, 2),
    ].reduce((one, verb) => verb(one), doc);
    expect(requestOf(limited)).toEqual({
      query: person,
      target: { class: 1 },
      cost: { norm: "l1" },
      constraints: [
        { range: { feature: "Credit amount", min: 2900, max: 6500 } },
        { direction: { feature: "Duration", change: "decrease" } },
        { range: { feature: "Checking account", max: 1 } },
        { levels: { feature: "Purpose", allow: ["business", "repairs"] } },
        { fix: "Phone" },
        { max_changes: 2 },
      ],
    });
    expect(limitsOf(limited).origins.map((one) => one.part)).toEqual(["range", "change", "range", "allow", "lock", "maxChanges"]);
  });

  test("another model has to give the target's class, or of two classes the other", () => {
    const document = { format: "espalier" };
    const asked = (part: string, now = doc): unknown => requestOf({ ...now, others: [otherModel("b.json", document, part)] }).constraints;
    expect(asked(AGREES)).toEqual([{ also: { model: document, target: { class: 1 } } }]);
    expect(asked(REFUSES)).toEqual([{ also: { model: document, target: { class: 0 } } }]);
    const turned = { ...document, classes: [...info.classes].reverse() };
    const named = (part: string): unknown => requestOf({ ...doc, others: [otherModel("b.json", turned, part)] }).constraints;
    expect(named(REFUSES), "by its name, wherever the other model has it").toEqual([{ also: { model: turned, target: { class: info.classes[0] } } }]);
    expect(named(AGREES), "by its name, wherever the other model has it").toEqual([{ also: { model: turned, target: { class: info.classes[1] } } }]);
    expect(asked(REFUSES, { ...doc, target: { class: 0 } })).toEqual([{ also: { model: document, target: { class: 1 } } }]);
  });

  test("another model may have a class or an interval of its own, beside any target", () => {
    const document = { format: "espalier" };
    for (const target of [{ class: 1 }, { classes: [0, 1] }, { value: [1, 2] as [number, number] }, { best: { class: 1 } }] satisfies Doc["target"][]) {
      const asked = (part: string, value?: [number, number]): unknown => requestOf({ ...doc, target, others: [otherModel("b.json", document, part, value)] }).constraints;
      expect(asked(`${PREDICTS}1`)).toEqual([{ also: { model: document, target: { class: 1 } } }]);
      expect(asked(PREDICTS, [500, 700])).toEqual([{ also: { model: document, target: { value: [500, 700] } } }]);
      expect(asked(PREDICTS, [500, Infinity])).toEqual([{ also: { model: document, target: { value: [500, Infinity] } } }]);
    }
  });

  test("a second model has the parts that suit its kind beside the open one's, and its draft is whole once its file is there", () => {
    const classes = otherModel("b.json");
    const numbers = otherModel("b.json", {}, PREDICTS, [0, Infinity], []);
    const names = [amount.name, duration.name];
    expect(partsFor(doc, classes)).toEqual([AGREES, REFUSES, DIFFERS, APART, `${PREDICTS}0`, `${PREDICTS}1`]);
    expect(partsFor(doc, numbers), "numbers and classes neither agree nor have a difference").toEqual([PREDICTS, ...names]);
    const values = { ...doc, model: { ...doc.model!, info: { ...info, classes: [] } } };
    expect(partsFor(values, numbers)).toEqual([AGREES, DIFFERS, APART, PREDICTS, ...names]);
    expect(partsFor(values, classes)).toEqual([`${PREDICTS}0`, `${PREDICTS}1`]);
    const form = { ...emptyForm(doc)!, kind: "other" as const };
    expect(complete(doc, form), "without a file").toBe(false);
    expect(complete(doc, { ...form, other: numbers })).toBe(true);
    expect(complete(doc, { ...form, other: classes })).toBe(true);
  });

  test("a target at which two models differ by at least so much names the class that is compared, and no link carries it", () => {
    const other = otherModel("b.json", { format: "espalier" }, APART);
    const form = { ...emptyForm(doc)!, kind: "other" as const, other };
    const asked = withLimit(doc, form);
    expect(requestOf(asked).target).toEqual({ apart: { difference: other.document, class: 1 }, at_least: 0.2 });
    expect(decode(encode(asked, true)!)!.doc.target).toEqual({ class: 1 });
    const values: Doc = { ...doc, model: { ...doc.model!, info: { ...info, classes: [] } }, target: { value: [1, 2] } };
    const apart = withLimit(values, { ...form, other: { ...other, classes: [] } });
    expect(requestOf(apart).target).toEqual({ apart: { difference: other.document }, at_least: 0.2 });
    expect(decode(encode(apart, true)!)!.doc.target).toEqual({ best: "max" });
  });

  test("margins of both kinds stand together", () => {
    expect(requestOf({ ...doc, margin: { distance: 0.02, score: 0.3 } }).margin).toEqual({ distance: 0.02, score: 0.3 });
  });

  test("a missing value is null", () => {
    expect(requestOf(setValue(doc, amount, Number.NaN)).query).toEqual([null, ...person.slice(1)]);
  });

  test("an end at the domain's is no limit, and ends never cross", () => {
    expect(setRange(doc, duration, { min: 4, max: 72 }).limits).toEqual(new Map());
    expect(setRange(setRange(doc, duration, { max: 40 }), duration, { min: 50 }).limits.get("Duration")).toMatchObject({ min: 40, max: 40 });
  });

  test("one level always stays allowed", () => {
    const one = toggleLevel(toggleLevel(doc, purpose, 0), purpose, 1);
    expect(toggleLevel(one, purpose, 2)).toBe(one);
  });
});

describe("an answer that stays best without another search", () => {
  const answer = [3345, 33, 3, 0, 1, 0, 0];
  const before = requestOf(setRange(doc, amount, { max: 6500 }));
  const stays = (after: typeof doc): boolean => staysBest(before, requestOf(after), answer, person, info);
  const base = setRange(doc, amount, { max: 6500 });

  test("does so under a tighter range, a lock and a limit on changes that it obeys", () => {
    expect(stays(setRange(base, amount, { max: 3400 }))).toBe(true);
    expect(stays(toggleLock(base, "Purpose"))).toBe(true);
    expect(stays(setMaxChanges(base, 3))).toBe(true);
  });

  test("does not when it breaks the new limit", () => {
    expect(stays(setRange(base, amount, { max: 3300 }))).toBe(false);
    expect(stays(toggleLock(base, "Duration"))).toBe(false);
    expect(stays(setMaxChanges(base, 2))).toBe(false);
  });

  test("does not when a limit is loosened, moved or lifted", () => {
    expect(stays(setRange(base, amount, { max: 7000 }))).toBe(false);
    expect(stays(doc)).toBe(false);
  });

  test("does not when the person, the target or a weight changes", () => {
    expect(stays(setValue(base, duration, 40))).toBe(false);
    expect(stays({ ...base, target: { class: 0 } })).toBe(false);
    expect(stays({ ...base, difficulty: new Map([["Duration", 5]]) })).toBe(false);
  });
});

describe("targets", () => {
  test("are met by class, by set, by probability and by value", () => {
    const prediction = { class: 1, scores: [0.45, 0.55], raw: [] };
    expect(meets(prediction, { class: "accepted" }, info.classes)).toBe(true);
    expect(meets(prediction, { class: 1, min_probability: 0.6 }, info.classes)).toBe(false);
    expect(meets(prediction, { classes: [0] }, info.classes)).toBe(false);
    expect(meets({ value: 3 }, { value: [2, 4] }, [])).toBe(true);
  });

  test("the default is the likeliest other class", () => {
    expect(defaultTarget({ class: 2, scores: [0.1, 0.3, 0.6], raw: [] }, ["a", "b", "c"])).toEqual({ class: 1 });
  });

  test("of a regressor the default is a value that a quarter of the background reaches, on the other side of now", () => {
    expect(valueTarget(1, [0, 1, 2, 3, 4, 5, 6, 7])).toEqual({ value: [6, Number.POSITIVE_INFINITY] });
    expect(valueTarget(6.5, [0, 1, 2, 3, 4, 5, 6, 7])).toEqual({ value: [Number.NEGATIVE_INFINITY, 2] });
    expect(valueTarget(10, [])).toEqual({ value: [11, Number.POSITIVE_INFINITY] });
  });

  test("the possible gain is a share of the cost, and unknown without a bound", () => {
    expect(possibleGain(2, 1.5)).toBeCloseTo(0.25);
    expect(possibleGain(2, null)).toBeNull();
  });
});

describe("limits that the file brings along", () => {
  const fixed = { ...info, features: [{ ...amount, change: "decrease" as const }, { ...duration, change: "fixed" as const }, checking, purpose, phone] };

  test("become limits that can be lifted, and the model is loaded with every feature free", () => {
    expect(Object.fromEntries(fileLimits(fixed))).toMatchObject({ "Credit amount": { change: "decrease" }, Duration: { lock: true } });
    const schema = relaxedSchema(fixed);
    expect(schema?.features.every((one) => one.change === undefined)).toBe(true);
    expect(schema?.features[3]).toMatchObject({ kind: "categorical", columns: [3, 4, 5], labels: ["car", "business", "repairs"] });
    expect(schema?.features[2]).toMatchObject({ kind: "ordinal", column: 2, values: [0, 1, 3] });
    expect(relaxedSchema(info)).toBeNull();
  });
});

describe("places", () => {
  const best = {
    values: [3345, 33, 0, 0, 1, 0, 0],
    cost: 1,
    changes: [
      { feature: "Credit amount", from: 4308, to: 3345 },
      { feature: "Duration", from: 48, to: 33 },
    ],
    prediction: { class: 1, scores: [0.4, 0.6], raw: [] },
  };

  test("cards: largest change first, then the features that may change, then the locked ones", () => {
    const locked = toggleLock(doc, "Checking account");
    expect(cardOrder(locked, best, new Set())).toEqual(["Duration", "Credit amount", "Purpose", "Phone", "Checking account"]);
  });

  test("map: the pair as chosen, else the features that the answer changes most", () => {
    expect(mapPair(doc, best)).toEqual(["Duration", "Credit amount"]);
    expect(mapPair({ ...doc, axes: ["Phone", "Purpose"] }, best)).toEqual(["Phone", "Purpose"]);
    expect(mapPair({ ...doc, axes: ["Phone", "Nothing"] }, null)).toEqual(["Credit amount", "Duration"]);
  });
});

describe("the store", () => {
  const make = (): { store: Store; flush: () => void } => {
    const runs: (() => void)[] = [];
    const store = new Store((run) => runs.push(run));
    store.amend(() => doc);
    return { store, flush: () => runs.splice(0).forEach((run) => run()) };
  };

  test("draws once a frame, however many changes there were", () => {
    const { store, flush } = make();
    flush();
    let drawn = 0;
    store.onDraw(() => (drawn += 1));
    store.edit((one) => toggleLock(one, "Phone"));
    store.edit((one) => toggleLock(one, "Purpose"));
    expect(drawn).toBe(0);
    flush();
    expect(drawn).toBe(1);
  });

  test("draws nothing while it is held, and the newest state once after that", () => {
    const { store, flush } = make();
    flush();
    const drawn: unknown[] = [];
    store.onDraw((state) => drawn.push(state.gate));
    const releases = [store.hold(), store.hold()];
    store.set({ gate: true });
    flush();
    releases[0]!();
    releases[0]!();
    flush();
    expect(drawn).toEqual([]);
    releases[1]!();
    flush();
    expect(drawn).toEqual([true]);
    store.set({ gate: false });
    flush();
    expect(drawn).toEqual([true, false]);
  });

  test("undoes and redoes, and one gesture is one step", () => {
    const { store } = make();
    store.edit((one) => toggleLock(one, "Phone"));
    for (const max of [60, 50, 40]) store.edit((one) => setRange(one, duration, { max }), "drag");
    store.endGesture();
    store.edit((one) => setRange(one, duration, { max: 30 }), "drag");
    store.undo();
    expect(store.state.doc.limits.get("Duration")?.max).toBe(40);
    store.undo();
    expect(store.state.doc.limits.get("Duration")).toBeUndefined();
    store.undo();
    expect(store.state.doc).toBe(doc);
    store.redo();
    expect(store.state.doc.limits.get("Phone")?.lock).toBe(true);
    store.edit((one) => applyChange(one, { set: "maxChanges", count: 2 }));
    expect(store.state.future).toEqual([]);
  });

  test("an edit that changes nothing is no step", () => {
    const { store } = make();
    store.edit((one) => setValue(one, amount, 4308));
    expect(store.state.past).toEqual([]);
  });
});
