/** The pieces of slices that slanted cuts cross: they cover the window, and every point has the class and the scores of its piece. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { CoreModel, start } from "../../www/src/engine/core.js";
import type { Polygons, Regions } from "../../www/src/types.js";
import { scoresAt } from "../../www/src/plot/scores.js";
import { bytesOf, fixture, root, wasm } from "./models.js";
import { draws } from "../../www/src/draws.js";

interface Shape {
  trees: number;
  depth: number;
  input: "float32" | "float64";
  compare: "<=" | "<";
}

/** Random oblique trees over two numbers, a whole number, three ordered levels and a one-hot colour; some cuts are axis-aligned. */
function forest(seed: number, { trees, depth, input, compare }: Shape): CoreModel {
  const rnd = draws(seed);
  const inner = 2 ** depth - 1;
  const nodes = Array.from({ length: 2 * inner + 1 }, (_, k) => k);
  const single = (x: number): number => (input === "float32" ? Math.fround(x) : x);
  const tree = (): object => {
    const hyperplanes: Record<string, object> = {};
    const feature = nodes.map((k) => {
      if (k >= inner) return -1;
      if (rnd() < 0.3) return Math.floor(rnd() * 7);
      const columns = [0, 1, 2, 3, 4, 5, 6].filter(() => rnd() < 0.45);
      if (columns.length === 0) return 0;
      hyperplanes[k] = { columns, weights: columns.map(() => single(rnd() < 0.2 ? 1 : 2 * rnd() - 1)) };
      return -2;
    });
    return {
      weight: 1,
      feature,
      threshold: nodes.map((k) => (k < inner ? single(feature[k] === -2 ? 6 * rnd() - 2 : feature[k]! > 2 ? rnd() : 4 * rnd()) : 0)),
      left: nodes.map((k) => (k < inner ? 2 * k + 1 : -1)),
      right: nodes.map((k) => (k < inner ? 2 * k + 2 : -1)),
      value: nodes.map((k) => (k < inner ? null : ((p) => [1 - p, p])(rnd()))),
      hyperplanes,
    };
  };
  const model = {
    format: "espalier", version: 1, kind: "classifier", columns: 7, input, compare, aggregation: "mean", base: [0, 0], link: "none", classes: ["no", "yes"],
    trees: Array.from({ length: trees }, tree),
    schema: {
      features: [
        { name: "a", kind: "numeric", column: 0, min: 0, max: 4 },
        { name: "b", kind: "numeric", column: 1, min: -1, max: 3 },
        { name: "n", kind: "integer", column: 2, min: 0, max: 5 },
        { name: "o", kind: "ordinal", column: 3, labels: ["low", "mid", "high"], values: [0, 0.4, 1] },
        { name: "c", kind: "categorical", columns: [4, 5, 6], labels: ["red", "green", "blue"] },
      ],
    },
  };
  return CoreModel.load(new Uint8Array(bytesOf(model)), "forest.json");
}

/** The piece that holds a point; null where it is within `near` windows of a border. */
function pieceOf({ points, first }: Polygons, at: [number, number], size: [number, number], near: number): number | null {
  let [found, close] = [-1, false];
  for (let k = 0; k + 1 < first.length; k++) {
    let least = Infinity;
    for (let p = first[k]!; p < first[k + 1]!; p++) {
      const q = p + 1 < first[k + 1]! ? p + 1 : first[k]!;
      const [ax, ay, bx, by] = [points[2 * p]! / size[0], points[2 * p + 1]! / size[1], points[2 * q]! / size[0], points[2 * q + 1]! / size[1]];
      const cross = (bx - ax) * (at[1] / size[1] - ay) - (by - ay) * (at[0] / size[0] - ax);
      least = Math.min(least, cross / (Math.hypot(bx - ax, by - ay) || 1e-300));
    }
    if (Math.abs(least) <= near) close = true;
    if (least > near) {
      expect(found, "two pieces hold the same point").toBe(-1);
      found = k;
    }
  }
  return close ? null : found;
}

const area = ({ points, first }: Polygons, k: number): number => {
  let sum = 0;
  for (let p = first[k]!; p < first[k + 1]!; p++) {
    const q = p + 1 < first[k + 1]! ? p + 1 : first[k]!;
    sum += points[2 * p]! * points[2 * q + 1]! - points[2 * q]! * points[2 * p + 1]!;
  }
  return sum / 2;
};

function covered(regions: Regions): void {
  const { polygons, x, y } = regions;
  if (!polygons) throw new Error("no pieces");
  const ends = ({ edges }: Regions["x"]): number => edges[edges.length - 1]! - edges[0]!;
  const areas = Array.from({ length: polygons.first.length - 1 }, (_, k) => area(polygons, k));
  expect(Math.min(...areas)).toBeGreaterThan(0);
  expect(areas.reduce((a, b) => a + b, 0) / (ends(x) * ends(y))).toBeCloseTo(1, 9);
}

beforeAll(() => void start(wasm()));

