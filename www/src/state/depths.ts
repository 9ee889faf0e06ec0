/** Asks how usual the places of the map are, where that is demanded or shown: at most one request under way, then the newest. */
import type { RequestDoc } from "../types.js";
import type { ModelHandle } from "./port.js";
import { otherMap, sliceOf, type Slice } from "./slices.js";
import type { State } from "./state.js";
import type { Frame, Store } from "./store.js";
import { SHARES, typicalRequest } from "./typical.js";
import { Newest } from "./watch.js";

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

/** Keeps `depths` of the state at what the map calls for. */
export function depths(store: Store, handleOf: (model: number) => ModelHandle | undefined, frame: Frame): Newest {
  const gone = (): void => {
    if (store.state.depths) store.set({ depths: null });
  };
  const ask = async (depthsOf: NonNullable<ModelHandle["depths"]>, state: State, key: string, { axes, at, window, model }: Slice): Promise<void> => {
    const shares = sharesOf(state);
    const base: RequestDoc = { query: at.map((value) => (Number.isNaN(value) ? null : value)), target: state.doc.target };
    const requests = shares.map((share) => typicalRequest(base, share));
    try {
      const data = await depthsOf(window ? { requests, axes, at, window } : { requests, axes, at });
      const now = store.state;
      if (data && depthKey(now) !== null && now.doc.model?.id === model && now.pair?.join("\n") === axes.join("\n")) store.set({ depths: { key, data, shares } });
    } catch {
      // The search reports the same trouble, with its reason; the map shows what it can.
      store.set({ depths: null });
    }
  };
  const begin = (state: State, key: string): Promise<void> | null => {
    const slice = sliceOf(state);
    const handle = slice ? handleOf(slice.model) : undefined;
    return slice && handle?.depths ? ask(handle.depths.bind(handle), state, key, slice) : null;
  };
  return new Newest(store, frame, otherMap, depthKey, begin, gone);
}
