// Sums and hyperplanes in the rounds of proofs made by hand: bounds and live levels are those of docs/contract/certificate.md, "Linear constraints" and "Hyperplanes".
import { describe, expect, it } from "vitest";
import { checker, type Watch } from "../../www/src/check/index.js";
import { doubles } from "./made-by-hand.js";

/** Two numbers and an order of labels; every row of the model is of class 1 already, unless a hyperplane says otherwise. */
const OWN = [3, 4, 1];
const CUTS = [[2, 5], [2, 4], []];
const features: object[] = [
  { name: "A", column: 0, min: 0, max: 8 },
  { name: "B", column: 1, kind: "integer", min: 0, max: 8 },
  { name: "S", column: 2, kind: "ordinal", labels: ["x", "y", "z"] },
];
const leafOnly = { weight: 1, feature: [-1], threshold: [0], left: [-1], right: [-1], value: [[0, 1]] };
const model = (trees: object[] = [leafOnly]): object => ({ format: "espalier", version: 1, kind: "classifier", input: "float64", compare: "<=", aggregation: "sum", base: [0, 0], link: "none", columns: 3, classes: ["no", "yes"], schema: { features }, trees });

/** By feature and level the values that it spans, in steps of an eighth; of labels their numbers. */
const grid = (from: number, to: number): number[] => Array.from({ length: 8 * (to - from) + 1 }, (_, i) => from + i / 8);
const SPANS = [[grid(0, 2), grid(2, 5), grid(5, 8)], [grid(0, 2), grid(3, 4), grid(5, 8)], [[0], [1], [2]]];

const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);

/** A row over changes: its amount at a value of each feature, and its limit. */
interface Row {
  of: ((x: number) => number)[];
  limit: number;
}
/** `sum of w (x - q) <= limit`, of labels by their own weights. */
const row = (a: number, b: number, labels: number[] | number, limit: number): Row => ({
  of: [(x) => a * (x - OWN[0]!), (x) => b * (x - OWN[1]!), (x) => (typeof labels === "number" ? labels * (x - OWN[2]!) : labels[x]! - labels[OWN[2]!]!)],
  limit,
});
const negated = ({ of, limit }: Row): Row => ({ of: of.map((one) => (x) => -one(x)), limit: -limit });

interface Told {
  bound: number;
  live: number[][];
}
/** The bound that a round tells in the box of these levels (all, or some of one feature), and the levels that were live in the box before. */
function told(of: object, request: object, round: number[], part?: [number, number, number]): Told {
  const found: Told = { bound: NaN, live: [] };
  let first: number[] = [];
  const watch: Watch = {
    begin: (_, reasons) => void (first = [...reasons.first]),
    enter: (box) => {
      if (box !== undefined && Number.isNaN(found.bound)) found.live = first.slice(1).map((end, f) => [...box.levels.subarray(first[f], end)]);
    },
    round: (bound) => {
      if (Number.isNaN(found.bound)) found.bound = bound;
    },
  };
  const proof = [...(part === undefined ? [] : [2, ...part, 1]), ...round, 0];
  checker(of)({ query: OWN, target: { class: 1 }, certificate: true, ...request }, { status: "optimal", counterfactuals: [{ values: OWN, cost: 1000 }], certificate: { version: 1, cost: 1000, cuts: CUTS, proofs: [btoa(String.fromCharCode(...proof))] } }, watch);
  return found;
}
const round = (...gamma: number[]): number[] => [1, ...doubles(0, ...gamma), 0];

/** The values of a feature in a box of these levels. */
const within = (f: number, live: number[][]): number[] => SPANS[f]!.flatMap((span, k) => (live[f]![k] === 1 ? span : []));
/** The bound by the contract's words: the least of each feature's cost with the rows priced, over all values of the box, less the priced limits. */
function bound(costs: ((by: number) => number)[], rows: Row[], gamma: number[], live: number[][]): number {
  const priced = (f: number, x: number): number => costs[f]!(x - OWN[f]!) + sum(rows.map(({ of }, r) => gamma[r]! * of[f]!(x)));
  return sum(costs.map((_, f) => Math.min(...within(f, live).map((x) => priced(f, x))))) - sum(rows.map(({ limit }, r) => gamma[r]! * limit));
}

