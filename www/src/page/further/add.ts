/** Adds the further drawers, with their words and looks, to the page's explainer. */
import { html } from "lit";
import type { EspalierExplainer } from "../element/explainer.js";
import { further } from "../view/drawers.js";
import { adopt } from "../view/language.js";
import { EspalierEveryone } from "./everyone/drawer.js";
import everyoneCss from "./everyone/drawer.css?inline";
import { Everyone } from "./everyone/run.js";
import { EspalierWhy } from "./why/drawer.js";
import whyCss from "./why/drawer.css?inline";
import { furtherWords } from "./words.js";

/** The rows that come one after the other are drawn once in so many milliseconds. */
const DRAWN = 200;

export function add(explainer: EspalierExplainer): void {
  adopt({ further: furtherWords });
  for (const [name, element] of [["espalier-why", EspalierWhy], ["espalier-everyone", EspalierEveryone]] as const) {
    if (customElements.get(name) === undefined) customElements.define(name, element);
  }
  for (const css of [whyCss, everyoneCss]) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    explainer.shadowRoot?.adoptedStyleSheets.push(sheet);
  }
  further.set("why", { title: () => furtherWords.why.title, view: (state, ui) => html`<espalier-why class="data why-drawer" .state=${state} .ui=${ui}></espalier-why>` });
  const everyone = new Everyone(rarely(() => explainer.requestUpdate(), DRAWN));
  further.set("everyone", {
    title: () => furtherWords.everyone.title,
    about: (state) => {
      everyone.see(state);
      const run = everyone.of(state);
      return run?.phase === "running" ? furtherWords.everyone.progress(run.people.length, run.rows) : "";
    },
    view: (state, ui) => html`<espalier-everyone class="data everyone" .state=${state} .ui=${ui} .everyone=${everyone} .run=${everyone.of(state)}></espalier-everyone>`,
  });
  explainer.requestUpdate();
}

/** Runs after so many milliseconds, however often it is called meanwhile. */
function rarely(run: () => void, milliseconds: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      run();
    }, milliseconds);
  };
}
