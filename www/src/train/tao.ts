/**
 * Tree alternating optimization (Carreira-Perpinan & Tavallali 2018; Carreira-Perpinan & Hada 2021, section 3.2): a tree of given shape is
 * improved node by node, from the lowest level up. All other nodes stay as they are meanwhile, so a node matters only to the rows that reach it
 * and that exactly one of its two subtrees gets right: its care points. To send each of them to its right side is a classification with two
 * classes. Its solution here is a logistic regression with an L1 penalty, which leaves columns out, and the threshold with the fewest wrong
 * care points. It takes the place of the old test only where fewer rows are wrong, or as many with fewer weights. So the number of wrong rows
 * never rises.
 */
import { columnCut, grown, slantedCut } from "./greedy.js";
import { bestTest, scalesOf, type Scale, type Sent } from "./hyperplane.js";
import { counted, errorsOf, every, isSplit, leafOf, leavesOf, majority, parted, weighted, weightsOf, type Leaf, type Node, type Rows, type Split } from "./oblique.js";

export interface Settings {
  /** Levels of tests, at least 1. */
  depth: number;
  /** The penalty of a weight's size, in units of the logistic loss of a row, on standardised columns: more leaves out more columns. */
  sparsity: number;
}

/** Where nothing else is asked for: two levels, as slanted cuts need few, or as many as give each class a leaf. */
export const usualSettings = (classes: number): Settings => ({ depth: Math.max(2, Math.ceil(Math.log2(classes))), sparsity: 1 });

/** Sweeps over the tree at most. Most trees stand still after three to ten; the paper allows 60. */
const SWEEPS = 40;

/**
 * Trains a tree from two starts, one of single columns and one of slanted cuts; the better one is given: fewer wrong rows, or as many with fewer
 * weights or leaves. `told` gets each tree on the way: of which start, and after each sweep.
 */
export function trainTree(rows: Rows, { depth, sparsity }: Settings, told?: (tree: Node, start: number) => void): Node {
  const scales = scalesOf(rows);
  const starts = [columnCut(rows), slantedCut(rows, scales, sparsity)].map((cut) => grown(rows, depth, cut));
  const [one, other] = starts.map((start, index) => trained(start, rows, scales, sparsity, (tree) => told?.(tree, index))) as [Node, Node];
  const by = errorsOf(other, rows) - errorsOf(one, rows) || weightsOf(other) - weightsOf(one) || leavesOf(other) - leavesOf(one);
  return by < 0 ? other : one;
}

function trained(start: Node, rows: Rows, scales: readonly Scale[], sparsity: number, told: (tree: Node) => void): Node {
  let tree = start;
  told(tree);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const next = swept(tree, rows, every(rows), scales, sparsity);
    if (next === tree) break;
    tree = next;
    told(tree);
  }
  return pruned(tree, rows, every(rows));
}

/** The tree after each node was visited once, children before parents; the same object where nothing has changed. */
function swept(node: Node, rows: Rows, own: readonly number[], scales: readonly Scale[], sparsity: number): Node {
  if (own.length === 0) return node;
  if (!isSplit(node)) return labelled(node, counted(rows, own));
  const [toLeft, toRight] = parted(node, rows, own);
  const left = swept(node.left, rows, toLeft, scales, sparsity);
  const right = swept(node.right, rows, toRight, scales, sparsity);
  const kept = left === node.left && right === node.right ? node : { ...node, left, right };
  return refitted(kept, rows, own, scales, sparsity);
}

/** A leaf takes the class of most of its rows. */
function labelled(leaf: Leaf, counts: readonly number[]): Leaf {
  const best = majority(counts);
  return best === leaf.class ? leaf : { class: best };
}

/** The node with a better test; the node itself where none is found. */
function refitted(split: Split, rows: Rows, own: readonly number[], scales: readonly Scale[], sparsity: number): Split {
  const care: Sent[] = [];
  for (const row of own) {
    const [left, right] = [split.left, split.right].map((child) => leafOf(child, rows.inputs[row]!).class === rows.labels[row]);
    if (left !== right) care.push({ row, left: left === true });
  }
  if (care.length === 0) return split;
  const wrong = care.filter(({ row, left }) => left !== (weighted(split, rows.inputs[row]!) <= split.threshold)).length;
  const found = bestTest(care, rows, scales, sparsity);
  const better = found.wrong < wrong || (found.wrong === wrong && found.test.columns.length < split.columns.length);
  return better ? upright({ ...split, ...found.test }, rows, own) : split;
}

/** A test of one column as trees have it: at most the threshold goes left. Another sign changes the sides, unless a row stands on the threshold. */
function upright(split: Split, { inputs }: Rows, own: readonly number[]): Split {
  const { columns, weights, threshold, left, right } = split;
  if (columns.length !== 1 || weights[0] !== -1 || own.some((row) => inputs[row]![columns[0]!] === -threshold)) return split;
  return { columns, weights: [1], threshold: -threshold, left: right, right: left };
}

/** The tree without nodes that send all training rows to one side, and without those whose two leaves say the same. */
function pruned(node: Node, rows: Rows, own: readonly number[]): Node {
  if (!isSplit(node)) return labelled(node, counted(rows, own));
  const [toLeft, toRight] = parted(node, rows, own);
  if (toLeft.length === 0) return pruned(node.right, rows, toRight);
  if (toRight.length === 0) return pruned(node.left, rows, toLeft);
  const [left, right] = [pruned(node.left, rows, toLeft), pruned(node.right, rows, toRight)];
  if (!isSplit(left) && !isSplit(right) && left.class === right.class) return left;
  return { ...node, left, right };
}
