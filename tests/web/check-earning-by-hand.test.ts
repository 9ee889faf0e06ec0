// Prices below 0 on wide cells, names and messages: small certificates made by hand, of which the check accepts the true ones alone.
import { describe, expect, it } from "vitest";
import { checker, type Verdict } from "../../www/src/check/index.js";

/** Class 1 where A is at most `cut`. */
const model = (cut: number, more: object = {}): object => ({
  ...{ format: "espalier", version: 1, kind: "classifier", input: "float64", compare: "<=", aggregation: "sum", link: "logistic", columns: 1, classes: ["no", "yes"], base: [0] },
  trees: [{ weight: 1, feature: [0, -1, -1], threshold: [cut, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, 1, -1] }],
  schema: { classes: ["no", "yes"], features: [{ name: "A", column: 0, min: 0, max: 10 }] },
  ...more,
});

/** One box, closed by its costs: no round and no part. */
const CLOSED = btoa(String.fromCharCode(0));

/** The verdict on the claim that a value of A is the cheapest at this cost. */
function claims(own: number, piecewise: [number, number][], { value, cost }: { value: number; cost: number }, of: object = model(8)): Verdict {
  const request = { query: [own], target: { class: 1 }, cost: { piecewise: { A: piecewise } }, certificate: true };
  return checker(of)(request, { status: "optimal", counterfactuals: [{ values: [value], cost }], certificate: { version: 1, cost, cuts: [[8]], proofs: [CLOSED] } });
}

describe("prices that earn, on cells with many values", () => {
  it("the cheapest value of a cell is where its price is least, and not an end of the cell", () => {
    const prices: [number, number][] = [[-9, 1], [-5, -0.5], [0, 0], [1, 1]];
    expect(claims(9, prices, { value: 4, cost: -0.5 })).toMatchObject({ checked: true });
    expect(claims(9, prices, { value: 8, cost: -0.1 })).toMatchObject({ checked: false });
  });

  it("staying is not the cheapest in its own cell where another value there earns", () => {
    const prices: [number, number][] = [[-1, 1], [0, 0], [4, -1], [9, 1]];
    expect(claims(1, prices, { value: 5, cost: -1 })).toMatchObject({ checked: true });
    expect(claims(1, prices, { value: 1, cost: 0 })).toMatchObject({ checked: false });
  });
});

describe("models and names", () => {
  it("a model need not state its base scores", () => {
    const { base, ...rest } = model(8) as { base: number[] };
    expect(base).toEqual([0]);
    expect(claims(9, [[-9, 9], [0, 0], [1, 1]], { value: 8, cost: 1 }, rest)).toMatchObject({ checked: true });
  });

  it("a class is looked up by name, and by number only where no class has that name", () => {
    const said = (classes: string[], name: string): Verdict => {
      const named = { ...model(8), classes, schema: { classes, features: [{ name: "A", column: 0, min: 0, max: 10 }] } };
      const request = { query: [9], target: { class: name }, cost: { piecewise: { A: [[-9, 9], [0, 0], [1, 1]] } }, certificate: true };
      return checker(named)(request, { status: "optimal", counterfactuals: [{ values: [8], cost: 1 }], certificate: { version: 1, cost: 1, cuts: [[8]], proofs: [CLOSED] } });
    };
    expect(said(["no", "yes"], "1")).toMatchObject({ checked: true });
    // Here "1" is the name of class 0, which 9 has already and 8 has not.
    expect(said(["1", "0"], "1")).toMatchObject({ checked: false });
    expect(said(["1", "0"], "0")).toMatchObject({ checked: true });
  });

  it("a class number may have two digits", () => {
    const many = Array.from({ length: 12 }, (_, k) => `c${String(k)}`);
    const leaf = (k: number): number[] => many.map((_, other) => Number(other === k));
    const wide = {
      ...{ format: "espalier", version: 1, kind: "classifier", input: "float64", compare: "<=", aggregation: "sum", link: "none", columns: 1, classes: many, base: many.map(() => 0) },
      trees: [{ weight: 1, feature: [0, -1, -1], threshold: [8, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, leaf(10), leaf(1)] }],
      schema: { classes: many, features: [{ name: "A", column: 0, min: 0, max: 10 }] },
    };
    const request = { query: [9], target: { class: "10" }, certificate: true };
    expect(checker(wide)(request, { status: "optimal", counterfactuals: [{ values: [8], cost: 0.1 }], certificate: { version: 1, cost: 0.1, cuts: [[8]], proofs: [CLOSED] } })).toMatchObject({ checked: true });
  });

  it("an ordered level may rise although its number falls", () => {
    const falling = {
      ...model(1.5),
      schema: { classes: ["no", "yes"], features: [{ name: "A", kind: "ordinal", column: 0, labels: ["low", "mid", "high"], values: [3, 2, 1], change: "increase" }] },
    };
    const request = (own: number): object => ({ query: [own], target: { class: 1 }, certificate: true });
    const at = (cost: number): object => ({ status: "optimal", counterfactuals: [{ values: [1], cost }], certificate: { version: 1, cost, cuts: [[]], proofs: [CLOSED] } });
    expect(checker(falling)(request(3), at(1))).toMatchObject({ checked: true });
    expect(checker({ ...falling, schema: { ...falling.schema, features: [{ ...falling.schema.features[0], change: "decrease" }] } })(request(3), at(1))).toMatchObject({ checked: false });
  });
});

describe("messages name the place of a wrong part", () => {
  const said = (request: object, answer: object): string => {
    const asked = { query: [9], target: { class: 1 }, certificate: true, ...request };
    try {
      const verdict = checker(model(8, { background: { rows: [[1]], labels: [1] }, isolation_forest: { trees: [{ feature: [0, -1, -1], threshold: [5, 0, 0], left: [1, -1, -1], right: [2, -1, -1], samples: [2, 1, 1], value: [null, null, null] }] } }))(asked, {
        ...{ status: "optimal", counterfactuals: [{ values: [8], cost: 0.1 }], certificate: { version: 1, cost: 0.1, cuts: [[8]], proofs: [CLOSED] } },
        ...answer,
      });
      return verdict.checked ? "checked" : verdict.what;
    } catch (error) {
      return (error as Error).message;
    }
  };

  it("of a pool and of a depth", () => {
    expect(said({ pool: 1 }, { pool: 7 })).toContain("/pool");
    expect(said({ pool: 1 }, { pool: [7] })).toContain("/pool");
    expect(said({ plausibility: { isolation_forest: { min_path_length: "long" } } }, {})).toContain("/plausibility/isolation_forest/min_path_length");
  });
});
