/** Keeps the canvas in step: repaints only when cells, colours, place or resolution changed. */
import type { Laid } from "./cellmap.js";
import type { Rect } from "./labels.js";
import { linePath } from "./cells.js";
import { paint } from "./paint.js";
import { cssColour, readPalette, type Palette } from "./palette.js";

export class Painter {
  #last: unknown[] = [];
  #palette: Palette | null = null;
  #image: ImageData | null = null;

  constructor(readonly root: () => ParentNode) {}

  /** Colours are read anew at the next use. */
  recolour(): void {
    this.#palette = null;
  }

  palette(): Palette {
    const probe = this.root().querySelector<HTMLElement>(".probe");
    if (!probe) throw new Error("the map is not rendered yet");
    this.#palette ??= readPalette(probe);
    return this.#palette;
  }

  update(laid: Laid | null, slots: readonly number[], plot: Rect, ratio: number): void {
    const canvas = this.root().querySelector("canvas");
    const g = canvas?.getContext("2d");
    if (!canvas || !g) return;
    const palette = this.palette();
    const now = [canvas, laid, palette, slots.join(" "), plot.x, plot.y, plot.w, plot.h, ratio];
    if (now.every((v, k) => v === this.#last[k])) return;
    this.#last = now;
    const w = Math.round(plot.w * ratio);
    const h = Math.round(plot.h * ratio);
    if (canvas.width !== w) canvas.width = w;
    if (canvas.height !== h) canvas.height = h;
    Object.assign(canvas.style, { left: `${plot.x}px`, top: `${plot.y}px`, width: `${plot.w}px`, height: `${plot.h}px` });
    if (!laid) {
      g.clearRect(0, 0, w, h);
      return;
    }
    if (this.#image?.width !== w || this.#image.height !== h) this.#image = g.createImageData(w, h);
    this.#image.data.fill(0);
    paint(this.#image, { grid: laid.grid, byClass: laid.byClass, outcomes: laid.outcomes, slanted: laid.slanted !== null, slots, ratio, palette });
    g.putImageData(this.#image, 0, 0);
    if (laid.slanted) {
      g.strokeStyle = cssColour(palette.ink);
      g.lineCap = "round";
      for (const [lines, wide, opacity] of [[laid.slanted.boxes, 0.5, palette.forced ? 1 : 0.22], [laid.slanted.border, 1.25, 1]] as const) {
        g.globalAlpha = opacity;
        g.lineWidth = wide * ratio;
        g.stroke(new Path2D(linePath(lines)));
      }
      g.globalAlpha = 1;
    }
  }
}
