/** Which part of a slice lies between rows: against all segments between rows that cross it, and against the engine's own word on points. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { draws } from "../../www/src/draws.js";
import { CoreModel, start, type HullCut } from "../../www/src/engine/core.js";
import { withCoordinate } from "../../www/src/model/feature.js";
import type { FeatureInfo, HullSlice, RequestDoc } from "../../www/src/types.js";
import { hullPath } from "../../www/src/plot/hulls.js";
import type { Scale } from "../../www/src/plot/scales.js";
import { root, wasm } from "./models.js";
import type { Hull } from "../../www/src/page/state/document/document.js";

type HullAsked = Required<Pick<Hull, "epsilon" | "norm">>;

beforeAll(() => void start(wasm()));

/** All steps at once. */
function done(cut: HullCut | null): HullSlice | null {
  while (cut?.step() === false);
  return cut?.taken() ?? null;
}

/** The slice along the first two of some numbers from 0 to 1, of the hull of rows. */
function cutOf(rows: readonly (readonly number[])[], at: readonly number[], { epsilon, norm }: HullAsked): HullCut | null {
  const name = (column: number): string => `F${String(column)}`;
  const model = {
    ...{ format: "espalier", version: 1, kind: "classifier", columns: at.length, input: "float64", compare: "<=", aggregation: "sum", base: [0, 0], link: "none", classes: ["no", "yes"] },
    trees: [{ weight: 1, feature: [0, -1, -1], threshold: [0.5, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, [1, 0], [0, 1]], missing: { 0: "left" } }],
    schema: { features: at.map((_, column) => ({ name: name(column), kind: "numeric", column, min: 0, max: 1 })), classes: ["no", "yes"] },
    background: { rows, labels: rows.map(() => 1) },
  };
  const loaded = CoreModel.load(new TextEncoder().encode(JSON.stringify(model)), "hull.json");
  const cut = loaded.hull({ query: at.map(() => 0.5), target: { class: 1 }, plausibility: { hull: { epsilon, norm, clusters: 1 } } }, [name(0), name(1)], at);
  loaded.free();
  return cut;
}

type XY = readonly [number, number];

const cornersOf = (flat: readonly number[]): XY[] => Array.from({ length: flat.length / 2 }, (_, k) => [flat[2 * k]!, flat[2 * k + 1]!] as const);

/** How far inside of a convex area a point is; negative outside. The corners may go either way round. */
function depthIn(corners: readonly XY[], [px, py]: XY): number {
  if (corners.length < 3) return -Infinity;
  const area = corners.reduce((sum, [x, y], k) => sum + x * corners[(k + 1) % corners.length]![1] - y * corners[(k + 1) % corners.length]![0], 0);
  return Math.min(
    ...corners.flatMap(([x, y], k) => {
      const [nx, ny] = corners[(k + 1) % corners.length]!;
      const length = Math.hypot(nx - x, ny - y);
      return length === 0 ? [] : [(Math.sign(area) * ((nx - x) * (py - y) - (ny - y) * (px - x))) / length];
    }),
  );
}

const hullOf = (points: readonly XY[]): XY[] => {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: readonly XY[]): XY[] => {
    const way: XY[] = [];
    for (const p of list) {
      for (let q = way.at(-1), o = way.at(-2); q && o && (q[0] - o[0]) * (p[1] - o[1]) - (q[1] - o[1]) * (p[0] - o[0]) <= 0; q = way.at(-1), o = way.at(-2)) way.pop();
      way.push(p);
    }
    return way.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
};

