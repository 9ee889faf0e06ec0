// Pools: the engine's are taken by the independent check, and changed ones are refused.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { start } from "../../www/src/engine/core.js";
import type { RequestDoc } from "../../www/src/types.js";
import { certified } from "./certified.js";
import { root, wasm } from "./models.js";

beforeAll(() => start(wasm()));

it("a pool is checked like the answer", { timeout: 60_000 }, () => {
  const model = JSON.parse(readFileSync(resolve(root, "www/public/examples/iris.json"), "utf8")) as { background: { rows: number[][] } };
  let met = 0;
  for (const query of model.background.rows.slice(0, 20)) {
    const request: RequestDoc = { query, target: { class: 1 }, pool: 2 };
    const { answer, check } = certified(model, request);
    expect(check(answer)).toMatchObject({ checked: true });
    const [first] = answer.pool ?? [];
    if (first === undefined) continue;
    met += 1;
    const refused = (pool: object[], what: string): void => expect(check({ ...answer, pool })).toMatchObject({ checked: false, what: expect.stringContaining(what) as string });
    refused([first, first], "ascend");
    refused([first, first, first], "more than were asked for");
    refused([{ ...first, cost: first.cost * 1.01 }], "in the pool: the counterfactual costs");
    refused([{ ...first, values: query }], "in the pool: the counterfactual misses the target");
  }
  expect(met).toBeGreaterThan(5);
});