const linear = (terms: object, op: string, rhs: number, of?: string): object => ({ linear: { terms, op, rhs, ...(of === undefined ? {} : { of }) } });
const share = (by: number): number => Math.abs(by) / 8;
const steps = (by: number): number => Math.abs(by) / 2;
/** A curve through points. */
const curve = (points: [number, number][]) => (by: number): number => {
  const i = Math.max(0, Math.min(points.length - 2, points.findLastIndex(([x]) => x <= by)));
  const [[x0, y0], [x1, y1]] = [points[i]!, points[i + 1]!];
  return y0 + ((by - x0) / (x1 - x0)) * (y1 - y0);
};

/** Kinds of costs: as a request states them, and of each feature's change; of one that earns, raised by the most that it may. */
const KINDS: [string, object, ((by: number) => number)[]][] = [
  ["shares", { weights: { A: { up: 1, down: 2 } } }, [(by) => share(by) * (by < 0 ? 2 : 1), share, steps]],
  ["squares", { norm: "l2", weights: { A: { up: 1, down: 4 } } }, [(by) => share(by) ** 2 * (by < 0 ? 4 : 1), (by) => share(by) ** 2, (by) => steps(by) ** 2]],
  ["all at once", { norm: { l0: 0.25, l1: 0.5, l2: 1 }, per_change: 0.125, weights: { A: { up: 2, down: 1 } } }, [
    (by) => (by === 0 ? 0 : 0.125 + (by > 0 ? 2 : 1) * (0.25 + 0.5 * share(by) + share(by) ** 2)),
    (by) => (by === 0 ? 0 : 0.125 + 0.25 + 0.5 * share(by) + share(by) ** 2),
    (by) => (by === 0 ? 0 : 0.125 + 0.25 + 0.5 * steps(by) + steps(by) ** 2),
  ]],
  ["squares and a fixed part", { norm: { l0: 0.25, l2: 4 }, weights: { A: { up: 0.5, down: 0.25 } } }, [
    (by) => (by === 0 ? 0 : (by > 0 ? 0.5 : 0.25) * (0.25 + 4 * share(by) ** 2)),
    (by) => (by === 0 ? 0 : 0.25 + 4 * share(by) ** 2),
    (by) => (by === 0 ? 0 : 0.25 + 4 * steps(by) ** 2),
  ]],
  ["a curve", { piecewise: { A: [[-3, 1], [0, 0], [1, 0.125], [4, 2]] }, per_change: 0.5 }, [(by) => (by === 0 ? 0 : 0.5 + curve([[-3, 1], [0, 0], [1, 0.125], [4, 2]])(by)), (by) => (by === 0 ? 0 : 0.5 + share(by)), (by) => (by === 0 ? 0 : 0.5 + steps(by))]],
  ["squares beside a curve", { norm: "l2", piecewise: { A: [[-3, 1], [0, 0], [1, 0.125], [4, 2]] } }, [curve([[-3, 1], [0, 0], [1, 0.125], [4, 2]]), (by) => share(by) ** 2, (by) => steps(by) ** 2]],
  ["a curve that earns", { piecewise: { A: [[-3, 3], [0, 0], [1, -0.5], [4, 2]] } }, [(by) => 0.5 + curve([[-3, 3], [0, 0], [1, -0.5], [4, 2]])(by), share, steps]],
  ["prices of labels", { tables: { S: { x: 0.75, z: 0.25 } } }, [share, share, (by) => (by < 0 ? 0.75 : by > 0 ? 0.25 : 0)]],
];
const PARTS: ([number, number, number] | undefined)[] = [undefined, [0, 0, 1], [0, 1, 2], [0, 2, 3], [0, 1, 3], [1, 0, 1], [1, 1, 2], [1, 2, 3], [2, 0, 1], [2, 1, 2], [2, 1, 3]];
const GAMMAS = [0, 1 / 64, 1 / 32, 0.25, 2];

