// Rounds of proofs made by hand: their bound is that of docs/contract/certificate.md, "The bound of a round", and none excludes an answer.
import { describe, expect, it } from "vitest";
import { checker, type Verdict, type Watch } from "../../www/src/check/index.js";
import { OPEN, doubles } from "./made-by-hand.js";

/** Features of three levels with stated prices. No tree asks for the last one. */
const NAMES = ["P", "Q", "R", "S"];
const PRICES = [[0, 0.25, 0.75], [0, 0.5, 0.625], [0, 0.25, 1], [0, 0.5, 0.5]];
const OWN = [0, 0, 0, 0];

/** A leaf: the levels of each feature that lead to it, and its part in the lead of class 1 on class 0 and on class 2. */
interface Leaf {
  sets: Record<number, number[]>;
  rows: [number, number];
}
const LEAVES: Leaf[][] = [
  [{ sets: { 0: [0] }, rows: [0, 1] }, { sets: { 0: [1] }, rows: [1, 2] }, { sets: { 0: [2] }, rows: [2, 0] }],
  [{ sets: { 0: [0], 1: [0, 1] }, rows: [0, 1] }, { sets: { 0: [0], 1: [2] }, rows: [3, 1] }, { sets: { 0: [1, 2], 1: [0] }, rows: [1, 0] }, { sets: { 0: [1, 2], 1: [1, 2] }, rows: [2, 3] }],
  [{ sets: { 2: [0] }, rows: [0, 0] }, { sets: { 2: [1, 2] }, rows: [1, 2] }],
];
const NEEDS = [3, 3];

/** Scores of three classes with those leads. */
const scores = ([zero, two]: [number, number]): number[] => [-zero, 0, -two];
const leaf = (t: number, l: number): number[] => scores(LEAVES[t]![l]!.rows);
const model = {
  ...{ format: "espalier", version: 1, kind: "classifier", input: "float64", compare: "<=", aggregation: "sum", base: [0, 0, 0], link: "none", columns: 4, classes: ["a", "b", "c"] },
  schema: { features: NAMES.map((name, column) => ({ name, column, kind: "ordinal", labels: ["0", "1", "2"] })) },
  trees: [
    { weight: 1, feature: [0, -1, 0, -1, -1], threshold: [0.5, 0, 1.5, 0, 0], left: [1, -1, 3, -1, -1], right: [2, -1, 4, -1, -1], value: [null, leaf(0, 0), null, leaf(0, 1), leaf(0, 2)] },
    { weight: 1, feature: [0, 1, 1, -1, -1, -1, -1], threshold: [0.5, 1.5, 0.5, 0, 0, 0, 0], left: [1, 3, 5, -1, -1, -1, -1], right: [2, 4, 6, -1, -1, -1, -1], value: [null, null, null, leaf(1, 0), leaf(1, 1), leaf(1, 2), leaf(1, 3)] },
    { weight: 1, feature: [2, -1, -1], threshold: [0.5, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, leaf(2, 0), leaf(2, 1)] },
  ],
};

/** A message: of a feature to a tree, and its amount at each level. */
interface Message {
  f: number;
  t: number;
  at: [number, number, number];
}
interface Round {
  lambda: [number, number];
  mu?: number;
  messages: Message[];
}

const singles = (...x: number[]): number[] => [...new Uint8Array(Float32Array.from(x).buffer)];

/** A round as bytes: equal amounts of neighbours are one segment. */
function written({ lambda, mu, messages }: Round): number[] {
  const bytes = [1, ...doubles(...lambda, ...(mu === undefined ? [] : [mu]))];
  for (const f of new Set(messages.map((message) => message.f))) {
    const own = messages.filter((message) => message.f === f);
    bytes.push(f + 1, own.length);
    for (const { t, at } of own) {
      const starts = [0, 1, 2].filter((k) => k === 0 || at[k] !== at[k - 1]);
      bytes.push(t, starts.length, ...starts.slice(1).map((k, i) => k - starts[i]!), ...singles(...starts.map((k) => at[k]!)));
    }
  }
  return [...bytes, 0];
}

