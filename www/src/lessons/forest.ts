/**
 * A forest grown in the page from a few points: 15 trees of at most 6 leaves. Each tree sees as many points as there are, drawn with
 * replacement (Breiman 2001). A node is cut where the Gini impurity of its two sides is least, halfway between two neighbouring
 * values of either feature. The largest gain is cut next. A leaf says the share of its points of each class. The draws are the same
 * every time, so that the same points give the same forest.
 */

import { draws } from "../draws.js";

export interface Row {
  x: number;
  y: number;
  /** From 0. */
  class: number;
}

const TREES = 15;
const LEAVES = 6;

interface Cut {
  feature: 0 | 1;
  at: number;
  gain: number;
}

const valueOf = (row: Row, feature: 0 | 1): number => (feature === 0 ? row.x : row.y);
/** How many rows there are of each class. */
function counted(rows: readonly Row[], classes: number): number[] {
  const counts = new Array<number>(classes).fill(0);
  for (const row of rows) counts[row.class]! += 1;
  return counts;
}
/** Rows times their Gini impurity, over 2. */
function impurity(counts: readonly number[]): number {
  const all = counts.reduce((sum, count) => sum + count, 0);
  return all === 0 ? 0 : counts.reduce((sum, count) => sum + count * (all - count), 0) / all / 2;
}

/** The cut that parts the classes best; null where none does. */
export function bestCut(rows: readonly Row[], classes: number): Cut | null {
  let best: Cut | null = null;
  const whole = counted(rows, classes);
  const all = impurity(whole);
  for (const feature of [0, 1] as const) {
    const sorted = [...rows].sort((a, b) => valueOf(a, feature) - valueOf(b, feature));
    const [left, right] = [counted([], classes), [...whole]];
    for (let k = 1; k < sorted.length; k++) {
      left[sorted[k - 1]!.class]! += 1;
      right[sorted[k - 1]!.class]! -= 1;
      const [before, after] = [valueOf(sorted[k - 1]!, feature), valueOf(sorted[k]!, feature)];
      if (before === after) continue;
      const gain = all - impurity(left) - impurity(right);
      if (gain > 1e-12 && gain > (best?.gain ?? 0)) best = { feature, at: (before + after) / 2, gain };
    }
  }
  return best;
}

interface Tree {
  weight: 1;
  feature: number[];
  threshold: number[];
  left: number[];
  right: number[];
  value: (number[] | null)[];
}

export function growTree(rows: readonly Row[], leaves: number, classes: number): Tree {
  const tree: Tree = { weight: 1, feature: [], threshold: [], left: [], right: [], value: [] };
  const open: { node: number; rows: readonly Row[]; cut: Cut | null }[] = [];
  const leaf = (own: readonly Row[]): number => {
    tree.value.push(counted(own, classes).map((count) => count / own.length));
    tree.feature.push(-1);
    tree.threshold.push(0);
    tree.left.push(-1);
    tree.right.push(-1);
    open.push({ node: tree.feature.length - 1, rows: own, cut: bestCut(own, classes) });
    return tree.feature.length - 1;
  };
  leaf(rows);
  for (let count = 1; count < leaves; count++) {
    const next = open.reduce<(typeof open)[number] | null>((best, one) => (one.cut && one.cut.gain > (best?.cut?.gain ?? 0) ? one : best), null);
    if (!next?.cut) break;
    const { node, cut } = next;
    open.splice(open.indexOf(next), 1);
    tree.feature[node] = cut.feature;
    tree.threshold[node] = cut.at;
    tree.value[node] = null;
    tree.left[node] = leaf(next.rows.filter((row) => valueOf(row, cut.feature) <= cut.at));
    tree.right[node] = leaf(next.rows.filter((row) => valueOf(row, cut.feature) > cut.at));
  }
  return tree;
}

/** Shares of the draws in which a point is drawn at most 0, 1, 2 and 3 times, where it is drawn once on average. */
const AT_MOST = [0.368, 0.736, 0.92, 0.981];

/** The points that a tree draws, with repeats. A point is drawn or not whichever the others are, so a tree that does not draw a new one stays as it was. */
export function drawn(rows: readonly Row[], tree: number): readonly Row[] {
  const draw = draws(11 + tree);
  const own = rows.flatMap((row) => {
    const at = draw();
    return new Array<Row>(AT_MOST.filter((share) => at >= share).length).fill(row);
  });
  return own.length > 0 ? own : rows;
}

/** The forest as a file in Espalier's JSON, with the points as its background. */
export function growForest(rows: readonly Row[], schema: object, classes: readonly string[]): ArrayBuffer {
  const trees = Array.from({ length: TREES }, (_, tree) => growTree(drawn(rows, tree), LEAVES, classes.length));
  const document = {
    format: "espalier",
    version: 1,
    kind: "classifier",
    columns: 2,
    input: "float64",
    compare: "<=",
    aggregation: "mean",
    base: classes.map(() => 0),
    link: "none",
    classes,
    trees,
    schema,
    background: { rows: rows.map(({ x, y }) => [x, y]), labels: rows.map((row) => row.class) },
  };
  return Uint8Array.from(new TextEncoder().encode(JSON.stringify(document))).buffer;
}
