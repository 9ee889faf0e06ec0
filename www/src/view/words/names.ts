/** Names of features inside sentences. */

/** A name inside a sentence: "Credit amount" is written small, "BMI", "pH" and "Num_accounts" are not. */
export function inSentence(name: string): string {
  const [first = "", second = ""] = name;
  const capital = first !== first.toLowerCase();
  const small = second === " " || second !== second.toUpperCase();
  return capital && small && !name.includes("_") ? first.toLowerCase() + name.slice(1) : name;
}
