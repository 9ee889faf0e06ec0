/** Background rows from a csv file: read piece by piece, sampled by a stated rule, and the message on a bad one. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { CoreModel, start } from "../../www/src/engine/core.js";
import { Responder } from "../../www/src/engine/responder.js";
import type { FromWorker } from "../../www/src/engine/protocol.js";
import type { InputError, Sampled } from "../../www/src/types.js";
import { root, wasm } from "./models.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

let model: CoreModel;
beforeAll(() => {
  start(wasm());
  const loaded = CoreModel.load(readFileSync(resolve(root, "www/public/examples/iris.json")), "iris.json");
  model = loaded;
});

const names = (): string[] => model.info.features.map((feature) => feature.name);
const csv = (rows: string[], more = ""): string => `${[...names(), ...(more ? [more] : [])].join(",")}\n${rows.join("\n")}\n`;
const sampled = (text: string, piece = 1000): Sampled => {
  const sample = model.rowSample("flowers.csv");
  const all = bytes(text);
  for (let at = 0; at < all.length; at += piece) sample.take(all.slice(at, at + piece));
  return sample.end();
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
    expect(wrong(csv([`${good.with(0, "" as unknown as number).join(",")},setosa`, `${good.join(",")},rose`], "class"))).toMatchObject({ where: "line 3", what: 'the class is "rose"' });
    expect(wrong(csv([`"${good.join(",")}`]))).toMatchObject({ message: 'flowers.csv, line 2: a quoted cell is not closed; end it with "' });
    expect(wrong(csv(["x".repeat(1_100_000)]))).toMatchObject({ where: "line 2", what: "a row is longer than 1 MB" });
    expect(wrong("")).toMatchObject({ what: "the file is empty", right: "give a header and rows" });
    expect(wrong("a,b\n1,2\n").message).toContain("flowers.csv, line 1");
    expect(wrong(csv([good.with(0, "" as unknown as number).join(",")])).what).toBe("there is no row with all values that the model needs");
  });

  test("are read in a responder beside other calls, with progress, and reading can be stopped", async () => {
    const heard: FromWorker[] = [];
    let waiting: (() => void) | null = null;
    const responder = new Responder((message) => {
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
    responder.receive({ id: 1, call: "init", wasm: wasm() });
    const file = readFileSync(resolve(root, "www/public/examples/iris.json"));
    responder.receive({ id: 2, call: "load", bytes: Uint8Array.from(file).buffer, name: "iris.json" });
    const rows = Array.from({ length: 40_000 }, (_, n) => names().map((_name, column) => (n + column) / 7).join(","));
    const blob = new Blob([csv(rows)]);
    responder.receive({ id: 3, call: "sample", model: 1, file: blob, name: "many.csv" });
    expect(await until(3)).toMatchObject({ ok: "sample", sampled: { kept: 5000, count: 40_000 } });
    responder.receive({ id: 4, call: "sample", model: 1, file: blob, name: "many.csv" });
    responder.receive({ stop: 4 });
    expect(await until(4)).toEqual({ id: 4, ok: "sample", sampled: null });
    responder.receive({ id: 6, call: "sample", model: 1, file: new Blob([csv([names().map(() => 1).join(","), names().map(() => "").join(",")], "class").replaceAll(/(?<=[1,])$/gm, ",none of them")]), name: "as-they-stand.csv", cells: true });
    const nulls = names().map(() => null);
    expect(await until(6), "no cell is judged, and no row is left out").toMatchObject({ sampled: { rows: [names().map(() => 1), nulls], beside: ["class"], cells: [["none of them"], ["none of them"]], lines: [2, 3], count: 2 } });
    responder.receive({ id: 5, call: "sample", model: 1, file: new Blob(["x\n1\n"]), name: "bad.csv" });
    expect(await until(5)).toMatchObject({ input: { source: "rows", where: "line 1" } });
  });
});
