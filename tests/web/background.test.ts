/** Background rows from a csv file: read piece by piece, sampled by a stated rule, and the message on a bad one. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { inFile } from "../../www/src/engine/background.js";
import { CoreModel, start } from "../../www/src/engine/core.js";
import { RecordSample, type Records } from "../../www/src/engine/records.js";
import { Session } from "../../www/src/engine/session.js";
import type { FromWorker } from "../../www/src/engine/protocol.js";
import type { InputError } from "../../www/src/types.js";
import { root, wasm } from "./models.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The sample of a text that comes in pieces of so many bytes. */
function read(text: string, most = 5000, piece = 7): Records {
  const sample = new RecordSample(most);
  const all = bytes(text);
  for (let at = 0; at < all.length; at += piece) sample.push(all.slice(at, at + piece));
  return sample.end();
}

describe("records", () => {
  test("are the same however the bytes are cut", () => {
    const text = 'a,b\r\n1,"x, ""y""\nz"\r\n\r\n2,\u00e4\r\n3,last';
    for (const piece of [1, 2, 3, 5, 100]) {
      expect(read(text, 10, piece)).toEqual({ text: 'a,b\n1,"x, ""y""\nz"\n2,\u00e4\n3,last\n', lines: [1, 2, 2, 5, 6], count: 3 });
    }
  });

  test("are drawn with equal chances, in the file's order, and the same file gives the same", () => {
    const text = `n\n${Array.from({ length: 1000 }, (_, n) => n).join("\n")}\n`;
    const first = read(text, 100, 64);
    expect(read(text, 100, 13)).toEqual(first);
    const drawn = first.text.trim().split("\n").slice(1).map(Number);
    expect(drawn).toHaveLength(100);
    expect(drawn).toEqual([...drawn].sort((a, b) => a - b));
    expect(first.count).toBe(1000);
    // The mean of 100 of 0 to 999 drawn evenly is within 3.5 standard errors (27) of 499.5 but once in two thousand.
    expect(Math.abs(drawn.reduce((a, b) => a + b, 0) / 100 - 499.5)).toBeLessThan(96);
    expect(first.lines.slice(1)).toEqual(drawn.map((n) => n + 2));
  });

  test("take no more memory than is kept, and the chances stay equal", () => {
    const row = "x".repeat(900_000);
    const sample = new RecordSample(5000);
    sample.push(bytes("a\n"));
    for (let n = 0; n < 200; n++) sample.push(bytes(`${String(n)}${row}\n`));
    const { text, count } = sample.end();
    expect(count).toBe(200);
    expect(text.length).toBeLessThan(33e6);
    const kept = text.trim().split("\n").slice(1).map((one) => parseInt(one, 10));
    expect(kept.length).toBeGreaterThan(8);
    expect(kept.some((n) => n > 100) && kept.some((n) => n < 100)).toBe(true);
  });

  test("that are none are refused with their line", () => {
    expect(() => read('a\n1\n"2\n3\n')).toThrow(expect.objectContaining({ line: 3, message: "a quoted cell is not closed" }));
    expect(() => read(`a\n${"x".repeat(1_100_000)}`, 10, 65_536)).toThrow(expect.objectContaining({ line: 2 }));
    const sample = new RecordSample();
    sample.push(Uint8Array.of(0x61, 0x0a, 0x31, 0x0a, 0xff, 0xfe, 0x0a));
    expect(() => sample.end()).toThrow(expect.objectContaining({ line: 3, message: "the text is not UTF-8" }));
  });
});

let model: CoreModel;
beforeAll(() => {
  start(wasm());
  const loaded = CoreModel.load(readFileSync(resolve(root, "www/public/examples/iris.json")), "iris.json");
  model = loaded;
});

const names = (): string[] => model.info.features.map((feature) => feature.name);
const csv = (rows: string[], more = ""): string => `${[...names(), ...(more ? [more] : [])].join(",")}\n${rows.join("\n")}\n`;
const sampled = (text: string): ReturnType<CoreModel["sampled"]> => {
  let records: Records | null = null;
  try {
    records = read(text, 5000, 1000);
    return model.sampled(records, "flowers.csv");
  } catch (thrown) {
    throw inFile(thrown, records, "flowers.csv") as Error;
  }
};
const wrong = (text: string): InputError => {
  try {
    sampled(text);
  } catch (thrown) {
    return thrown as InputError;
  }
  throw new Error("it was taken");
};

