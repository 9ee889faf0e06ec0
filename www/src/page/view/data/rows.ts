/** Where the background rows come from, and how to bring others. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import { byRows } from "../../state/opening/schema.js";
import type { State } from "../../state/document/state.js";
import { percent } from "../format.js";
import type { Ui } from "../callbacks.js";
import { words } from "../words.js";

export function rowsFrom(state: State, ui: Ui): TemplateResult {
  const { doc, reading } = state;
  const { model } = doc;
  const text = words.data.from;
  if (!model) return html``;
  const { background, info } = model;
  const fitting = !reading && background && JSON.stringify(byRows(info, background.ranges).features.map(range)) !== JSON.stringify(byRows(info, []).features.map(range));
  const said = reading ? text.reading(reading.file, percent(Math.floor(reading.share * 100) / 100).replace(".0", "")) : background ? text.said(background) : info.rows > 0 ? text.file : text.none;
  // One line in all states: the end of the reading is said, and the button keeps the focus.
  return html`<div class="line source wrap">
    <span class="cap" role="status">${said}</span>
    ${reading ? html`<progress max="1" aria-label=${text.bar} value=${reading.share}></progress>` : nothing}
    <button type="button" class="link quiet" @click=${() => (reading ? ui.stopReading() : ui.pickRows())}>${reading ? text.cancel : info.rows > 0 ? text.others : text.choose}</button>
    ${fitting ? html`<button type="button" class="link quiet" title=${text.rangesHow} @click=${() => ui.reschema(byRows(info, background.ranges))}>${text.ranges}</button>` : nothing}
  </div>`;
}

const range = ({ kind, min, max }: { kind?: string; min?: number; max?: number }): unknown => [kind, min, max];
