import { describe, expect, it, vi } from "vitest";
import { Store } from "../../www/src/page/state/document/store.js";

/** A store whose frames come when they are called. */
function slow(): { store: Store; frame: () => void; drawn: string[] } {
  const frames: (() => void)[] = [];
  const store = new Store((run) => frames.push(run));
  const drawn: string[] = [];
  store.onDraw(({ doc, ways }) => drawn.push(`${String(doc.maxChanges ?? "no")} changes, ${String(ways.length)} ways`));
  return { store, drawn, frame: () => frames.splice(0).forEach((run) => run()) };
}

const limited = (maxChanges: number) => (store: Store): void => store.edit((doc) => ({ ...doc, maxChanges }));

describe("what waits for its frame", () => {
  it("is drawn before the next act where it is an edit, once", () => {
    const { store, drawn, frame } = slow();
    limited(2)(store);
    store.drawEdit();
    expect(drawn).toEqual(["2 changes, 0 ways"]);
    store.drawEdit();
    frame();
    expect(drawn).toEqual(["2 changes, 0 ways"]);
  });

  it("is left to its frame where answers have arrived: an act's button would move away under its pointer", () => {
    const { store, drawn, frame } = slow();
    limited(2)(store);
    frame();
    store.set({ ways: [{} as never] });
    store.drawEdit();
    expect(drawn).toEqual(["2 changes, 0 ways"]);
    frame();
    expect(drawn).toEqual(["2 changes, 0 ways", "2 changes, 1 ways"]);
  });

  it("is not drawn while drawing is held", () => {
    const { store, drawn, frame } = slow();
    const release = store.hold();
    limited(2)(store);
    store.drawEdit();
    frame();
    expect(drawn).toEqual([]);
    release();
    frame();
    expect(drawn).toEqual(["2 changes, 0 ways"]);
  });

  it("is drawn at once for several things that come one after the other, by the last of them or a moment later, and not twice", () => {
    vi.useFakeTimers();
    try {
      const { store, drawn, frame } = slow();
      const ways = (count: number, soon: boolean): void => store.set({ ways: Array.from({ length: count }, () => ({}) as never) }, soon);
      ways(1, true);
      ways(2, true);
      frame();
      expect(store.state.ways).toHaveLength(2);
      expect(drawn).toEqual([]);
      ways(3, false);
      frame();
      vi.runAllTimers();
      frame();
      expect(drawn).toEqual(["no changes, 3 ways"]);
      ways(4, true);
      vi.runAllTimers();
      frame();
      expect(drawn).toEqual(["no changes, 3 ways", "no changes, 4 ways"]);
    } finally {
      vi.useRealTimers();
    }
  });
});
