// Certificates of models with linear leaves and of consequences that follow from trees: the engine's are confirmed, and no claim above the least cost is,
// whatever becomes of the proof.
import { beforeAll, describe, expect, it } from "vitest";
import { start } from "../../www/src/engine/core.js";
import { certified, type Certified } from "./certified.js";
import { wasm } from "./models.js";
import { besideAnother, following, someModel, someRequest } from "./leaf-models.js";
import { below } from "./random-sums.js";

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
  for (const kind of ["line", "trees", "network", "classes"] as const)
    it(`confirms the proofs of the engine, and nothing above their claims: ${kind}`, () => {
      let count = 0;
      for (let i = 0; i < 60; i++) {
        const model = someModel(kind, i % 2 === 0);
        count += Number(held(model, someRequest(model), `${kind} ${i}`));
      }
      expect(count).toBeGreaterThan(40);
    });

  it("confirms those beside a second model with linear leaves", () => {
    let count = 0;
    for (let i = 0; i < 60; i++) {
      const { model, request } = besideAnother();
      count += Number(held(model, request, `two models ${i}`));
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
