/**
 * Tree alternating optimization (Carreira-Perpinan & Tavallali 2018; Carreira-Perpinan & Hada 2021, section 3.2): a tree of given shape is
 * improved node by node, from the lowest level up. All other nodes stay as they are meanwhile, so a node matters only to the rows that reach it
 * and that exactly one of its two subtrees gets right: its care points. To send each of them to its right side is a classification with two
 * classes. Its solution here is a logistic regression with an L1 penalty, which leaves columns out, and the threshold with the fewest wrong
 * care points. It takes the place of the old test only where fewer rows are wrong, or as many with fewer weights. So the number of wrong rows
 * never rises.
 */
import { between, growGreedy } from "./greedy.js";
import { fitLogistic } from "./logistic.js";
import { counted, every, isSplit, leafOf, majority, parted, weighted, type Leaf, type Node, type Rows, type Split } from "./oblique.js";

export interface Settings {
  /** Levels of tests, at least 1. */
  depth: number;
  /** The penalty of a weight's size, in units of the logistic loss of a row, on standardised columns: more leaves out more columns. */
  sparsity: number;
}

export const DEFAULTS: Settings = { depth: 3, sparsity: 1 };

/** Sweeps over the tree at most. Most trees stand still after three to ten; the paper allows 60. */
const SWEEPS = 40;
/** Significant digits of a weight: enough for a border that nobody tells from the exact one on a map, and few enough to be read. */
const DIGITS = 4;

/** Trains a tree. After each sweep `told` gets the tree as it is. */
export function trainTree(rows: Rows, { depth, sparsity }: Settings, told?: (tree: Node) => void): Node {
  let tree = growGreedy(rows, depth);
  const scales = scalesOf(rows);
  told?.(tree);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const next = swept(tree, rows, every(rows), scales, sparsity);
    if (next === tree) break;
    tree = next;
    told?.(tree);
  }
  return pruned(tree, rows, every(rows));
}

/** Mean and deviation of a column. */
interface Scale {
  mean: number;
  deviation: number;
}

function scalesOf({ inputs }: Rows): Scale[] {
  return (inputs[0] ?? []).map((_, column) => {
    const mean = inputs.reduce((sum, input) => sum + input[column]!, 0) / inputs.length;
    const deviation = Math.sqrt(inputs.reduce((sum, input) => sum + (input[column]! - mean) ** 2, 0) / inputs.length);
    return { mean, deviation };
  });
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

/** A care point: a row, and whether the left subtree is the one that is right. */
interface Care {
  row: number;
  left: boolean;
}

/** The node with a better test; the node itself where none is found. */
function refitted(split: Split, rows: Rows, own: readonly number[], scales: readonly Scale[], sparsity: number): Split {
  const care: Care[] = [];
  for (const row of own) {
    const [left, right] = [split.left, split.right].map((child) => leafOf(child, rows.inputs[row]!).class === rows.labels[row]);
    if (left !== right) care.push({ row, left: left === true });
  }
  if (care.length === 0) return split;
  const wrong = care.filter(({ row, left }) => left !== weighted(split, rows.inputs[row]!) <= split.threshold).length;
  const found = bestThreshold(fitted(care, rows, scales, sparsity), care, rows);
  const better = found.wrong < wrong || (found.wrong === wrong && found.test.columns.length < split.columns.length);
  return better ? upright({ ...split, ...found.test }, rows, own) : split;
}

/** A test of one column as trees have it: at most the threshold goes left. Another sign changes the sides, unless a row stands on the threshold. */
function upright(split: Split, { inputs }: Rows, own: readonly number[]): Split {
  const { columns, weights, threshold, left, right } = split;
  if (columns.length !== 1 || weights[0] !== -1 || own.some((row) => inputs[row]![columns[0]!] === -threshold)) return split;
  return { columns, weights: [1], threshold: -threshold, left: right, right: left };
}

type Test = Pick<Split, "columns" | "weights" | "threshold">;

/** The logistic regression of the care points in raw units: above the threshold a row goes right. */
function fitted(care: readonly Care[], { inputs }: Rows, scales: readonly Scale[], sparsity: number): Test {
  const sides = Int8Array.from(care, ({ left }) => (left ? -1 : 1));
  if (!sides.includes(1) || !sides.includes(-1)) return { columns: [], weights: [], threshold: 0 };
  const used = scales.flatMap(({ deviation }, column) => (deviation > 0 ? [column] : []));
  const columns = used.map((column) => {
    const { mean, deviation } = scales[column]!;
    return Float64Array.from(care, ({ row }) => (inputs[row]![column]! - mean) / deviation);
  });
  const fit = fitLogistic(columns, sides, sparsity);
  const kept = used.flatMap((column, k) => {
    const weight = fit.weights[k]! / scales[column]!.deviation;
    return weight === 0 ? [] : [{ column, weight }];
  });
  // The weight with the largest effect is 1 or -1.
  const effect = ({ column, weight }: { column: number; weight: number }): number => Math.abs(weight) * scales[column]!.deviation;
  const unit = Math.abs(kept.reduce((most, one) => (effect(one) > effect(most) ? one : most), kept[0] ?? { column: 0, weight: 1 }).weight);
  const weights = kept.map(({ weight }) => Number((weight / unit).toPrecision(DIGITS)));
  const middle = kept.reduce((sum, { column }, k) => sum + weights[k]! * scales[column]!.mean, 0);
  return { columns: kept.map(({ column }) => column), weights, threshold: middle - fit.bias / unit };
}

/** The threshold that sends the fewest care points to the wrong side, the nearest to the regression's own of those with as few. */
function bestThreshold(test: Test, care: readonly Care[], { inputs }: Rows): { test: Test; wrong: number } {
  const points = care.map(({ row, left }) => ({ at: weighted(test, inputs[row]!), left })).sort((a, b) => a.at - b.at);
  // All go right at first; then one after another goes left.
  let wrong = points.filter(({ left }) => left).length;
  let best = { wrong, low: -Infinity, high: points[0]!.at };
  const far = ({ low, high }: { low: number; high: number }): number => Math.max(low - test.threshold, test.threshold - high, 0);
  points.forEach(({ at, left }, k) => {
    wrong += left ? -1 : 1;
    const high = points[k + 1]?.at ?? Infinity;
    if (at === high) return;
    const here = { wrong, low: at, high };
    if (wrong < best.wrong || (wrong === best.wrong && far(here) < far(best))) best = here;
  });
  const { low, high } = best;
  if (!Number.isFinite(low) || !Number.isFinite(high)) {
    // All on one side: the test asks nothing any more.
    return { test: { columns: [], weights: [], threshold: low === -Infinity ? -1 : 0 }, wrong: best.wrong };
  }
  return { test: { ...test, threshold: between(low, high) }, wrong: best.wrong };
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
