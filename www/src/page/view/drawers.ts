/** The drawers below the columns, each closed until asked for. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { State } from "../state/document/state.js";
import { compareDrawer } from "./compare/drawer.js";
import { curveDrawer } from "./curve/drawer.js";
import { dataDrawer } from "./data/drawer.js";
import { addedBy, further, type Further } from "./further.js";
import { hint } from "./hint.js";
import { icons } from "./icons.js";
import { shapeOf } from "../../model/shape.js";
import { searchDrawer } from "./search/drawer.js";
import { treesDrawer } from "./trees/drawer.js";
import type { Ui } from "./callbacks.js";
import { words } from "./words.js";

export function drawers(state: State, ui: Ui): TemplateResult {
  const { doc, drawer } = state;
  const info = doc.model?.info;
  const rows = info?.rows ?? 0;
  const shape = info && shapeOf(info);
  const toggle = (which: NonNullable<State["drawer"]>): void => {
    ui.set({ drawer: drawer === which ? null : which });
  };
  const handle = (which: NonNullable<State["drawer"]>, about: string, title: string): TemplateResult =>
    html`<button type="button" class="drawer" aria-expanded=${drawer === which} @click=${() => toggle(which)}>
      ${drawer === which ? icons.down() : icons.up()}${title}${about === "" ? nothing : html`<span class="cap">${about}</span>`}
    </button>`;
  const open: Partial<Record<NonNullable<State["drawer"]>, Further["view"] | null>> = {
    trees: treesDrawer,
    search: ui.prove ? searchDrawer : null,
    compare: compareDrawer,
    curve: curveDrawer,
    data: dataDrawer,
  };
  return html`<footer class="drawers" part="drawers">
    ${info && drawer && (open[drawer] ?? addedBy(state)?.view)?.(state, ui)} ${[...further.values()].map(({ also }) => also?.(state, ui))}
    <div class="line handles">
      ${info && shape ? [handle("trees", shape.of === "sum" ? "" : words.trees.count(shape.count), words.trees.titles[shape.of]), ui.prove ? handle("search", "", words.search.title) : nothing, handle("compare", "", words.compare.title), handle("curve", "", words.curve.title), handle("data", words.data.rows(rows), words.data.title), [...further].map(([which, { title, about, offered }]) => (offered?.(state) === false ? nothing : handle(which, about?.(state) ?? "", title())))] : nothing}
      <span class="gap"></span>
      ${hint(state, "wide", ui)}
      <span class="private">${icons.shield()}${words.private}</span>
    </div>
  </footer>`;
}
