/**
 * Cells to pixels, in time that depends on the pixels and not on how many cells there are. Every device pixel takes its
 * cell's colour from a small table that already holds the second sign; lines are blended on top, once.
 */
import type { Lines, PixelGrid } from "./cells.js";

export type Rgb = readonly [number, number, number];

/** A square of coverages 0 to 255, repeated from the plot's corner. */
export interface Sign {
  size: number;
  coverage: Uint8ClampedArray;
}

/** One code's pixels over one period of its sign, as the raster stores them. */
export interface Swatch {
  size: number;
  pixels: Uint32Array;
}

/** Opaque colour in the byte order of image data (red first; every browser's machine is little-endian). */
export function packed([r, g, b]: Rgb): number {
  return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

function mixed(ground: Rgb, over: Rgb, share: number): Rgb {
  const m = (k: 0 | 1 | 2): number => Math.round(ground[k] + (over[k] - ground[k]) * share);
  return [m(0), m(1), m(2)];
}

export function swatch(fill: Rgb, mark: Rgb, sign: Sign | null): Swatch {
  if (!sign) return { size: 1, pixels: Uint32Array.of(packed(fill)) };
  return { size: sign.size, pixels: Uint32Array.from(sign.coverage, (c) => packed(mixed(fill, mark, c / 255))) };
}

/** Fills `out` (width x height, row-major); `swatchOf` gives the pixels of a code. */
export function fill(out: Uint32Array, width: number, height: number, grid: PixelGrid, swatchOf: (code: number) => Swatch): void {
  const { xs, ys, codes } = grid;
  const nx = xs.length - 1;
  const ny = ys.length - 1;
  const known: Swatch[] = [];
  // Runs of equal code along one row of cells: their ends, and their pixels.
  const ends = new Int32Array(nx);
  const looks: Swatch[] = [];
  for (let j = 0; j < ny; j++) {
    let runs = 0;
    for (let i = 0; i < nx; runs++) {
      const code = codes[j * nx + i]!;
      while (i < nx && codes[j * nx + i] === code) i++;
      ends[runs] = Math.min(xs[i]!, width);
      looks[runs] = known[code] ??= swatchOf(code);
    }
    const bottom = Math.min(ys[j + 1]!, height);
    for (let y = ys[j]!; y < bottom; y++) {
      const row = y * width;
      let x = xs[0]!;
      for (let k = 0; k < runs; k++) {
        const { size, pixels } = looks[k]!;
        const end = ends[k]!;
        if (size === 1) {
          const colour = pixels[0]!;
          for (; x < end; x++) out[row + x] = colour;
          continue;
        }
        const line = (y % size) * size;
        for (let t = x % size; x < end; x++) {
          out[row + x] = pixels[line + t]!;
          if (++t === size) t = 0;
        }
      }
    }
  }
}

/** The coverage of each pixel by lines of a width, 0 to 255; where lines meet the larger counts. Ends are square. */
export function coverLines(mask: Uint8Array, width: number, height: number, lines: Lines, thick: number): void {
  const half = thick / 2;
  const share = (pixel: number, lo: number, hi: number): number => Math.max(0, Math.min(pixel + 1, hi) - Math.max(pixel, lo));
  for (let k = 0; k < lines.length; k += 4) {
    const x0 = lines[k]! - half;
    const y0 = lines[k + 1]! - half;
    const x1 = lines[k + 2]! + half;
    const y1 = lines[k + 3]! + half;
    const right = Math.min(width, Math.ceil(x1));
    const bottom = Math.min(height, Math.ceil(y1));
    for (let y = Math.max(0, Math.floor(y0)); y < bottom; y++) {
      const down = share(y, y0, y1) * 255;
      for (let x = Math.max(0, Math.floor(x0)); x < right; x++) {
        const c = down * share(x, x0, x1);
        if (c > mask[y * width + x]!) mask[y * width + x] = c;
      }
    }
  }
}

/** Blends one colour through a mask. */
export function blend(out: Uint32Array, mask: Uint8Array, colour: Rgb, opacity: number): void {
  const full = packed(colour);
  // Most of a mask is empty: four pixels are passed over at once.
  const fours = new Uint32Array(mask.buffer, mask.byteOffset, mask.length >> 2);
  for (let k = 0; k < mask.length; k++) {
    if ((k & 3) === 0 && fours[k >> 2] === 0) {
      k += 3;
      continue;
    }
    const m = mask[k]!;
    if (m === 0) continue;
    const a = (m / 255) * opacity;
    if (a >= 1) {
      out[k] = full;
      continue;
    }
    const v = out[k]!;
    out[k] = packed(mixed([v & 255, (v >> 8) & 255, (v >> 16) & 255], colour, a));
  }
}
