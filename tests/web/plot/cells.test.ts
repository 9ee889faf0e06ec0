import { describe, expect, it } from "vitest";
import { borders, merge, outcomeIds, pixelGrid, recoded } from "../../../www/src/plot/cells.js";
import { shadeCells } from "../../../www/src/plot/shade.js";
import { axis, regions, TWO } from "./helpers.js";
import { scaleOf } from "../../../www/src/plot/scales.js";

/** Every device pixel's code, by its cell: the merged rectangles must paint this. */
function painted(w: number, h: number, rects: Map<number, number[]>): { codes: Int32Array; twice: boolean } {
  const codes = new Int32Array(w * h).fill(-1);
  let twice = false;
  for (const [code, list] of rects) {
    for (let k = 0; k < list.length; k += 4) {
      for (let y = list[k + 1]!; y < list[k + 1]! + list[k + 3]!; y++) {
        for (let x = list[k]!; x < list[k]! + list[k + 2]!; x++) {
          if (codes[y * w + x] !== -1) twice = true;
          codes[y * w + x] = code;
        }
      }
    }
  }
  return { codes, twice };
}

describe("cells on the screen", () => {
  for (const [nx, ny, ratio, seed] of [[7, 5, 1, 1], [60, 40, 1, 2], [31, 90, 2, 3], [300, 200, 1.25, 4], [1, 1, 1, 5], [2, 60, 3, 6]] as const) {
    it(`${nx} x ${ny} cells at ratio ${ratio} cover every pixel once, with the cell's own code`, () => {
      const r = regions(nx, ny, seed);
      const codes = shadeCells(r, TWO, { by: "class" });
      const [w, h] = [120, 90];
      const x = scaleOf(axis(), 10, 10 + w);
      const y = scaleOf(axis(), 5 + h, 5);
      const grid = pixelGrid(r, codes, x, y, 10, 5, ratio);
      const [pw, ph] = [Math.round(w * ratio), Math.round(h * ratio)];
      const { codes: got, twice } = painted(pw, ph, merge(grid));
      expect(twice).toBe(false);
      expect(got).not.toContain(-1);
      // The cell between the snapped edges that hold the pixel's middle.
      const cell = (edges: Float64Array, at: number): number => {
        for (let k = 0; k < edges.length - 1; k++) if (at >= edges[k]! && at < edges[k + 1]!) return k;
        return -1;
      };
      const ex = r.x.edges.map((v) => Math.round((v / 100) * w * ratio));
      const ey = r.y.edges.map((v) => Math.round(ph - Math.round((1 - v / 100) * h * ratio)));
      for (let py = 0; py < ph; py++) {
        for (let px = 0; px < pw; px++) {
          const i = cell(ex, px);
          const j = cell(ey, ph - 1 - py);
          expect(got[py * pw + px]).toBe(codes[j * nx + i]);
        }
      }
    });
  }

  it("merges equal neighbours into one rectangle", () => {
    const grid = { xs: Int32Array.from([0, 5, 10]), ys: Int32Array.from([0, 4, 8]), codes: Int32Array.from([3, 3, 3, 3]) };
    expect([...merge(grid)]).toEqual([[3, [0, 0, 10, 8]]]);
  });

  it("leaves negative codes out", () => {
    const grid = { xs: Int32Array.from([0, 5, 10]), ys: Int32Array.from([0, 4]), codes: Int32Array.from([-1, 2]) };
    expect([...merge(grid)]).toEqual([[2, [5, 0, 5, 4]]]);
  });

  it("draws a border between every two neighbours of different class and nowhere else", () => {
    const r = regions(40, 30, 9);
    const x = scaleOf(axis(), 0, 400);
    const y = scaleOf(axis(), 300, 0);
    const grid = recoded(pixelGrid(r, shadeCells(r, TWO, { by: "class" }), x, y, 0, 0, 1), (c) => c >> 3);
    const nx = grid.xs.length - 1;
    const ny = grid.ys.length - 1;
    const drawn = new Set<string>();
    const lines = borders(grid);
    for (let k = 0; k < lines.length; k += 4) {
      const [x1, y1, x2, y2] = lines.slice(k, k + 4) as [number, number, number, number];
      expect(x1 === x2 || y1 === y2).toBe(true);
      if (x1 === x2) for (let p = y1; p < y2; p++) drawn.add(`v ${x1} ${p}`);
      else for (let p = x1; p < x2; p++) drawn.add(`h ${y1} ${p}`);
    }
    const wanted = new Set<string>();
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++) {
        const c = grid.codes[j * nx + i];
        if (i > 0 && grid.codes[j * nx + i - 1] !== c) for (let p = grid.ys[j]!; p < grid.ys[j + 1]!; p++) wanted.add(`v ${grid.xs[i]!} ${p}`);
        if (j > 0 && grid.codes[(j - 1) * nx + i] !== c) for (let p = grid.xs[i]!; p < grid.xs[i + 1]!; p++) wanted.add(`h ${grid.ys[j]!} ${p}`);
      }
    }
    expect(drawn).toEqual(wanted);
  });

  it("keeps cells outside the window off the plot", () => {
    const r = regions(20, 20, 3);
    const zoomed = { ...axis(), window: [40, 60] as [number, number] };
    const grid = pixelGrid(r, shadeCells(r, TWO, { by: "class" }), scaleOf(zoomed, 0, 100), scaleOf(zoomed, 100, 0), 0, 0, 1);
    expect(grid.xs[0]).toBe(0);
    expect(grid.xs.at(-1)).toBe(100);
    expect(grid.ys.at(-1)).toBe(100);
  });

  it("tells outcomes apart that shades do not", () => {
    const r = regions(2, 1, 1);
    r.scores.set([0.5, 0.5, 0.499, 0.501]);
    const ids = outcomeIds(r);
    expect(ids[0]).not.toBe(ids[1]);
  });
});
