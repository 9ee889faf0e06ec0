/** Values and targets in words. */
import { number } from "../page/view/format.js";
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

/** A target in words: classes, or a value; null of those that ask for the best, or price classes. */
export function targetText(target: Target, classes: readonly string[]): string | null {
  const name = (one: number | string): string => `“${typeof one === "number" ? (classes[one] ?? String(one)) : one}”`;
  if ("minimise" in target) return null;
  if ("class" in target) return `${name(target.class)}${target.min_probability === undefined ? "" : ` with a probability of at least ${number(target.min_probability)}`}`;
  if ("classes" in target) return target.classes.map(name).join(" or ");
  if ("value" in target) return target.value.every((end) => end === null) ? "any value" : `a value of ${rangeText(...target.value)}`;
  return null;
}
