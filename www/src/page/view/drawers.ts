/** The drawers below the columns, each closed until asked for. */
import { html, nothing, type TemplateResult } from "lit";
import type { State } from "../state/document/state.js";
import { compareDrawer } from "./compare/drawer.js";
import { dataDrawer, PAGE } from "./data/drawer.js";
import { hint } from "./hint.js";
import { icons } from "./icons.js";
import { searchDrawer } from "./search/drawer.js";
import { treesDrawer } from "./trees/drawer.js";
import type { Ui } from "./ui.js";
import { words } from "./words.js";

export function drawers(state: State, ui: Ui): TemplateResult {
  const { doc, drawer } = state;
  const info = doc.model?.info;
  const rows = info?.rows ?? 0;
  const toggle = (which: NonNullable<State["drawer"]>): void => {
    ui.set({ drawer: drawer === which ? null : which });
    if (which === "data" && drawer !== "data") ui.page(Math.floor((doc.row ?? 0) / PAGE) * PAGE);
  };
  const handle = (which: NonNullable<State["drawer"]>, text: string, about: string): TemplateResult =>
    html`<button type="button" class="drawer" aria-expanded=${drawer === which ? "true" : "false"} @click=${() => toggle(which)}>
      ${drawer === which ? icons.down() : icons.up()}${text}<span class="cap">${about}</span>
    </button>`;
  return html`<footer class="drawers" part="drawers">
    ${drawer === "data" && info ? dataDrawer(state, ui) : nothing} ${drawer === "trees" && info ? treesDrawer(state, ui) : nothing}
    ${drawer === "search" && ui.prove && info ? searchDrawer(state, ui) : nothing}
    ${drawer === "compare" && info ? compareDrawer(state, ui) : nothing}
    <div class="line handles">
      ${info ? handle("trees", words.trees.title, words.trees.count(info.trees)) : nothing} ${info && ui.prove ? handle("search", words.search.title, words.search.hint) : nothing}
      ${info ? handle("compare", words.compare.title, words.compare.hint) : nothing}
      ${info ? handle("data", words.data.title, words.data.rows(rows)) : nothing}
      <span class="gap"></span>
      ${hint(state, "wide", ui)}
      <span class="private">${icons.shield()}${words.private}</span>
    </div>
  </footer>`;
}
