/* global structuredClone */
// Large model files for measurements: fixtures whose trees are repeated, each with thresholds of its own, and random trees in forms that no text repeats.
import { readFileSync } from "node:fs";
import { at } from "./lib.mjs";

const fixture = (name) => readFileSync(at("tests", "fixtures", name), "utf8");

let state = 1;
const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
/** A number near `value`, another one each time. */
const near = (value) => value * (1 + random() * 0.01);

/** As many copies of trees as give a document of so many bytes. */
function repeat(trees, bytes, copy) {
  const size = JSON.stringify(trees).length;
  return Array.from({ length: Math.ceil(bytes / size) }, (_, round) => trees.map((tree, i) => copy(structuredClone(tree), round * trees.length + i))).flat();
}

function xgboost(bytes) {
  const model = JSON.parse(fixture("xgb-early/model.json"));
  model.learner.attributes = {};
  const booster = model.learner.gradient_booster.model;
  booster.trees = repeat(booster.trees, bytes, (tree, id) => ({ ...tree, id, split_conditions: tree.split_conditions.map(near) }));
  booster.tree_info = booster.trees.map(() => 0);
  booster.gbtree_model_param.num_trees = String(booster.trees.length);
  return model;
}

const LIGHTGBM = "lgb-extra/model.txt";

/** A LightGBM text: the head of a fixture, and each tree's lines. */
function lightgbm(trees) {
  const head = fixture(LIGHTGBM).split(/\nTree=\d+\n/)[0].replace(/tree_sizes=.*\n/, "");
  return `${head}${trees.map((tree, id) => `\nTree=${id}\n${tree}`).join("")}end of trees\n`;
}

/** The makers of files by name; each is given a size in bytes, which files of another form than text meet roughly. */
export const FILES = {
  "espalier.json": (bytes) => {
    const model = JSON.parse(fixture("sk-forest-missing/model.json"));
    model.trees = repeat(model.trees, bytes, (tree) => ({ ...tree, threshold: tree.threshold.map((t, n) => (tree.feature[n] < 0 ? t : near(t))) }));
    return JSON.stringify(model);
  },
  "xgboost.json": (bytes) => JSON.stringify(xgboost(bytes)),
  "lightgbm.txt": (bytes) => {
    const trees = fixture(LIGHTGBM).split("end of trees")[0].split(/\nTree=\d+\n/).slice(1);
    return lightgbm(repeat(trees, bytes, (tree) => tree.replace(/threshold=(.*)/, (_, list) => `threshold=${list.split(" ").map(near).join(" ")}`)));
  },
  "catboost.json": (bytes) => {
    const model = JSON.parse(fixture("cat-deep/model.json"));
    model.oblivious_trees = repeat(model.oblivious_trees, bytes, (tree) => tree);
    return JSON.stringify(model);
  },
};

/** More of them, for the reader alone. */
export const MORE_FILES = {
  "lightgbm-stumps.txt": (bytes) => {
    const stump = () => `num_leaves=2\nnum_cat=0\nsplit_feature=0\nsplit_gain=1\nthreshold=${near(1)}\ndecision_type=2\nleft_child=-1\nright_child=-2\nleaf_value=${near(-0.1)} ${near(0.1)}\nleaf_weight=1 1\nleaf_count=400 1200\ninternal_value=0\ninternal_weight=0\ninternal_count=1600\nis_linear=0\nshrinkage=0.03\n\n`;
    return lightgbm(Array.from({ length: Math.ceil(bytes / stump().length) }, stump));
  },
  "xgboost.ubj": (bytes) => Buffer.concat(ubjson(xgboost(2 * bytes))),
  "forest.onnx": forest,
};

