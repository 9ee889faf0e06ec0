/** The answer: badge, sentence, table, other ways, limits; and its other states. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { FeatureInfo } from "../../types.js";
import { isDiscrete, levelCount, levelLabel } from "../../model/feature.js";
import { ownDecimals } from "../state/answer/rounding.js";
import { setTarget, setWay } from "../state/editing/actions.js";
import { targetClasses } from "../state/request/request.js";
import { badgeOf, clauses, displayed, isPriced, isStale, otherWay, verified, type Badge } from "../state/answer/selectors.js";
import type { Shown, State } from "../state/document/state.js";
import { mixtureText } from "./data/hull.js";
import { lengthText } from "./data/usual.js";
import { bare, cost, costDown, percent, shortLabels } from "./format.js";
import { hint } from "./hint.js";
import { icons } from "./icons.js";
import { limits, loosenings } from "./limits.js";
import { leftOut, ROWS } from "./paper.js";
import { pictures } from "./pixel-pictures.js";
import { pins } from "./pins.js";
import { gainText, progress, showsProgress } from "./progress.js";
import { proofLine } from "./proof.js";
import { isAlready, roomText, sentence } from "./answer-sentence.js";
import { className, outcomeText, scoreText, targetNumbers, targetWord } from "./targets.js";
import type { Ui } from "./callbacks.js";
import { ways } from "./ways.js";
import type { Part } from "./words.js";
import { words } from "./words.js";

/** The icons of badges. All that are proved have a tick. */
const BADGE_ICON: Partial<Record<Badge, () => TemplateResult>> = {
  "best so far": icons.half,
  impossible: icons.barred,
  "not settled": icons.open,
};

export function answer(state: State, ui: Ui): TemplateResult {
  const shown = displayed(state);
  const running = state.solve.phase === "running" && state.solve.late;
  return html`<section class="answer" part="answer" aria-label=${words.theAnswer} aria-busy=${running}>
    <div class="blk first">
      ${top(state, shown, ui)} ${running ? nothing : proofLine(state, shown, ui)} ${showsProgress(state) ? progress(state) : promise(state, shown, ui)} ${targetNumbers(state, ui)}
      <p class="say ${isStale(state) ? "stale" : ""}">${shown ? [says(state, shown, ui), turned(state, shown, ui)] : nothing}</p>
    </div>
    <div class="rest">
      ${hint(state, "narrow", ui)}
      ${shown && verified(shown) && !isAlready(state.doc, shown) ? table(state, shown) : nothing}
      ${loosenings(state, ui)} ${ways(state, ui)} ${pins(state, ui)} ${state.doc.model ? limits(state, ui) : nothing}
    </div>
  </section>`;
}

/** Of two classes, for whoever has the wanted one already: the question turned round. */
function turned({ doc }: State, shown: Shown, ui: Ui): TemplateResult | typeof nothing {
  const classes = doc.model?.info.classes ?? [];
  const other = 1 - (targetClasses(doc.target, classes)[0] ?? 0);
  return classes.length === 2 && "class" in doc.target && isAlready(doc, shown) ? html` <button type="button" class="link" @click=${() => ui.edit((now) => setTarget(now, { class: other }))}>${words.turn(className(doc, other))}</button>` : nothing;
}

function top(state: State, shown: Shown | null, ui: Ui): TemplateResult {
  const running = state.solve.phase === "running" && state.solve.late;
  const stopping = state.solve.phase === "running" && state.solve.stopping;
  const best = verified(shown);
  return html`<div class="line top">
    ${shown ? badge(badgeOf(state, shown), isStale(state)) : running ? html`<span class="cap">${words.searching}</span>` : nothing}
    <span class="gap"></span>
    ${running
      ? html`<button type="button" class="btn solid" ?disabled=${stopping} @click=${() => ui.stop()}>
          ${icons.stop()}${stopping ? words.stopping : words.stop}<span class="key">${words.stopKey}</span>
        </button>`
      : best && shown
        ? html`<span class="cap ${isStale(state) ? "stale" : ""}">${size(state, shown, best.cost, ui)}</span>`
        : nothing}
  </div>`;
}

