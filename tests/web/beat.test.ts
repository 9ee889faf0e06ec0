/** The verdict on a place of a person's own: no place beats a proved answer within the limits, and each verdict is by its definition. */
import { beforeAll, describe, expect, test } from "vitest";
import { draws } from "../../www/src/draws.js";
import { start } from "../../www/src/engine/core.js";
import { coordinate, domain, isDiscrete, withCoordinate } from "../../www/src/model/feature.js";
import { against, nearestIn, verdictOn, type Verdict } from "../../www/src/page/further/beat/verdict.js";
import { setLimit } from "../../www/src/page/state/editing/actions.js";
import { costOf } from "../../www/src/page/state/request/cost.js";
import { meets, requestOf } from "../../www/src/page/state/request/request.js";
import type { FeatureInfo } from "../../www/src/types.js";
import { wasm } from "./models.js";
import { amount, doc as loan, duration } from "./page-fixtures.js";
import { edit, firstDoc, randomModel, solve } from "./random-page.js";

beforeAll(() => void start(wasm()));

describe("the verdict", () => {
  test("on any place beside a proved answer is never that it was beaten, and says smaller, enough and limits as they are", () => {
    const seen = new Map<Verdict, number>();
    for (let seed = 1; seed <= 60; seed += 1) {
      const model = randomModel(seed);
      const rnd = draws(1000 + seed);
      let doc = firstDoc(model, rnd);
      for (let k = 0; k < 4; k += 1) doc = { ...edit(doc, model, rnd), typical: null, hull: null };
      const answer = solve(model, requestOf(doc));
      const [best] = answer.counterfactuals;
      if (answer.status !== "optimal" || best === undefined || Math.abs(costOf(doc, best.values) - best.cost) > 1e-6) {
        model.free();
        continue;
      }
      for (let k = 0; k < 60; k += 1) {
        let values: number[] = rnd() < 0.5 ? [...best.values] : [...doc.person];
        for (const feature of model.info.features) {
          if (rnd() < 0.5) continue;
          const [low, high] = domain(feature);
          const at = low + rnd() * (high - low);
          values = withCoordinate(feature, values, isDiscrete(feature) || feature.kind === "integer" ? Math.round(at) : at);
        }
        const [prediction] = model.predict(Float64Array.from(values));
        const enough = meets(prediction!, requestOf(doc).target, model.info.classes);
        const cost = costOf(doc, values);
        const { verdict } = verdictOn(doc, { values, enough, cost, answer: { values: best.values, cost: best.cost, proved: true } });
        seen.set(verdict, (seen.get(verdict) ?? 0) + 1);
        expect(verdict, `model ${String(seed)}, place ${values.join()}`).not.toBe("contradiction");
        if (verdict === "breaks" || verdict === "larger" || verdict === "same") expect(enough).toBe(true);
        if (verdict === "refused" || verdict === "refusedSmaller") expect(enough).toBe(false);
        if (verdict === "breaks" || verdict === "refusedSmaller") expect(cost).toBeLessThan(best.cost);
        if (verdict === "larger") expect(cost).toBeGreaterThan(best.cost);
      }
      model.free();
    }
    for (const verdict of ["refused", "refusedSmaller", "larger"] as const) expect(seen.get(verdict) ?? 0, verdict).toBeGreaterThan(20);
  });

  test("names a limit that a smaller place breaks, and says that an answer without a proof is beaten", () => {
    const limited = setLimit(loan, duration.name, { lock: true });
    const values = withCoordinate(duration, loan.person, 40);
    const answer = { values: withCoordinate(amount, loan.person, 2000), cost: 0.5, proved: true };
    const said = verdictOn(limited, { values, enough: true, cost: 0.1, answer });
    expect([said.verdict, said.broken.map(({ feature }) => feature)]).toEqual(["breaks", [duration.name]]);
    expect(verdictOn(loan, { values, enough: true, cost: 0.1, answer: { ...answer, proved: false } }).verdict).toBe("beaten");
    expect(verdictOn(loan, { values, enough: true, cost: 0.1, answer }).verdict).toBe("contradiction");
    expect(verdictOn({ ...loan, typical: 0.5 }, { values, enough: true, cost: 0.1, answer }).verdict).toBe("open");
    expect(verdictOn(loan, { values: answer.values, enough: true, cost: 0.5, answer }).verdict).toBe("answer");
    expect(verdictOn(loan, { values: loan.person, enough: false, cost: 0, answer }).verdict).toBe("start");
  });
});

test("the trees against a class are those whose leaf is for another", () => {
  const model = randomModel(1);
  const data = model.trees();
  const { row } = model.row(0);
  const all = [0, 1].map((outcome) => against(data, row, outcome));
  expect(all[0]!.all).toBe(model.info.trees);
  expect(all[0]!.against + all[1]!.against).toBe(model.info.trees);
  model.free();
});

test("the nearest place of a patch lies in it, and is no farther than any other of its decimals", () => {
  const rnd = draws(3);
  const share: FeatureInfo = { ...amount, kind: "numeric", min: 0, max: 1, decimals: 2 };
  for (let k = 0; k < 400; k += 1) {
    const [feature, unit] = rnd() < 0.5 ? ([duration, 1] as const) : ([share, 0.01] as const);
    const [least, most] = domain(feature);
    const [low, high] = [rnd(), rnd()].sort((a, b) => a - b).map((x) => least + x * (most - least)) as [number, number];
    const now = coordinate(feature, withCoordinate(feature, [0, 0], Math.round((least + rnd() * (most - least)) / unit) * unit));
    const at = nearestIn(feature, [low, high], now);
    expect(at).toBeGreaterThan(low);
    expect(at).toBeLessThanOrEqual(high);
    for (let one = Math.ceil(low / unit + 1e-9); one * unit <= high; one += 1) {
      const there = one * unit;
      if (there > low + 1e-9 && there < high - 1e-9) expect(Math.abs(at - now)).toBeLessThanOrEqual(Math.abs(there - now) + 1e-9);
    }
  }
});
