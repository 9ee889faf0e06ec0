// Certificates beside their answers, made by hand: claims that are no numbers, bounds that are proved, progress, and the points of levels.
import { describe, expect, it } from "vitest";
import { checkCertificate } from "../../www/src/check/certificate.js";
import { checker, type Verdict, type Watch } from "../../www/src/check/index.js";
import { readModel } from "../../www/src/check/model.js";
import { readRequest } from "../../www/src/check/request.js";
import { readSchema } from "../../www/src/check/schema.js";
import { OPEN, number, stump, classifier, written, doubles } from "./made-by-hand.js";

const STEP = 2 ** -50;
const singles = (...x: number[]): number[] => [...new Uint8Array(Float32Array.from(x).buffer)];

interface Claim {
  values?: (number | null)[];
  cost: number | null;
  cuts: (number | null)[][];
  proofs?: number[][];
  proved?: number;
}
function verdict(of: object, request: object, { values = [], cost, cuts, proofs = [[0]], proved }: Claim, watch?: Watch): Verdict {
  const certificate = { version: 1, cost, cuts, proofs: proofs.map(written), ...(proved === undefined ? {} : { proved }) };
  return checker(of)({ certificate: true, ...request }, { status: cost === null ? "infeasible" : "optimal", counterfactuals: cost === null ? [] : [{ values, cost }], certificate }, watch);
}

const above5 = classifier([number("A", 0), number("B", 1)], [stump(0, 5, [0, -1], [0, 1])]);
const asked = { query: [3, 3], target: { class: 1 } };
const near = 5 + STEP;

describe("a certificate", () => {
  const model = readModel(above5);
  const schema = readSchema(model);
  const query = readRequest(asked, model, schema);
  const alone = (certificate: unknown): Verdict => checkCertificate(model, schema, query, certificate);
  const right = { version: 1, cost: 0.2, cuts: [[5], []], proofs: [written([0])] };

  it("claims a finite cost, or that there is no answer", () => {
    expect(alone(right)).toMatchObject({ checked: true, cost: 0.2 });
    for (const cost of [NaN, Infinity, -Infinity]) expect(alone({ ...right, cost })).toEqual({ checked: false, what: "the cost is no number" });
    for (const none of [undefined, null, 7, "AA==", [right]]) expect(alone(none)).toEqual({ checked: false, what: "there is no certificate" });
    expect(alone({ ...right, cost: "0.2" })).toEqual({ checked: false, what: "certificate/cost: a number is needed" });
    expect(alone({ ...right, version: 2 })).toEqual({ checked: false, what: "the certificate is not of version 1" });
    expect(alone({ ...right, cuts: [[5], 7] })).toEqual({ checked: false, what: "certificate/cuts/1: a list is needed" });
    expect(alone({ ...right, cuts: [["5"], []] })).toEqual({ checked: false, what: "certificate/cuts/0/0: a number is needed" });
    expect(alone({ ...right, proofs: [0] })).toEqual({ checked: false, what: "certificate/proofs/0: a text is needed" });
    expect(alone({ ...right, proofs: ["?"] })).toEqual({ checked: false, what: "a proof is not base64" });
    expect(alone({ ...right, proofs: [written([0, 0])] })).toEqual({ checked: false, what: "the proof goes on after its last box", proof: 0, byte: 1 });
  });

  it("proves less than its cost beside sums or hyperplanes alone, and not more", () => {
    const sum = { linear: { terms: { A: 1 }, op: "<=", rhs: 9 } };
    const plane = { weight: 1, feature: [-2, -1, -1], threshold: [-5, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, [0, 0], [0, 0]], hyperplanes: { 0: { columns: [0, 1], weights: [1, 1] } } };
    const both = classifier([number("A", 0), number("B", 1)], [stump(0, 5, [0, -1], [0, 1]), plane]);
    const claim = (proved: number, cost: number | null = 0.2): Claim => ({ values: [near, 3], cost, cuts: [[5], []], proved });
    expect(verdict(above5, asked, claim(0.1))).toMatchObject({ checked: false, what: "the proved bound differs from the cost without linear constraints, hyperplanes, linear leaves and a hull" });
    for (const [of, constraints] of [[above5, [sum]], [both, []], [both, [sum]]] as const) {
      const request = { ...asked, constraints };
      expect(verdict(of, request, claim(0.1))).toMatchObject({ checked: true, cost: 0.2, proved: 0.1 });
      expect(verdict(of, request, claim(0.2))).toEqual({ checked: true, cost: 0.2, bytes: 1, boxes: 1 });
      for (const over of [0.21, NaN, Infinity]) expect(verdict(of, request, claim(over))).toMatchObject({ checked: false, what: "the proved bound is above the cost" });
      for (const none of [-1, 0, 1]) expect(verdict(of, request, claim(none, null))).toMatchObject({ checked: false, what: "the proved bound is above the cost" });
    }
  });

  it("tells its progress over all of its proofs, and throws the fault of another", () => {
    const three = classifier([number("A", 0), number("B", 1)], [stump(0, 5, [1, 0, 0], [0, 1, 0]), stump(1, 5, [0, 0, 0], [0, 0, 3])], { base: [0, 0, 0], classes: ["a", "b", "c"] });
    const read: [number, number][] = [];
    const proofs = [[2, 0, 0, 1, 1, 0, 0], [2, 1, 0, 1, 1, 0, 0]];
    expect(verdict(three, { query: [3, 4], target: { classes: ["b", "c"] } }, { values: [3, near], cost: (near - 4) / 10, cuts: [[5], [5]], proofs }, { read: (at, of) => void read.push([at, of]) })).toMatchObject({ checked: true, bytes: 14, boxes: 6 });
    expect(read).toEqual([[0, 14], [5, 14], [6, 14], [7, 14], [12, 14], [13, 14]]);
    const broken = (): void => {
      throw new RangeError("a fault of the watch");
    };
    expect(() => verdict(above5, asked, { values: [near, 3], cost: 0.2, cuts: [[5], []] }, { enter: broken })).toThrow("a fault of the watch");
  });
});

