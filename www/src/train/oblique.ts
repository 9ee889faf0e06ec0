/** Trees whose inner nodes weigh several columns against a threshold: how rows go through them, and their training errors. */

/** Rows of raw inputs, and the class of each, from 0. */
export interface Rows {
  /** One list a row. */
  inputs: readonly (readonly number[])[];
  labels: readonly number[];
  /** How many classes there are. */
  classes: number;
}

export interface Leaf {
  /** The class that it gives. */
  class: number;
}

/** A row whose weighted sum of columns is at most the threshold goes left. */
export interface Test {
  /** Ascending. */
  columns: readonly number[];
  weights: readonly number[];
  threshold: number;
}

export interface Split extends Test {
  left: Node;
  right: Node;
}

export type Node = Leaf | Split;

export const isSplit = (node: Node): node is Split => "left" in node;

/** The weighted sum as the engine adds it up: column by column, in double precision. */
export function weighted({ columns, weights }: Pick<Test, "columns" | "weights">, input: readonly number[]): number {
  let sum = 0;
  for (let k = 0; k < columns.length; k++) sum += weights[k]! * input[columns[k]!]!;
  return sum;
}

/** The leaf of a row. */
export function leafOf(node: Node, input: readonly number[]): Leaf {
  let at = node;
  while (isSplit(at)) at = weighted(at, input) <= at.threshold ? at.left : at.right;
  return at;
}

/** Rows, by number, that a node sends left, and right. */
export function parted(split: Test, { inputs }: Rows, rows: readonly number[]): [number[], number[]] {
  const sides: [number[], number[]] = [[], []];
  for (const row of rows) sides[weighted(split, inputs[row]!) <= split.threshold ? 0 : 1].push(row);
  return sides;
}

/** How many of the rows are of each class. */
export function counted({ labels, classes }: Rows, rows: readonly number[]): number[] {
  const counts = new Array<number>(classes).fill(0);
  for (const row of rows) counts[labels[row]!]! += 1;
  return counts;
}

/** The class of most rows, the first of those with as many. */
export const majority = (counts: readonly number[]): number => counts.indexOf(Math.max(...counts));

export const every = (rows: Rows): number[] => rows.labels.map((_, row) => row);

/** How many rows get another class than their own. */
export const errorsOf = (node: Node, { inputs, labels }: Rows): number => labels.reduce((sum, label, row) => sum + Number(leafOf(node, inputs[row]!).class !== label), 0);

/** How many weights a tree has. */
export const weightsOf = (node: Node): number => (isSplit(node) ? node.columns.length + weightsOf(node.left) + weightsOf(node.right) : 0);
export const leavesOf = (node: Node): number => (isSplit(node) ? leavesOf(node.left) + leavesOf(node.right) : 1);

/** A number from `low` to below `high` with few digits, so that people can read it. */
export function between(low: number, high: number): number {
  for (let digits = 1; digits <= 17; digits++) {
    const found = Number(((low + high) / 2).toPrecision(digits));
    // Not at the ends: another order of the same sum may round to the other side of them.
    if (low < found && found < high) return found;
  }
  return low;
}
