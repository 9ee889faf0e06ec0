/** Csv files in pieces of whole lines: together they say the same as the whole file, places included, however much is read at once. */
import { beforeAll, describe, expect, it } from "vitest";
import { opened, told } from "../../www/src/cli/files.js";
import { lines, type Source } from "../../www/src/cli/lines.js";
import { decoded } from "../../www/src/cli/utf8.js";
import { CoreModel, start } from "../../www/src/engine/core.js";
import type { InputError } from "../../www/src/types.js";
import { bytesOf, stump, wasm } from "./models.js";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const sourceOf = (bytes: Uint8Array): Source => (into, offset) => {
  const part = bytes.subarray(offset, offset + into.length);
  into.set(part);
  return part.length;
};

let model: CoreModel;
beforeAll(() => {
  start(wasm());
  const features = [{ name: "In\r\ncome, \"net\"", column: 0, min: 0, max: 10 }, { name: "Größe", kind: "integer", column: 1, min: 18, max: 90 }];
  model = CoreModel.load(new Uint8Array(bytesOf({ ...stump, schema: { features } })), "m.json");
});

type Said = { rows: number[] } | { where: string; what: string };

function said(read: () => number[]): Said {
  try {
    return { rows: read() };
  } catch (thrown) {
    const { where, what } = thrown as InputError;
    return { where: where ?? "", what };
  }
}

const whole = (text: string): Said => said(() => [...model.queries(text, "q.csv").rows]);

/** The rows of a file that is handed over in these pieces. */
const taken = (parts: Iterable<Uint8Array>): Said => said(() => {
  const reading = model.queryRows("q.csv");
  const rows = [...parts].flatMap((piece) => [...reading.take(piece)]);
  return [...rows, ...reading.end()];
});

const HEADER = '"In\r\ncome, ""net""",Größe\n';
const FILES = {
  plain: `${HEADER}1,20\n2.5,30\n3,40\n`,
  "no line end at the end": `${HEADER}1,20\n2.5,30`,
  "a mark and empty lines": `\u{feff}\n\r\n${HEADER}\n1,20\n\n\n2,30\n\n`,
  "carriage returns": `${HEADER.replace("Größe\n", "Größe\r\n")}1,20\r\n2,30\r\n`,
  "quoted cells": `${HEADER}"1","20"\n"2","30"\n`,
  "missing cells": `${HEADER},20\n,\n`,
  "a header alone": HEADER,
  "a bad cell far below": `${HEADER}1,20\n\n2,30\n3,"4\n0"\n5,60\n`,
  "a bad cell behind a bad quote": `${HEADER}1,20\n2"",30\n4,5\n`,
  "too few cells": `${HEADER}1,20\n2,30\n3\n`,
  "a name that is none": 'Income,"Si\nze"\n1,2\n',
};

describe("a csv file in pieces", () => {
  for (const [name, text] of Object.entries(FILES)) {
    it(`says the same as the whole file: ${name}`, () => {
      const expected = whole(text);
      const bytes = encode(text);
      for (let size = 1; size < 40; size++) {
        expect(taken(lines(sourceOf(bytes), size)), `${size} bytes at once`).toEqual(expected);
        const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, part) => bytes.slice(part * size, (part + 1) * size));
        expect(taken(parts), `cut after ${size} bytes`).toEqual(expected);
      }
    });
  }

  it("holds no more than was read at once", () => {
    const text = HEADER + "1,20\n".repeat(1000);
    for (const piece of lines(sourceOf(encode(text)), 100)) expect(piece.length).toBeLessThan(200);
  });

  it("is refused where a quoted cell has no end, with the line on which its row begins", () => {
    expect(taken(lines(sourceOf(encode(`${HEADER}1,20\n"2,30\n4,5\n`)), 8))).toEqual({ where: "line 4", what: "a quoted cell is not closed" });
  });

  it("is refused where there is no header, and where a line has no end", () => {
    expect(taken([])).toEqual({ where: "", what: "the file is empty" });
    const endless: Source = (into) => into.fill(0x78).length;
    expect(() => [...lines(endless, 1 << 22)]).toThrow("line 1: a row is longer than 16 MB");
    const reading = model.queryRows("q.csv");
    const parts = [encode('"'), ...Array.from({ length: 17 }, () => encode("\n".repeat(1 << 20)))];
    expect(said(() => parts.flatMap((piece) => [...reading.take(piece)]))).toEqual({ where: "line 1", what: "a row is longer than 16 MB" });
    reading.free();
  });

  it("is refused where it is no text, with line, column and byte", () => {
    const bytes = encode(`${HEADER}1,20\n2,3x0\n`);
    const at = bytes.indexOf(0x78);
    bytes[at] = 0xff;
    for (const size of [4, 1000]) {
      expect(() => [...lines(sourceOf(bytes), size)]).toThrow(`line 4, column 4, byte ${at}: this is not text in UTF-8 (0xff); save it as UTF-8`);
    }
  });
});

describe("bytes that are no UTF-8", () => {
  const place = (bytes: number[]): number | null => {
    try {
      decoded(Uint8Array.from(bytes));
      return null;
    } catch (thrown) {
      return Number(/byte (\d+)/.exec((thrown as Error).message)?.[1]);
    }
  };

  it("are found where they begin: stray, cut, too long, surrogates, beyond the last character", () => {
    for (const bad of [[0x80], [0xff], [0xc3], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0xc0, 0xaf], [0xe0, 0x80, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xc3, 0x28]]) {
      expect(place([0x61, 0xc3, 0xb6, ...bad, 0x61]), bad.join()).toBe(3);
      expect(place([0xf0, 0x9f, 0x98, 0x80, ...bad]), bad.join()).toBe(4);
    }
  });

  it("are found exactly where the platform finds any", () => {
    let state = 11;
    const random = (below: number): number => (state = (state * 48271) % 2147483647) % below;
    const pool = [0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xed, 0xef, 0xf0, 0xf1, 0xf4, 0xf5];
    for (let round = 0; round < 20_000; round++) {
      const bytes = Array.from({ length: 1 + random(6) }, () => pool[random(pool.length)] ?? 0);
      const at = place(bytes);
      expect(at === null, bytes.join()).toBe(isText(bytes));
      if (at !== null) expect(isText(bytes.slice(0, at)), bytes.join()).toBe(true);
    }
  });
});

function isText(bytes: number[]): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes));
    return true;
  } catch {
    return false;
  }
}

it("a stream without an end is refused at its limit before anything is made of its beginning", () => {
  let begun = 0;
  const first = (source: Source): void => {
    source(new Uint8Array(16), 0);
    begun += 1;
  };
  expect(() => opened("/dev/zero", "rows", first)).toThrow(/^rows: "\/dev\/zero": it is longer than 250 MB, or has no end; give a file of at most 250 MB$/);
  // Also where the read is itself one that names its file: grow reads its rows so, and named it twice.
  expect(() => told("/dev/zero", "rows", () => opened("/dev/zero", "rows", first))).toThrow(/^rows: "\/dev\/zero": it is longer/);
  expect(begun).toBe(0);
});

it("a line of many pieces is joined from whole pieces", () => {
  const text = `${"a".repeat(1000)}\n${"b".repeat(999)}\nc`;
  const found = [...lines(sourceOf(encode(text)), 7)];
  expect(found.map((piece) => piece.length)).toEqual([1001, 1000, 1]);
  expect(found.map((piece) => new TextDecoder().decode(piece)).join("")).toBe(text);
});
