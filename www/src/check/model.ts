/** Reads a model in Espalier's own JSON (docs/contract/model-json.md). */
import { PLAIN, readArithmetic, type Arithmetic } from "./arithmetic.js";
import { before, ceil, floor, REALS, type Real } from "./number.js";
import { cells, doc, extended, index, list, number, numbers, optional, texts, Unreadable, word, type Doc } from "./read.js";

export type Link = "none" | "logistic" | "softmax" | "one_vs_rest" | "exp" | "square" | "softplus";

/** Trees that are added up alike. */
export type Forest = Pick<Model, "aggregation" | "outputs" | "trees" | "arithmetic">;

export interface Model {
  columns: number;
  /** 0 where a number is predicted. */
  classes: number;
  /** Numbers before the link. */
  outputs: number;
  input: Real;
  arithmetic: Arithmetic;
  aggregation: "mean" | "vote" | "sum";
  base: number[];
  link: Link;
  trees: Tree[];
  /** Columns behind the inputs, which linear leaves read: a weighted sum of columns where that is positive, else 0. */
  neurons: { constant: number; sum: Linear }[];
  /** An isolation forest of the document's; its leaves hold path lengths. */
  isolation: Forest | undefined;
  /** The document's own statements about its columns and classes. */
  schema: Doc | undefined;
  names: string[] | undefined;
  /** Background rows; a feature's range that is not stated follows from them. */
  rows: number[][];
  /** Their classes or values, where the document says them. */
  labels: number[] | undefined;
}

export interface Tree {
  weight: number;
  /** The one output that the leaves add to; undefined where they hold one number an output. */
  output: number | undefined;
  /** By number; nodes that nothing leads to are left out. */
  nodes: (Node | undefined)[];
}

export type Node =
  | { leaf: number[]; linear?: Linear | undefined }
  | { test: Test; left: number; right: number; missing: boolean | undefined }
  | { plane: Plane; left: number; right: number; missing: boolean | undefined };

/** The part of a leaf that is linear in the inputs: one weight a column for each value. Where a column is missing, other values hold, if any do. */
export interface Linear {
  columns: number[];
  weights: number[][];
  missing: number[] | undefined;
}

/** A weighted sum of columns, added up in its own type, that goes left up to its threshold, or below it. */
export interface Plane {
  columns: number[];
  weights: number[];
  threshold: number;
  less: boolean;
  round: (x: number) => number;
}

/** The values that go left: numbers in half-open pieces, above the first end and up to the second, or codes. */
export type Test =
  | { column: number; pieces: [number, number][]; thresholds: number[] }
  | { column: number; codes: Set<number>; unknown: { from: number; left: boolean } | undefined };

const LINKS: readonly Link[] = ["none", "logistic", "softmax", "one_vs_rest", "exp", "square", "softplus"];
const INPUTS = ["float32", "float64", "float64_flushed"] as const;

/** The model of a document. */
export function readModel(value: unknown): Model {
  const d = doc(value, "");
  if (d.format !== "espalier" || d.version !== 1) throw new Unreadable("the model: Espalier's JSON of version 1 is needed");
  const kind = word(d.kind, "/kind", ["classifier", "regressor", "isolation_forest"]);
  const link = word(d.link ?? "none", "/link", LINKS);
  const schema = optional(d.schema, (value) => doc(value, "/schema"));
  const names = optional(d.classes, (value) => texts(value, "/classes"));
  const base = optional(d.base, (value) => numbers(value, "/base"));
  const counted = base?.length ?? names?.length ?? (Array.isArray(schema?.classes) ? schema.classes.length : 0);
  const classes = kind !== "classifier" ? 0 : link === "logistic" ? 2 : counted;
  const outputs = kind !== "classifier" || link === "logistic" ? 1 : classes;
  if (kind === "classifier" && classes < 2) throw new Unreadable("the model: two classes are needed at least");
  if (base !== undefined && base.length !== outputs) throw new Unreadable(`/base: ${outputs} numbers are needed`);
  const columns = index(d.columns, "/columns");
  const input = REALS[word(d.input, "/input", INPUTS)];
  const planes = word(d.hyperplane_sums ?? "float64", "/hyperplane_sums", ["float32", "float64"]) === "float32" ? Math.fround : (x: number): number => x;
  const neurons = list(d.neurons ?? [], "/neurons").map((value, i) => {
    const at = `/neurons/${i}`;
    const neuron = doc(value, at);
    return { constant: number(neuron.constant, at), sum: readLinear(neuron, 1, at, { columns: columns + i, lengths: false }) };
  });
  const frame = { columns, read: columns + neurons.length, outputs, input, planes, less: word(d.compare, "/compare", ["<=", "<"]) === "<", lengths: kind === "isolation_forest" };
  const background = doc(d.background ?? {}, "/background");
  return {
    ...{ columns, classes, outputs, input, link, schema, names, neurons },
    arithmetic: readArithmetic(d),
    aggregation: word(d.aggregation ?? (frame.lengths ? "mean" : undefined), "/aggregation", ["mean", "vote", "sum"]),
    base: base ?? new Array<number>(outputs).fill(0),
    trees: list(d.trees, "/trees").map((tree, t) => readTree(doc(tree, `/trees/${t}`), `/trees/${t}`, frame)),
    isolation: optional(d.isolation_forest, (value) => readIsolation(value, frame)),
    rows: list(background.rows ?? [], "/background/rows").map((row, i) => cells(row, `/background/rows/${i}`)),
    labels: optional(background.labels, (value) => numbers(value, "/background/labels")),
  };
}

