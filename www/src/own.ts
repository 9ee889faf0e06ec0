/** Values under names that a file chose. Pure. */

/**
 * The value of an object's own field; undefined where it has none. Every object has more fields than its own, and a file may name a
 * column "constructor" or "__proto__".
 */
export function own<T>(fields: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined; // eslint-disable-line espalier/names -- the one place that reads so
}

/** The map with another value under a key; null: with none. */
export function put<T>(map: ReadonlyMap<string, T>, key: string, value: T | null): ReadonlyMap<string, T> {
  const next = new Map(map);
  if (value === null) next.delete(key);
  else next.set(key, value);
  return next;
}
