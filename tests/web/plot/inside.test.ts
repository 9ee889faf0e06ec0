/** Pieces whose scores vary: shaded, told and bordered by the scores at each point. */
import { describe, expect, it } from "vitest";
import type { Polygons, RawScores, Regions } from "../../../www/src/types.js";
import { outcomeIds } from "../../../www/src/plot/cells.js";
import type { MapClass, MapScoring } from "../../../www/src/plot/contract.js";
import { bordersInside, codesInside } from "../../../www/src/plot/varying-pieces.js";
import { noTargetPieceWithin, pieceBox, pixelPieces } from "../../../www/src/plot/pieces.js";
import { scaleOf } from "../../../www/src/plot/scales.js";
import { scoresAt } from "../../../www/src/plot/scores.js";
import { coder, shadeCells, SHADES } from "../../../www/src/plot/shade.js";
import { ENGLISH } from "../../../www/src/plot/words.js";
import { axis, TWO } from "./helpers.js";

/** A window of 100 x 100, cut by x + y = 100. */
function regionsOf(raw: RawScores, classes: number[], scores: number[], outputs: number): Regions & { polygons: Polygons } {
  const own = (name: string): Regions["x"] => ({ feature: name, kind: "numeric", edges: Float64Array.of(0, 100) });
  const polygons: Polygons = {
    points: Float64Array.of(0, 0, 100, 0, 0, 100, 100, 0, 100, 100, 0, 100),
    first: Int32Array.of(0, 3, 6),
    sides: Int32Array.of(-1, 0, -1, -1, -1, 0),
    lines: Float64Array.of(1, 1, 100),
    strict: false,
    borders: Float64Array.of(100, 0, 0, 100),
    between: Int32Array.of(0, 0, 1),
    raw,
  };
  return { x: own("Age"), y: own("Income"), classes: Uint8Array.from(classes), scores: Float32Array.from(scores), outputs, polygons };
}

/** A logistic regression: the score grows with x + y, and is even on the border. */
const logistic = regionsOf({ functions: Float64Array.of(0.04, 0.04, -4, 0.04, 0.04, -4), link: "logistic" }, [0, 1], [0.8, 0.2, 0.2, 0.8], 2);
/** A value that is x in one piece, and 20 more in the other. */
const value = regionsOf({ functions: Float64Array.of(1, 0, 0, 1, 0, 20), link: "none" }, [0, 0], [33, 87], 1);

const axes = { x: axis({ feature: "Age", decimals: 0 }), y: axis({ feature: "Income", decimals: 0 }) };
const plot = { x: 10, y: 5, w: 200, h: 200 };
const scales = { x: scaleOf(axes.x, 10, 210), y: scaleOf(axes.y, 205, 5) };
const VALUES: MapClass[] = [{ name: "outside", target: false }, { name: "inside", target: true }];

