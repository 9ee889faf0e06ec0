/** The drawer of data: the rows that answers are compared with, and the background rows, to ask for one of them. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import { coordinate } from "../../../model/feature.js";
import { features } from "../../state/request/request.js";
import type { State } from "../../state/document/state.js";
import { bare, number, told } from "../format.js";
import { icons } from "../icons.js";
import { className } from "../targets.js";
import type { Ui } from "../callbacks.js";
import { words } from "../words.js";
import { rowsFrom } from "./rows.js";
import { between } from "./hull.js";
import { usual } from "./usual.js";

/** Rows on one page. */
export const PAGE = 5;

export function dataDrawer(state: State, ui: Ui): TemplateResult {
  const total = state.doc.model?.info.rows ?? 0;
  return html`<div class="data">
    ${rowsFrom(state, ui)} ${total > 0 ? html`${usual(state, ui)} ${between(state, ui)} ${table(state, ui)}` : nothing}
  </div>`;
}

function table({ doc, dataRows: read }: State, ui: Ui): TemplateResult {
  const dataRows = read?.model === doc.model?.id ? read : null;
  const total = doc.model?.info.rows ?? 0;
  const from = dataRows?.from ?? 0;
  return html`<div class="line">
      <span class="cap">${words.data.hint}</span>
      <span class="gap"></span>
      <span class="cap">${words.row(from, total)}</span>
      <button type="button" class="btn ico" aria-label=${words.data.earlier} ?disabled=${from === 0} @click=${() => ui.page(Math.max(0, from - PAGE))}>${icons.left()}</button>
      <button type="button" class="btn ico" aria-label=${words.data.later} ?disabled=${from + PAGE >= total} @click=${() => ui.page(from + PAGE)}>${icons.right()}</button>
    </div>
    <div class="scroll" tabindex="0" role="region" aria-label=${words.data.title}>
      <table>
        <thead>
          <tr><th scope="col" class="n">#</th>${features(doc).map((feature) => html`<th scope="col" class="n">${feature.name}</th>`)}<th scope="col" class="n">${words.data.label}</th></tr>
        </thead>
        <tbody>
          ${(dataRows?.rows ?? []).map(
            ({ row, label }, index) => html`<tr class=${from + index === doc.row ? "on" : ""}>
              <td class="n"><button type="button" class="link" aria-label=${words.row(from + index, total)} @click=${() => ui.toRow(from + index)}>${from + index + 1}</button></td>
              ${features(doc).map((feature) => html`<td class="n">${told(feature, coordinate(feature, row), bare)}</td>`)}
              <td class="n">${label === null ? "" : doc.model?.info.kind === "regressor" ? number(label) : className(doc, label)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}
