// Pools: the engine's are taken by the independent check, and changed ones are refused.
import { beforeAll, expect, it } from "vitest";
import { start } from "../../www/src/engine/core.js";
import type { RequestDoc } from "../../www/src/types.js";
import { certified } from "./certified.js";
import { wasm } from "./models.js";
import { below, random, SIDE, someCost, someModel } from "./random-sums.js";

beforeAll(() => start(wasm()));

it("a pool is checked like the answer", () => {
  let met = 0;
  for (let i = 0; i < 150; i++) {
    const { norm, ...cost } = someCost();
    const request: RequestDoc = { query: [below(SIDE), below(SIDE), below(SIDE)], target: { class: 1 }, cost: { ...cost, per_change: random(), ...(norm === undefined ? {} : { norm }) }, pool: 2 };
    const { answer, check } = certified(someModel(), request);
    expect(check(answer)).toMatchObject({ checked: true });
    const [first] = answer.pool ?? [];
    if (first === undefined) continue;
    met += 1;
    const refused = (pool: object[], what: string): void => expect(check({ ...answer, pool })).toMatchObject({ checked: false, what: expect.stringContaining(what) as string });
    refused([first, first], "ascend");
    refused([first, first, first], "more than were asked for");
    refused([{ ...first, cost: first.cost * 1.01 }], "in the pool: the counterfactual costs");
    refused([{ ...first, values: request.query as number[] }], "in the pool: the counterfactual");
  }
  expect(met).toBeGreaterThan(5);
});
