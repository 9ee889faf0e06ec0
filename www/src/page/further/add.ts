/** Adds the further drawers, with their words and looks, to the page's explainer. */
import { html } from "lit";
import type { EspalierExplainer } from "../element/explainer.js";
import type { State } from "../state/document/state.js";
import { further } from "../view/further.js";
import { adopt } from "../view/language.js";
import { beatMarks, EspalierBeat } from "./beat/drawer.js";
import beatCss from "./beat/drawer.css?inline";
import { EspalierEveryone } from "./everyone/drawer.js";
import everyoneCss from "./everyone/drawer.css?inline";
import { Everyone } from "./everyone/run.js";
import headCss from "./first/head.css?inline";
import { Head } from "./first/head.js";
import { Legend } from "./first/legend.js";
import { besideSearch, paintedMap, proofDrawer } from "./proof/drawer.js";
import proofCss from "./proof/drawer.css?inline";
import { Painter } from "./proof/painter.js";
import { EspalierWhy } from "./why/drawer.js";
import whyCss from "./why/drawer.css?inline";
import { furtherWords } from "./words.js";

const ELEMENTS = { "espalier-why": EspalierWhy, "espalier-beat": EspalierBeat, "espalier-everyone": EspalierEveryone };

/** Rows that come one after the other are drawn once in so many milliseconds. */
const DRAWN = 200;

export function add(explainer: EspalierExplainer): void {
  adopt({ further: furtherWords });
  for (const [name, element] of Object.entries(ELEMENTS)) if (customElements.get(name) === undefined) customElements.define(name, element);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(whyCss + beatCss + everyoneCss + proofCss + headCss);
  explainer.shadowRoot?.adoptedStyleSheets.push(sheet);
  const painter = new Painter(() => explainer.requestUpdate());
  const head = explainer.shadowRoot && new Head(explainer.shadowRoot);
  const legend = new Legend(explainer);
  const seen = (state: State): string => {
    painter.see(state);
    head?.see(state);
    legend.draw();
    return "";
  };
  further.set("proof", { title: () => furtherWords.proof.title, about: seen, view: (state, ui) => proofDrawer(state, ui, painter), overlay: (state) => paintedMap(state, painter), also: (state, ui) => besideSearch(state, ui, painter) });
  further.set("why", { title: () => furtherWords.why.title, view: (state, ui) => html`<espalier-why class="data why-drawer" .state=${state} .ui=${ui}></espalier-why>` });
  further.set("beat", { title: () => furtherWords.beat.title, view: (state, ui) => html`<espalier-beat class="data beat-drawer" .state=${state} .ui=${ui}></espalier-beat>`, marks: beatMarks });
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
