/** The drawers that the page adds to those of the element. */
import type { nothing, TemplateResult } from "lit/html.js";
import type { MapOverlay } from "../../plot/contract.js";
import type { writtenOf } from "../state/answer/claims.js";
import type { FurtherDrawer, State } from "../state/document/state.js";
import type { Ui } from "./callbacks.js";

/** A ring on the map: its row, and the values that are written of it. */
export interface Marked {
  row: readonly number[];
  said: ReturnType<typeof writtenOf>;
  label: string;
  /** Whether it has the target; it has where this is absent. */
  target?: boolean;
}

export interface Further {
  title: () => string;
  /** Stands beside the title. It is called with every state that is drawn, also while the drawer is closed. */
  about?: (state: State) => string;
  /** Whether its handle is there; always where absent. */
  offered?: (state: State) => boolean;
  view: (state: State, ui: Ui) => TemplateResult;
  /** Rings that it has on the map while it is open. */
  marks?: (state: State) => Marked[];
  /** Stands below an open drawer, whichever it is. */
  also?: (state: State, ui: Ui) => TemplateResult | typeof nothing;
  /** Cuts and boxes that it lights on the map while it is open. */
  overlay?: (state: State) => MapOverlay | null;
}

/** By the name that the state has for it, in their order. */
export const further = new Map<FurtherDrawer, Further>();

/** The one of these that is open. */
export const addedBy = ({ drawer }: State): Further | undefined => further.get(drawer as FurtherDrawer);