describe("the pieces of a slice", () => {
  const AXES: [string, string][] = [["a", "b"], ["a", "n"], ["o", "b"], ["b", "c"], ["o", "c"]];
  const COLUMNS: Record<string, number[]> = { a: [0], b: [1], n: [2], o: [3], c: [4, 5, 6] };
  const KINDS: Shape[] = [
    { trees: 1, depth: 4, input: "float64", compare: "<=" },
    { trees: 6, depth: 3, input: "float64", compare: "<" },
    { trees: 6, depth: 3, input: "float32", compare: "<=" },
  ];
  for (const shape of KINDS) {
    it(`hold every point of random forests with its class and scores: ${shape.trees} trees, ${shape.input}, ${shape.compare}`, () => {
      let checked = 0;
      for (let seed = 1; seed <= 12; seed++) {
        const model = forest(seed * 97, shape);
        const rnd = draws(seed);
        const at = [4 * rnd(), 4 * rnd() - 1, Math.floor(6 * rnd()), 0.4, 0, 1, 0];
        for (const axes of AXES) {
          const regions = model.regions(axes, at, seed % 3 === 0 && axes[0] === "a" ? { x: [1, 1.5] } : undefined);
          if (!regions.polygons) continue;
          covered(regions);
          const ends = (axis: Regions["x"]): [number, number] => [axis.edges[0]!, axis.edges[axis.edges.length - 1]!];
          const [ex, ey] = [ends(regions.x), ends(regions.y)];
          for (let k = 0; k < 60; k++) {
            const spot = [ex, ey].map(([lo, hi]) => lo + rnd() * (hi - lo)) as [number, number];
            const piece = pieceOf(regions.polygons, spot, [ex[1] - ex[0], ey[1] - ey[0]], shape.input === "float32" ? 1e-6 : 1e-9);
            if (piece === null) continue;
            const row = [...at];
            axes.forEach((name, i) => {
              const columns = COLUMNS[name]!;
              const level = Math.round(spot[i]!);
              if (name === "c") columns.forEach((column, one) => (row[column] = one === level ? 1 : 0));
              else row[columns[0]!] = name === "o" ? [0, 0.4, 1][level]! : spot[i]!;
            });
            const [said] = model.predict(Float64Array.from(row));
            if (!said || !("class" in said)) throw new Error("no class");
            expect(piece).toBeGreaterThanOrEqual(0);
            expect(regions.classes[piece]).toBe(said.class);
            expect([...regions.scores.subarray(2 * piece, 2 * piece + 2)]).toEqual(said.scores.map(Math.fround));
            checked++;
          }
        }
        model.free();
      }
      expect(checked).toBeGreaterThan(2000);
    });
  }

  it("of models with linear leaves hold every point with its class, and have its scores as functions of the axes", () => {
    const cases = JSON.parse(readFileSync(resolve(root, "tests/fixtures/linear-leaves.json"), "utf8")) as { name: string; model: { input: string; columns: number }; rows: (number | null)[][] }[];
    let checked = 0;
    for (const { name, model: document, rows } of cases) {
      const model = CoreModel.load(new Uint8Array(bytesOf(document)), name);
      const rnd = draws(7);
      const near = document.input === "float32" ? 1e-5 : 1e-9;
      for (const at of rows.filter((row) => !row.includes(null)).slice(0, 6) as number[][]) {
        const regions = model.regions(["x0", "x1"], at, { x: [-3, 3], y: [-3, 3] });
        covered(regions);
        expect(regions.polygons?.raw, name).toBeDefined();
        for (let k = 0; k < 60; k++) {
          const spot: [number, number] = [6 * rnd() - 3, 6 * rnd() - 3];
          const piece = pieceOf(regions.polygons!, spot, [6, 6], near);
          if (piece === null) continue;
          const [said] = model.predict(Float64Array.from([...spot, ...at.slice(2)]));
          if (!said) throw new Error("no prediction");
          const scores = scoresAt(regions, piece, { x: spot[0], y: spot[1] })!;
          if ("class" in said) expect(regions.classes[piece], name).toBe(said.class);
          for (const [i, score] of ("class" in said ? said.scores : [said.value]).entries()) expect(Math.abs(scores[i]! - score), name).toBeLessThan(document.input === "float32" ? 1e-4 : 1e-9);
          checked++;
        }
      }
      model.free();
    }
    expect(checked).toBeGreaterThan(3000);
  });

  it("of treeple's forests cover the window", () => {
    for (const name of ["tp-forest", "tp-forest-mixed", "tp-tree", "tp-extra", "tp-tree-regressor"]) {
      const model = CoreModel.load(new Uint8Array(fixture(`${name}/model.json`)), name);
      const [x, y] = model.info.features;
      const { row } = model.row(0);
      const regions = model.regions([x!.name, y!.name], row);
      expect(regions.polygons).toBeDefined();
      covered(regions);
      model.free();
    }
  });

  it("of a window that has too many are refused, and a smaller window is asked for", { timeout: 60_000 }, () => {
    const model = forest(3, { trees: 400, depth: 6, input: "float64", compare: "<=" });
    const at = [2, 1, 2, 0.4, 0, 1, 0];
    let thrown: unknown;
    try {
      model.regions(["a", "b"], at);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ source: "request", where: "/window", right: "give a smaller one" });
    covered(model.regions(["a", "b"], at, { x: [2, 2.001], y: [1, 1.001] }));
    model.free();
  });
});
