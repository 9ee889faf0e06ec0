/** From cells to what is painted: device-pixel rectangles of equal colour, and the borders between classes. */
import type { Regions } from "../../types.js";
import type { Scale } from "./scales.js";
import { toPixel } from "./scales.js";

/** A grid in whole device pixels: column c spans xs[c] to xs[c + 1], row r (downwards) ys[r] to ys[r + 1]. */
export interface PixelGrid {
  xs: Int32Array;
  ys: Int32Array;
  /** Row-major from the top. */
  codes: Uint8Array;
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
  return { cells, ends };
}

/**
 * Snaps cells to device pixels relative to the plot's corner; cells thinner than a pixel vanish, neighbours always meet.
 * `left` and `top` are the plot's corner, `ratio` device pixels a CSS pixel.
 */
export function pixelGrid(
  regions: Regions,
  codes: Uint8Array,
  x: Scale,
  y: Scale,
  left: number,
  top: number,
  ratio: number,
): PixelGrid {
  const cols = kept(regions.x.edges, x, left, ratio);
  const rows = kept(regions.y.edges, y, top, ratio);
  const nx = regions.x.edges.length - 1;
  const out = new Uint8Array(cols.cells.length * rows.cells.length);
  let o = 0;
  for (const j of rows.cells) for (const i of cols.cells) out[o++] = codes[j * nx + i]!;
  return { xs: Int32Array.from(cols.ends), ys: Int32Array.from(rows.ends), codes: out };
}

/**
 * Merges cells of equal code into rectangles: runs along rows, then equal runs of following rows. Every cell is covered
 * exactly once. `key` folds codes together (for instance to classes); a negative key is left out. Linear in the cells.
 */
export function merge(grid: PixelGrid, key: (code: number) => number = (c) => c): Map<number, Rects> {
  const { xs, ys, codes } = grid;
  const nx = xs.length - 1;
  const ny = ys.length - 1;
  const keys = Int16Array.from({ length: 256 }, (_, c) => key(c));
  const out = new Map<number, Rects>();
  // Runs still open, by the column at which they begin: their end, their key, the row at which they began.
  const end = new Int32Array(Math.max(nx, 0)).fill(-1);
  const kind = new Int16Array(Math.max(nx, 0));
  const began = new Int32Array(Math.max(nx, 0));
  const close = (i: number, row: number): void => {
    const k = kind[i]!;
    if (k >= 0) {
      let rects = out.get(k);
      if (!rects) out.set(k, (rects = []));
      const x0 = xs[i]!;
      const y0 = ys[began[i]!]!;
      rects.push(x0, y0, (xs[end[i]!]!) - x0, (ys[row]!) - y0);
    }
    end[i] = -1;
  };
  for (let j = 0; j < ny; j++) {
    let i = 0;
    while (i < nx) {
      const k = keys[codes[j * nx + i]!]!;
      let e = i + 1;
      while (e < nx && keys[codes[j * nx + e]!] === k) e++;
      if (end[i] !== e || kind[i] !== k) {
        if (end[i] !== -1) close(i, j);
        for (let inner = i + 1; inner < e; inner++) if (end[inner] !== -1) close(inner, j);
        end[i] = e;
        kind[i] = k;
        began[i] = j;
      } else for (let inner = i + 1; inner < e; inner++) if (end[inner] !== -1) close(inner, j);
      i = e;
    }
  }
  for (let i = 0; i < nx; i++) if (end[i] !== -1) close(i, ny);
  return out;
}

/** Lines between neighbouring cells whose keys differ, joined into the longest straight pieces. */
export function borders(grid: PixelGrid, key: (code: number) => number): Lines {
  const { xs, ys, codes } = grid;
  const nx = xs.length - 1;
  const ny = ys.length - 1;
  const keys = Int16Array.from({ length: 256 }, (_, c) => key(c));
  const at = (i: number, j: number): number => keys[codes[j * nx + i]!]!;
  const out: Lines = [];
  for (let i = 1; i < nx; i++) {
    let from = -1;
    for (let j = 0; j <= ny; j++) {
      const differs = j < ny && at(i - 1, j) !== at(i, j);
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
      const differs = i < nx && at(i, j - 1) !== at(i, j);
      if (differs && from < 0) from = i;
      if (!differs && from >= 0) {
        out.push(xs[from]!, ys[j]!, xs[i]!, ys[j]!);
        from = -1;
      }
    }
  }
  return out;
}
