/** The drawer of the threshold: a stair of least costs, each step proved, and a line on it that is dragged. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import { live } from "lit/directives/live.js";
import { setTarget } from "../../state/editing/actions.js";
import { curveKey, demandOf, endOf, leastAt, thresholdOf, type Demand } from "../../state/answer/curve.js";
import { displayed } from "../../state/answer/selectors.js";
import type { Curve, State } from "../../state/document/state.js";
import { cost, costDown, number, percent } from "../format.js";
import { targetText } from "../targets.js";
import type { Ui } from "../callbacks.js";
import { words } from "../words.js";

/** Where the least costs begin, at 0 or below it where changes earn, and how much room the largest takes. */
const FLOOR = 140;
const ROOM = 120;
/** Steps of the line along the whole curve. */
const PLACES = 200;
const GESTURE = "threshold";

export function curveDrawer(state: State, ui: Ui): TemplateResult {
  const demand = demandOf(state);
  const text = words.curve;
  const { curve } = state;
  const old = curve?.key !== curveKey(state);
  if (!demand || !curve || (old && curve.steps.length === 0)) return html`<div class="data curve"><p class="cap" role="status">${demand ? text.wait : text.undefined}</p></div>`;
  return html`<div class="data curve ${old ? "stale" : ""}"><div class="faces">
    <div class="curve-face">${chart(curve, demand, thresholdOf(state.doc))} ${handle(state, curve, demand, ui, old)}</div>
    <div>
      <p class="why" aria-live=${old || state.dragging ? "off" : "polite"}>${sentence(state, curve, demand)}</p>
      ${"class" in state.doc.target && thresholdOf(state.doc) !== null ? html`<button type="button" class="link quiet" @click=${() => ui.edit(without)}>${text.back}</button>` : nothing}
    </div>
  </div></div>`;
}

/** The target without its threshold: the class alone. */
const without: Parameters<Ui["edit"]>[0] = (doc) => ("class" in doc.target ? setTarget(doc, { class: doc.target.class }) : doc);

/** A score as it is written, on its own side of the threshold. */
const written = (demand: Demand, score: number, threshold: number | null): string => ("value" in demand.at(score) ? number(score, 4) : percent(score, threshold ?? undefined));

/** A place along the chart, 0 to 1. */
const along = ({ from, to }: Curve, score: number): number => Math.min(1, Math.max(0, (score - from) / (to - from || 1)));

/** The stair, and the ground that no answer reaches. */
function chart(curve: Curve, demand: Demand, threshold: number | null): TemplateResult {
  const { steps } = curve;
  const costs = steps.map((step) => step.cost);
  const low = Math.min(0, ...costs);
  const top = Math.max(low + 1e-12, ...costs);
  const x = (score: number): string => (along(curve, score) * 100).toFixed(3);
  const y = (value: number): string => (FLOOR - ((value - low) / (top - low)) * ROOM).toFixed(2);
  const stair = steps.map((step, at) => `${at ? "V" : "M0 "}${y(step.cost)}H${x(step.reached)}`);
  return html`<div class="chart" aria-hidden="true">
    <svg viewBox="0 0 100 148" preserveAspectRatio="none">
      <path class="beyond" d="M100 0V${FLOOR}H${x(endOf(curve))}V0"></path>
      <path class="base" d="M0 ${FLOOR}H100"></path>
      <path class="claim" d=${stair.join("")}></path>
    </svg>
    <span class="curve-top">${words.curve.cost(cost(top))}</span><span class="curve-from">${written(demand, curve.from, threshold)}</span><span class="curve-to">${written(demand, curve.to, threshold)}</span>
  </div>`;
}

/** The line that is dragged: a slider as high as the chart. */
function handle(state: State, curve: Curve, demand: Demand, ui: Ui, old: boolean): TemplateResult {
  const threshold = thresholdOf(state.doc);
  const own = displayed(state)?.replay?.prediction;
  const at = threshold ?? (own ? demand.scoreOf(own) : demand.from);
  const score = (place: number): number => Number((curve.from + (place / PLACES) * (curve.to - curve.from)).toPrecision(3));
  const shown = Math.round(along(curve, at) * PLACES);
  const move = (event: Event): void => ui.edit((doc) => setTarget(doc, demand.at(score(Number((event.currentTarget as HTMLInputElement).value)))), GESTURE);
  return html`<input type="range" class="curve-line" min="0" max=${PLACES} step="1" aria-label=${words.curve.title}
    aria-valuetext=${old ? words.curve.wait : sentence(state, curve, demand)} .value=${live(String(shown))}
    @pointerdown=${() => ui.dragging(true)} @pointerup=${() => ui.dragging(false)} @pointercancel=${() => ui.dragging(false)} @input=${move} />`;
}

/** The least cost at the threshold, in words. */
function sentence({ doc }: State, curve: Curve, demand: Demand): string {
  const threshold = thresholdOf(doc);
  const text = words.curve;
  if (threshold === null) return text.unset;
  const found = leastAt(curve, threshold);
  return text.at(targetText(doc, demand.at(threshold)), typeof found === "string" ? text[found] : found.exact ? text.exact(cost(found.cost)) : text.between(costDown(found.cost)));
}
