/** Defines the elements, once a page: a second copy of the script leaves the first one's in place. */
// Texts and sheets first: like beside like, the built file compresses better.
import "../view/words.js";
import "./sheets.js";
import "../../plot/define.js";
import { EspalierTrees } from "../view/trees/tiles.js";
import { EspalierExplainer } from "./explainer.js";

if (typeof customElements !== "undefined" && !customElements.get("espalier-explainer")) {
  customElements.define("espalier-explainer", EspalierExplainer);
}

if (typeof customElements !== "undefined" && !customElements.get("espalier-trees")) customElements.define("espalier-trees", EspalierTrees);

export { EspalierExplainer };

declare global {
  interface HTMLElementTagNameMap {
    "espalier-explainer": EspalierExplainer;
  }
}