describe("rows of a csv file", () => {
  test("become the model's background: rows, labels, ranges, distributions", () => {
    const count = names().length;
    const row = (first: number, species: string): string => [first, ...Array.from({ length: count - 1 }, () => 1), species].join(",");
    const found = sampled(csv([row(5, "setosa"), row(7, "virginica"), row(6, "2")], "species"));
    expect(found).toMatchObject({ kept: 3, count: 3, label: "species", beside: [], incomplete: 0, labels: [0, 2, 2] });
    expect(found.ranges[0]).toEqual({ min: 5, max: 7, whole: true });
    const other = model.withBackground(found);
    expect(other.info.rows).toBe(3);
    expect(other.row(1)).toEqual({ row: Array.from(found.rows.subarray(count, 2 * count)), label: 2 });
    expect(other.info.features[0]?.histogram?.reduce((a, b) => a + b, 0)).toBe(3);
    const document = JSON.parse(new TextDecoder().decode(other.document())) as { background: { labels: number[] } };
    expect(document.background.labels).toEqual([0, 2, 2]);
    other.free();
  });

  test("go without labels where no column, or none that is called so, holds them", () => {
    const row = names().map(() => 1).join(",");
    expect(sampled(csv([row]))).toMatchObject({ label: null, labels: null, beside: [] });
    expect(sampled(csv([`${row},anna`], "name"))).toMatchObject({ label: null, beside: ["name"] });
    expect(sampled(csv([`${row},0,setosa`], "visits,class"))).toMatchObject({ label: "class", labels: [0], beside: ["visits"] });
  });

  test("that are wrong are refused with line and column of the file", () => {
    const good = names().map(() => 1);
    const bad = good.with(1, "many" as unknown as number);
    expect(wrong(csv([good.join(","), "", bad.join(",")]))).toMatchObject({ source: "rows", where: "line 4, column 2" });
    expect(wrong(csv([`${good.join(",")},rose`], "class"))).toMatchObject({ where: "line 2", what: 'the class is "rose"' });
    expect(wrong("")).toMatchObject({ what: "the file is empty", right: "give a header and rows" });
    expect(wrong("a,b\n1,2\n").message).toContain("flowers.csv, line 1");
    expect(wrong(csv([good.with(0, "" as unknown as number).join(",")])).what).toBe("there is no row with all values that the model needs");
  });

  test("are read in a session beside other calls, with progress, and reading can be stopped", async () => {
    const heard: FromWorker[] = [];
    let waiting: (() => void) | null = null;
    const session = new Session((message) => {
      heard.push(message);
      waiting?.();
    });
    const until = async (id: number): Promise<FromWorker> => {
      for (;;) {
        const found = heard.find((message) => message.id === id && !("share" in message));
        if (found) return found;
        await new Promise<void>((resolve) => (waiting = resolve));
      }
    };
    session.receive({ id: 1, call: "init", wasm: wasm() });
    const file = readFileSync(resolve(root, "www/public/examples/iris.json"));
    session.receive({ id: 2, call: "load", bytes: Uint8Array.from(file).buffer, name: "iris.json" });
    const rows = Array.from({ length: 40_000 }, (_, n) => names().map((_name, column) => (n + column) / 7).join(","));
    const blob = new Blob([csv(rows)]);
    session.receive({ id: 3, call: "sample", model: 1, file: blob, name: "many.csv" });
    expect(await until(3)).toMatchObject({ ok: "sample", sampled: { kept: 5000, count: 40_000 } });
    session.receive({ id: 4, call: "sample", model: 1, file: blob, name: "many.csv" });
    session.receive({ stop: 4 });
    expect(await until(4)).toEqual({ id: 4, ok: "sample", sampled: null });
    session.receive({ id: 5, call: "sample", model: 1, file: new Blob(["x\n1\n"]), name: "bad.csv" });
    expect(await until(5)).toMatchObject({ input: { source: "rows", where: "line 1" } });
  });
});
