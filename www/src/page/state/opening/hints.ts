/**
 * Three hints for a first visit, one at a time, each gone for good once it was done. The list of done hints is kept in this browser
 * where that is allowed; it never leaves it.
 */
import type { Hint, State } from "../document/state.js";
import type { Store } from "../document/store.js";

const ALL: readonly Hint[] = ["drag", "limit", "proof"];
const KEY = "espalier-hints-done";

/** Where to keep the list of done hints; a browser may refuse. */
export interface Memory {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

export class Hints {
  #done: Set<string>;
  #unbind: () => void;

  constructor(
    private readonly store: Store,
    private readonly memory: Memory | null,
  ) {
    this.#done = new Set(this.#read());
    store.set({ hint: this.#next() });
    this.#unbind = store.onChange((state, before) => {
      for (const hint of ALL) if (!this.#done.has(hint) && wasDone(hint, state, before)) this.#keep(hint);
    });
  }

  dispose(): void {
    this.#unbind();
  }

  /** The hint that is shown is not wanted. */
  dismiss(): void {
    const { hint } = this.store.state;
    if (hint) this.#keep(hint);
  }

  #next(): Hint | null {
    return ALL.find((hint) => !this.#done.has(hint)) ?? null;
  }

  #keep(hint: Hint): void {
    this.#done.add(hint);
    try {
      this.memory?.setItem(KEY, [...this.#done].join(" "));
    } catch {
      // Full or forbidden: the hint is gone for this visit.
    }
    const next = this.#next();
    if (next !== this.store.state.hint) this.store.set({ hint: next });
  }

  #read(): string[] {
    try {
      return this.memory?.getItem(KEY)?.split(" ") ?? [];
    } catch {
      return [];
    }
  }
}

/** Only a person's own change counts: it can be undone, loading a model cannot. */
function wasDone(hint: Hint, state: State, before: State): boolean {
  const edited = state.past.length > before.past.length && state.doc.model === before.doc.model;
  switch (hint) {
    case "drag":
      return edited && state.doc.person !== before.doc.person;
    case "limit":
      return edited && (state.doc.limits !== before.doc.limits || state.doc.rules !== before.doc.rules || state.doc.relations !== before.doc.relations || state.doc.causes !== before.doc.causes || state.doc.others !== before.doc.others || state.doc.margin !== before.doc.margin || state.doc.maxChanges !== before.doc.maxChanges);
    case "proof":
      return state.proof?.phase === "checked" && before.proof?.phase !== "checked";
  }
}
