// Random multipliers beside sums confirm nothing that looking at every row refutes.
import { expect, it } from "vitest";
import { checker } from "../../www/src/check/index.js";
import type { ConstraintDoc, CostDoc, RequestDoc } from "../../www/src/types.js";

let state = 7;
const random = (): number => (state = (state * 48271) % 2147483647) / 2147483647;
const below = (n: number): number => Math.floor(random() * n);
const one = <T>(of: readonly T[]): T => of[below(of.length)]!;

const SIDE = 7;
const NAMES = ["A", "B", "C"] as const;

/** Whole numbers A and B and ordered labels C, all from 0 to 6; three stumps vote. */
function someModel(): object {
  const trees = NAMES.map((_, f) => {
    const up = random() < 0.7;
    return { weight: 1 + below(3), feature: [f, -1, -1], threshold: [below(SIDE - 1) + 0.5, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, up ? [1, 0] : [0, 1], up ? [0, 1] : [1, 0]] };
  });
  const ways = ["free", "free", "free", "increase", "decrease"];
  const features = NAMES.map((name, column) => (column < 2 ? { name, column, kind: "integer", min: 0, max: SIDE - 1, change: one(ways) } : { name, column, kind: "ordinal", labels: ["a", "b", "c", "d", "e", "f", "g"], values: [0, 1, 2, 3, 4, 5, 6] }));
  return { format: "espalier", version: 1, kind: "classifier", input: one(["float32", "float64"]), compare: "<=", aggregation: "mean", base: [0, 0], link: "none", columns: 3, classes: ["no", "yes"], schema: { features }, trees };
}

function someCost(): CostDoc {
  const piecewise: CostDoc["piecewise"] = random() < 0.3 ? { B: [[-3, 2 * random() + 0.3], [-1, 0.1], [0, 0], [2, 0.2 * random()], [4, 1]] } : {};
  return { norm: { l0: one([0, 0.2]), l1: one([0, 1]), l2: one([0, 1, 3]) }, per_change: one([0, 0.1]), weights: { A: { up: 1, down: 2 } }, piecewise };
}

function someSums(): ConstraintDoc[] {
  const linear = (): ConstraintDoc => {
    const terms = { A: below(5) - 2, B: one([-1, 1]), ...(random() < 0.5 ? { C: below(3) - 1 } : {}) };
    return { linear: { terms, op: one(["<=", ">="] as const), rhs: below(9) - 4.5, of: one(["value", "change"] as const) } };
  };
  const causal: ConstraintDoc = { causal: { feature: "A", parents: { B: one([-1, 0.75, 1.25]) }, cost: one(["own", "none"] as const) } };
  return [...(random() < 0.8 ? [linear()] : []), ...(random() < 0.5 ? [causal] : []), ...(random() < 0.3 ? [linear()] : []), ...(random() < 0.3 ? [{ max_changes: 2 }] : [])];
}

function bytes(...parts: (number[] | number)[]): string {
  const all = parts.flatMap((part) => (typeof part === "number" ? [part] : [1, ...new Uint8Array(Float64Array.from(part).buffer), 0]));
  return btoa(String.fromCharCode(...all));
}

/** How many rows over features a request makes. */
const rowsOf = ({ constraints = [] }: RequestDoc): number => constraints.reduce((sum, c) => sum + ("linear" in c ? 1 : "causal" in c ? 2 : 0), 0);

it("confirms no false claim, whatever the multipliers, and the true one of many", () => {
  let [tried, cheapest, none] = [0, 0, 0];
  for (let i = 0; i < 70; i++) {
    const model = someModel();
    const request: RequestDoc = { query: [below(SIDE), below(SIDE), below(SIDE)], target: { class: 1 }, cost: someCost(), constraints: someSums(), certificate: true };
    if (rowsOf(request) === 0) continue;
    const check = checker(model);
    const cuts = NAMES.map((_, f) => (f === 2 ? [] : Array.from({ length: SIDE - 1 }, (_, k) => k + 0.5).filter((at) => (model as { trees: { threshold: number[] }[] }).trees[f]!.threshold[0] === at || random() < 0.3)));
    const says = (values: number[], cost: number | null, proof: string): string => {
      const found = check(request, { status: cost === null ? "infeasible" : "optimal", counterfactuals: cost === null ? [] : [{ values, cost }], certificate: { version: 1, cost, cuts, proofs: [proof] } });
      return found.checked ? "" : found.what;
    };
    // Boundless claims are confirmed of everything, so that what is said is said of the row itself.
    let best: { values: number[]; cost: number } | undefined;
    for (let at = 0; at < SIDE ** 3; at++) {
      const values = [at % SIDE, Math.floor(at / SIDE) % SIDE, Math.floor(at / SIDE ** 2)];
      const found = says(values, -1, bytes(0));
      const cost = /^the counterfactual costs (.*), not -1$/.exec(found)?.[1];
      if (cost !== undefined && (best === undefined || Number(cost) < best.cost)) best = { values, cost: Number(cost) };
    }
    const changes = request.constraints?.some((c) => "max_changes" in c) === true;
    const shape = (): number[] => [random() * one([0, 1, 3]), ...(changes ? [random() * one([0, 0.3])] : []), ...Array.from({ length: rowsOf(request) }, () => random() * one([0, 0, 0.1, 1, 10]))];
    const proofs = Array.from({ length: 60 }, () => (random() < 0.5 ? bytes(shape(), 0) : bytes(2, below(2), 0, 1, 1, shape(), shape(), 0, shape(), 0)));
    tried++;
    if (best === undefined) {
      none += Number(proofs.some((proof) => says([], null, proof) === ""));
      continue;
    }
    const higher = best.cost * 1.001 + 1e-6;
    for (const proof of proofs) {
      expect(says(best.values, higher, proof)).toBe("a box is closed that may hold a cheaper answer");
      expect(says(best.values, null, proof)).toBe("a box is closed that may hold a cheaper answer");
    }
    const { values, cost } = best;
    cheapest += Number(proofs.some((proof) => says(values, cost, proof) === ""));
  }
  expect(tried).toBeGreaterThan(50);
  expect(cheapest).toBeGreaterThan(tried / 4);
  expect(none).toBeGreaterThan(2);
}, 60_000);
