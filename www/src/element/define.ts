/** Defines the elements, once a page: a second copy of the script leaves the first one's in place. */
import "../view/plot/define.js";
import { EspalierExplainer } from "./explainer.js";

if (typeof customElements !== "undefined" && !customElements.get("espalier-explainer")) {
  customElements.define("espalier-explainer", EspalierExplainer);
}

export { EspalierExplainer };

declare global {
  interface HTMLElementTagNameMap {
    "espalier-explainer": EspalierExplainer;
  }
}
