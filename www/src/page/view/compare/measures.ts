/** Measures of each of the ways, and of all of them together. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Measures } from "../../../measure/index.js";
import { displayed, verified } from "../../state/answer/selectors.js";
import { features } from "../../state/request/request.js";
import { cost, number, percent } from "../format.js";
import { wayText } from "../ways.js";
import { words } from "../words.js";
import { voiceFor } from "../words/voice.js";
import type { Shown, State, Steady } from "../../state/document/state.js";

export function measuresTable(state: State): TemplateResult | typeof nothing {
  const { measured, shown, doc, ways } = state;
  const text = words.measures;
  if (measured?.of !== shown) return nothing;
  const { set, counterfactuals, ids, steady } = measured;
  const now = displayed(state);
  const rows = counterfactuals.some((one) => one.nearest_row);
  const usual = counterfactuals.some((one) => one.path_length !== undefined);
  const levels = set.categorical_proximity !== undefined;
  const columns = ["changes", "l1", "l2", "linf", ...(levels ? ["levels"] : []), ...(rows ? ["row"] : []), ...(usual ? ["usual"] : []), ...(steady ? ["steady"] : [])] as (keyof typeof text.head)[];
  const row = (found: Measures, index: number): TemplateResult => {
    const way = ways.find((one) => one.id === ids[index]);
    const near = found.nearest_row;
    return html`<tr class=${same(way?.shown ?? null, now) ? "on" : ""}>
      <th scope="row" class="t">${way ? wayText(way) : ""}</th>
      <td>${text.of(found.changes, features(doc).length)}</td>
      <td>${cost(found.cost.l1)}</td><td>${cost(found.cost.l2)}</td><td>${cost(found.cost.linf)}</td>
      ${levels ? html`<td>${percent(found.categorical_proximity ?? 1)}</td>` : nothing}
      ${rows ? html`<td>${near ? text.near(cost(near.distance), near.row) : ""}</td>` : nothing}
      ${usual ? html`<td>${found.path_length === undefined ? "" : number(found.path_length, 2)}</td>` : nothing}
      ${steady ? html`<td>${ratio(steady, steady.each[index])}</td>` : nothing}
    </tr>`;
  };
  return html`<div class="scroll measures" tabindex="0" role="region" aria-label=${text.title}>
      <table>
        <thead><tr><th scope="col" class="t">${text.title}</th>${columns.map((name) => html`<th scope="col">${text.head[name]}</th>`)}</tr></thead>
        <tbody>${counterfactuals.map(row)}</tbody>
      </table>
    </div>
    <details class="meaning">
      <summary>${text.meaning}</summary>
      <dl>${columns.map((name) => html`<div><dt>${text.head[name]}</dt><dd>${text.why[name]}</dd></div>`)}</dl>
    </details>
    ${set.count_diversity === undefined
      ? nothing
      : html`<p class="cap set">${text.set(set.count, percent(set.sparsity), percent(set.count_diversity), set.categorical_diversity === undefined ? null : percent(set.categorical_diversity), set.continuous_diversity === undefined ? null : number(set.continuous_diversity, 2))}</p>`}
    ${steady ? steadyLine(steady, state.doc.model?.subject) : nothing}`;
}

/** Whether two answers end at the same point. */
const same = (a: Shown | null, b: Shown | null): boolean => a === b || (a !== null && b !== null && JSON.stringify(verified(a)?.values) === JSON.stringify(verified(b)?.values));

/** A ratio to the neighbours; a dash of an answer's width while they are asked. */
function ratio({ neighbours }: Steady, of: Steady["all"]): string {
  if (neighbours === 0) return "";
  return of === undefined ? "\u2026" : of === null ? words.measures.unknown : words.measures.times(number(of, 2));
}

/** How steady the set is, and by how many neighbours; while these are asked, the progress. */
function steadyLine({ neighbours, all, share, late }: Steady, subject: string | undefined): TemplateResult {
  const text = words.measures;
  const asking = all === undefined && neighbours > 0;
  if (asking && !late) return html`<p class="cap steady"></p>`;
  return html`<p class="cap steady" role="status">${asking ? html`${text.asking(neighbours)} <progress max="1" value=${share} aria-label=${text.asking(neighbours)}></progress>` : neighbours === 0 ? text.alone : voiceFor(subject).steady(neighbours, typeof all === "number" ? number(all, 2) : null)}</p>`;
}
