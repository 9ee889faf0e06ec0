/** Every kind of input, sound, with the ways in which it can be damaged and the command that reads it. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { forest, root } from "../models.js";
import type { Damage } from "./bytes.js";
import { JSON_DAMAGES } from "./json.js";
import { CSV_DAMAGES, LIGHTGBM_DAMAGES } from "./lines.js";
import { ONNX_DAMAGES } from "./protobuf.js";
import { Random } from "./random.js";
import { UBJSON_DAMAGES } from "./ubjson.js";

/** Sound files that commands need besides the damaged one. */
export interface Sound {
  model: string;
  queries: string;
}

export interface Kind {
  name: string;
  /** The name of the damaged file. */
  file: string;
  sources: () => Uint8Array[];
  damages: Record<string, Damage>;
  /** Ways in which this kind is not hurt. */
  harmless?: string[];
  /** The command line that reads the damaged file at `path`. */
  args: (path: string, sound: Sound) => string[];
}

/** A damaged file, and in which way. */
export interface Damaged {
  way: string;
  bytes: Uint8Array;
}

const schema = {
  features: [
    { name: "Age", kind: "integer", column: 0, min: 17, max: 90, change: "increase", unit: "years" },
    { name: "Income", kind: "numeric", column: 1, min: 0, max: 99999, weight: { up: 1, down: 4 }, decimals: 2 },
    { name: "Sex", kind: "binary", column: 2, labels: ["Female", "Male"], change: "fixed", phrase: "the sex" },
    { name: "Education", kind: "ordinal", column: 3, labels: ["none", "BSc", "MSc"], values: [0, 1, 2] },
    { name: "Occupation", kind: "categorical", columns: [4, 5, 6], labels: ["Sales", "Tech", "Other"] },
    { name: "Region", kind: "categorical", column: 7, labels: ["N", "S"], values: [0, 1] },
  ],
  classes: ["rejected", "accepted"],
  subject: "the applicant",
};
const stump = (feature: number, threshold: number): object => ({
  weight: 1,
  feature: [feature, -1, -1],
  threshold: [threshold, 0, 0],
  left: [1, -1, -1],
  right: [2, -1, -1],
  value: [null, [0.7, 0.3], [0.2, 0.8]],
  samples: [90, 40, 50],
});
const oblique = {
  ...{ feature: [-2, -1, -3, -1, -1], threshold: [0.25, 0, 0, 0, 0], left: [1, -1, 3, -1, -1], right: [2, -1, 4, -1, -1] },
  value: [null, [0.9, 0.1], null, [0.4, 0.6], [0.1, 0.9]],
  hyperplanes: { "0": { columns: [0, 3], weights: [0.01, 0.3] } },
  categories: { "2": { column: 7, left: [0] } },
  samples: [90, 30, 60, 20, 40],
};
/** A model with a feature of every kind. */
const model = {
  ...forest,
  columns: 8,
  classes: ["rejected", "accepted"],
  trees: [
    stump(0, 40.5),
    stump(1, 21000),
    stump(3, 0.5),
    stump(5, 0.5),
  ],
  schema,
  background: { rows: [[39, 21000, 0, 1, 1, 0, 0, 0], [50, 30000, 1, 2, 0, 1, 0, 1]], labels: [0, 1] },
};
/** The same with trees that ask the same at all nodes of a level. */
const levels = (feature: number[], threshold: number[]): object => ({
  ...{ output: 1, oblivious: true, feature, threshold, missing: { "0": "left" } },
  value: Array.from({ length: 2 ** feature.length }, (_, leaf) => leaf / 8 - 0.5),
});
const oblivious = { ...model, aggregation: "sum", link: "softmax", trees: [levels([0, 1, 3], [40.5, 21000, 0.5]), levels([5, 0], [0.5, 60.5])] };
const request = {
  target: { class: "accepted" },
  cost: { norm: "l1", weights: { Age: 2, Education: 0.5 }, per_change: 0.1 },
  constraints: [
    { fix: "Sex" },
    { range: { feature: "Age", min: 39, max: 45 } },
    { direction: { feature: "Income", change: "increase" } },
    { levels: { feature: "Occupation", allow: ["Sales", "Tech"] } },
    { max_changes: 3 },
    { if: { feature: "Education", in: ["MSc"] }, then: { feature: "Age", min: 24 } },
  ],
  margin: 0.01,
  count: 1,
  time_limit: 10,
  engine: "auto",
};
const rows = [
  [39, 21000, 0, 1, 1, 0, 0, 0],
  [25, 12000.5, 1, 0, 0, 1, 0, 1],
  [61, 800, 0, 2, 0, 0, 1, 1],
];
const table = [
  "Age,Income,Sex,Education,Occupation,Region",
  "39,21000,Female,BSc,Sales,N",
  "25,12000.5,Male,none,Tech,S",
  '61,800,Female,"MSc",Other,S',
  "",
].join("\n");

