import { describe, expect, test } from "vitest";
import { setRange, setValue } from "../../www/src/page/state/editing/actions.js";
import { Hints, type Memory } from "../../www/src/page/state/opening/hints.js";
import { Store } from "../../www/src/page/state/document/store.js";
import { amount, doc, duration } from "./page-fixtures.js";

function memory(kept = new Map<string, string>()): Memory & { kept: Map<string, string> } {
  return { kept, getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

const bench = (kept: Memory | null) => {
  const store = new Store((run) => run());
  store.set({ doc });
  return { store, hints: new Hints(store, kept) };
};

describe("the hints of a first visit", () => {
  test("go one by one, each once its advice was followed, and do not come back", () => {
    const kept = memory();
    const { store } = bench(kept);
    expect(store.state.hint).toBe("drag");
    store.edit((now) => setRange(now, duration, { max: 40 }));
    expect(store.state.hint).toBe("drag");
    store.edit((now) => setValue(now, amount, 4000));
    expect(store.state.hint).toBe("proof");
    expect(bench(kept).store.state.hint).toBe("proof");
  });

  test("are not done by loading or undoing", () => {
    const { store } = bench(memory());
    store.amend((now) => setValue(now, amount, 4000));
    expect(store.state.hint).toBe("drag");
    store.edit((now) => setRange(now, duration, { max: 40 }));
    store.undo();
    expect(store.state.hint).toBe("drag");
  });

  test("are dismissed one by one, and work where the browser keeps nothing", () => {
    const refusing: Memory = {
      getItem: () => {
        throw new Error("refused");
      },
      setItem: () => {
        throw new Error("refused");
      },
    };
    for (const kept of [null, refusing]) {
      const { store, hints } = bench(kept);
      for (const next of ["limit", "proof", null]) {
        hints.dismiss();
        expect(store.state.hint).toBe(next);
      }
    }
  });
});