describe("scores within a piece", () => {
  it("come of the raw functions through the link", () => {
    const p = 1 / (1 + Math.exp(-1));
    expect(scoresAt(logistic, 1, { x: 100, y: 25 })).toEqual([1 - p, p]);
    expect(scoresAt(value, 1, { x: 50, y: 80 })).toEqual([70]);
    const by = (link: RawScores["link"]): number[] | null => scoresAt({ ...value, polygons: { ...value.polygons, raw: { functions: value.polygons.raw!.functions, link } } }, 1, { x: -18, y: 0 });
    expect([by("exp"), by("square"), by("softplus")]).toEqual([[Math.exp(2)], [4], [Math.log1p(Math.exp(2))]]);
    const three = regionsOf({ functions: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0), link: "softmax" }, [0, 0], [1, 0, 0, 1, 0, 0], 3);
    const odds = scoresAt(three, 1, { x: Math.log(2), y: 0 })!;
    for (const [k, share] of [0.5, 0.25, 0.25].entries()) expect(odds[k]).toBeCloseTo(share, 14);
    expect(scoresAt({ ...three, polygons: { ...three.polygons, raw: { ...three.polygons.raw!, link: "one_vs_rest" } } }, 0, { x: 0, y: 0 })).toEqual([0.5, 0.5, 0.5]);
    expect(scoresAt({ ...logistic, polygons: { ...logistic.polygons, raw: undefined as never } }, 0, { x: 0, y: 0 })).toBeNull();
  });

  it("shade every pixel by the score at its middle", () => {
    const codes = shadeCells(logistic, TWO, { by: "class" });
    const inside = codesInside(logistic, codes, TWO, { by: "class" });
    const grid = pixelPieces(logistic.polygons, codes, scales, plot, 1, inside);
    const code = coder(logistic, TWO, { by: "class" });
    const steps = new Set<number>();
    for (let py = 0; py < 200; py++) {
      for (let px = 0; px < 200; px++) {
        const at = { x: (px + 0.5) / 2, y: (199.5 - py) / 2 };
        if (at.x + at.y === 100) continue;
        const shown = Number(at.x + at.y > 100);
        const found = grid.codes[py * 200 + px]!;
        expect(found).toBe(code(shown, scoresAt(logistic, shown, at)!, 0));
        steps.add(found);
      }
    }
    expect(steps.size).toBeGreaterThan(10);
    // Towards the border it is paler.
    expect(grid.codes[199 * 200]! % SHADES).toBeGreaterThan(grid.codes[110 * 200 + 95]! % SHADES);
  });

  it("spread the shades over the values at the corners", () => {
    const scoring: MapScoring = { by: "value", from: 60, to: Infinity };
    const code = coder(value, VALUES, scoring);
    expect([code(0, [120], 0), code(0, [60], 0), code(0, [0], 0)]).toEqual([2 * SHADES - 1, SHADES, SHADES - 1]);
  });

  const lines = (regions: Regions & { polygons: Polygons }, classes: MapClass[], scoring: MapScoring, ratio = 1): number[] => {
    const inside = codesInside(regions, shadeCells(regions, classes, scoring), classes, scoring);
    return bordersInside(regions.polygons, inside!, scales, plot, ratio);
  };
  const length = (all: number[]): number => {
    let sum = 0;
    for (let k = 0; k < all.length; k += 4) sum += Math.hypot(all[k + 2]! - all[k]!, all[k + 3]! - all[k + 1]!);
    return sum;
  };

  it("are bordered where a probability that is asked for is reached", () => {
    // Where 0.04 (x + y) - 4 = 1: x + y = 125, from (25, 100) to (100, 25), in device pixels twice as many.
    const threshold = 1 / (1 + Math.exp(-1));
    for (const ratio of [1, 2]) {
      const found = lines(logistic, TWO, { by: "class", threshold }, ratio);
      expect(length(found)).toBeCloseTo(150 * Math.SQRT2 * ratio, 1);
      for (let k = 0; k < found.length; k += 2) expect(Math.abs(found[k]! / 2 / ratio + 100 - found[k + 1]! / 2 / ratio - 125)).toBeLessThan(0.01);
    }
  });

  it("are bordered inside and between pieces where a range of values begins", () => {
    // x = 60 below, x = 40 above, and of the border between them the part from x = 40 to x = 60.
    const found = lines(value, VALUES, { by: "value", from: 60, to: Infinity });
    expect(length(found)).toBeCloseTo(2 * 40 + 2 * 40 + 40 * Math.SQRT2, 0);
    // Both ends of a range.
    expect(length(lines(value, VALUES, { by: "value", from: 60, to: 70 }))).toBeCloseTo(2 * (40 + 40 + 30 + 50) + 40 * Math.SQRT2, -1);
  });

  it("are told at the point, as far as they are of the point", () => {
    const at = (scoring: MapScoring, x: number, y: number): string | undefined => pieceBox(logistic, shadeCells(logistic, TWO, scoring), axes, TWO, scoring, ENGLISH, { x, y })?.box.text;
    expect(at({ by: "class" }, 100, 25)).toMatch(/^accepted, score 73.1\s?% here: age \+ income above 100$/);
    expect(at({ by: "class" }, 100, 50)).toMatch(/score 88.1\s?% here/);
    expect(at({ by: "class", threshold: 0.8 }, 100, 25)).toMatch(/^refused, score 73/);
    expect(at({ by: "class", threshold: 0.8 }, 100, 50)).toMatch(/^accepted, score 88/);
  });

  it("tell pieces apart by their functions", () => {
    const same = { ...value, scores: Float32Array.of(5, 5) };
    expect([...outcomeIds(same)]).toEqual([0, 1]);
  });

  it("say exactly whether the limits hold a target", () => {
    const none = (regions: Regions & { polygons: Polygons }, classes: MapClass[], scoring: MapScoring, x: [number, number], y: [number, number]): boolean =>
      noTargetPieceWithin(regions, shadeCells(regions, classes, scoring), classes, scoring, { x: { lo: x[0], hi: x[1] }, y: { lo: y[0], hi: y[1] } }, { x: undefined, y: undefined });
    expect(none(logistic, TWO, { by: "class" }, [0, 50], [0, 49])).toBe(true);
    expect(none(logistic, TWO, { by: "class" }, [0, 50], [0, 51])).toBe(false);
    const sure: MapScoring = { by: "class", threshold: 1 / (1 + Math.exp(-1)) };
    expect(none(logistic, TWO, sure, [0, 62], [0, 62])).toBe(true);
    expect(none(logistic, TWO, sure, [0, 63], [0, 63])).toBe(false);
    const range: MapScoring = { by: "value", from: 60, to: 70 };
    expect(none(value, VALUES, range, [0, 59], [0, 30])).toBe(true);
    expect(none(value, VALUES, range, [0, 61], [0, 30])).toBe(false);
    expect(none(value, VALUES, range, [39, 39], [90, 100])).toBe(true);
    expect(none(value, VALUES, range, [41, 41], [90, 100])).toBe(false);
    expect(none(value, VALUES, range, [71, 80], [0, 10])).toBe(true);
  });
});
