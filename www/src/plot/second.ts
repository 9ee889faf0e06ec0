/** The border of a second model over the regions of the first: a double line, with its name beside its longest stretches. */
import { svg, type SVGTemplateResult } from "lit";
import type { Laid } from "./cellmap.js";
import { borders, linePath } from "./cells.js";
import type { Rect } from "./labels.js";
import type { Area } from "./scene.js";

/** Its name stands beside a line in a place of this size, in pixels. */
const [WIDE, HIGH] = [150, 24];

/** From its slice as it is laid out, in device pixels: the line, and where its name may stand. */
export function secondBorder(laid: Laid, name: string, plot: Rect, ratio: number): { view: SVGTemplateResult; area: Area } {
  const lines = (laid.slanted?.border ?? borders(laid.byClass)).map((at) => at / ratio);
  const d = linePath(lines);
  const rects: Rect[] = [];
  for (let k = 0; k < lines.length; k += 4) {
    const [x0, y0, x1, y1] = [lines[k]! + plot.x, lines[k + 1]! + plot.y, lines[k + 2]! + plot.x, lines[k + 3]! + plot.y];
    rects.push({ x: x0 + 4, y: y0 - HIGH, w: Math.max(x1 - x0, WIDE), h: Math.max(y1 - y0, HIGH) });
  }
  const view = svg`<g class="still second" transform=${`translate(${plot.x} ${plot.y})`}><path d=${d} /><path d=${d} /></g>`;
  return { view, area: { slot: -1, name, target: false, rects } };
}
