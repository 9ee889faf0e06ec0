/** The layer "Rest may change": its cells against every setting of the other features, tried one by one. */
import { beforeAll, describe, expect, test } from "vitest";
import { CoreModel, start } from "../../www/src/engine/core.js";
import { setLayer, setLimit, setMaxChanges, setReach, setRange } from "../../www/src/page/state/editing/actions.js";
import { decode, encode } from "../../www/src/page/state/opening/fragment.js";
import { Reach, reachCells, reachRequest } from "../../www/src/page/state/map/reach.js";
import { Store } from "../../www/src/page/state/document/store.js";
import { shadeCells, SHADES } from "../../www/src/plot/shade.js";
import { boxText } from "../../www/src/page/view/chips.js";
import type { Answer, FeatureInfo, Region } from "../../www/src/types.js";
import { bytesOf, wasm } from "./models.js";
import { amount, doc, duration, modelThat } from "./page-fixtures.js";
import { draws } from "../../www/src/draws.js";

/** Random trees on two numbers, a whole number and three ordered levels. */
function forest(seed: number): CoreModel {
  const rnd = draws(seed);
  const [depth, inner] = [3, 7];
  const nodes = Array.from({ length: 2 * inner + 1 }, (_, k) => k);
  const tops = [1, 1, 4, 2];
  const tree = (): object => {
    const feature = nodes.map((k) => (k < inner ? Math.floor(4 * rnd()) : -1));
    return {
      weight: 1,
      feature,
      threshold: nodes.map((k) => (k < inner ? Math.fround(rnd() * tops[feature[k]!]!) : 0)),
      left: nodes.map((k) => (k < inner ? 2 * k + 1 : -1)),
      right: nodes.map((k) => (k < inner ? 2 * k + 2 : -1)),
      value: nodes.map((k) => (k < inner ? null : ((p) => [1 - p, p])(rnd()))),
    };
  };
  expect(2 ** depth - 1).toBe(inner);
  const model = {
    format: "espalier", version: 1, kind: "classifier", columns: 4, input: "float32", compare: "<=", aggregation: "mean", base: [0, 0], link: "none", classes: ["no", "yes"],
    trees: Array.from({ length: 6 }, tree),
    schema: {
      features: [
        { name: "a", kind: "numeric", column: 0, min: 0, max: 1 },
        { name: "n", kind: "integer", column: 2, min: 0, max: 4 },
        { name: "b", kind: "numeric", column: 1, min: 0, max: 1 },
        { name: "o", kind: "ordinal", column: 3, labels: ["low", "mid", "high"], values: [0, 1, 2] },
      ],
    },
  };
  return CoreModel.load(new Uint8Array(bytesOf(model)), "forest.json");
}

beforeAll(() => void start(wasm()));

