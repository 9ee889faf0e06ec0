/** Values and targets in words. */
import { number } from "../page/view/format.js";
import type { DifferenceDoc } from "../contract.js";
import type { FeatureInfo, Target } from "../types.js";

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${String(letter.charCodeAt(0))};`);

/** A value with its unit, for HTML. */
export const valueSaid = (value: unknown, feature: FeatureInfo | undefined): string => escaped(valueText(value, feature));

/** A value with its unit; of a level its label. */
function valueText(value: unknown, feature: FeatureInfo | undefined): string {
  const unit = typeof value === "number" && levelOf(value, feature) === undefined ? feature?.unit : undefined;
  return unit === undefined ? bareText(value, feature) : `${bareText(value, feature)} ${unit}`;
}

/** A value without its unit. */
export function bareText(value: unknown, feature: FeatureInfo | undefined): string {
  if (value === null || value === undefined) return "missing";
  if (typeof value !== "number") return typeof value === "string" ? value : JSON.stringify(value);
  return levelOf(value, feature) ?? value.toLocaleString("en-GB", { maximumFractionDigits: 6 });
}

/** The label of a level by its raw value. */
const levelOf = (value: number, feature: FeatureInfo | undefined): string | undefined => feature?.labels?.[feature.values?.indexOf(value) ?? -1];

/** "at least 12 months", "12 to 24 months": a range with one end or both. */
export function rangeText(min: number | null | undefined, max: number | null | undefined, feature?: FeatureInfo): string {
  const [from, to] = [min ?? undefined, max ?? undefined];
  if (from === undefined) return `at most ${valueText(to, feature)}`;
  if (to === undefined) return `at least ${valueText(from, feature)}`;
  return `${from === to ? "" : `${bareText(from, feature)} to `}${valueText(to, feature)}`;
}

/** A target in words. */
export function targetText(target: Target, classes: readonly string[]): string {
  const name = (one: number | string): string => `“${typeof one === "number" ? (classes[one] ?? String(one)) : one}”`;
  if ("class" in target) {
    const { min_probability: least, minimise } = target;
    return `${name(target.class)}${least === undefined ? "" : ` with a probability of at least ${number(least)}`}${minimise === undefined ? "" : `, at the least sum of ${sumText(minimise)}`}`;
  }
  if ("classes" in target) return target.classes.map(name).join(" or ");
  if ("class_costs" in target) {
    const costs = Object.entries(target.class_costs).map(([key, cost]) => `${name(/^\d+$/.test(key) ? Number(key) : key)} at a further cost of ${number(cost)}`);
    return costs.join(" or ");
  }
  if ("value" in target) return target.value.every((end) => end === null) ? "any value" : `a value of ${rangeText(...target.value)}`;
  if ("apart" in target) return `a difference from another model of at least ${number(target.at_least)}${sideText(target.apart, name)}`;
  const { best, budget } = target;
  const goal = best === "max" ? "the highest value" : best === "min" ? "the lowest value" : "difference" in best ? `the largest difference from another model${sideText(best, name)}` : `the highest probability of ${name(best.class)}`;
  return `${goal}${budget === undefined ? "" : ` at a cost of at most ${number(budget)}`}`;
}

/** Of a difference the class that is compared, and its one side. */
const sideText = ({ class: of, side }: DifferenceDoc, name: (one: number | string) => string): string => `${of === undefined ? "" : ` about ${name(of)}`}${side === undefined ? "" : `, ${side} it`}`;

/** "debt plus 2 times rent minus income". */
function sumText(terms: Record<string, number>): string {
  const text = Object.entries(terms).map(([name, factor]) => {
    const size = Math.abs(factor);
    return `${factor < 0 ? "minus" : "plus"} ${size === 1 ? "" : `${number(size)} times `}${name}`;
  });
  return text.join(" ").replace(/^plus /, "");
}
