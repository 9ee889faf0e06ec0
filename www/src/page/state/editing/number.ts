/**
 * Numbers as people type them. Text that is no number, or might be two, is not guessed: it comes back with the reason. Pure.
 */

import { marks, typed } from "../typed.js";

/** Which numbers a field takes. */
export interface Wanted {
  /** Digits after the point that its values usually have. */
  decimals: number;
  whole?: boolean;
  /** A unit that may stand behind the number. */
  unit?: string | undefined;
  /** Whether it may stay open: then nothing, or a word for it, reads as NaN. */
  open?: boolean;
  /** Whether the model reads single precision, which ends earlier. */
  single?: boolean;
}

/** Why a text was not read. */
export type Unread =
  | { is: "empty" }
  | { is: "nothing" }
  /** It can only mean this number, but is written in another way than numbers are here. */
  | { is: "meant"; value: number }
  | { is: "twofold"; values: [number, number] }
  | { is: "fraction"; values: [number, number] }
  | { is: "large" };

export type ReadNumber = { value: number } | { wrong: Unread };

const OPEN = /^(|\?|-|nan|na|n\/a|null)$/;
/** In marks that are swapped where decimals stand behind a comma: as this page writes numbers, commas between thousands, a point before decimals. */
const HERE = /^[+-]?(\d{1,3}(,\d{3})+(\.\d*)?|\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
/** As others do: points between thousands, a comma before decimals. */
const THERE = /^[+-]?(\d{1,3}(\.\d{3})+(,\d+)?|\d+,\d+)$/;

export function readNumber(text: string, wanted: Wanted): ReadNumber {
  const plain = withoutUnit(text.trim(), wanted.unit).replaceAll("\u2212", "-").replace(/(\d)[\s'\u2019_](?=\d{3}(?!\d))/g, "$1");
  const bare = marks().point === "," ? plain.replace(/[.,]/g, (mark) => (mark === "," ? "." : ",")) : plain;
  const small = plain.toLowerCase();
  if (OPEN.test(small) || typed.missing.includes(small)) return wanted.open === true ? { value: Number.NaN } : { wrong: { is: "empty" } };
  const here = HERE.test(bare) ? Number(bare.replaceAll(",", "")) : null;
  const there = THERE.test(bare) ? Number(bare.replaceAll(".", "").replace(",", ".")) : null;
  if (here === null) return { wrong: there === null ? multiple(bare) : { is: "meant", value: there } };
  // One point and three digits: thousands in half of the world. Commas so placed are thousands here, as this page prints them.
  if (there !== null && bare.includes(".") && wanted.decimals < 3 && !/^[+-]?0/.test(bare)) {
    return { wrong: wanted.whole === true ? { is: "meant", value: there } : { is: "twofold", values: [here, there] } };
  }
  if (!Number.isFinite(wanted.single === true ? Math.fround(here) : here)) return { wrong: { is: "large" } };
  if (wanted.whole === true && !Number.isInteger(here)) return { wrong: { is: "fraction", values: [Math.floor(here), Math.ceil(here)] } };
  return { value: here };
}

function withoutUnit(text: string, unit: string | undefined): string {
  return unit !== undefined && unit !== "" && text.toLowerCase().endsWith(unit.toLowerCase()) ? text.slice(0, -unit.length).trimEnd() : text;
}

/** "3k", "1.2 million". */
function multiple(text: string): Unread {
  const [, number = "", word = ""] = /^(.*\d\.?)\s*(\p{L}+)$/u.exec(text) ?? [];
  const times = typed.multiples.find(([one]) => one === word.toLowerCase())?.[1];
  return times !== undefined && HERE.test(number) ? { is: "meant", value: Number((Number(number.replaceAll(",", "")) * times).toPrecision(15)) } : { is: "nothing" };
}
