/** From cells to painted shapes: device-pixel rectangles of equal colour, and the borders between classes. */
import type { Regions } from "../types.js";
import type { Scale } from "./scales.js";
import { toPixel } from "./scales.js";

/** A grid in whole device pixels: column c spans xs[c] to xs[c + 1], row r (downwards) ys[r] to ys[r + 1]. */
export interface PixelGrid {
  xs: Int32Array;
  ys: Int32Array;
  /** Row-major from the top; the meaning of a number is the caller's. */
  codes: Int32Array;
}

/** Flat rectangles: x, y, width, height, one after the other. */
export type Rects = number[];

/** Straight lines on pixel boundaries: x1, y1, x2, y2. */
export type Lines = number[];

/** Cells that keep at least one device pixel on an axis: their indices, and the snapped ends. */
function kept(edges: Float64Array, s: Scale, origin: number, ratio: number): { cells: number[]; ends: number[] } {
  const n = edges.length - 1;
  const at = (k: number): number => Math.round((toPixel(s, edges[k]!) - origin) * ratio);
  const limit = Math.round(Math.abs(s.p1 - s.p0) * ratio);
  const cells: number[] = [];
  const ends: number[] = [];
  const up = s.p1 > s.p0;
  for (let step = 0; step < n; step++) {
    const k = up ? step : n - 1 - step;
    const from = Math.max(0, at(up ? k : k + 1));
    const to = Math.min(limit, at(up ? k + 1 : k));
    if (to <= from) continue;
    if (ends.length === 0) ends.push(from);
    cells.push(k);
    ends.push(to);
  }
  // Of a grid without cells the one line that it has.
  return { cells, ends: ends.length === 0 ? [0] : ends };
}

/**
 * Snaps cells to device pixels relative to the plot's corner; cells thinner than a pixel vanish, neighbours always meet.
 * `left` and `top` are the plot's corner, `ratio` device pixels a CSS pixel.
 */
export function pixelGrid(
  regions: Regions,
  codes: ArrayLike<number>,
  x: Scale,
  y: Scale,
  left: number,
  top: number,
  ratio: number,
): PixelGrid {
  const cols = kept(regions.x.edges, x, left, ratio);
  const rows = kept(regions.y.edges, y, top, ratio);
  const nx = regions.x.edges.length - 1;
  const out = new Int32Array(cols.cells.length * rows.cells.length);
  let o = 0;
  for (const j of rows.cells) for (const i of cols.cells) out[o++] = codes[j * nx + i]!;
  return { xs: Int32Array.from(cols.ends), ys: Int32Array.from(rows.ends), codes: out };
}

/** The same grid with every code replaced. */
export function recoded(grid: PixelGrid, to: (code: number) => number): PixelGrid {
  return { xs: grid.xs, ys: grid.ys, codes: grid.codes.map(to) };
}

/**
 * Merges cells of equal code into rectangles: runs along rows, then equal runs of following rows. Every cell is covered
 * exactly once; negative codes are left out. Linear in the cells.
 */
export function merge(grid: PixelGrid): Map<number, Rects> {
  const { xs, ys, codes } = grid;
  const nx = xs.length - 1;
  const ny = ys.length - 1;
  const out = new Map<number, Rects>();
  // Runs still open, by the column at which they begin: their end, their code, the row at which they began.
  const end = new Int32Array(Math.max(nx, 0)).fill(-1);
  const code = new Int32Array(Math.max(nx, 0));
  const began = new Int32Array(Math.max(nx, 0));
  const close = (i: number, row: number): void => {
    const k = code[i]!;
    if (k >= 0) {
      let rects = out.get(k);
      if (!rects) out.set(k, (rects = []));
      const x0 = xs[i]!;
      const y0 = ys[began[i]!]!;
      rects.push(x0, y0, xs[end[i]!]! - x0, ys[row]! - y0);
    }
    end[i] = -1;
  };
  for (let j = 0; j < ny; j++) {
    const row = j * nx;
    let i = 0;
    while (i < nx) {
      const k = codes[row + i]!;
      let e = i + 1;
      while (e < nx && codes[row + e] === k) e++;
      const goesOn = end[i] === e && code[i] === k;
      if (!goesOn) {
        for (let open = i; open < e; open++) if (end[open] !== -1) close(open, j);
        end[i] = e;
        code[i] = k;
        began[i] = j;
      }
      i = e;
    }
  }
  for (let i = 0; i < nx; i++) if (end[i] !== -1) close(i, ny);
  return out;
}

/** Lines between neighbouring cells of different codes, joined into the longest straight pieces. */
export function borders(grid: PixelGrid): Lines {
  const { xs, ys, codes } = grid;
  const nx = xs.length - 1;
  const ny = ys.length - 1;
  const out: Lines = [];
  for (let i = 1; i < nx; i++) {
    let from = -1;
    for (let j = 0; j <= ny; j++) {
      const differs = j < ny && codes[j * nx + i - 1] !== codes[j * nx + i];
      if (differs && from < 0) from = j;
      if (!differs && from >= 0) {
        out.push(xs[i]!, ys[from]!, xs[i]!, ys[j]!);
        from = -1;
      }
    }
  }
  for (let j = 1; j < ny; j++) {
    let from = -1;
    for (let i = 0; i <= nx; i++) {
      const differs = i < nx && codes[(j - 1) * nx + i] !== codes[j * nx + i];
      if (differs && from < 0) from = i;
      if (!differs && from >= 0) {
        out.push(xs[from]!, ys[j]!, xs[i]!, ys[j]!);
        from = -1;
      }
    }
  }
  return out;
}

export function linePath(lines: Lines): string {
  let d = "";
  for (let k = 0; k < lines.length; k += 4) d += `M${lines[k]!} ${lines[k + 1]!}L${lines[k + 2]!} ${lines[k + 3]!}`;
  return d;
}

/** A number for each distinct outcome (class and all scores), so that boxes can be told apart where shades cannot. */
export function outcomeIds(regions: Regions): Int32Array {
  const { classes, scores, outputs, polygons } = regions;
  const functions = polygons?.raw?.functions;
  const each = functions ? functions.length / classes.length : 0;
  const ids = new Int32Array(classes.length);
  const seen = new Map<string | number, number>();
  for (let c = 0; c < ids.length; c++) {
    const first = scores[c * outputs]!;
    // Scores that vary are told apart by their functions.
    const key = functions ? `${classes[c]!} ${functions.subarray(c * each, (c + 1) * each).join(" ")}` : outputs > 0 && outputs <= 2 ? first : `${classes[c]!} ${scores.subarray(c * outputs, (c + 1) * outputs).join(" ")}`;
    let id = seen.get(key);
    if (id === undefined) seen.set(key, (id = seen.size));
    ids[c] = id;
  }
  return ids;
}
