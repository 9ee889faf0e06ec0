/** Work that several ask for and that is done once. */

/** What is under way for a key, or else begun; forgotten when it fails. */
export function once<K, T>(all: Map<K, Promise<T>>, key: K, begin: () => Promise<T>): Promise<T> {
  const known = all.get(key);
  if (known !== undefined) return known;
  const begun = begin();
  all.set(key, begun);
  begun.catch(() => all.delete(key));
  return begun;
}
