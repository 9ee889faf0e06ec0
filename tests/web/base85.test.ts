// The engine inside of a file: its bytes as text.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { bytesOf, textOf } from "../../www/src/engine/base85.js";

const draws = (count: number, seed: number): Uint8Array => {
  let state = seed;
  return Uint8Array.from({ length: count }, () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 24);
};

test("bytes of every length come back", () => {
  for (let length = 0; length < 300; length++) {
    for (const bytes of [draws(length, length + 1), new Uint8Array(length), new Uint8Array(length).fill(255)]) expect(bytesOf(textOf(bytes))).toEqual(bytes);
  }
});

test("five characters hold four bytes, and none of them is escaped in a string or in HTML", () => {
  const text = textOf(draws(100_000, 7));
  expect(text).toHaveLength(125_000);
  expect(JSON.stringify(text)).toBe(`"${text}"`);
  expect(text).not.toMatch(/[<&'"`\\/${\s]|[^ -~]/);
});

test("the script of the Python package reads base 85 as it is written here, and puts the engine back into its module", async () => {
  const script = readFileSync(resolve(import.meta.dirname, "../../crate/python/python/espalier_xai/unpack.js"), "utf8");
  const { unpacked, whole } = (await import(`data:text/javascript,${encodeURIComponent(`${script}; export { unpacked, whole };`)}`)) as {
    unpacked: (text: string) => Promise<string>;
    whole: (packed: string, engine: string) => Promise<string>;
  };
  const packed = (text: string): string => textOf(gzipSync(text));
  for (let length = 0; length < 40; length++) expect(await unpacked(packed("§".repeat(length)))).toBe("§".repeat(length));
  const engine = `${textOf(draws(10_000, 5))}$&`;
  expect(await whole(packed("const engine = `ENGINE-STANDS-HERE`;"), engine)).toBe(`const engine = \`${engine}\`;`);
});