describe("the bound beside sums", () => {
  it("is the least cost with the rows priced, over all that the levels span, for each kind of cost", () => {
    const [upper, other] = [row(1, -2, [4, 0, -1], 30), row(-1, 1, 0, 20)];
    const constraints = [linear({ A: 1, B: -2, S: { x: 4, y: 0, z: -1 } }, "<=", 25), linear({ A: 1, B: -1 }, ">=", -21)];
    for (const [name, cost, costs] of KINDS) {
      for (const part of PARTS) {
        for (const [i, gamma] of GAMMAS.entries()) {
          const pair = i === 0 ? [GAMMAS[1]!, 0] : i === 1 ? [0, GAMMAS[2]!] : [gamma, GAMMAS[(3 * i + 2) % GAMMAS.length]!];
          const { bound: found, live } = told(model(), { cost, constraints }, round(...pair), part);
          expect(live.flat().filter((on) => on === 1).length, `${name} ${String(part)}`).toBe(part === undefined ? 9 : 6 + part[2] - part[1]);
          expect(found, `${name} ${String(part)} ${pair.join()}`).toBeCloseTo(bound(costs, [upper, other], pair, live), 8);
        }
      }
    }
  });

  it("has a row for each end of an equation, the upper one first, of values or of changes", () => {
    const [, cost, costs] = KINDS[0]!;
    for (const [constraint, upper] of [[linear({ A: 1, B: 1, S: 2 }, "=", 9), row(1, 1, 2, 0)], [linear({ A: 1, B: -1, S: { x: 3, y: 2, z: 4 } }, "=", 2), row(1, -1, [3, 2, 4], 1)], [linear({ A: 2, B: 1 }, "=", 1, "change"), row(2, 1, 0, 1)]] as const) {
      for (const pair of [[0.25, 0], [0, 0.25], [0.5, 0.125]]) {
        const { bound: found, live } = told(model(), { cost, constraints: [constraint] }, round(...pair));
        expect(found, pair.join()).toBeCloseTo(bound(costs, [upper, negated(upper)], pair, live), 8);
      }
    }
  });

  it("costs nothing where a feature follows from others at no cost", () => {
    const constraints = [{ causal: { feature: "A", parents: { B: 1 }, cost: "none" } }];
    const upper = row(1, -1, 0, 0);
    for (const cost of [{}, { norm: "l2" }, { piecewise: { A: [[-3, 1], [0, 0], [1, 0.125], [4, 2]] } }]) {
      const square = "norm" in cost;
      const costs = [() => 0, (by: number) => (square ? share(by) ** 2 : share(by)), (by: number) => (square ? steps(by) ** 2 : steps(by))];
      for (const pair of [[0.0625, 0], [0, 0.03125], [0.5, 0.25]]) {
        for (const part of PARTS) {
          const { bound: found, live } = told(model(), { cost, constraints }, round(...pair), part);
          expect(found, `${JSON.stringify(cost)} ${pair.join()} ${String(part)}`).toBeCloseTo(bound(costs, [upper, negated(upper)], pair, live), 8);
        }
      }
    }
  });

  it("is less by the rounding of the rows, which count by their limits and the largest changes of their features", () => {
    const large = 2 ** 30;
    const off = (limit: number): number => {
      const { bound: found, live } = told(model(), { cost: KINDS[0]![1], constraints: [linear({ A: 1, B: -2, S: { x: 4, y: 0, z: -1 } }, "<=", limit - 5)] }, round(large));
      return bound(KINDS[0]![2], [row(1, -2, [4, 0, -1], limit)], [large], live) - found;
    };
    // A changes by 5, B by 4 times 2 and S by 4.
    for (const limit of [30, 40]) expect(off(limit)).toBeCloseTo(1e-13 * large * (limit + 5 + 8 + 4), 4);
  });
});

