/** Asks for the map's cells whenever its contents have changed: at most one request under way, then the newest. */
import { BadInput } from "../../../engine/errors.js";
import type { Window } from "../../../engine/protocol.js";
import { beyond, seen } from "../../../model/feature.js";
import type { ModelHandle } from "../port.js";
import { displayed, verified } from "../answer/selectors.js";
import type { State } from "../document/state.js";
import type { Frame, Store } from "../document/store.js";
import { Newest } from "../document/watch.js";

export interface Slice {
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
  const shown = doc.model.info.features.filter((feature) => pair.includes(feature.name));
  const columns = shown.flatMap((feature) => feature.columns);
  const rest = at.map((value, column) => (columns.includes(column) ? 0 : value));
  // An axis reaches to where the person is, wherever the slice goes through.
  const whole = Object.fromEntries(shown.flatMap((feature) => (beyond(feature, doc.person) ? [[pair[0] === feature.name ? "x" : "y", seen(feature, doc.person)]] : [])));
  const ends = window !== null || Object.keys(whole).length > 0 ? { ...whole, ...window } : null;
  return { key: JSON.stringify([doc.model.id, pair, rest, ends]), model: doc.model.id, axes: pair, at, window: ends };
}

/** Whether the contents of the map may have changed. */
export const otherMap = (state: State, before: State): boolean =>
  state.doc !== before.doc || state.pair !== before.pair || state.window !== before.window || displayed(state) !== displayed(before);

/** Keeps `regions` of the state up to date with the map. */
export function slices(store: Store, handleOf: (model: number) => ModelHandle | undefined, frame: Frame): Newest {
  const ask = async (handle: ModelHandle, { axes, at, window, key, model }: Slice): Promise<void> => {
    try {
      const data = await handle.regions(window ? { axes, at, window } : { axes, at });
      const now = store.state;
      if (now.doc.model?.id === model && now.pair?.join("\n") === axes.join("\n")) store.set({ regions: { key, data } });
    } catch (error) {
      // The map keeps its cells; a fault of the engine is reported by the search.
      if (!(error instanceof BadInput && error.input.where === "/window")) throw error;
      store.set({ regions: { key, data: null } });
    }
  };
  return new Newest(store, frame, otherMap, (state) => sliceOf(state)?.key ?? null, (state) => {
    const slice = sliceOf(state);
    const handle = slice ? handleOf(slice.model) : undefined;
    return slice && handle ? ask(handle, slice) : null;
  });
}
