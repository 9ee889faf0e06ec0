/**
 * How usual an answer must be: as deep in an isolation forest as the rows of the target that are left when so large a share of
 * them, the oddest, is set aside. Pure.
 */
import type { RequestDoc } from "../../../types.js";
import { plausible } from "./hull.js";
import type { Doc } from "../document/document.js";

/** Shares that the page offers: from "hardly any answer is too odd" to the more usual half. */
export const SHARES = [0.01, 0.05, 0.1, 0.25, 0.5];
/** The share that the switch begins with. */
export const USUAL = 0.1;
/** Shares that the most usual way is looked for at, the most demanding first. */
export const MOST_USUAL = [0.9, 0.75, 0.5, 0.25];

export function setTypical(doc: Doc, typical: number | null): Doc {
  return { ...doc, typical };
}

export function setUsual(doc: Doc, usual: boolean): Doc {
  return { ...doc, usual };
}

/** A request that asks for this share besides. */
export function typicalRequest(request: RequestDoc, share: number | null): RequestDoc {
  return plausible(request, { ...request.plausibility, isolation_forest: share === null ? undefined : { outlier_quantile: share } });
}

export function typicalOf(request: RequestDoc): number | null {
  const forest = request.plausibility?.isolation_forest;
  return forest && "outlier_quantile" in forest ? forest.outlier_quantile : null;
}
