/** How usual the places of the map are, where that is demanded or shown. */
import type { RequestDoc } from "../../../types.js";
import type { Layer } from "./layers.js";
import type { State } from "../document/state.js";
import { SHARES, typicalRequest } from "../limits/typical.js";

/** The shares that are told apart on the map, in order. */
function sharesOf({ doc }: State): number[] {
  const shares = doc.typical === null || SHARES.includes(doc.typical) ? SHARES : [...SHARES, doc.typical];
  return [...shares].sort((a, b) => a - b);
}

export const depths: Layer<"depths"> = {
  slot: "depths",
  about: (state) => {
    const { doc } = state;
    return (doc.typical !== null || doc.usual) && (doc.model?.info.rows ?? 0) > 0 ? JSON.stringify([doc.target, sharesOf(state)]) : null;
  },
  ask: (handle, state, slice) => {
    const shares = sharesOf(state);
    const base: RequestDoc = { query: slice.at.map((value) => (Number.isNaN(value) ? null : value)), target: state.doc.target };
    const requests = shares.map((share) => typicalRequest(base, share));
    return handle.depths?.({ requests, ...slice }).then((data) => data && { data, shares }) ?? null;
  },
};
