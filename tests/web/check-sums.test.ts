// Certificates beside linear and causal constraints, made by hand: docs/contract/certificate.md, "Sums".
import { describe, expect, it } from "vitest";
import { checker, type Verdict, type Watch } from "../../www/src/check/index.js";
import type { ConstraintDoc, RequestDoc } from "../../www/src/types.js";

const after = (x: number): number => x + x * Number.EPSILON;

const income = { name: "Income", column: 0, min: 0, max: 10 };
const debt = { name: "Debt", column: 1, min: 0, max: 10 };

/** Above 5 in column 0 class 1 is likelier; column 1 is looked at by no tree. */
const model = (second: object = debt, input = "float64"): object => ({
  ...{ format: "espalier", version: 1, kind: "classifier", input, compare: "<=", aggregation: "mean", base: [0, 0], link: "none" },
  ...{ columns: 2, classes: ["no", "yes"], schema: { features: [income, second] } },
  trees: [{ weight: 1, feature: [0, -1, -1], threshold: [5, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, [1, 0], [0, 1]] }],
});

const request = (constraints: ConstraintDoc[], part: Partial<RequestDoc> = {}): RequestDoc => ({ query: [4, 3], target: { class: 1 }, constraints, certificate: true, ...part });

/** The doubles of a round without messages. */
function round(...multipliers: number[]): number[] {
  const view = new DataView(new ArrayBuffer(8 * multipliers.length));
  multipliers.forEach((x, i) => view.setFloat64(8 * i, x, true));
  return [1, ...new Uint8Array(view.buffer), 0];
}

interface Claim {
  values?: (number | null)[];
  cost: number | null;
  proved?: number | null;
  cuts?: number[][];
  proof: number[];
}

/** The check's verdict on a claim. */
function verdict(document: object, asked: RequestDoc, { values = [after(5), 3], cost, proved, cuts = [[5], []], proof }: Claim, watch?: Watch): Verdict {
  const certificate = { version: 1, cost, ...(proved === undefined ? {} : { proved }), cuts, proofs: [btoa(String.fromCharCode(...proof))] };
  const answer = { status: cost === null ? "infeasible" : "optimal", counterfactuals: cost === null ? [] : [{ values, cost }], certificate };
  return checker(document)(asked, answer, watch);
}

const open = { checked: false, what: "a box is closed that may hold a cheaper answer", proof: 0 };
const below = (rhs: number): ConstraintDoc => ({ linear: { terms: { Income: 1, Debt: 1 }, op: "<=", rhs } });