function readIsolation(value: unknown, frame: Frame): Forest {
  const at = "/isolation_forest/trees";
  const trees = list(doc(value, "/isolation_forest").trees, at);
  return { aggregation: "mean", outputs: 1, arithmetic: PLAIN, trees: trees.map((tree, t) => readTree(doc(tree, `${at}/${t}`), `${at}/${t}`, { ...frame, outputs: 1, lengths: true, planes: (x) => x })) };
}

interface Frame {
  columns: number;
  /** The columns that linear leaves may read. */
  read: number;
  outputs: number;
  input: Real;
  /** To the type in which hyperplanes are added up. */
  planes: (x: number) => number;
  less: boolean;
  /** Whether leaves hold path lengths. */
  lengths: boolean;
}

function readTree(tree: Doc, at: string, frame: Frame): Tree {
  const feature = numbers(tree.feature, `${at}/feature`);
  const threshold = list(tree.threshold, `${at}/threshold`);
  // Path lengths follow from training rows, where the file states them.
  const samples = frame.lengths && (tree.samples ?? undefined) !== undefined ? list(tree.samples, at) : undefined;
  const value = samples === undefined ? list(tree.value, `${at}/value`) : [];
  const output = optional(tree.output, (value) => index(value, `${at}/output`, frame.outputs));
  const missing = doc(tree.missing ?? {}, `${at}/missing`);
  const linear = doc(tree.linear ?? {}, `${at}/linear`);
  const width = output === undefined ? frame.outputs : 1;
  const weight = number(tree.weight ?? 1, `${at}/weight`);
  if (tree.oblivious !== undefined && tree.oblivious !== false) return { weight, output, nodes: readLevels(tree, at, width, frame) };
  const [left, right] = [numbers(tree.left, `${at}/left`), numbers(tree.right, `${at}/right`)];
  const nodes: (Node | undefined)[] = [];
  // From the root, so that each node is met once and all paths end.
  const depth = new Map([[0, 0]]);
  for (const [n, deep] of depth) {
    const here = `${at}, node ${n}`;
    const kind = feature[n];
    if (kind === undefined) throw new Unreadable(`${here}: there is no such node`);
    if (kind === -1) {
      const leaf = samples !== undefined ? [deep + pathLength(number(samples[n], here))] : Array.isArray(value[n]) ? numbers(value[n], here) : [number(value[n], here)];
      if (leaf.length !== width) throw new Unreadable(`${here}: ${width} numbers are needed`);
      nodes[n] = { leaf, linear: linear[n] === undefined ? undefined : readLinear(linear[n], width, here, { columns: frame.read, lengths: frame.lengths }) };
      continue;
    }
    if (linear[n] !== undefined) throw new Unreadable(`${here}: only leaves have a linear part`);
    const where = missing[n] === undefined ? undefined : word(missing[n], here, ["left", "right"]) === "left";
    nodes[n] = { ...readAsked(tree, n, kind, threshold[n], here, frame), left: left[n]!, right: right[n]!, missing: where };
    for (const child of [left[n], right[n]]) {
      if (child === undefined || depth.has(child)) throw new Unreadable(`${here}: a child that no other node has is needed`);
      depth.set(child, deep + 1);
    }
  }
  return { weight, output, nodes };
}

