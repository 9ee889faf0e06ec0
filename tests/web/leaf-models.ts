/** Random models with linear leaves, and forests with consequences that follow from trees, over two numbers, a switch and a grade; and requests to them. */
import { below, one, random } from "./random-sums.js";

const SIDE = 7;
const COLUMNS = [0, 1, 2, 3];

const features = (whole: boolean): object[] => [
  ...["A", "B"].map((name, column) => ({ name, column, kind: whole ? "integer" : "numeric", min: 0, max: SIDE - 1 })),
  { name: "Switch", column: 2, kind: "binary", labels: ["off", "on"], values: [0, 1] },
  { name: "Grade", column: 3, kind: "ordinal", labels: ["a", "b", "c"], values: [0, 1, 4] },
];

const weight = (): number => one([-2, -1, -0.7, 0.4, 1, 3]);

const sum = (): { columns: number[]; weights: number[] } => {
  const columns = COLUMNS.filter(() => random() < 0.7);
  return columns.length > 0 ? { columns, weights: columns.map(weight) } : sum();
};

function ofClasses(whole: boolean): object {
  const stump = (output: number | undefined): object => {
    const values = (): number[] => (output === undefined ? [weight(), weight(), weight()] : [weight()]);
    const linear = (): object => {
      const { columns, weights } = sum();
      return { columns, weights: output === undefined ? [weights, columns.map(weight), columns.map(weight)] : weights };
    };
    return { ...(output === undefined ? {} : { output }), feature: [below(2), -1, -1], threshold: [0.5 + below(5), 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, values(), values()], linear: { 2: linear(), ...(random() < 0.5 ? { 1: linear() } : {}) } };
  };
  return {
    ...{ format: "espalier", version: 1, kind: "classifier", input: one(["float32", "float64"]), compare: "<=", aggregation: "sum", base: [weight(), weight(), weight()], link: "softmax" },
    ...{ columns: 4, classes: ["no", "perhaps", "yes"], schema: { features: features(whole) }, trees: random() < 0.5 ? [stump(0), stump(1), stump(2)] : [stump(undefined), stump(below(3))] },
  };
}

/** A linear regression, trees with linear leaves, or a network of one hidden layer, of which a class, a probability or a value is asked for; or trees with linear leaves of three classes, each of one class or of all. */
export function someModel(kind: "line" | "trees" | "network" | "classes", whole: boolean): object {
  if (kind === "classes") return ofClasses(whole);
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

const target = (model: object): object => ("classes" in model && "link" in model && model.link === "softmax" ? { class: one(["no", "perhaps", "yes"]) } : "classes" in model ? one([{ class: "yes" }, { class: "no" }, { class: "yes", min_probability: 0.8 }]) : { value: one([[3.5, null], [null, 0.5], [1, 2.5]]) });

export const someRequest = (model: object): object => ({
  query: [below(SIDE), below(SIDE), below(2), one([0, 1, 4])],
  target: target(model),
  cost: { norm: { l0: one([0, 0.2]), l1: 1, l2: one([0, 1]) } },
  constraints: [...(random() < 0.3 ? [{ linear: { terms: { A: 1, B: 1 }, op: "<=", rhs: 8 } }] : []), ...(random() < 0.3 ? [{ max_changes: 2 }] : [])],
});

/** A request to one model, of which another with linear leaves is asked too. */
export function besideAnother(): { model: object; request: object } {
  const [model, other] = [someModel(one(["line", "trees", "network"] as const), true), someModel(one(["line", "trees", "network"] as const), true)];
  const { constraints, ...request } = someRequest(model) as { constraints: object[] };
  return { model, request: { ...request, constraints: [...constraints, { also: { model: { ...other, input: (model as { input: string }).input }, target: target(other) } }] } };
}

/** A row of these features. */
export const someRow = (): number[] => [SIDE * 0.9 * random(), below(SIDE), below(2), one([0, 1, 4])];

/** A forest of two columns, in which B follows from trees over A and the switch. */
export function following(): { model: object; request: object } {
  const tree = (read: () => number, leaf: () => unknown): object => ({
    ...{ output: 0, feature: [read(), read(), -1, -1, -1], threshold: [0.5 + below(4), 0.5, 0, 0, 0], left: [1, 3, -1, -1, -1], right: [2, 4, -1, -1, -1], value: [null, null, leaf(), leaf(), leaf()] },
  });
  const frame = { format: "espalier", version: 1, input: one(["float32", "float64"]), compare: "<=", aggregation: "sum", base: [0.1], columns: 4 };
  const model = { ...frame, kind: "classifier", link: "logistic", classes: ["no", "yes"], schema: { features: features(random() < 0.5) }, trees: [tree(() => below(2), () => [weight()]), tree(() => below(3), () => [weight()])] };
  const cause = { ...frame, kind: "regressor", trees: [tree(() => one([0, 2]), () => [below(3)]), tree(() => one([0, 2]), () => [one([0, 0.5])])] };
  const constraints = [{ causal: { feature: "B", model: cause, cost: one(["own", "none"]) } }];
  return { model, request: { query: [below(SIDE), below(SIDE), below(2), one([0, 1, 4])], target: { class: one(["yes", "no"]) }, cost: { norm: "l1" }, constraints } };
}
