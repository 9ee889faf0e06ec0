// Certificates of answers in a hull: the engine's are confirmed, and no claim above the least cost is, whatever becomes of the proof or its directions.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { start } from "../../www/src/engine/core.js";
import { certified } from "./certified.js";
import { claiming, damage, type InHull } from "./hull-claims.js";
import { root, wasm } from "./models.js";
import { below, one, random } from "./random-sums.js";

const SIDE = 7;

/** Trees over two numbers, a switch, three grades and a category, with hyperplanes where `slanted`, and rows. */
function someModel(slanted: boolean): { background: { rows: number[][]; labels: number[] } } {
  const leaf = (): number[] => one([[1, 0], [0, 1], [0.7, 0.3], [0.4, 0.6]]);
  const plane = (): object => ({ columns: [0, 1], weights: [one([-1, 0.4, 1]), one([-2, 0.7, 3])] });
  const tree = (): object => ({
    ...{ weight: 1 + below(2), feature: [slanted ? -2 : below(2), 2 + below(5), -1, -1, -1], left: [1, 3, -1, -1, -1], right: [2, 4, -1, -1, -1] },
    ...{ threshold: [below(SIDE - 1) + 0.31, 0.5, 0, 0, 0], value: [null, null, leaf(), leaf(), leaf()], ...(slanted ? { hyperplanes: { 0: plane() } } : {}) },
  });
  const features = [
    { name: "A", column: 0, kind: "numeric", min: 0, max: SIDE - 1 },
    { name: "B", column: 1, kind: one(["integer", "numeric"]), min: 0, max: SIDE - 1 },
    { name: "Switch", column: 2, kind: "binary", labels: ["off", "on"], values: [0, 1] },
    { name: "Grade", column: 3, kind: "ordinal", labels: ["a", "b", "c"], values: [0, 1, 4] },
    { name: "Group", columns: [4, 5, 6], kind: "categorical", labels: ["x", "y", "z"] },
  ];
  return {
    ...{ format: "espalier", version: 1, kind: "classifier", input: one(["float32", "float64"]), compare: one(["<=", "<"]) },
    ...{ aggregation: "mean", base: [0, 0], link: "none", columns: 7, classes: ["no", "yes"], schema: { features }, trees: Array.from({ length: 1 + below(3) }, tree) },
    background: { rows: Array.from({ length: 12 + below(20) }, someRow), labels: [] as number[] },
  };
}

const someRow = (): number[] => {
  const group = below(3);
  return [SIDE * 0.9 * random(), below(SIDE), below(2), one([0, 1, 4]), ...[0, 1, 2].map((k) => Number(k === group))];
};

const someRequest = (): object => ({
  query: someRow(),
  target: { class: "yes" },
  cost: { norm: { l0: one([0, 0.2]), l1: 1, l2: one([0, 1]) } },
  plausibility: { hull: { epsilon: one([0, 0.05, 0.2]), norm: one(["l1", "l2", "linf"]), clusters: one([1, 1, 2, 3]) } },
  constraints: random() < 0.3 ? [{ linear: { terms: { A: 1, B: 1 }, op: "<=", rhs: 8 } }] : [],
});

/** The model with labels of its rows, the first of which has the target. */
function labelled(model: ReturnType<typeof someModel>): object {
  model.background.labels = model.background.rows.map((_, i) => Number(i === 0 || random() < 0.6));
  return model;
}

beforeAll(() => start(wasm()));

describe("certificates of hulls", () => {
  it("confirms the proofs of the engine, and nothing above their claims", { timeout: 120_000 }, () => {
    let [confirmed, raised] = [0, 0];
    for (let i = 0; i < 150; i++) {
      const { answer, check } = certified(labelled(someModel(i % 3 === 0)), someRequest());
      if (answer.status !== "optimal" && answer.status !== "infeasible") continue;
      expect(check(answer), `instance ${i}`).toMatchObject({ checked: true });
      confirmed++;
      const cost = answer.counterfactuals[0]?.cost;
      if (cost === undefined || cost === 0) continue;
      raised++;
      const least = cost * 1.001 + 1e-4;
      for (const by of [1, 1.1, 3]) expect(check(claiming(answer, least * by)), `instance ${i}, ${by} times as dear`).toMatchObject({ checked: false });
      for (let n = 0; n < 20; n++) {
        const claim = claiming(answer, least);
        damage(claim);
        expect(check(claim), `instance ${i}, damaged`).toMatchObject({ checked: false });
      }
    }
    expect(confirmed).toBeGreaterThan(120);
    expect(raised).toBeGreaterThan(30);
  });

  const loan = JSON.parse(readFileSync(resolve(root, "www/public/examples/loan.json"), "utf8")) as { background: { rows: (number | null)[][] } };
  const request = (query: unknown, hull: object): object => ({ query, target: { class: "accepted" }, plausibility: { hull } });

  for (const hull of [{}, { epsilon: 0.05, norm: "l2" }, { clusters: 3 }]) {
    it(`proves answers of the loan example in its hull: ${JSON.stringify(hull)}`, { timeout: 120_000 }, () => {
      let held = 0;
      for (const query of loan.background.rows.slice(0, 14)) {
        const { answer, check } = certified(loan, request(query, hull));
        expect(check(answer)).toMatchObject({ checked: true });
        const cost = answer.counterfactuals[0]?.cost ?? 0;
        if (cost === 0) continue;
        held++;
        expect(check(claiming(answer, cost * 1.001))).toMatchObject({ checked: false });
        // Without its directions a proof says nothing of the hull.
        const { certificate } = answer as InHull;
        expect(check({ ...answer, certificate: { ...certificate, hull: certificate.hull.map(() => []) } })).toMatchObject({ checked: false });
        expect(check({ ...answer, certificate: { ...certificate, hull: [...certificate.hull, []] } })).toMatchObject({ what: "there is not a list of directions for each cluster" });
        const tiny = certificate.hull.map((own) => own.map((y) => y.map((x) => x! * 1e-320)));
        expect(check({ ...answer, certificate: { ...certificate, hull: tiny } })).toMatchObject({ what: "a direction does not fit the hull" });
      }
      expect(held).toBeGreaterThan(1);
    });
  }

  it("refuses an answer between the rows of several clusters", { timeout: 60_000 }, () => {
    let refused = 0;
    for (let i = 0; i < 300; i++) {
      const [model, asked] = [labelled(someModel(false)), someRequest()];
      const { answer } = certified(model, { ...asked, plausibility: { hull: {} } });
      const { answer: parted, check } = certified(model, { ...asked, plausibility: { hull: { clusters: 3 } } });
      const [first, other] = [answer.counterfactuals[0], parted.counterfactuals[0]];
      if (first === undefined || other === undefined || first.cost > other.cost - 1e-3) continue;
      // The proof of a cheaper claim holds, and the answer in the whole hull costs that much.
      expect(check({ ...claiming(parted, first.cost), counterfactuals: [first] })).toMatchObject({ checked: false, what: "the rows of the counterfactual's mixture are of several clusters" });
      refused++;
    }
    expect(refused).toBeGreaterThan(1);
  });
});
