import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { CoreModel, exchange, start } from "../../www/src/engine/core.js";
import { firstPart, isPart } from "../../www/src/engine/first-part.js";
import type { Answer, RequestDoc } from "../../www/src/types.js";
import { root, wasm } from "./models.js";

const whole = wasm();

/** The fewest of the file's first bytes of which a module can be made. */
function fewest(): number {
  let [no, yes] = [0, whole.length];
  while (yes - no > 1) {
    const middle = (no + yes) >> 1;
    if (firstPart(whole.subarray(0, middle)) === null) no = middle;
    else yes = middle;
  }
  return yes;
}

/** An answer without its times and counts. */
const timeless = ({ work: _, ...answer }: Answer): unknown => answer;

describe("the engine's beginning", () => {
  const enough = fewest();
  const part = new WebAssembly.Module(firstPart(whole.subarray(0, enough))!);

  it("is a module of less than half of the file, and the same however much more has arrived", () => {
    expect(enough).toBeLessThan(whole.length / 2);
    expect(isPart(part)).toBe(true);
    expect(isPart(new WebAssembly.Module(whole))).toBe(false);
    expect(firstPart(whole)).toEqual(firstPart(whole.subarray(0, enough)));
  });

  it("answers an example, fails where a function has not arrived, and goes on with the whole module in the midst of a search", () => {
    start(part);
    const folder = resolve(root, "www/public/examples");
    const [example] = JSON.parse(readFileSync(resolve(folder, "index.json"), "utf8")) as (RequestDoc & { model: string })[];
    const { model: name, query, target } = example!;
    const model = CoreModel.load(readFileSync(resolve(folder, name)), name);
    const request: RequestDoc = { query, target };
    const ask = (): Answer => {
      const search = model.search(request);
      while (!search.run(6));
      const answer = search.answer(0);
      search.free();
      return answer;
    };
    const first = ask();
    expect(first.status).toBe("optimal");
    const under = model.search(request);
    expect(under.run(0)).toBe(false);
    expect(() => model.formulation(request, "mps", "levels")).toThrow(WebAssembly.RuntimeError);
    exchange(new WebAssembly.Module(whole));
    while (!under.run(6));
    expect(timeless(under.answer(0))).toEqual(timeless(first));
    expect(timeless(ask())).toEqual(timeless(first));
    expect(model.formulation(request, "mps", "levels")).toContain("ROWS");
  });
});
