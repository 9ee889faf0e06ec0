/** Trees from which a feature follows, learned from the background rows by gradient boosting (docs/contract/certificate.md, "Consequences that are learned"). */
import { PLAIN } from "./arithmetic.js";
import { rowsOf } from "./depth.js";
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
  values: Float64Array;
  /** The rows in the order of their values. */
  order: Int32Array;
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
}

/** The trees that `{"parents", "trees", "depth", "rate"}` asks for, and the share of the feature's variance that they explain. */
export function learn(value: unknown, names: Names, feature: number, at: string): { model: Model; explained: number } {
  const { model, schema: { features } } = names;
  const d = doc(value, at);
  const parents = list(d.parents, `${at}/parents`).map((name) => names.feature(text(name, at), at)).sort((a, b) => a - b);
  const [count, depth] = [index(d.trees ?? 10, `${at}/trees`, 201), index(d.depth ?? 3, `${at}/depth`, 7)];
  const rate = number(d.rate ?? (count === 1 ? 1 : 0.3), `${at}/rate`);
  const of = features[feature]!.columns[0]!;
  const read = parents.flatMap((p) => features[p]!.columns);
  const rows = rowsOf(model).filter((row) => [of, ...read].every((c) => Number.isFinite(row[c])));
  const sound = parents.length > 0 && parents.every((p, i) => p !== feature && p !== parents[i + 1]) && count > 0 && depth > 0 && rate > 0 && rate <= 1;
  if (!sound || rows.length < 2 * LEAF) throw new Unreadable(`${at}: other features, each once, 1 tree or more, a depth of 1 or more, a rate above 0, at most 1, and ${2 * LEAF} whole rows are needed`);
  const columns = read.map((column): Column => {
    const values = Float64Array.from(rows, (row) => model.input.round(row[column]!));
    // -0 comes before 0.
    const order = Int32Array.from(rows.keys()).sort((a, b) => values[a]! - values[b]! || 1 / values[a]! - 1 / values[b]! || a - b);
    return { column, names: features.some(({ kind, columns: [first] }) => kind === "codes" && first === column), values, order };
  });
  const mean = rows.reduce((sum, row) => sum + row[of]!, 0) / rows.length;
  const left = Float64Array.from(rows, (row) => row[of]! - mean);
  const squares = (): number => left.reduce((sum, x) => sum + x * x, 0);
  const before = squares();
  const trees = Array.from({ length: count }, () => ({ weight: 1, output: undefined, nodes: grow(columns, left, depth, rate, model) }));
  const learned: Model = { ...model, classes: 0, outputs: 1, arithmetic: PLAIN, aggregation: "sum", base: [mean], link: "none", trees, neurons: [] };
  return { model: learned, explained: before > 0 ? 1 - squares() / before : 1 };
}

/** Grows a tree on the residuals, level by level, and subtracts its predictions from them. */
function grow(columns: readonly Column[], left: Float64Array, depth: number, rate: number, { input }: Model): Node[] {
  const nodes: Node[] = [{ leaf: [0] }];
  const at = new Int32Array(left.length);
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
        if (!(gain > 0) || (other !== undefined && !(gain > other.gain * (1 + 1e-12)))) return;
        const mid = last + 0.5 * (next - last);
        best[k] = { gain, by, end: !by.names && mid < next ? mid : last };
      };
      for (const row of by.order) {
        const [k, x] = [at[row]! - from, by.values[row]!];
        if (k < 0) continue;
        if (met[k]!.rows > 0 && met[k]!.last !== x) {
          weigh(k, x);
          if (by.names) met[k] = none();
        }
        add(met[k]!, left[row]!, x);
      }
      if (by.names) met.forEach(({ last }, k) => weigh(k, last));
    }
    const first = from;
    from = nodes.length;
    const halves = best.map((cut, k) => {
      if (cut === undefined) return undefined;
      const { by: { column, names }, end } = cut;
      const test = names ? { column, codes: new Set([Math.max(0, Math.trunc(end))]), unknown: undefined } : { column, pieces: [[-Infinity, floor(input, end)] as [number, number]], thresholds: [end] };
      const split = { test, left: nodes.length, right: nodes.push({ leaf: [0] }, { leaf: [0] }) - 1, missing: true };
      nodes[first + k] = split;
      return split;
    });
    const rows = nodes.map(() => 0);
    at.forEach((node, row) => {
      const [cut, half] = [best[node - first], halves[node - first]];
      if (cut === undefined || half === undefined) return;
      const x = cut.by.values[row]!;
      const to = (cut.by.names ? x === cut.end : x <= cut.end) ? half.left : half.right;
      rows[to]!++;
      at[row] = to;
    });
    // A missing value goes with most rows.
    for (const half of halves) if (half !== undefined) half.missing = rows[half.left]! >= rows[half.right]!;
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
