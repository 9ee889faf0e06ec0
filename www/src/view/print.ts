/** What only the printed page shows: whose answer it is. */
import { html, nothing, type TemplateResult } from "lit";
import { coordinate } from "../state/feature.js";
import { features } from "../state/request.js";
import type { State } from "../state/state.js";
import { withUnit } from "./format.js";
import { words } from "./words.js";

export function printed({ doc }: State): TemplateResult | typeof nothing {
  if (!doc.model) return nothing;
  return html`<section class="printed" aria-hidden="true">
    <h2>${words.print.values}</h2>
    <dl>${features(doc).map((feature) => html`<div><dt>${feature.name}</dt><dd>${withUnit(feature, coordinate(feature, doc.person))}</dd></div>`)}</dl>
  </section>`;
}
