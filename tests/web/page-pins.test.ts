import { describe, expect, test } from "vitest";
import { setNorm, setRange, setTarget, setValue, toggleLock } from "../../www/src/page/state/editing/actions.js";
import { costOf } from "../../www/src/page/state/request/cost.js";
import { decode, encode } from "../../www/src/page/state/opening/fragment.js";
import type { ModelHandle } from "../../www/src/page/state/port.js";
import { setCauses } from "../../www/src/page/state/limits/causes.js";
import { addPin, MOST_PINS, Pins, pinStatus, removePin } from "../../www/src/page/state/compare/pins.js";
import { Store } from "../../www/src/page/state/document/store.js";
import { amount, doc, duration, info, modelThat, otherModel, person } from "./page-fixtures.js";
import type { Doc, Pin } from "../../www/src/page/state/document/document.js";

const pin: Pin = { name: "Cheapest", values: [3345, 33, ...person.slice(2)] };

/** A store whose model accepts amounts below 4000, and the requests to it. */
function bench() {
  const store = new Store((run) => run());
  const asked: number[][] = [];
  const handle = {
    info,
    predict: (rows: number[][]) => {
      asked.push(...rows);
      return Promise.resolve(rows.map(([first = 0]) => ({ class: first < 4000 ? 1 : 0, scores: [0.4, 0.6], raw: [] })));
    },
  } as unknown as ModelHandle;
  const pins = new Pins(store, () => handle);
  store.set({ doc });
  return { store, asked, pins };
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

describe("a pinned answer", () => {
  test("is asked of the model once, and holds while it reaches the target within the limits", async () => {
    const { store, asked } = bench();
    store.edit((now) => addPin(now, pin));
    expect(pinStatus(store.state, pin).reaches).toBeNull();
    await settle();
    expect(pinStatus(store.state, pin)).toMatchObject({ reaches: true, broken: [] });
    store.edit((now) => setNorm(now, "l2"));
    store.edit((now) => addPin(now, { name: "Other", values: [5000, 33, ...person.slice(2)] }));
    await settle();
    expect(asked).toEqual([pin.values, [5000, 33, ...person.slice(2)]]);
    expect(pinStatus(store.state, store.state.doc.pins[1] ?? pin).reaches).toBe(false);
  });

  test("survives later edits and says which limit it breaks", async () => {
    const { store } = bench();
    store.edit((now) => addPin(now, pin));
    await settle();
    store.edit((now) => setRange(now, amount, { min: 3500 }));
    expect(pinStatus(store.state, pin)).toMatchObject({ reaches: true, broken: [{ part: "range", feature: "Credit amount" }] });
    store.edit((now) => toggleLock(now, "Duration"));
    expect(pinStatus(store.state, pin).broken.map((origin) => origin.part)).toEqual(["range", "lock"]);
    store.undo();
    store.undo();
    expect(pinStatus(store.state, pin).broken).toEqual([]);
    store.edit((now) => setTarget(now, { class: 0 }));
    expect(pinStatus(store.state, pin).reaches).toBe(false);
  });

  test("costs as much as the way to it from where the person stands now", () => {
    const { store } = bench();
    const at = (now: Doc): number => costOf(now, pin.values);
    const whole = (4308 - 3345) / (amount.max - amount.min) + (48 - 33) / (duration.max - duration.min);
    expect(at(doc)).toBeCloseTo(whole, 12);
    expect(at(setNorm(doc, "l0"))).toBe(2);
    expect(at(setNorm(doc, "linf"))).toBeCloseTo(15 / 68, 12);
    expect(at(setValue(setValue(doc, amount, 3345), duration, 33))).toBe(0);
    expect(pinStatus(store.state, pin).cost).toBeCloseTo(whole, 12);
  });

  test("is kept once, at most so many are, and each can be taken away", () => {
    const many = Array.from({ length: MOST_PINS + 2 }, (_, index) => ({ name: "Way", values: [index, ...person.slice(1)] }));
    const full = many.reduce(addPin, doc);
    expect(full.pins).toHaveLength(MOST_PINS);
    expect(addPin(full, many[0] ?? pin)).toBe(full);
    expect(removePin(full, 0).pins.map((one) => one.values[0])).toEqual([1, 2, 3]);
  });

  test("that follows from its causes as learned trees say is put to the engine, and is not broken by a rule that the page cannot judge", async () => {
    const store = new Store((run) => run());
    const follows = setCauses(doc, [{ feature: "Duration", parents: { "Credit amount": 1 }, cost: "own", learned: true }]);
    let holds = true;
    const handle = modelThat(() => ({ status: holds ? "optimal" : "infeasible", lower_bound: null, counterfactuals: [], work: { engine: "test", nodes: 1, milliseconds: 1 } }));
    const pins = new Pins(store, () => handle);
    store.set({ doc: addPin(follows, pin) });
    expect(pinStatus(store.state, pin).reaches).toBeNull();
    await settle();
    expect(pinStatus(store.state, pin)).toMatchObject({ reaches: true, broken: [] });
    // Asked once, of everything just as it is there.
    expect(handle.asked).toHaveLength(1);
    expect(handle.asked[0]?.constraints?.slice(0, 3)).toEqual([{ causal: { feature: "Duration", learned: { parents: ["Credit amount"] } } }, { range: { feature: "Credit amount", min: 3345, max: 3345 } }, { range: { feature: "Duration", min: 33, max: 33 } }]);
    store.edit((now) => setNorm(now, "l2"));
    await settle();
    expect(handle.asked).toHaveLength(1);
    // From another amount something else follows.
    holds = false;
    store.edit((now) => setValue(now, amount, 5000));
    await settle();
    expect(pinStatus(store.state, pin)).toMatchObject({ reaches: true, broken: [{ part: "cause", rule: 0 }] });
    pins.dispose();
  });

  test("that another model or a border speaks about is put to the engine, and is broken only where the engine says so", async () => {
    for (const [limit, part] of [
      [{ others: [otherModel("other.json")] }, "other"],
      [{ margin: { distance: 0.02 } }, "distance"],
      [{ margin: { score: 0.1 } }, "score"],
    ] as const) {
      let holds = true;
      const store = new Store((run) => run());
      const handle = modelThat(() => ({ status: holds ? "optimal" : "infeasible", lower_bound: null, counterfactuals: [], work: { engine: "test", nodes: 1, milliseconds: 1 } }));
      const pins = new Pins(store, () => handle);
      store.set({ doc });
      store.edit((now) => addPin({ ...now, ...limit, others: "others" in limit ? [...limit.others] : [] }, pin));
      await settle();
      expect(pinStatus(store.state, pin)).toMatchObject({ reaches: true, broken: [] });
      // The row itself is asked about: nothing of it may change.
      expect(handle.asked).toMatchObject([{ query: pin.values }]);
      holds = false;
      store.edit((now) => setTarget(now, { class: 1, min_probability: 0.55 }));
      await settle();
      expect(pinStatus(store.state, pin)).toMatchObject({ broken: [{ part }] });
      pins.dispose();
    }
  });

  test("goes with a link only where the person does", () => {
    const pinned = addPin(doc, pin);
    expect(decode(encode(pinned, true) ?? "")?.doc.pins).toEqual([pin]);
    expect(decode(encode(pinned, false) ?? "")?.doc.pins).toBeUndefined();
  });
});
