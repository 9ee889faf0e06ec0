/** Attributes of the element: the two features of a map, and words of which only some are known. Pure. */
import { inputFailure } from "./person.js";

/** Refuses a word that an attribute does not know, with those that it knows. */
export function knownWords(attribute: string, given: readonly string[], known: readonly string[]): void {
  const other = given.find((word) => !known.includes(word));
  if (other === undefined) return;
  const what = `${attribute} is ${JSON.stringify(other)}, which is not known`;
  throw inputFailure({ message: `request: ${what}`, source: "request", where: `/${attribute}`, what, right: `${known.length > 2 ? "Some of" : "One of"} ${known.join(", ")}.` });
}

/** Two names between which a comma or a space stands, which names may hold too; or a JSON array of both. Null: none were named. */
export function pairOf(text: string | null, names: readonly string[]): [string, string] | null {
  const given = text?.trim() ?? "";
  if (given === "") return null;
  const known = (x: string | undefined, y: string | undefined): x is string => x !== undefined && y !== undefined && x !== y && names.includes(x) && names.includes(y);
  const listed = array(given);
  const splits = listed === null ? [...given.matchAll(/\s*,\s*|\s+/g)].map((gap) => [given.slice(0, gap.index), given.slice(gap.index + gap[0].length)]) : [listed];
  for (const [x, y = ""] of splits) if (known(x, y)) return [x, y];
  const what = `axes is ${JSON.stringify(given)}, which does not name two features`;
  throw inputFailure({ message: `request: ${what}`, source: "request", where: "/axes", what, right: `Two of ${names.join(", ")}, with a comma between them, or a JSON array of both.` });
}

function array(text: string): string[] | null {
  if (!text.startsWith("[")) return null;
  try {
    const found = JSON.parse(text) as unknown;
    return Array.isArray(found) && found.length === 2 ? found.map(String) : [];
  } catch {
    return null;
  }
}
