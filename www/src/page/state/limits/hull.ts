/** Whether an answer must lie among the rows: in the hull of the target's rows, or of a group of them, a little enlarged. Pure. */
import type { RequestDoc } from "../../../types.js";
import type { Doc, Hull } from "../document/document.js";

/** The values that the switch begins with. */
export const BETWEEN: Hull = { epsilon: 0.05, norm: "l1", clusters: 1 };
/** Distances and numbers of groups that the page offers. */
export const EPSILONS = [0, 0.02, 0.05, 0.1, 0.2, 0.5];
/** Prices of a whole range's distance, in place of a limit. */
export const PRICES = [0.3, 1, 3];
export const CLUSTERS = [1, 2, 3, 5, 10];

export function setHull(doc: Doc, hull: Hull | null): Doc {
  return { ...doc, hull };
}

type Plausible = { [K in keyof NonNullable<RequestDoc["plausibility"]>]: NonNullable<RequestDoc["plausibility"]>[K] | undefined };

/** A request that asks for so plausible answers; fields that are left undefined are not asked for. */
export function plausible(request: RequestDoc, { isolation_forest, hull }: Plausible): RequestDoc {
  const rest = { ...request };
  delete rest.plausibility;
  if (!isolation_forest && !hull) return rest;
  return { ...rest, plausibility: { ...(isolation_forest ? { isolation_forest } : {}), ...(hull ? { hull } : {}) } };
}

/** A request that asks for this hull besides. */
export function hullRequest(request: RequestDoc, hull: Hull | null): RequestDoc {
  return plausible(request, { ...request.plausibility, hull: hull ?? undefined });
}

/** Whether something read from a link is one. */
export function isHull(x: unknown): x is Hull {
  if (typeof x !== "object" || x === null) return false;
  const { epsilon, price, norm, clusters } = x as Partial<Record<keyof Hull, unknown>>;
  const far = price ?? epsilon;
  return typeof far === "number" && Number.isFinite(far) && far >= 0 && (price === undefined || (far > 0 && epsilon === undefined)) && ["l1", "l2", "linf"].includes(norm as string) && Number.isInteger(clusters) && (clusters as number) >= 1 && (clusters as number) <= 100;
}
