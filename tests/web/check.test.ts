import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { checker, type Verdict } from "../../www/src/check/index.js";
import { draws } from "../../www/src/draws.js";
import { CoreModel, start } from "../../www/src/engine/core.js";
import type { ConditionDoc, ConstraintDoc, CostDoc } from "../../www/src/types.js";
import { certified, type Certificate } from "./certified.js";
import { checksOf, fixture, root, stump, wasm } from "./models.js";

beforeAll(() => start(wasm()));

const example = (name: string): { schema: { features: { name: string }[] }; background: { rows: (number | null)[][] }; classes: string[] } & object =>
  JSON.parse(readFileSync(resolve(root, "www/public/examples", name), "utf8")) as ReturnType<typeof example>;

/** A rejected person of the stump, who has to earn more. */
const poor = { query: [1, 20], target: { class: 1 } };

const costs: Record<string, CostDoc> = {
  l0: { norm: "l0" },
  l1: { norm: "l1" },
  l2: { norm: "l2" },
  linf: { norm: "linf" },
  mixed: { norm: { l0: 0.1, l1: 1, l2: 0.5 }, per_change: 0.05 },
};

describe("the check of certificates", () => {
  for (const [name, cost] of Object.entries(costs)) {
    it(`confirms the answers found of the examples under ${name}`, () => {
      for (const file of ["iris.json", "tumour.json", "loan.json"]) {
        const document = example(file);
        for (const [i, query] of document.background.rows.slice(0, 2).entries()) {
          const { answer, check } = certified(document, { query, target: { class: i % 2 }, cost });
          expect(check(answer)).toMatchObject({ checked: true, cost: answer.certificate.cost });
        }
      }
    });
  }

  it("confirms that limits leave no answer", () => {
    for (const constraints of [[{ fix: "Income" }], [{ max_changes: 0 }], [{ range: { feature: "Income", max: 3 } }], [{ direction: { feature: "Income", change: "decrease" } }]]) {
      const { answer, check } = certified(stump, { ...poor, constraints });
      expect(answer.status).toBe("infeasible");
      expect(check(answer)).toMatchObject({ checked: true, cost: null });
    }
  });

  it("confirms answers under rules of the request", () => {
    const rule = { if: { feature: "Income", min: 3 }, then: { feature: "Age", min: 40 } };
    const { answer, check } = certified(stump, { ...poor, constraints: [rule] });
    expect(answer.counterfactuals[0]?.values[1]).toBe(40);
    expect(check(answer)).toMatchObject({ checked: true });
  });

  it("confirms answers under rules of several conditions, and that others leave none", () => {
    const document = example("loan.json");
    const rnd = draws(7);
    const one = <T>(list: readonly T[]): T => list[Math.floor(rnd() * list.length)]!;
    const condition = (): ConditionDoc => {
      const [from, to] = [6 + Math.floor(20 * rnd()), 30 + Math.floor(20 * rnd())];
      const ranges = [{ feature: "Duration", min: from, max: to }, { feature: "Duration", max: from }, { feature: "Credit amount", min: 100 * from }, { feature: "Credit amount", min: 100 * from, max: 100 * to }];
      return one<ConditionDoc>([...ranges, { feature: "Housing", in: ["rent"] }, { feature: "Savings", in: ["below 500 EUR", "500 to 1,000 EUR"] }, { feature: "Credit amount", unchanged: true }, { feature: "Guarantor", unchanged: true }]);
    };
    const side = (): ConditionDoc | { all: ConditionDoc[] } | { any: ConditionDoc[] } => {
      const some = Array.from({ length: 1 + Math.floor(4 * rnd()) }, condition);
      return one([condition(), { all: some }, { any: some }]);
    };
    const found = { optimal: 0, infeasible: 0, dearer: 0 };
    for (let i = 0; i < 40; i++) {
      const constraints: ConstraintDoc[] = [...Array.from({ length: 1 + (i % 4) }, () => ({ if: side(), then: side() })), ...(i % 4 === 3 ? [{ max_changes: 1 }] : [])];
      const asked = { query: document.background.rows[i % 5]!, target: { class: 1 } };
      const { answer, check } = certified(document, { ...asked, constraints });
      expect(check(answer), JSON.stringify(constraints)).toMatchObject({ checked: true, cost: answer.certificate.cost });
      if (answer.status !== "optimal" && answer.status !== "infeasible") throw new Error(answer.status);
      found[answer.status]++;
      const { cost } = answer.certificate;
      const free = certified(document, asked).answer.certificate.cost ?? 0;
      if (cost !== null && cost <= free * 1.001) continue;
      found.dearer++;
      // The proof does not stand without the rules.
      const alone = checker(document)({ ...asked, certificate: true }, answer);
      expect(alone).toMatchObject({ checked: false });
    }
    expect(found.infeasible).toBeGreaterThan(1);
    expect(found.dearer).toBeGreaterThan(9);
  });

  it("confirms answers of other libraries' models: missing values, categories, intervals that begin at minus infinity, values", () => {
    const files = ["lgb-zero/model.txt", "lgb-missing/model.txt", "lgb-categories/model.txt", "lgb-regression/model.txt", "lgb-softmax/model.txt", "xgb-missing/model.json", "cat-logloss/model.json", "cat-missing-max/model.json", "cat-multiclass/model.json"];
    for (const file of files) {
      const document = JSON.parse(new TextDecoder().decode(CoreModel.load(new Uint8Array(fixture(file)), file).document())) as { kind: string };
      const { rows } = checksOf(file);
      for (const [i, query] of rows.slice(0, 3).entries()) {
        const target = document.kind === "regressor" ? { value: [null, 0] } : { class: i % 2 };
        const { answer, check } = certified(document, { query, target });
        expect(check(answer), file).toMatchObject({ checked: true, cost: answer.certificate.cost });
      }
    }
  });

  it("refutes a claim above the optimum", () => {
    const { answer, check } = certified(stump, poor);
    const cost = (answer.certificate.cost ?? 0) * 1.01;
    const [first] = answer.counterfactuals;
    const raised = { ...answer, counterfactuals: [{ ...first, cost }], certificate: { ...answer.certificate, cost } };
    expect(check(raised)).toMatchObject({ checked: false, proof: 0 });
  });

  it("refutes that there is no answer where there is one", () => {
    const { answer, check } = certified(stump, poor);
    const none = { ...answer, status: "infeasible", counterfactuals: [], certificate: { ...answer.certificate, cost: null } };
    expect(check(none)).toMatchObject({ checked: false, proof: 0 });
  });

  it("refutes proofs that are cut short, go on, lack cuts, or are of another request", () => {
    const { answer, check } = certified(stump, poor);
    const { certificate } = answer;
    const bytes = atob(certificate.proofs[0] ?? "");
    const other = (part: Partial<Certificate>): Verdict => check({ ...answer, certificate: { ...certificate, ...part } });
    for (let keep = 0; keep < bytes.length; keep++) expect(other({ proofs: [btoa(bytes.slice(0, keep))] }).checked).toBe(false);
    expect(other({ proofs: [btoa(`${bytes}\0`)] }).checked).toBe(false);
    expect(other({ proofs: [] }).checked).toBe(false);
    expect(other({ cuts: certificate.cuts.map(() => []) }).checked).toBe(false);
    const elsewhere = certified(stump, { ...poor, query: [2, 20] }).answer;
    expect(check(elsewhere).checked).toBe(false);
  });

  it("confirms no false claim, whatever bytes of the proof are changed", () => {
    const document = example("loan.json");
    const query = document.background.rows[0];
    const { answer, check } = certified(document, { query, target: { class: document.classes.length - 1 } });
    const { certificate } = answer;
    const cost = (certificate.cost ?? 0) * 1.05 + 1e-6;
    const proof = atob(certificate.proofs[0] ?? "");
    let state = 5;
    const random = (below: number): number => (state = (state * 48271) % 2147483647) % below;
    for (let i = 0; i < 30; i++) {
      const at = random(proof.length);
      const damaged = proof.slice(0, at) + String.fromCharCode(random(256)) + proof.slice(at + 1);
      const claim = { ...answer, counterfactuals: [{ ...answer.counterfactuals[0], cost }], certificate: { ...certificate, cost, proofs: [btoa(damaged)] } };
      expect(check(claim)).toMatchObject({ checked: false, proof: 0 });
    }
  });

  it("refutes bounds in which costs vanish beside large messages", () => {
    const { answer, check } = certified(stump, { ...poor, query: [2, 20] });
    expect(answer.certificate.cost).toBeCloseTo(0.15);
    // A round in which Income pays the tree 1.5e15 at every level: the cost of 0.15 is rounded up to 0.25 beside it.
    const round = new DataView(new ArrayBuffer(19));
    [1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1].forEach((byte, at) => round.setUint8(at, byte));
    round.setFloat32(13, 1.5e15, true);
    const proofs = [btoa(String.fromCharCode(...new Uint8Array(round.buffer)))];
    expect(check({ ...answer, certificate: { ...answer.certificate, cost: 0.2, proofs }, counterfactuals: [{ ...answer.counterfactuals[0], cost: 0.2 }] })).toEqual({
      checked: false,
      what: "a box is closed that may hold a cheaper answer",
      proof: 0,
      byte: 19,
    });
  });

  it("refutes a counterfactual that misses the target or is beyond a limit", () => {
    const { answer, check } = certified(stump, { ...poor, constraints: [{ range: { feature: "Age", max: 30 } }] });
    const instead = (values: number[]): Verdict => check({ ...answer, counterfactuals: [{ ...answer.counterfactuals[0], values }] });
    expect(instead([3, 20])).toMatchObject({ checked: false, what: "the counterfactual misses the target" });
    expect(instead([4, 31])).toMatchObject({ checked: false, what: expect.stringContaining("beyond a limit") as string });
    expect(instead([4.5, 20])).toMatchObject({ checked: false, what: expect.stringContaining("costs") as string });
  });
});
