/** Adds the further drawers, with their words and looks, to the page's explainer. */
import { html } from "lit";
import type { EspalierExplainer } from "../element/explainer.js";
import { further } from "../view/drawers.js";
import { adopt } from "../view/language.js";
import { EspalierWhy } from "./why/drawer.js";
import whyCss from "./why/drawer.css?inline";
import { furtherWords } from "./words.js";

export function add(explainer: EspalierExplainer): void {
  adopt({ further: furtherWords });
  if (customElements.get("espalier-why") === undefined) customElements.define("espalier-why", EspalierWhy);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(whyCss);
  explainer.shadowRoot?.adoptedStyleSheets.push(sheet);
  further.set("why", { title: () => furtherWords.why.title, view: (state, ui) => html`<espalier-why class="data why-drawer" .state=${state} .ui=${ui}></espalier-why>` });
  explainer.requestUpdate();
}
