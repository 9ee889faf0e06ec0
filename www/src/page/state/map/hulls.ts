/** Which part of the map lies between rows, where answers must. */
import { hullRequest } from "../limits/hull.js";
import type { Layer } from "./layers.js";

export const hulls: Layer<"hulls"> = {
  slot: "hulls",
  about: ({ doc }) => (doc.hull === null || doc.hull.price !== undefined ? null : JSON.stringify([doc.target, doc.hull])),
  ask: (handle, { doc }, slice) => {
    const request = hullRequest({ query: doc.person.map((value) => (Number.isNaN(value) ? null : value)), target: doc.target }, doc.hull);
    return handle.hull?.({ request, ...slice }).then((data) => data && { data }) ?? null;
  },
};