describe("levels beside sums", () => {
  /** Levels that a row excludes by the least of the others, until no more are. */
  function left(rows: Row[]): number[][] {
    const live = SPANS.map((spans) => spans.map(() => 1));
    const least = ({ of }: Row, f: number, k: number): number => Math.min(...SPANS[f]![k]!.map((x) => of[f]!(x)));
    for (let before = ""; before !== JSON.stringify(live); ) {
      before = JSON.stringify(live);
      for (const one of rows) {
        const low = live.map((own, f) => Math.min(...own.flatMap((on, k) => (on ? [least(one, f, k)] : []))));
        live.forEach((own, f) => own.forEach((on, k) => on && sum(low) - low[f]! + least(one, f, k) > one.limit + 1e-6 && (own[k] = 0)));
      }
    }
    return live;
  }

  it("go where a sum is above its limit with the least of all others", () => {
    const cases: [object[], Row[]][] = [];
    // Limits between the amounts that the ends of levels reach.
    for (const limit of [-10.5, -7.5, -5.5, -3.5, -2.5, -1.5, -0.5]) {
      cases.push([[linear({ A: 1, B: 1 }, "<=", 7 + limit)], [row(1, 1, 0, limit)]], [[linear({ A: -1, B: 1 }, ">=", 1 - limit)], [row(1, -1, 0, limit)]]);
      cases.push([[linear({ A: 1, S: { x: -2, y: 0, z: 3 } }, "<=", 3 + limit)], [row(1, 0, [-2, 0, 3], limit)]], [[linear({ S: { x: 5, y: 4, z: 7 }, B: 1 }, "<=", 8 + limit)], [row(0, 1, [5, 4, 7], limit)]]);
      cases.push([[linear({ A: 1, B: -1 }, "=", limit + 0.25, "change")], [row(1, -1, 0, limit + 0.25), negated(row(1, -1, 0, limit + 0.25))]]);
      cases.push([[linear({ A: 1, B: 2 }, "<=", 11 + limit), linear({ A: 1, S: -1 }, ">=", 2)], [row(1, 2, 0, limit), negated(row(1, 0, -1, 0))]]);
    }
    let gone = 0;
    for (const [constraints, rows] of cases) {
      const expected = left(rows);
      if (expected.some((own) => !own.includes(1))) {
        expect(told(model(), { constraints }, round(...rows.map(() => 0))).live, JSON.stringify(constraints)).toEqual([]);
        continue;
      }
      gone += sum(expected.flat().map((on) => 1 - on));
      expect(told(model(), { constraints }, round(...rows.map(() => 0))).live, JSON.stringify(constraints)).toEqual(expected);
    }
    expect(gone).toBeGreaterThan(30);
  });

  it("stay at a limit that they reach, but for rounding", () => {
    const at = (rhs: number): number[][] => told(model(), { constraints: [linear({ A: 1 }, "<=", rhs)] }, round(0)).live;
    // The first level of A begins at 0, the third just above 5; the size of the row is its limit and 5.
    expect(at(5)[0]).toEqual([1, 1, 1]);
    expect(at(5 - 6e-10)[0]).toEqual([1, 1, 1]);
    expect(at(5 - 8e-10)[0]).toEqual([1, 1, 0]);
    expect(at(0)[0]).toEqual([1, 0, 0]);
    expect(at(-7e-10)[0]).toEqual([1, 0, 0]);
    expect(at(-9e-10)).toEqual([]);
  });

  it("do not go by numbers that overflow", () => {
    expect(told(model(), { constraints: [linear({ A: 1e10 }, "<=", 1)] }, round(0)).live[0]).toEqual([1, 0, 0]);
    const wide = { ...model(), schema: { features: [{ name: "A", column: 0, min: 0, max: 1e300 }, ...features.slice(1)] } };
    expect(told(wide, { constraints: [linear({ A: 1e10 }, "<=", 1)] }, round(0)).live[0]).toEqual([1, 1, 1]);
    expect(told(wide, { constraints: [linear({ A: 1e10 }, "<=", 1)] }, round(1)).bound).toBe(-Infinity);
  });
});

