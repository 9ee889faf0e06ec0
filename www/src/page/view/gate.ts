/** The model's facts, the meaning of its columns, and whether its predictions are its library's. A card over the map, not a modal. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import { live } from "lit/directives/live.js";
import { ref } from "lit/directives/ref.js";
import type { Comparison, ModelInfo } from "../../types.js";
import { setClass } from "../state/opening/schema.js";
import type { State } from "../state/document/state.js";
import { schemaOf } from "./export.js";
import { bytes, marked, number } from "./format.js";
import { featureRows } from "./gate-features.js";
import { icons } from "./icons.js";
import type { Ui } from "./callbacks.js";
import { words } from "./words.js";
import type { ModelRef } from "../state/document/document.js";

/** More classes than this are not named one by one. */
const MOST_CLASSES = 12;

export function gateCard(state: State, ui: Ui): TemplateResult | typeof nothing {
  const { model } = state.doc;
  if (!state.gate || !model) return nothing;
  const { guess, info } = model;
  const close = (): void => ui.set({ gate: false });
  return html`<section class="gate" part="gate" aria-label=${words.gate.about}>
    <div class="line">
      <h2 tabindex="-1" ${ref(takeFocus)}>${model.title}</h2>
      <span class="gap"></span>
      <button type="button" class="btn ico" aria-label=${words.close} @click=${close}>${icons.close()}</button>
    </div>
    <dl class="facts">${facts(model)} ${samples(state, ui)} ${classes(info, ui)}</dl>
    <div class="h"><h3>${words.gate.features}</h3><span class="cap">${words.gate.asFeatures(info.columns, info.features.length)}</span></div>
    <p class="cap">${guess ? words.gate.guessed : words.gate.given}</p>
    ${state.gateError === null ? nothing : html`<p class="wrong" role="alert">${state.gateError}</p>`}
    ${featureRows(state, model, ui)}
    <div class="line foot">
      <button type="button" class="btn solid" @click=${close}>${words.gate.done}</button>
      ${guess ? html`<button type="button" class="btn line-button" @click=${() => ui.reschema(guess.schema)}>${words.gate.asGuessed}</button>` : nothing}
      <button type="button" class="btn line-button" @click=${() => ui.save("schema.json", "application/json", `${JSON.stringify(schemaOf(state), null, 2)}\n`)}>${words.gate.save}</button>
    </div>
  </section>`;
}

const focused = new WeakSet<Element>();

/** The card's title takes the focus when it opens, once, so that the next stops are its content. */
function takeFocus(element: Element | undefined): void {
  if (!element || focused.has(element)) return;
  focused.add(element);
  queueMicrotask(() => (element as HTMLElement).focus({ preventScroll: true }));
}

function facts({ info }: ModelRef): TemplateResult {
  const { format, library, kind } = info;
  const what = [format, ...(library === undefined ? [] : [library]), bytes(info.bytes)].join(", ");
  const predicts = kind === "classifier" ? words.gate.classCount(info.classes.length) : words.gate.predicts[kind];
  return html`<dt>${words.gate.what}</dt><dd>${what}</dd>
    <dt>${words.gate.model}</dt><dd>${words.gate.trees(info)}, ${predicts}</dd>
    <dt>${words.gate.missing}</dt><dd>${missing(info)}</dd>`;
}

function missing(info: ModelInfo): string {
  const ruled = info.features.filter((feature) => feature.missing).map((feature) => feature.name);
  if (ruled.length === info.features.length) return words.gate.missingAll;
  if (ruled.length === 0) return words.gate.missingNone;
  return ruled.length <= 3 ? words.gate.missingOnly(words.both(ruled)) : words.gate.missingMany(ruled.length, info.features.length);
}

/** Sample predictions of the library, and how they compared. */
function samples(state: State, ui: Ui): TemplateResult {
  const { samples: found } = state;
  return html`<dt>${words.gate.samples}</dt>
    <dd class="samples">
      ${found ? html`<span role="status" class=${found.comparison.matched === found.comparison.rows ? "" : "wrong"}>${compared(found.comparison, state.doc.model?.info.classes ?? [])}</span>` : nothing}
      <button type="button" class="link" @click=${() => ui.pickSamples()}>${words.gate.compare}</button>
      ${found ? nothing : html`<span class="cap">${words.gate.compareHow}</span>`}
    </dd>`;
}

/** "All 200 rows agree; the largest difference is 3e-8." */
export function compared({ rows, matched, largest, what, first }: Comparison, names: readonly string[]): string {
  const head = matched === rows ? words.gate.agree(rows) : words.gate.differ(matched, rows);
  const most = largest === undefined ? "" : `; ${words.gate.largest(largest === 0 ? "0" : largest >= 0.001 ? number(largest, 4) : marked(largest.toExponential(1)))}`;
  const said = (values: readonly number[]): string =>
    what === "classes" ? values.map((index) => words.className(names[index] ?? String(index))).join() : values.map((value) => number(value, 6)).join(", ");
  return `${head}${most}.${first ? ` ${words.gate.first(first.row + 1, said(first.expected), said(first.found))}` : ""}`;
}

function classes(info: ModelInfo, ui: Ui): TemplateResult | typeof nothing {
  if (info.classes.length === 0 || info.classes.length > MOST_CLASSES) return nothing;
  const rename = (index: number, input: HTMLInputElement): void => {
    const name = input.value.trim();
    if (name === "" || name === info.classes[index]) input.value = info.classes[index] ?? "";
    else ui.reschema(setClass(info, index, name));
  };
  return html`<dt>${words.gate.classes}</dt>
    <dd class="class-names">
      ${info.classes.map(
        (name, index) => html`<input class="box" type="text" autocomplete="off" spellcheck="false" aria-label=${words.gate.className(index)}
          .value=${live(name)} @change=${(event: Event) => rename(index, event.currentTarget as HTMLInputElement)} />`,
      )}
    </dd>`;
}
