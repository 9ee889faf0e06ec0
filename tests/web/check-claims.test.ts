// Every claim of an answer is refuted by itself: each case breaks one limit, and nothing but its cost is wrong without that limit.
import { beforeAll, describe, expect, it } from "vitest";
import type { Verdict } from "../../www/src/check/index.js";
import { start } from "../../www/src/engine/core.js";
import type { ConstraintDoc, CostDoc } from "../../www/src/types.js";
import { certified } from "./certified.js";
import { wasm } from "./models.js";

beforeAll(() => start(wasm()));

/** The columns of each feature. */
const COLUMNS = { Income: [0], Age: [1], School: [2], Car: [3], Job: [4, 5, 6], Region: [7] } as const;
type Name = keyof typeof COLUMNS;
type Values = Partial<Record<Name, (number | null)[]>>;

const features = [
  { name: "Income", kind: "numeric", column: 0, min: 0, max: 10 },
  { name: "Age", kind: "integer", column: 1, min: 18, max: 90 },
  { name: "School", kind: "ordinal", column: 2, labels: ["none", "some", "much"], values: [0, 1, 2] },
  { name: "Car", kind: "binary", column: 3, labels: ["no", "yes"] },
  { name: "Job", kind: "categorical", columns: [4, 5, 6], labels: ["a", "b", "c"] },
  { name: "Region", kind: "categorical", column: 7, labels: ["n", "s", "w"], values: [0, 1, 2] },
];

/** Accepted above 3.5 in Income; `changes` goes into the schema. */
const model = (changes: Partial<Record<Name, string>> = {}): object => ({
  ...{ format: "espalier", version: 1, kind: "classifier", input: "float64", compare: "<=", aggregation: "mean", base: [0, 0], link: "none", columns: 8 },
  trees: [{ weight: 1, feature: [0, -1, -1], threshold: [3.5, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, [0.9, 0.1], [0.2, 0.8]] }],
  schema: { features: features.map((feature) => ({ ...feature, ...(changes[feature.name as Name] ? { change: changes[feature.name as Name] } : {}) })), classes: ["no", "yes"] },
});

/** A refused person: some school, no car, job a, region s. */
const person = [1, 20, 1, 0, 1, 0, 0, 1];

interface Case {
  constraints?: ConstraintDoc[];
  schema?: Partial<Record<Name, string>>;
  cost?: CostDoc;
  /** Values that the answer is given in place of its own. */
  instead?: Values;
}

/** An answer of the engine, with other values. */
function told({ constraints = [], schema = {}, cost = { norm: "l1" }, instead = {} }: Case): Verdict {
  const { answer, check } = certified(model(schema), { query: person, target: { class: 1 }, cost, constraints });
  const [first] = answer.counterfactuals;
  const values: (number | null)[] = [...first!.values];
  for (const [name, own] of Object.entries(instead)) COLUMNS[name as Name].forEach((column, i) => (values[column] = own[i] ?? null));
  return check({ ...answer, counterfactuals: [{ ...first, values }] });
}

const beyond = (name: Name): string => `the counterfactual's "${name}" is beyond a limit`;
const none = (name: Name): string => `the counterfactual's "${name}" is no value of that feature`;
const RULE = "the counterfactual breaks a rule of the request";
const SUM = "the counterfactual does not keep a sum of the request";

