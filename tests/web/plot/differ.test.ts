import { expect, it } from "vitest";
import { differ } from "../../../www/src/plot/differ.js";
import { ENGLISH } from "../../../www/src/plot/words.js";

it("properties of the same content draw the same, whoever made them", () => {
  const mark = (): object => ({ x: Number.NaN, y: 2, label: "you", line: { a: [1, [2, null]], end: Infinity }, unit: undefined });
  expect(differ(mark(), mark())).toBe(false);
  expect(differ([], [])).toBe(false);
  expect(differ(ENGLISH, { ...ENGLISH })).toBe(false);
});

it("another value, name, length or kind is another property, however deep", () => {
  const pairs: [unknown, unknown][] = [
    [1, 2],
    [null, {}],
    [null, undefined],
    [{ a: 1 }, { b: 1 }],
    [{ a: undefined }, {}],
    [{ a: 1 }, { a: 1, b: undefined }],
    [[1, 2], [1, 2, 3]],
    [[], {}],
    [{ a: { b: [1, 2] } }, { a: { b: [1, 3] } }],
    [{ end: Infinity }, { end: null }],
    [{ end: Infinity }, { end: -Infinity }],
  ];
  for (const [a, b] of pairs) expect([differ(a, b), differ(b, a)]).toEqual([true, true]);
});

it("anything that is no plain object is compared by its identity: numbers of cells, functions, dates", () => {
  const codes = new Uint16Array([1, 2]);
  const say = (): string => "";
  expect(differ({ codes, say }, { codes, say })).toBe(false);
  expect(differ(codes, new Uint16Array([1, 2]))).toBe(true);
  expect(differ(say, () => "")).toBe(true);
  expect(differ(new Date(0), new Date(0))).toBe(true);
});
