// Random multipliers beside sums confirm nothing that looking at every row refutes.
import { expect, it } from "vitest";
import { checker } from "../../www/src/check/index.js";
import type { RequestDoc } from "../../www/src/types.js";
import { below, NAMES, one, random, rowsOf, SIDE, someCost, someModel, someSums } from "./random-sums.js";

function bytes(...parts: (number[] | number)[]): string {
  const all = parts.flatMap((part) => (typeof part === "number" ? [part] : [1, ...new Uint8Array(Float64Array.from(part).buffer), 0]));
  return btoa(String.fromCharCode(...all));
}

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
    // Boundless claims are confirmed of everything, so that an objection is to the row itself.
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
});