describe("the reachable part", () => {
  const solved = (model: CoreModel, request: Parameters<CoreModel["search"]>[0]): Answer => {
    const search = model.search(request);
    while (!search.step(10_000));
    const answer = search.answer(0);
    search.free();
    return answer;
  };

  test("holds each point of the map that some setting of the others allows, at the least cost of any", () => {
    const target = 1;
    for (let seed = 1; seed <= 25; seed++) {
      const model = forest(seed * 31);
      const rnd = draws(seed);
      const person = [rnd(), rnd(), Math.floor(5 * rnd()), Math.floor(3 * rnd())];
      const named = (name: string): FeatureInfo => model.info.features.find((one) => one.name === name)!;
      const pair = (["a b", "n b", "o a"] as const)[seed % 3]!.split(" ") as [string, string];
      const [x, y] = [named(pair[0]), named(pair[1])];
      const cost = 0.35;
      const asked = reachRequest({ ...doc, model: { ...doc.model!, info: model.info }, person, target: { class: target }, limits: new Map(), maxChanges: null }, pair, cost);
      const answer = solved(model, asked);
      expect(answer.complete_within ?? (answer.status === "infeasible" ? cost : 0)).toBeGreaterThanOrEqual(cost);
      const window = (one: FeatureInfo): [number, number] => [one.min, one.max];
      const { regions } = reachCells(answer.regions ?? [], x, y, { x: window(x), y: window(y) });
      const nx = regions.x.edges.length - 1;
      const cellOf = (edges: Float64Array, at: number): number => Math.max(0, edges.findIndex((edge, k) => k > 0 && at <= edge) - 1);
      for (let k = 0; k < 40; k++) {
        const at = (one: FeatureInfo): number => (one.kind === "numeric" ? Math.fround(rnd()) : Math.floor(rnd() * (one.kind === "integer" ? 5 : 3)));
        const [px, py] = [at(x), at(y)];
        const row = [...person];
        [row[x.columns[0]!], row[y.columns[0]!]] = [px, py];
        let least = Infinity;
        const grid = (one: FeatureInfo): number[] =>
          pair.includes(one.name) ? [row[one.columns[0]!]!] : one.kind === "numeric" ? [person[one.columns[0]!]!, ...one.thresholds.flatMap((cut) => [cut, Math.fround(cut + 1e-7 * Math.max(1, Math.abs(cut)))])] : Array.from({ length: one.kind === "integer" ? 5 : 3 }, (_, v) => v);
        const rows: number[][] = [row];
        for (const one of model.info.features) rows.push(...rows.splice(0).flatMap((r) => grid(one).map((v) => r.with(one.columns[0]!, v))));
        const said = model.predict(Float64Array.from(rows.flat()));
        rows.forEach((r, i) => {
          const now = said[i]!;
          if (!("class" in now) || now.class !== target || now.raw[1]! - now.raw[0]! <= 1e-6) return;
          least = Math.min(least, model.info.features.reduce((sum, one) => (pair.includes(one.name) ? sum : sum + Math.abs(Math.fround(r[one.columns[0]!]!) - person[one.columns[0]!]!) / (one.kind === "numeric" ? one.max - one.min : one.kind === "integer" ? 4 : 2)), 0));
        });
        const found = regions.scores[cellOf(regions.y.edges, py) * nx + cellOf(regions.x.edges, px)]!;
        if (least > cost + 1e-5) expect(found, `seed ${seed}, ${px} ${py}`).toBeNaN();
        else if (least < cost - 1e-5) expect(Math.abs(found - least), `seed ${seed}, ${px} ${py}: ${found} for ${least}`).toBeLessThan(1e-5);
      }
      model.free();
    }
  });

  test("asks with the map's two features free: at no cost, without their limits, within the limits of the others", () => {
    const limited = setMaxChanges(setLimit(setRange(setRange(doc, amount, { max: 4000 }), duration, { min: 12 }), "Phone", { lock: true }), 2);
    expect(reachRequest(limited, ["Credit amount", "Purpose"], 0.25)).toMatchObject({
      cost: { norm: "l1", weights: { "Credit amount": 0, Purpose: 0 } },
      constraints: [{ range: { feature: "Duration", min: 12 } }, { fix: "Phone" }, { max_changes: 2 }],
      radius: 0.25,
    });
  });

  test("has boxes that are said in words: rounded inwards, of the features whose present value is not the only one", () => {
    const said = (box: Region["box"]): string => boxText(doc, { box, cost: 0, values: [] });
    expect(said({ "Credit amount": [2899.6, 4000.2], Duration: [4, 33], "Checking account": ["0 to 199 DM", "200 DM or more"], Purpose: ["business"], Phone: ["no"] })).toBe("2,900 to 4,000\u00a0DM, at most 33\u00a0months, Checking account: 0 to 199 DM or 200 DM or more");
    expect(said({ "Credit amount": [2899.6, 18_424], Duration: [48, 48], Phone: ["no", "yes"] })).toBe("At least 2,900\u00a0DM");
    expect(said({ "Credit amount": [2899.55, 2899.75], Duration: [12, 12] })).toBe("2,899.55 to 2,899.75\u00a0DM, 12\u00a0months");
    expect(said({ "Credit amount": null })).toBe("Credit amount: unknown");
  });

  // On a slow machine the layer stopped after its first attempt, as soon as that had proved the nearest box.
  test("goes on after an attempt that proved the nearest box alone, until the list is complete", async () => {
    const store = new Store((run) => run());
    const limits: number[] = [];
    const slow = modelThat((request) => {
      limits.push(request.time_limit ?? 0);
      const last = limits.length === 3;
      return { status: "optimal", counterfactuals: [], lower_bound: 0.1, regions: [], complete_within: last ? 0.8 : 0.3, truncated: !last, work: { engine: "boxes", nodes: 1, milliseconds: 1000 * (request.time_limit ?? 0) } };
    });
    const reach = new Reach(store, () => slow, (run) => run());
    store.set({ doc: setReach(setLayer(doc, "reach"), 0.8), pair: ["Credit amount", "Duration"] });
    await expect.poll(() => store.state.reached?.complete).toBe(0.8);
    await expect.poll(() => store.state.reached?.busy).toBe(false);
    expect(limits).toHaveLength(3);
    expect(limits).toEqual([...limits].sort((a, b) => a - b));
    reach.dispose();
  });

  test("is kept in a link with its cost", () => {
    const saved = decode(encode(setReach(setLayer(doc, "reach"), 0.3), false) ?? "")?.doc;
    expect([saved?.layer, saved?.reach]).toEqual(["reach", 0.3]);
  });

  test("shades cheaper parts darker, and leaves out unreached ones", () => {
    const axis = { feature: "a", kind: "numeric" as const, edges: Float64Array.of(0, 1, 2, 3) };
    const regions = { x: axis, y: { ...axis, edges: Float64Array.of(0, 1) }, classes: Uint8Array.of(1, 1, 0), scores: Float32Array.of(0, 0.3, Number.NaN), outputs: 1 };
    const codes = shadeCells(regions, [{ name: "Out", target: false }, { name: "In", target: true }], { by: "cost", most: 0.3, complete: 0.3 });
    expect([...codes].map((code) => Math.floor(code / SHADES))).toEqual([1, 1, 0]);
    expect(codes[0]).toBeGreaterThan(codes[1]!);
  });
});
