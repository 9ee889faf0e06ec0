/** Slanted pieces along whole numbers: the ground drawn around each whole number, and inside of the outline, has the class of the predictor there. */
import { beforeAll, describe, expect, it } from "vitest";
import { draws } from "../../../www/src/draws.js";
import { CoreModel, start } from "../../../www/src/engine/core.js";
import type { MapClass, MapReach } from "../../../www/src/plot/contract.js";
import { ballAxis, outlineShapes } from "../../../www/src/plot/outlines.js";
import { sliceCost } from "../../../www/src/plot/ball.js";
import { noTargetPieceWithin, pieceAt, pieceBox } from "../../../www/src/plot/pieces.js";
import { cornersOf, scoresAt } from "../../../www/src/plot/scores.js";
import { SHADES, shadeCells } from "../../../www/src/plot/shade.js";
import { wholeRegions } from "../../../www/src/plot/whole.js";
import { ENGLISH } from "../../../www/src/plot/words.js";
import type { Polygons, Regions } from "../../../www/src/types.js";
import { bytesOf, wasm } from "../models.js";

type Leaves = "constant" | "linear";
const SHAPES: { leaves: Leaves; compare: "<=" | "<"; input: "float32" | "float64" }[] = [
  { leaves: "constant", compare: "<=", input: "float64" },
  { leaves: "constant", compare: "<", input: "float64" },
  { leaves: "constant", compare: "<=", input: "float32" },
  { leaves: "linear", compare: "<=", input: "float64" },
];
const COLUMNS: Record<string, number> = { n: 0, m: 1, a: 2, o: 3 };
const LEVELS = [0, 1, 3];

/** Trees whose cuts have weights of few whole numbers, so that points of whole numbers lie on them; linear leaves make classes tie on lines of their own. */
function model(seed: number, { leaves, compare, input }: (typeof SHAPES)[number]): CoreModel {
  const rnd = draws(seed);
  const some = (n: number): number => Math.floor(n * rnd());
  const tree = (): object => {
    const hyperplanes: Record<string, object> = {};
    const feature = Array.from({ length: 7 }, (_, k) => {
      if (k >= 3) return -1;
      if (rnd() < 0.2) return some(4);
      hyperplanes[k] = { columns: [0, 1, 2, 3], weights: [1 + some(3), some(7) - 3, some(5) - 2, some(3) - 1] };
      return -2;
    });
    const linear = Object.fromEntries([3, 4, 5, 6].map((k) => [k, { columns: [0, 1, 2], weights: [[some(7) - 3, some(7) - 3, some(3) - 1]] }]));
    return {
      weight: 1,
      feature,
      threshold: feature.map((f) => (f === -1 ? 0 : f === -2 ? some(30) - 5 + (rnd() < 0.5 ? 0.5 : 0) : 1 + some(8) / 2)),
      left: [1, 3, 5, -1, -1, -1, -1],
      right: [2, 4, 6, -1, -1, -1, -1],
      value: feature.map((f) => (f !== -1 ? null : leaves === "linear" ? [some(20) - 10.5] : ((p) => [1 - p, p])(rnd()))),
      hyperplanes,
      ...(leaves === "linear" && { linear }),
    };
  };
  const document = {
    format: "espalier", version: 1, kind: "classifier", columns: 4, input, compare, aggregation: leaves === "linear" ? "sum" : "mean", base: leaves === "linear" ? [some(20) - 10.5] : [0, 0], link: leaves === "linear" ? "logistic" : "none", classes: ["no", "yes"],
    trees: Array.from({ length: leaves === "linear" ? 2 : 4 }, tree),
    schema: {
      features: [
        { name: "n", kind: "integer", column: 0, min: 0, max: 14 },
        { name: "m", kind: "integer", column: 1, min: -3, max: 9 },
        { name: "a", kind: "numeric", column: 2, min: 0, max: 5 },
        { name: "o", kind: "ordinal", column: 3, labels: ["low", "mid", "high"], values: LEVELS },
      ],
    },
  };
  return CoreModel.load(new Uint8Array(bytesOf(document)), "whole.json");
}

type Ends = [number, number];
const CLASSES: readonly MapClass[] = [{ name: "No", target: false }, { name: "Yes", target: true }];
/** Beside the domain's ends, where a cut may lie on the window's own frame. */
const WINDOW: Record<string, Ends> = { n: [-0.5, 14.5], m: [-3.5, 9.5], a: [0, 5] };
const windowOf = (name: string): Ends => WINDOW[name] ?? [-0.5, LEVELS.length - 0.5];
const given = (axes: [string, string]): { x?: Ends; y?: Ends } => Object.fromEntries((["x", "y"] as const).flatMap((at, k) => (WINDOW[axes[k]!] ? [[at, WINDOW[axes[k]!]]] : [])));