describe("the slice of a hull", () => {
  /** Corners of the ball in three dimensions; of the Euclidean one so many that it is exact to a thousandth. */
  function ball({ epsilon, norm }: HullAsked): number[][] {
    if (epsilon === 0) return [[0, 0, 0]];
    if (norm === "l1") return [0, 1, 2].flatMap((i) => [1, -1].map((s) => [0, 1, 2].map((j) => (i === j ? s * epsilon : 0))));
    if (norm === "linf") return [1, -1].flatMap((a) => [1, -1].flatMap((b) => [1, -1].map((c) => [a * epsilon, b * epsilon, c * epsilon])));
    return Array.from({ length: 60 }, (_, i) => (Math.PI * (i + 0.5)) / 60).flatMap((t) => Array.from({ length: 80 }, (_, k) => [Math.sin(t) * Math.cos((Math.PI * k) / 40), Math.sin(t) * Math.sin((Math.PI * k) / 40), Math.cos(t)].map((c) => c * epsilon)));
  }

  for (const norm of ["l1", "l2", "linf"] as const) {
    test(`is all segments between rows that cross it, enlarged by ${norm}`, { timeout: 60_000 }, () => {
      const rnd = draws(7);
      for (let turn = 0; turn < (norm === "l2" ? 3 : 25); turn += 1) {
        const rows = Array.from({ length: 4 + Math.floor(rnd() * 12) }, () => [rnd(), rnd(), rnd()]);
        const asked: HullAsked = { epsilon: turn % 3 === 0 && norm !== "l2" ? 0 : 0.15 * rnd() + 0.02, norm };
        const at = rnd();
        const found = done(cutOf(rows, [0.5, 0.5, at], asked))!;
        expect(found.settled).toBe(true);
        const points = rows.flatMap((row) => ball(asked).map((by) => row.map((value, i) => value + by[i]!)));
        const [over, under] = [points.filter((p) => p[2]! >= at), points.filter((p) => p[2]! < at)];
        const thin = norm === "l2" ? (list: number[][]): number[][] => list.filter((p) => Math.abs(p[2]! - at) < asked.epsilon / 8 || rnd() < 0.02) : (list: number[][]): number[][] => list;
        const crossing = thin(over).flatMap((a) => thin(under).map((b): XY => [0, 1].map((i) => a[i]! + ((at - a[2]!) / (b[2]! - a[2]!)) * (b[i]! - a[i]!)) as unknown as XY));
        const right = hullOf(crossing);
        const corners = cornersOf(found.areas[0] ?? []);
        // Nothing of the hull is left out, and no corner is further out than is told apart.
        for (const p of right) expect(depthIn(corners, p)).toBeGreaterThan(-1e-5);
        for (const p of corners) expect(depthIn(right, p)).toBeGreaterThan(norm === "l2" ? -0.006 : -0.0011);
        if (right.length < 3) expect(corners.length === 0 || norm !== "l1").toBe(true);
      }
    });
  }

  test("is empty where the other features lie too far off, and of a missing value there is none", () => {
    const rows = [[0, 0, 0], [1, 0, 0], [0, 1, 0]];
    expect(done(cutOf(rows, [0.5, 0.5, 0.3], { epsilon: 0.1, norm: "linf" }))?.areas).toEqual([]);
    expect(cutOf(rows, [0.5, 0.5, NaN], { epsilon: 0.1, norm: "linf" })).toBeNull();
    expect(done(cutOf(rows, [NaN, 0.5, 0], { epsilon: 0, norm: "l1" }))?.areas).toHaveLength(1);
  });

  test("goes on the map as one path", () => {
    const scale: Scale = { lo: 0, hi: 10, p0: 0, p1: 100, discrete: false };
    expect(hullPath({ areas: [[0, 0, 10, 0, 0, 10], []] }, { x: scale, y: scale })).toMatch(/^M[\d.]+ [\d.]+L[\d.]+ [\d.]+L[\d.]+ [\d.]+Z/);
  });
});

