/** Paints the cells: fills, second signs, box lines and class borders, all on whole device pixels. */
import { borders, merge, type Lines, type PixelGrid, type Rects } from "./cells.js";
import { PATTERNS, type Palette, type Pattern } from "./palette.js";
import { SHADES } from "./shade.js";

export interface Painting {
  /** Shown class and shade a cell: class * 8 + step. */
  grid: PixelGrid;
  /** The class alone. */
  byClass: PixelGrid;
  /** `byClass`, merged. */
  areas: ClassRects;
  /** Distinct outcomes, for box lines; null when they are off. */
  outcomes: PixelGrid | null;
  /** Slot of each class. */
  slots: readonly number[];
  /** Device pixels a CSS pixel. */
  ratio: number;
  palette: Palette;
}

/** Rectangles of each class, in device pixels. */
export type ClassRects = Map<number, Rects>;

type Tiles = (pattern: Pattern, colour: string, ratio: number) => CanvasPattern | null;

/** Paints onto a context that covers the plot exactly. */
export function paint(g: CanvasRenderingContext2D, p: Painting, tiles: Tiles): void {
  const { palette, slots } = p;
  g.clearRect(0, 0, g.canvas.width, g.canvas.height);
  if (!palette.forced) {
    for (const [code, rects] of merge(p.grid)) {
      g.fillStyle = palette.fills[slots[Math.floor(code / SHADES)] ?? 1]![code % SHADES]!;
      fillAll(g, rects);
    }
  }
  for (const [k, rects] of p.areas) {
    const slot = slots[k] ?? 1;
    const pattern = PATTERNS[slot]!;
    const tile = tiles(pattern, palette.marks[slot]!, p.ratio);
    if (!tile) continue;
    g.fillStyle = tile;
    fillAll(g, rects);
  }
  if (p.outcomes) {
    // Half a CSS pixel; where the screen cannot show that, one device pixel, fainter.
    const fine = p.ratio >= 2;
    g.globalAlpha = palette.forced ? 1 : fine ? 0.22 : 0.15;
    g.translate(0.5, 0.5);
    stroke(g, borders(p.outcomes), palette.ink, fine ? 0.5 * p.ratio : 1);
    g.translate(-0.5, -0.5);
    g.globalAlpha = 1;
  }
  stroke(g, borders(p.byClass), palette.ink, 1.25 * p.ratio);
}

function fillAll(g: CanvasRenderingContext2D, rects: Rects): void {
  for (let k = 0; k < rects.length; k += 4) g.fillRect(rects[k]!, rects[k + 1]!, rects[k + 2]!, rects[k + 3]!);
}

function stroke(g: CanvasRenderingContext2D, lines: Lines, colour: string, width: number): void {
  g.strokeStyle = colour;
  g.lineWidth = width;
  g.lineCap = "square";
  g.beginPath();
  for (let k = 0; k < lines.length; k += 4) {
    g.moveTo(lines[k]!, lines[k + 1]!);
    g.lineTo(lines[k + 2]!, lines[k + 3]!);
  }
  g.stroke();
}

/** Shapes of the second signs on an 8 px tile; drawn by canvas here and as SVG paths in an exported file. */
export const TILE = 8;
export const SIGNS: Record<Exclude<Pattern, "plain">, { path: string; fill: boolean; opacity: number }> = {
  dots: { path: disc(2, 2, 1.1) + disc(6, 6, 1.1), fill: true, opacity: 0.5 },
  rings: { path: disc(4, 4, 2.1), fill: false, opacity: 0.5 },
  dashes: { path: "M0.75 2h3M4.75 6h3", fill: false, opacity: 0.5 },
  crosses: { path: "M2 0.5v3M0.5 2h3M6 4.5v3M4.5 6h3", fill: false, opacity: 0.5 },
};

function disc(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
}

/** Tiles as canvas patterns, kept while colour and ratio stay the same. */
export function tileMaker(context: CanvasRenderingContext2D): Tiles {
  const made = new Map<string, CanvasPattern | null>();
  return (pattern, colour, ratio) => {
    if (pattern === "plain") return null;
    const key = `${pattern} ${colour} ${ratio}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    // A whole number of device pixels, so that tiles meet without a blur.
    const size = Math.max(1, Math.round(TILE * ratio));
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = size;
    const g = canvas.getContext("2d");
    let tile: CanvasPattern | null = null;
    if (g) {
      const sign = SIGNS[pattern];
      g.scale(size / TILE, size / TILE);
      g.globalAlpha = sign.opacity;
      g.fillStyle = g.strokeStyle = colour;
      g.lineWidth = 1;
      const path = new Path2D(sign.path);
      if (sign.fill) g.fill(path);
      else g.stroke(path);
      tile = context.createPattern(canvas, "repeat");
    }
    if (made.size > 20) made.clear();
    made.set(key, tile);
    return tile;
  };
}
