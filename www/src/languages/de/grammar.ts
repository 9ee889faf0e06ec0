/** German grammar: plurals, lists, numbers. */
import { t, type Part } from "../../page/view/words/parts.js";

/** A number with at most so many decimals; a small one is never told as 0. */
export function number(n: number, decimals = 6): string {
  const small = n !== 0 && Math.abs(n) < 10 ** -decimals;
  return n.toLocaleString("de", small ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: decimals }).replace("-", "\u2212");
}

/** „5 %“. */
export const share = (of: number): string => `${number(Number((100 * of).toPrecision(3)))}\u00a0%`;

/** „1 Zeile“, „2.000 Zeilen“. */
export const counted = (n: number, one: string, many: string): string => `${number(n)} ${n === 1 ? one : many}`;

/** „a, b und c“. */
export const both = (names: readonly string[], word = "und"): string => (names.length <= 1 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1) ?? ""}`);

/** The same of sentences that are lists of parts. */
export const list = (items: readonly Part[][]): Part[] => items.flatMap((item, index) => (index === 0 ? item : [t(index === items.length - 1 ? " und " : ", "), ...item]));

/** In German quotation marks. */
export const quoted = (text: string): string => `\u201e${text}\u201c`;

/** A name before a value: a colon keeps „Zeile 6, Spalte 3: 8“ apart. */
export const before = (name: string): string => (/\d$/.test(name) ? `${name}:` : name);

const SMALL = ["", "", "beiden", "drei", "vier", "f\u00fcnf"];

/** After „diese“: „beiden“, „drei“. */
export const these = (n: number): string => SMALL[n] ?? number(n);

export const trees = (n: number): string => counted(n, "Baum", "B\u00e4ume");
export const boxes = (n: number): string => counted(n, "Box", "Boxen");
export const changes = (n: number): string => counted(n, "\u00c4nderung", "\u00c4nderungen");
export const features = (n: number): string => counted(n, "Merkmal", "Merkmale");
export const classes = (n: number): string => counted(n, "Klasse", "Klassen");