describe("the check of certificates beside sums of values", () => {
  // Income has to rise by 1, so that debt has to fall by 2.
  const values = [after(5), 6 - after(5)];
  const proof = [...round(0, 0.1), 0];

  it("confirms the bound of a round, and no claim that is 0.1 % higher", () => {
    expect(verdict(model(), request([below(6)]), { values, cost: 0.3, proof })).toEqual({ checked: true, cost: 0.3, bytes: 19, boxes: 1 });
    expect(verdict(model(), request([below(6)]), { values, cost: 0.3 * 1.001, proof })).toMatchObject(open);
    expect(verdict(model(), request([below(6.1)]), { values, cost: 0.3, proof })).toMatchObject(open);
    expect(verdict(model(), request([below(6)]), { values, cost: 0.3, proof: [0] })).toMatchObject(open);
  });

  it("reads the multipliers of rows behind that of the limit on changes, one for each finite end", () => {
    const above: ConstraintDoc = { linear: { terms: { Income: -1, Debt: -1 }, op: ">=", rhs: -6 } };
    const between = [above, { max_changes: 2 }, below(100)];
    expect(verdict(model(), request(between), { values, cost: 0.3, proof: [...round(0, 0, 0.1, 0), 0] })).toMatchObject({ checked: true });
    expect(verdict(model(), request(between), { values, cost: 0.3, proof: [...round(0, 0.1, 0, 0), 0] })).toMatchObject(open);
    expect(verdict(model(), request(between), { values, cost: 0.3, proof: [...round(0, 0, 0, 0.1), 0] })).toMatchObject(open);
  });

  it("refutes multipliers below 0, and such that overflow", () => {
    expect(verdict(model(), request([below(6)]), { values, cost: 0.3, proof: [...round(0, -0.1), 0] })).toMatchObject({ checked: false, what: "a multiplier below 0" });
    for (const much of [1e300, 1e308, Number.MAX_VALUE]) {
      expect(verdict(model(), request([below(6)]), { values, cost: 0.4, proof: [...round(0, much), 0] })).toMatchObject(open);
      expect(verdict(model(), request([{ linear: { terms: { Income: 1e10, Debt: 1e10 }, op: "=", rhs: 6e10 } }]), { values, cost: 0.4, proof: [...round(0, much, much), 0] })).toMatchObject(open);
    }
  });

  it("tells the bound of a round, that it closes the box, and that a bound which overflows is none", () => {
    const told: (number | string)[] = [];
    const listen: Watch = { round: (bound) => void told.push(bound), closed: (why) => void told.push(why) };
    expect(verdict(model(), request([below(6)]), { values, cost: 0.3, proof }, listen)).toMatchObject({ checked: true });
    expect(told).toEqual([expect.closeTo(0.3, 9), "bound"]);
    told.length = 0;
    expect(verdict(model(), request([below(6)]), { values, cost: 0.4, proof: [...round(0, 1e308), 0] }, listen)).toMatchObject(open);
    expect(told).toEqual([-Infinity]);
    // Of a box that is empty before its round nothing is told but why.
    told.length = 0;
    expect(verdict(model(), request([below(4.9)]), { cost: null, proof: [...round(0, 0.1), 0] }, listen)).toMatchObject({ checked: true });
    expect(told).toEqual(["sums"]);
  });

  it("names the proved bound where that is less than the cost, and takes no more than the cost", () => {
    const other = (proved: number | null, cost: number | null = 0.3): Verdict => verdict(model(), request([below(6)]), { values, cost, proved, proof: [...round(0, 0.09), 0] });
    expect(other(0.28)).toEqual({ checked: true, cost: 0.3, proved: 0.28, bytes: 19, boxes: 1 });
    expect(other(0.3)).toMatchObject(open);
    for (const proved of [0.31, Infinity, -Infinity]) expect(other(proved)).toEqual({ checked: false, what: "the proved bound is above the cost" });
    expect(other(0.28, null)).toEqual({ checked: false, what: "the proved bound is above the cost" });
    expect(other(null)).toMatchObject({ checked: false });
    expect(verdict(model(), request([below(6)]), { values, cost: 0.3, proved: 0.3, proof })).toEqual({ checked: true, cost: 0.3, bytes: 19, boxes: 1 });
    expect(verdict(model(), request([]), { cost: 0.1, proved: 0.05, proof: [0] })).toMatchObject({ checked: false, what: "the proved bound differs from the cost without linear constraints, hyperplanes, linear leaves and a hull" });
  });

  it("confirms that rows alone leave nothing, and not where the limit is looser", () => {
    for (const rhs of [-1, 4.9]) expect(verdict(model(), request([below(rhs)]), { cost: null, proof: [0] })).toEqual({ checked: true, cost: null, bytes: 1, boxes: 1 });
    expect(verdict(model(), request([below(5.1)]), { cost: null, proof: [0] })).toMatchObject(open);
    // Debt has to fall below 1, which is one change too many.
    const cuts = [[5], [1.5]];
    expect(verdict(model(), request([below(6), { max_changes: 1 }]), { cost: null, cuts, proof: [0] })).toMatchObject({ checked: true });
    expect(verdict(model(), request([below(6), { max_changes: 2 }]), { cost: null, cuts, proof: [0] })).toMatchObject(open);
  });

  it("keeps the dearer ends of spans below the cut of claims that there is nothing", () => {
    // Debt is one level, of which the cheapest point costs nothing; an answer costs 3.
    const dear = { cost: { weights: { Debt: 10 } } };
    expect(verdict(model(), request([below(5.1)], dear), { cost: null, proof: [...round(0, 1), 0] })).toMatchObject(open);
    expect(verdict(model(), request([below(4.99)], dear), { cost: null, proof: [...round(0, 1e6), 0] })).toMatchObject({ checked: true });
  });

  it("reads nothing behind the last box", () => {
    expect(verdict(model(), request([below(6)]), { values, cost: 0.3, proof: [...proof, 0] })).toMatchObject({ checked: false, what: "the proof goes on after its last box" });
  });

  it("refutes answers that do not keep a sum, within the rounding of their numbers", () => {
    const instead = (second: number, document = model()): Verdict => {
      const first = document === single ? 5 + 2 ** -21 : after(5);
      return verdict(document, request([below(6)]), { values: [first, second], cost: (first - 4 + 3 - second) / 10, proved: 0.29, proof: [...round(0, 0.1), 0] });
    };
    const single = model(debt, "float32");
    expect(instead(1)).toMatchObject({ checked: true });
    expect(instead(1 + 2 ** -20)).toMatchObject({ checked: false, what: "the counterfactual does not keep a sum of the request" });
    expect(instead(1 + 2 ** -20, single)).toMatchObject({ checked: true });
    expect(instead(1 + 2 ** -16, single)).toMatchObject({ checked: false, what: "the counterfactual does not keep a sum of the request" });
  });
});