/** A document in UBJSON, the lists of numbers of a tree with a type, as XGBoost writes them. */
function ubjson(value, name = "") {
  const sized = (marker, length, write) => {
    const buffer = Buffer.alloc(1 + length);
    buffer.write(marker);
    write(buffer);
    return buffer;
  };
  const count = (number) => sized("L", 8, (buffer) => buffer.writeBigInt64BE(BigInt(number), 1));
  const text = (string) => [count(Buffer.byteLength(string)), Buffer.from(string)];
  if (typeof value === "string") return [Buffer.from("S"), ...text(value)];
  if (typeof value === "number") return [Number.isInteger(value) ? count(value) : sized("d", 4, (buffer) => buffer.writeFloatBE(value, 1))];
  if (typeof value === "boolean") return [Buffer.from(value ? "T" : "F")];
  if (!Array.isArray(value)) return [Buffer.from("{"), ...Object.entries(value).flatMap(([key, of]) => [...text(key), ...ubjson(of, key)]), Buffer.from("}")];
  if (value.length === 0 || value.some((one) => typeof one !== "number")) return [Buffer.from("["), ...value.flatMap((one) => ubjson(one)), Buffer.from("]")];
  const single = ["split_conditions", "base_weights", "loss_changes", "sum_hessian"].includes(name);
  const marker = single ? "d" : name === "default_left" ? "U" : "l";
  const numbers = Buffer.alloc(value.length * (marker === "U" ? 1 : 4));
  value.forEach((one, i) => (marker === "d" ? numbers.writeFloatBE(one, 4 * i) : marker === "U" ? numbers.writeUInt8(Number(one), i) : numbers.writeInt32BE(one, 4 * i)));
  return [Buffer.from(`[$${marker}#`), count(value.length), numbers];
}

/** Levels of a tree of the ONNX forest, and its columns. */
const [DEPTH, COLUMNS] = [10, 30];
/** Bytes of a node of the ONNX forest, about. */
const NODE = 36;

/** A regression forest of full random trees in ONNX, its lists unpacked, as skl2onnx writes them. */
function forest(bytes) {
  const varint = (number) => {
    const all = [];
    for (let rest = number; ; rest = Math.floor(rest / 128)) {
      if (rest < 128) return [...all, rest];
      all.push((rest % 128) + 128);
    }
  };
  const whole = (field, number) => Buffer.from([...varint(field * 8), ...varint(number)]);
  const part = (field, ...parts) => {
    const content = Buffer.concat(parts.map((one) => (typeof one === "string" ? Buffer.from(one) : one)));
    return Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(content.length)]), content]);
  };
  const single = (number) => {
    const buffer = Buffer.alloc(5, 7 * 8 + 5);
    buffer.writeFloatLE(number, 1);
    return buffer;
  };
  const [FLOATS, INTS, STRINGS] = [6, 7, 8];
  const list = (name, type, entries, write) => part(5, part(1, name), ...entries.map(write), whole(20, type));
  const wholes = (name, entries) => list(name, INTS, entries, (number) => whole(8, number));
  const singles = (name, entries) => list(name, FLOATS, entries, single);
  const nodes = 2 ** (DEPTH + 1) - 1;
  const inner = 2 ** DEPTH - 1;
  const trees = Math.ceil(bytes / NODE / nodes);
  const each = (of) => Array.from({ length: trees * nodes }, (_, i) => of(i % nodes, Math.floor(i / nodes)));
  const leaves = (of) => each((n, tree) => (n < inner ? undefined : of(n, tree))).filter((one) => one !== undefined);
  const branch = (of) => each((n) => (n < inner ? of(n) : 0));
  const operator = part(1, part(1, "X"), part(2, "variable"), part(4, "TreeEnsembleRegressor"), part(7, "ai.onnx.ml"),
    part(5, part(1, "n_targets"), whole(3, 1), whole(20, 2)),
    wholes("nodes_treeids", each((_, tree) => tree)), wholes("nodes_nodeids", each((n) => n)),
    wholes("nodes_featureids", branch(() => Math.floor(random() * COLUMNS))), singles("nodes_values", branch(() => random())),
    list("nodes_modes", STRINGS, each((n) => (n < inner ? "BRANCH_LEQ" : "LEAF")), (mode) => part(9, mode)),
    wholes("nodes_truenodeids", branch((n) => 2 * n + 1)), wholes("nodes_falsenodeids", branch((n) => 2 * n + 2)),
    wholes("nodes_missing_value_tracks_true", each(() => 0)), singles("nodes_hitrates", each(() => 1)),
    wholes("target_treeids", leaves((_, tree) => tree)), wholes("target_nodeids", leaves((n) => n)), wholes("target_ids", leaves(() => 0)),
    singles("target_weights", leaves(() => random())));
  const value = (field, name, width) => part(field, part(1, name), part(2, part(1, whole(1, 1), part(2, part(1), part(1, whole(1, width))))));
  return Buffer.concat([whole(1, 8), part(2, "skl2onnx"), part(7, operator, part(2, "forest"), value(11, "X", COLUMNS), value(12, "variable", 1)), part(8, part(1, "ai.onnx.ml"), whole(2, 3))]);
}
