/** Reads a model in Espalier's own JSON (docs/contract/model-json.md). */
import { PLAIN, readArithmetic, type Arithmetic } from "./arithmetic.js";
import { before, ceil, floor, REALS, type Real } from "./number.js";
import { doc, extended, index, list, number, numbers, texts, Unreadable, word, type Doc } from "./read.js";

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
  /** An isolation forest of the document's; its leaves hold path lengths. */
  isolation: Forest | undefined;
  /** The document's own words on its columns and classes. */
  schema: Doc | undefined;
  names: string[] | undefined;
  /** Background rows; a feature's range that is not stated follows from them. */
  rows: unknown[];
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

export type Node = { leaf: number[] } | { test: Test; left: number; right: number; missing: boolean | undefined };

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
  const schema = d.schema === undefined || d.schema === null ? undefined : doc(d.schema, "/schema");
  const names = d.classes === undefined || d.classes === null ? undefined : texts(d.classes, "/classes");
  const base = d.base === undefined || d.base === null ? undefined : numbers(d.base, "/base");
  const counted = base?.length ?? names?.length ?? (Array.isArray(schema?.classes) ? schema.classes.length : 0);
  const classes = kind !== "classifier" ? 0 : link === "logistic" ? 2 : counted;
  const outputs = kind !== "classifier" || link === "logistic" ? 1 : classes;
  if (kind === "classifier" && classes < 2) throw new Unreadable("the model: two classes are needed at least");
  if (base !== undefined && base.length !== outputs) throw new Unreadable(`/base: ${outputs} numbers are needed`);
  const columns = index(d.columns, "/columns");
  const input = REALS[word(d.input, "/input", INPUTS)];
  const frame = { columns, outputs, input, less: word(d.compare, "/compare", ["<=", "<"]) === "<", lengths: kind === "isolation_forest" };
  const background = d.background === undefined || d.background === null ? {} : doc(d.background, "/background");
  return {
    ...{ columns, classes, outputs, input, link, schema, names },
    arithmetic: readArithmetic(d),
    aggregation: word(d.aggregation ?? (frame.lengths ? "mean" : undefined), "/aggregation", ["mean", "vote", "sum"]),
    base: base ?? new Array<number>(outputs).fill(0),
    trees: list(d.trees, "/trees").map((tree, t) => readTree(doc(tree, `/trees/${t}`), `/trees/${t}`, frame)),
    isolation: d.isolation_forest === undefined || d.isolation_forest === null ? undefined : readIsolation(d.isolation_forest, frame),
    rows: list(background.rows ?? [], "/background/rows"),
    labels: background.labels === undefined || background.labels === null ? undefined : numbers(background.labels, "/background/labels"),
  };
}

function readIsolation(value: unknown, frame: Frame): Forest {
  const at = "/isolation_forest/trees";
  const trees = list(doc(value, "/isolation_forest").trees, at);
  return { aggregation: "mean", outputs: 1, arithmetic: PLAIN, trees: trees.map((tree, t) => readTree(doc(tree, `${at}/${t}`), `${at}/${t}`, { ...frame, outputs: 1, lengths: true })) };
}

interface Frame {
  columns: number;
  outputs: number;
  input: Real;
  less: boolean;
  /** Whether leaves hold path lengths. */
  lengths: boolean;
}

function readTree(tree: Doc, at: string, frame: Frame): Tree {
  const feature = numbers(tree.feature, `${at}/feature`);
  const threshold = list(tree.threshold, `${at}/threshold`);
  const value = frame.lengths ? [] : list(tree.value, `${at}/value`);
  const output = tree.output === undefined || tree.output === null ? undefined : index(tree.output, `${at}/output`, frame.outputs);
  const missing = doc(tree.missing ?? {}, `${at}/missing`);
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
      const leaf = frame.lengths ? [deep + pathLength(number(list(tree.samples, at)[n], here))] : Array.isArray(value[n]) ? numbers(value[n], here) : [number(value[n], here)];
      if (leaf.length !== width) throw new Unreadable(`${here}: ${width} numbers are needed`);
      nodes[n] = { leaf };
      continue;
    }
    const where = missing[n] === undefined ? undefined : word(missing[n], here, ["left", "right"]) === "left";
    nodes[n] = { test: readTest(tree, n, kind, threshold[n], here, frame), left: left[n]!, right: right[n]!, missing: where };
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
    const test = readTest(tree, level, kind, threshold[level], here, frame);
    const where = missing[level] === undefined ? undefined : word(missing[level], here, ["left", "right"]) === "left";
    const [count, below] = [2 ** level, 2 ** (level + 1) - 1];
    return Array.from({ length: count }, (_, path) => ({ test, left: below + path, right: below + path + count, missing: where }));
  });
  return [...nodes, ...leaves];
}

function readTest(tree: Doc, n: number, kind: number, threshold: unknown, at: string, { columns, input, less }: Frame): Test {
  if (kind === -3) {
    const set = doc(doc(tree.categories, at)[n], at);
    const beyond = set.unknown === undefined || set.unknown === null ? undefined : doc(set.unknown, at);
    const unknown = beyond && { from: index(beyond.from, at, 2 ** 32), left: word(beyond.to, at, ["left", "right"]) === "left" };
    return { column: index(set.column, at, columns), codes: new Set(numbers(set.left, at)), unknown };
  }
  if (kind === -4) {
    const set = doc(doc(tree.intervals, at)[n], at);
    const ends = list(set.left, at).map((pair) => [extended(list(pair, at)[0], at), extended(list(pair, at)[1], at)] as const);
    const pieces = ends.map(([lo, hi]) => interval(input, lo, hi));
    return { column: index(set.column, at, columns), pieces, thresholds: ends.flat() };
  }
  if (kind === -2) throw new Unproven("a hyperplane has no certificate");
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

/** The values of the leaf that a row falls in; empty where a missing value has no way. */
export function leafOf({ input }: Model, { nodes }: Tree, row: readonly number[]): number[] {
  for (let node = nodes[0]!; ; ) {
    if ("leaf" in node) return node.leaf;
    const value = row[node.test.column]!;
    const left = Number.isNaN(value) ? node.missing : goesLeft(node.test, value, input);
    if (left === undefined) return [];
    node = nodes[left ? node.left : node.right]!;
  }
}
