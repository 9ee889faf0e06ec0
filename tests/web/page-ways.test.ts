import { describe, expect, test } from "vitest";
import { setMaxChanges, setRange, toggleLock } from "../../www/src/page/state/editing/actions.js";
import { conflicting, loosen, looseningsFor } from "../../www/src/page/state/answer/loosen.js";
import type { ModelHandle } from "../../www/src/page/state/port.js";
import { requestOf } from "../../www/src/page/state/request/request.js";
import { further } from "../../www/src/page/state/request/several.js";
import { Solving, WITH_ANSWER } from "../../www/src/page/state/answer/effects.js";
import { problemOf, type Shown, type Way } from "../../www/src/page/state/document/state.js";
import { Store } from "../../www/src/page/state/document/store.js";
import { alike, answered, answerWay, inPlace, listed, waysFor } from "../../www/src/page/state/answer/ways.js";
import type { Answer, Counterfactual, RequestDoc } from "../../www/src/types.js";
import { loosenText } from "../../www/src/page/view/limits.js";
import { NBSP } from "../../www/src/page/view/format.js";
import { doc, duration, info, person } from "./page-fixtures.js";
import type { Distinct, Doc } from "../../www/src/page/state/document/document.js";

const point = (duration: number, amount: number): Counterfactual => ({
  values: [amount, duration, ...person.slice(2)],
  cost: 1,
  changes: [
    { feature: "Duration", from: 48, to: duration },
    { feature: "Credit amount", from: 4308, to: amount },
  ].filter((change) => change.from !== change.to),
  prediction: { class: 1, scores: [0.4, 0.6], raw: [] },
});
const optimal = (best: Counterfactual): Answer => ({ status: "optimal", counterfactuals: [best], lower_bound: best.cost, work: { engine: "test", nodes: 1, milliseconds: 1 } });
const none = (conflict: string[]): Answer => ({ ...optimal(point(33, 3345)), status: "infeasible", counterfactuals: [], lower_bound: null, conflict });
const shownOf = (answer: Answer, request: RequestDoc = requestOf(doc)): Shown => ({
  request,
  answer,
  room: null,
  replay: answer.counterfactuals[0] ? { prediction: answer.counterfactuals[0].prediction, meets: true } : null,
  extra: 0,
});

/** A model whose answers follow from the request alone; every row that it is asked to predict is accepted. */
function handle(answer: (request: RequestDoc) => Answer): ModelHandle & { asked: RequestDoc[] } {
  const asked: RequestDoc[] = [];
  return {
    asked,
    info,
    explain: (request) => {
      asked.push(request);
      return Promise.resolve(answer(request));
    },
    predict: (rows) => Promise.resolve(rows.map(() => ({ class: 1, scores: [0.4, 0.6], raw: [] }))),
    room: () => Promise.resolve([]),
    regions: () => Promise.reject(new Error("not asked for")),
    row: () => Promise.reject(new Error("not asked for")),
    guess: null,
    withSchema: () => Promise.reject(new Error("no schemas in this test")),
    compare: () => Promise.reject(new Error("no samples in this test")),
    document: () => Promise.reject(new Error("no documents in this test")),
    checkable: () => Promise.reject(new Error("no checks in this test")),
    free: () => undefined,
  };
}

describe("other ways", () => {
  test("are asked for only of a proved answer that changes something", () => {
    expect(waysFor(shownOf(optimal(point(33, 3345))), info.classes).map((way) => way.id)).toEqual(["cheapest", "fewest", "safest", "without Duration", "without Credit amount", "other 1", "other 2"]);
    expect(waysFor(shownOf({ ...optimal(point(33, 3345)), status: "feasible" }), info.classes)).toEqual([]);
    expect(waysFor(shownOf(optimal(point(48, 4308))), info.classes)).toEqual([]);
  });

  test("are listed by cost behind the cheapest; one that ends at the same point is left out, one that is impossible stays", () => {
    const way = (id: string, cost: number | null, best: Counterfactual | null, state: Way["state"] = "proved"): Way => ({ of: requestOf(doc), id, kind: id === "cheapest" ? "cheapest" : "fewest", state, cost, shown: best ? shownOf(optimal(best)) : null });
    const list = [way("cheapest", 1, point(33, 3345)), way("dear", 3, point(12, 4308)), way("same", 1, point(33, 3345)), way("open", 2, point(20, 4308), "open"), way("never", null, null, "impossible"), way("fair", 2, point(48, 900))];
    expect(listed(list).map((one) => one.id)).toEqual(["cheapest", "fair", "dear", "never"]);
    const all = [...list, { ...way("other 1", 2, point(48, 900)), kind: "other" as const }, { ...way("other 2", 4, point(9, 900)), kind: "other" as const }];
    expect(inPlace(all, null).map((one) => one.id)).toEqual(["cheapest", "fair", "dear", "never", "other 2"]);
    // Reasons are those of the same question that are proved.
    expect(alike(all, all[5]!).map((one) => one.id)).toEqual(["fair"]);
    const same = all.map((one) => ({ ...one, of: all[0]!.of }));
    expect(alike(same, same[5]!).map((one) => one.id)).toEqual(["fair", "other 1"]);
    expect(alike(same.map((one) => (one.id === "other 1" ? { ...one, state: "open" as const } : one)), same[5]!).map((one) => one.id)).toEqual(["fair"]);
  });
});

