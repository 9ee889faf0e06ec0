/**
 * The real libraries' predictions of our counterfactuals, and of the points one float beside them: we say the same.
 * tests/fixtures/make_round_trip.py asked them.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { CoreModel, start } from "../../www/src/engine/core.js";
import type { Prediction } from "../../www/src/types.js";
import { checksOf, fixture, root, wasm } from "./models.js";

type Change = readonly [column: number, value: number];
type Beside = readonly [column: number, value: number, said: number, decided?: number];
/** The row of the checks that was asked about, the class asked for, the changes, the library's prediction, the points beside. */
type Point = readonly [row: number, asked: number | null, changes: Change[], said: number, beside: Beside[]];
type Row = (number | null)[];

const folder = resolve(root, "tests/fixtures");
const trips = JSON.parse(gunzipSync(readFileSync(resolve(folder, "round-trip.json.gz"))).toString()) as {
  versions: Record<string, string>;
  models: { file: string; points: Point[] }[];
};
const rowsOf = (file: string): Row[] => checksOf(file).rows;
/** The largest error of a sum by single precision, in an order that onnxruntime's number of threads and of rows decides: as in tests/loaders.rs. */
const rounding = (file: string): number => (file.startsWith("onnx") ? 2 ** -23 * Math.max(0, ...(checksOf(file).values ?? []).map(Math.abs)) : 0);

/** A row with some of its values replaced. */
function changed(row: Row, changes: readonly Change[]): number[] {
  const copy = row.map((value) => value ?? NaN);
  for (const [column, value] of changes) copy[column] = value;
  return copy;
}

/** Why a prediction is not the library's; undefined when it is. Numbers may differ as in tests/loaders.rs. */
function mismatch(file: string, rounded: number, found: Prediction | undefined, asked: number | null, decided: number | null, said: number): string | undefined {
  if (found === undefined) return "no prediction";
  const number = "value" in found ? found.value : (found.scores[asked ?? 0] ?? NaN);
  // XGBClassifier's two "probabilities" of binary:logitraw are 1 - raw and raw, which cancel near 0.
  const room = file.includes("logitraw") ? Math.max(1, Math.abs(said)) : Math.abs(said);
  if (!(Math.abs(number - said) <= (file.startsWith("onnx") ? 1e-5 : 1e-6) * room + rounded)) return `${number} instead of ${said}`;
  if (!("value" in found) && found.class !== decided) return `class ${found.class} instead of ${decided ?? "a value"}`;
  return undefined;
}

describe("the libraries' predictions of our counterfactuals", () => {
  beforeAll(() => {
    start(wasm());
  });

  it("was asked of all that there is: five thousand answers, every library", () => {
    expect(trips.models.reduce((sum, { points }) => sum + points.length, 0)).toBeGreaterThanOrEqual(5000);
    expect(Object.keys(trips.versions)).toEqual(expect.arrayContaining(["sklearn", "xgboost", "lightgbm", "catboost", "onnxruntime"]));
  });

  it.each(trips.models)("$file", ({ file, points }) => {
    const model = CoreModel.load(new Uint8Array(fixture(file)), file);
    const rows = rowsOf(file);
    const cases = points.flatMap(([row, asked, changes, said, beside]) => {
      const of = rows[row] ?? [];
      const near = beside.map(([column, value, then, decided]) => ({ row: changed(of, [...changes, [column, value]]), asked, said: then, decided: decided ?? null }));
      return [{ row: changed(of, changes), asked, said, decided: asked }, ...near];
    });
    const found = model.predict(Float64Array.from(cases.flatMap(({ row }) => row)));
    const rounded = rounding(file);
    const wrong = cases.flatMap(({ row, asked, said, decided }, i) => {
      const why = mismatch(file, rounded, found[i], asked, decided, said);
      return why === undefined ? [] : [`${JSON.stringify(row)}: ${why}`];
    });
    expect(wrong).toEqual([]);
    model.free();
  });
});
