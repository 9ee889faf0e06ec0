// The independent check confirms the engine's proofs beside sums over features; damaged proofs it does not.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { start } from "../../www/src/engine/core.js";
import type { ConstraintDoc, RequestDoc } from "../../www/src/types.js";
import { certified } from "./certified.js";
import { root, wasm } from "./models.js";
import { below, one, random, rowsOf, SIDE, someCost, someModel, someSums } from "./random-sums.js";

beforeAll(() => start(wasm()));

/** The same proof with some of its bytes replaced. */
function damaged(proof: string): string {
  const bytes = Uint8Array.from(atob(proof), (c) => c.charCodeAt(0));
  for (let i = 0; i <= below(3); i++) bytes[below(bytes.length)] = below(256);
  return btoa(String.fromCharCode(...bytes));
}

it("confirms the regions found of random models, and nothing that is damaged", () => {
  let [optimal, infeasible, harmed] = [0, 0, 0];
  for (let i = 0; i < 250; i++) {
    const request: RequestDoc = { query: [below(SIDE), below(SIDE), below(SIDE)], target: { class: 1 }, cost: someCost(), constraints: someSums() };
    if (rowsOf(request) === 0) continue;
    const { answer, check } = certified(someModel(), request);
    const { certificate } = answer;
    expect(check(answer)).toMatchObject({ checked: true, cost: certificate.cost });
    if (certificate.cost === null) {
      infeasible++;
      continue;
    }
    optimal++;
    const claim = certificate.cost * 1.001 + 1e-6;
    for (let k = 0; k < 5; k++) {
      const proofs = certificate.proofs.map(damaged);
      harmed++;
      expect(check({ ...answer, certificate: { ...certificate, cost: claim, proofs } })).toMatchObject({ checked: false });
    }
  }
  expect(Math.min(optimal, infeasible)).toBeGreaterThan(40);
  expect(harmed).toBeGreaterThan(300);
});

interface Example {
  schema: { features: { name: string; kind: string; min: number; max: number }[] };
  background: { rows: (number | null)[][] };
}

/** Two relations between numbers: their changes together, and their values against each other. */
function between({ schema }: Example): ConstraintDoc[] {
  const numbers = schema.features.filter(({ kind }) => kind === "numeric" || kind === "integer");
  const some = [one(numbers), one(numbers), one(numbers)];
  const terms = (signs: () => number): Record<string, number> => Object.fromEntries(some.map(({ name, min, max }) => [name, signs() / (max - min)]));
  const budget: ConstraintDoc = { linear: { terms: terms(() => 0.5 + random()), op: "<=", rhs: 0.05 + 0.4 * random(), of: "change" } };
  const relation: ConstraintDoc = { linear: { terms: terms(() => one([-1, 1])), op: one(["<=", ">="] as const), rhs: random() - 0.5 } };
  return random() < 0.5 ? [budget] : [budget, relation];
}

it("confirms the regions found of the examples", () => {
  let sure = 0;
  for (const file of ["iris.json", "tumour.json", "loan.json"]) {
    const document = JSON.parse(readFileSync(resolve(root, "www/public/examples", file), "utf8")) as Example;
    for (const [i, query] of document.background.rows.slice(0, 8).entries()) {
      const { answer, check } = certified(document, { query, target: { class: i % 2 }, cost: { norm: one(["l1", "l2", "l0"] as const) }, constraints: between(document) });
      expect(check(answer)).toMatchObject({ checked: true, cost: answer.certificate.cost });
      sure += Number(answer.certificate.cost !== 0);
    }
  }
  expect(sure).toBeGreaterThan(8);
});
