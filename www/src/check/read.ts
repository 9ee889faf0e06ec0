/** Takes documents apart. A fault is reported with its place. Imports nothing. */

/** A document that cannot be read: nothing is said of the certificate. */
export class Unreadable extends Error {}

export type Doc = Record<string, unknown>;

const fault = (at: string, right: string): never => {
  throw new Unreadable(`${at === "" ? "the document" : at}: ${right} is needed`);
};

export const isDoc = (value: unknown): value is Doc => typeof value === "object" && value !== null && !Array.isArray(value);
export const doc = (value: unknown, at: string): Doc => (isDoc(value) ? value : fault(at, "an object"));
export const list = (value: unknown, at: string): unknown[] => (Array.isArray(value) ? (value as unknown[]) : fault(at, "a list"));
export const text = (value: unknown, at: string): string => (typeof value === "string" ? value : fault(at, "a text"));
export const number = (value: unknown, at: string): number => (typeof value === "number" ? value : fault(at, "a number"));

/** A number of at least 0. */
export function amount(value: unknown, at: string): number {
  const x = number(value, at);
  return x >= 0 ? x : fault(at, "a number of at least 0");
}

/** A whole number from 0 to below `end`. */
export function index(value: unknown, at: string, end = 2 ** 31): number {
  const x = number(value, at);
  return Number.isInteger(x) && x >= 0 && x < end ? x : fault(at, `a whole number from 0 to ${end - 1}`);
}

export const numbers = (value: unknown, at: string): number[] => list(value, at).map((x, i) => number(x, `${at}/${i}`));
export const texts = (value: unknown, at: string): string[] => list(value, at).map((x, i) => text(x, `${at}/${i}`));

/** One of the words that are known. */
export function word<W extends string>(value: unknown, at: string, known: readonly W[]): W {
  return known.find((w) => w === value) ?? fault(at, `one of ${known.map((w) => `"${w}"`).join(", ")}`);
}

/** A part of a document that may be left out or null. */
export const optional = <T>(value: unknown, read: (value: unknown) => T): T | undefined => (value === undefined || value === null ? undefined : read(value));

/** A row's values; null is a missing one. */
export const cells = (value: unknown, at: string): number[] => list(value, at).map((x, i) => (x === null ? NaN : number(x, `${at}/${i}`)));

/** A number, or an infinity as text. */
export const extended = (value: unknown, at: string): number =>
  value === "Infinity" ? Infinity : value === "-Infinity" ? -Infinity : number(value, at);