beforeAll(() => void start(wasm()));

describe("pieces along whole numbers", () => {
  for (const axes of [["n", "m"], ["n", "a"], ["a", "m"], ["o", "n"], ["m", "o"]] as [string, string][]) {
    for (const shape of SHAPES) {
      it(`are of the predictor's class: ${axes.join(" and ")}, ${shape.leaves} leaves, ${shape.compare} in ${shape.input}`, () => {
        const rnd = draws(5);
        let [checked, both, sentences] = [0, 0, 0];
        for (let seed = 1; seed <= 8; seed++) {
          const engine = model(seed * 31, shape);
          const person = [Math.floor(14 * rnd()), Math.floor(9 * rnd()), 5 * rnd(), 1];
          const regions = engine.regions(axes, person, given(axes));
          if (!regions.polygons) continue;
          const whole = wholeRegions(regions) as Regions & { polygons: Polygons };
          expect(whole).not.toBe(regions);
          covered(whole, axes);
          const said = (at: Ends): { class: number; scores: number[] } => {
            const row = [...person];
            axes.forEach((name, i) => (row[COLUMNS[name]!] = name === "o" ? LEVELS[at[i]!]! : at[i]!));
            const [one] = engine.predict(Float64Array.from(row));
            if (!one || !("class" in one)) throw new Error("no class");
            return one;
          };
          const spots = axes.map((name) => (name === "a" ? Array.from({ length: 12 }, () => 5 * rnd()) : Array.from({ length: Math.floor(windowOf(name)[1]) - Math.ceil(windowOf(name)[0]) + 1 }, (_, k) => Math.ceil(windowOf(name)[0]) + k)));
          for (const x of spots[0]!) {
            for (const y of spots[1]!) {
              const own = said([x, y]);
              for (const beside of [-0.4, 0, 0.4]) {
                const at = { x: axes[0] === "a" ? x : x + beside, y: axes[1] === "a" ? y : y + beside };
                const piece = pieceAt(whole.polygons, at);
                expect(whole.classes[piece], `seed ${seed}: ${x} ${y}`).toBe(own.class);
                const scores = scoresAt(whole, piece, at) ?? [...whole.scores.subarray(2 * piece, 2 * piece + 2)];
                scores.forEach((score, k) => expect(Math.abs(score - own.scores[k]!)).toBeLessThan(1e-5));
              }
              checked++;
              both |= 1 << own.class;
            }
          }
          // The sentence under the pointer speaks of the whole number itself, and the one about the limits of every allowed point.
          const codes = shadeCells(whole, CLASSES, { by: "class" });
          const axis = (k: 0 | 1): Parameters<typeof pieceBox>[2]["x"] => ({ feature: axes[k], kind: whole[k === 0 ? "x" : "y"].kind, thresholds: [], min: windowOf(axes[k])[0], max: windowOf(axes[k])[1], window: windowOf(axes[k]), ...(axes[k] === "o" && { labels: ["low", "mid", "high"] }) });
          for (let k = 0; k < 30; k++) {
            const at = { x: spots[0]![Math.floor(rnd() * spots[0]!.length)]!, y: spots[1]![Math.floor(rnd() * spots[1]!.length)]! };
            const told = pieceBox(whole, codes, { x: axis(0), y: axis(1) }, CLASSES, { by: "class" }, ENGLISH, at)!;
            for (const [i, name] of axes.entries()) if (name !== "a" && name !== "o") expect(told.box.text).toMatch(new RegExp(`\\b${name} ${String(i === 0 ? at.x : at.y).replace("-", "[-−]")}(,|$)`));
            expect(told.box.class).toBe(Math.floor(codes[told.piece]! / SHADES));
            const range = (name: string): Ends => {
              const from = Math.ceil(windowOf(name)[0]) + Math.floor(rnd() * 5);
              return [from, Math.min(Math.floor(windowOf(name)[1]), from + Math.floor(rnd() * 5))];
            };
            const limits = axes.map((name) => (name === "o" ? ([1, 2] as Ends) : range(name)));
            const inside = (v: number, i: number): boolean => v >= limits[i]![0] && v <= limits[i]![1];
            const none = noTargetPieceWithin(whole, codes, CLASSES, { by: "class" }, { x: { lo: limits[0]![0], hi: limits[0]![1] }, y: { lo: limits[1]![0], hi: limits[1]![1] } }, { x: undefined, y: undefined });
            const found = spots[0]!.some((x) => inside(x, 0) && spots[1]!.some((y) => inside(y, 1) && said([x, y]).class === 1));
            if (axes.includes("a")) expect(none && found).toBe(false);
            else expect(none, JSON.stringify(limits)).toBe(!found);
            sentences += Number(none);
          }
          engine.free();
        }
        expect(checked).toBeGreaterThan(100);
        expect(both).toBe(3);
        expect(sentences).toBeGreaterThan(0);
      });
    }
  }

  it("hold no accepted ground inside of an outline in steps at the cost of the cheapest accepted point", () => {
    const rnd = draws(9);
    let drawn = 0;
    for (let seed = 1; seed <= 30; seed++) {
      const engine = model(seed * 17, SHAPES[seed % SHAPES.length]!);
      const dot = { x: Math.floor(14 * rnd()), y: Math.floor(9 * rnd()), label: "" };
      const row = [dot.x, dot.y, 2, 1];
      const regions = engine.regions(["n", "m"], row, given(["n", "m"]));
      if (!regions.polygons) continue;
      const whole = wholeRegions(regions) as Regions & { polygons: Polygons };
      const open = { lo: null, hi: null };
      const [x, y] = (["n", "m"] as const).map((name) => ({ feature: name, kind: "integer" as const, thresholds: [], min: windowOf(name)[0] + 0.5, max: windowOf(name)[1] - 0.5, window: windowOf(name) })) as [never, never];
      for (const norm of ["l1", "l2", "linf"] as const) {
        const reach: MapReach = { norm, x: { scale: 14, up: 1, down: 2 }, y: { scale: 12, up: 0.5, down: 1 }, proved: null, best: null };
        const [bx, by] = [ballAxis(x, reach.x, dot.x, open), ballAxis(y, reach.y, dot.y, open)];
        let least = Infinity;
        for (let n = 0; n <= 14; n++) for (let m = -3; m <= 9; m++) if (predicted(engine, [n, m, 2, 1]) === 1) least = Math.min(least, sliceCost(reach, bx, by, n, m));
        if (least === 0 || least === Infinity) continue;
        const [shape] = outlineShapes({ ...reach, proved: least, best: least }, dot, x, y, { x: open, y: open });
        if (!shape) continue;
        const lines = shape.shape(64);
        for (let k = 0; k < 400; k++) {
          const at = { x: -0.5 + 15 * rnd(), y: -3.5 + 13 * rnd() };
          if (!lines.reduce((odd, { points, closed }) => (closed ? points.reduce((now, [ax, ay], i) => (([qx, qy]) => (ay > at.y !== qy > at.y && at.x < ((qx - ax) * (at.y - ay)) / (qy - ay) + ax ? !now : now))(points[(i + 1) % points.length]!), odd) : odd), false)) continue;
          expect(whole.classes[pieceAt(whole.polygons, at)], `seed ${seed}, ${norm}, at ${at.x} ${at.y}`).toBe(0);
          drawn++;
        }
      }
      engine.free();
    }
    expect(drawn).toBeGreaterThan(500);
  });

  it("are left as they are where no axis is of whole numbers, or one has too many of them", () => {
    const engine = model(31, SHAPES[0]!);
    const slanted = engine.regions(["a", "o"], [3, 3, 1, 1]);
    expect(wholeRegions(slanted)).toBe(slanted);
    const far = engine.regions(["n", "a"], [3, 3, 1, 1], { x: [-100, 100] });
    expect(wholeRegions(far)).toBe(far);
    engine.free();
  });
});

function predicted(engine: CoreModel, row: number[]): number {
  const [one] = engine.predict(Float64Array.from(row));
  return one && "class" in one ? one.class : -1;
}

/** Rectangles that cover the window once. */
function covered({ polygons }: Regions & { polygons: Polygons }, axes: [string, string]): void {
  const sizes = Array.from({ length: polygons.first.length - 1 }, (_, k) => {
    const [a, , b] = cornersOf(polygons, k);
    return (b!.x - a!.x) * (b!.y - a!.y);
  });
  const [wx, wy] = axes.map((name) => windowOf(name)[1] - windowOf(name)[0]);
  expect(Math.min(...sizes)).toBeGreaterThan(0);
  expect(sizes.reduce((a, b) => a + b, 0)).toBeCloseTo(wx! * wy!, 6);
}
