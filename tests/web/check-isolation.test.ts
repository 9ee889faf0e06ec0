import { beforeAll, describe, expect, it } from "vitest";
import { checker } from "../../www/src/check/index.js";
import { start } from "../../www/src/engine/core.js";
import type { RequestDoc } from "../../www/src/types.js";
import { certified } from "./certified.js";
import { fixture, wasm } from "./models.js";

beforeAll(() => start(wasm()));

interface Document {
  columns: number;
  classes: string[];
  background: { rows: number[][]; labels?: number[] };
  isolation_forest: { trees: object[] };
}
/** A forest of scikit-learn's with an isolation forest in its file, and rows with labels that have nothing to do with the model. */
function document(): Document {
  const model = JSON.parse(new TextDecoder().decode(new Uint8Array(fixture("sk-forest-with-isolation/model.json")))) as Document;
  let state = 3;
  const random = (): number => (state = (state * 48271) % 2147483647) / 2147483647;
  const rows = Array.from({ length: 60 }, () => Array.from({ length: model.columns }, () => Math.fround(3 * random() - 1.5)));
  return { ...model, background: { rows, labels: rows.map((_, i) => i % 2) } };
}

/** Requests of a few rows for another class each, at shares of the background rows or at path lengths. */
function* requests(model: Document, forests: readonly object[]): Generator<RequestDoc> {
  for (const [i, query] of model.background.rows.slice(0, 6).entries()) {
    for (const forest of forests) yield { query, target: { class: i % model.classes.length }, plausibility: { isolation_forest: forest as { outlier_quantile: number } } };
  }
}

describe("the check of certificates with an isolation forest", () => {
  it("confirms answers that lie deep enough, and that none does", () => {
    const model = document();
    const found = { optimal: 0, infeasible: 0 };
    for (const request of requests(model, [{ outlier_quantile: 0.1 }, { outlier_quantile: 0.7 }, { min_path_length: 4 }, { min_path_length: 90 }])) {
      const { answer, check } = certified(model, request);
      expect(check(answer)).toMatchObject({ checked: true, cost: answer.certificate.cost });
      found[answer.status as "optimal" | "infeasible"] += 1;
    }
    expect(found.optimal).toBeGreaterThan(5);
    expect(found.infeasible).toBeGreaterThan(5);
  });

  it("takes rows without labels by the model's own word", () => {
    const { background, ...rest } = document();
    const model = { ...rest, background: { rows: background.rows } };
    for (const request of requests(model, [{ outlier_quantile: 0.5 }])) {
      const { answer, check } = certified(model, request);
      expect(check(answer)).toMatchObject({ checked: true, cost: answer.certificate.cost });
    }
  });

  it("refutes the proof of a demand that is not the request's, and answers that lie less deep than is asked for", () => {
    const model = document();
    let differ = 0;
    for (const request of requests(model, [{ outlier_quantile: 0.95 }])) {
      const deep = certified(model, request);
      const shallow = certified(model, { ...request, plausibility: { isolation_forest: { min_path_length: 0 } } });
      const [dear, cheap] = [deep.answer.certificate.cost, shallow.answer.certificate.cost];
      if (cheap === null || dear === cheap) continue;
      differ += 1;
      expect(shallow.check(deep.answer).checked).toBe(false);
      expect(deep.check(shallow.answer).checked).toBe(false);
      if (dear === null) continue;
      const [first] = deep.answer.counterfactuals;
      const other = { ...first, values: shallow.answer.counterfactuals[0]?.values };
      expect(deep.check({ ...deep.answer, counterfactuals: [other] })).toMatchObject({ checked: false, what: expect.stringContaining("less deep") as string });
    }
    expect(differ).toBeGreaterThan(2);
  });

  it("confirms no false claim, whatever bytes of the proof are changed", () => {
    const model = document();
    let state = 5;
    let tried = 0;
    const random = (below: number): number => (state = (state * 48271) % 2147483647) % below;
    for (const request of requests(model, [{ outlier_quantile: 0.7 }])) {
      const { answer, check } = certified(model, request);
      const { certificate } = answer;
      if (certificate.cost === null || certificate.cost === 0) continue;
      const cost = certificate.cost * 1.05 + 1e-6;
      const proof = atob(certificate.proofs[0] ?? "");
      for (let i = 0; i < 10; i++) {
        const at = random(proof.length);
        const damaged = proof.slice(0, at) + String.fromCharCode(random(256)) + proof.slice(at + 1);
        const claim = { ...answer, counterfactuals: [{ ...answer.counterfactuals[0], cost }], certificate: { ...certificate, cost, proofs: [btoa(damaged)] } };
        expect(check(claim)).toMatchObject({ checked: false, proof: 0 });
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(10);
  });

  it("is refused for a forest that is grown for the request", () => {
    const model: Partial<Document> = document();
    delete model.isolation_forest;
    const [request] = requests(model as Document, [{ outlier_quantile: 0.1 }]);
    expect(() => certified(model as Document, request!)).toThrow("grown from the background rows");
    expect(checker(model)({ ...request, certificate: true }, { status: "infeasible", counterfactuals: [], certificate: { version: 1, cost: null, cuts: [], proofs: [] } })).toMatchObject({
      checked: false,
      what: "an isolation forest that is grown for a request has no certificate",
    });
  });
});
