/** Names of features inside sentences. */

/** At the beginning of a sentence: "Benign", "The flower"; "pH" and "iPad" are kept. */
export const capital = (text: string): string => (/^\p{Ll}(?!\p{Lu})/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text);

/** A name inside a sentence: "Credit amount" is written small, "BMI", "pH" and "Num_accounts" are not. */
export function inSentence(name: string): string {
  const [first = "", second = ""] = name;
  const capital = first !== first.toLowerCase();
  const small = second === " " || second !== second.toUpperCase();
  return capital && small && !name.includes("_") ? first.toLowerCase() + name.slice(1) : name;
}