describe("under a pointer", () => {
  const main = shownOf(optimal(point(33, 3345)));
  const cheapest: Way = { of: requestOf(doc), id: "cheapest", kind: "cheapest", state: "proved", cost: 1, shown: main };
  const way = (id: string, cost: number, best: Counterfactual): Way => ({ of: requestOf(doc), id, kind: "without", feature: id, state: "proved", cost, shown: shownOf(optimal(best)) });
  const before = [cheapest, way("a", 3, point(12, 4308)), way("b", 2, point(48, 900))];
  const held = { of: main, ids: ["cheapest", "b", "a"] };

  test("entries stay in their order, dearer or not, and one that ends where another does stays too", () => {
    expect(inPlace(before, null).map(({ id }) => id)).toEqual(held.ids);
    const after = [cheapest, way("a", 1.5, point(12, 4308)), way("b", 1.5, point(12, 4308))];
    expect(inPlace(after, null).map(({ id }) => id)).toEqual(["cheapest", "a"]);
    expect(inPlace(after, held)).toEqual([after[0], after[2], after[1]]);
  });

  test("another answer has its own list", () => {
    const other = before.map((one) => (one.id === "cheapest" ? { ...one, shown: { ...main } } : one.id === "a" ? { ...one, cost: 1.5 } : one));
    expect(inPlace(other, held).map(({ id }) => id)).toEqual(["cheapest", "a", "b"]);
    expect(inPlace([], held)).toEqual([]);
  });
});

test("another model begins without the ways of the one before", async () => {
  const store = new Store((run) => run());
  const models = [handle((request) => (request.count === undefined ? optimal(point(33, 3345)) : { ...optimal(point(33, 3345)), counterfactuals: [point(33, 3345), point(12, 4308)] })), handle(() => optimal(point(20, 4308)))];
  const solving = new Solving(store, (model) => models[model], (run) => run());
  const at = (id: number): Doc => ({ ...doc, model: doc.model && { ...doc.model, id } });
  store.set({ doc: at(0) });
  await expect.poll(() => store.state.ways.some((way) => way.id !== "cheapest" && way.shown)).toBe(true);
  const seen: Way[] = [];
  store.onChange((state) => {
    if (state.doc.model?.id === 1) seen.push(...state.ways.filter((way) => way.state === "waiting"));
  });
  store.set({ doc: at(1) });
  await expect.poll(() => store.state.ways.length).toBeGreaterThan(1);
  await expect.poll(() => store.state.ways.every((way) => way.state !== "waiting")).toBe(true);
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.filter((way) => way.shown)).toEqual([]);
  solving.dispose();
});

test("a question that was refused says why again at the next change, once its reason was closed", async () => {
  const store = new Store((run) => run());
  let asked = 0;
  const refusing = handle((request) => {
    if ((request.constraints ?? []).length === 0) return optimal(point(33, 3345));
    asked += 1;
    throw Object.assign(new Error("no"), { what: "no", source: "request" });
  });
  const solving = new Solving(store, () => refusing, (run) => run());
  store.set({ doc: { ...doc, limits: new Map() } });
  await expect.poll(() => store.state.ways.length > 0 && store.state.ways.every((way) => way.state !== "waiting")).toBe(true);
  store.edit((now) => toggleLock(now, "Duration"));
  await expect.poll(() => store.state.problem?.error.what).toBe("no");
  const told = asked;
  // While the reason is there to be read, the same question is not asked again.
  store.edit((now) => ({ ...now, layer: "answer" }));
  expect(asked).toBe(told);
  store.set({ problem: null });
  store.edit((now) => ({ ...now, layer: "factual" }));
  await expect.poll(() => store.state.problem?.error.what).toBe("no");
  store.set({ problem: null });
  store.undo();
  await expect.poll(() => store.state.problem?.error.what).toBe("no");
  solving.dispose();
});