/** Sound documents by name, as the command line needs them. */
export const documents = { model: JSON.stringify(model), queries: JSON.stringify({ target: { class: "accepted" }, queries: rows }) };

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const written = (...values: unknown[]) => (): Uint8Array[] => values.map((value) => encode(JSON.stringify(value, null, 1)));
const fixtures = (...names: string[]) => (): Uint8Array[] => names.map((name) => Uint8Array.from(readFileSync(resolve(root, "tests/fixtures", name))));
const info = (path: string): string[] => ["info", "--model", path];

export const KINDS: Kind[] = [
  {
    name: "XGBoost JSON",
    file: "model.json",
    sources: fixtures("xgb-one-tree/model.json", "xgb-partition/model.json", "xgb-frame/model.json", "xgb1.7-one-hot/model.json"),
    damages: JSON_DAMAGES,
    args: info,
  },
  {
    name: "XGBoost UBJSON",
    file: "model.ubj",
    sources: fixtures("xgb-partition/model.ubj", "xgb-frame/model.ubj", "xgb2.1-dart/model.ubj"),
    damages: UBJSON_DAMAGES,
    args: info,
  },
  {
    name: "LightGBM text",
    file: "model.txt",
    sources: fixtures("lgb-one-tree/model.txt", "lgb-categories/model.txt", "lgb-frame/model.txt"),
    damages: LIGHTGBM_DAMAGES,
    args: info,
  },
  {
    name: "LightGBM JSON",
    file: "dump.json",
    sources: fixtures("lgb-categories/dump.json", "lgb-frame/dump.json", "lgb-zero/dump.json"),
    damages: JSON_DAMAGES,
    harmless: ["an item twice", "a child that is its ancestor"],
    args: info,
  },
  {
    name: "CatBoost JSON",
    file: "model.json",
    sources: fixtures("cat-missing-max/model.json", "cat-texts/model.json", "cat-codes-depthwise/model.json", "cat-lossguide-three/model.json"),
    damages: JSON_DAMAGES,
    harmless: ["a child that is its ancestor"],
    args: info,
  },
  {
    name: "ONNX",
    file: "model.onnx",
    sources: fixtures("onnx-sk-tree/model.onnx", "onnx-lgb-categories/model.onnx", "onnx-five-members/model.onnx", "onnx-sk-scaled/model.onnx", "onnx-xgb-value/model.onnx"),
    damages: ONNX_DAMAGES,
    args: info,
  },
  { name: "Espalier JSON", file: "model.json", sources: written(model, { ...model, trees: [oblique] }), damages: JSON_DAMAGES, args: info },
  {
    name: "Espalier JSON, one test a level",
    file: "model.json",
    sources: written(oblivious),
    damages: JSON_DAMAGES,
    harmless: ["a child that is its ancestor"],
    args: info,
  },
  {
    name: "schema",
    file: "schema.json",
    sources: written(schema),
    damages: JSON_DAMAGES,
    harmless: ["a child that is its ancestor"],
    args: (path, sound) => ["info", "--model", sound.model, "--schema", path],
  },
  {
    name: "request",
    file: "request.json",
    sources: written(request, { ...request, target: { class: 1, min_probability: 0.6 }, margin: 0 }, { ...request, target: { classes: ["accepted"] } }),
    damages: JSON_DAMAGES,
    harmless: ["an item twice", "an item lost", "a child that is its ancestor"],
    args: (path, sound) => ["explain", "--model", sound.model, "--queries", sound.queries, "--request", path],
  },
  {
    name: "queries JSON",
    file: "queries.json",
    sources: written({ target: { class: "accepted" }, queries: rows }),
    damages: JSON_DAMAGES,
    harmless: ["a child that is its ancestor"],
    args: (path, sound) => ["explain", "--model", sound.model, "--queries", path],
  },
  {
    name: "csv",
    file: "queries.csv",
    sources: () => [encode(table)],
    damages: CSV_DAMAGES,
    args: (path, sound) => ["predict", "--model", sound.model, "--queries", path],
  },
];

/** Damaged files without end, way after way and source after source, the same for every run. Some may still be sound. */
export function* damaged(kind: Kind): Generator<Damaged> {
  const [sources, ways, random] = [kind.sources(), Object.entries(kind.damages), new Random(20)];
  for (;;) {
    for (const [way, damage] of ways) {
      const bytes = damage(random.of(sources), random);
      if (bytes !== undefined) yield { way, bytes };
    }
  }
}
