/** Numbers as people type them: read as they stand, or not at all, with the reason. */
import { describe, expect, test } from "vitest";
import { readNumber, type Wanted } from "../../www/src/page/state/editing/number.js";
import { draws } from "../../www/src/draws.js";
import { asTyped, cost, costDown, number } from "../../www/src/page/view/format.js";
import { setWords } from "../../www/src/language.js";
import { speak } from "../../www/src/page/view/language.js";
import { words } from "../../www/src/page/view/words.js";

const euros: Wanted = { decimals: 0, unit: "EUR" };
const months: Wanted = { decimals: 0, whole: true, unit: "months" };
const share: Wanted = { decimals: 3 };

describe("a number is read as it stands", () => {
  test.each<[string, Wanted, number]>([
    ["5450", euros, 5450],
    ["5,450", euros, 5450],
    ["5 450", euros, 5450],
    ["1\u202f234\u00a0567.5", euros, 1234567.5],
    ["1'250'000", euros, 1250000],
    ["\u221212.5", euros, -12.5],
    ["+7", euros, 7],
    ["5.45", euros, 5.45],
    ["5450.", euros, 5450],
    ["0.125", euros, 0.125],
    ["5.450", share, 5.45],
    ["1,234.567", euros, 1234.567],
    ["1e21", euros, 1e21],
    ["3000 EUR", euros, 3000],
    ["12months", months, 12],
    ["12.0", months, 12],
  ])("%s", (text, wanted, value) => expect(readNumber(text, wanted)).toEqual({ value }));
});

describe("a text that might be another number, or none, is never taken", () => {
  test.each<[string, Wanted, object]>([
    ["5.450", euros, { is: "twofold", values: [5.45, 5450] }],
    ["-5.450", euros, { is: "twofold", values: [-5.45, -5450] }],
    ["5.450", months, { is: "meant", value: 5450 }],
    ["5,45", euros, { is: "meant", value: 5.45 }],
    ["5,4501", euros, { is: "meant", value: 5.4501 }],
    ["1.234.567", euros, { is: "meant", value: 1234567 }],
    ["1.234,5", euros, { is: "meant", value: 1234.5 }],
    ["3k", euros, { is: "meant", value: 3000 }],
    ["1.2 million", euros, { is: "meant", value: 1200000 }],
    ["12.5", months, { is: "fraction", values: [12, 13] }],
    ["abc", euros, { is: "nothing" }],
    ["3000 USD", euros, { is: "nothing" }],
    ["1,2,3", euros, { is: "nothing" }],
    ["0x10", euros, { is: "nothing" }],
    ["Infinity", euros, { is: "nothing" }],
    ["1e999", euros, { is: "large" }],
    ["1e39", { ...euros, single: true }, { is: "large" }],
    ["", euros, { is: "empty" }],
    ["NaN", euros, { is: "empty" }],
  ])("%s", (text, wanted, wrong) => expect(readNumber(text, wanted)).toEqual({ wrong }));

  test("nothing is a missing value where there may be one", () => {
    for (const text of ["", " ", "unknown", "NaN", "?"]) expect(readNumber(text, { ...euros, open: true })).toEqual({ value: Number.NaN });
  });
});

test("a number that the page writes, typed as it stands, is that number; and none but 0 is written as 0", () => {
  const rnd = draws(27);
  for (let k = 0; k < 2000; k += 1) {
    const x = (rnd() - 0.5) * 10 ** (50 * rnd() - 25);
    const text = number(x);
    const read = readNumber(text, { decimals: 6 });
    expect("value" in read, text).toBe(true);
    const value = "value" in read ? read.value : Number.NaN;
    expect(Math.abs(value - x), `${x} as ${text}`).toBeLessThanOrEqual(5.1e-7 + 1e-14 * Math.abs(x));
    expect(value, text).not.toBe(0);
    expect(text.length, text).toBeLessThan(29);
  }
});

test.each(["en", "de", "fr"])("the texts that a refusal asks for are taken, for the numbers that it names, with the marks of %s", (tag) => {
  setWords({}, tag);
  speak(tag);
  const rnd = draws(28);
  let asked = 0;
  for (let k = 0; k < 3000; k += 1) {
    const digits = String(Math.floor(rnd() * 1e6)).padStart(4, "1");
    const [at, by] = [Math.floor(rnd() * digits.length), rnd() < 0.5 ? "." : ","];
    const text = digits.slice(0, at) + by + digits.slice(at);
    const wanted: Wanted = { decimals: Math.floor(rnd() * 3), whole: rnd() < 0.3 };
    const read = readNumber(text, wanted);
    if (!("wrong" in read) || read.wrong.is === "nothing" || read.wrong.is === "empty") continue;
    const values = "values" in read.wrong ? read.wrong.values : "value" in read.wrong ? [read.wrong.value] : [];
    const [first = "", second = ""] = values.map((value) => number(value, 20));
    const said = words.number.wrong[read.wrong.is](text, [first, second], [asTyped(first), asTyped(second)]);
    const offered = (/(?:: |[Ww]rite )([-\d.,]+(?: or [-\d.,]+)?)\.$/.exec(said)?.[1] ?? "").split(" or ");
    expect(offered, said).toHaveLength(values.length);
    asked += 1;
    if (wanted.whole && !values.every(Number.isInteger)) continue;
    for (const [index, one] of offered.entries()) expect(readNumber(one, wanted), `${text}: ${said}`).toEqual({ value: values[index] });
  }
  expect(asked).toBeGreaterThan(100);
  speak("en");
});

describe("costs", () => {
  test("costs that differ only by the rounding of single precision are written alike, about halfway between two decimals too", () => {
    for (const [a, b] of [[0.68499999, 0.68500001], [1.2349999, 1.2350001], [0.0124999999, 0.0125000001]] as const) expect(cost(a)).toBe(cost(b));
    expect([0.684, 0.686, 12345.678, 123456.784, 0.00123].map(cost)).toEqual(["0.68", "0.69", "12345.68", "123456.78", "0.0012"]);
  });

  test("a bound is never rounded up", () => {
    expect(costDown(0.68499999)).toBe("0.68");
    expect(costDown(0.6899)).toBe("0.68");
  });
});
