/** Slanted pieces on the map: painted where they are, bordered where classes differ, found, walked and told. */
import { describe, expect, it } from "vitest";
import type { Polygons, Regions } from "../../../www/src/types.js";
import { coarser, nextPiece, noTargetPieceWithin, pieceAt, pieceBox, piecePaths, pixelPieces, slantedBorders, slantedText } from "../../../www/src/plot/pieces.js";
import { scaleOf } from "../../../www/src/plot/scales.js";
import { shadeCells } from "../../../www/src/plot/shade.js";
import { ENGLISH } from "../../../www/src/plot/words.js";
import { axis, TWO } from "./helpers.js";

/** A window of 100 x 100, cut by x + y = 100; the part above is cut by x = 80 too. */
const polygons: Polygons = {
  points: Float64Array.of(0, 0, 100, 0, 0, 100, 100, 0, 100, 100, 80, 100, 80, 20, 80, 20, 80, 100, 0, 100),
  first: Int32Array.of(0, 3, 7, 10),
  sides: Int32Array.of(-1, 0, -1, -1, -1, 1, 0, 1, -1, 0),
  lines: Float64Array.of(1, 1, 100, 1, 0, 80),
  strict: false,
  borders: Float64Array.of(100, 0, 80, 20, 80, 20, 0, 100, 80, 20, 80, 100),
  between: Int32Array.of(0, 0, 1, 0, 0, 2, 1, 2, 1),
};
const own = (name: string): Regions["x"] => ({ feature: name, kind: "numeric", edges: Float64Array.of(0, 100) });
const regions = { x: own("Age"), y: own("Income"), classes: Uint8Array.of(0, 1, 0), scores: Float32Array.of(0.9, 0.1, 0.2, 0.8, 0.6, 0.4), outputs: 2, polygons };
const codes = shadeCells(regions, TWO, { by: "class" });
const axes = { x: axis({ feature: "Age", decimals: 0 }), y: axis({ feature: "Income", decimals: 0 }) };
const plot = { x: 10, y: 5, w: 200, h: 200 };
const scales = { x: scaleOf(axes.x, 10, 210), y: scaleOf(axes.y, 205, 5) };

describe("slanted pieces", () => {
  it("take every pixel whose middle they hold", () => {
    const grid = pixelPieces(polygons, [0, 1, 2], scales, plot, 1);
    for (let py = 0; py < 200; py++) {
      for (let px = 0; px < 200; px++) {
        const [x, y] = [(px + 0.5) / 2, (199.5 - py) / 2];
        if (x + y === 100) continue;
        expect(grid.codes[py * 200 + px]).toBe(x + y < 100 ? 0 : x > 80 ? 1 : 2);
      }
    }
    const squares = coarser(grid, 8);
    expect(squares.codes.length).toBe(625);
    expect([...squares.codes].filter((code) => code === -1).length).toBeGreaterThan(20);
    expect(squares.codes[24 * 25]).toBe(0);
  });

  it("are bordered where classes differ, over the other cuts that end there", () => {
    const lines = slantedBorders(polygons, regions.classes, scales, plot, 1);
    const pieces = Array.from({ length: lines.length / 4 }, (_, k) => lines.slice(4 * k, 4 * k + 4).map(Math.round));
    expect(pieces.length).toBe(2);
    expect(pieces).toContainEqual([200, 200, 160, 160]);
    expect(pieces.some((p) => p[0] === 160 && p[2] === 160)).toBe(true);
    expect(slantedBorders(polygons, [0, 1, 1], scales, plot, 1).map(Math.round)).toEqual([200, 200, 0, 0]);
    expect(piecePaths(polygons, codes, scales, plot, 1).size).toBe(new Set(codes).size);
  });

  it("are found, and walked by arrow keys", () => {
    expect([[10, 10], [90, 90], [50, 90], [120, 10]].map(([x, y]) => pieceAt(polygons, { x: x!, y: y! }))).toEqual([0, 1, 2, -1]);
    const up = nextPiece(regions, { x: 50, y: 10 }, "y", 1);
    expect(up).toEqual({ x: 50, y: 75 });
    expect(nextPiece(regions, up!, "x", 1)).toEqual({ x: 90, y: 75 });
    expect(nextPiece(regions, { x: 90, y: 75 }, "x", 1)).toBeNull();
  });

  it("are told by their bounds", () => {
    const told = (x: number, y: number): string => pieceBox(regions, codes, axes, TWO, { by: "class" }, ENGLISH, { x, y })?.box.text ?? "";
    expect(told(10, 10)).toBe("refused, score 10.0\u00a0%: age + income at most 100");
    expect(told(90, 90)).toBe("accepted, score 80.0\u00a0%: age 81 or more, age + income above 100");
    expect(told(50, 90)).toBe("refused, score 40.0\u00a0%: age up to 80, age + income above 100");
    expect(told(-1, 0)).toBe("");
  });

  it("have bounds with the smaller weight at one, the first not negative", () => {
    const say = (line: [number, number, number], over: boolean, strict = false): string => slantedText(axes, line, over, strict, ENGLISH);
    expect(say([2, -3, 4], false)).toBe("age − 1.5\u00a0income at most 2");
    expect(say([-2, -3, 4], false)).toBe("age + 1.5\u00a0income at least -2");
    expect(say([-0.5, 0.1, 1], true)).toBe("5\u00a0age − income below -10");
    expect(say([1, 1, 7], true, true)).toBe("age + income at least 7");
  });

  it("say exactly whether the limits hold a target", () => {
    const none = (x: [number, number], y: [number, number]): boolean =>
      noTargetPieceWithin(regions, codes, TWO, { by: "class" }, { x: { lo: x[0], hi: x[1] }, y: { lo: y[0], hi: y[1] } }, { x: undefined, y: undefined });
    expect(none([0, 79], [0, 100])).toBe(true);
    expect(none([0, 80], [0, 100])).toBe(false);
    expect(none([80, 100], [0, 0])).toBe(false);
    expect(none([80, 90], [0, 9])).toBe(true);
    expect(none([-5, 90], [0, 9])).toBe(false);
  });
});
