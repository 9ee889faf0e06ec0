/** The answer beside what other methods find, with what each costs of the least there is. */
import { html, nothing, type TemplateResult } from "lit";
import { comparable, METHODS, type Compared } from "../../state/compare.js";
import { coordinate } from "../../state/feature.js";
import { features } from "../../state/request.js";
import { verified } from "../../state/selectors.js";
import type { Doc, State } from "../../state/state.js";
import { cost, number, withUnit } from "../format.js";
import { measuresTable } from "./measures.js";
import type { MapMark } from "../plot/contract.js";
import { words } from "../words.js";

/** More changes than this are counted, not listed. */
const MOST = 5;

export function compareDrawer(state: State): TemplateResult {
  const { compare, shown, doc } = state;
  const text = words.compare;
  const best = verified(shown);
  if (!best || !comparable(state, shown)) return html`<div class="data compare"><p class="cap">${text.none}</p></div>`;
  const list: Compared[] = compare?.of === shown ? compare.list : METHODS.map((method) => ({ method, state: "waiting", found: null }));
  const head = (name: string, class_ = ""): TemplateResult => html`<th scope="col" class=${class_}>${name}</th>`;
  return html`<div class="data compare">
    <div class="scroll methods" tabindex="0" role="region" aria-label=${text.title}>
      <table aria-live="polite">
        <thead><tr>${head(text.head.method, "t")}${head(text.head.changes, "t")}${head(text.head.cost)}${head(text.head.ratio)}</tr></thead>
        <tbody>
          <tr class="on"><th scope="row" class="t">${shown?.answer.status === "optimal" ? text.proved : text.best}<span class="cap">${text.proof}</span></th><td class="t">${moved(doc, best.values)}</td><td>${cost(best.cost)}</td><td>1</td></tr>
          ${list.map(({ method, state: stage, found }) => {
            const near = method === "row" ? state.ways.find((way) => way.state === "proved" && way.breaks) : undefined;
            const missed = near?.row === undefined ? text.nothing[method] : text.nearby(near.row, near.breaks?.length ?? 0);
            const none = stage === "waiting" ? text.waiting : stage === "nothing" ? missed : text.undefined[method];
            return html`<tr>
              <th scope="row" class="t">${text.name[method]}<span class="cap">${text.how[method]}</span></th>
              ${found ? html`<td class="t">${moved(doc, found.values)}</td><td>${cost(found.cost)}</td><td>${ratio(found.cost, best.cost)}</td>` : html`<td class="t none" colspan="3">${none}</td>`}
            </tr>`;
          })}
        </tbody>
      </table>
    </div>
    <p class="cap">${doc.typical === null && doc.hull === null ? text.limits : text.usual}</p>
    ${measuresTable(state)}
  </div>`;
}

function ratio(found: number, least: number): string | typeof nothing {
  if (!(least > 0)) return nothing;
  const times = found / least;
  // Where an answer must be usual, or lie between rows, these methods do not ask for it.
  if (times < 1 - 1e-6) return words.compare.below;
  return times < 1 + 1e-6 ? words.compare.same : words.compare.ratio(number(times, times < 1.1 ? 3 : 2));
}

/** What a row changes of the person: "3,345 DM, 33 months". */
export function moved(doc: Doc, values: readonly number[]): string {
  const list = features(doc).filter((feature) => !Object.is(coordinate(feature, doc.person), coordinate(feature, values)));
  if (list.length > MOST) return words.compare.many(list.length);
  return list.map((feature) => `${feature.name} ${withUnit(feature, coordinate(feature, values))}`).join(", ");
}

/** What the methods found, as rings on the map while the drawer is open. */
export function compareMarks({ compare, drawer, shown }: State, point: (row: readonly number[]) => { x: number; y: number }): MapMark[] {
  if (drawer !== "compare" || compare?.of !== shown) return [];
  const best = JSON.stringify(verified(shown)?.values);
  return compare.list.flatMap(({ method, found }) => (found && JSON.stringify(found.values) !== best ? [{ ...point(found.values), label: words.compare.mark[method] }] : []));
}
