/**
 * Trees grown from the root, node by node, from which training starts: of single columns, as CART grows them (Breiman et al. 1984), or of slanted
 * cuts. They go on to the given depth wherever rows of several classes are together, also where no cut is better than none: training may need
 * the nodes.
 */
import { bestTest, type Scale } from "./hyperplane.js";
import { between, counted, every, majority, parted, type Node, type Rows, type Test } from "./oblique.js";

/** The cut of some rows; null where all are alike. */
type Cutter = (own: readonly number[]) => Test | null;

/** A gain that is smaller, in rows, is none: the order of the sums would decide. */
const SAME = 1e-9;
/** Classes that are tried to be parted from all others at a node, the most frequent ones. More takes longer. By hand. */
const TRIED = 5;

export function grown(rows: Rows, depth: number, cut: Cutter, own: readonly number[] = every(rows)): Node {
  const counts = counted(rows, own);
  const leaf = { class: majority(counts) };
  const test = depth === 0 || counts[leaf.class] === own.length ? null : cut(own);
  if (test === null) return leaf;
  const [left, right] = parted(test, rows, own);
  return { ...test, left: grown(rows, depth - 1, cut, left), right: grown(rows, depth - 1, cut, right) };
}

/** Rows times their Gini impurity. */
const impure = (counts: readonly number[], n: number): number => (n === 0 ? 0 : n - counts.reduce((sum, count) => sum + count * count, 0) / n);

/** The cut of one column where the Gini impurity of the two sides is least, halfway between two neighbouring values. */
export const columnCut = (rows: Rows): Cutter => (own) => {
  let best: { test: Test; impurity: number } | null = null;
  const whole = counted(rows, own);
  for (let column = 0; column < (rows.inputs[0]?.length ?? 0); column++) {
    const value = (row: number): number => rows.inputs[row]![column]!;
    const sorted = [...own].sort((a, b) => value(a) - value(b));
    const [left, right] = [whole.map(() => 0), [...whole]];
    for (let k = 1; k < sorted.length; k++) {
      const label = rows.labels[sorted[k - 1]!]!;
      left[label]! += 1;
      right[label]! -= 1;
      const [low, high] = [value(sorted[k - 1]!), value(sorted[k]!)];
      if (low === high) continue;
      const impurity = impure(left, k) + impure(right, sorted.length - k);
      if (impurity < (best?.impurity ?? Infinity) - SAME) best = { test: { columns: [column], weights: [1], threshold: between(low, high) }, impurity };
    }
  }
  return best?.test ?? null;
};

/** The purest of the slanted cuts that part one class from all others; the cut of one column where none is as pure. */
export const slantedCut = (rows: Rows, scales: readonly Scale[], sparsity: number): Cutter => (own) => {
  const straight = columnCut(rows)(own);
  const counts = counted(rows, own);
  const tried = counts.flatMap((count, of) => (count > 0 ? [of] : [])).sort((a, b) => counts[b]! - counts[a]!);
  // Of two classes to part the one is to part the other.
  const tests = tried.slice(0, tried.length === 2 ? 1 : TRIED).map((of) => bestTest(own.map((row) => ({ row, left: rows.labels[row] !== of })), rows, scales, sparsity).test);
  const worth = (test: Test): number => parted(test, rows, own).reduce((sum, side) => sum + impure(counted(rows, side), side.length), 0);
  let best = straight;
  for (const test of tests) if (best !== null && worth(test) < worth(best) - SAME) best = test;
  return best;
};
