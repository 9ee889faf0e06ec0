/** Asks how usual the places of the map are, where that is demanded or shown: at most one request under way, then the newest. */
import type { RequestDoc } from "../types.js";
import type { ModelHandle } from "./port.js";
import { otherMap, sliceOf } from "./slices.js";
import type { State } from "./state.js";
import type { Frame, Store } from "./store.js";
import { SHARES, typicalRequest } from "./typical.js";
import { Watch } from "./watch.js";

/** The shares that are told apart on the map, in order. */
function sharesOf({ doc }: State): number[] {
  const shares = doc.typical === null || SHARES.includes(doc.typical) ? SHARES : [...SHARES, doc.typical];
  return [...shares].sort((a, b) => a - b);
}

/** What the map's drawing of how usual places are hangs on; null where nothing is drawn. */
export function depthKey(state: State): string | null {
  const { doc } = state;
  const slice = (doc.typical !== null || doc.usual) && (doc.model?.info.rows ?? 0) > 0 ? sliceOf(state) : null;
  return slice && JSON.stringify([slice.key, doc.target, sharesOf(state)]);
}

export class Depths {
  #asked: string | null = null;
  #busy = false;
  #watch: Watch;

  constructor(
    private readonly store: Store,
    private readonly handleOf: (model: number) => ModelHandle | undefined,
    frame: Frame,
  ) {
    this.#watch = new Watch(store, frame, otherMap, () => void this.#ask());
  }

  dispose(): void {
    this.#watch.dispose();
  }

  async #ask(): Promise<void> {
    const { state } = this.store;
    const key = depthKey(state);
    if (key === null && state.depths) this.store.set({ depths: null });
    if (this.#busy || this.#watch.over || key === null || key === this.#asked) return;
    const slice = sliceOf(state);
    const handle = slice ? this.handleOf(slice.model) : undefined;
    if (!slice || !handle?.depths) return;
    this.#asked = key;
    this.#busy = true;
    try {
      const { axes, at, window } = slice;
      const shares = sharesOf(state);
      const base: RequestDoc = { query: at.map((value) => (Number.isNaN(value) ? null : value)), target: state.doc.target };
      const requests = shares.map((share) => typicalRequest(base, share));
      const data = await handle.depths(window ? { requests, axes, at, window } : { requests, axes, at });
      const now = this.store.state;
      if (data && depthKey(now) !== null && now.doc.model?.id === slice.model && now.pair?.join("\n") === axes.join("\n")) this.store.set({ depths: { key, data, shares } });
    } catch {
      // The search reports the same trouble, with its reason; the map shows what it can.
      this.store.set({ depths: null });
    } finally {
      this.#busy = false;
    }
    if (depthKey(this.store.state) !== key) this.#watch.schedule();
  }
}
