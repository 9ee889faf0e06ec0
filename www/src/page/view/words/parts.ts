/** Sentences as lists of parts. */

/** A piece of a sentence: running text, a feature's name, a value, the present value, a class, or a strong lead. */
export interface Part {
  kind: "text" | "name" | "value" | "now" | "class" | "lead";
  text: string;
}

export const part = (kind: Part["kind"], text: string): Part => ({ kind, text });
export const t = (text: string): Part => part("text", text);

/** At the beginning of a sentence: "Benign", "The flower"; "pH" and "iPad" are kept. */
export const capital = (text: string): string => (/^\p{Ll}(?!\p{Lu})/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text);