describe("on the loan example", () => {
  let model: CoreModel;
  let person: number[];
  beforeAll(() => {
    const loaded = CoreModel.load(readFileSync(resolve(root, "www/public/examples/loan.json")), "loan.json");
    model = loaded;
    person = [5450, 39, 1, 1, 1, 7, 0, 0, 43, 0, 1, 0, 0, 0, 0];
  });

  /** Whether the engine takes a row as it is for an answer; null where the model does not say the target of it. */
  function inside(row: number[], hull: object): boolean | null {
    const [said] = model.predict(Float64Array.from(row));
    if (!said || !("class" in said) || said.class !== 1) return null;
    const search = model.search({ query: row, target: { class: 1 }, constraints: [{ max_changes: 0 }], plausibility: { hull } });
    while (!search.step(1000));
    const { status } = search.answer(0);
    search.free();
    return status === "optimal";
  }

  const holds = (found: HullSlice, at: XY, margin: XY): "in" | "out" | "near" => {
    const depth = Math.max(-Infinity, ...found.areas.map((flat) => depthIn(cornersOf(flat).map(([a, b]): XY => [a / margin[0], b / margin[1]]), [at[0] / margin[0], at[1] / margin[1]])));
    return depth > 1 ? "in" : depth < -1 ? "out" : "near";
  };

  for (const [axes, hull] of [
    [["Credit amount", "Duration"], { epsilon: 0.1, norm: "l1", clusters: 1 }],
    [["Credit amount", "Duration"], { epsilon: 0.2, norm: "l2", clusters: 3 }],
    [["Credit amount", "Employed for"], { epsilon: 0.05, norm: "linf", clusters: 2 }],
    [["Checking account", "Credit amount"], { epsilon: 0.1, norm: "l1", clusters: 1 }],
    [["Credit amount", "Purpose"], { epsilon: 0.3, norm: "l2", clusters: 1 }],
    [["Checking account", "Purpose"], { epsilon: 0.3, norm: "linf", clusters: 1 }],
  ] as const) {
    test(`the engine agrees on every point of ${axes.join(" and ")}, ${hull.norm}`, { timeout: 60_000 }, () => {
      const [fx, fy] = axes.map((name) => model.info.features.find((one) => one.name === name)!) as [FeatureInfo, FeatureInfo];
      const request: RequestDoc = { query: person, target: { class: 1 }, plausibility: { hull } };
      const search = model.search(request);
      while (!search.step(1000));
      const at = search.answer(0).counterfactuals[0]?.values ?? person;
      search.free();
      const found = done(model.hull(request, axes, at))!;
      expect(found.settled).toBe(true);
      const rnd = draws(3);
      const told = { in: 0, out: 0 };
      const discrete = (one: FeatureInfo): boolean => one.labels !== undefined;
      const count = (one: FeatureInfo): number => one.labels?.length ?? 0;
      const place = (one: FeatureInfo): number => (discrete(one) ? Math.floor(rnd() * count(one)) : one.kind === "integer" ? Math.round(one.min + rnd() * (one.max - one.min)) : Math.fround(one.min + rnd() * (one.max - one.min)));
      for (let turn = 0; turn < 120; turn += 1) {
        const [u, v] = [place(fx), place(fy)];
        const said = inside(withCoordinate(fy, withCoordinate(fx, at, u), v), hull);
        if (said === null) continue;
        const drawn = holds(found, [u, v], [discrete(fx) ? 0.01 : (fx.max - fx.min) / 500, discrete(fy) ? 0.01 : (fy.max - fy.min) / 500]);
        if (drawn === "near") continue;
        expect(drawn, `${String(u)} ${String(v)}`).toBe(said ? "in" : "out");
        told[drawn] += 1;
      }
      expect(told.in + told.out).toBeGreaterThan(15);
      // The answer that it goes through is in it.
      const here = [fx, fy].map((one) => (one.columns.length > 1 ? one.columns.findIndex((column) => at[column] === 1) : discrete(one) ? (one.values ?? []).indexOf(at[one.columns[0]!]!) : at[one.columns[0]!]!)) as unknown as XY;
      expect(holds(found, here, [1e9, 1e9])).not.toBe("out");
    });
  }

  test("thousands of rows are worked through in small steps", () => {
    const rnd = draws(5);
    const rows = Array.from({ length: 5000 }, () => Array.from({ length: 15 }, () => (rnd() + rnd() + rnd()) / 3));
    const cut = cutOf(rows, Array.from({ length: 15 }, () => 0.5), { epsilon: 0.05, norm: "l2" })!;
    let taken = 0;
    while (!cut.step()) taken += 1;
    const found = cut.taken();
    expect(found.settled).toBe(true);
    // At least one a corner, so that the worker can listen to other calls.
    expect(taken).toBeGreaterThanOrEqual((found.areas[0]?.length ?? Number.POSITIVE_INFINITY) / 2);
  });
});