const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);
const paid = (messages: Message[], f: number, t: number, k: number): number => sum(messages.filter((m) => m.f === f && m.t === t).map(({ at }) => at[k]!));

/** By the contract's words, of a box in which all is live: the bound, and by feature and level its reduced cost. */
function bound({ lambda, mu = 0, messages }: Round, most = 0): { bound: number; reduced: number[][] } {
  const reduced = PRICES.map((prices, f) => prices.map((price, k) => price + (k === OWN[f] ? 0 : mu) - sum(LEAVES.map((_, t) => paid(messages, f, t, k)))));
  const trees = LEAVES.map((leaves, t) => Math.min(...leaves.map(({ sets, rows }) => sum(NAMES.map((_, f) => Math.min(...(sets[f] ?? [0, 1, 2]).map((k) => paid(messages, f, t, k))))) - sum(rows.map((row, r) => lambda[r]! * row)))));
  return { bound: sum(lambda.map((x, r) => x * NEEDS[r]!)) - mu * most + sum(trees) + sum(reduced.map((own) => Math.min(...own))), reduced };
}

/** All points, with their costs, that class 1 wins by the needs. */
const answers = NAMES.reduce<number[][]>((all) => all.flatMap((point) => [0, 1, 2].map((k) => [...point, k])), [[]])
  .filter((point) => NEEDS.every((need, r) => sum(LEAVES.map((leaves) => leaves.find(({ sets }) => Object.entries(sets).every(([f, set]) => set.includes(point[Number(f)]!)))!.rows[r]!)) >= need))
  .map((point) => ({ point, cost: sum(point.map((k, f) => PRICES[f]![k]!)), changes: point.filter((k, f) => k !== OWN[f]).length }));
const cheapest = (most = 4): number => Math.min(...answers.filter(({ changes }) => changes <= most).map(({ cost }) => cost));

const tables = Object.fromEntries(NAMES.map((name, f) => [name, Object.fromEntries(PRICES[f]!.map((price, k) => [String(k), price]))]));
function verdict(cost: number, proof: number[], most?: number, watch?: Watch): Verdict {
  const request = { query: OWN, target: { class: 1 }, margin: 3, cost: { tables }, certificate: true, constraints: most === undefined ? [] : [{ max_changes: most }] };
  const { point } = answers.reduce((best, next) => (next.cost < best.cost && next.changes <= (most ?? 4) ? next : best), { point: OWN, cost: Infinity, changes: 0 });
  return checker(model)(request, { status: "optimal", counterfactuals: [{ values: point, cost }], certificate: { version: 1, cost, cuts: [[], [], [], []], proofs: [btoa(String.fromCharCode(...proof))] } }, watch);
}

/** The bound that a round tells, and the live levels behind it. */
function told(cost: number, round: Round, most?: number): { bound: number; levels: Uint8Array | undefined } {
  const heard: { bound: number; levels: Uint8Array | undefined }[] = [];
  verdict(cost, [...written(round), 0], most, { round: (of, box) => void heard.push({ bound: of, levels: box?.levels.slice() }) });
  return heard[0]!;
}

/** Numbers that look drawn: sixteenths from -1 to 1. */
function* drawn(): Generator<number, never> {
  for (let state = 7; ; ) yield ((state = (state * 48271) % 2147483647) % 33) / 16 - 1;
}

/** Rounds of all kinds, some of which pay trees that do not ask for the feature. */
function* rounds(count: number, mu: boolean): Generator<Round> {
  const next = drawn();
  const draw = (): number => next.next().value;
  for (let n = 0; n < count; n++) {
    const messages: Message[] = [];
    for (const f of [0, 1, 2, 3]) for (const t of [0, 1, 2]) if (draw() > 0) messages.push({ f, t, at: draw() > 0.4 ? [draw(), draw(), draw()] : draw() > 0 ? [0.25, 0.25, draw()] : [draw(), 0.5, 0.5] });
    yield { lambda: [Math.abs(draw()) / 2, Math.abs(draw()) / 2], messages, ...(mu ? { mu: Math.abs(draw()) / 4 } : {}) };
  }
}

