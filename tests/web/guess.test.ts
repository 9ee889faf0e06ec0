/** The kinds that are guessed of the libraries' files, all fixtures of them, by the thresholds and rows that these hold. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { CoreModel, start } from "../../www/src/engine/core.js";
import { fixture, root, wasm } from "./models.js";

const FOLDER = resolve(root, "tests/fixtures");
const TABLE = resolve(root, "tests/web/guess.json");
const LETTERS = { numeric: "n", integer: "i", binary: "b", ordinal: "o", categorical: "c" } as const;
/** Five libraries, by the beginnings of their fixtures' names. */
const FAMILY = /^(sk|lgb|xgb|cat|tp)[-\d.]/;
const files = readdirSync(FOLDER, { withFileTypes: true }).flatMap((one) => (one.isDirectory() && FAMILY.test(one.name) ? readdirSync(resolve(FOLDER, one.name)).filter((file) => /\.(json|txt|ubj|onnx)$/.test(file)).map((file) => `${one.name}/${file}`) : []));

beforeAll(() => void start(wasm()));

describe("the kinds that are guessed", () => {
  const kinds: Record<string, string> = {};
  test(`of ${String(files.length)} files are those of the table, and a column whose cuts all lie at whole numbers or halfway between is never left a number`, () => {
    for (const file of files) {
      const model = CoreModel.load(new Uint8Array(fixture(file)), file, undefined, true);
      kinds[file] = model.info.features.map(({ kind }) => LETTERS[kind]).join("");
      for (const { kind, thresholds, columns } of model.info.rows === 0 ? model.info.features : []) {
        const cuts = [...new Set(thresholds)].filter((at) => Math.abs(at) > 1e-30);
        if (columns.length === 1 && cuts.length >= 2 && cuts.every((at) => Number.isInteger(2 * at) && Math.abs(at) < 4e6)) expect(kind, `${file}: ${cuts.slice(0, 5).join(" ")}`).not.toBe("numeric");
        // The other way round: cuts elsewhere are no whole numbers'.
        if (model.guess && cuts.some((at) => Math.abs(2 * at - Math.round(2 * at)) > 1e-5 * (1 + Math.abs(at)))) expect(kind, file).toBe("numeric");
      }
      model.free();
    }
    if (process.env.WRITE_KINDS !== undefined) writeFileSync(TABLE, `${JSON.stringify(kinds, null, 2)}\n`);
    expect(kinds).toEqual(JSON.parse(readFileSync(TABLE, "utf8")));
    for (const family of ["sk", "lgb", "xgb", "cat", "tp"]) expect(Object.keys(kinds).some((name) => name.startsWith(family)), family).toBe(true);
  });
});
