/** Trees from which a feature follows, learned from the background rows by gradient boosting (docs/contract/certificate.md, "Consequences that are learned"). */
import { PLAIN } from "./arithmetic.js";
import type { Model, Node } from "./model.js";
import type { Names } from "./names.js";
import { floor } from "./number.js";
import { doc, index, list, number, text, Unreadable } from "./read.js";

/** Fewest rows of a leaf. */
const LEAF = 5;

/** A column that trees may test. */
interface Column {
  column: number;
  /** Whether its numbers are names: a test sends one of them left. */
  names: boolean;
  /** By row. */
  values: number[];
  /** The rows in the order of their values. */
  order: number[];
}

/** Of a node's rows, or of a first part of them in a column's order: their number, the sum of their residuals, and the last value. */
interface Met {
  rows: number;
  sum: number;
  last: number;
}

interface Cut {
  gain: number;
  by: Column;
  /** The largest value that goes left; of names, the only one. */
  end: number;
  missing: boolean;
}

/** The trees that `{"parents", "trees", "depth", "rate"}` asks for, and the share of the feature's variance that they explain. */
export function learn(value: unknown, names: Names, feature: number, at: string): { model: Model; explained: number } {
  const { model, schema: { features } } = names;
  const d = doc(value, at);
  const parents = list(d.parents, `${at}/parents`).map((name) => names.feature(text(name, at), at)).sort((a, b) => a - b);
  const [count, depth] = [index(d.trees ?? 10, `${at}/trees`, 201), index(d.depth ?? 3, `${at}/depth`, 7)];
  const rate = number(d.rate ?? (count === 1 ? 1 : 0.3), `${at}/rate`);
  const of = features[feature]!.columns[0]!;
  const read = parents.flatMap((p) => features[p]!.columns.map((column) => ({ column, names: features[p]!.kind === "codes" })));
  const rows = model.rows.filter((row) => Number.isFinite(row[of]) && read.every(({ column }) => Number.isFinite(row[column])));
  const sound = parents.length > 0 && new Set([feature, ...parents]).size > parents.length && count * depth * rate > 0 && rate <= 1;
  if (!sound || rows.length < 2 * LEAF) throw new Unreadable(`${at}: other features, settings in range and ${2 * LEAF} whole rows are needed`);
  const columns = read.map((by): Column => {
    const values = rows.map((row) => model.input.round(row[by.column]!));
    // -0 comes before 0.
    const order = [...rows.keys()].sort((a, b) => values[a]! - values[b]! || 1 / values[a]! - 1 / values[b]! || a - b);
    return { ...by, values, order };
  });
  const mean = rows.reduce((sum, row) => sum + row[of]!, 0) / rows.length;
  const left = rows.map((row) => row[of]! - mean);
  const squares = (): number => left.reduce((sum, x) => sum + x * x, 0);
  const before = squares();
  const trees = Array.from({ length: count }, () => ({ weight: 1, output: undefined, nodes: grow(columns, left, depth, rate, model) }));
  const learned: Model = { ...model, classes: 0, outputs: 1, arithmetic: PLAIN, aggregation: "sum", base: [mean], link: "none", trees, neurons: [] };
  return { model: learned, explained: 1 - (before > 0 ? squares() / before : 0) };
}

/** Grows a tree on the residuals, level by level, and subtracts its predictions from them. */
function grow(columns: readonly Column[], left: number[], depth: number, rate: number, { input }: Model): Node[] {
  const nodes: Node[] = [{ leaf: [0] }];
  const at = left.map(() => 0);
  const none = (): Met => ({ rows: 0, sum: 0, last: 0 });
  /** Of the nodes from one on. */
  const totals = (from: number): Met[] => {
    const all = nodes.slice(from).map(none);
    at.forEach((node, row) => node >= from && add(all[node - from]!, left[row]!, 0));
    return all;
  };
  for (let [level, from] = [0, 0]; level < depth; level++) {
    const all = totals(from);
    const best: (Cut | undefined)[] = all.map(() => undefined);
    for (const by of columns) {
      const met = all.map(none);
      const weigh = (k: number, next: number): void => {
        const [{ rows, sum, last }, whole, other] = [met[k]!, all[k]!, best[k]];
        const [rest, beyond] = [whole.rows - rows, whole.sum - sum];
        if (rows < LEAF || rest < LEAF) return;
        const gain = (sum * sum) / rows + (beyond * beyond) / rest - (whole.sum * whole.sum) / whole.rows;
        // Of equal ones the first.
        if (!(gain > (other ? other.gain * (1 + 1e-12) : 0))) return;
        const mid = last + 0.5 * (next - last);
        // A missing value goes with most rows.
        best[k] = { gain, by, end: !by.names && mid < next ? mid : last, missing: rows >= rest };
      };
      for (const row of by.order) {
        const [k, x] = [at[row]! - from, by.values[row]!];
        if (k < 0) continue;
        if (met[k]!.last !== x) {
          weigh(k, x);
          if (by.names) met[k] = none();
        }
        add(met[k]!, left[row]!, x);
      }
      // Of numbers all rows are before the end, and none behind it.
      met.forEach(({ last }, k) => weigh(k, last));
    }
    const first = from;
    from = nodes.length;
    best.forEach((cut, k) => {
      if (cut === undefined) return;
      const { by: { column, names }, end, missing } = cut;
      const test = names ? { column, codes: new Set([Math.max(0, Math.trunc(end))]), unknown: undefined } : { column, pieces: [[-Infinity, floor(input, end)] as [number, number]], thresholds: [end] };
      nodes[first + k] = { test, left: nodes.length, right: nodes.push({ leaf: [0] }, { leaf: [0] }) - 1, missing };
    });
    at.forEach((n, row) => {
      const [cut, node] = [best[n - first], nodes[n]!];
      if (cut === undefined || "leaf" in node) return;
      const x = cut.by.values[row]!;
      at[row] = (cut.by.names ? x === cut.end : x <= cut.end) ? node.left : node.right;
    });
  }
  const said = totals(0).map(({ rows, sum }) => (rate * sum) / rows);
  nodes.forEach((node, n) => "leaf" in node && (node.leaf = [said[n]!]));
  at.forEach((node, row) => (left[row]! -= said[node]!));
  return nodes;
}

function add(met: Met, left: number, value: number): void {
  met.rows++;
  met.sum += left;
  met.last = value;
}