/** Rounds in which features pay about their prices to the trees that ask for them. */
function* fair(count: number): Generator<Round> {
  const next = drawn();
  const draw = (): number => next.next().value / 16;
  const shares: [number, number, number][] = [[0, 0, 0.5], [0, 1, 0.5], [1, 1, 1], [2, 2, 1]];
  for (let n = 0; n < count; n++) {
    const messages = shares.map(([f, t, share]): Message => ({ f, t, at: [draw(), share * PRICES[f]![1]! + draw(), share * PRICES[f]![2]! + draw()] }));
    yield { lambda: [0.125 + draw(), 0.125 + draw()], messages };
  }
}

describe("the bound of a round", () => {
  it("is the one of the contract's words", () => {
    for (const round of rounds(24, false)) expect(told(100, round).bound, JSON.stringify(round)).toBeCloseTo(bound(round).bound, 9);
    for (const most of [2, 3]) for (const round of rounds(12, true)) expect(told(100, round, most).bound, JSON.stringify(round)).toBeCloseTo(bound(round, most).bound, 9);
  });

  it("is never above the cost of the cheapest answer", () => {
    expect(cheapest()).toBe(0.5);
    for (const round of [...rounds(24, false), ...fair(24)]) expect(told(100, round).bound).toBeLessThanOrEqual(cheapest());
    for (const round of rounds(12, true)) expect(told(100, round, 2).bound).toBeLessThanOrEqual(cheapest(2));
  });

  it("excludes the levels that reach the claim with it, and none of a cheaper answer", () => {
    let excluded = 0;
    for (const claim of [0.6, 0.8, 1.1]) {
      for (const round of fair(24)) {
        const { bound: least, reduced } = bound(round);
        const { levels } = told(claim, round);
        for (const { point, cost } of answers) if (cost < claim - 1e-6) point.forEach((k, f) => expect(levels?.[3 * f + k], `${String(claim)} ${JSON.stringify(round)} ${point.join()}`).toBe(1));
        reduced.forEach((own, f) => own.forEach((x, k) => {
          if (least + x - Math.min(...own) < claim + 1e-9) return;
          excluded++;
          expect(levels?.[3 * f + k]).toBe(0);
        }));
      }
    }
    expect(excluded).toBeGreaterThan(20);
  });

  it("confirms no claim above the cheapest answer", () => {
    for (const round of [...rounds(24, false), ...fair(24)]) expect(verdict(cheapest() * 1.002, [...written(round), 0])).toMatchObject({ checked: false, what: OPEN });
    for (const round of rounds(24, true)) expect(verdict(cheapest(2) * 1.002, [...written(round), 0], 2)).toMatchObject({ checked: false, what: OPEN });
  });

  it("is less by the rounding of its numbers, which count by their sizes", () => {
    const large = 2 ** 40;
    const none: Round = { lambda: [0, 0], messages: [] };
    const off = (round: Round, most?: number): number => bound(round, most ?? 0).bound - told(100, round, most).bound;
    expect(off(none)).toBe(0);
    // A message counts once, by its largest size.
    for (const at of [[large, large, large], [-large, -large, -large], [0, large, -large], [large, 0, 0]] as [number, number, number][]) {
      expect(off({ ...none, messages: [{ f: 3, t: 0, at }] })).toBeCloseTo(1e-13 * large, 3);
      expect(off({ ...none, messages: [{ f: 3, t: 0, at }, { f: 3, t: 1, at: [large, large, large] }, { f: 2, t: 2, at: [1, 1, 1] }] })).toBeCloseTo(2e-13 * large, 3);
    }
    // A row counts by its need and by the largest leaf of each tree: 3 and 2, 3, 1, or 3 and 2, 3, 2.
    expect(off({ lambda: [large, 0], messages: [] })).toBeCloseTo(9e-13 * large, 3);
    expect(off({ lambda: [0, large], messages: [] })).toBeCloseTo(10e-13 * large, 3);
    // The limit on changes counts by itself and the number of features.
    expect(off({ lambda: [0, 0], mu: large, messages: [] }, 2)).toBeCloseTo(6e-13 * large, 3);
    expect(off({ lambda: [0, 0], mu: large, messages: [] }, 3)).toBeCloseTo(7e-13 * large, 3);
  });
});