/** Broken limits: the limit, the values that break it, and the words. */
const broken: [Case, string][] = [
  [{ constraints: [{ fix: "Age" }], instead: { Age: [21] } }, beyond("Age")],
  [{ constraints: [{ fix: "Job" }], instead: { Job: [0, 1, 0] } }, beyond("Job")],
  [{ constraints: [{ range: { feature: "Age", max: 25 } }], instead: { Age: [26] } }, beyond("Age")],
  [{ constraints: [{ range: { feature: "Age", min: 19 } }], instead: { Age: [18] } }, beyond("Age")],
  [{ constraints: [{ range: { feature: "Age", min: 19, max: 30 } }, { range: { feature: "Age", max: 24 } }], instead: { Age: [25] } }, beyond("Age")],
  [{ constraints: [{ range: { feature: "Income", max: 5 } }], instead: { Income: [5.5] } }, beyond("Income")],
  [{ constraints: [{ direction: { feature: "Age", change: "increase" } }], instead: { Age: [19] } }, beyond("Age")],
  [{ constraints: [{ direction: { feature: "Age", change: "decrease" } }], instead: { Age: [21] } }, beyond("Age")],
  [{ constraints: [{ direction: { feature: "Age", change: "fixed" } }], instead: { Age: [21] } }, beyond("Age")],
  [{ constraints: [{ direction: { feature: "School", change: "increase" } }], instead: { School: [0] } }, beyond("School")],
  [{ constraints: [{ direction: { feature: "School", change: "decrease" } }], instead: { School: [2] } }, beyond("School")],
  [{ constraints: [{ direction: { feature: "Car", change: "decrease" } }], instead: { Car: [1] } }, beyond("Car")],
  [{ schema: { Age: "fixed" }, instead: { Age: [21] } }, beyond("Age")],
  [{ schema: { Age: "increase" }, instead: { Age: [19] } }, beyond("Age")],
  [{ schema: { Age: "decrease" }, instead: { Age: [21] } }, beyond("Age")],
  [{ schema: { School: "increase" }, instead: { School: [0] } }, beyond("School")],
  [{ schema: { Car: "fixed" }, instead: { Car: [1] } }, beyond("Car")],
  [{ schema: { Job: "fixed" }, instead: { Job: [0, 0, 1] } }, beyond("Job")],
  [{ schema: { Region: "fixed" }, instead: { Region: [2] } }, beyond("Region")],
  [{ constraints: [{ levels: { feature: "School", allow: ["some", "much"] } }], instead: { School: [0] } }, beyond("School")],
  [{ constraints: [{ levels: { feature: "Job", allow: ["a", "c"] } }], instead: { Job: [0, 1, 0] } }, beyond("Job")],
  [{ constraints: [{ levels: { feature: "Region", allow: ["s"] } }], instead: { Region: [0] } }, beyond("Region")],
  [{ constraints: [{ levels: { feature: "Region", allow: ["s", "w"] } }, { levels: { feature: "Region", allow: ["s", "n"] } }], instead: { Region: [2] } }, beyond("Region")],
  [{ constraints: [{ max_changes: 1 }], instead: { Age: [21] } }, "the counterfactual changes too many features"],
  [{ constraints: [{ max_changes: 3 }, { max_changes: 1 }], instead: { Car: [1] } }, "the counterfactual changes too many features"],
  [{ constraints: [{ if: { feature: "Income", min: 3 }, then: { feature: "Age", min: 20, max: 40 } }], instead: { Age: [41] } }, RULE],
  [{ constraints: [{ if: { feature: "Income", min: 3 }, then: { feature: "Age", min: 20, max: 40 } }], instead: { Age: [19] } }, RULE],
  [{ constraints: [{ if: { feature: "Income", max: 9 }, then: { feature: "Age", max: 30 } }], instead: { Age: [31] } }, RULE],
  [{ constraints: [{ if: { feature: "Age", min: 25, max: 30 }, then: { feature: "School", in: ["much"] } }], instead: { Age: [25] } }, RULE],
  [{ constraints: [{ if: { feature: "Age", min: 25, max: 30 }, then: { feature: "School", in: ["much"] } }], instead: { Age: [30] } }, RULE],
  [{ constraints: [{ if: { feature: "Income", min: 3 }, then: { feature: "Region", in: ["s", "n"] } }], instead: { Region: [2] } }, RULE],
  [{ constraints: [{ if: { feature: "Job", in: ["b"] }, then: { feature: "Age", min: 30 } }], instead: { Job: [0, 1, 0] } }, RULE],
  [{ constraints: [{ if: { feature: "Income", min: 3 }, then: { feature: "Car", unchanged: true } }], instead: { Car: [1] } }, RULE],
  [{ constraints: [{ if: { feature: "Age", unchanged: true }, then: { feature: "Car", in: ["no"] } }], instead: { Car: [1] } }, RULE],
  [{ constraints: [{ linear: { terms: { Age: 1, Income: 1 }, op: "<=", rhs: 30 } }], instead: { Age: [28] } }, SUM],
  [{ constraints: [{ linear: { terms: { Age: 1, Income: 1 }, op: ">=", rhs: 20 } }], instead: { Age: [18], Income: [1.9] } }, SUM],
  [{ constraints: [{ linear: { terms: { Age: 1 }, op: "<=", rhs: 5, of: "change" } }], instead: { Age: [26] } }, SUM],
];

/** Values that no level or number of the feature is. */
const odd: [Values, Name][] = [
  [{ Income: [null] }, "Income"],
  [{ Age: [20.5] }, "Age"],
  [{ Age: [null] }, "Age"],
  [{ School: [1.5] }, "School"],
  [{ School: [3] }, "School"],
  [{ Car: [2] }, "Car"],
  [{ Job: [1, 1, 0] }, "Job"],
  [{ Job: [0, 0, 0] }, "Job"],
  [{ Job: [0, 2, 0] }, "Job"],
  [{ Region: [3] }, "Region"],
  [{ Region: [null] }, "Region"],
];

