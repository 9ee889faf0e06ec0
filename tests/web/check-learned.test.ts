// Certificates beside consequences that are learned from the background rows: the check learns again, bit for bit as the engine does, confirms the engine's
// proofs, and refuses every answer with a forged field.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { checker, type Verdict } from "../../www/src/check/index.js";
import { start } from "../../www/src/engine/core.js";
import { certified, type Certified } from "./certified.js";
import { below, one, random } from "./random-sums.js";
import { root, wasm } from "./models.js";

interface Document {
  background: { rows: (number | null)[][]; labels?: number[] };
}

beforeAll(() => start(wasm()));

describe("the loan example", () => {
  const model = JSON.parse(readFileSync(resolve(root, "www/public/examples/loan.json"), "utf8")) as Document;
  const lesson = { parents: ["Credit amount", "Purpose"], trees: 5, depth: 2 };
  const asked = (learned: object, rest: object = {}): object => ({ query: model.background.rows[61], target: { class: 1 }, cost: { norm: "l1" }, constraints: [{ causal: { feature: "Duration", learned } }], certificate: true, ...rest });
  let answer: Certified;
  let says: (answer: unknown, request?: object, document?: object) => Verdict;

  beforeAll(() => {
    answer = certified(model, asked(lesson)).answer;
    says = (given, request = asked(lesson), document = model) => checker(document)(request, given);
  });

  it("has its proof confirmed", () => {
    expect(answer.status).toBe("optimal");
    const { cost } = answer.counterfactuals[0]!;
    expect(cost).toBeGreaterThan(0.1);
    expect(says(answer)).toMatchObject({ checked: true, cost });
  });

  it("is refused with any field forged", () => {
    const [first] = answer.counterfactuals;
    const { certificate } = answer;
    const share = { checked: false, what: "the background rows teach trees that explain another share" };
    const [told] = answer.learned!;
    for (const learned of [undefined, [], [told, told], [{ ...told, explained: told!.explained + 1e-15 }], [{ ...told, explained: 1 }], [{ ...told, feature: "Credit amount" }]]) expect(says({ ...answer, learned })).toEqual(share);
    const dearer = (by: number): unknown => ({ ...answer, counterfactuals: [{ ...first, cost: first!.cost * by }], certificate: { ...certificate, cost: first!.cost * by } });
    for (const by of [0.9, 1.001, 1.1]) expect(says(dearer(by))).toMatchObject({ checked: false });
    expect(says({ ...answer, certificate: { ...certificate, cost: first!.cost * 1.01 } })).toMatchObject({ checked: false, what: "the certificate is of another cost than the answer" });
    first!.values.forEach((value, column) => {
      const values = first!.values.map((x, c) => (c === column ? value + 1 : x));
      expect(says({ ...answer, counterfactuals: [{ ...first, values }] }), `column ${column}`).toMatchObject({ checked: false });
    });
    const cuts = certificate.cuts.map((own) => own.slice(1));
    expect(says({ ...answer, certificate: { ...certificate, cuts } })).toMatchObject({ checked: false });
    expect(says({ ...answer, certificate: { ...certificate, proofs: [btoa("\0")] } })).toMatchObject({ checked: false, what: "a box is closed that may hold a cheaper answer" });
    expect(says({ ...answer, certificate: { ...certificate, proofs: [] } })).toMatchObject({ checked: false });
    expect(says({ ...answer, certificate: { ...certificate, proved: first!.cost * 1.1 } })).toMatchObject({ checked: false });
    expect(says({ ...answer, status: "infeasible" })).toMatchObject({ checked: false });
  });

  it("is refused for rows or settings that teach other trees", () => {
    for (const other of [{ ...lesson, trees: 6 }, { ...lesson, depth: 3 }, { ...lesson, rate: 0.31 }, { ...lesson, parents: ["Credit amount"] }]) expect(says(answer, asked(other))).toMatchObject({ checked: false, what: /explain another share/ });
    const rows = model.background.rows.map((row, i) => (i === 7 ? row.map((x, column) => (column === 1 ? x! + 1 : x)) : row));
    expect(says(answer, asked(lesson), { ...model, background: { ...model.background, rows } })).toMatchObject({ checked: false, what: /explain another share/ });
    expect(says(answer, asked({ ...lesson, rate: 0.3, parents: ["Purpose", "Credit amount"] }))).toMatchObject({ checked: true });
  });

  it("learns nothing from a lesson that is none", () => {
    for (const wrong of [{ parents: [] }, { parents: ["Duration"] }, { parents: ["Purpose", "Purpose"] }, { ...lesson, trees: 0 }, { ...lesson, trees: 201 }, { ...lesson, depth: 0 }, { ...lesson, depth: 7 }, { ...lesson, rate: 0 }, { ...lesson, rate: 1.5 }])
      expect(() => says(answer, asked(wrong)), JSON.stringify(wrong)).toThrow(/needed/);
    expect(() => says(answer, asked(lesson), { ...model, background: { ...model.background, rows: model.background.rows.slice(0, 9), labels: undefined } })).toThrow(/10 whole rows are needed/);
  });

  it("has its proof confirmed in a hull of rows, and that nothing keeps the limits", () => {
    const within = asked(lesson, { plausibility: { hull: { epsilon: 0.1 } }, time_limit: 60 });
    const inHull = certified(model, within);
    expect(inHull.answer.status).toBe("optimal");
    expect(inHull.check(inHull.answer)).toMatchObject({ checked: true });
    const constraints = [{ causal: { feature: "Duration", learned: lesson } }, ...["Duration", "Savings", "Checking account"].map((fix) => ({ fix }))];
    const stuck = certified(model, asked(lesson, { constraints }));
    expect(["optimal", "infeasible"]).toContain(stuck.answer.status);
    expect(stuck.check(stuck.answer)).toMatchObject({ checked: true });
  });

});