describe("a round that does not fit its model", () => {
  const head = [1, ...doubles(0, 0)];
  const said = (...bytes: number[]): string => {
    const found = verdict(9, [...head, ...bytes, ...Array.from({ length: 40 }, () => 0)]);
    return found.checked ? "checked" : found.what;
  };

  it("is refuted with its reason", () => {
    expect(said(5, 1, 0, 1, 0, 0, 0, 0, 0)).toBe("a message of a feature that there is not");
    expect(said(6, 1, 0, 1, 0, 0, 0, 0, 0)).toBe("a message of a feature that there is not");
    expect(said(4, 1, 3, 1, 0, 0, 0, 0, 0)).toBe("a message to a tree that there is not");
    expect(said(4, 1, 9, 1, 0, 0, 0, 0, 0)).toBe("a message to a tree that there is not");
    expect(said(4, 1, 2, 0)).toBe("a message of no levels");
    expect(said(4, 1, 2, 2, 0)).toBe("a message of levels that there are not");
    expect(said(4, 1, 2, 2, 3)).toBe("a message of levels that there are not");
    expect(said(4, 1, 2, 3, 1, 2)).toBe("a message of levels that there are not");
    expect(said(4, 1, 2, 1, ...singles(NaN))).toBe("a message that is no number");
    expect(said(4, 1, 2, 1, ...singles(-Infinity))).toBe("a message that is no number");
    // The last feature, tree and level.
    expect(said(4, 1, 2, 3, 1, 1, ...singles(0, 0, 0))).toBe(OPEN);
    expect(verdict(0.5, [1, ...doubles(0)])).toMatchObject({ checked: false, what: "the proof ends early", byte: 9 });
    expect(verdict(0.5, [...head, 4, 1, 2, 1, 0, 0])).toMatchObject({ checked: false, what: "the proof ends early", byte: 21 });
    for (const bad of [-1, NaN, Infinity, -Infinity]) expect(verdict(0.5, [1, ...doubles(bad, 0), 0, 0])).toMatchObject({ checked: false, what: "a multiplier below 0", byte: 9 });
  });

  it("of steps and numbers that there are not is refuted as well", () => {
    expect(verdict(0.5, [3])).toMatchObject({ checked: false, what: "a step of no known kind", byte: 1 });
    expect(verdict(0.5, [])).toMatchObject({ checked: false, what: "the proof ends early", byte: 0 });
    expect(said(255, 255, 255, 255, 255)).toBe("a number of more than 35 bits");
    // 4 in two bytes and in five is 4 all the same.
    for (const four of [[132, 0], [132, 128, 0], [132, 128, 128, 128, 0]]) expect(said(...four, 1, 2, 1, 0, 0, 0, 0, 0)).toBe(OPEN);
    expect(said(132, 1)).toBe("a message of a feature that there is not");
  });
});

