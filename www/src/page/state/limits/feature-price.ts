/**
 * A price of a feature's own, in place of a difficulty. Of levels it is the cost of ending in each, below 0 where that is wished for. Of numbers it is the cost of the
 * first units and the cost of as many more beyond. The same up and down; a change that must not happen is a limit. Pure.
 */
import type { CostDoc, FeatureInfo } from "../../../types.js";
import { lengthOf } from "../../../cost.js";
import { isCategorical, scaleOf } from "../../../measure/step.js";
import { put } from "../../../own.js";
import { coordinate, domain, isDiscrete, levelCount, levelLabel } from "../../../model/feature.js";
import type { Doc, Price } from "../document/document.js";

export function setPrice(doc: Doc, feature: string, price: Price | null): Doc {
  return { ...doc, prices: put(doc.prices, feature, price) };
}

/** A first price: the present cost of the change, for a tenth of the range; beyond that twice as much. */
export function priceOf(feature: FeatureInfo, person: readonly number[], weight: number): Price {
  if (isDiscrete(feature)) {
    const now = coordinate(feature, person);
    return { levels: Array.from({ length: levelCount(feature) }, (_, level) => tidy(weight * lengthOf(scaleOf(feature), now, level, isCategorical(feature)))) };
  }
  const [low, high] = domain(feature);
  const tenth = (high - low) / 10 || 1;
  const power = 10 ** Math.floor(Math.log10(tenth));
  const first = Math.max(feature.kind === "integer" ? 1 : 0, Math.round(tenth / power) * power);
  const price = tidy((weight * first) / (high - low || 1));
  return { first, price, beyond: tidy(2 * price) };
}

const tidy = (x: number): number => Number(x.toPrecision(3));

/** Whether a price can be asked of a feature. */
export function fitsPrice(feature: FeatureInfo, price: Price): boolean {
  if ("levels" in price) return isDiscrete(feature) && price.levels.length === levelCount(feature) && price.levels.every(Number.isFinite);
  if (isDiscrete(feature)) return false;
  if ("each" in price) return Number.isFinite(price.each);
  return Number.isFinite(price.price) && price.price >= 0 && Number.isFinite(price.beyond) && price.beyond >= price.price && price.first > 0 && Number.isFinite(price.first);
}

/** The cost of a priced change. */
export function priced(feature: FeatureInfo, price: Price, from: readonly number[], to: readonly number[]): number {
  const [a, b] = [coordinate(feature, from), coordinate(feature, to)];
  if (Object.is(a, b)) return 0;
  if ("levels" in price) return price.levels[b] ?? 0;
  if ("each" in price) return price.each * (b - a);
  const units = Math.abs(b - a) / price.first;
  return units <= 1 ? units * price.price : price.price + (units - 1) * price.beyond;
}

/** The fields of the request's cost. Of a missing value no change has a size. */
export function priceFields(features: readonly FeatureInfo[], doc: Doc): Pick<CostDoc, "tables" | "piecewise" | "minimise"> {
  const tables: [string, Record<string, number>][] = [];
  const piecewise: [string, [number, number][]][] = [];
  const minimise: [string, number][] = [];
  for (const feature of features) {
    const price = inForcePrice(doc, feature);
    if (!price) continue;
    if ("levels" in price) tables.push([feature.name, Object.fromEntries(price.levels.map((cost, level) => [levelLabel(feature, level), cost]))]);
    else if ("each" in price) minimise.push([feature.name, price.each]);
    else {
      const { first, price: near, beyond } = price;
      piecewise.push([feature.name, [[-2 * first, near + beyond], [-first, near], [0, 0], [first, near], [2 * first, near + beyond]]]);
    }
  }
  const listed = Object.entries({ tables, piecewise, minimise }).filter(([, all]) => all.length > 0);
  return Object.fromEntries(listed.map(([field, all]) => [field, Object.fromEntries<unknown>(all)]));
}

/** The price in force of a feature, if any. */
export function inForcePrice(doc: Doc, feature: FeatureInfo): Price | null {
  const price = doc.prices.get(feature.name);
  return price && fitsPrice(feature, price) && !Number.isNaN(coordinate(feature, doc.person)) ? price : null;
}

/** Whether something read from a link is a price. */
export function isPrice(x: unknown): x is Price {
  if (typeof x !== "object" || x === null) return false;
  const fields = x as Record<string, unknown>;
  const amount = (y: unknown): boolean => Number.isFinite(y) && (y as number) >= 0;
  if ("levels" in fields) return Array.isArray(fields.levels) && fields.levels.every(Number.isFinite);
  return Number.isFinite(fields.each) || (amount(fields.first) && amount(fields.price) && amount(fields.beyond));
}
