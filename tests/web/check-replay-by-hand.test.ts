// The course of a check, step by step, beside proofs made by hand: the boxes, their bounds, and the levels that are left in each.
import { expect, it } from "vitest";
import { run } from "../../www/src/check/job.js";
import type { ReplayStep, SearchReplay } from "../../www/src/check/recorder.js";
import { doubles } from "./made-by-hand.js";

const singles = (...x: number[]): number[] => [...new Uint8Array(Float32Array.from(x).buffer)];

/** Three yes-or-no features and a number, a quarter each to change; a tree each, and class 1 needs two of the four. */
const NAMES = ["P", "Q", "R"];
const common = { format: "espalier", version: 1, kind: "classifier", input: "float64", compare: "<=", aggregation: "sum", base: [0, 0], link: "none", columns: 4, classes: ["no", "yes"] };
const stump = (column: number, threshold: number, value: unknown[]): object => ({ weight: 1, feature: [column, -1, -1], threshold: [threshold, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value });
const schema = { features: [...NAMES.map((name, column) => ({ name, column, kind: "binary" })), { name: "N", column: 3, min: 0, max: 8 }] };
const model: object = { ...common, schema, trees: [0, 1, 2, 3].map((column) => stump(column, column === 3 ? 4 : 0.5, [null, [0, 0], [0, 1]])) };
const request: object = { query: [0, 0, 0, 2], target: { class: 1 }, margin: 2, cost: { weights: { P: 0.25, Q: 0.25, R: 0.25 } } };

/** A round in which each feature pays its price to its tree. */
const round = (lambda: number): number[] => [1, ...doubles(lambda), ...[0, 1, 2, 3].flatMap((f) => [f + 1, 1, f, 2, 1, ...singles(0, 0.25)]), 0];
/** A round of one row without any message. */
const idle = [1, ...doubles(0), 0];

interface Asked {
  of?: object;
  asked?: object;
  cost?: number | null;
  proved?: number;
  values?: number[];
  cuts?: number[][];
  proofs: number[][];
}

function replay({ of = model, asked = request, cost = 0.5, proved, values = [1, 1, 0, 2], cuts = [[], [], [], [4]], proofs }: Asked): SearchReplay {
  const certificate = { version: 1, cost, cuts, proofs: proofs.map((proof) => btoa(String.fromCharCode(...proof))), ...(proved === undefined ? {} : { proved }) };
  const answer = { status: cost === null ? "infeasible" : "optimal", counterfactuals: cost === null ? [] : [{ values, cost }], certificate };
  let found: SearchReplay | undefined;
  run({ model: new TextEncoder().encode(JSON.stringify(of)), request: asked, answer, replay: true }, (message) => {
    if (!("verdict" in message)) return;
    expect(message.verdict).toMatchObject({ checked: true });
    found = message.replay ?? undefined;
  });
  return found!;
}

/** A step in short: its kind and box in its parent, its bound and the proved one, the live levels, and why it is closed or how it is split. */
const short = ({ kind, box, parent, bound, proved, live, why, split }: ReplayStep): string =>
  [`${kind} ${String(box)} in ${String(parent)}: ${String(Number(bound.toFixed(6)))}, ${String(Number(proved.toFixed(6)))}`, live === null ? "none" : live.map((runs) => runs.join("-")).join(" "), ...(why === undefined ? [] : [why]), ...(split === undefined ? [] : [`${String(split.feature)} ${String(split.from)}-${String(split.to)} ${split.inside ? "first" : "last"}`])].join(", ");
const course = (asked: Asked): string[] => replay(asked).steps.map(short);

it("tells of one box its entry, its round and its end, and of the axes their names and levels", () => {
  const { steps, ...rest } = replay({ proofs: [[...round(0.25), 0]] });
  expect(steps.map(short)).toEqual(["enter 0 in null: 0, 0, 0-2 0-2 0-2 0-2", "round 0 in null: 0.5, 0.5, none", "closed 0 in null: 0.5, 0.5, none, bound"]);
  expect(rest).toEqual({ axes: [...NAMES.map((feature) => ({ feature, cuts: null, count: 2 })), { feature: "N", cuts: Float64Array.of(4), count: 2 }], cost: 0.5, largest: false, boxes: 1, cut: false });
  // In the end the claim itself is proved, and not the bound that lacks its rounding.
  expect(steps.at(-1)!.proved).toBe(0.5);
  expect(steps[1]!.proved).toBeLessThan(0.5);
});

it("follows parts in the proof's order, each with the bound that its parent had", () => {
  const proof = [...round(0.125), 2, 0, 0, 1, 1, ...round(0.25), 0, 2, 1, 1, 2, 0, ...idle, 2, 2, 0, 1, 1, 0, 0, 0];
  expect(course({ proofs: [proof] })).toEqual([
    "enter 0 in null: 0, 0, 0-2 0-2 0-2 0-2",
    "round 0 in null: 0.25, 0.25, 0-2 0-2 0-2 0-2",
    "split 0 in null: 0.25, 0.25, 0-2 0-2 0-2 0-2, 0 0-1 first",
    // The part without P. Its rest is open with a quarter.
    "enter 1 in 0: 0.25, 0.25, 0-1 0-2 0-2 0-2",
    "round 1 in 0: 0.5, 0.25, none",
    "closed 1 in 0: 0.5, 0.25, none, bound",
    // With P there is room for no second change.
    "enter 2 in 0: 0.25, 0.25, none",
    "split 2 in 0: 0.25, 0.25, none, 1 1-2 last",
    "enter 3 in 2: 0.25, 0.25, none",
    "split 3 in 2: 0.25, 0.25, none, 2 0-1 first",
    "enter 4 in 3: 0.25, 0.25, none",
    "closed 4 in 3: 0.5, 0.25, none, rows",
    "enter 5 in 3: 0.25, 0.25, none",
    "closed 5 in 3: 0.5, 0.25, none, rows",
    "enter 6 in 2: 0.25, 0.25, none",
    "closed 6 in 2: 0.5, 0.5, none, rows",
  ]);
});

it("raises the bound of a box by the cheapest levels that it has left", () => {
  // N may not stay at 2: to 3 it costs an eighth, to 4 and more a quarter.
  const asked = { ...request, constraints: [{ range: { feature: "N", min: 3 } }] };
  expect(course({ asked, proofs: [[...idle, 2, 3, 0, 2, 1, ...round(0.25), 2, 3, 0, 1, 0, 0, 0, 0]], cuts: [[], [], [], [4]], values: [1, 0, 0, 4.000000000000001] })).toEqual([
    "enter 0 in null: 0.125, 0.125, 0-2 0-2 0-2 0-2",
    "round 0 in null: 0.125, 0.125, 0-2 0-2 0-2 0-2",
    "split 0 in null: 0.125, 0.125, 0-2 0-2 0-2 0-2, 3 0-2 first",
    "enter 1 in 0: 0.125, 0.125, 0-2 0-2 0-2 0-2",
    "round 1 in 0: 0.5, 0.125, none",
    "split 1 in 0: 0.5, 0.125, none, 3 0-1 last",
    "enter 2 in 1: 0.5, 0.125, none",
    "closed 2 in 1: 0.5, 0.125, none, bound",
    "enter 3 in 1: 0.5, 0.125, none",
    "closed 3 in 1: 0.5, 0.125, none, bound",
    "enter 4 in 0: 0.125, 0.125, none",
    "closed 4 in 0: 0.5, 0.5, none, cost",
  ]);
  expect(course({ asked: { ...asked, constraints: [...asked.constraints, { max_changes: 0 }] }, cost: null, proofs: [[0]] })).toEqual(["enter 0 in null: 0, 0, none", "closed 0 in null: 0, 0, none, changes"]);
});

it("tells the levels of a feature as runs from the first to before the next that is none", () => {
  const letters = { name: "L", kind: "categorical", column: 0, labels: ["a", "b", "c", "d", "e", "f"], values: [0, 1, 2, 3, 4, 5] };
  const of = { ...common, columns: 1, schema: { features: [letters] }, trees: [stump(0, 0.5, [null, [1, 0], [0, 1]])] };
  const asked = { query: [0], target: { class: 1 }, constraints: [{ levels: { feature: "L", allow: ["a", "c", "d", "f"] } }], cost: { tables: { L: { b: 1, c: 3, d: 4, e: 5, f: 6 } } } };
  const proofs = [[2, 0, 2, 3, 1, 0, 2, 0, 0, 4, 0, 0, 0]];
  expect(course({ of, asked, cuts: [[]], cost: 3, values: [2], proofs })).toEqual([
    "enter 0 in null: 0, 0, none", "split 0 in null: 0, 0, none, 0 2-3 first",
    "enter 1 in 0: 0, 0, none", "closed 1 in 0: 3, 0, none, rows",
    "enter 2 in 0: 0, 0, none", "split 2 in 0: 0, 0, none, 0 0-4 last",
    "enter 3 in 2: 0, 0, none", "closed 3 in 2: 3, 0, none, rows",
    "enter 4 in 2: 0, 0, none", "closed 4 in 2: 3, 3, none, rows",
  ]);
  // Class 0 again, so that all that is allowed stays open till its part is decided.
  const tie = { ...of, trees: [stump(0, 0.5, [null, [1, 0], [1, 1 + 1e-6]])] };
  const none = { ...asked, query: [5], cost: { tables: { L: { a: 1 } } }, target: { class: 1 } };
  expect(course({ of: tie, asked: none, cuts: [[]], cost: null, proofs: [[...[1, ...doubles(0), 0], 2, 0, 3, 4, 1, 0, 0]] })).toEqual([
    "enter 0 in null: 0, 0, 2-4-5-6", "round 0 in null: 0, 0, 2-4-5-6", "split 0 in null: 0, 0, 2-4-5-6, 0 3-4 first",
    "enter 1 in 0: 1, 0, 3-4", "closed 1 in 0: 1, 0, 3-4, decided",
    "enter 2 in 0: 0, 0, 2-3-5-6", "closed 2 in 0: 0, 0, 2-3-5-6, decided",
  ]);
});

it("knows of no bound for all answers before the last of many proofs", () => {
  const of = { ...common, columns: 2, base: [0, 0, 0], classes: ["a", "b", "c"], schema: { features: ["N", "M"].map((name, column) => ({ name, column, min: 0, max: 8 })) }, trees: [stump(0, 4, [null, [1, 0, 0], [0, 1, 0]]), stump(1, 4, [null, [0, 0, 0], [0, 0, 3]])] };
  const asked = { query: [2, 3], target: { classes: ["b", "c"] } };
  const one = [2, 0, 0, 1, 1, 0, 0];
  const { steps, boxes } = replay({ of, asked, cuts: [[4], [4]], cost: 0.125, values: [2, 4.000000000000001], proofs: [one, one] });
  expect(boxes).toBe(6);
  expect(steps.map(({ box, parent, proved }) => [box, parent, proved])).toEqual([[0, null, 0], [0, null, 0], [1, 0, 0], [1, 0, 0], [2, 0, 0], [2, 0, 0], [3, null, 0], [3, null, 0], [4, 3, 0], [4, 3, 0], [5, 3, 0], [5, 3, 0.125]]);
});

it("has no bounds where the cost is the largest change alone, or a part of it", () => {
  const asked = { ...request, cost: { norm: "linf" }, margin: 4 };
  const proofs = [[2, 0, 0, 1, 1, 0, 0]];
  for (const norm of ["linf", { linf: 1 }]) {
    const { steps, largest } = replay({ asked: { ...asked, cost: { norm } }, cost: 1, values: [1, 1, 1, 5], proofs });
    expect(largest).toBe(true);
    expect(steps.map(({ kind, bound, proved }) => [kind, bound, proved])).toEqual([["enter", 0, 0], ["split", 0, 0], ["enter", 0, 0], ["closed", 0, 0], ["enter", 0, 0], ["closed", 0, 1]]);
  }
  for (const norm of ["l1", { l1: 1 }, { linf: 0, l1: 1 }]) expect(replay({ asked: { ...request, cost: { norm, weights: { P: 0.25, Q: 0.25, R: 0.25 } } }, proofs: [[...round(0.25), 0]] }).largest).toBe(false);
});

it("ends without a bound where there is no answer, and without a claim of one", () => {
  const asked = { ...request, margin: 5 };
  const { steps, cost, proved } = replay({ asked, cost: null, proofs: [[2, 0, 0, 1, 1, 0, 0]] });
  expect(cost).toBeNull();
  expect(proved).toBeUndefined();
  expect(steps.map(short)).toEqual(["enter 0 in null: 0, 0, none", "split 0 in null: 0, 0, none, 0 0-1 first", "enter 1 in 0: 0, 0, none", "closed 1 in 0: 0, 0, none, rows", "enter 2 in 0: 0, 0, none", "closed 2 in 0: 0, 0, none, rows"]);
});

it("ends with the bound that is proved where that is less than the cost", () => {
  const asked = { ...request, constraints: [{ linear: { terms: { N: 1 }, op: "<=", rhs: 8 } }] };
  const proof = [1, ...doubles(0.25, 0), ...[0, 1, 2, 3].flatMap((f) => [f + 1, 1, f, 2, 1, ...singles(0, 0.25)]), 0, 0];
  const { steps, cost, proved } = replay({ asked, proved: 0.4375, proofs: [proof] });
  expect([cost, proved]).toEqual([0.5, 0.4375]);
  expect(steps.map(({ kind, proved }) => [kind, proved])).toEqual([["enter", 0], ["round", 0.4375], ["closed", 0.4375]]);
  expect(replay({ asked, proved: 0.5, proofs: [proof] }).proved).toBeUndefined();
});

it("keeps 4000 steps, and says whether there were more", () => {
  const rounds = (count: number): SearchReplay => replay({ proofs: [[...Array.from({ length: count }, () => idle).flat(), ...round(0.25), 0]] });
  const [all, more] = [rounds(3997), rounds(3998)];
  expect([all.steps.length, all.cut, all.steps.at(-1)!.kind]).toEqual([4000, false, "closed"]);
  expect([more.steps.length, more.cut, more.steps.at(-1)!.kind]).toEqual([4000, true, "round"]);
});
