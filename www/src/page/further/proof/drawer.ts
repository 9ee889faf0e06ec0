/** The drawer "Proof": everything that could still be better is painted away, stroke by stroke, each with its reason, until nothing is left. */
import { html, nothing, svg, type TemplateResult } from "lit/html.js";
import { live } from "lit/directives/live.js";
import type { SearchReplay } from "../../../check/recorder.js";
import { levelLabel } from "../../../model/feature.js";
import type { FeatureInfo } from "../../../types.js";
import type { MapOverlay } from "../../../plot/contract.js";
import { due } from "../../state/proof/playback.js";
import { claims, proofOf } from "../../state/proof/proof.js";
import { displayed, isStale, verified } from "../../state/answer/selectors.js";
import type { State } from "../../state/document/state.js";
import { features } from "../../state/request/request.js";
import type { Ui } from "../../view/callbacks.js";
import { costsApart, number } from "../../view/format.js";
import { icons } from "../../view/icons.js";
import { proofLine } from "../../view/proof.js";
import { boxesIn, replayOf } from "../../view/search/drawer.js";
import { boxText } from "../../view/search/say.js";
import { words } from "../../view/words.js";
import { furtherWords } from "../words.js";
import type { Painter } from "./painter.js";
import { openAlong, paintedOn, sidesOn } from "./projection.js";
import { goalText, leftText, sizeText, strokeText } from "./say.js";
import { held, openAfter, strokesUpTo, type Region, type Stroke } from "./strokes.js";

/** The painting on the map, and the box of the last stroke. */
export function paintedMap(state: State, painter: Painter): MapOverlay | null {
  painter.see(state);
  const { replay, strokes, at } = painter;
  const { pair } = state;
  if (!replay || !pair || isStale(state)) return null;
  const stroke = strokes[at - 1];
  return { cuts: [], areas: [...paintedOn(replay, openAfter(replay, strokes, at), pair), ...(stroke && !painter.whole ? sidesOn(replay, framed(stroke), pair) : [])], shade: false };
}

export function proofDrawer(state: State, ui: Ui, painter: Painter): TemplateResult {
  painter.see(state);
  const text = furtherWords.proof;
  const { replay, strokes, at, playing } = painter;
  const best = verified(displayed(state));
  if (best?.changes.length === 0) return html`<p class="data cap proof-drawer">${text.none}</p>`;
  if (!replay) {
    if (ui.prove && due(state)) queueMicrotask(() => ui.prove?.());
    const shown = displayed(state);
    const running = proofOf(state)?.phase === "running";
    return html`<div class="data proof-drawer">${running ? html`<p class="cap" role="status">${words.search.wait}</p>` : shown && claims(shown) && ui.prove ? proofLine(state, shown, ui) : html`<p class="cap">${text.unproved}</p>`}</div>`;
  }
  const old = isStale(state);
  const stroke = strokes[at - 1];
  const proofs = strokes.at(-1)?.proof ?? 0;
  const size = sizeText(replay);
  const goal = displayed(state)?.request.target ?? state.doc.target;
  const target = goalText(state.doc, goal);
  const end = painter.whole ? (size === null ? text.endNone(target) : replay.proved === undefined ? text.end : text.endBelow(...costsApart(replay.proved, replay.cost ?? 0))) : at === strokes.length && replay.cut ? text.cut(strokes.length, replay.boxes) : nothing;
  return html`<div class="data proof-drawer ${old ? "stale" : ""}" role="region" aria-label=${text.title}>
    ${controls(painter)}
    <div class="proof-face">
      <div class="said">
        <div aria-live=${playing || old ? "off" : "polite"}>
          ${stroke
            ? html`<p class="cap">${proofs > 0 ? text.ofProof(stroke.proof + 1, proofs + 1) : nothing} ${words.search.box(stroke.box, replay.boxes)}. ${boxText(state.doc, replay, boxesIn(replay), stroke.box)}</p><p class="why">${strokeText(state.doc, goal, replay, stroke)}</p>`
            : html`<p class="cap">${text.before}</p><p class="why">${size === null ? text.leadNone(target) : text.lead(size)}</p>`}
          <p>${leftText(replay, strokes, at)}</p>
        </div>
        <p class="proof-end" role="status">${old ? nothing : end}</p>
        <p class="cap">${state.pair ? text.onMap : nothing} ${stroke && state.pair && !painter.whole ? text.others(others(state.pair, replay, stroke)) : nothing}</p>
        <button type="button" class="link quiet" @click=${() => toSearch(ui, stroke)}>${text.expert}</button>
      </div>
      ${bars(state, replay, openAfter(replay, strokes, at), stroke)}
    </div>
  </div>`;
}

