/** Small models and the engine's bytes for the tests. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { CoreModel } from "../../www/src/engine/core.js";
import type { TreeData } from "../../www/src/types.js";

export const root = resolve(import.meta.dirname, "../..");

/** The engine as `npm run wasm` builds it. */
export const wasm = (): Uint8Array<ArrayBuffer> => Uint8Array.from(readFileSync(resolve(root, "www/src/wasm/espalier.wasm")));

/** A file of the fixtures, which real libraries wrote. */
export const fixture = (name: string): ArrayBuffer => Uint8Array.from(readFileSync(resolve(root, "tests/fixtures", name))).buffer;

/** A library's predictions of its model: rows, and classes and their probabilities, or values. */
export interface Checks {
  rows: (number | null)[][];
  classes: number[];
  scores: number[][];
  /** Of models that give one number. */
  values?: number[];
}

/** The checks of a fixture; `name` may go on to a file of it. */
export function checksOf(name: string): Checks {
  const [fixture = "", family = ""] = /^([^-/]+)[^/]*/.exec(name) ?? [];
  const all = JSON.parse(gunzipSync(readFileSync(resolve(root, `tests/fixtures/checks/${family}.json.gz`))).toString()) as Record<string, Checks>;
  const found = all[fixture];
  if (found === undefined) throw new Error(`no checks of ${name}`);
  return found;
}

/** The common fields of every small classifier of two classes. */
export const forest = {
  format: "espalier",
  version: 1,
  kind: "classifier",
  input: "float32",
  compare: "<=",
  aggregation: "mean",
  base: [0, 0],
  link: "none",
};

/** A stump on two columns: above 3.5 in column 0 class 1 is likelier. */
export const stump = {
  ...forest,
  columns: 2,
  classes: ["rejected", "accepted"],
  trees: [
    { weight: 1, feature: [0, -1, -1], threshold: [3.5, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, [0.9, 0.1], [0.2, 0.8]] },
  ],
  schema: {
    features: [
      { name: "Income", kind: "numeric", column: 0, min: 0, max: 10 },
      { name: "Age", kind: "integer", column: 1, min: 18, max: 90 },
    ],
    classes: ["rejected", "accepted"],
  },
  background: { rows: [[1, 20], [5, 30]], labels: [0, 1] },
};

/** Accepted above 3.5 in Income, of those whose Age is above 30 or missing: who is of no age at all is not. */
export const ageless = {
  ...stump,
  trees: [
    { weight: 1, feature: [0, -1, 1, -1, -1], threshold: [3.5, 0, 30, 0, 0], left: [1, -1, 3, -1, -1], right: [2, -1, 4, -1, -1], value: [null, [0.9, 0.1], null, [0.7, 0.3], [0.2, 0.8]], missing: { 2: "right" } },
  ],
};

/** A model as the bytes of its file. */
export const bytesOf = (model: object): ArrayBuffer => Uint8Array.from(new TextEncoder().encode(JSON.stringify(model))).buffer;

/** The trees of a model file as the engine gives them to be drawn; it has to be started. */
export function treesOf(bytes: Uint8Array, name = "model.json"): TreeData {
  const model = CoreModel.load(bytes, name);
  const trees = model.trees();
  model.free();
  return trees;
}

/** A forest of random trees on many columns, whose proofs take long. The same for every run. */
export function hard(trees = 300, columns = 40): object {
  let state = 7;
  const random = (): number => (state = (state * 48271) % 2147483647) / 2147483647;
  const tree = (): object => {
    const depth = 4;
    const inner = 2 ** depth - 1;
    const all = 2 * inner + 1;
    const nodes = Array.from({ length: all }, (_, i) => i);
    const leaf = (i: number): boolean => i >= inner;
    return {
      weight: 1,
      feature: nodes.map((i) => (leaf(i) ? -1 : Math.floor(random() * columns))),
      threshold: nodes.map((i) => (leaf(i) ? 0 : random())),
      left: nodes.map((i) => (leaf(i) ? -1 : 2 * i + 1)),
      right: nodes.map((i) => (leaf(i) ? -1 : 2 * i + 2)),
      value: nodes.map((i) => {
        const p = random();
        return leaf(i) ? [1 - p, p] : null;
      }),
    };
  };
  return {
    ...forest,
    columns,
    classes: ["no", "yes"],
    trees: Array.from({ length: trees }, tree),
    schema: { features: Array.from({ length: columns }, (_, column) => ({ name: `x${column}`, column, min: 0, max: 1 })) },
  };
}