test("the reason why a question could not be asked goes once another question is answered; that of a file stays", async () => {
  const store = new Store((run) => run());
  const picky = handle((request) => {
    if ((request.constraints ?? []).length === 0) return optimal(point(33, 3345));
    throw Object.assign(new Error("no"), { what: "no", source: "request" });
  });
  const solving = new Solving(store, () => picky, (run) => run());
  store.set({ doc: { ...doc, limits: new Map() } });
  await expect.poll(() => store.state.shown).not.toBeNull();
  store.edit((now) => toggleLock(now, "Duration"));
  await expect.poll(() => store.state.problem?.error.what).toBe("no");
  store.undo();
  await expect.poll(() => store.state.problem).toBeNull();
  const unread = problemOf(Object.assign(new Error("file"), { what: "file", source: "model" }));
  store.set({ problem: unread });
  const before = store.state.shown;
  store.edit((now) => ({ ...now, norm: "l2" as const }));
  await expect.poll(() => store.state.shown).not.toBe(before);
  expect(store.state.problem).toBe(unread);
  solving.dispose();
});

test("another model shows its own cards and map while its first search takes long: at once, then by the first answer found", async () => {
  const store = new Store((run) => run());
  const names = [{ ...info, features: info.features.map((one) => ({ ...one, name: `Old ${one.name}` })) }, info];
  let found = (_: Answer): void => undefined;
  let settle = (_: Answer): void => undefined;
  const slow: ModelHandle = {
    ...handle(() => optimal(point(33, 3345))),
    explain: (_, options) => {
      found = (best) => options?.onProgress?.({ nodes: 1, lowerBound: 0, incumbent: best.counterfactuals[0]!.cost }, best);
      return new Promise((resolve) => (settle = resolve));
    },
  };
  const models = [handle(() => optimal(point(33, 3345))), slow];
  let late = (): void => undefined;
  const clock = { now: () => 0, after: (_: number, run: () => void) => ((late = run), () => undefined) };
  const solving = new Solving(store, (model) => models[model], (run) => run(), clock);
  const at = (id: number): Doc => ({ ...doc, model: doc.model && { ...doc.model, id, info: names[id]! } });
  store.set({ doc: at(0) });
  await expect.poll(() => store.state.order).toContain("Old Duration");
  store.set({ doc: at(1) });
  late();
  expect(store.state.order).toEqual(info.features.map((one) => one.name));
  expect(store.state.pair).toEqual(["Credit amount", "Duration"]);
  found({ ...optimal({ ...point(33, 4308), changes: [{ feature: "Checking account", from: 0, to: 1 }] }), status: "feasible" });
  await expect.poll(() => store.state.order[0]).toBe("Checking account");
  expect(store.state.pair).toContain("Checking account");
  settle(optimal(point(33, 4308)));
  await expect.poll(() => store.state.order[0]).toBe("Duration");
  solving.dispose();
});

test("a model that is new is drawn with its answer; where that takes long, without it", async () => {
  let settle = (_: Answer): void => undefined;
  const model: ModelHandle = { ...handle(() => optimal(point(33, 3345))), explain: () => new Promise((resolve) => (settle = resolve)) };
  const timers: { at: number; run: () => void }[] = [];
  const clock = { now: () => 0, after: (at: number, run: () => void) => (timers.push({ at, run }), () => undefined) };
  for (const late of [false, true]) {
    const store = new Store((run) => run());
    const solving = new Solving(store, () => model, (run) => run(), clock);
    timers.length = 0;
    const drawn: boolean[] = [];
    store.set({ doc });
    store.onDraw((state) => drawn.push(state.shown !== null));
    store.set({ gate: false });
    expect(drawn).toEqual([]);
    if (late) timers.find(({ at }) => at === WITH_ANSWER)!.run();
    expect(drawn).toEqual(late ? [false] : []);
    settle(optimal(point(33, 3345)));
    await expect.poll(() => drawn.at(-1)).toBe(true);
    expect(drawn.some((answered) => !answered)).toBe(late);
    solving.dispose();
  }
});

