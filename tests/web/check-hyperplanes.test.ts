// Certificates of models with hyperplanes: the engine's are confirmed, and no claim above the least cost is, whatever becomes of the proof.
import { beforeAll, describe, expect, it } from "vitest";
import { checker } from "../../www/src/check/index.js";
import { start } from "../../www/src/engine/core.js";
import { certified, type Certified } from "./certified.js";
import { wasm } from "./models.js";
import { below, one, random } from "./random-sums.js";

const SIDE = 7;

/** Trees of hyperplanes over two numbers, a switch and three grades; whole numbers where `whole`. */
function someModel(whole: boolean): object {
  const plane = (): { columns: number[]; weights: number[] } => {
    const columns = [0, 1, 2, 3].filter(() => random() < 0.7);
    return columns.length > 1 ? { columns, weights: columns.map(() => one([-2, -1, -0.7, 0.4, 1, 3])) } : plane();
  };
  const leaf = (): number[] => one([[1, 0], [0, 1], [0.7, 0.3], [0.4, 0.6]]);
  const shared = plane();
  // Of whole numbers points may lie on hyperplanes. Numbers keep a billionth away from them, which leaves nothing of a corner.
  const off = whole ? one([0, 0.5]) : 0.31;
  const tree = (): object => ({
    ...{ weight: 1 + below(2), feature: [-2, -2, -1, -1, -1], left: [1, 3, -1, -1, -1], right: [2, 4, -1, -1, -1] },
    ...{ threshold: [below(9) - 1 + off, below(9) - 1 + off, 0, 0, 0], value: [null, null, leaf(), leaf(), leaf()], hyperplanes: { 0: plane(), 1: random() < 0.4 ? shared : plane() } },
  });
  const kind = whole ? "integer" : "numeric";
  const features = [
    ...["A", "B"].map((name, column) => ({ name, column, kind, min: 0, max: SIDE - 1 })),
    { name: "Switch", column: 2, kind: "binary", labels: ["off", "on"], values: [0, 1] },
    { name: "Grade", column: 3, kind: "ordinal", labels: ["a", "b", "c"], values: [0, 1, 4] },
  ];
  return {
    ...{ format: "espalier", version: 1, kind: "classifier", input: one(["float32", "float64"]), compare: one(["<=", "<"]), hyperplane_sums: one(["float32", "float64"]) },
    ...{ aggregation: "mean", base: [0, 0], link: "none", columns: 4, classes: ["no", "yes"], schema: { features }, trees: Array.from({ length: 1 + below(3) }, tree) },
  };
}

const someRequest = (): object => ({
  query: [below(SIDE), below(SIDE), one(["off", "on"]) === "off" ? 0 : 1, one([0, 1, 4])],
  target: { class: "yes" },
  cost: { norm: { l0: one([0, 0.2]), l1: 1, l2: one([0, 1]) } },
  constraints: random() < 0.4 ? [{ linear: { terms: { A: 1, B: 1 }, op: "<=", rhs: 8 } }] : [],
});

/** The answer with another claim. */
function claiming(answer: Certified, cost: number): unknown {
  return { ...answer, counterfactuals: answer.counterfactuals.map((c) => ({ ...c, cost })), certificate: { ...answer.certificate, cost, proved: undefined } };
}

beforeAll(() => start(wasm()));

describe("certificates of hyperplanes", () => {
  it("confirms the proofs of the engine, and nothing above their claims", () => {
    let [confirmed, raised] = [0, 0];
    for (let i = 0; i < 140; i++) {
      const { answer, check } = certified(someModel(i % 2 === 0), someRequest());
      if (answer.status !== "optimal" && answer.status !== "infeasible") continue;
      expect(check(answer), `instance ${i}`).toMatchObject({ checked: true });
      confirmed++;
      const cost = answer.counterfactuals[0]?.cost;
      if (cost === undefined || cost === 0) continue;
      raised++;
      for (const by of [1.0001, 1.1, 3]) expect(check(claiming(answer, cost * by + 1e-6)), `instance ${i}, ${by} times as dear`).toMatchObject({ checked: false });
      const [proof = ""] = answer.certificate.proofs;
      const bytes = Uint8Array.from(atob(proof), (c) => c.charCodeAt(0));
      for (let n = 0; n < 20; n++) {
        const damaged = bytes.slice();
        damaged[below(bytes.length)]! ^= 1 << below(8);
        const claim = claiming(answer, cost * 1.001 + 1e-6) as Certified;
        claim.certificate.proofs = [btoa(String.fromCharCode(...damaged))];
        expect(check(claim), `instance ${i}, damaged`).toMatchObject({ checked: false });
      }
    }
    expect(confirmed).toBeGreaterThan(100);
    expect(raised).toBeGreaterThan(30);
  });

  it("proves the least cost of all rows, where these can be looked at", () => {
    let met = 0;
    for (let i = 0; i < 40; i++) {
      const [model, request] = [someModel(true), someRequest()];
      const { answer } = certified(model, request);
      const verdict = checker(model);
      // A boundless claim is confirmed of everything, so that an objection is to the row itself.
      let least = Infinity;
      for (let at = 0; at < SIDE * SIDE * 6; at++) {
        const values = [at % SIDE, Math.floor(at / SIDE) % SIDE, Math.floor(at / SIDE ** 2) % 2, [0, 1, 4][Math.floor(at / SIDE ** 2 / 2)]!];
        const certificate = { version: 1, cost: -1, cuts: [[], [], [], []], proofs: [btoa("\0")] };
        const found = verdict({ ...request, certificate: true }, { status: "optimal", counterfactuals: [{ values, cost: -1 }], certificate });
        const cost = found.checked ? undefined : /^the counterfactual costs (.*), not -1$/.exec(found.what)?.[1];
        if (cost !== undefined) least = Math.min(least, Number(cost));
      }
      if (answer.status !== "optimal") {
        expect(least, `instance ${i}`).toBe(Infinity);
        continue;
      }
      met++;
      expect(answer.counterfactuals[0]!.cost, `instance ${i}`).toBeCloseTo(least, 9);
    }
    expect(met).toBeGreaterThan(10);
  });

  it("refuses multipliers of hyperplanes that there are not", () => {
    const { answer, check } = certified(someModel(false), someRequest());
    const rows = [answer.certificate].map((certificate) => {
      const bytes = [1, ...new Uint8Array(Float64Array.of(0).buffer), 120, ...new Uint8Array(Float64Array.of(1).buffer), 0, 0, 0];
      return check({ ...answer, certificate: { ...certificate, proofs: [btoa(String.fromCharCode(...bytes))] } });
    });
    expect(rows[0]).toMatchObject({ checked: false });
  });
});
