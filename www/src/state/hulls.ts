/** Asks which part of the map lies between rows, where answers must: at most one request under way, then the newest. */
import type { RequestDoc } from "../types.js";
import { hullRequest } from "./hull.js";
import type { ModelHandle } from "./port.js";
import { otherMap, sliceOf, type Slice } from "./slices.js";
import type { State } from "./state.js";
import type { Frame, Store } from "./store.js";
import { Newest } from "./watch.js";

/** What the map's drawing of the hulls hangs on; null where nothing is drawn. */
export function hullKey(state: State): string | null {
  const { doc } = state;
  const slice = doc.hull === null ? null : sliceOf(state);
  return slice && JSON.stringify([slice.key, doc.target, doc.hull]);
}

/** Keeps `hulls` of the state at what the map calls for. */
export function hulls(store: Store, handleOf: (model: number) => ModelHandle | undefined, frame: Frame): Newest {
  const gone = (): void => {
    if (store.state.hulls) store.set({ hulls: null });
  };
  const ask = async (hullOf: NonNullable<ModelHandle["hull"]>, { doc }: State, key: string, { axes, at, window }: Slice): Promise<void> => {
    const request = hullRequest({ query: doc.person.map((value) => (Number.isNaN(value) ? null : value)), target: doc.target } satisfies RequestDoc, doc.hull);
    try {
      const data = await hullOf(window ? { request, axes, at, window } : { request, axes, at });
      if (hullKey(store.state) !== null) store.set({ hulls: data && { key, data } });
    } catch {
      // The search reports the same trouble, with its reason; the map shows what it can.
      store.set({ hulls: null });
    }
  };
  const begin = (state: State, key: string): Promise<void> | null => {
    const slice = sliceOf(state);
    const handle = slice ? handleOf(slice.model) : undefined;
    return slice && handle?.hull ? ask(handle.hull.bind(handle), state, key, slice) : null;
  };
  return new Newest(store, frame, otherMap, hullKey, begin, gone);
}
