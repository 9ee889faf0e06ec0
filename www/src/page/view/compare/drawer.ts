/** The answer beside the results of other methods, with the cost of each relative to the least cost. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import { comparable, METHODS } from "../../state/compare/compare.js";
import { originAt } from "../../state/request/request.js";
import { writtenOf } from "../../state/answer/claims.js";
import type { Marked } from "../further.js";
import { clauses, isOld, verified } from "../../state/answer/selectors.js";
import { lifted, limitText } from "../chips.js";
import { cost, number, writtenList } from "../format.js";
import { icons } from "../icons.js";
import { gainText } from "../progress.js";
import { measuresTable } from "./measures.js";
import type { Ui } from "../callbacks.js";
import { words } from "../words.js";
import { voiceFor } from "../words/voice.js";
import type { Compared, State, Way } from "../../state/document/state.js";
import type { Doc } from "../../state/document/document.js";

/** More changes than this are counted, not listed. */
const MOST = 5;

export function compareDrawer(state: State, ui: Ui): TemplateResult {
  const { compare, shown, doc } = state;
  const text = words.compare;
  const voice = voiceFor(doc.model?.subject);
  const best = verified(shown);
  if (!shown || !best || !comparable(state, shown)) return html`<div class="data compare"><p class="cap">${text.none(best === null ? "unknown" : best.changes.length === 0 ? "there" : "other")}</p></div>`;
  const list: Compared[] = compare?.of === shown ? compare.list : METHODS.map((method) => ({ method, state: "waiting", found: null }));
  const old = isOld(state, shown.request);
  const proved = shown.answer.status === "optimal";
  const near = state.ways.find((way) => way.breaks && way.shown && !isOld(state, way.of));
  const head = (name: string, class_ = ""): TemplateResult => html`<th scope="col" class=${class_}>${name}</th>`;
  return html`<div class="data compare ${old ? "stale" : ""}">
    <div class="scroll methods" tabindex="0" role="region" aria-label=${text.title}>
      <table aria-live=${old ? "off" : "polite"}>
        <thead><tr>${head(text.head.method, "t")}${head(text.head.changes, "t")}${head(text.head.cost)}${head(proved ? text.head.ratio : text.head.ratioSoFar)}</tr></thead>
        <tbody>
          <tr class="on"><th scope="row" class="t">${proved ? text.proved : text.best}<span class="cap">${proved ? text.proof : text.open(gainText(best.cost, shown.answer.lower_bound))}</span></th><td class="t">${moved(clauses(doc, shown))}</td><td>${cost(best.cost)}</td><td>${proved ? "1" : text.unknownRatio}</td></tr>
          ${list.map(({ method, state: stage, found }) => {
            if (method === "row" && stage === "nothing" && near) return brokenRow(doc, near, ui);
            const none = stage === "waiting" ? text.waiting : stage === "nothing" ? (text.nothing[method] ?? voice.noRow) : text.undefined[method];
            return html`<tr>
              <th scope="row" class="t">${text.name[method]}<span class="cap">${text.how[method]}</span></th>
              ${found ? html`<td class="t">${moved(writtenOf(doc, found.values))}</td><td>${cost(found.cost)}</td><td>${ratio(found.cost, best.cost, proved, doc)}</td>` : html`<td class="t none" colspan="3">${none}</td>`}
            </tr>`;
          })}
        </tbody>
      </table>
    </div>
    <p class="cap">${doc.typical === null && doc.hull === null && doc.margin === null && doc.others.length === 0 ? voice.judged(!near) : voice.methods}</p>
    ${measuresTable(state)}
  </div>`;
}

function ratio(found: number, least: number, proved: boolean, { typical, hull, margin, others }: Doc): string | typeof nothing {
  if (!(least > 0)) return nothing;
  const times = found / least;
  const said = number(times, times < 1.1 ? 3 : 2);
  // Where an answer must be usual, lie between rows, keep from borders or please another model, these methods do not ask for it. Otherwise no result is cheaper than a proved answer.
  if (times < 1 - 1e-6) return proved ? words.compare.below : typical !== null || hull !== null || margin !== null || others.length > 0 ? words.compare.unknownRatio : words.compare.cheaper(said);
  return times < 1 + 1e-6 ? words.compare.same : words.compare.ratio(said);
}

/** A real row that does not keep all limits is no answer: under a badge of its own, with the limits that it breaks and one press that lifts them. */
function brokenRow(doc: Doc, { shown, row, breaks = [] }: Way, ui: Ui): TemplateResult {
  const text = words.compare;
  const voice = voiceFor(doc.model?.subject);
  const origins = breaks.flatMap((pointer) => originAt(doc, pointer) ?? []);
  const best = verified(shown);
  return html`<tr class="breaks">
    <th scope="row" class="t">${text.name.row} <span class="badge dash">${icons.barred()}${voice.breaks}</span><span class="cap">${text.breaking(voice.noSuchRow, row ?? null, origins.map((origin) => limitText(doc, origin)))} <button type="button" class="link quiet" @click=${() => ui.edit((now) => lifted(now, origins))}>${text.lift(origins.length)}</button></span></th>
    <td class="t">${best ? moved(writtenOf(doc, best.values)) : nothing}</td><td>${best ? cost(best.cost) : nothing}</td><td>${text.unknownRatio}</td>
  </tr>`;
}

/** The values that are changed, as they are written: "Credit amount 3,345 DM, Duration 33 months". */
export function moved(list: ReturnType<typeof writtenOf>): string {
  if (list.length > MOST) return words.compare.many(list.length);
  return writtenList(list, ({ name }) => words.named(name));
}

/** The methods' results, as rings on the map while the drawer is open. */
export function compareMarks(state: State): Marked[] {
  const { compare, drawer, shown, doc } = state;
  if (drawer !== "compare" || compare?.of !== shown || isOld(state, compare.of.request)) return [];
  const best = JSON.stringify(verified(shown)?.values);
  return compare.list.flatMap(({ method, found }) => (found && JSON.stringify(found.values) !== best ? [{ row: found.values, said: writtenOf(doc, found.values), label: words.compare.mark[method] }] : []));
}