describe("further answers", () => {
  const several = (...found: Counterfactual[]): Answer => ({ ...optimal(found[0]!), counterfactuals: found });
  const [first, second] = [point(33, 3345), point(12, 4308)];
  const asked = (distinct: Distinct, after: number): Way => {
    const list = waysFor(shownOf(optimal(first)), info.classes, 0, true, { distinct, count: after });
    return further(list)[after - 1]!;
  };

  test.each<Distinct>(["features", "regions", { distance: 0.1 }])("are asked for by the rule that was chosen: %j", async (distinct) => {
    const model = handle(() => several(first, second));
    const done = await answerWay(model, requestOf(doc), asked(distinct, 1), {});
    expect(model.asked[0]).toMatchObject({ count: 2, distinct });
    expect(done).toMatchObject({ state: "proved", cost: second.cost });
    expect(done.shown?.answer.counterfactuals).toEqual([second]);
    expect(done.all?.counterfactuals).toEqual([first, second]);
  });

  test("there is none only where that is proved", async () => {
    const none = await answerWay(handle(() => several(first)), requestOf(doc), asked("features", 1), {});
    expect(none.state).toBe("impossible");
    const unsettled = await answerWay(handle(() => ({ ...several(first), truncated: true })), requestOf(doc), asked("features", 1), {});
    expect(unsettled.state).toBe("open");
  });

  test("end at the first that there is none of, and are measured with the other ways, each point once", () => {
    const way = (after: number, state: Way["state"], best?: Counterfactual): Way => ({ of: requestOf(doc), id: `other ${String(after)}`, kind: "other", after, distinct: "features", state, cost: 1, shown: best ? shownOf(optimal(best)) : null });
    const list = [...waysFor(shownOf(optimal(first)), info.classes).slice(0, 1), way(1, "proved", first), way(2, "proved", second), way(3, "impossible"), way(4, "impossible")];
    expect(further(list).map((one) => one.id)).toEqual(["other 1", "other 2", "other 3"]);
    expect(answered(list).map((one) => one.id)).toEqual(["cheapest", "other 2"]);
  });
});

describe("loosening", () => {
  const limited = setMaxChanges(setRange(toggleLock(doc, "Phone"), duration, { min: 24, max: 54 }), 1);

  test("looks only at the constraints of the conflict", () => {
    expect(conflicting(shownOf(none(["/constraints/0", "/constraints/2"])))).toEqual(["/constraints/0", "/constraints/2"]);
    expect(looseningsFor(shownOf(none(["/constraints/1"]))).map((one) => one.pointer)).toEqual(["/constraints/1"]);
  });

  test("moves a range's end no further than the least that works, and says so", async () => {
    const model = handle((request) => optimal(request.cost && "weights" in request.cost ? point(16, 4308) : { ...point(16, 4308), cost: 1.77 }));
    const [first] = looseningsFor(shownOf(none(["/constraints/0"]), requestOf(limited)));
    if (!first) throw new Error("no loosening");
    const done = await loosen(model, limited, first, {});
    expect(done).toMatchObject({ state: "proved", cost: 1.77, change: { set: "limit", feature: "Duration", limit: { min: 16, max: 54 } } });
    expect(model.asked[0]?.constraints).not.toContainEqual({ range: { feature: "Duration", min: 24, max: 54 } });
    expect(model.asked[1]?.constraints).toContainEqual({ range: { feature: "Duration", min: 16, max: 54 } });
    expect(loosenText(limited, done).replaceAll(NBSP, " ")).toBe("Allow 16 months instead of 24");
  });

  test("allows just as many changes as are needed", async () => {
    const model = handle(() => optimal(point(33, 3345)));
    const [last] = looseningsFor(shownOf(none(["/constraints/2"]), requestOf(limited)));
    if (!last) throw new Error("no loosening");
    const done = await loosen(model, limited, last, {});
    expect(done.change).toEqual({ set: "maxChanges", count: 2 });
    expect(model.asked[0]?.cost).toEqual({ norm: "l0", weights: Object.fromEntries(info.features.map(({ name }) => [name, 1])) });
    expect(loosenText(limited, done)).toBe("Allow 2 changes instead of 1");
  });

  test("is not offered when it does not help", async () => {
    const model = handle(() => none(["/constraints/0"]));
    const [first] = looseningsFor(shownOf(none(["/constraints/0"]), requestOf(limited)));
    if (!first) throw new Error("no loosening");
    expect((await loosen(model, limited, first, {})).state).toBe("useless");
  });
});
