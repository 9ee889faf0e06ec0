// Small random models and requests with sums over features.
import type { ConstraintDoc, CostDoc, RequestDoc } from "../../www/src/types.js";

let state = 7;
export const random = (): number => (state = (state * 48271) % 2147483647) / 2147483647;
export const below = (n: number): number => Math.floor(random() * n);
export const one = <T>(of: readonly T[]): T => of[below(of.length)]!;

export const SIDE = 7;
export const NAMES = ["A", "B", "C"] as const;

/** Whole numbers A and B and ordered labels C, all from 0 to 6; three stumps vote. */
export function someModel(): object {
  const trees = NAMES.map((_, f) => {
    const up = random() < 0.7;
    return { weight: 1 + below(3), feature: [f, -1, -1], threshold: [below(SIDE - 1) + 0.5, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, up ? [1, 0] : [0, 1], up ? [0, 1] : [1, 0]] };
  });
  const ways = ["free", "free", "free", "increase", "decrease"];
  const features = NAMES.map((name, column) => (column < 2 ? { name, column, kind: "integer", min: 0, max: SIDE - 1, change: one(ways) } : { name, column, kind: "ordinal", labels: ["a", "b", "c", "d", "e", "f", "g"], values: [0, 1, 2, 3, 4, 5, 6] }));
  return { format: "espalier", version: 1, kind: "classifier", input: one(["float32", "float64"]), compare: "<=", aggregation: "mean", base: [0, 0], link: "none", columns: 3, classes: ["no", "yes"], schema: { features }, trees };
}

export function someCost(): CostDoc {
  const piecewise: CostDoc["piecewise"] = random() < 0.3 ? { B: [[-3, 2 * random() + 0.3], [-1, 0.1], [0, 0], [2, 0.2 * random()], [4, 1]] } : {};
  return { norm: { l0: one([0, 0.2]), l1: one([0, 1]), l2: one([0, 1, 3]) }, per_change: one([0, 0.1]), weights: { A: { up: 1, down: 2 } }, piecewise };
}

export function someSums(): ConstraintDoc[] {
  const linear = (): ConstraintDoc => {
    const labels = { a: below(5) - 2, d: one([-1.5, 1]), g: below(3) - 1 };
    const terms = { A: below(5) - 2, B: one([-1, 1]), ...(random() < 0.5 ? { C: one([below(3) - 1, labels]) } : {}) };
    return { linear: { terms, op: one(["<=", ">="] as const), rhs: below(9) - 4.5, of: one(["value", "change"] as const) } };
  };
  const causal: ConstraintDoc = { causal: { feature: "A", parents: { B: one([-1, 0.75, 1.25]) }, cost: one(["own", "none"] as const) } };
  return [...(random() < 0.8 ? [linear()] : []), ...(random() < 0.5 ? [causal] : []), ...(random() < 0.3 ? [linear()] : []), ...(random() < 0.3 ? [{ max_changes: 2 }] : [])];
}

/** How many rows over features a request makes. */
export const rowsOf = ({ constraints = [] }: RequestDoc): number => constraints.reduce((sum, c) => sum + ("linear" in c ? 1 : "causal" in c ? 2 : 0), 0);
