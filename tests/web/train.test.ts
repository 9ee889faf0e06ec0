/** Training of oblique trees: the regression against its optimality conditions, the trees against CART and the engine. */
import { beforeAll, describe, expect, test } from "vitest";
import { CoreModel, start } from "../../www/src/engine/core.js";
import { draws } from "../../www/src/draws.js";
import { documentOf } from "../../www/src/train/document.js";
import { columnCut, grown } from "../../www/src/train/greedy.js";
import { fitLogistic, missedBy, objective } from "../../www/src/train/logistic.js";
import { errorsOf, every, isSplit, leafOf, leavesOf, parted, weightsOf, type Node, type Rows } from "../../www/src/train/oblique.js";
import { trainTree } from "../../www/src/train/tao.js";
import { wasm } from "./models.js";

beforeAll(() => start(wasm()));

/** A number that is spread about normally (a sum of twelve). */
const normal = (draw: () => number): number => Array.from({ length: 12 }, draw).reduce((sum, one) => sum + one, -6);

interface Kind {
  rows: number;
  columns: number;
  classes: number;
  noise: number;
}

/** Rows whose classes follow from hyperplanes, one after another, with some noise; some columns are whole numbers, one is constant. */
function made(seed: number, { rows, columns, classes, noise }: Kind): Rows {
  const draw = draws(seed);
  const scale = Array.from({ length: columns }, () => 10 ** Math.floor(draw() * 5 - 1));
  const planes = Array.from({ length: classes }, () => Array.from({ length: columns }, () => (draw() < 0.5 ? normal(draw) : 0)));
  const inputs = Array.from({ length: rows }, () => scale.map((unit, k) => (k === columns - 1 && columns > 3 ? 7 : k % 3 === 2 ? Math.round(3 * normal(draw)) : unit * normal(draw))));
  const labels = inputs.map((input) => {
    const score = (plane: number[]): number => plane.reduce((sum, weight, k) => sum + (weight * input[k]!) / (k % 3 === 2 ? 3 : scale[k]!), 0);
    const scores = planes.map(score);
    return draw() < noise ? Math.floor(draw() * classes) : scores.indexOf(Math.max(...scores));
  });
  return { inputs, labels, classes };
}

const KINDS: Kind[] = [
  { rows: 90, columns: 2, classes: 2, noise: 0 },
  { rows: 120, columns: 2, classes: 3, noise: 0.1 },
  { rows: 150, columns: 6, classes: 2, noise: 0.15 },
  { rows: 160, columns: 9, classes: 4, noise: 0.05 },
];
const ALL = KINDS.flatMap((kind, k) => Array.from({ length: 6 }, (_, i) => ({ seed: 100 * k + i, rows: made(100 * k + i, kind) })));
const SETTINGS = [1, 2, 3].flatMap((depth) => [0.3, 1, 8].map((sparsity) => ({ depth, sparsity })));

const nodesOf = (node: Node, rows: Rows, own = every(rows)): { node: Node; own: number[] }[] => {
  const [left = [], right = []] = isSplit(node) ? parted(node, rows, own) : [];
  return [{ node, own }, ...(isSplit(node) ? [...nodesOf(node.left, rows, left), ...nodesOf(node.right, rows, right)] : [])];
};
const depthOf = (node: Node): number => (isSplit(node) ? 1 + Math.max(depthOf(node.left), depthOf(node.right)) : 0);

