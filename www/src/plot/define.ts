/** Defines `<espalier-map>`; the only module here with a side effect. */
import { EspalierMap } from "./map.js";

/** Gives an element its name, once a page; on a server that renders pages there are none. */
export function define(name: string, element: CustomElementConstructor): void {
  if (typeof customElements !== "undefined" && !customElements.get(name)) customElements.define(name, element);
}

define("espalier-map", EspalierMap);

declare global {
  interface HTMLElementTagNameMap {
    "espalier-map": EspalierMap;
  }
}