describe("the check of an answer's claims", () => {
  it("confirms the engine's own answer under every limit of this file", () => {
    for (const [{ constraints = [], schema = {} }] of broken) expect(told({ constraints, schema }), JSON.stringify(constraints)).toMatchObject({ checked: true });
  });

  for (const [broke, words] of broken) {
    it(`refutes ${JSON.stringify(broke.instead)} under ${JSON.stringify(broke.constraints ?? broke.schema)}`, () => {
      expect(told(broke)).toEqual({ checked: false, what: words });
      // Without the limit only the cost is another; an income that misses the target is no case for that.
      if (!broke.instead?.Income || (broke.instead.Income[0] ?? 0) > 3.5) expect(told({ instead: broke.instead ?? {} })).toMatchObject({ checked: false, what: expect.stringContaining("the counterfactual costs") as string });
    });
  }

  for (const [instead, name] of odd) {
    it(`refutes ${JSON.stringify(instead)}, which is no value`, () => expect(told({ instead })).toEqual({ checked: false, what: none(name) }));
  }

  it("keeps numbers within their domain, which holds the person's own", () => {
    for (const [name, values] of [["Age", [17, 91]], ["Income", [-0.5, 10.5]]] as const) {
      for (const value of values) expect(told({ instead: { [name]: [value] } })).toEqual({ checked: false, what: beyond(name) });
    }
  });

  it("refutes another number of values than columns, and statuses that prove nothing", () => {
    const { answer, check } = certified(model(), { query: person, target: { class: 1 } });
    const [first] = answer.counterfactuals;
    for (const values of [first!.values.slice(1), [...first!.values, 0]]) {
      expect(check({ ...answer, counterfactuals: [{ ...first, values }] })).toEqual({ checked: false, what: "the counterfactual has not one value for each column" });
    }
    for (const status of ["feasible", "unknown", undefined]) expect(check({ ...answer, status })).toEqual({ checked: false, what: "the answer does not claim to be proved" });
    expect(check({ ...answer, counterfactuals: [] })).toEqual({ checked: false, what: "answer and certificate do not speak of the same" });
    expect(check({ ...answer, status: "infeasible" })).toEqual({ checked: false, what: "answer and certificate do not speak of the same" });
    expect(check({ ...answer, certificate: undefined })).toEqual({ checked: false, what: "there is no certificate" });
    const cost = first!.cost;
    for (const other of [cost * (1 + 1e-6), cost * (1 - 1e-6), cost + 1]) {
      expect(check({ ...answer, counterfactuals: [{ ...first, cost: other }] })).toEqual({ checked: false, what: "the certificate is of another cost than the answer" });
    }
  });
});

describe("the check of an answer's cost", () => {
  /** Costs of a rise in Income from 1 to just above 3.5, in words of the contract. */
  const costs: [CostDoc, number][] = [
    [{ norm: "l0" }, 1],
    [{ norm: "l1" }, 0.25],
    [{ norm: "l2" }, 0.0625],
    [{ norm: "linf" }, 0.25],
    [{ norm: "l1", per_change: 0.5 }, 0.75],
    [{ norm: "l1", weights: { Income: 4 } }, 1],
    [{ norm: "l1", weights: { Income: { up: 2, down: 9 } } }, 0.5],
    [{ norm: "l2", weights: { Income: 2 } }, 0.125],
    [{ norm: { l0: 0.1, l1: 1, l2: 0.5 } }, 0.1 + 0.25 + 0.03125],
    [{ norm: "l1", piecewise: { Income: [[-1, 3], [0, 0], [1, 2], [3, 8]] } }, 2 + 1.5 * 3],
    [{ norm: "l1", piecewise: { Income: [[-1, 3], [0, 0], [1, 2]] }, per_change: 1 }, 6],
  ];
  for (const [cost, expected] of costs) {
    it(`is ${expected} under ${JSON.stringify(cost)}, and that of a longer way is refuted`, () => {
      const verdict = told({ cost });
      expect(verdict).toMatchObject({ checked: true });
      expect(verdict.checked && verdict.cost).toBeCloseTo(expected, 9);
      const longer = told({ cost, instead: { Income: [4.5] } });
      if ("norm" in cost && cost.norm === "l0") expect(longer).toMatchObject({ checked: true });
      else expect(longer).toMatchObject({ checked: false, what: expect.stringMatching(/^the counterfactual costs [\d.]+, not /) as string });
    });
  }

  it("counts the cost of each kind of feature", () => {
    const extra: [Values, number][] = [
      [{ Age: [29] }, 0.125],
      [{ Age: [18] }, 2 / 72],
      [{ School: [2] }, 0.5],
      [{ School: [0] }, 0.5],
      [{ Car: [1] }, 1],
      [{ Job: [0, 0, 1] }, 1],
      [{ Region: [0] }, 1],
    ];
    for (const [instead, more] of extra) {
      const verdict = told({ instead });
      const costs = verdict.checked ? NaN : Number(/^the counterfactual costs ([\d.]+), not /.exec(verdict.what)?.[1]);
      expect(costs, JSON.stringify(instead)).toBeCloseTo(0.25 + more, 9);
    }
  });

  it("takes the request's words on levels", () => {
    const cost: CostDoc = { norm: "l1", tables: { School: { much: 0.125 }, Job: { c: 7 } } };
    for (const [instead, more] of [[{ School: [2] }, 0.125], [{ School: [0] }, 0.5], [{ Job: [0, 0, 1] }, 7], [{ Job: [0, 1, 0] }, 1]] as const) {
      const verdict = told({ cost, instead: instead as unknown as Values });
      const costs = verdict.checked ? NaN : Number(/^the counterfactual costs ([\d.]+), not /.exec(verdict.what)?.[1]);
      expect(costs, JSON.stringify(instead)).toBeCloseTo(0.25 + more, 9);
    }
  });
});