/** The nodes of a tree with one test a level: right at level i adds 2 ** i to the number of the leaf. */
function readLevels(tree: Doc, at: string, width: number, frame: Frame): Node[] {
  if (tree.oblivious !== true || frame.lengths) throw new Unreadable(`${at}/oblivious: true, in a model of values, is needed`);
  if (tree.linear !== undefined) throw new Unreadable(`${at}/linear: an oblivious tree has no linear leaves`);
  const [feature, threshold] = [numbers(tree.feature, `${at}/feature`), list(tree.threshold, `${at}/threshold`)];
  const missing = doc(tree.missing ?? {}, `${at}/missing`);
  const leaves = list(tree.value, `${at}/value`).map((value, n): Node => {
    const leaf = Array.isArray(value) ? numbers(value, `${at}/value/${n}`) : [number(value, `${at}/value/${n}`)];
    if (leaf.length !== width) throw new Unreadable(`${at}/value/${n}: ${width} numbers are needed`);
    return { leaf };
  });
  if (leaves.length !== 2 ** feature.length) throw new Unreadable(`${at}/value: ${2 ** feature.length} leaves are needed`);
  const nodes = feature.flatMap((kind, level): Node[] => {
    const here = `${at}, level ${level}`;
    const asked = readAsked(tree, level, kind, threshold[level], here, frame);
    const where = missing[level] === undefined ? undefined : word(missing[level], here, ["left", "right"]) === "left";
    const [count, below] = [2 ** level, 2 ** (level + 1) - 1];
    return Array.from({ length: count }, (_, path) => ({ ...asked, left: below + path, right: below + path + count, missing: where }));
  });
  return [...nodes, ...leaves];
}

function readLinear(value: unknown, width: number, at: string, { columns, lengths }: Pick<Frame, "columns" | "lengths">): Linear {
  if (lengths) throw new Unreadable(`${at}: a path length has no linear part`);
  const d = doc(value, at);
  const read = numbers(d.columns, at).map((c) => index(c, at, columns));
  const flat = list(d.weights, at).flatMap((w) => (Array.isArray(w) ? numbers(w, at) : [number(w, at)]));
  const missing = optional(d.missing, (value) => numbers(value, at));
  if (new Set(read).size !== read.length || flat.length !== width * read.length) throw new Unreadable(`${at}: distinct columns, with one weight each for each of ${width} numbers, are needed`);
  if (missing !== undefined && missing.length !== width) throw new Unreadable(`${at}: ${width} numbers are needed`);
  return { columns: read, weights: Array.from({ length: width }, (_, i) => flat.slice(i * read.length, (i + 1) * read.length)), missing };
}

/** The question of a node: a test of one column, or a hyperplane. */
function readAsked(tree: Doc, n: number, kind: number, threshold: unknown, at: string, frame: Frame): { test: Test } | { plane: Plane } {
  if (kind !== -2) return { test: readTest(tree, n, kind, threshold, at, frame) };
  const plane = doc(doc(tree.hyperplanes, at)[n], at);
  const columns = numbers(plane.columns, at).map((c) => index(c, at, frame.columns));
  const weights = numbers(plane.weights, at);
  if (weights.length !== columns.length) throw new Unreadable(`${at}: one weight a column is needed`);
  return { plane: { columns, weights, threshold: extended(threshold, at), less: frame.less, round: frame.planes } };
}

function readTest(tree: Doc, n: number, kind: number, threshold: unknown, at: string, { columns, input, less }: Frame): Test {
  if (kind === -3) {
    const set = doc(doc(tree.categories, at)[n], at);
    const beyond = optional(set.unknown, (value) => doc(value, at));
    const unknown = beyond && { from: index(beyond.from, at, 2 ** 32), left: word(beyond.to, at, ["left", "right"]) === "left" };
    return { column: index(set.column, at, columns), codes: new Set(numbers(set.left, at)), unknown };
  }
  if (kind === -4) {
    const set = doc(doc(tree.intervals, at)[n], at);
    const ends = list(set.left, at).map((pair) => [extended(list(pair, at)[0], at), extended(list(pair, at)[1], at)] as const);
    const pieces = ends.map(([lo, hi]) => interval(input, lo, hi));
    return { column: index(set.column, at, columns), pieces, thresholds: ends.flat() };
  }
  const t = extended(threshold, at);
  const most = floor(input, t);
  const end = less && most === t ? before(input, most) : most;
  return { column: index(kind, at, columns), pieces: [[-Infinity, end]], thresholds: [t] };
}