describe("rows of hyperplanes", () => {
  const features = ["A", "B"].map((name, column) => ({ name, column, min: 0, max: 10 }));
  const planes = (threshold: number, left: number[], right: number[]): object => ({
    ...{ format: "espalier", version: 1, kind: "classifier", input: "float64", compare: "<=", aggregation: "sum", base: [0, 0], link: "none", columns: 2, classes: ["no", "yes"], schema: { features } },
    trees: [{ weight: 1, feature: [-2, -1, -1], threshold: [threshold, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, left, right], hyperplanes: { 0: { columns: [0, 1], weights: [1, 1] } } }],
  });
  const said = (of: object, own: number[], values: number[], cost: number, prices: number[]): Verdict =>
    checker(of)({ query: own, target: { class: 1 }, certificate: true }, { status: "optimal", counterfactuals: [{ values, cost }], certificate: { version: 1, cost, cuts: [[], []], proofs: [btoa(String.fromCharCode(1, ...doubles(0), ...prices, 0, 0, 0))] } });
  const row = (number: number, gamma: number): number[] => [number, ...doubles(gamma)];

  it("are priced by their numbers, the left side's first", () => {
    const above = planes(8, [1, 0], [0, 1]);
    const below = planes(4, [0, 1], [1, 0]);
    const up = 5 + 2 ** -48;
    expect(said(above, [3, 3], [up, 3], 0.2, row(2, 0.1))).toMatchObject({ checked: true });
    expect(said(above, [3, 3], [up, 3], 0.2004, row(2, 0.1))).toMatchObject({ checked: false, what: OPEN });
    expect(said(below, [3, 3], [1, 3], 0.2, row(1, 0.1))).toMatchObject({ checked: true });
    expect(said(below, [3, 3], [1, 3], 0.2004, row(1, 0.1))).toMatchObject({ checked: false, what: OPEN });
    for (const prices of [row(1, 0.1), row(2, 0.05), row(2, 1), []]) expect(said(above, [3, 3], [up, 3], 0.2, prices), prices.join()).toMatchObject({ checked: false, what: OPEN });
    for (const prices of [row(2, 0.1), row(1, 0.05), row(1, 1), []]) expect(said(below, [3, 3], [1, 3], 0.2, prices), prices.join()).toMatchObject({ checked: false, what: OPEN });
    for (const number of [3, 4, 9]) expect(said(above, [3, 3], [up, 3], 0.2, row(number, 0.1))).toMatchObject({ checked: false, what: "a multiplier of a row that there is not" });
    // Both rows of one test may be priced.
    expect(said(above, [3, 3], [up, 3], 0.2, [...row(1, 0), ...row(2, 0.1)])).toMatchObject({ checked: true });
  });

  it("are read and priced in a box that is empty already, where they prove nothing more", () => {
    const priced = [1, ...doubles(0), ...row(2, 0.1), 0, 0];
    const values = [5 + 2 ** -48, 3];
    const claim = (cost: number): Verdict =>
      checker(planes(8, [1, 0], [0, 1]))({ query: [3, 3], target: { class: 1 }, certificate: true }, { status: "optimal", counterfactuals: [{ values, cost }], certificate: { version: 1, cost, cuts: [[], []], proofs: [btoa(String.fromCharCode(...priced, ...priced, 0))] } });
    expect(claim(0.2)).toMatchObject({ checked: true, bytes: 41 });
    expect(claim(0.2004)).toMatchObject({ checked: false, what: OPEN });
  });

  it("follow those of sums", () => {
    const asked = (prices: number[]): Verdict =>
      checker(planes(8, [1, 0], [0, 1]))(
        { query: [3, 3], target: { class: 1 }, constraints: [{ linear: { terms: { A: 1 }, op: "<=", rhs: 9 } }], certificate: true },
        { status: "optimal", counterfactuals: [{ values: [5 + 2 ** -48, 3], cost: 0.2 }], certificate: { version: 1, cost: 0.2, cuts: [[], []], proofs: [btoa(String.fromCharCode(1, ...doubles(0, 0), ...prices, 0, 0, 0))] } },
      );
    expect(asked(row(2, 0.1))).toMatchObject({ checked: true });
    expect(asked(row(1, 0.1))).toMatchObject({ checked: false, what: OPEN });
    expect(asked(row(3, 0.1))).toMatchObject({ checked: false, what: "a multiplier of a row that there is not" });
  });
});
