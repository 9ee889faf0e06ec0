/** The gate's list of features: the kind that each is taken for, why, and everything about it that can be mended. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import { live } from "lit/directives/live.js";
import { repeat } from "lit/directives/repeat.js";
import type { FeatureInfo, Kind, ModelInfo } from "../../types.js";
import { isDiscrete, levelCount, levelLabel, rawLevel } from "../../model/feature.js";
import { join, joinable, kindsFor, setKind, setPart, split, whyOf } from "../state/opening/schema.js";
import { decimalsOf } from "../state/answer/rounding.js";
import type { State } from "../state/document/state.js";
import { number } from "./format.js";
import { icons } from "./icons.js";
import { besideBox, numberBox, type NumberBox } from "./number-box.js";
import type { Ui } from "./callbacks.js";
import { picker } from "./picker.js";
import { words } from "./words.js";
import type { ModelRef } from "../state/document/document.js";

/** Features that are listed at once; and of a feature, levels that can be renamed. */
const STEP = 24;
const MOST_LABELS = 40;

export function featureRows(state: State, model: ModelRef, ui: Ui): TemplateResult {
  const all = model.info.features;
  const { shown, open } = state.gateView;
  const count = Math.max(STEP, shown);
  const left = Math.min(STEP * 4, all.length - count);
  return html`<div class="feats">
      ${repeat(all.slice(0, count), (feature) => feature.columns.join(), (feature) => row(state, model, feature, ui))}
    </div>
    ${left > 0 ? html`<button type="button" class="btn line-button" @click=${() => ui.set({ gateView: { open, shown: count + STEP * 4 } })}>${words.gate.showMore(left)}</button>` : nothing}`;
}

function row(state: State, model: ModelRef, feature: FeatureInfo, ui: Ui): TemplateResult {
  const { info } = model;
  const view = state.gateView;
  const open = view.open === feature.columns[0];
  const why = whyOf(model, feature);
  const kinds = kindsFor(feature);
  const toggle = (): void => ui.set({ gateView: { ...view, open: open ? null : (feature.columns[0] ?? null) } });
  return html`<div class="feat" role="group" aria-label=${feature.name}>
    <b title=${feature.name}>${feature.name}</b>
    ${kinds.length > 1
      ? picker(words.gate.kindOf(feature.name), kinds.map((kind) => [kind, words.gate.kinds[kind]]), feature.kind, (kind) => ui.reschema(setKind(info, feature.name, kind as Kind)))
      : html`<span class="fixed">${words.gate.kinds[feature.kind]}</span>`}
    <span class="brief">${brief(feature)}</span>
    <span class="cap">${why === null ? words.gate.mended : words.gate.why[why]}</span>
    <button type="button" class="btn ico" aria-expanded=${open} aria-label=${words.gate.more(feature.name)} @click=${toggle}>${open ? icons.up() : icons.down()}</button>
    ${open ? more(state, info, feature, ui) : nothing}
  </div>`;
}

/** "17 to 90 years", "Sales, Tech, Other". */
function brief(feature: FeatureInfo): string {
  if (isDiscrete(feature)) return Array.from({ length: Math.min(12, levelCount(feature)) }, (_, level) => levelLabel(feature, level)).join(", ");
  const digits = feature.kind === "integer" ? 0 : Math.max(0, 3 - Math.floor(Math.log10(feature.max - feature.min || 1)));
  const [from, to] = [feature.min, feature.max].map((end) => number(end, Math.min(8, digits)));
  return `${words.room(from ?? "", to ?? "")}${feature.unit === undefined ? "" : ` ${feature.unit}`}`;
}

function more(state: State, info: ModelInfo, feature: FeatureInfo, ui: Ui): TemplateResult {
  const { name } = feature;
  const next = joinable(info, name);
  const text = (label: string, value: string, take: (text: string) => void, aria = words.gate.partOf(label, name)): TemplateResult =>
    html`<label><span class="cap">${label}</span><input class="box" type="text" autocomplete="off" spellcheck="false" aria-label=${aria} .value=${live(value)}
      @change=${(event: Event) => take((event.currentTarget as HTMLInputElement).value.trim())} /></label>`;
  const end = (part: "min" | "max", label: string): TemplateResult => {
    const box: NumberBox = {
      key: `gate ${part} ${name}`,
      label: words.gate.partOf(label, name),
      now: feature[part],
      text: number(feature[part], 20),
      wanted: { decimals: decimalsOf(feature), whole: feature.kind === "integer", unit: feature.unit },
      take: (value) => {
        if (part === "min" ? value >= feature.max : value <= feature.min) return part === "min" ? words.number.crossed(number(feature.max)) : words.number.crossedBelow(number(feature.min));
        ui.reschema(setPart(info, name, { [part]: value }));
        return null;
      },
    };
    return html`<label><span class="cap">${label}</span>${numberBox(state, ui, box)}</label>${besideBox(state, box)}`;
  };
  const relabel = (level: number) => (label: string): void => {
    const labels = (feature.labels ?? []).map((old, index) => (index === level ? label : old));
    if (label !== "") ui.reschema(setPart(info, name, { labels }));
  };
  const levels = Array.from({ length: Math.min(MOST_LABELS, levelCount(feature)) }, (_, level) => level);
  const raw = (level: number): string => (feature.columns.length > 1 ? `#${String(feature.columns[level] ?? level)}` : String(rawLevel(feature, level)));
  return html`<div class="more">
    ${text(words.gate.name, name, (typed) => typed !== "" && ui.reschema(setPart(info, name, { name: typed })))}
    ${isDiscrete(feature)
      ? levels.map((level) => text(raw(level), levelLabel(feature, level), relabel(level), words.gate.labelOf(raw(level), name)))
      : html`${text(words.gate.unit, feature.unit ?? "", (unit) => ui.reschema(setPart(info, name, { unit })))}
          ${end("min", words.gate.from)} ${end("max", words.gate.to)}`}
    <span class="line acts">
      ${feature.columns.length > 1 ? html`<button type="button" class="btn line-button" @click=${() => ui.reschema(split(info, name))}>${words.gate.split}</button>` : nothing}
      ${next ? html`<button type="button" class="btn line-button" @click=${() => ui.reschema(join(info, name))}>${words.gate.join(next.name)}</button>` : nothing}
      <span class="cap">${words.gate.columns(feature.columns.join(", "))}</span>
    </span>
  </div>`;
}
