/** What lies below the columns, each drawer closed until asked for. */
import { html, nothing, type TemplateResult } from "lit";
import type { State } from "../state/state.js";
import { coordinate } from "../state/feature.js";
import { features } from "../state/request.js";
import { bare } from "./format.js";
import { hint } from "./hint.js";
import { icons } from "./icons.js";
import { className } from "./targets.js";
import { searchDrawer } from "./search/drawer.js";
import { treesDrawer } from "./trees/drawer.js";
import type { Ui } from "./ui.js";
import { words } from "./words.js";

/** Rows on one page of the data drawer. */
export const PAGE = 8;

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
    ${drawer === "data" && rows > 0 ? data(state, ui) : nothing} ${drawer === "trees" && info ? treesDrawer(state, ui) : nothing}
    ${drawer === "search" && ui.prove && info ? searchDrawer(state, ui) : nothing}
    <div class="line handles">
      ${info ? handle("trees", words.trees.title, words.trees.count(info.trees)) : nothing} ${info && ui.prove ? handle("search", words.search.title, words.search.hint) : nothing}
      ${rows > 0 ? handle("data", words.data, words.rows(rows)) : nothing}
      <span class="gap"></span>
      ${hint(state, "wide", ui)}
      <span class="private">${icons.shield()}${words.private}</span>
    </div>
  </footer>`;
}

function data(state: State, ui: Ui): TemplateResult {
  const { doc, dataRows } = state;
  const total = doc.model?.info.rows ?? 0;
  const from = dataRows?.from ?? 0;
  return html`<div class="data">
    <div class="line">
      <span class="cap">${words.dataHint}</span>
      <span class="gap"></span>
      <span class="cap">${words.row(from, total)}</span>
      <button type="button" class="btn ico" aria-label=${words.earlier} ?disabled=${from === 0} @click=${() => ui.page(Math.max(0, from - PAGE))}>${icons.left()}</button>
      <button type="button" class="btn ico" aria-label=${words.later} ?disabled=${from + PAGE >= total} @click=${() => ui.page(from + PAGE)}>${icons.right()}</button>
    </div>
    <div class="scroll" tabindex="0" role="region" aria-label=${words.data}>
      <table>
        <thead>
          <tr><th scope="col" class="n">#</th>${features(doc).map((feature) => html`<th scope="col" class="n">${feature.name}</th>`)}<th scope="col" class="n">${words.label}</th></tr>
        </thead>
        <tbody>
          ${(dataRows?.rows ?? []).map(
            ({ row, label }, index) => html`<tr class=${from + index === doc.row ? "on" : ""}>
              <td class="n"><button type="button" class="link" aria-label=${words.row(from + index, total)} @click=${() => ui.toRow(from + index)}>${from + index + 1}</button></td>
              ${features(doc).map((feature) => html`<td class="n">${bare(feature, coordinate(feature, row))}</td>`)}
              <td class="n">${label === null ? "" : className(doc, label)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </div>`;
}
