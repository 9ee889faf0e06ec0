/** Defines the elements, once a page: a second copy of the script leaves the first one's in place. */
// Texts and sheets first: like beside like, the built file compresses better.
import "../view/words.js";
import "./sheets.js";
import { define } from "../../plot/define.js";
import { EspalierTrees } from "../view/trees/tiles.js";
import type { ExplainerEvents } from "./events.js";
import { EspalierExplainer } from "./explainer.js";

define("espalier-explainer", EspalierExplainer);
define("espalier-trees", EspalierTrees);

export { EspalierExplainer };
export type { ExplainerEvents };

declare global {
  interface HTMLElementTagNameMap {
    "espalier-explainer": EspalierExplainer;
  }
  // Listeners on the element, and on those around it, know the types of its events.
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface HTMLElementEventMap extends ExplainerEvents {}
}
