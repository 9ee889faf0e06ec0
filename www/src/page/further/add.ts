/** Adds the further drawers, with their words and looks, to the page's explainer. */
import { html } from "lit";
import type { EspalierExplainer } from "../element/explainer.js";
import { further } from "../view/further.js";
import { adopt } from "../view/language.js";
import { beatMarks, EspalierBeat } from "./beat/drawer.js";
import beatCss from "./beat/drawer.css?inline";
import lineCss from "./line.css?inline";
import { EspalierWhy } from "./why/drawer.js";
import whyCss from "./why/drawer.css?inline";
import { furtherWords } from "./words.js";

const ELEMENTS = { "espalier-why": EspalierWhy, "espalier-beat": EspalierBeat };

export function add(explainer: EspalierExplainer): void {
  adopt({ further: furtherWords });
  for (const [name, element] of Object.entries(ELEMENTS)) if (customElements.get(name) === undefined) customElements.define(name, element);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(lineCss + whyCss + beatCss);
  explainer.shadowRoot?.adoptedStyleSheets.push(sheet);
  further.set("why", { title: () => furtherWords.why.title, view: (state, ui) => html`<espalier-why class="data why-drawer" .state=${state} .ui=${ui}></espalier-why>` });
  further.set("beat", { title: () => furtherWords.beat.title, view: (state, ui) => html`<espalier-beat class="data beat-drawer" .state=${state} .ui=${ui}></espalier-beat>`, marks: beatMarks });
  explainer.requestUpdate();
}
