/**
 * The trees of a model as flat arrays, to be drawn: read from Espalier's JSON, which the engine has judged before. Nodes stand tree
 * after tree, the root of each first, and children are numbered among all nodes.
 */
import type { InputType, TreeData, TreeTest } from "../types.js";

interface TreeDoc {
  weight?: number;
  output?: number | null;
  /** One entry a level, and a value a leaf. */
  oblivious?: boolean;
  feature: number[];
  threshold: (number | string | null)[];
  left?: number[];
  right?: number[];
  value?: (number | number[] | null)[];
  missing?: Record<string, "left" | "right">;
  hyperplanes?: Record<string, { columns: number[]; weights: number[] }>;
  categories?: Record<string, { column: number; left: number[]; unknown?: { from: number; to: "left" | "right" } | null }>;
  intervals?: Record<string, { column: number; left: [number | string, number | string][] }>;
}

interface ModelDoc {
  input: InputType;
  compare: "<=" | "<";
  trees: TreeDoc[];
}

/** Infinite ends are written as text. */
const real = (x: number | string | null | undefined): number => (typeof x === "string" ? Number(x) : (x ?? Number.NaN));

export function treesOf(json: Uint8Array): TreeData {
  const model = JSON.parse(new TextDecoder().decode(json)) as ModelDoc;
  const nodes = model.trees.reduce((sum, tree) => sum + sizeOf(tree), 0);
  const widths = model.trees.flatMap((tree) => (tree.value ?? []).map((value) => (Array.isArray(value) ? value.length : 1)));
  const width = widths.reduce((a, b) => Math.max(a, b), 1);
  const data: TreeData = {
    strict: model.compare === "<",
    input: model.input,
    first: new Int32Array(model.trees.length + 1),
    weight: Float64Array.from(model.trees, (tree) => tree.weight ?? 1),
    output: Int32Array.from(model.trees, (tree) => tree.output ?? -1),
    column: new Int32Array(nodes).fill(-1),
    threshold: new Float64Array(nodes),
    left: new Int32Array(nodes),
    right: new Int32Array(nodes),
    missing: new Int8Array(nodes).fill(-1),
    width,
    value: new Float64Array(nodes * width),
    tests: {},
  };
  let at = 0;
  for (const [t, tree] of model.trees.entries()) {
    for (let n = 0; n < sizeOf(tree); n++) fill(data, tree, placeOf(tree, n), at + n, at);
    at += sizeOf(tree);
    data.first[t + 1] = at;
  }
  return data;
}

const sizeOf = (tree: TreeDoc): number => (tree.oblivious === true ? 2 ** (tree.feature.length + 1) - 1 : tree.feature.length);

/** What the lists of a tree say of a node: the entry that it has, and its children. */
interface Place {
  entry: number;
  leaf: boolean;
  left: number;
  right: number;
}

/** The nodes of an oblivious tree stand level by level; one that goes right at level i has bit i in its number. */
function placeOf(tree: TreeDoc, n: number): Place {
  if (tree.oblivious !== true) return { entry: n, leaf: tree.feature[n] === -1, left: tree.left?.[n] ?? 0, right: tree.right?.[n] ?? 0 };
  const level = 31 - Math.clz32(n + 1);
  const path = n + 1 - 2 ** level;
  if (level === tree.feature.length) return { entry: path, leaf: true, left: -1, right: -1 };
  const left = 2 ** (level + 1) - 1 + path;
  return { entry: level, leaf: false, left, right: left + 2 ** level };
}

function fill(data: TreeData, tree: TreeDoc, { entry: n, leaf, left, right }: Place, node: number, base: number): void {
  if (leaf) {
    const value = tree.value?.[n];
    const list = Array.isArray(value) ? value : [value ?? 0];
    data.value.set(list, node * data.width);
    data.left[node] = data.right[node] = -1;
    return;
  }
  data.left[node] = base + left;
  data.right[node] = base + right;
  data.missing[node] = tree.missing?.[n] === undefined ? -1 : tree.missing[n] === "left" ? 0 : 1;
  data.threshold[node] = real(tree.threshold[n]);
  const test = testOf(tree, n);
  data.column[node] = test === null ? (tree.feature[n] ?? -1) : "column" in test ? test.column : -2;
  if (test !== null) data.tests[node] = test;
}

/** What a node asks that is no threshold. */
function testOf(tree: TreeDoc, n: number): TreeTest | null {
  const plane = tree.hyperplanes?.[n];
  if (plane) return { columns: plane.columns, weights: plane.weights };
  const set = tree.categories?.[n];
  if (set) return { column: set.column, codes: set.left, unknown: set.unknown ? { from: set.unknown.from, left: set.unknown.to === "left" } : null };
  const pieces = tree.intervals?.[n];
  return pieces ? { column: pieces.column, pieces: pieces.left.map(([low, high]): [number, number] => [real(low), real(high)]) } : null;
}
