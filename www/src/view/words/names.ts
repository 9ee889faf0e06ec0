/** Names of features inside sentences. */

/** A name inside a sentence: "Credit amount" is written small, "BMI" and "pH" are not. */
export function inSentence(name: string): string {
  const [first = "", second = ""] = name;
  const capital = first !== first.toLowerCase();
  const small = second === " " || second !== second.toUpperCase();
  return capital && small ? first.toLowerCase() + name.slice(1) : name;
}
