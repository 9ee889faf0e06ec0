/** A margin by distance: how far an answer keeps from every border of the model on its way. */
import type { RequestDoc } from "../../../types.js";

/** Distances that are offered, as shares of each number's range. */
export const DISTANCES = [0.005, 0.01, 0.02, 0.05, 0.1] as const;

/** The request with this distance from every border; null: with none. */
export function distanceRequest(request: RequestDoc, distance: number | null): RequestDoc {
  const asked = { ...request };
  delete asked.margin;
  return distance === null ? asked : { ...asked, margin: { distance } };
}
