/** Margins: how far an answer keeps from every border of the model on its way, and by which score its class beats every other. */
import { own, put } from "../../../own.js";
import { isFields } from "../../../measure/target.js";
import type { RequestDoc } from "../../../types.js";
import type { Doc, Margin, MarginKind } from "../document/document.js";

/** The margins that are offered, ascending: shares of each number's range, and differences of raw scores. */
export const MARGINS = { distance: [0.005, 0.01, 0.02, 0.05, 0.1], score: [0.05, 0.1, 0.2, 0.3, 0.5, 1, 2] } as const;
export const MARGIN_KINDS = ["distance", "score"] as const;

/** The kinds that a model has: linear leaves have no borders to keep from, a number and classes without scores no lead. */
export const marginKinds = ({ model }: Doc): MarginKind[] =>
  MARGIN_KINDS.filter((kind) => model && (kind === "distance" ? !model.info.linear_leaves : model.info.classes.length > 1 && model.info.probabilities !== false));

export const isMarginKind = (part: string): part is MarginKind => own(MARGINS, part) !== undefined;

/** Whether a link's value is a margin; a number alone is a distance. */
export const isMargin = (x: unknown): boolean => {
  const all = Object.entries(isFields(x) ? x : { distance: x });
  return all.length > 0 && all.every(([kind, most]) => isMarginKind(kind) && typeof most === "number" && most > 0 && most < (kind === "distance" ? 1 : Infinity));
};

/** These margins with one of them changed; null: without it. */
export function withMargin(margin: Margin, kind: MarginKind, most: number | null): Margin {
  const all = put(new Map(Object.entries(margin ?? {})), kind, most);
  return all.size > 0 ? Object.fromEntries(all) : null;
}

export const setMargin = (doc: Doc, kind: MarginKind, most: number | null): Doc => ({ ...doc, margin: withMargin(doc.margin, kind, most) });

/** The request with these margins alone. */
export function marginRequest(request: RequestDoc, margin: Margin): RequestDoc {
  const asked = { ...request };
  delete asked.margin;
  return margin === null ? asked : { ...asked, margin };
}
