/** Prices of features' own: in the request, in the page's own sums, in chips and links. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { mixOf } from "../../www/src/cost.js";
import { CoreModel, start } from "../../www/src/engine/core.js";
import { clausesOf, printedPoint } from "../../www/src/page/state/answer/claims.js";
import { openModel, setNorm } from "../../www/src/page/state/editing/actions.js";
import { costOf } from "../../www/src/page/state/request/cost.js";
import { decode, encode } from "../../www/src/page/state/opening/fragment.js";
import { fitsPrice, priceOf, setPrice } from "../../www/src/page/state/limits/feature-price.js";
import { schemaDoc } from "../../www/src/page/state/limits/file-limits.js";
import { normOf, requestOf } from "../../www/src/page/state/request/request.js";
import { chipsOf } from "../../www/src/page/view/chips.js";
import { amount, checking, doc, duration, person, purpose } from "./page-fixtures.js";
import { root, wasm } from "./models.js";
import type { Doc, Measure, Price } from "../../www/src/page/state/document/document.js";

/** Some prices below 0. */
const earning = (price: Price, index: number): Price => ("levels" in price ? { levels: price.levels.map((cost, level) => (level % 2 === 0 ? -cost : cost)) } : index % 2 === 0 ? { each: -0.001 * (index + 1) } : price);

describe("prices", () => {
  const priced = setPrice(setPrice(doc, "Credit amount", { first: 1000, price: 0.1, beyond: 0.4 }), "Purpose", { levels: [0.3, 0, 1] });

  test("are tables and convex pieces of the request, chips, and fields of the link", () => {
    expect(requestOf(priced).cost).toEqual({
      norm: "l1",
      tables: { Purpose: { car: 0.3, business: 0, repairs: 1 } },
      piecewise: { "Credit amount": [[-2000, 0.5], [-1000, 0.1], [0, 0], [1000, 0.1], [2000, 0.5]] },
    });
    expect(requestOf(doc).cost).toEqual({ norm: "l1" });
    const chips = chipsOf(priced).map((chip) => chip.text);
    expect(chips).toEqual(["Credit amount at its own price", "Purpose at its own price"]);
    expect(chipsOf(priced)[0]?.remove(priced).prices).toEqual(new Map([["Purpose", { levels: [0.3, 0, 1] }]]));
    expect(decode(encode(priced, false) ?? "")?.doc.prices).toEqual(priced.prices);
  });

  test("may be below 0: levels that are wished for, and an objective over a number", () => {
    const earns = setPrice(setPrice(doc, "Purpose", { levels: [0.3, -1, 0] }), "Credit amount", { each: -0.5 });
    expect(requestOf(earns).cost).toEqual({ norm: "l1", tables: { Purpose: { car: 0.3, business: -1, repairs: 0 } }, minimise: { "Credit amount": -0.5 } });
    expect(decode(encode(earns, false) ?? "")?.doc.prices).toEqual(earns.prices);
    expect(fitsPrice(purpose, { levels: [1, -1, 0] })).toBe(true);
    expect(fitsPrice(purpose, { each: 1 })).toBe(false);
    expect(fitsPrice(amount, { each: Infinity })).toBe(false);
  });

  test("begin at the cost of a change, and have to be convex, at least nothing, and one a level", () => {
    expect(priceOf(amount, person, 1)).toEqual({ first: 2000, price: 0.11, beyond: 0.22 });
    expect(priceOf(checking, person, 2)).toEqual({ levels: [0, 1, 2] });
    expect(priceOf(purpose, person, 1)).toEqual({ levels: [1, 0, 1] });
    for (const feature of [amount, duration, checking, purpose]) expect(fitsPrice(feature, priceOf(feature, person, 1))).toBe(true);
    expect(fitsPrice(amount, { first: 1000, price: 0.2, beyond: 0.1 })).toBe(false);
    expect(fitsPrice(amount, { first: 0, price: 0, beyond: 0.1 })).toBe(false);
    expect(fitsPrice(amount, { levels: [1] })).toBe(false);
    expect(fitsPrice(purpose, { levels: [1, NaN, 0] })).toBe(false);
    expect(fitsPrice(amount, { first: 1000, price: -0.2, beyond: 0.1 })).toBe(false);
    expect(requestOf(setPrice({ ...doc, person: [Number.NaN, ...person.slice(1)] }, "Credit amount", { first: 1, price: 1, beyond: 1 })).cost).toEqual({ norm: "l1" });
  });

  describe("asked of the engine", () => {
    let model: CoreModel;
    beforeAll(() => {
      start(wasm());
      const loaded = CoreModel.load(readFileSync(resolve(root, "www/public/examples/loan.json")), "loan.json");
      model = loaded.withSchema(schemaDoc(loaded.info));
    });

    test("cost there as much as the page counts, and so do the values that are told", { timeout: 60_000 }, () => {
      const rows = Array.from({ length: 60 }, (_, index) => model.row(index).row).filter((row) => (model.predict(Float64Array.from(row))[0] as { class: number }).class === 0);
      let paid = 0;
      for (const [at, row] of rows.entries()) {
        const ref = { id: 1, title: "", source: { from: "file" as const, file: "" }, info: model.info, schema: null, guess: null, fileLimits: new Map() };
        // Of every second person each change costs besides: of a feature with a price of its own too, where that changes.
        const base = { ...openModel(ref, row, null, { class: 1 }, null), perChange: 0.05 * (at % 2) };
        for (const norm of ["l1", "l2", "l0", "linf", "few", { mix: { l0: 0.2, l1: 0, l2: 1, linf: 0 } }, { mix: { l0: 0, l1: 0.5, l2: 0, linf: 1 } }] as Measure[]) {
          const all = model.info.features.reduce<Doc>((now, feature, index) => (index % 3 === 2 ? now : setPrice(now, feature.name, earning(priceOf(feature, row, 0.5 + (index % 4)), index))), setNorm(base, norm));
          const search = model.search(requestOf(all));
          while (!search.step(1000));
          const answer = search.answer(0);
          search.free();
          expect(answer.status).toBe("optimal");
          const [best] = answer.counterfactuals;
          expect(costOf(all, best?.values ?? [])).toBeCloseTo(best?.cost ?? NaN, 9);
          // The values that are told are as good as the answer, also where a price makes the value nearest to the person's a dearer one.
          const told = printedPoint(best!, clausesOf(model.info.features, row, best!, model.room(requestOf(all), best!.values), 0, false, null, requestOf(all).cost));
          if (mixOf(normOf(norm)).linf === 0) expect(costOf(all, told)).toBeCloseTo(best!.cost, 9);
          else expect(costOf(all, told)).toBeLessThanOrEqual(best!.cost + 1e-9);
          paid += best?.changes.some(({ feature }) => all.prices.has(feature)) ? 1 : 0;
        }
      }
      expect(paid).toBeGreaterThan(10);
    });
  });
});