describe("that there is no answer", () => {
  it("may need the bound of a round, whatever the costs", () => {
    // Of four trees each level of Place lowers two, so that no level reaches 6.5; no single reason says so.
    const low = (i: number, k: number): number => (k === i || k === (i + 1) % 4 ? 1 : 2);
    const chain = (i: number): object => ({
      ...{ weight: 1, feature: [0, -1, 0, -1, 0, -1, -1], threshold: [0.5, 0, 1.5, 0, 2.5, 0, 0], left: [1, -1, 3, -1, 5, -1, -1], right: [2, -1, 4, -1, 6, -1, -1] },
      value: [null, [0, low(i, 0)], null, [0, low(i, 1)], null, [0, low(i, 2)], [0, low(i, 3)]],
    });
    const of = classifier([{ name: "Place", column: 0, kind: "categorical", labels: ["a", "b", "c", "d"], values: [0, 1, 2, 3] }], [0, 1, 2, 3].map(chain), { base: [6.5, 0] });
    // Every tree is paid the worth of its leaf at each level.
    const round = (lambda: number): number[] => [1, ...doubles(lambda), 1, 4, ...[0, 1, 2, 3].flatMap((i) => [i, 4, 1, 1, 1, ...singles(...[0, 1, 2, 3].map((k) => lambda * low(i, k)))]), 0];
    for (const norm of ["l1", "linf"]) {
      const claim = (lambda: number): Verdict => verdict(of, { query: [0], target: { class: 1 }, cost: { norm } }, { cost: null, cuts: [[]], proofs: [[...round(lambda), 0]] });
      // The bound is half of the multiplier, and has to exceed any cost.
      expect(claim(16)).toMatchObject({ checked: true, cost: null });
      expect(claim(0.5)).toMatchObject({ checked: false, what: OPEN });
    }
  });
});