/** A forest over two numbers, a switch, a grade, a region in one column and a kind in two, of which rows teach how B follows. */
function teaching(): { model: Document; request: object } {
  const weight = (): number => one([-2, -1, 0.4, 1, 3]);
  const input = one(["float32", "float64", "float64"]);
  const whole = random() < 0.4;
  const numbers = ["A", "B"].map((name, column) => ({ name, column, kind: whole ? "integer" : "numeric", min: -3, max: 9 }));
  const features = [
    ...numbers,
    { name: "Switch", column: 2, kind: "binary", labels: ["off", "on"], values: [0, 1] },
    { name: "Grade", column: 3, kind: "ordinal", labels: ["a", "b", "c"], values: [0, 1, 4] },
    { name: "Region", column: 4, kind: "categorical", labels: ["N", "E", "S"], values: [7, 2, 4] },
    { name: "Kind", columns: [5, 6], kind: "categorical", labels: ["x", "y"] },
  ];
  const tree = (): object => {
    const columns = [below(4), below(4)];
    return { output: 0, feature: [...columns, -1, -1, -1], threshold: [0.5 + below(4), 0.5, 0, 0, 0], left: [1, 3, -1, -1, -1], right: [2, 4, -1, -1, -1], value: [null, null, [weight()], [weight()], [weight()]] };
  };
  const number = (): number => (whole ? below(9) - 2 : one([below(9) - 2, 8 * random() - 2, -0, 1 / 3]));
  const row = (): number[] => {
    const hot = below(2);
    const [a, on, grade, region] = [number(), below(2), one([0, 1, 4]), one([7, 2, 4])];
    const b = Math.min(8, Math.max(-2, a * 0.5 + on + (region === 4 ? 2 : 0) + one([0, 0, 1, random()])));
    return [a, whole ? Math.round(b) : b, on, grade, region, 1 - hot, hot];
  };
  const gaps = one([0, 0, 0.05]);
  const rows = Array.from({ length: 20 + below(60) }, row).map((own) => own.map((x) => (random() < gaps ? null : x)));
  const frame = { format: "espalier", version: 1, kind: "classifier", input, compare: one(["<=", "<"]), aggregation: "sum", base: [0.1], link: "logistic", classes: ["no", "yes"], columns: 7, schema: { features } };
  const model = { ...frame, trees: [tree(), tree(), tree()], background: { rows } };
  const parents = ["A", "Switch", "Grade", "Region", "Kind"].filter(() => random() < 0.5);
  const lesson = { parents: parents.length > 0 ? parents.reverse() : ["A"], trees: 1 + below(4), depth: 1 + below(3), rate: one([0.3, 1, 0.7]) };
  const constraints = [{ causal: { feature: "B", learned: lesson, cost: one(["own", "none"]) } }];
  return { model, request: { query: row(), target: { class: one(["yes", "no"]) }, cost: { norm: one(["l1", "l1", "l2"]) }, constraints } };
}

describe("random rows", () => {
  it("teach both the same trees, whose proofs are confirmed, and nothing above their claims", () => {
    let count = 0;
    for (let i = 0; i < 120; i++) {
      const { model, request } = teaching();
      const { answer, check } = certified(model, request);
      if (!("certificate" in answer)) continue;
      // The share that the check finds has to be the engine's to the last bit.
      expect(check(answer), `${i}`).toMatchObject({ checked: true });
      const cost = answer.counterfactuals[0]?.cost ?? 0;
      if (cost === 0) continue;
      count += 1;
      for (const by of [1.001, 1.1, 3]) {
        const claim = { ...answer, counterfactuals: answer.counterfactuals.map((c) => ({ ...c, cost: cost * by })), certificate: { ...answer.certificate, cost: cost * by, proved: undefined } };
        expect(check(claim), `${i}, ${by} times as dear`).toMatchObject({ checked: false });
      }
    }
    expect(count).toBeGreaterThan(30);
  });
});