/** To the step of a stroke, in bounds and numbers. */
function toSearch(ui: Ui, stroke: Stroke | undefined): void {
  ui.set({ drawer: "search" });
  ui.step(stroke?.step ?? 0);
}

/** Below the drawer "Search", which has the same proof in bounds and numbers: leads to the stroke of its step. */
export function besideSearch(state: State, ui: Ui, painter: Painter): TemplateResult | typeof nothing {
  if (state.drawer !== "search" || !replayOf(state)) return nothing;
  const painted = (): void => {
    // The step as it is by now.
    let at = 0;
    ui.set(({ replay }) => {
      at = replay.at;
      return { drawer: "proof" };
    });
    painter.see({ ...state, drawer: "proof" });
    painter.go(strokesUpTo(painter.strokes, at));
  };
  return html`<p class="beside-search"><button type="button" class="link quiet" @click=${painted}>${furtherWords.proof.lay}</button></p>`;
}

function controls(painter: Painter): TemplateResult {
  const { at, playing, strokes } = painter;
  const end = strokes.length;
  const button = (label: string, icon: TemplateResult, to: number, off: boolean): TemplateResult =>
    html`<button type="button" class="btn ico" aria-label=${label} title=${label} ?disabled=${off} @click=${() => painter.go(to)}>${icon}</button>`;
  const text = furtherWords.proof.strokeOf(at, end);
  return html`<div class="line">
    ${button(words.search.first, icons.first(), 0, at === 0)} ${button(words.search.back, icons.left(), at - 1, at === 0)}
    <button type="button" class="btn line-button" ?disabled=${end === 0} @click=${() => painter.toggle()}>${playing ? icons.pause() : icons.play()}${playing ? words.search.pause : words.search.play}</button>
    ${button(words.search.next, icons.right(), at + 1, at === end)}
    <input type="range" class="scrub" min="0" max=${end} step="1" aria-label=${furtherWords.proof.stroke} aria-valuetext=${text} .value=${live(String(at))} @input=${(event: Event) => painter.go(Number((event.currentTarget as HTMLInputElement).value))} />
    <span class="cap count">${text}</span>
  </div>`;
}

/** The box of a stroke: its rest, or where it has none the part that was painted. */
const framed = ({ left, before }: Stroke): Region => left ?? before;

/** How many features off the map the box of a stroke limits: not all of their levels are in it. */
const others = (pair: readonly [string, string], { axes }: SearchReplay, stroke: Stroke): number => axes.filter(({ feature, count }, axis) => !pair.includes(feature) && held(framed(stroke)[axis] ?? []) < count).length;

/** A bar for every feature: its levels side by side, painted where no open part has them; the box of the stroke is framed. */
function bars(state: State, replay: SearchReplay, open: readonly Region[], stroke: Stroke | undefined): TemplateResult {
  const text = furtherWords.proof;
  return html`<div class="proof-bars" role="group" aria-label=${text.bars} tabindex="0">
    ${features(state.doc).map((feature) => {
      const axis = replay.axes.findIndex((one) => one.feature === feature.name);
      const of = replay.axes[axis];
      if (!of) return nothing;
      const left = openAlong(open, axis, of.count);
      const box = stroke ? (framed(stroke)[axis] ?? []) : [];
      const runs = (list: readonly number[], draw: (from: number, to: number) => unknown): unknown[] => Array.from({ length: list.length / 2 }, (_, k) => draw(list[2 * k]!, list[2 * k + 1]!));
      const levels = held(left);
      return html`<div class="bar-row"><span>${feature.name}</span>
        <svg viewBox="0 0 ${of.count} 10" preserveAspectRatio="none" role="img" aria-label=${text.levels(levels, of.count)}>
          <rect class="painted" width=${of.count} height="10"></rect>${runs(left, (from, to) => svg`<rect class="open" x=${from} width=${to - from} height="10"></rect>`)}${runs(box, (from, to) => svg`<path class="box" d="M${from} 9.500h${to - from}"></path>`)}
        </svg><span class="cap">${valuesText(feature, of.count, levels, left)}</span></div>`;
    })}
  </div>`;
}

/** The one level that is left, by its name where it has one, else how many of all. */
function valuesText(feature: FeatureInfo, all: number, levels: number, left: readonly number[]): string {
  if (levels === 1 && feature.labels && left[0]! < feature.labels.length) return levelLabel(feature, left[0]!);
  return furtherWords.proof.levelsOf(number(levels), number(all));
}
