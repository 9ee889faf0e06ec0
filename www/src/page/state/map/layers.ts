/** Drawings over the map's cells, asked for again when the map changes: at most one request under way, then the newest. */
import type { ModelHandle } from "../port.js";
import { otherMap, sliceOf, type Slice } from "./slices.js";
import type { State } from "../document/state.js";
import type { Frame, Store } from "../document/store.js";
import { Newest } from "../document/watch.js";

/** Where the state keeps a drawing. */
type Slot = "depths" | "hulls" | "second";
type Drawn<S extends Slot> = Omit<NonNullable<State[S]>, "key">;

export interface Layer<S extends Slot> {
  slot: S;
  /** The state besides the slice that the drawing depends on, as text; null where nothing is drawn. */
  about: (state: State) => string | null;
  /** Asks for it; null where the model cannot say. */
  ask: (handle: ModelHandle, state: State, slice: Pick<Slice, "axes" | "at"> & { window?: NonNullable<Slice["window"]> }) => Promise<Drawn<S> | null> | null;
}

/** Names the drawing that the state calls for; null: none. */
export function layerKey({ about }: Pick<Layer<Slot>, "about">, state: State): string | null {
  const on = about(state);
  const slice = on === null ? null : sliceOf(state);
  return slice && JSON.stringify([slice.key, on]);
}

/** Keeps one of them up to date with the map. */
export function layer<S extends Slot>(drawing: Layer<S>, store: Store, handleOf: (model: number) => ModelHandle | undefined, frame: Frame): Newest {
  const { slot, ask } = drawing;
  const set = (drawn: (Drawn<S> & { key: string }) | null): void => store.set({ [slot]: drawn });
  const gone = (): void => {
    if (store.state[slot]) set(null);
  };
  const keyOf = (state: State): string | null => layerKey(drawing, state);
  const asking = async (found: Promise<Drawn<S> | null>, key: string, { model, axes }: Slice): Promise<void> => {
    try {
      const drawn = await found;
      const now = store.state;
      if (keyOf(now) !== null && now.doc.model?.id === model && now.pair?.join("\n") === axes.join("\n")) set(drawn && { key, ...drawn });
    } catch {
      // The search reports the same trouble, with its reason; the map goes on without this drawing.
      set(null);
    }
  };
  const begin = (state: State, key: string): Promise<void> | null => {
    const slice = sliceOf(state);
    const handle = slice ? handleOf(slice.model) : undefined;
    if (!slice || !handle) return null;
    const { axes, at, window } = slice;
    const found = ask(handle, state, window ? { axes, at, window } : { axes, at });
    return found && asking(found, key, slice);
  };
  return new Newest(store, frame, otherMap, keyOf, begin, gone);
}
