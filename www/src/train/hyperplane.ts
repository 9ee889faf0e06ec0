/** The test that best sends some rows left and the others right: an L1-penalised logistic regression in raw units, and the threshold with the fewest wrong rows. */
import { fitLogistic } from "./logistic.js";
import { between, weighted, type Rows, type Test } from "./oblique.js";

/** Significant digits of a weight: enough for a border that nobody tells from the exact one on a map, and few enough to be read. */
const DIGITS = 4;

/** A row, and whether it should go left. */
export interface Sent {
  row: number;
  left: boolean;
}

/** Mean and deviation of a column. */
export interface Scale {
  mean: number;
  deviation: number;
}

export function scalesOf({ inputs }: Rows): Scale[] {
  return (inputs[0] ?? []).map((_, column) => {
    const mean = inputs.reduce((sum, input) => sum + input[column]!, 0) / inputs.length;
    const deviation = Math.sqrt(inputs.reduce((sum, input) => sum + (input[column]! - mean) ** 2, 0) / inputs.length);
    return { mean, deviation };
  });
}

/** The test, and how many of the rows it sends to the wrong side. Without columns where no weight is worth its penalty. */
export function bestTest(sent: readonly Sent[], rows: Rows, scales: readonly Scale[], sparsity: number): { test: Test; wrong: number } {
  return bestThreshold(fitted(sent, rows, scales, sparsity), sent, rows);
}

/** The logistic regression of the rows in raw units: above the threshold a row goes right. */
function fitted(sent: readonly Sent[], { inputs }: Rows, scales: readonly Scale[], sparsity: number): Test {
  const sides = Int8Array.from(sent, ({ left }) => (left ? -1 : 1));
  if (!sides.includes(1) || !sides.includes(-1)) return { columns: [], weights: [], threshold: 0 };
  const used = scales.flatMap(({ deviation }, column) => (deviation > 0 ? [column] : []));
  const columns = used.map((column) => {
    const { mean, deviation } = scales[column]!;
    return Float64Array.from(sent, ({ row }) => (inputs[row]![column]! - mean) / deviation);
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

/** The threshold that sends the fewest rows to the wrong side, the nearest to the regression's own of those with as few. */
function bestThreshold(test: Test, sent: readonly Sent[], { inputs }: Rows): { test: Test; wrong: number } {
  const points = sent.map(({ row, left }) => ({ at: weighted(test, inputs[row]!), left })).sort((a, b) => a.at - b.at);
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

