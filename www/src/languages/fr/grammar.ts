/** French grammar: plurals, lists, elision, numbers. */
import { part, t, type Part } from "../../page/view/words/parts.js";

/** A number with at most six decimals, and as many more as keep a small one from being told as 0. */
export function number(n: number): string {
  const small = n !== 0 && Math.abs(n) < 1e-6;
  return n.toLocaleString("fr", small ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 6 }).replace("-", "−");
}

/** « 5 % ». */
export const share = (of: number): string => `${number(Number((100 * of).toPrecision(3)))}\u00a0%`;

/** The plural begins at two: « 0 ligne », « 1,5 ligne », « 2 lignes ». */
export const plural = (n: number, one: string, many = `${one}s`): string => (Math.abs(n) < 2 ? one : many);

/** « 1 ligne », « 2 000 lignes ». */
export const counted = (n: number, one: string, many?: string): string => `${number(n)}\u00a0${plural(n, one, many)}`;

/** « a, b et c ». */
export const both = (names: readonly string[], word = "et"): string => (names.length <= 1 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1) ?? ""}`);

/** The same of sentences that are lists of parts. */
export const list = (items: readonly Part[][]): Part[] => items.flatMap((item, index) => (index === 0 ? item : [t(index === items.length - 1 ? " et " : ", "), ...item]));

/** The same of texts that are set apart as values. */
export const values = (texts: readonly string[]): Part[] => list(texts.map((text) => [part("value", low(text))]));

/** In French quotation marks. */
export const quoted = (text: string): string => `«\u00a0${text}\u00a0»`;

/** « de refused », « d’accepted », « d’au moins 5 ». */
export const of = (text: string): string => (/^[aeiouyàâéèêëîïôöùûüœ]/i.test(text) ? `d’${text}` : `de ${text}`);

/** « que refused », « qu’accepted ». */
export const that = (text: string): string => (/^[aeiouyàâéèêëîïôöùûüœ]/i.test(text) ? `qu’${text}` : `que ${text}`);

/** A name or a limit inside a sentence: « Montant du crédit » and “Lot Area” are written small, « IMC », « pH » and “Num_accounts” are not. */
export function low(name: string): string {
  const [first = "", second = ""] = name;
  const small = second === " " || second === "’" || second === "'" || second !== second.toUpperCase();
  if (first === first.toLowerCase() || !small || /_|\p{Ll}\p{Lu}/u.test(name)) return name;
  const title = name.split(" ").every((word) => /^[\p{Lu}\d]/u.test(word));
  return first.toLowerCase() + (title ? name.slice(1).replace(/ \p{Lu}(?=\p{Ll}+(?!\S))/gu, (start) => start.toLowerCase()) : name.slice(1));
}

/** A name before a value: a colon keeps « Ligne 6, colonne 3 : 8 » apart. */
export const before = (name: string): string => (/\d$/.test(name) ? `${name}\u00a0:` : name);

const COUNTS = ["", "", "deux", "trois", "quatre", "cinq"];

/** After « ces »: « deux », « trois ». */
export const spelled = (n: number): string => COUNTS[n] ?? number(n);

export const trees = (n: number): string => counted(n, "arbre");
export const boxes = (n: number): string => counted(n, "boîte");
export const changes = (n: number): string => counted(n, "changement");
export const variables = (n: number): string => counted(n, "variable");
export const classes = (n: number): string => counted(n, "classe");
export const leaves = (n: number): string => counted(n, "feuille");
export const rows = (n: number): string => counted(n, "ligne");