/** Something of which there are no certificates. */
export class Unproven extends Error {}

/** A closed interval as the values of the type above one and up to another. */
export const interval = (input: Real, lo: number, hi: number): [number, number] =>
  [lo === -Infinity ? lo : before(input, ceil(input, lo)), floor(input, hi)];

/** Average length of a search that finds nothing among so many rows (Liu et al. 2008), as scikit-learn has it. */
function pathLength(rows: number): number {
  if (rows <= 1) return 0;
  if (rows <= 2) return 1;
  return 2 * (Math.log(rows - 1) + 0.5772156649015329) - (2 * (rows - 1)) / rows;
}

/** Whether a present value goes left. */
export function goesLeft(test: Test, value: number, input: Real): boolean {
  if ("pieces" in test) return test.pieces.some(([above, upTo]) => above < input.round(value) && input.round(value) <= upTo);
  if (test.unknown !== undefined && (value < 0 || Math.trunc(value) >= test.unknown.from)) return test.unknown.left;
  // Between -1 and 0 is no code, but to LightGBM, whose type is the flushed one: it truncates first.
  return (input === REALS.float64_flushed ? Math.trunc(value) : value) >= 0 && test.codes.has(Math.trunc(value));
}

/** The values of the leaf that a row falls in, in the library's `own` type or in double precision; empty where a missing value has no way. */
export function leafOf(model: Model, { nodes }: Tree, row: readonly number[], own = false): number[] {
  const { input, arithmetic } = model;
  for (let node = nodes[0]!; ; ) {
    if ("leaf" in node) return node.linear === undefined ? node.leaf : linearAt(model, node.leaf, node.linear, row, own && arithmetic.single ? Math.fround : (x) => x);
    const value = "plane" in node ? sumOf(node.plane, row, input) : row[node.test.column]!;
    const left = Number.isNaN(value) ? node.missing : "plane" in node ? below(node.plane, value) : goesLeft(node.test, value, input);
    if (left === undefined) return [];
    node = nodes[left ? node.left : node.right]!;
  }
}

/** Whether a hyperplane's sum goes left. */
const below = ({ less, threshold }: Plane, sum: number): boolean => (less ? sum < threshold : sum <= threshold);

/** Whether a row without missing values goes left at a hyperplane. */
export const sideOf = (plane: Plane, row: readonly number[], input: Real): boolean => below(plane, sumOf(plane, row, input));

/** Weighted columns in their order. */
const sumOf = ({ columns, weights, round }: Plane, row: readonly number[], input: Real): number =>
  columns.reduce((sum, c, i) => round(sum + round(weights[i]! * input.round(row[c]!))), 0);

/** The values of a linear leaf, which also reads the neurons' outputs. */
function linearAt({ neurons, input }: Model, leaf: readonly number[], linear: Linear, row: readonly number[], round: (x: number) => number): number[] {
  if (neurons.length === 0) return valuesAt(leaf, linear, row, input, round);
  const read = row.map((x) => input.round(x));
  for (const { constant, sum } of neurons) read.push(Math.max(0, valuesAt([constant], sum, read, REALS.float64, round)[0] ?? Number.NaN));
  return valuesAt(leaf, linear, read, REALS.float64, round);
}

/** The values of a linear leaf, in a type: the constant first, then each weight times its column. */
function valuesAt(leaf: readonly number[], { columns, weights, missing }: Linear, row: readonly number[], input: Real, round: (x: number) => number): number[] {
  if (columns.some((c) => Number.isNaN(row[c]!))) return missing ?? [];
  return leaf.map((constant, v) => columns.reduce((sum, c, i) => round(sum + round(round(weights[v]![i]!) * round(input.round(row[c]!)))), round(constant)));
}

/** Why a forest's answers have no certificate; undefined where they can have one. `bare`: one has none, though where there are hyperplanes or linear leaves it is repeated all the same. */
export function uncertified({ trees }: Pick<Forest, "trees">, bare: boolean): string | undefined {
  const some = (is: (node: Node) => boolean): boolean => trees.some(({ nodes }) => nodes.some((node) => node !== undefined && is(node)));
  return bare && some((node) => "plane" in node || ("leaf" in node && node.linear !== undefined)) ? "there is no certificate" : undefined;
}
