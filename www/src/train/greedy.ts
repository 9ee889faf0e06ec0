/**
 * A tree of single columns, grown from the root as CART grows it (Breiman et al. 1984): each node is cut where the Gini impurity of its two
 * sides is least, halfway between two neighbouring values. It goes on to the given depth wherever rows of several classes are together, also
 * where no cut is better than none: what is trained afterwards may need the nodes.
 */
import { counted, every, majority, parted, type Node, type Rows } from "./oblique.js";

interface Cut {
  column: number;
  threshold: number;
  impurity: number;
}

/** A gain that is smaller, in rows, is none: the order of the sums would decide. */
const SAME = 1e-9;

export function growGreedy(rows: Rows, depth: number): Node {
  return grown(rows, every(rows), depth);
}

function grown(rows: Rows, own: readonly number[], depth: number): Node {
  const counts = counted(rows, own);
  const leaf = { class: majority(counts) };
  if (depth === 0 || Math.max(...counts) === own.length) return leaf;
  const cut = bestCut(rows, own);
  if (cut === null) return leaf;
  const split = { columns: [cut.column], weights: [1], threshold: cut.threshold, left: leaf, right: leaf };
  const [left, right] = parted(split, rows, own);
  return { ...split, left: grown(rows, left, depth - 1), right: grown(rows, right, depth - 1) };
}

/** Rows times their Gini impurity. */
const impure = (counts: readonly number[], n: number): number => n - counts.reduce((sum, count) => sum + count * count, 0) / n;

/** The cut with the purest sides; null where all rows are alike. */
function bestCut(rows: Rows, own: readonly number[]): Cut | null {
  let best: Cut | null = null;
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
      if (impurity < (best?.impurity ?? Infinity) - SAME) best = { column, threshold: between(low, high), impurity };
    }
  }
  return best;
}

/** A number from `low` to below `high` with few digits, so that people can read it. */
export function between(low: number, high: number): number {
  for (let digits = 1; digits <= 17; digits++) {
    const found = Number(((low + high) / 2).toPrecision(digits));
    // Not at the ends: another order of the same sum may round to the other side of them.
    if (low < found && found < high) return found;
  }
  return low;
}
