// Certificates of models with linear leaves and of consequences that follow from trees: the engine's are confirmed, and no claim above the least cost is,
// whatever becomes of the proof.
import { beforeAll, describe, expect, it } from "vitest";
import { start } from "../../www/src/engine/core.js";
import { certified, type Certified } from "./certified.js";
import { wasm } from "./models.js";
import { below, one, random } from "./random-sums.js";

const SIDE = 7;
const COLUMNS = [0, 1, 2, 3];

const features = (whole: boolean): object[] => [
  ...["A", "B"].map((name, column) => ({ name, column, kind: whole ? "integer" : "numeric", min: 0, max: SIDE - 1 })),
  { name: "Switch", column: 2, kind: "binary", labels: ["off", "on"], values: [0, 1] },
  { name: "Grade", column: 3, kind: "ordinal", labels: ["a", "b", "c"], values: [0, 1, 4] },
];

const weight = (): number => one([-2, -1, -0.7, 0.4, 1, 3]);

/** A linear regression, trees with linear leaves, or a network of one hidden layer; a class, a probability or a value is asked for. */
function someModel(kind: "line" | "trees" | "network", whole: boolean): object {
  const sum = (): { columns: number[]; weights: number[] } => {
    const columns = COLUMNS.filter(() => random() < 0.7);
    return columns.length > 0 ? { columns, weights: columns.map(weight) } : sum();
  };
  const line = (): object => ({ output: 0, feature: [-1], threshold: [0], left: [-1], right: [-1], value: [[0.3]], linear: { 0: sum() } });
  const grown = (): object => ({
    ...{ output: 0, feature: [below(2), below(2), -1, -1, -1], threshold: [0.5 + below(5), 0.5 + below(5), 0, 0, 0], left: [1, 3, -1, -1, -1], right: [2, 4, -1, -1, -1] },
    ...{ value: [null, null, [weight()], [weight()], [weight()]], linear: { 2: sum(), 4: sum() } },
  });
  const neuron = (): object => {
    const { columns, weights } = sum();
    const [out, bias] = [weight(), 0.31 + below(5) - 2];
    return {
      ...{ output: 0, feature: [-2, -1, -1], threshold: [-bias, 0, 0], left: [1, -1, -1], right: [2, -1, -1], hyperplanes: { 0: { columns, weights } } },
      ...{ value: [null, [0], [out * bias]], linear: { 2: { columns, weights: weights.map((w) => w * out) } } },
    };
  };
  const trees = { line: () => [line()], trees: () => Array.from({ length: 1 + below(2) }, grown), network: () => Array.from({ length: 1 + below(4) }, neuron) }[kind]();
  const valued = random() < 0.3;
  return {
    ...{ format: "espalier", version: 1, kind: valued ? "regressor" : "classifier", input: one(["float32", "float64"]), compare: "<=", arithmetic: one(["plain", "plain", "xgboost", "scikit-learn"]) },
    ...{ aggregation: "sum", base: [weight()], link: valued ? one(["none", "exp"]) : "logistic", columns: 4, ...(valued ? {} : { classes: ["no", "yes"] }), schema: { features: features(whole) }, trees },
  };
}

const target = (model: object): object => ("classes" in model ? one([{ class: "yes" }, { class: "no" }, { class: "yes", min_probability: 0.8 }]) : { value: one([[3.5, null], [null, 0.5], [1, 2.5]]) });

const someRequest = (model: object): object => ({
  query: [below(SIDE), below(SIDE), below(2), one([0, 1, 4])],
  target: target(model),
  cost: { norm: { l0: one([0, 0.2]), l1: 1, l2: one([0, 1]) } },
  constraints: [...(random() < 0.3 ? [{ linear: { terms: { A: 1, B: 1 }, op: "<=", rhs: 8 } }] : []), ...(random() < 0.3 ? [{ max_changes: 2 }] : [])],
});

/** A forest of two columns, in which B follows from trees over A and the switch. */
function following(): { model: object; request: object } {
  const tree = (read: () => number, leaf: () => unknown): object => ({
    ...{ output: 0, feature: [read(), read(), -1, -1, -1], threshold: [0.5 + below(4), 0.5, 0, 0, 0], left: [1, 3, -1, -1, -1], right: [2, 4, -1, -1, -1], value: [null, null, leaf(), leaf(), leaf()] },
  });
  const frame = { format: "espalier", version: 1, input: one(["float32", "float64"]), compare: "<=", aggregation: "sum", base: [0.1], columns: 4 };
  const model = { ...frame, kind: "classifier", link: "logistic", classes: ["no", "yes"], schema: { features: features(random() < 0.5) }, trees: [tree(() => below(2), () => [weight()]), tree(() => below(3), () => [weight()])] };
  const cause = { ...frame, kind: "regressor", trees: [tree(() => one([0, 2]), () => [below(3)]), tree(() => one([0, 2]), () => [one([0, 0.5])])] };
  const constraints = [{ causal: { feature: "B", model: cause, cost: one(["own", "none"]) } }];
  return { model, request: { query: [below(SIDE), below(SIDE), below(2), one([0, 1, 4])], target: { class: one(["yes", "no"]) }, cost: { norm: "l1" }, constraints } };
}

/** The answer with another claim. */
const claiming = (answer: Certified, cost: number): unknown => ({
  ...answer,
  counterfactuals: answer.counterfactuals.map((c) => ({ ...c, cost })),
  certificate: { ...answer.certificate, cost, proved: undefined },
});

/** Whether a certificate was there to be held to. */
function held(model: object, request: object, name: string): boolean {
  const { answer, check } = certified(model, request);
  if (answer.status !== "optimal" && answer.status !== "infeasible") return false;
  expect(check(answer), name).toMatchObject({ checked: true });
  const cost = answer.counterfactuals[0]?.cost;
  if (cost === undefined || cost === 0) return true;
  for (const by of [1.0001, 1.1, 3]) expect(check(claiming(answer, cost * by + 1e-6)), `${name}, ${by} times as dear`).toMatchObject({ checked: false });
  const bytes = Uint8Array.from(atob(answer.certificate.proofs[0]!), (c) => c.charCodeAt(0));
  for (let n = 0; n < 12; n++) {
    const damaged = bytes.slice();
    damaged[below(bytes.length)]! ^= 1 << below(8);
    const claim = claiming(answer, cost * 1.001 + 1e-6) as Certified;
    claim.certificate.proofs = [btoa(String.fromCharCode(...damaged))];
    expect(check(claim), `${name}, damaged`).toMatchObject({ checked: false });
  }
  return true;
}

beforeAll(() => start(wasm()));

describe("certificates of linear leaves", () => {
  for (const kind of ["line", "trees", "network"] as const)
    it(`confirms the proofs of the engine, and nothing above their claims: ${kind}`, () => {
      let count = 0;
      for (let i = 0; i < 60; i++) {
        const model = someModel(kind, i % 2 === 0);
        count += Number(held(model, someRequest(model), `${kind} ${i}`));
      }
      expect(count).toBeGreaterThan(40);
    });

  it("confirms those beside consequences of trees", () => {
    let count = 0;
    for (let i = 0; i < 60; i++) {
      const { model, request } = following();
      count += Number(held(model, request, `consequence ${i}`));
    }
    expect(count).toBeGreaterThan(40);
  });
});
