/** Named requests of every engine: the WebAssembly gives the very answers that the native build gives (crate/api/tests/suite/named_rows.rs). */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { CoreModel, start } from "../../www/src/engine/core.js";
import type { RequestDoc } from "../../www/src/types.js";
import { root, wasm } from "./models.js";

const rows = JSON.parse(readFileSync(resolve(root, "tests/fixtures/named-rows.json"), "utf8")) as { name: string; model: string; request: RequestDoc; answer: object }[];

describe("the WebAssembly answers as the native build does, to the last bit", () => {
  beforeAll(() => void start(wasm()));

  it.each(rows)("$name", { timeout: 120_000 }, ({ model: path, request, answer }) => {
    const model = CoreModel.load(readFileSync(resolve(root, path)), path);
    const search = model.search(request);
    while (!search.step(100));
    const found = JSON.parse(JSON.stringify(search.answer(0))) as { work: { milliseconds?: number } };
    delete found.work.milliseconds;
    search.free();
    model.free();
    expect(found).toEqual(answer);
  });
});
