/** Asks for the map's cells whenever what it shows has changed: at most one request under way, then the newest. */
import { BadInput } from "../engine/errors.js";
import type { Window } from "../engine/protocol.js";
import type { ModelHandle } from "./port.js";
import { displayed, verified } from "./selectors.js";
import type { State } from "./state.js";
import type { Frame, Store } from "./store.js";
import { Watch } from "./watch.js";

interface Slice {
  key: string;
  model: number;
  axes: [string, string];
  at: number[];
  window: Window | null;
}

/** The slice that the state calls for: through the answer when there is one and it is wanted, else through the person. */
export function sliceOf(state: State): Slice | null {
  const { doc, pair, window } = state;
  if (!doc.model || !pair || doc.person.length === 0 || doc.layer === "reach") return null;
  const best = doc.layer === "answer" ? verified(displayed(state)) : null;
  const at = best?.values ?? doc.person;
  const { info } = doc.model;
  const shown = info.features.filter((feature) => pair.includes(feature.name)).flatMap((feature) => feature.columns);
  const rest = at.map((value, column) => (shown.includes(column) ? 0 : value));
  return { key: JSON.stringify([doc.model.id, pair, rest, window]), model: doc.model.id, axes: pair, at, window };
}

/** Whether what the map shows may have changed. */
export const otherMap = (state: State, before: State): boolean =>
  state.doc !== before.doc || state.pair !== before.pair || state.window !== before.window || displayed(state) !== displayed(before);

export class Slices {
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
    if (this.#busy || this.#watch.over) return;
    const slice = sliceOf(this.store.state);
    const handle = slice ? this.handleOf(slice.model) : undefined;
    if (!slice || !handle || slice.key === this.#asked) return;
    this.#asked = slice.key;
    this.#busy = true;
    try {
      const { axes, at, window } = slice;
      const data = await handle.regions(window ? { axes, at, window } : { axes, at });
      const now = this.store.state;
      if (now.doc.model?.id === slice.model && now.pair?.join("\n") === axes.join("\n")) this.store.set({ regions: { key: slice.key, data } });
    } catch (error) {
      // The map keeps what it shows; a fault of the engine is reported by the search.
      if (error instanceof BadInput && error.input.where === "/window") this.store.set({ regions: { key: slice.key, data: null } });
      else this.#asked = null;
    } finally {
      this.#busy = false;
    }
    if (sliceOf(this.store.state)?.key !== slice.key) this.#watch.schedule();
  }
}
