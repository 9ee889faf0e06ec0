/**
 * The curve of least costs and the threshold that is dragged along it. Each sentence that the drawer would say is held to a search of its own
 * for that threshold. Half of the models are the same in every run, half follow the day's number (ESPALIER_SEED).
 */
import { beforeAll, expect, test } from "vitest";
import { CoreModel, start } from "../../www/src/engine/core.js";
import { draws } from "../../www/src/draws.js";
import { curveKey, Curving, demandOf, leastAt, thresholdOf } from "../../www/src/page/state/answer/curve.js";
import type { Doc } from "../../www/src/page/state/document/document.js";
import { initialState, type Curve, type State } from "../../www/src/page/state/document/state.js";
import { Store } from "../../www/src/page/state/document/store.js";
import { setTarget } from "../../www/src/page/state/editing/actions.js";
import { requestOf } from "../../www/src/page/state/request/request.js";
import { fixture, wasm } from "./models.js";
import { edit, firstDoc, handleOf, pick, randomModel, solve } from "./random-page.js";

const day = Number(process.env.ESPALIER_SEED ?? new Date().toISOString().slice(0, 10).replaceAll("-", "")) % 1_000_000;

beforeAll(() => void start(wasm()));

/** The curve of a state, as the page would have it. */
async function curveOf(model: CoreModel, state: Pick<State, "doc" | "now">): Promise<Curve | null> {
  const store = new Store((run) => run());
  const curving = new Curving(store, () => handleOf(model, () => Number.POSITIVE_INFINITY));
  store.set({ ...initialState(), ...state, drawer: "curve" });
  for (let turn = 0; turn < 2000 && store.state.curve === null; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  curving.dispose();
  return store.state.curve;
}

test("at every threshold the curve says no more than a search proves", async () => {
  const said = { exact: 0, between: 0, none: 0, open: 0 };
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8, day * 10, day * 10 + 1, day * 10 + 2, day * 10 + 3, day * 10 + 4]) {
    const rnd = draws(seed);
    const model = randomModel(seed);
    let doc = firstDoc(model, rnd);
    for (let edits = 0; edits < 4; edits += 1) doc = edit(doc, model, rnd);
    const [now] = model.predict(Float64Array.from(doc.person));
    if (now === undefined) throw new Error("no prediction");
    const low = "value" in now && rnd() < 0.5;
    doc = setTarget(doc, "value" in now ? { value: low ? [Number.NEGATIVE_INFINITY, now.value - 5] : [now.value + 5, Number.POSITIVE_INFINITY] } : { class: pick(rnd, model.info.classes) });
    const demand = demandOf({ doc, now });
    const curve = await curveOf(model, { doc, now });
    if (demand === null || curve === null) continue;
    expect(curve.steps.every((step, at) => at === 0 || step.cost >= (curve.steps[at - 1]?.cost ?? 0) - 1e-9), `seed ${String(seed)}`).toBe(true);
    for (let k = 0; k < 12; k += 1) {
      const threshold = curve.from + rnd() * (curve.to - curve.from);
      const found = leastAt(curve, threshold);
      const answer = solve(model, { ...requestOf(doc), target: demand.at(threshold) });
      const cost = answer.status === "optimal" ? answer.counterfactuals[0]?.cost : undefined;
      const told = `seed ${String(seed)}, threshold ${String(threshold)}`;
      if (found === "open") said.open += 1;
      else if (found === "none") {
        said.none += 1;
        expect(answer.status, told).toBe("infeasible");
      } else if (found.exact) {
        said.exact += 1;
        expect(cost, told).toBeCloseTo(found.cost, 5);
      } else {
        said.between += 1;
        expect(cost ?? Number.POSITIVE_INFINITY, told).toBeGreaterThanOrEqual(found.cost - 1e-6);
      }
    }
    model.free();
  }
  expect(said.exact, JSON.stringify(said)).toBeGreaterThan(30);
  expect(said.none, JSON.stringify(said)).toBeGreaterThan(0);
});

// Regression: the curve told costs of the first demand's hull, where a search for one demand has the rows of that demand.
test("in a hull a demanded value has no curve, since each value has a hull of its own", () => {
  const model = randomModel(2611284);
  const doc = firstDoc(model, draws(2611284));
  const [now] = model.predict(Float64Array.from(doc.person));
  if (now === undefined || !("value" in now)) throw new Error("a regression");
  const asked = setTarget(doc, { value: [now.value + 5, Number.POSITIVE_INFINITY] });
  expect(demandOf({ doc: { ...asked, hull: null }, now })).not.toBeNull();
  expect(demandOf({ doc: { ...asked, hull: { epsilon: 0.1 } as Doc["hull"] }, now })).toBeNull();
  model.free();
});

test("a dragged threshold leaves the curve as it is, another question does not", () => {
  const model = randomModel(1);
  const doc = firstDoc(model, draws(1));
  const [now] = model.predict(Float64Array.from(doc.person));
  const target = model.info.classes.find((_, index) => now !== undefined && "class" in now && now.class !== index) ?? "";
  const state = { doc: setTarget(doc, { class: target }), now: now ?? null };
  const key = curveKey(state);
  expect(key).not.toBeNull();
  const demand = demandOf(state);
  const dragged = { ...state, doc: setTarget(state.doc, demand?.at(0.7) ?? { class: target }) };
  expect(thresholdOf(dragged.doc)).toBe(0.7);
  expect(curveKey(dragged)).toBe(key);
  expect(curveKey({ ...state, doc: { ...state.doc, norm: state.doc.norm === "l0" ? "l1" : "l0" } })).not.toBe(key);
  model.free();
});

test("a network, whose scores have no steps of their own, has its curve by steps", async () => {
  const model = CoreModel.load(new Uint8Array(fixture("lin-network/model.json")), "model.json");
  const rnd = draws(3);
  let [exact, between] = [0, 0];
  for (let round = 0; round < 3; round += 1) {
    const doc = firstDoc(model, rnd);
    const [now] = model.predict(Float64Array.from(doc.person));
    if (now === undefined || !("class" in now)) throw new Error("no class");
    const state = { doc: setTarget(doc, { class: model.info.classes[1 - now.class] ?? "" }), now };
    const curve = await curveOf(model, state);
    const demand = demandOf(state);
    if (!curve || !demand || curve.steps.length === 0) continue;
    expect(curve.gap).toBeGreaterThan(0);
    for (const [at, step] of curve.steps.slice(0, 6).entries()) {
      // On a step, and in the gap between it and the next demand that was asked.
      for (const threshold of [step.reached, step.reached + curve.gap / 2]) {
        const found = leastAt(curve, threshold);
        const answer = solve(model, { ...requestOf(state.doc), target: demand.at(threshold) });
        if (typeof found === "string" || answer.status !== "optimal") continue;
        const cost = answer.counterfactuals[0]?.cost ?? 0;
        if (found.exact) expect(cost).toBeCloseTo(found.cost, 4);
        else expect(cost).toBeGreaterThanOrEqual(found.cost - 1e-5);
        if (!found.exact && cost < (curve.steps[at + 1]?.cost ?? 0) - 1e-4) between += 1;
        exact += found.exact ? 1 : 0;
      }
    }
  }
  expect(exact).toBeGreaterThan(3);
  expect(between).toBeGreaterThan(3);
  model.free();
});
