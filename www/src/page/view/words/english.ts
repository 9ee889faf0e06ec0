/** English grammar: plurals, lists, names of features inside sentences. */
import { number } from "../format.js";
import { t, type Part } from "./parts.js";

/** "1 row", "2,000 rows". */
export const counted = (n: number, one: string, many = `${one}s`): string => `${number(n)} ${n === 1 ? one : many}`;

/** "a, b and c". */
export function list(items: Part[][]): Part[] {
  return items.flatMap((item, index) => {
    if (index === 0) return item;
    return [t(index === items.length - 1 ? " and " : ", "), ...item];
  });
}

/** A name inside a sentence: "Credit amount" and "Lot Area" are written small, "BMI", "pH" and "Num_accounts" are not. */
export function inSentence(name: string): string {
  const [first = "", second = ""] = name;
  const capital = first !== first.toLowerCase();
  const small = second === " " || second !== second.toUpperCase();
  if (!capital || !small || /_|\p{Ll}\p{Lu}/u.test(name)) return name;
  const title = name.split(" ").every((word) => /^[\p{Lu}\d]/u.test(word));
  return first.toLowerCase() + (title ? name.slice(1).replace(/ \p{Lu}(?=\p{Ll}+(?!\S))/gu, (start) => start.toLowerCase()) : name.slice(1));
}
