/** Sentences as lists of parts. */

/** A piece of a sentence: running text, a feature's name, a value, the present value, a class, or a strong lead. */
export interface Part {
  kind: "text" | "name" | "value" | "now" | "class" | "lead";
  text: string;
}

export const part = (kind: Part["kind"], text: string): Part => ({ kind, text });
export const t = (text: string): Part => part("text", text);

/** "1 row", "2,000 rows". */
export const counted = (n: number, one: string, many = `${one}s`): string => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

/** "a, b and c". */
export function list(items: Part[][]): Part[] {
  return items.flatMap((item, index) => {
    if (index === 0) return item;
    return [t(index === items.length - 1 ? " and " : ", "), ...item];
  });
}
