/** What only the printed page shows: whose answer it is. */
import { html, nothing, type TemplateResult } from "lit";
import { coordinate } from "../state/feature.js";
import { features } from "../state/request.js";
import { isOld } from "../state/selectors.js";
import { further } from "../state/several.js";
import type { State } from "../state/state.js";
import { cost, withUnit } from "./format.js";
import { moved } from "./compare/drawer.js";
import { wayText } from "./ways.js";
import { words } from "./words.js";

/** The cheapest answer and those that differ from it, as far as they are found. */
const answersApart = (state: State): State["ways"] => [...state.ways.filter((way) => way.kind === "cheapest"), ...further(state.ways)].filter((way) => way.shown && !isOld(state, way.of));

export function printed(state: State): TemplateResult | typeof nothing {
  const { doc } = state;
  if (!doc.model) return nothing;
  const list = answersApart(state);
  return html`<section class="printed" aria-hidden="true">
    <h2>${words.print.values}</h2>
    <dl>${features(doc).map((feature) => html`<div><dt>${feature.name}</dt><dd>${withUnit(feature, coordinate(feature, doc.person))}</dd></div>`)}</dl>
    ${list.length > 1
      ? html`<h2>${words.several.title}</h2>
          <ol>${list.map((way) => html`<li>${wayText(way)}: ${moved(doc, way.shown?.answer.counterfactuals[0]?.values ?? [])} (${cost(way.cost)})</li>`)}</ol>
          <p>${words.several.explain(doc.several.distinct)}</p>`
      : nothing}
  </section>`;
}
