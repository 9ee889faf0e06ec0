// Certificates where a hull stands beside linear leaves, networks and consequences of trees: the engine's are confirmed, and no claim above the least cost is,
// whatever becomes of the proof or its directions.
import { beforeAll, describe, expect, it } from "vitest";
import { start } from "../../www/src/engine/core.js";
import { certified } from "./certified.js";
import { claiming, damage } from "./hull-claims.js";
import { following, someModel, someRequest, someRow } from "./leaf-models.js";
import { wasm } from "./models.js";
import { below, one, random } from "./random-sums.js";


// The draws begin behind those of other tests.
for (let i = 0; i < 50_000; i++) random();

const KINDS = ["line", "trees", "network", "consequences"] as const;

const asked = (kind: (typeof KINDS)[number], whole: boolean): { model: object; request: object } => {
  if (kind === "consequences") return following();
  const model = someModel(kind, whole);
  return { model, request: someRequest(model) };
};

beforeAll(() => start(wasm()));

describe("certificates of linear leaves and consequences in a hull", () => {
  for (const kind of KINDS)
    it(`confirms the proofs of the engine, and nothing above their claims: ${kind}`, { timeout: 120_000 }, () => {
      let [confirmed, raised] = [0, 0];
      for (let i = 0; i < 60; i++) {
        const { model, request } = asked(kind, i % 2 === 0);
        // Labels of which some have the target, whatever it is.
        const label = (_: unknown, row: number): number => ("classes" in model ? row % 2 : [4, 0, 2][row % 3]!);
        const rows = Array.from({ length: 6 + below(20) }, someRow);
        const background = { rows, labels: rows.map(label) };
        const hull = { epsilon: one([0, 0.05, 0.2]), norm: one(["l1", "l2", "linf"]), clusters: one([1, 1, 2]) };
        const { answer, check } = certified({ ...model, background }, { ...request, plausibility: { hull } });
        if (answer.status !== "optimal" && answer.status !== "infeasible") continue;
        // That nothing follows within the rounding of the input type may be unproven where a consequence lies as near to a cut.
        if (kind === "consequences" && answer.status === "infeasible" && (answer.certificate as unknown) === undefined) continue;
        expect(check(answer), `${kind} ${i}`).toMatchObject({ checked: true });
        confirmed++;
        const cost = answer.counterfactuals[0]?.cost;
        if (cost === undefined || cost === 0) continue;
        raised++;
        const least = cost * 1.001 + 1e-4;
        for (const by of [1, 1.1, 3]) expect(check(claiming(answer, least * by)), `${kind} ${i}, ${by} times as dear`).toMatchObject({ checked: false });
        for (let n = 0; n < 12; n++) {
          const claim = claiming(answer, least);
          damage(claim);
          expect(check(claim), `${kind} ${i}, damaged`).toMatchObject({ checked: false });
        }
      }
      expect(confirmed).toBeGreaterThan(30);
      expect(raised).toBeGreaterThan(8);
    });
});
