/** Paints the cells: fills, second signs, box lines and class borders, all on whole device pixels. */
import { borders, type PixelGrid } from "./cells.js";
import { PATTERNS, signOfClass, type Palette, type Pattern } from "./palette.js";
import { blend, coverLines, fill, swatch, type Sign, type Swatch } from "./raster.js";
import { SHADES } from "./shade.js";

export interface Painting {
  /** Shown class and shade a cell: class * 8 + step. */
  grid: PixelGrid;
  /** The class alone. */
  byClass: PixelGrid;
  /** Distinct outcomes, for box lines; null when they are off. */
  outcomes: PixelGrid | null;
  /** Borders are slanted and drawn over the image. */
  slanted: boolean;
  /** Slot of each class. */
  slots: readonly number[];
  /** Device pixels a CSS pixel. */
  ratio: number;
  palette: Palette;
}

/** Paints an image of the plot's size in device pixels. */
export function paint(image: ImageData, p: Painting): void {
  const { width, height } = image;
  const { palette, slots, ratio } = p;
  const out = new Uint32Array(image.data.buffer);
  const swatchOf = (code: number): Swatch => {
    if (code < 0) return { size: 1, pixels: Uint32Array.of(0) };
    const shown = Math.floor(code / SHADES);
    const slot = slots[shown] ?? 1;
    return swatch(palette.fills[slot]![code % SHADES]!, palette.marks[slot]!, signOf(PATTERNS[signOfClass(shown)]!, ratio));
  };
  fill(out, width, height, p.grid, swatchOf);
  const mask = new Uint8Array(width * height);
  if (p.outcomes) {
    // Half a CSS pixel; where the screen cannot show that, one device pixel, fainter.
    const fine = ratio >= 2;
    coverLines(mask, width, height, borders(p.outcomes).map((v) => v + 0.5), fine ? 0.5 * ratio : 1);
    blend(out, mask, palette.ink, palette.forced ? 1 : fine ? 0.22 : 0.15);
    mask.fill(0);
  }
  // On coarse screens through the middle of a pixel, so that the line is one dark pixel and not two grey ones.
  const shift = ratio < 2 ? 0.5 : 0;
  if (p.slanted) return;
  coverLines(mask, width, height, borders(p.byClass).map((v) => v + shift), 1.25 * ratio);
  blend(out, mask, palette.ink, 1);
}

/** Shapes of the second signs on an 8 px tile; drawn by canvas here and as SVG paths in an exported file. */
export const TILE = 8;
export const SIGNS: Record<Exclude<Pattern, "plain">, { path: string; fill: boolean; opacity: number }> = {
  dots: { path: disc(2, 2, 1.1) + disc(6, 6, 1.1), fill: true, opacity: 0.5 },
  rings: { path: disc(4, 4, 2.1), fill: false, opacity: 0.5 },
  dashes: { path: "M0.75 2h3M4.75 6h3", fill: false, opacity: 0.5 },
  bars: { path: "M2 0v8M6 0v8", fill: false, opacity: 0.5 },
  squares: { path: "M2 2h4v4h-4z", fill: false, opacity: 0.5 },
  bricks: { path: "M0 2h8M0 6h8M2 2v4M6 6v2M6 0v2", fill: false, opacity: 0.5 },
  waves: { path: "M0 4q2 -3 4 0t4 0", fill: false, opacity: 0.5 },
  grid: { path: "M4 0v8M0 4h8", fill: false, opacity: 0.5 },
  crosses: { path: "M2 0.5v3M0.5 2h3M6 4.5v3M4.5 6h3", fill: false, opacity: 0.5 },
};

function disc(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
}

const made = new Map<string, Sign | null>();

/** A sign's coverage on a whole number of device pixels, drawn once. */
function signOf(pattern: Pattern, ratio: number): Sign | null {
  if (pattern === "plain") return null;
  const size = Math.max(1, Math.round(TILE * ratio));
  const key = `${pattern} ${size}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  const g = canvas.getContext("2d", { willReadFrequently: true });
  let sign: Sign | null = null;
  if (g) {
    const shape = SIGNS[pattern];
    g.scale(size / TILE, size / TILE);
    g.globalAlpha = shape.opacity;
    g.lineWidth = 1;
    const path = new Path2D(shape.path);
    if (shape.fill) g.fill(path);
    else g.stroke(path);
    const { data } = g.getImageData(0, 0, size, size);
    sign = { size, coverage: Uint8ClampedArray.from({ length: size * size }, (_, k) => data[k * 4 + 3]!) };
  }
  made.set(key, sign);
  return sign;
}
