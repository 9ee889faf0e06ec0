/** Numbers and values as people read them: separators, units after a no-break space. Pure. */
import type { FeatureInfo } from "../../types.js";
import { isDiscrete, levelLabel } from "../../model/feature.js";
import { marks, typed } from "../state/typed.js";
import { decimalsOf, ownDecimals } from "../state/answer/rounding.js";
import { valueWords } from "./words/values.js";

export const NBSP = "\u00a0";

const formats = new Map<string, Intl.NumberFormat>();

/** Whether a number is so near to 0 that it is never meant as such: it stands beside a border at 0. */
export const besideZero = (x: number): boolean => x !== 0 && Math.abs(x) < 1e-30;

/** A power of ten as people type it: 1e21, not 1.0e+21. */
const power = (text: string): string => text.replace(/(\.0)?e\+?/, "e");

/** A text of digits with the language's mark before decimals. */
export const marked = (text: string): string => text.replace(".", marks().point);

/** With at most so many decimals; where nothing is said about them, six, and as many more as keep a small number from being told as 0. */
export function number(x: number, places?: number): string {
  if (Number.isNaN(x)) return valueWords.unknown;
  if (besideZero(x)) return x < 0 ? valueWords.belowZero : valueWords.aboveZero;
  const decimals = places ?? 6;
  if (Math.abs(x) >= 1e16 || (places === undefined && x !== 0 && Math.abs(x) < 5e-7)) return marked(power(String(x))).replace("-", "\u2212");
  const key = `${typed.locale} ${String(decimals)}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(typed.locale, { maximumFractionDigits: Math.min(decimals, 20) });
    formats.set(key, format);
  }
  return format.format(Object.is(x, -0) ? 0 : x).replace("-", "\u2212");
}

/** A printed number as it is read whatever else it might mean: without separators, and not with three decimals, which might be thousands. */
export const asTyped = (text: string): string => text.replaceAll(marks().group, "").replace(/[.,]\d{3}$/, "$&0");

/** A coordinate without its unit. */
export function bare(feature: FeatureInfo, at: number, decimals = decimalsOf(feature)): string {
  if (Number.isNaN(at)) return valueWords.unknown;
  return isDiscrete(feature) ? levelLabel(feature, at) : number(at, decimals);
}

/** A coordinate with its unit. */
export function withUnit(feature: FeatureInfo, at: number, decimals = decimalsOf(feature)): string {
  const text = bare(feature, at, decimals);
  return feature.unit && !isDiscrete(feature) && !Number.isNaN(at) ? text + NBSP + feature.unit : text;
}

/** A present value, in the same digits everywhere. */
export const told = (feature: FeatureInfo, at: number, as = withUnit): string => as(feature, at, ownDecimals(feature, at));

/** Values as they are written, one after the other; `before`: the word before each. */
export const writtenList = (list: readonly { feature: FeatureInfo; printed: number; decimals: number }[], before = (_: FeatureInfo): string => ""): string =>
  list.map(({ feature, printed, decimals }) => before(feature) + withUnit(feature, printed, decimals)).join(", ");

/** As percent, without the rounding of the product. */
const hundredfold = (share: number): number => Number((share * 100).toPrecision(14));

/** A share in percent, with as many decimals as keep it on its own side of a threshold (50.05 %, not 50.0 % for 50.049). */
export function percent(share: number, threshold = 0.5): string {
  for (let digits = 1; digits <= 6; digits += 1) {
    const value = Number((share * 100).toFixed(digits));
    if ((value - hundredfold(threshold)) * (share - threshold) > 0) return number(value, digits) + NBSP + "%";
  }
  return percentInFull(share);
}

/** A share that is demanded: it is not rounded. */
export const percentInFull = (share: number): string => number(hundredfold(share), 15) + NBSP + "%";

/** "5 %" of a range. */
export const share = (of: number): string => percentInFull(Number(of.toPrecision(3)));

/**
 * Cost: two decimals, more while that would read as nothing. Costs that differ only by the rounding of single precision are written
 * alike, those about halfway between two decimals too.
 */
export const cost = (x: number | null | undefined): string => marked(plainCost(x));

function plainCost(x: number | null | undefined): string {
  if (x === null || x === undefined || Number.isNaN(x)) return "\u2013";
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (size >= 1e6) return power(x.toExponential(1));
  for (let digits = 2; digits <= 6; digits += 1) {
    if (size >= 10 ** (1 - digits)) return (size < 1e4 ? Number(x.toPrecision(7)) : x).toFixed(digits);
  }
  return power(x.toExponential(1));
}

/** A proved bound: never rounded up, but by the rounding of sums. Where it is the cost `of` an answer, both are written alike. */
export function costDown(x: number | null, of: number | null = null): string {
  if (x !== null && of !== null && of - x <= 1e-9 * Math.abs(of)) return cost(of);
  const text = plainCost(x);
  if (x === null || !(Number(text) > x * (1 + 1e-9))) return marked(text);
  const [written = "", power] = text.split("e");
  if (power !== undefined) return marked(`${(Number(written) - 0.1).toFixed(1)}e${power}`);
  const digits = written.split(".")[1]?.length ?? 0;
  return marked((Math.floor(x * 10 ** digits) / 10 ** digits).toFixed(digits));
}

/** A proved bound and the larger cost of an answer, with as many decimals as tell them apart, and `more`; the bound is never rounded up. */
export function costsApart(bound: number, of: number, more = 0): [string, string] {
  const digits = Math.min(15, Math.max(2, Math.ceil(-Math.log10(of - bound)) + more));
  const scale = 10 ** digits;
  return [Math.floor(bound * scale + 1e-9) / scale, of].map((one) => marked(one.toFixed(digits))) as [string, string];
}

export function bytes(n: number): string {
  if (n < 1000) return `${number(n)}${NBSP}${valueWords.bytes(n)}`;
  if (n < 1e6) return `${number(Math.round(n / 1000))}${NBSP}${valueWords.kilobytes}`;
  return `${number(n / 1e6, 1)}${NBSP}${valueWords.megabytes}`;
}

/**
 * Labels short enough to stand under their levels: at most so many characters, where that leaves them different from each other:
 * "below 200 EUR" becomes "< 200", "200 EUR or more" "200+".
 */
export function shortLabels(labels: readonly string[], most: number): string[] {
  if (labels.every((label) => label.length <= most)) return [...labels];
  const counts = new Map<string, number>();
  for (const label of labels) for (const word of new Set(label.split(" "))) counts.set(word, (counts.get(word) ?? 0) + 1);
  const common = (word: string): boolean => (counts.get(word) ?? 0) >= 2 && !/\d/.test(word) && !["to", "and", "or", "no"].includes(word);
  const short = labels.map((label) => {
    if (label.length <= most) return label;
    const signs = label
      .replace(/^(below|under|less than|up to) /i, "< ")
      .replace(/^(above|over|more than) /i, "> ")
      .replace(/(\d)( \S+)? (or|and) (more|over|above)$/i, "$1+$2");
    const rest = signs
      .split(" ")
      .filter((word) => !common(word))
      .join(" ");
    return rest.length > 0 ? rest : label;
  });
  return new Set(short).size === labels.length ? short : [...labels];
}