describe("hyperplanes in a round", () => {
  /** Class 1 on either side: left up to 2 A - B = `threshold`, right above. */
  const plane = (threshold: number): object => model([{ ...leafOnly, feature: [-2, -1, -1], threshold: [threshold, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, [0, 1], [0, 1]], hyperplanes: { 0: { columns: [0, 1], weights: [2, -1] } } }]);
  const priced = (...gamma: number[]): number[] => [1, ...doubles(0), ...gamma.flatMap((x, r) => [r + 1, ...doubles(x)]), 0, 0];
  const amount = (x: number, y: number): number => 2 * (x - 3) - (y - 4);

  it("let one level pay the limit, and the other the most of the box", () => {
    const [, cost, costs] = KINDS[0]!;
    for (const threshold of [2, 4]) {
      for (const part of PARTS.slice(0, 8)) {
        const limit = threshold - 2;
        for (const [left, right] of [[0.25, 0], [0, 0.25], [0.125, 0.5], [1, 0.0625]] as const) {
          // Rows of the left and the right side.
          const of = [row(2, -1, 0, 0), row(-2, 1, 0, 0)];
          const { bound: found, live } = told(plane(threshold), { cost }, priced(left, right), part);
          const rest = bound(costs, of, [left, right], live);
          const points = within(0, live).flatMap((x) => [Math.min(...within(1, live)), Math.max(...within(1, live))].map((y) => amount(x, y)));
          const sides = [-left * limit - right * Math.max(...points.map((x) => -x)), -left * Math.max(...points) + right * limit];
          expect(found, `${String(threshold)} ${String(part)} ${String(left)} ${String(right)}`).toBeCloseTo(rest + Math.min(...sides.filter((_, k) => live[3]![k] === 1)), 8);
        }
      }
    }
  });

  it("lose the side that no value of the box reaches, and levels that the only side left cannot have", () => {
    const live = (threshold: number, constraints: object[] = [], sides: [number[], number[]] = [[0, 1], [0, 1]]): number[][] => {
      const document = model([{ ...leafOnly, feature: [-2, -1, -1], threshold: [threshold, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, ...sides], hyperplanes: { 0: { columns: [0, 1], weights: [2, -1] } } }]);
      return told(document, { constraints }, [1, ...doubles(0), 0, 0]).live;
    };
    // 2 A - B lies from -8 to 16.
    expect(live(4)[3]).toEqual([1, 1]);
    expect(live(-8)[3]).toEqual([1, 1]);
    expect(live(-8.001)[3]).toEqual([0, 1]);
    expect(live(16)[3]).toEqual([1, 1]);
    expect(live(16.001)[3]).toEqual([1, 0]);
    // Only the right side is of class 1: above 9 lies no A up to 2, and with A above 5 all of B does.
    expect(live(9, [], [[1, 0], [0, 1]])).toEqual([[0, 1, 1], [1, 1, 1], [1, 1, 1], [0, 1]]);
    expect(live(10.001, [], [[1, 0], [0, 1]])).toEqual([[0, 0, 1], [1, 1, 1], [1, 1, 1], [0, 1]]);
    expect(live(12, [], [[1, 0], [0, 1]])).toEqual([[0, 0, 1], [1, 1, 0], [1, 1, 1], [0, 1]]);
    expect(live(13.5, [], [[1, 0], [0, 1]])).toEqual([[0, 0, 1], [1, 0, 0], [1, 1, 1], [0, 1]]);
    // Only the left side.
    expect(live(-5.5, [], [[0, 1], [1, 0]])).toEqual([[1, 0, 0], [0, 0, 1], [1, 1, 1], [1, 0]]);
    expect(live(-3.5, [], [[0, 1], [1, 0]])).toEqual([[1, 1, 0], [0, 1, 1], [1, 1, 1], [1, 0]]);
  });
});