describe("the regression", () => {
  const cases = ALL.filter(({ rows }) => rows.labels.includes(0) && rows.labels.some((label) => label !== 0)).map(({ seed, rows }) => {
    const columns = rows.inputs[0]!.map((_, j) => {
      const values = rows.inputs.map((input) => input[j]!);
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) || 1;
      return Float64Array.from(values, (value) => (value - mean) / deviation);
    });
    return { seed, columns, sides: Int8Array.from(rows.labels, (label) => (label === 0 ? 1 : -1)) };
  });

  /** By how much the conditions of a minimum are missed at most: of the weights, and of the bias. */
  function missed(columns: readonly Float64Array[], sides: Int8Array, penalty: number, weights: Float64Array, bias: number): number {
    const slopes = Array.from(sides, (side, i) => -side / (1 + Math.exp(side * columns.reduce((sum, column, j) => sum + column[i]! * weights[j]!, bias))));
    const along = (column: ArrayLike<number>): number => slopes.reduce((sum, slope, i) => sum + slope * column[i]!, 0);
    return Math.max(Math.abs(along(sides.map(() => 1))), ...columns.map((column, j) => missedBy(along(column), weights[j]!, penalty)));
  }

  test("meets the conditions of a minimum, and no point near it is better", () => {
    for (const { seed, columns, sides } of cases) {
      for (const penalty of [0.1, 1, 10]) {
        const { weights, bias } = fitLogistic(columns, sides, penalty);
        const at = missed(columns, sides, penalty, new Float64Array(columns.length), 0);
        expect(missed(columns, sides, penalty, weights, bias), `${seed} ${penalty}`).toBeLessThanOrEqual(1.001e-3 * at);
        const best = objective(columns, sides, penalty, { weights, bias });
        const draw = draws(seed);
        for (let k = 0; k < 20; k++) {
          const near = { weights: weights.map((weight) => weight + 0.1 * normal(draw)), bias: bias + 0.1 * normal(draw) };
          expect(objective(columns, sides, penalty, near)).toBeGreaterThan(best - 1e-3 * best);
        }
      }
    }
  });

  test("a weight is exactly zero where the penalty is more than the slope, and all are where it is more than every slope", () => {
    let zeros = 0;
    for (const { columns, sides } of cases) {
      zeros += fitLogistic(columns, sides, 5).weights.filter((weight) => weight === 0).length;
      const share = sides.reduce((sum, side) => sum + Number(side === 1), 0) / sides.length;
      const slopes = columns.map((column) => Math.abs(column.reduce((sum, value, i) => sum + value * (share - Number(sides[i] === 1)), 0)));
      expect([...fitLogistic(columns, sides, 1.01 * Math.max(...slopes)).weights].every((weight) => weight === 0)).toBe(true);
    }
    expect(zeros).toBeGreaterThan(10);
  });

  test("of one column its one weight solves the equation that is found by bisection", () => {
    const column = Float64Array.from([-2, -1, -0.5, 0.5, 1, 2]);
    const sides = Int8Array.from([-1, -1, 1, -1, 1, 1]);
    const penalty = 0.4;
    // The rows are symmetric, so the bias is 0. Slope of the losses plus penalty is 0 at the weight.
    const slope = (weight: number): number => column.reduce((sum, value, i) => sum - (sides[i]! * value) / (1 + Math.exp(sides[i]! * value * weight)), penalty);
    let [low, high] = [0, 50];
    for (let k = 0; k < 60; k++) {
      const middle = (low + high) / 2;
      [low, high] = slope(middle) < 0 ? [middle, high] : [low, middle];
    }
    const { weights, bias } = fitLogistic([column], sides, penalty);
    expect(weights[0]).toBeCloseTo(low, 2);
    expect(bias).toBeCloseTo(0, 2);
  });
});

