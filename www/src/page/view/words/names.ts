/** Names of features inside sentences. */

/** At the beginning of a sentence: "Benign", "The flower"; "pH" and "iPad" are kept. */
export const capital = (text: string): string => (/^\p{Ll}(?!\p{Lu})/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text);

/** A name inside a sentence: "Credit amount" and "Lot Area" are written small, "BMI", "pH" and "Num_accounts" are not. */
export function inSentence(name: string): string {
  const [first = "", second = ""] = name;
  const capital = first !== first.toLowerCase();
  const small = second === " " || second !== second.toUpperCase();
  if (!capital || !small || /_|\p{Ll}\p{Lu}/u.test(name)) return name;
  const title = name.split(" ").every((word) => /^[\p{Lu}\d]/u.test(word));
  return first.toLowerCase() + (title ? name.slice(1).replace(/ \p{Lu}(?=\p{Ll}+(?!\S))/gu, (start) => start.toLowerCase()) : name.slice(1));
}
