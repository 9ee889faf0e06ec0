/** The drawer of the search: its boxes as a tree, the bound against the answer's cost, and each step in words. */
import { html, nothing, svg, type TemplateResult } from "lit/html.js";
import { live } from "lit/directives/live.js";
import type { SearchReplay } from "../../../check/recorder.js";
import { proofOf } from "../../state/proof/proof.js";
import { boxesOf, type ReplayBox } from "../../state/proof/replay.js";
import type { State } from "../../state/document/state.js";
import { cost, costDown } from "../format.js";
import { icons } from "../icons.js";
import { nearest } from "../nearest.js";
import { proofLine } from "../proof.js";
import { displayed, isStale } from "../../state/answer/selectors.js";
import type { Ui } from "../callbacks.js";
import { words } from "../words.js";
import { boxText, stepText } from "./say.js";
import { engineLine } from "./opinion.js";

let last: { replay: SearchReplay; boxes: ReplayBox[] } | null = null;

/** The boxes of a replay, made once. */
export function boxesIn(replay: SearchReplay): ReplayBox[] {
  if (last?.replay !== replay) last = { replay, boxes: boxesOf(replay) };
  return last.boxes;
}

export function replayOf(state: State): SearchReplay | null {
  const proof = proofOf(state);
  return proof?.phase === "checked" ? proof.replay : null;
}

export function searchDrawer(state: State, ui: Ui): TemplateResult {
  const replay = replayOf(state);
  const now = replay?.steps[state.replay.at];
  if (!replay || !now) {
    const quiet = proofOf(state)?.phase === "running";
    return html`<div class="data search ${quiet ? "" : "brief"}">${quiet ? html`<p class="cap">${words.search.wait}</p>` : proofLine(state, displayed(state), ui)}${engineLine(state, ui)}</div>`;
  }
  const boxes = boxesIn(replay);
  const { at } = state.replay;
  return html`<div class="data search ${isStale(state) ? "stale" : ""}" role="region" aria-label=${words.search.replay}>
    ${controls(state, replay, ui)}
    <div class="faces">
      ${boxTree(replay, boxes, at, ui)} ${chart(replay, at)}
      <div class="said" aria-live=${state.replay.playing || isStale(state) ? "off" : "polite"}>
        <p><b>${words.search.box(now.box, replay.boxes)}</b> ${boxText(state.doc, replay, boxes, now.box)}.</p>
        <p class="why">${stepText(state.doc, replay, now)}</p>
        <p class="cap">${replay.cut ? words.search.cut(replay.steps.length) : now.live ? words.search.onMap : nothing}</p>
      </div>
    </div>
    ${engineLine(state, ui)}
  </div>`;
}

function controls({ replay: { at, playing } }: State, replay: SearchReplay, ui: Ui): TemplateResult {
  const end = replay.steps.length - 1;
  const button = (label: string, icon: TemplateResult, run: () => void, off: boolean): TemplateResult =>
    html`<button type="button" class="btn ico" aria-label=${label} title=${label} ?disabled=${off} @click=${run}>${icon}</button>`;
  return html`<div class="line">
    ${button(words.search.first, icons.first(), () => ui.step(0), at === 0)} ${button(words.search.back, icons.left(), () => ui.step(at - 1), at === 0)}
    <button type="button" class="btn line-button" ?disabled=${end === 0} @click=${() => ui.playReplay()}>
      ${playing ? icons.pause() : icons.play()}${playing ? words.search.pause : words.search.play}
    </button>
    ${button(words.search.next, icons.right(), () => ui.step(at + 1), at === end)}
    <input type="range" class="scrub" min="0" max=${end} step="1" aria-label=${words.search.step} aria-valuetext=${words.search.stepOf(at, end + 1)}
      .value=${live(String(at))} @input=${(event: Event) => ui.step(Number((event.currentTarget as HTMLInputElement).value))} />
    <span class="cap count">${words.search.stepOf(at, end + 1)}</span>
  </div>`;
}

const HEIGHT = 148;
const PAD = 12;

/** Boxes as a tree: those to come faint, the present one lit, closed ones filled. A press goes to where a box is opened. */
function boxTree(replay: SearchReplay, boxes: readonly ReplayBox[], at: number, ui: Ui): TemplateResult {
  const deepest = boxes.reduce((depth, box) => Math.max(depth, box.depth), 0);
  const x = ({ x: place }: ReplayBox): string => `${(4 + place * 92).toFixed(2)}%`;
  const y = ({ depth }: ReplayBox): number => PAD + (deepest === 0 ? 0.4 : depth / deepest) * (HEIGHT - 2 * PAD);
  const present = replay.steps[at]?.box;
  const radius = boxes.length > 120 ? 2 : boxes.length > 40 ? 3.5 : 5;
  const state = (box: ReplayBox, number: number): string => `${box.opened > at ? "ahead" : box.children.length === 0 && box.ended <= at ? "shut" : ""} ${number === present ? "on" : ""}`;
  const press = (event: PointerEvent): void => {
    const best = nearest(event, boxes.map((box) => [box, 0.04 + box.x * 0.92, y(box)]), 24);
    if (best) ui.step(best.opened);
  };
  return html`<svg class="box-tree" role="img" aria-label=${words.search.boxes(replay.boxes)} @click=${press}>
    ${boxes.map((box) => {
      const parent = box.parent === null ? undefined : boxes[box.parent];
      return parent ? svg`<line class=${box.opened > at ? "ahead" : ""} x1=${x(parent)} y1=${y(parent)} x2=${x(box)} y2=${y(box)}></line>` : nothing;
    })}
    ${boxes.map((box, number) => svg`<circle class=${state(box, number)} cx=${x(box)} cy=${y(box)} r=${number === present ? radius + 2 : radius}></circle>`)}
  </svg>`;
}

/** The proved bound, step by step, against the cost of the answer. */
function chart(replay: SearchReplay, at: number): TemplateResult {
  const { steps, largest } = replay;
  const claim = replay.cost;
  if (claim === null || largest) return html`<p class="cap no-chart">${claim === null ? words.search.noCost : words.search.noChart}</p>`;
  const now = steps[at]?.proved ?? 0;
  const end = Math.max(1, steps.length - 1);
  const top = Math.max(claim, 1e-12) * 1.15;
  const y = (value: number): number => HEIGHT - PAD - (Math.max(0, value) / top) * (HEIGHT - 2 * PAD);
  const x = (index: number): string => ((index / end) * 100).toFixed(2);
  let best = 0;
  const stair = steps.slice(0, at + 1).map(({ proved }, index) => {
    best = Math.max(best, proved);
    return index === 0 ? `M0 ${y(best)}` : `H${x(index)}V${y(best)}`;
  });
  return html`<div class="chart" role="img" aria-label=${words.search.chart(costDown(best, claim), cost(claim))} title=${words.search.chartTitle}>
    <svg viewBox="0 0 100 ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
      <path class="base" d="M0 ${HEIGHT - PAD}H100"></path><path class="claim" d="M0 ${y(claim)}H100"></path><path class="bound" d=${stair.join("")}></path>
    </svg>
    <span class="claim-word">${words.search.answerCost(cost(claim))}</span><span class="bound-word">${words.search.proved(costDown(Math.max(best, now), claim))}</span>
  </div>`;
}
