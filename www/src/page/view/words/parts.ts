/** Sentences as lists of parts. */

/** A piece of a sentence: running text, a feature's name, a value, the present value, a class, or a strong lead. */
export interface Part {
  kind: "text" | "name" | "value" | "now" | "class" | "lead";
  text: string;
}

export const part = (kind: Part["kind"], text: string): Part => ({ kind, text });
export const t = (text: string): Part => part("text", text);

/** "a, b and c". */
export function list(items: Part[][]): Part[] {
  return items.flatMap((item, index) => {
    if (index === 0) return item;
    return [t(index === items.length - 1 ? " and " : ", "), ...item];
  });
}
