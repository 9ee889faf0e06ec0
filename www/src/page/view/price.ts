/** The price of a feature on its card: a sentence of numbers, or one number a level. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import { coordinate, levelLabel } from "../../model/feature.js";
import { fitsPrice, setPrice } from "../state/limits/feature-price.js";
import { decimalsOf } from "../state/answer/rounding.js";
import type { State } from "../state/document/state.js";
import type { FeatureInfo } from "../../types.js";
import { number } from "./format.js";
import { besideBox, numberBox, type NumberBox } from "./number-box.js";
import type { Ui } from "./callbacks.js";
import { words } from "./words.js";
import type { Price } from "../state/document/document.js";

export function priceEditor(state: State, feature: FeatureInfo, ui: Ui): TemplateResult | typeof nothing {
  const price = state.doc.prices.get(feature.name);
  if (!price) return nothing;
  const text = words.price;
  const amount = (label: string, now: number, least: number, next: (value: number) => Price, decimals = 2): NumberBox => ({
    key: `${label} ${feature.name}`,
    label,
    now,
    text: number(now),
    wanted: { decimals },
    take: (value) => {
      if (!fitsPrice(feature, next(value))) return value < least ? words.number.notBelow(number(least)) : words.number.positive;
      ui.edit((before) => setPrice(before, feature.name, next(value)));
      return null;
    },
  });
  const box = (one: NumberBox): TemplateResult => numberBox(state, ui, one, "box amount");
  if ("levels" in price) {
    const now = coordinate(feature, state.doc.person);
    const levels = price.levels.map((_, level) => level).filter((level) => level !== now);
    return html`<div class="price" role="group" aria-label=${text.of(feature.name)}>
      ${levels.map((level) => {
        const one = amount(text.levelOf(feature.name, levelLabel(feature, level)), price.levels[level] ?? 0, -Infinity, (cost) => ({ levels: price.levels.with(level, cost) }));
        return html`<label><span>${text.to} ${levelLabel(feature, level)}</span>${box(one)}</label>${besideBox(state, one)}`;
      })}
    </div>`;
  }
  if ("each" in price) {
    const one = amount(text.more(feature.unit), price.each, -Infinity, (each) => ({ each }));
    return html`<div class="price sentence" role="group" aria-label=${text.of(feature.name)}><span>${text.more(feature.unit)}</span>${box(one)}${besideBox(state, one)}</div>`;
  }
  const { first, price: near, beyond } = price;
  const units = feature.unit === undefined ? number(first) : `${number(first)} ${feature.unit}`;
  const [how, costs, each] = [
    amount(text.firstOf(feature.name), first, 0, (value) => ({ ...price, first: value }), decimalsOf(feature)),
    amount(text.priceOf(feature.name), near, 0, (value) => ({ ...price, price: value, beyond: Math.max(value, beyond) })),
    amount(text.beyondOf(feature.name), beyond, near, (value) => ({ ...price, beyond: value })),
  ] as const;
  return html`<div class="price sentence" role="group" aria-label=${text.of(feature.name)}>
    <span>${text.first}</span>${box(how)}${feature.unit === undefined ? nothing : html`<span>${feature.unit}</span>`}
    <span>${text.cost}</span>${box(costs)}<span>${text.each(units)}</span>${box(each)}
    ${[how, costs, each].map((one) => besideBox(state, one))}
  </div>`;
}