describe("levels", () => {
  it("cost as much as the cheaper of the whole numbers beside the cheapest change", () => {
    const integer = classifier([number("A", 0, { kind: "integer" })], [stump(0, 2, [0, -1], [0, 1])]);
    const said = (points: [number, number][], value: number): Verdict => {
      const i = points.findLastIndex(([x]) => x <= value - 1);
      const [[x0, y0], [x1, y1]] = [points[i]!, points[i + 1]!];
      const cost = y0 + ((value - 1 - x0) / (x1 - x0)) * (y1 - y0);
      return verdict(integer, { query: [1], target: { class: 1 }, cost: { piecewise: { A: points } } }, { values: [value], cost, cuts: [[2]] });
    };
    // Least at 4.4, where 4 is cheaper than 5, and at 4.6, where 5 is.
    const [low, high]: [number, number][][] = [[[-1, 1], [0, 0], [3.4, -1], [6, 3]], [[-1, 1], [0, 0], [3.6, -1], [9, -0.9]]];
    expect(said(low!, 4)).toMatchObject({ checked: true });
    expect(said(low!, 5)).toMatchObject({ checked: false, what: OPEN });
    expect(said(high!, 5)).toMatchObject({ checked: true });
    expect(said(high!, 4)).toMatchObject({ checked: false, what: OPEN });
  });

  it("of a missing number that stays missing are no change", () => {
    const of = classifier([number("A", 0), number("B", 1)], [stump(0, 5, [0, -1], [0, 1]), stump(1, 5, [0, -1], [0, 1], { missing: { 0: "right" } })], { base: [0.5, 0] });
    const one = { query: [3, null], target: { class: 1 }, constraints: [{ max_changes: 1 }] };
    const cuts = [[5], [5]];
    expect(verdict(of, one, { values: [near, null], cost: 0.2, cuts })).toMatchObject({ checked: true });
    expect(verdict(of, one, { cost: null, cuts })).toMatchObject({ checked: false, what: OPEN });
    const rule = { ...one, constraints: [{ if: { feature: "A", min: near }, then: { feature: "B", unchanged: true } }] };
    expect(verdict(of, rule, { values: [near, null], cost: 0.2, cuts })).toMatchObject({ checked: true });
    expect(verdict(of, rule, { cost: null, cuts })).toMatchObject({ checked: false, what: OPEN });
  });

  it("span the numbers of their direction alone in a sum", () => {
    const limits = (change: object, op: string, rhs: number): object => ({ ...asked, query: [6, 3], constraints: [change, { linear: { terms: { B: 1 }, op, rhs } }] });
    const none = (request: object): Verdict => verdict(above5, request, { cost: null, cuts: [[5], []] });
    const way = (change: string): object => ({ direction: { feature: "B", change } });
    for (const [change, op, rhs] of [[way("decrease"), ">=", 4], [way("increase"), "<=", 2], [way("fixed"), ">=", 4], [way("fixed"), "<=", 2], [{ fix: "B" }, ">=", 4], [{ fix: "B" }, "<=", 2]] as const) {
      expect(none(limits(change, op, rhs)), JSON.stringify([change, op])).toMatchObject({ checked: true, cost: null });
      expect(none(limits(way("free"), op, rhs)), JSON.stringify([change, op])).toMatchObject({ checked: false, what: OPEN });
    }
    for (const [change, op, rhs] of [["decrease", "<=", 2], ["increase", ">=", 4], ["fixed", ">=", 3], ["fixed", "<=", 3]] as const) expect(none(limits(way(change), op, rhs))).toMatchObject({ checked: false, what: OPEN });
  });

  it("of numbers have no certificate beside a set of categories", () => {
    const set = { weight: 1, feature: [-3, -1, -1], threshold: [0, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, [0, 1], [0, -1]], categories: { 0: { column: 0, left: [5, 6] } } };
    expect(verdict(classifier([number("A", 0)], [set]), { query: [3], target: { class: 1 } }, { values: [5], cost: 0.2, cuts: [[]] })).toMatchObject({ checked: false, what: "a category set over numbers has no certificate" });
  });
});

describe("an isolation forest and another model", () => {
  const forest = { trees: [{ feature: [1, -1, -1], threshold: [5, 0, 0], left: [1, -1, -1], right: [2, -1, -1], samples: [3, 1, 2], value: [null, null, null] }] };
  const other = { format: "espalier", version: 1, kind: "regressor", input: "float64", compare: "<=", aggregation: "sum", base: [0], link: "none", columns: 2, trees: [stump(1, 5, 7, 9)] };
  const of = classifier([number("A", 0), number("B", 1)], [stump(0, 5, [0, -1], [0, 1])], { isolation_forest: forest });

  it("are told apart where trees are down to one leaf each, whether a depth is asked or not", () => {
    const cuts = [[5], [5]];
    for (const depth of [undefined, 1, 2]) {
      const request = (value: [number, number]): object => ({ ...asked, constraints: [{ also: { model: other, target: { value } } }], ...(depth === undefined ? {} : { plausibility: { isolation_forest: { min_path_length: depth } } }) });
      for (const value of [[9, 9], [8, 10]] as [number, number][]) {
        expect(verdict(of, request(value), { values: [near, near], cost: (2 * (near - 3)) / 10, cuts })).toMatchObject({ checked: true });
        expect(verdict(of, request(value), { cost: null, cuts })).toMatchObject({ checked: false, what: OPEN });
      }
      expect(verdict(of, request([9 + 2e-9, 9.5]), { cost: null, cuts })).toMatchObject({ checked: true });
    }
  });
});
