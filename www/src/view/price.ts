/** The price of a feature on its card: a sentence of numbers, or one number a level. */
import { html, nothing, type TemplateResult } from "lit";
import { coordinate, levelLabel } from "../state/feature.js";
import { fitsPrice, setPrice, type Price } from "../state/price.js";
import type { Doc } from "../state/state.js";
import type { FeatureInfo } from "../types.js";
import { number } from "./format.js";
import type { Ui } from "./ui.js";
import { words } from "./words.js";

export function priceEditor(doc: Doc, feature: FeatureInfo, ui: Ui): TemplateResult | typeof nothing {
  const price = doc.prices.get(feature.name);
  if (!price) return nothing;
  const text = words.price;
  const put = (next: Price): boolean => {
    const good = fitsPrice(feature, next);
    if (good) ui.edit((now) => setPrice(now, feature.name, next));
    return good;
  };
  const box = (label: string, value: number, take: (value: number) => boolean): TemplateResult => {
    const took = (event: Event): void => {
      const input = event.currentTarget as HTMLInputElement;
      if (input.value === number(value)) return;
      const typed = Number(input.value.replace(/[,\s]/g, ""));
      if (input.value.trim() === "" || !take(typed)) input.value = number(value);
    };
    const key = (event: KeyboardEvent): void => {
      if (event.key === "Enter") took(event);
    };
    return html`<input class="box amount" inputmode="decimal" autocomplete="off" aria-label=${label} .value=${number(value)} @change=${took} @keydown=${key} />`;
  };
  if ("levels" in price) {
    const now = coordinate(feature, doc.person);
    const levels = price.levels.map((_, level) => level).filter((level) => level !== now);
    return html`<div class="price" role="group" aria-label=${text.of(feature.name)}>
      ${levels.map((level) => html`<label><span>${text.to} ${levelLabel(feature, level)}</span>${box(text.levelOf(feature.name, levelLabel(feature, level)), price.levels[level] ?? 0, (cost) => put({ levels: price.levels.with(level, cost) }))}</label>`)}
    </div>`;
  }
  const { first, price: near, beyond } = price;
  const units = feature.unit === undefined ? number(first) : `${number(first)} ${feature.unit}`;
  return html`<div class="price sentence" role="group" aria-label=${text.of(feature.name)}>
    <span>${text.first}</span>${box(text.firstOf(feature.name), first, (value) => put({ ...price, first: value }))}${feature.unit === undefined ? nothing : html`<span>${feature.unit}</span>`}
    <span>${text.cost}</span>${box(text.priceOf(feature.name), near, (value) => put({ ...price, price: value, beyond: Math.max(value, beyond) }))}<span>${text.each(units)}</span>${box(text.beyondOf(feature.name), beyond, (value) => put({ ...price, beyond: value }))}
  </div>`;
}
