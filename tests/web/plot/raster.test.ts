import { describe, expect, it } from "vitest";
import { pixelGrid } from "../../../www/src/plot/cells.js";
import { blend, coverLines, fill, packed, swatch, type Rgb } from "../../../www/src/plot/raster.js";
import { scaleOf } from "../../../www/src/plot/scales.js";
import { shadeCells } from "../../../www/src/plot/shade.js";
import { axis, regions, TWO } from "./helpers.js";

const colour = (code: number): Rgb => [code * 9, 255 - code * 3, code];
const INK: Rgb = [0, 0, 0];

describe("the raster", () => {
  it("gives every pixel the colour of its own cell, none is left out", () => {
    const [w, h] = [150, 110];
    const r = regions(60, 45, 3);
    const grid = pixelGrid(r, shadeCells(r, TWO, { by: "class" }), scaleOf(axis(), 0, w), scaleOf(axis(), h, 0), 0, 0, 1);
    const out = new Uint32Array(w * h);
    fill(out, w, h, grid, (code) => swatch(colour(code), INK, null));
    const nx = grid.xs.length - 1;
    for (let j = 0; j < grid.ys.length - 1; j++) {
      for (let i = 0; i < nx; i++) {
        const want = packed(colour(grid.codes[j * nx + i]!));
        for (let y = grid.ys[j]!; y < grid.ys[j + 1]!; y++) for (let x = grid.xs[i]!; x < grid.xs[i + 1]!; x++) expect(out[y * w + x]).toBe(want);
      }
    }
    expect(out).not.toContain(0);
  });

  it("lays a sign in step with the plot's corner, whatever the cells", () => {
    const sign = { size: 4, coverage: Uint8ClampedArray.from({ length: 16 }, (_, k) => (k === 5 ? 255 : 0)) };
    const grid = { xs: Int32Array.from([0, 3, 7, 20]), ys: Int32Array.from([0, 5, 12]), codes: Int32Array.from([1, 1, 2, 2, 1, 1]) };
    const out = new Uint32Array(20 * 12);
    fill(out, 20, 12, grid, (code) => swatch(colour(code), INK, sign));
    for (let y = 0; y < 12; y++) for (let x = 0; x < 20; x++) expect(out[y * 20 + x] === packed(INK)).toBe(x % 4 === 1 && y % 4 === 1);
  });

  it("covers a line's own width, halves at its sides, and counts crossings once", () => {
    const mask = new Uint8Array(100);
    coverLines(mask, 10, 10, [5, 0, 5, 10, 0, 5, 10, 5], 1);
    expect([mask[0 * 10 + 4], mask[0 * 10 + 5], mask[0 * 10 + 3]]).toEqual([127, 127, 0]);
    const out = new Uint32Array(100).fill(packed([200, 100, 0]));
    blend(out, mask, INK, 1);
    expect(out[5]! & 255).toBeCloseTo(100, -1);
    expect(Math.max(...mask)).toBe(127);
    const thick = new Uint8Array(100);
    coverLines(thick, 10, 10, [5, 0, 5, 10], 2);
    expect([thick[4], thick[5], thick[3], thick[6]]).toEqual([255, 255, 0, 0]);
  });

  it("stays inside the picture when lines do not", () => {
    const mask = new Uint8Array(100);
    coverLines(mask, 10, 10, [-50, 0, 500, 0, 10, -9, 10, 99], 3);
    expect(mask[0]).toBeGreaterThan(0);
    expect(mask[99]).toBeGreaterThan(0);
  });
});
