/** A pseudo-language: the English catalogue with every text in brackets. */
export const [LEFT, RIGHT] = ["\u27e6", "\u27e7"];

/** Puts every text that comes out of a part of the catalogue in brackets. Phrases that are typed are not shown: they stay. */
export function bracketed(value: unknown): unknown {
  // Strong words of a lesson, between asterisks, are drawn apart from the rest.
  if (typeof value === "string") return value.trim() === "" ? value : `${LEFT}${value.replaceAll("*", `${RIGHT}*${LEFT}`)}${RIGHT}`;
  if (typeof value === "function") return (...given: unknown[]): unknown => bracketed((value as (...given: unknown[]) => unknown)(...given));
  if (Array.isArray(value)) return value.map(bracketed);
  if (typeof value !== "object" || value === null) return value;
  // A part of a sentence keeps its kind.
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, key === "typed" || (key === "kind" && "text" in value) ? part : bracketed(part)]));
}

/** Words of two letters and more. */
export const tokens = (text: string): string[] => text.toLowerCase().split(/[^\p{L}]+/u).filter((token) => token.length > 1);

/** The text outside of brackets. A message that a view has cut short, with an ellipsis, ends with its text. */
export function outside(text: string): string {
  let rest = text;
  for (let before = ""; before !== rest; ) [before, rest] = [rest, rest.replace(new RegExp(`${LEFT}[^${LEFT}${RIGHT}]*${RIGHT}`, "gu"), " ")];
  return rest.replace(new RegExp(`${LEFT}[^${RIGHT}]*\u2026$`, "u"), " ");
}

/** Attributes that are read out or shown. */
export const SPOKEN = ["aria-label", "aria-valuetext", "aria-description", "title", "placeholder", "alt"];
