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

/** The page's own parts of the element's views. */
export interface Added {
  /** The features whose cards are shown, in their order. */
  cards: (names: readonly string[], state: State) => readonly string[];
  /** Stands among the chips of the limits. */
  limits: (state: State, ui: Ui) => TemplateResult | typeof nothing | undefined;
  /** Rings on the map, whichever drawer is open. */
  marks: (state: State) => readonly Marked[];
}

/** Where nothing is added, all cards and no more. */
export const added: Added = { cards: (names) => names, limits: () => undefined, marks: () => [] };
