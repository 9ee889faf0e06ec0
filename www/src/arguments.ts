/** Arguments of the package's functions: callers without types may give values of any kind. Those of another kind are refused in words. */
import { BadInput } from "./engine/errors.js";

/** Values of a list that are told, and characters of a text. */
const TOLD = 3;
const CHARACTERS = 60;

function told(value: unknown): string {
  if (Array.isArray(value)) return `[${value.slice(0, TOLD).map(told).join(", ")}${value.length > TOLD ? ", ..." : ""}]`;
  if (typeof value === "object" && value !== null) return `an object (${kindOf(value)})`;
  return typeof value === "function" ? "a function" : typeof value === "string" ? JSON.stringify(value.slice(0, CHARACTERS)) : `${String(value)}${typeof value === "bigint" ? "n" : ""}`;
}

/** "Object", "Map", "Promise". */
const kindOf = (value: object): string => Object.prototype.toString.call(value).slice(8, -1);

/** Refuses what was found at a place of the arguments of `call`, unless it is fine there. `right` follows "give". */
export function need(fine: boolean, call: string, path: string, found: unknown, right: string): void {
  if (fine) return;
  const [where, what, remedy] = [`${path} of ${call}`, `found ${told(found)}`, `give ${right}`];
  throw new BadInput({ message: `argument, ${where}: ${what}; ${remedy}`, source: "argument", where, what, right: remedy });
}

export const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** A copy of a document of plain values: a proxy, as those of reactive frameworks, reaches no worker. */
export function plain<T>(call: string, path: string, value: T, around: readonly object[] = []): T {
  const inside = (key: string | number, part: unknown): unknown => plain(call, typeof key === "number" || !/^\w+$/.test(key) ? `${path}[${JSON.stringify(key)}]` : `${path}.${key}`, part, [...around, value as object]);
  if (typeof value === "bigint") need(false, call, path, value, `a number, such as ${String(value)}`);
  else if (!isObject(value)) need(!["function", "symbol"].includes(typeof value), call, path, value, 'a value that JSON has, such as 3, "text" or { "class": 1 }');
  else {
    need(!around.includes(value), call, path, value, "a document that does not hold itself");
    if (Array.isArray(value)) return value.map((part, index) => inside(index, part)) as T;
    need(kindOf(value) === "Object", call, path, value, 'a list, such as [39, 21000], or a plain object, such as { "class": 1 }');
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inside(key, part)])) as T;
  }
  return value;
}

/** A list of numbers, a missing value as NaN. */
export function numbers(call: string, path: string, list: unknown): number[] {
  need(Array.isArray(list) || ArrayBuffer.isView(list), call, path, list, "a list of numbers, one for each column, such as [39, 21000]");
  return Array.from(list as ArrayLike<number | null | undefined>, (value, index) => {
    need(typeof (value ?? 0) === "number", call, `${path}[${index}]`, value, "a number, or null where it is missing");
    return value ?? NaN;
  });
}

/** Options, or none. */
export function optionsOf<T extends object>(call: string, options: T | null | undefined): T {
  const given = (options ?? {}) as T & { signal?: AbortSignal | null; onProgress?: unknown };
  need(typeof given === "object", call, "options", given, "an object, such as { signal }");
  need(typeof (given.signal ?? new AbortController().signal).addEventListener === "function", call, "options.signal", given.signal, "an AbortSignal, such as AbortSignal.timeout(5000)");
  need(typeof (given.onProgress ?? told) === "function", call, "options.onProgress", given.onProgress, "a function, such as (progress) => console.log(progress)");
  return given;
}