describe("the trainer", () => {
  test("never makes more rows wrong from sweep to sweep, and at last no more than CART of the same depth", () => {
    let [fewer, sweeps] = [0, 0];
    for (const { seed, rows } of ALL) {
      for (const settings of SETTINGS) {
        const at: number[][] = [[], []];
        const tree = trainTree(rows, settings, (one, from) => at[from]!.push(errorsOf(one, rows)));
        for (const path of at) {
          sweeps += path.length - 1;
          path.forEach((errors, k) => expect(errors, `${seed}`).toBeLessThanOrEqual(path[k - 1] ?? errors));
        }
        const [own, cart] = [errorsOf(tree, rows), errorsOf(grown(rows, settings.depth, columnCut(rows)), rows)];
        expect(own, `${seed}`).toBeLessThanOrEqual(Math.min(cart, ...at.flat()));
        fewer += Number(own < cart);
        expect(depthOf(tree)).toBeLessThanOrEqual(settings.depth);
      }
    }
    expect(sweeps).toBeGreaterThan(100);
    expect(fewer).toBeGreaterThan(100);
  });

  test("leaves no node whose rows all go to one side, none that parts two leaves of one class, and gives each leaf a most frequent class of its rows", () => {
    for (const { rows } of ALL) {
      for (const settings of SETTINGS) {
        for (const { node, own } of nodesOf(trainTree(rows, settings), rows)) {
          expect(own.length).toBeGreaterThan(0);
          if (isSplit(node)) {
            expect(node.columns.length).toBeGreaterThan(0);
            expect(!isSplit(node.left) && !isSplit(node.right) && node.left.class === node.right.class).toBe(false);
          } else {
            const counts = own.reduce<Record<number, number>>((all, row) => ({ ...all, [rows.labels[row]!]: (all[rows.labels[row]!] ?? 0) + 1 }), {});
            expect(counts[node.class]).toBe(Math.max(...Object.values(counts)));
          }
        }
      }
    }
  });

  test("more sparsity leaves fewer weights, and the same rows give the same tree", () => {
    const sums = [0.1, 10].map((sparsity) => ALL.reduce((sum, { rows }) => sum + weightsOf(trainTree(rows, { depth: 2, sparsity })), 0));
    expect(sums[1]!).toBeLessThan(0.7 * sums[0]!);
    for (const { rows } of ALL.slice(0, 8)) expect(trainTree(rows, { depth: 2, sparsity: 1 })).toEqual(trainTree(rows, { depth: 2, sparsity: 1 }));
  });

  test("finds one slanted line where rows are parted by one", () => {
    const draw = draws(5);
    const inputs = Array.from({ length: 200 }, () => [250 + 9750 * draw(), 6 + 54 * draw()]);
    const labels = inputs.map(([x = 0, y = 0]) => Number(x - 99 * y > 2000));
    const tree = trainTree({ inputs, labels, classes: 2 }, { depth: 1, sparsity: 0.05 });
    expect(errorsOf(tree, { inputs, labels, classes: 2 })).toBe(0);
    expect([leavesOf(tree), weightsOf(tree)]).toEqual([2, 2]);
  });

  test("an exclusive or, which no first cut betters, is learned", () => {
    const inputs = Array.from({ length: 100 }, (_, i) => [i % 10, Math.floor(i / 10)]);
    const labels = inputs.map(([x = 0, y = 0]) => Number(x < 5 !== y < 5));
    expect(errorsOf(trainTree({ inputs, labels, classes: 2 }, { depth: 2, sparsity: 1 }), { inputs, labels, classes: 2 })).toBe(0);
  });

  test("the written tree decides in the engine as it does in training, of the rows and of others", () => {
    for (const { seed, rows } of ALL) {
      const classes = Array.from({ length: rows.classes }, (_, k) => `class ${k}`);
      const features = rows.inputs[0]!.map((_, column) => ({ name: `column ${column}`, column }));
      for (const settings of SETTINGS) {
        const tree = trainTree(rows, settings);
        const core = CoreModel.load(new TextEncoder().encode(JSON.stringify(documentOf(tree, rows, { features, classes }, classes, "test"))), "tree.json");
        expect(core.info).toMatchObject({ classes, rows: rows.inputs.length, leaves: leavesOf(tree) });
        const draw = draws(seed);
        const others = rows.inputs.map((input) => input.map((value) => value * (0.5 + draw())));
        const all = [...rows.inputs, ...others];
        const found = core.predict(Float64Array.from(all.flat()));
        all.forEach((input, row) => expect("class" in found[row]! && found[row].class, `${seed} ${row}`).toBe(leafOf(tree, input).class));
        const wrong = rows.labels.filter((label, row) => !("class" in found[row]!) || found[row].class !== label).length;
        expect(wrong).toBe(errorsOf(tree, rows));
        core.free();
      }
    }
  });
});
