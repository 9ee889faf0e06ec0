/** Consequences by trees, asked as a page or the command line asks it: of the loan example, with trees of its rows and with trees by hand. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { openModel } from "../../www/src/page/state/editing/actions.js";
import { setCauses } from "../../www/src/page/state/limits/causes.js";
import { Pins, pinStatus } from "../../www/src/page/state/compare/pins.js";
import type { ModelHandle } from "../../www/src/page/state/port.js";
import { limitsOf } from "../../www/src/page/state/request/request.js";
import { Store } from "../../www/src/page/state/document/store.js";
import { beforeAll, describe, expect, test } from "vitest";
import { CoreModel, start } from "../../www/src/engine/core.js";
import type { Answer, ConstraintDoc, RequestDoc } from "../../www/src/types.js";
import { root, wasm } from "./models.js";
import type { Cause, ModelRef, Pin } from "../../www/src/page/state/document/document.js";

const bytes = readFileSync(resolve(root, "www/public/examples/loan.json"));
const [CREDIT, DURATION] = [0, 1] as const;
let core: CoreModel;
let person: number[];

beforeAll(() => {
  start(wasm());
  const loaded = CoreModel.load(bytes, "loan.json");
  core = loaded;
  person = core.row(61).row;
});

function solve(constraints: ConstraintDoc[], rest: Partial<RequestDoc> = {}): Answer {
  const search = core.search({ query: person, target: { class: 1 }, cost: { norm: "l1" }, constraints, ...rest });
  while (!search.step(1000));
  const answer = search.answer(0);
  search.free();
  return answer;
}

/** Months by amount: 12 up to 2,000 EUR, 24 up to 4,500, 40 above; 5 more for a car (column 9). */
const months = (row: readonly number[]): number => (row[CREDIT]! <= 2000 ? 12 : row[CREDIT]! <= 4500 ? 24 : 40) + (row[9] === 1 ? 5 : 0);
const tree = (column: number, threshold: number[], value: number[]): object => ({
  weight: 1,
  feature: threshold.length === 2 ? [column, -1, column, -1, -1] : [column, -1, -1],
  threshold: threshold.length === 2 ? [threshold[0], 0, threshold[1], 0, 0] : [threshold[0], 0, 0],
  left: threshold.length === 2 ? [1, -1, 3, -1, -1] : [1, -1, -1],
  right: threshold.length === 2 ? [2, -1, 4, -1, -1] : [2, -1, -1],
  value: threshold.length === 2 ? [null, [value[0]], null, [value[1]], [value[2]]] : [null, [value[0]], [value[1]]],
});
const given = {
  format: "espalier",
  version: 1,
  kind: "regressor",
  columns: 15,
  input: "float32",
  compare: "<=",
  aggregation: "sum",
  base: [0],
  link: "none",
  trees: [tree(CREDIT, [2000, 4500], [12, 24, 40]), tree(9, [0.5], [0, 5])],
};

describe("consequences of trees", () => {
  test("moves as the trees say, is marked, and costs its own or nothing", () => {
    const least: ConstraintDoc = { range: { feature: "Credit amount", max: Math.min(4000, person[CREDIT]! - 100) } };
    for (const cost of ["own", "none"] as const) {
      const answer = solve([{ causal: { feature: "Duration", model: given, cost } }, least]);
      expect(answer.status).toBe("optimal");
      const [one] = answer.counterfactuals;
      expect(one!.values[DURATION]).toBe(person[DURATION]! + months(one!.values) - months(person));
      const change = one!.changes.find(({ feature }) => feature === "Duration");
      expect(change?.consequence).toBe(true);
      expect(change?.range).toEqual([one!.values[DURATION], one!.values[DURATION]]);
    }
  });

  test("is learned from the rows, and the learned trees are told", () => {
    const learned: ConstraintDoc = { causal: { feature: "Duration", learned: { parents: ["Credit amount", "Purpose"], trees: 5, depth: 2 } } };
    const answer = solve([learned, { range: { feature: "Credit amount", max: person[CREDIT]! / 2 } }]);
    expect(answer.status).toBe("optimal");
    expect(answer.learned).toHaveLength(1);
    expect(answer.learned![0]!.feature).toBe("Duration");
    expect(answer.learned![0]!.explained).toBeGreaterThan(0.2);
    expect(answer.learned![0]!.explained).toBeLessThan(1);
    const shorter = answer.counterfactuals[0]!.values[DURATION]! - person[DURATION]!;
    expect(shorter).toBeLessThan(0);
    expect(answer).toEqual({ ...solve([learned, { range: { feature: "Credit amount", max: person[CREDIT]! / 2 } }]) });
  });

  test("holds of a pinned answer, and not of one that something else follows from", async () => {
    const causes: Cause[] = [{ feature: "Duration", parents: { "Credit amount": 1, Purpose: 1 }, cost: "own", learned: true }];
    const model: ModelRef = { id: 1, title: "Loan", source: { from: "example", id: "loan" }, info: { ...core.info, features: core.info.features.map((one) => ({ ...one, change: "free" })) }, schema: null, guess: null, fileLimits: new Map() };
    const doc = setCauses(openModel(model, person, null, { class: 1 }, null), causes);
    const [best] = solve(limitsOf(doc).constraints).counterfactuals;
    expect(best!.changes.some(({ consequence }) => consequence)).toBe(true);
    const off = [-1, 1, -2, 2, -3].map((by) => best!.values.map((x, column) => (column === DURATION ? x + by : x))).find((row) => (core.predict(Float64Array.from(row))[0] as { class: number }).class === 1)!;
    const store = new Store((run) => run());
    const handle = { info: core.info, predict: (rows: number[][]) => Promise.resolve(core.predict(Float64Array.from(rows.flat()))), explain: ({ constraints = [], ...rest }: RequestDoc) => Promise.resolve(solve(constraints, rest)) };
    const pins = new Pins(store, () => handle as unknown as ModelHandle);
    const pinned: Pin[] = [best!.values, off].map((values, index) => ({ name: String(index), values }));
    store.set({ doc: { ...doc, pins: pinned } });
    await expect.poll(() => pinStatus(store.state, pinned[1]!).reaches).not.toBeNull();
    expect(pinStatus(store.state, pinned[0]!)).toMatchObject({ reaches: true, broken: [] });
    expect(pinStatus(store.state, pinned[1]!)).toMatchObject({ reaches: true, broken: [{ part: "cause" }] });
    pins.dispose();
  });

  test("is refused by name where it goes round, and by the engine milp", () => {
    const round: ConstraintDoc[] = [{ causal: { feature: "Duration", learned: { parents: ["Credit amount"] } } }, { causal: { feature: "Credit amount", parents: { Duration: 100 } } }];
    expect(() => solve(round)).toThrow(/follows from itself/);
    expect(() => solve([{ causal: { feature: "Duration", model: given } }], { engine: "milp" })).toThrow(/leave the engine out/);
  });
});