/** The size of an answer, and how far it is proved; of one that is not the smallest change, that one's size, which leads to it. */
function size(state: State, { request, answer }: Shown, own: number, ui: Ui): TemplateResult | string {
  if ("best" in request.target) return words.costOf(cost(own));
  const other = otherWay(state);
  const least = other ? (verified(state.shown)?.cost ?? own) : own;
  const text = words.costAndBound(cost(own), other ? undefined : answer.status === "optimal" ? null : costDown(answer.lower_bound, own), isPriced(request));
  return own > least ? html`${text}, <button type="button" class="link" @click=${() => ui.edit((doc) => setWay(doc, "cheapest"))}>${words.least(cost(least))}</button>` : text;
}

/** Of an answer that was not proved best: the largest improvement that is still possible. */
function promise(state: State, shown: Shown | null, ui: Ui): TemplateResult | typeof nothing {
  if ("best" in state.doc.target || shown?.request.pool !== undefined || state.solve.phase === "running" || !shown || isStale(state) || (shown.answer.status !== "feasible" && shown.answer.status !== "unknown")) return nothing;
  const best = verified(shown);
  const gain = best ? gainText(best.cost, shown.answer.lower_bound) : null;
  return html`<div class="line promise">
    ${gain === null ? nothing : html`<b>${gain}</b>`}<span class="gap"></span>
    <button type="button" class="btn line-button" @click=${() => ui.again()}>${words.again}</button>
  </div>`;
}

function badge(kind: Badge, stale: boolean): TemplateResult {
  const form = kind === "best so far" ? "part" : kind === "not settled" ? "dash" : "";
  return html`<span class="badge ${form} ${stale ? "stale" : ""}" part="badge">${(BADGE_ICON[kind] ?? icons.tick)()}${words.badge[kind]}</span>`;
}

function says(state: State, shown: Shown, ui: Ui): (TemplateResult | string)[] {
  return sentence(state, shown).map((part) => partOf(state, part, ui));
}

function partOf(state: State, part: Part, ui: Ui): TemplateResult | string {
  switch (part.kind) {
    case "text":
      return part.text;
    case "name":
      return html`<em>${part.text}</em>`;
    case "value":
    case "lead":
      return html`<b>${part.text}</b>`;
    case "now":
      return html`<span class="was">${part.text}</span>`;
    case "class":
      return targetWord(state, part.text, ui);
  }
}

function table(state: State, shown: Shown): TemplateResult {
  const { doc } = state;
  const replay = shown.replay;
  const usual = lengthText(shown);
  const list = clauses(doc, shown);
  return html`<div class="blk ${isStale(state) ? "stale" : ""}">
    <table>
      <thead>
        <tr><th scope="col">${words.table.change}</th><th scope="col" class="n">${words.table.now}</th><th scope="col" class="n">${words.table.to}</th><th scope="col" class="n">${words.table.room}</th></tr>
      </thead>
      <tbody>
        ${list.map(
          (clause) => html`<tr>
            <th scope="row">${clause.feature.name}${clause.feature.unit === undefined ? nothing : html` <span class="cap">${clause.feature.unit}</span>`}${clause.follows ? html` <span class="tag">${words.cause.tag}</span>` : nothing}</th>
            <td class="n">${inTable(clause.feature, clause.now, ownDecimals(clause.feature, clause.now))}</td>
            <td class="n"><b>${inTable(clause.feature, clause.printed, clause.decimals)}</b></td>
            <td class="n room">${roomText(doc, clause)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
    ${leftOut(list.length - ROWS)}
    ${pictures(state, shown)}
    ${replay ? html`<p class="cap replay">${words.replayed(outcomeText(doc, replay.prediction), scoreText(doc, replay.prediction, shown.request.target))}</p>` : nothing}
    ${[usual, mixtureText(shown), ...learnedTexts(shown)].map((text) => (text === null ? nothing : html`<p class="cap replay">${text}</p>`))}
  </div>`;
}

/** How well the learned trees explain the rows. */
const learnedTexts = ({ answer }: Shown): string[] => (answer.learned ?? []).map(({ feature, explained }) => words.cause.explains(feature, percent(explained)));

/** A value in the table's width: level labels are shortened, the sentence has them in full. */
function inTable(feature: FeatureInfo, at: number, decimals: number): string {
  if (!isDiscrete(feature) || Number.isNaN(at)) return bare(feature, at, decimals);
  const labels = Array.from({ length: levelCount(feature) }, (_, level) => levelLabel(feature, level));
  return shortLabels(labels, 9)[at] ?? bare(feature, at);
}
