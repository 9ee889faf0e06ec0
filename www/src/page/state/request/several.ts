/** Further answers: how many are asked for, and the way in which each must differ from those before it. Pure. */
import type { Way } from "../document/state.js";
import { EPSILONS } from "../limits/hull.js";
import { type Distinct, type Doc, EMPTY_DOC, type Several } from "../document/document.js";

/** The values that a page begins with. */
export const SEVERAL = EMPTY_DOC.several;
/** Distances that are offered, and how many answers at most. */
export const DISTANCES = [0.05, 0.1, 0.2, 0.5];
export const MOST_FURTHER = 5;

export const sameDistinct = (a: Distinct | undefined, b: Distinct | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

export function setSeveral(doc: Doc, part: Partial<Several>): Doc {
  return { ...doc, several: { ...doc.several, ...part } };
}

const RULES: readonly unknown[] = ["features", "regions", "ties", "groups", "nearer", "met"] satisfies Distinct[];

/** The smaller of the offered distances from the rows, the largest first. */
export const nearer = (hull: { epsilon?: number | undefined } | null | undefined): number[] => EPSILONS.filter((one) => one < (hull?.epsilon ?? 0)).reverse();

/** Whether a rule says something of a document: groups and distances need a hull. */
const applies = ({ hull }: Doc, distinct: Distinct): boolean => (distinct === "groups" ? (hull?.clusters ?? 1) > 1 : distinct !== "nearer" || nearer(hull).length > 0);

/** The rules that are offered, and the further answers that are asked for. */
export function rulesFor(doc: Doc): Distinct[] {
  const { distinct } = doc.several;
  const distances = [...new Set([...DISTANCES, ...(typeof distinct === "object" ? [distinct.distance] : [])])].sort((a, b) => a - b);
  return ["features" as const, ...distances.map((distance) => ({ distance })), "regions" as const, "ties" as const, "groups" as const, "nearer" as const, "met" as const].filter((one) => applies(doc, one));
}
export const severalOf = (doc: Doc): Several => (applies(doc, doc.several.distinct) ? doc.several : { ...doc.several, distinct: SEVERAL.distinct });

/** A rule as a choice's value, and back. */
export const nameOf = (distinct: Distinct): string => (typeof distinct === "string" ? distinct : String(distinct.distance));
export const distinctOf = (name: string): Distinct => (RULES.includes(name) ? (name as Distinct) : { distance: Number(name) });

/** The further answers of a list of ways, up to the first that there is none of. */
export function further(ways: readonly Way[]): Way[] {
  const list = ways.filter((way) => way.kind === "other");
  const end = list.findIndex((way) => way.state === "impossible");
  return end < 0 ? list : list.slice(0, end + 1);
}

/** Whether something read from a link is one. */
export function isSeveral(x: unknown): x is Several {
  if (typeof x !== "object" || x === null) return false;
  const { distinct, count } = x as Partial<Record<keyof Several, unknown>>;
  const { distance } = (typeof distinct === "object" && distinct !== null ? distinct : {}) as { distance?: unknown };
  const known = RULES.includes(distinct) || (typeof distance === "number" && distance > 0 && distance <= 1);
  return known && Number.isInteger(count) && (count as number) >= 1 && (count as number) <= MOST_FURTHER;
}
