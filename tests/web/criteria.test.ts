/**
 * The eight criteria of counterfactual explanations (Maragno et al. 2022, Section 1; the columns of its Table 1, and validity), each
 * ticked by a request that is solved, and one more by a request that asks for all of them. The checks of the answers are computed here from the
 * model's file: the forest is walked, values are listed, weights are added up; nothing is asked of the engine.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { CoreModel, start } from "../../www/src/engine/core.js";
import { bareSchema } from "../../www/src/lessons/walk-parts.js";
import type { Answer, ConstraintDoc, Counterfactual, RequestDoc } from "../../www/src/types.js";
import { root, wasm } from "./models.js";

interface File {
  trees: { feature: number[]; threshold: number[]; left: number[]; right: number[]; value: (number[] | null)[] }[];
  background: { rows: number[][]; labels: number[] };
}

const bytes = readFileSync(resolve(root, "www/public/examples/loan.json"));
const { trees, background } = JSON.parse(bytes.toString()) as File;
const ACCEPTED = 1;
/** A refused person; every feature of the example has whole numbers or levels, so that all its values can be listed. */
const person = background.rows[61]!;
const [CREDIT, DURATION, CHECKING, SAVINGS, HOUSING, EMPLOYED, LOANS, AGE] = [0, 1, 2, 3, 4, 5, 6, 8] as const;
const PURPOSE = [9, 10, 11, 12, 13, 14];
/** Least and most of each column that is no category, as the example's schema says. */
const ENDS: [number, number][] = [[250, 10000], [6, 60], [0, 3], [0, 4], [0, 2], [0, 40], [0, 3], [0, 1], [19, 75]];
const ACTIONS: ConstraintDoc[] = [
  { fix: "Age" },
  { fix: "Purpose" },
  { direction: { feature: "Savings", change: "increase" } },
  { direction: { feature: "Housing", change: "increase" } },
  { direction: { feature: "Employed for", change: "increase" } },
  { direction: { feature: "Other loans", change: "decrease" } },
];
const MONTHS = 0.0055;

/** The forest's mean probability of being accepted. */
function accepts(row: readonly number[]): boolean {
  let sum = 0;
  for (const { feature, threshold, left, right, value } of trees) {
    let at = 0;
    while (feature[at]! >= 0) at = Math.fround(row[feature[at]!]!) <= threshold[at]! ? left[at]! : right[at]!;
    sum += value[at]![ACCEPTED]! - value[at]![0]!;
  }
  return sum / trees.length > 1e-6;
}

/** Steps as shares of a column's range. */
const far = (column: number, row: readonly number[]): number => Math.abs(row[column]! - person[column]!) / (ENDS[column]![1] - ENDS[column]![0]);
const moved = (row: readonly number[], column: number): boolean => row[column] !== person[column];
const withValues = (values: Record<number, number>): number[] => person.map((x, column) => values[column] ?? x);
const range = ([least, most]: [number, number]): number[] => Array.from({ length: most - least + 1 }, (_, k) => least + k);

/** Features by their first column, for counting changes. */
const changed = (row: readonly number[]): number[] => [...ENDS.keys(), PURPOSE[0]!].filter((column) => (column === PURPOSE[0] ? PURPOSE.some((c) => moved(row, c)) : moved(row, column)));

let core: CoreModel;

beforeAll(() => {
  start(wasm());
  const given = CoreModel.load(bytes, "loan.json");
  // Without the example's own limits and weights: the requests say all that is asked.
  const plain = CoreModel.load(bytes, "loan.json", bareSchema(given.info));
  core = plain;
});

function solve(request: Partial<RequestDoc>): Answer {
  const search = core.search({ query: [...person], target: { class: ACCEPTED }, ...request });
  while (!search.step(1000));
  const answer = search.answer(0);
  search.free();
  expect(answer.status).toBe("optimal");
  return answer;
}

const first = (answer: Answer): Counterfactual => {
  const [one] = answer.counterfactuals;
  if (!one) throw new Error("no answer");
  return one;
};

const isValid = (row: readonly number[]): void => {
  expect(accepts(person)).toBe(false);
  expect(accepts(row)).toBe(true);
};

const isActionable = (row: readonly number[]): void => {
  for (const column of [AGE, ...PURPOSE]) expect(row[column]).toBe(person[column]);
  for (const column of [SAVINGS, HOUSING, EMPLOYED]) expect(row[column]).toBeGreaterThanOrEqual(person[column]!);
  expect(row[LOANS]).toBeLessThanOrEqual(person[LOANS]!);
};

const isCoherent = (row: readonly number[]): void => {
  expect(PURPOSE.map((column) => row[column]).sort()).toEqual([0, 0, 0, 0, 0, 1]);
  for (const [column, [least, most]] of ENDS.entries()) {
    expect(Number.isInteger(row[column])).toBe(true);
    expect(row[column]).toBeGreaterThanOrEqual(least);
    expect(row[column]).toBeLessThanOrEqual(most);
  }
};

/** The distance of the answer from its witnesses' mixture, in l1 over shares of ranges; all of them are accepted people. */
const outside = ({ values, hull = [] }: Counterfactual): number => {
  expect(hull.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9);
  for (const { row, weight } of hull) {
    expect(weight).toBeGreaterThan(0);
    expect(background.labels[row]).toBe(ACCEPTED);
  }
  const mixed = (column: number): number => hull.reduce((sum, { row, weight }) => sum + weight * background.rows[row]![column]!, 0);
  return values.reduce((sum, x, column) => sum + Math.abs(x - mixed(column)) / (ENDS[column] ? ENDS[column][1] - ENDS[column][0] : 1), 0);
};

