/** Defines `<espalier-map>`; the only module here with a side effect. */
import { EspalierMap } from "./map.js";

if (typeof customElements !== "undefined" && !customElements.get("espalier-map")) customElements.define("espalier-map", EspalierMap);

declare global {
  interface HTMLElementTagNameMap {
    "espalier-map": EspalierMap;
  }
}
