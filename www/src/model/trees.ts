/** Walking the trees of a model: which way a row goes, which box a node stands for, and where its picture puts it. Pure. */
import { goesLeft, isLeaf } from "./node.js";
import { REALS } from "../check/number.js";
import type { FeatureInfo, TreeData } from "../types.js";
import { domain, isDiscrete, levelCount, withCoordinate } from "./feature.js";

export { goesLeft, isLeaf };

/** The nodes that a row passes in a tree, from the root to its leaf. */
export function pathOf(data: TreeData, tree: number, row: readonly number[]): number[] {
  const path: number[] = [];
  for (let node = data.first[tree]!; ; ) {
    path.push(node);
    if (isLeaf(data, node)) return path;
    const left = goesLeft(data, node, row);
    if (left === null) return path;
    node = left ? data.left[node]! : data.right[node]!;
  }
}

export interface Placed {
  /** Place among the tree's leaves, 0 to 1; depth below the root. */
  x: number;
  depth: number;
  parent: number;
}

export interface Layout {
  nodes: Map<number, Placed>;
  leaves: number;
  depth: number;
}

/** Leaves side by side, inner nodes above the middle of theirs. */
export function layoutOf(data: TreeData, tree: number): Layout {
  const nodes = new Map<number, Placed>();
  const order: [number, number, number][] = [];
  const open: [number, number, number][] = [[data.first[tree]!, 0, -1]];
  let [leaves, deepest] = [0, 0];
  for (let now = open.pop(); now; now = open.pop()) {
    const [node, depth] = now;
    order.push(now);
    deepest = Math.max(deepest, depth);
    if (!isLeaf(data, node)) open.push([data.right[node]!, depth + 1, node], [data.left[node]!, depth + 1, node]);
  }
  for (const [node, depth, parent] of order) nodes.set(node, { x: isLeaf(data, node) ? leaves++ : -1, depth, parent });
  for (const [node] of order.reverse()) {
    const placed = nodes.get(node)!;
    if (placed.x === -1) placed.x = (nodes.get(data.left[node]!)!.x + nodes.get(data.right[node]!)!.x) / 2;
  }
  for (const placed of nodes.values()) placed.x = leaves > 1 ? placed.x / (leaves - 1) : 0.5;
  return { nodes, leaves, depth: deepest };
}

/** The values of one feature that a node's path admits: an interval (above `from`, up to `to`; null is open), or levels. */
export type Side = { feature: FeatureInfo } & ({ from: number | null; to: number | null } | { levels: number[] });

/** The box of a node: the values of each tested feature that pass all tests on the path to it. Slanted cuts leave no box. */
export function boxOf(data: TreeData, layout: Layout, node: number, features: readonly FeatureInfo[]): Side[] {
  const steps: { node: number; left: boolean }[] = [];
  for (let at = node, up = layout.nodes.get(node)?.parent ?? -1; up !== -1; at = up, up = layout.nodes.get(up)?.parent ?? -1) steps.unshift({ node: up, left: data.left[up] === at });
  const sides: Side[] = [];
  for (const feature of features) {
    const own = steps.filter((step) => feature.columns.includes(data.column[step.node]!));
    if (own.length === 0) continue;
    if (isDiscrete(feature)) {
      const blank = new Array<number>(1 + Math.max(...feature.columns)).fill(0);
      const levels = Array.from({ length: levelCount(feature) }, (_, level) => level);
      const stays = levels.filter((level) => own.every((step) => goesLeft(data, step.node, withCoordinate(feature, blank, level)) === step.left));
      sides.push({ feature, levels: stays });
      continue;
    }
    let [from, to]: [number | null, number | null] = [null, null];
    for (const step of own) {
      if (data.tests[step.node]) continue;
      const cut = data.threshold[step.node]!;
      if (step.left) to = Math.min(to ?? Number.POSITIVE_INFINITY, cut);
      else from = Math.max(from ?? Number.NEGATIVE_INFINITY, cut);
    }
    sides.push({ feature, from, to });
  }
  return sides;
}

/** The feature that a node tests, and where it cuts it: a coordinate between the left values and the right values; null where that is no one place. */
export function splitOf(data: TreeData, node: number, features: readonly FeatureInfo[]): { feature: FeatureInfo; at: number | null } | null {
  const feature = features.find((one) => one.columns.includes(data.column[node]!));
  if (!feature || isLeaf(data, node)) return null;
  if (!isDiscrete(feature)) return { feature, at: data.tests[node] ? null : data.threshold[node]! };
  const left = leftLevels(data, node, feature);
  const first = left[0] ?? 0;
  const run = left.every((level, index) => level === first + index);
  if (!run || left.length === 0) return { feature, at: null };
  const [, last] = domain(feature);
  const end = first + left.length - 1;
  return { feature, at: first === 0 ? end + 0.5 : end === last ? first - 0.5 : null };
}

/** The levels of a discrete feature that go left at a node. */
export function leftLevels(data: TreeData, node: number, feature: FeatureInfo): number[] {
  const blank = new Array<number>(1 + Math.max(...feature.columns)).fill(0);
  return Array.from({ length: levelCount(feature) }, (_, level) => level).filter((level) => goesLeft(data, node, withCoordinate(feature, blank, level)) === true);
}

/** A leaf's values at a row; of a linear leaf NaN where a value is missing that it has no rule for. */
export function leafValues(data: TreeData, node: number, row: readonly number[]): number[] {
  const values = [...data.value.subarray(node * data.width, (node + 1) * data.width)];
  const linear = data.linear[node];
  if (!linear) return values;
  const read = linear.columns.map((column) => REALS[data.input].round(row[column] ?? Number.NaN));
  if (linear.missing && read.some(Number.isNaN)) return values.map((_, k) => linear.missing?.[k] ?? 0);
  return values.map((constant, k) => read.reduce((sum, x, index) => sum + (linear.weights[k]?.[index] ?? 0) * x, constant));
}

/**
 * The class that a leaf votes for, at a row where it is linear: without one, or where values are missing, such a leaf has none, -1. Of several numbers it is the class of the largest. Of one number it is whether the number is above 0.
 * Where a tree adds to one class of several, it is that class and whether the leaf adds or takes.
 */
export function leafClass(data: TreeData, tree: number, node: number, row?: readonly number[]): number {
  if (data.linear[node] && !row) return -1;
  const values = leafValues(data, node, row ?? []);
  if (values.some(Number.isNaN)) return -1;
  const output = data.output[tree]!;
  if (data.width === 1 || output !== -1) return values[0]! > 0 ? (output === -1 ? 1 : output) : output === -1 ? 0 : -1;
  let best = 0;
  for (let k = 1; k < values.length; k++) if (values[k]! > values[best]!) best = k;
  return best;
}
