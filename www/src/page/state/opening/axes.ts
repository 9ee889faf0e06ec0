/** Attributes of the element: the two features of a map, a target, addresses, a subject, and words of which only some are known. Pure. */
import type { ModelInfo, Target } from "../../../types.js";
import { aimOf, isTarget, targetClasses, type Aim } from "../../../measure/target.js";
import { unfit } from "./person.js";

/** An empty value is as none. */
export const given = <T>(value: T | null): T | null => (typeof value === "string" && value.trim() === "" ? null : value);

/** A whole address, of one that stands on a page. */
export function addressFrom(attribute: string, value: unknown, base: string): string {
  const text = String(value);
  try {
    // Broken JSON is no address.
    return new URL(/^\s*[[{]/.test(text) ? "http://" : text, base).href;
  } catch {
    throw unfit(attribute, `${attribute} is ${JSON.stringify(value)}, which is not an address`, "Such as models/loan.json.");
  }
}

/** A target: a document as it is, a name or an index as a class. */
export function targetFrom(value: unknown, { classes }: ModelInfo): Aim {
  const target = (typeof value === "object" ? value : { class: value }) as Target;
  const wanted = isTarget(target) ? targetClasses(target, classes) : [-1];
  if (wanted.every((index) => Number.isInteger(index) && index >= 0 && index < classes.length) && ("best" in target || "value" in target === (classes.length === 0))) return aimOf(target);
  const right = classes.length === 0 ? 'A range, {"value": [null, 900]}' : `One of ${classes.join(", ")}`;
  throw unfit("target", `target is ${JSON.stringify(value)}, which is not known`, `${right}.`);
}

/** Refuses a word that an attribute does not know, with those that it knows. */
export function knownWords(attribute: string, given: readonly string[], known: readonly string[]): void {
  const other = given.find((word) => !known.includes(word));
  if (other === undefined) return;
  throw unfit(attribute, `${attribute} is ${JSON.stringify(other)}, which is not known`, `${known.length > 2 ? "Some of" : "One of"} ${known.join(", ")}.`);
}

/** Two names between which a comma or a space stands, which names may hold too; or a JSON array of both. Null: none were named. */
export function pairOf(value: unknown, names: readonly string[]): [string, string] | null {
  const text = typeof value === "string" ? value.trim() : JSON.stringify(value ?? "");
  if (value === null || text === "") return null;
  const known = (x: string | undefined, y: string | undefined): x is string => x !== undefined && y !== undefined && x !== y && names.includes(x) && names.includes(y);
  const listed = array(text);
  const splits = listed === null ? [...text.matchAll(/\s*,\s*|\s+/g)].map((gap) => [text.slice(0, gap.index), text.slice(gap.index + gap[0].length)]) : [listed];
  for (const [x, y = ""] of splits) if (known(x, y)) return [x, y];
  throw unfit("axes", `axes is ${JSON.stringify(text)}, which does not name two features`, `Two of ${names.join(", ")}.`);
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