describe("the check of certificates beside other sums", () => {
  it("knows where costs of squares are least, and of pieces", () => {
    const same: ConstraintDoc = { linear: { terms: { Income: 1, Debt: 1 }, op: "=", rhs: 0, of: "change" } };
    const values = [after(5), 3 - (after(5) - 4)];
    const squares = request([same], { cost: { norm: "l2" } });
    expect(verdict(model(), squares, { values, cost: 0.02, proof: [...round(0, 0.02, 0), 0] })).toMatchObject({ checked: true });
    expect(verdict(model(), squares, { values, cost: 0.02, proof: [...round(0, 0, 0.02), 0] })).toMatchObject(open);
    expect(verdict(model(), squares, { values, cost: 0.02, proof: [...round(0, 0.03, 0), 0] })).toMatchObject(open);
    const pieces = request([same], { cost: { piecewise: { Debt: [[-5, 3], [-1, 0.2], [0, 0], [10, 1]] } } });
    expect(verdict(model(), pieces, { values, cost: 0.3, proof: [...round(0, 0.4, 0), 0] })).toMatchObject({ checked: true });
    expect(verdict(model(), pieces, { values, cost: 0.3, proof: [...round(0, 0.75, 0), 0] })).toMatchObject(open);
    for (const [asked, cost, gamma] of [[squares, 0.02, 0.02], [pieces, 0.3, 0.4]] as const) {
      expect(verdict(model(), asked, { values, cost: cost * 1.001, proof: [...round(0, gamma, 0), 0] })).toMatchObject(open);
    }
    const fixed = request([same], { cost: { per_change: 0.5 } });
    // The fixed cost of a change is not proved of debt, whose level holds its own value.
    expect(verdict(model(), fixed, { values, cost: 1.2, proved: 0.7, proof: [...round(0, 0.1, 0), 0] })).toMatchObject({ checked: true, proved: 0.7 });
    expect(verdict(model(), fixed, { values, cost: 1.2, proved: 0.71, proof: [...round(0, 0.1, 0), 0] })).toMatchObject(open);
    // Debt cannot stay, for it falls below 2.5: cut there, it pays for that too.
    expect(verdict(model(), fixed, { values, cost: 1.2, cuts: [[5], [2.5]], proof: [...round(0, 0.1, 0), 0] })).toMatchObject({ checked: true });
  });

  it("knows where squares are least that cost another weight each way, alone and beside lengths", () => {
    const same: ConstraintDoc = { linear: { terms: { Income: 1, Debt: 1 }, op: "=", rhs: 0, of: "change" } };
    const values = [after(5), 3 - (after(5) - 4)];
    // A fall of debt by a tenth costs 0.04 and a rise 0.02; the derivative of the fall is 0.08.
    const asked = request([same], { cost: { norm: "l2", weights: { Debt: { up: 2, down: 4 } } } });
    expect(verdict(model(), asked, { values, cost: 0.05, proof: [...round(0, 0.08, 0), 0] })).toMatchObject({ checked: true });
    expect(verdict(model(), asked, { values, cost: 0.05 * 1.001, proof: [...round(0, 0.08, 0), 0] })).toMatchObject(open);
    const rises: ConstraintDoc = { linear: { terms: { Income: 1, Debt: -1 }, op: "=", rhs: 0, of: "change" } };
    const up = request([rises], { cost: { norm: "l2", weights: { Debt: { up: 4, down: 2 } } } });
    expect(verdict(model(), up, { values: [after(5), 3 + (after(5) - 4)], cost: 0.05, proof: [...round(0, 0.08, 0), 0] })).toMatchObject({ checked: true });
    const both = request([same], { cost: { norm: { l1: 0.5, l2: 2 }, weights: { Income: 1, Debt: 3 } } });
    // Income: 0.05 + 0.02; debt: 0.15 + 0.06, by 0.15 + 0.12 a tenth.
    expect(verdict(model(), both, { values, cost: 0.28, proof: [...round(0, 0.27, 0), 0] })).toMatchObject({ checked: true });
    expect(verdict(model(), both, { values, cost: 0.28 * 1.001, proof: [...round(0, 0.27, 0), 0] })).toMatchObject(open);
  });

  it("knows that squares are least at an end of a level that the best change lies beyond", () => {
    // Income rises by 1, so that debt falls by 2.9 of the 3 that it has; the multiplier would have it fall by 5.
    const steep: ConstraintDoc = { linear: { terms: { Income: 2.9, Debt: 1 }, op: "=", rhs: 0, of: "change" } };
    const squares = request([steep], { cost: { norm: "l2" } });
    const claim = { values: [after(5), 3 - 2.9 * (after(5) - 4)], cost: 0.0941, proof: [...round(0, 0.1, 0), 0] };
    expect(verdict(model(), squares, { ...claim, proved: 0.0899 })).toMatchObject({ checked: true, proved: 0.0899 });
    expect(verdict(model(), squares, { ...claim, proved: 0.0901 })).toMatchObject(open);
    expect(verdict(model(), squares, { ...claim, proof: [...round(0, 0.058, 0), 0] })).toMatchObject({ checked: true });
    // Upwards by 6.9 of 7, where the multiplier would have it rise by 10.
    const risen = request([{ linear: { terms: { Income: 6.9, Debt: -1 }, op: "=", rhs: 0, of: "change" } }], { cost: { norm: "l2" } });
    const upwards = { values: [after(5), 3 + 6.9 * (after(5) - 4)], cost: 0.4861, proof: [...round(0, 0.2, 0), 0] };
    expect(verdict(model(), risen, { ...upwards, proved: 0.4799 })).toMatchObject({ checked: true, proved: 0.4799 });
    expect(verdict(model(), risen, { ...upwards, proved: 0.4801 })).toMatchObject(open);
  });

  it("takes off the bound the most that rounding of a long sum may come to", () => {
    // Much could be added up, though nothing is: a part in 1e13 of 1e7, at a tenth each.
    const much = { name: "Much", column: 2, min: 0, max: 1e7, change: "increase" };
    const wide = { ...model(), columns: 3, schema: { features: [income, debt, much] } };
    const asked = request([{ linear: { terms: { Income: 1, Debt: 1, Much: 1 }, op: "<=", rhs: 6 } }], { query: [4, 3, 0] });
    const claim = { values: [after(5), 6 - after(5), 0], cost: 0.3, cuts: [[5], [], []], proof: [...round(0, 0.1), 0] };
    expect(verdict(wide, asked, claim)).toMatchObject(open);
    expect(verdict(wide, asked, { ...claim, proved: 0.3 - 9e-8 })).toMatchObject(open);
    expect(verdict(wide, asked, { ...claim, proved: 0.3 - 11e-8 })).toMatchObject({ checked: true });
  });

  it("has no part for a feature that is not counted, however wide its range", () => {
    // The way from its value to the other end of its range is no finite number.
    const wide = { name: "Debt", column: 1, min: -1e308, max: 1e308 };
    const asked = request([{ linear: { terms: { Income: 1, Debt: 0 }, op: "<=", rhs: 4.9 } }], { query: [4, -1e308] });
    expect(verdict(model(wide), asked, { cost: null, proof: [0] })).toMatchObject({ checked: true });
  });

  it("sums the values of ordered labels", () => {
    const rank = { name: "Rank", column: 1, kind: "ordinal", labels: ["a", "b", "c", "d"], values: [0, 1, 2, 3] };
    const low = (rhs: number): RequestDoc => request([{ linear: { terms: { Income: 1, Rank: -2 }, op: "<=", rhs } }], { query: [4, 0] });
    expect(verdict(model(rank), low(0.5), { values: [after(5), 3], cost: 1.1, proof: [0] })).toMatchObject({ checked: true, cost: 1.1 });
    expect(verdict(model(rank), low(2), { values: [after(5), 3], cost: 1.1, proof: [0] })).toMatchObject(open);
    expect(verdict(model(rank), low(0.5), { values: [after(5), 2], cost: 0.1 + 2 / 3, proof: [0] })).toMatchObject({ checked: false, what: "the counterfactual does not keep a sum of the request" });
  });

  const follows: ConstraintDoc = { causal: { feature: "Debt", parents: { Income: 1 } } };

  it("follows causes: numbers as they move, at their own cost or none", () => {
    const values = [after(5), 3 + (after(5) - 4)];
    expect(verdict(model(), request([follows]), { values, cost: 0.2, proof: [...round(0, 0, 0.1), 0] })).toMatchObject({ checked: true });
    expect(verdict(model(), request([follows]), { values, cost: 0.2002, proof: [...round(0, 0, 0.1), 0] })).toMatchObject(open);
    expect(verdict(model(), request([follows]), { values: [after(5), 3.9], cost: 0.19, proof: [...round(0, 0, 0.1), 0] })).toMatchObject({ checked: false, what: "the counterfactual does not keep a sum of the request" });
    const free: ConstraintDoc = { causal: { feature: "Debt", parents: { Income: 1 }, cost: "none" } };
    expect(verdict(model(), request([free], { cost: { per_change: 0.5 } }), { values, cost: 0.6, proof: [0] })).toMatchObject({ checked: true });
    expect(verdict(model(), request([free]), { values, cost: 0.2, proof: [...round(0, 0, 0.1), 0] })).toMatchObject(open);
  });

  it("follows causes: whole numbers to one of the nearest", () => {
    const years = { ...debt, kind: "integer" };
    expect(verdict(model(years), request([follows]), { values: [after(5), 4], cost: 0.2, cuts: [[5], [3]], proof: [0] })).toMatchObject({ checked: true, cost: 0.2 });
    // In one level of whole numbers half a year less is as good.
    expect(verdict(model(years), request([follows]), { values: [after(5), 4], cost: 0.2, proof: [...round(0, 0, 0.1), 0] })).toMatchObject(open);
    expect(verdict(model(years), request([follows]), { values: [after(5), 4], cost: 0.2, proved: 0.15, proof: [...round(0, 0, 0.1), 0] })).toMatchObject({ checked: true, proved: 0.15 });
    expect(verdict(model(years), request([follows]), { values: [after(5), 3], cost: 0.1, cuts: [[5], [3]], proof: [0] })).toMatchObject({ checked: false, what: "the counterfactual does not keep a sum of the request" });
  });

  it("splits levels, and keeps spans to direction and domain", () => {
    const up: ConstraintDoc = { direction: { feature: "Debt", change: "increase" } };
    for (const limit of [up, { fix: "Debt" }, { range: { feature: "Debt", min: 2.5 } }]) {
      expect(verdict(model(), request([below(6), limit as ConstraintDoc]), { cost: null, proof: [0] })).toMatchObject({ checked: true });
    }
    const cuts = [[5], [1.5, 2.5]];
    // The rest of the first part is closed; the rest of the other is the debt's own level.
    expect(verdict(model(), request([below(7.4)]), { values: [after(5), 2.4 - (after(5) - 5)], cost: 0.16, cuts, proof: [2, 1, 2, 3, 0, ...round(0, 0.1), 0, 0] })).toMatchObject({ checked: true, boxes: 3 });
  });

  it("has no word on longest steps, missing values, and categories", () => {
    const says = (asked: RequestDoc, document = model()): Verdict => verdict(document, asked, { cost: 0.2, proof: [0] });
    expect(says(request([below(6)], { cost: { norm: "linf" } }))).toMatchObject({ checked: false, what: "a largest-change cost beside linear constraints has no certificate" });
    expect(says(request([below(6)], { query: [4, null] }))).toEqual({ checked: false, what: 'a sum over "Debt", whose value is missing, has no certificate' });
    const region = { name: "Debt", column: 1, kind: "categorical", labels: ["N", "S"] };
    expect(verdict(model(region), request([below(6)], { query: [4, 1] }), { values: [after(5), 1], cost: 0.1, proof: [0] })).toMatchObject({ checked: true });
    const parted = { ...model({ name: "Debt", columns: [1, 2], kind: "categorical", labels: ["N", "S"] }), columns: 3 };
    expect(() => says(request([below(6)], { query: [4, 1, 0] }), parted)).toThrow("has categories, which are no numbers to sum");
    expect(() => says(request([follows], { query: [4, 1] }), model(region))).toThrow("has levels; a feature that follows from others is a number");
    expect(() => says(request([{ causal: { feature: "Income", parents: { Debt: 1 } } }], { query: [4, 1] }), model(region))).toThrow("has categories, which are no numbers to sum");
    expect(() => says(request([{ causal: { feature: "Debt", parents: { Debt: 1 } } }]))).toThrow("follows from itself");
    expect(() => says(request([{ linear: { terms: {}, op: "<=", rhs: 1 } }]))).toThrow("at least one feature");
  });
});
