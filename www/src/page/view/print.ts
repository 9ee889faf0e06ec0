/** The parts that only the printed page shows: of which file and day the answer is, whose it is, and how far it is proved. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import { coordinate } from "../../model/feature.js";
import { features } from "../state/request/request.js";
import { answered } from "../state/answer/ways.js";
import { badgeOf, clauses, displayed, isOld, isStale } from "../state/answer/selectors.js";
import type { State } from "../state/document/state.js";
import { typed } from "../state/typed.js";
import { cost, told, withUnit } from "./format.js";
import { chipsOf } from "./chips.js";
import { CHIPS, ROWS } from "./paper.js";
import { moved } from "./compare/drawer.js";
import { reason, wayText } from "./ways.js";
import { words } from "./words.js";
import { voiceFor } from "./words/voice.js";
import type { ModelRef } from "../state/document/document.js";

/** The model's file, and that of the rows where it is another. */
const sourceName = ({ title, source, background }: ModelRef): string => [source.from === "file" ? source.file : title, ...(background ? [background.file] : [])].join(", ");

/** The sentence about the proof: of the answer that is shown, or of its absence. */
function proof(state: State): TemplateResult | typeof nothing {
  const shown = displayed(state);
  if (!shown || isStale(state)) return nothing;
  const badge = badgeOf(state, shown);
  const { best, bestWithin, impossibleMeans } = voiceFor(state.doc.model?.subject);
  return html`<p>${badge === "impossible" ? impossibleMeans : badge === "best so far" || badge === "not settled" ? words.print.open : "best" in shown.request.target ? bestWithin : best}</p>`;
}

/** Of more features only those are printed that change or carry a limit, and no more than so many. */
const VALUES = 36;

export function printed(state: State): TemplateResult | typeof nothing {
  const { doc, ways } = state;
  if (!doc.model) return nothing;
  const all = features(doc);
  const shown = displayed(state);
  const moves = new Map((shown && !isStale(state) ? clauses(doc, shown) : []).map((clause) => [clause.feature.name, clause]));
  const list = all.length <= VALUES ? all : all.filter(({ name }) => moves.has(name) || doc.limits.has(name)).slice(0, VALUES);
  // A full sheet is printed smaller.
  const full = list.length > 24 || moves.size > ROWS || chipsOf(doc).length > CHIPS;
  const apart = answered(ways).filter((way) => !isOld(state, way.of));
  const way = ways.find((one) => one.id === doc.way && !isOld(state, one.of));
  return html`<section class="printed ${full ? "full" : ""}" aria-hidden="true">
    <div class="about">
      <p>${words.print.from(sourceName(doc.model), new Intl.DateTimeFormat(typed.locale, { dateStyle: "long" }).format(new Date()))}</p>
      ${way && way.kind !== "cheapest" ? html`<p>${words.print.way(wayText(way))}</p>` : nothing} ${proof(state)}
    </div>
    <div>
      <h2>${voiceFor(doc.model.subject).values}</h2>
      <dl>
        ${list.map((feature) => {
          // Where the table is cut, the new values stand here.
          const to = moves.size > ROWS ? moves.get(feature.name) : null;
          return html`<div><dt>${feature.name}</dt><dd>${told(feature, coordinate(feature, doc.person))}${to ? html` \u2192 <b>${withUnit(feature, to.printed, to.decimals)}</b>` : nothing}</dd></div>`;
        })}
      </dl>
      ${list.length < all.length ? html`<p>${words.print.left(all.length - list.length)}</p>` : nothing}
      ${apart.length > 1
        ? html`<h2>${words.otherWays}</h2>
            <ol>${apart.map((way) => html`<li>${reason(way)}: ${moved(clauses(doc, way.shown!))} (${cost(way.cost)})</li>`)}</ol>`
        : nothing}
    </div>
  </section>`;
}
