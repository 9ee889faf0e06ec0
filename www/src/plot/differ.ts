/** When a property of the map is another one. Imports nothing. */

/** Whether two values of a property may draw something else: plain objects and arrays are compared by their content, anything else by identity. */
export function differ(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return false;
  const [one, other] = [partsOf(a), partsOf(b)];
  return !one || one.length !== other?.length || one.some((part, k) => differ(part, other[k]));
}

/** The kind, the names and the values of a plain object, or of an array. */
const partsOf = (value: unknown): unknown[] | null => (value?.constructor === Object || Array.isArray(value) ? [value.constructor, ...(Object.entries(value) as unknown[][]).flat()] : null);
