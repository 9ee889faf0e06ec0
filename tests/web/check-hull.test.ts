// Hulls and quadratic costs: the engine's answers are taken by the independent check, and changed ones are refused.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { checker } from "../../www/src/check/index.js";
import { CoreModel, start } from "../../www/src/engine/core.js";
import type { Answer, Counterfactual, RequestDoc } from "../../www/src/types.js";
import { root, wasm } from "./models.js";

type Part = Omit<RequestDoc, "query" | "target">;
type Document = { columns: number; background: { rows: (number | null)[][]; labels: number[] } };

beforeAll(() => start(wasm()));

const document = (name: string): Document => JSON.parse(readFileSync(resolve(root, `www/public/examples/${name}.json`), "utf8")) as Document;

/** The example's answers to a request from some of its rows, each with its check. */
function* answers(name: string, target: RequestDoc["target"], part: Part, count: number): Generator<{ answer: Answer; check: (answer: unknown) => object }> {
  const model = document(name);
  const core = CoreModel.load(new TextEncoder().encode(JSON.stringify(model)), "model.json");
  const verdict = checker(model);
  for (const query of model.background.rows.slice(0, count)) {
    if (query.includes(null)) continue;
    const request = { query, target, ...part } as RequestDoc;
    const search = core.search(request);
    while (!search.step(1000));
    const answer = search.answer(0);
    search.free();
    if ((answer.counterfactuals[0]?.cost ?? 0) > 0) yield { answer, check: (given) => verdict(request, given) };
  }
  core.free();
}

const changed = (answer: Answer, part: Partial<Counterfactual>): Answer => ({ ...answer, counterfactuals: [{ ...answer.counterfactuals[0]!, ...part }, ...answer.counterfactuals.slice(1)] });
const taken = { checked: false, attained: true };
const refused = (words: string): object => ({ checked: false, what: expect.stringContaining(words) as string });

/** A sound check takes all of these answers, and refuses each at another cost. */
function holds(name: string, target: RequestDoc["target"], part: Part, count: number): Answer[] {
  const all: Answer[] = [];
  for (const { answer, check } of answers(name, target, part, count)) {
    all.push(answer);
    expect(check(answer)).toMatchObject(taken);
    const cost = answer.counterfactuals[0]!.cost;
    expect(check(changed(answer, { cost: cost * (1 - 1e-6) }))).toMatchObject(refused("the counterfactual costs"));
  }
  expect(all.length).toBeGreaterThan(3);
  return all;
}

const EXAMPLES: [string, RequestDoc["target"]][] = [
  ["iris", { class: 1 }],
  ["loan", { class: "accepted" }],
];

for (const [name, target] of EXAMPLES) {
  for (const quadratic of ["rows", { ridge: 0.1 }] as const) {
    for (const norm of [undefined, "l1", { l0: 0.1, l2: 1 }] as const) {
      it(`a cost of the rows' covariance is measured anew: ${name}, ${JSON.stringify([quadratic, norm])}`, { timeout: 60_000 }, () => {
        holds(name, target, { cost: { quadratic, ...(norm === undefined ? {} : { norm }) } }, 20);
      });
    }
  }

  for (const norm of ["l1", "l2", "linf"] as const) {
    it(`a place in a hull, and the price of the distance from it, are measured by the stated rows: ${name}, ${norm}`, { timeout: 60_000 }, () => {
      for (const hull of [{ norm }, { norm, epsilon: 0.05 }, { norm, price: 0.5 }, { norm, price: 1, clusters: 3 }]) holds(name, target, { plausibility: { hull } }, 20);
      holds(name, target, { cost: { norm: { l1: 1, linf: 1 } }, plausibility: { hull: { norm, price: 0.5 } } }, 20);
    });
  }

  it(`answers in several hulls are each held to their own: ${name}`, { timeout: 60_000 }, () => {
    for (const { answer, check } of answers(name, target, { plausibility: { hull: { epsilon: [0, 0.2], clusters: 2, each: true } } }, 20)) {
      expect(check(answer)).toMatchObject(taken);
      const { hulls = [], counterfactuals } = answer;
      const far = hulls.find((one) => one.epsilon > 0 && one.counterfactual !== null && hulls.every((other) => other.epsilon > 0 || other.counterfactual !== one.counterfactual));
      if (far) expect(check({ ...answer, hulls: hulls.map((one) => (one === far ? { ...one, epsilon: 0 } : one)) })).toMatchObject(refused("outside of the hull"));
const dear = { ...counterfactuals.at(-1)!, cost: 99 };
      expect(check({ ...answer, counterfactuals: [...counterfactuals.slice(0, -1), dear] })).toMatchObject(refused("the counterfactual costs"));
    }
  });
}

it("a mixture that is none is refused", { timeout: 60_000 }, () => {
  const { background } = document("iris");
  const other = background.labels.findIndex((label) => label !== 1);
  for (const { answer, check } of answers("iris", { class: 1 }, { plausibility: { hull: { epsilon: 0.01 } } }, 20)) {
    const [{ hull = [] }] = answer.counterfactuals as [Counterfactual];
    const mixed = (mixture: object): unknown => check(changed(answer, { hull: mixture as NonNullable<Counterfactual["hull"]> }));
    expect(mixed([])).toMatchObject(refused("no shares of 1"));
    expect(mixed(hull.map((one) => ({ ...one, weight: 2 * one.weight })))).toMatchObject(refused("no shares of 1"));
    expect(mixed([{ row: other, weight: 1 }])).toMatchObject(refused("has not the target"));
  }
});