const follows = ({ values }: Counterfactual): number => Math.abs(values[DURATION]! - person[DURATION]! - MONTHS * (values[CREDIT]! - person[CREDIT]!));
const cause: ConstraintDoc = { causal: { feature: "Duration", parents: { "Credit amount": MONTHS } } };

const ticks: Record<string, () => void> = {
  validity: () => isValid(first(solve({ cost: { norm: "l1" } })).values),

  proximity: () => {
    // Every amount with every duration, by hand.
    const others = ["Checking account", "Savings", "Housing", "Employed for", "Other loans", "Guarantor", "Age", "Purpose"];
    const { values, cost } = first(solve({ cost: { norm: "l1" }, constraints: others.map((fix) => ({ fix })) }));
    isValid(values);
    let least = Infinity;
    for (const months of range(ENDS[DURATION]!)) {
      for (const amount of range(ENDS[CREDIT]!)) {
        const row = withValues({ [CREDIT]: amount, [DURATION]: months });
        const steps = far(CREDIT, row) + far(DURATION, row);
        if (steps < least && accepts(row)) least = steps;
      }
    }
    expect(cost).toBeCloseTo(least, 9);
    expect(far(CREDIT, values) + far(DURATION, values)).toBeCloseTo(least, 9);
  },

  sparsity: () => {
    const fixed = ["Credit amount", "Duration", "Checking account"];
    const { values, cost } = first(solve({ cost: { norm: "l0" }, constraints: [...ACTIONS, ...fixed.map((fix) => ({ fix }))] }));
    isValid(values);
    expect(changed(values)).toHaveLength(cost);
    expect(cost).toBe(2);
    // No feature alone is enough.
    for (const [column, ends] of ENDS.entries()) {
      if (column <= CHECKING || column === AGE) continue;
      for (const x of range(ends)) {
        const up = column === SAVINGS || column === HOUSING || column === EMPLOYED;
        if ((up && x < person[column]!) || (column === LOANS && x > person[column]!)) continue;
        expect(accepts(withValues({ [column]: x })), `column ${column} at ${x}`).toBe(false);
      }
    }
  },

  coherence: () => {
    // Changing the purpose is made cheap, so that the answer does.
    const { values } = first(solve({ cost: { norm: "l1", weights: { Purpose: 0.001 } } }));
    isValid(values);
    isCoherent(values);
    expect(PURPOSE.some((column) => moved(values, column))).toBe(true);
  },

  actionability: () => {
    const free = first(solve({ cost: { norm: "l2" } }));
    const { values, cost } = first(solve({ cost: { norm: "l2" }, constraints: ACTIONS }));
    isValid(values);
    isActionable(values);
    // The answer without limits is one that nobody could act on.
    expect(moved(free.values, AGE)).toBe(true);
    expect(cost).toBeGreaterThan(free.cost);
  },

  "data manifold closeness": () => {
    const near = first(solve({ cost: { norm: "l1" }, plausibility: { hull: { epsilon: 0.05, norm: "l1" } } }));
    isValid(near.values);
    expect(outside(near)).toBeLessThanOrEqual(0.05 + 1e-8);
  },

  causality: () => {
    const answer = first(solve({ cost: { norm: "l1" }, constraints: [cause, { range: { feature: "Credit amount", max: person[CREDIT]! - 500 } }] }));
    isValid(answer.values);
    expect(follows(answer)).toBeLessThanOrEqual(0.5 + 1e-9);
    expect(answer.changes.find(({ feature }) => feature === "Duration")?.consequence).toBe(true);
  },

  diversity: () => {
    const answers = solve({ cost: { norm: "l1" }, count: 4, distinct: "features" }).counterfactuals;
    expect(answers).toHaveLength(4);
    const sets = answers.map(({ values }) => new Set(changed(values)));
    answers.forEach(({ values }) => isValid(values));
    sets.forEach((set, at) => sets.slice(0, at).forEach((before) => expect([...before].every((column) => set.has(column))).toBe(false)));
  },
};

describe("the criteria of CE-OCL's Table 1", () => {
  const names = ["validity", "proximity", "sparsity", "coherence", "actionability", "data manifold closeness", "causality", "diversity"];
  test.each(names)("%s", (name) => ticks[name]!());

  test("all of them in one request", () => {
    const { counterfactuals } = solve({
      cost: { norm: "l1", per_change: 0.02 },
      constraints: [...ACTIONS, cause, { max_changes: 5 }],
      plausibility: { hull: { epsilon: 0.1 } },
      count: 3,
      distinct: "features",
    });
    expect(counterfactuals).toHaveLength(3);
    for (const one of counterfactuals) {
      isValid(one.values);
      isActionable(one.values);
      isCoherent(one.values);
      expect(outside(one)).toBeLessThanOrEqual(0.1 + 1e-8);
      expect(follows(one)).toBeLessThanOrEqual(0.5 + 1e-9);
      expect(changed(one.values).length).toBeLessThanOrEqual(5);
    }
    const sets = counterfactuals.map(({ values }) => changed(values).join());
    expect(new Set(sets).size).toBe(3);
  });
});
