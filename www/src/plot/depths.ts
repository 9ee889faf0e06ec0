/** How usual each place of the slice is: the odder, the paler; hatched where it is odder than is allowed. */
import { nothing, svg, type SVGTemplateResult } from "lit/html.js";
import { merge, pixelGrid } from "./cells.js";
import type { MapDepths } from "./contract.js";
import type { Scales } from "./frame.js";
import type { Rect } from "./labels.js";
import { wholeRegions } from "./whole.js";

/** The places that reach exactly so many of the lengths, as a path. */
export interface DepthArea {
  level: number;
  d: string;
}

/** How many of the ascending lengths a place reaches. */
export function levelOf(length: number, lengths: readonly number[]): number {
  const found = lengths.findIndex((one) => length < one);
  return found < 0 ? lengths.length : found;
}

/** Merged exact cells in CSS pixels, one path a level; places that reach them all are left out. */
export function depthAreas({ regions: given, lengths }: MapDepths, scales: Scales, plot: Rect, ratio: number): DepthArea[] {
  const regions = wholeRegions(given);
  const codes = Int32Array.from(regions.scores, (length) => {
    const level = levelOf(length, lengths);
    return level === lengths.length ? -1 : level;
  });
  const grid = pixelGrid(regions, codes, scales.x, scales.y, plot.x, plot.y, ratio);
  return [...merge(grid)].map(([level, rects]) => {
    let d = "";
    for (let k = 0; k < rects.length; k += 4) {
      const [x = 0, y = 0, w = 0, h = 0] = rects.slice(k, k + 4).map((pixels) => pixels / ratio);
      d += `M${plot.x + x} ${plot.y + y}h${w}v${h}h${-w}z`;
    }
    return { level, d };
  });
}

/** Keeps the last drawing: most updates change nothing of it. */
export class DepthDrawing {
  #of: { depths: MapDepths; key: string; areas: DepthArea[] } | null = null;

  areas(depths: MapDepths | null, scales: Scales, plot: Rect, ratio: number): DepthArea[] {
    if (!depths) return [];
    const key = JSON.stringify([scales.x, scales.y, plot, ratio]);
    if (this.#of?.depths !== depths || this.#of.key !== key) this.#of = { depths, key, areas: depthAreas(depths, scales, plot, ratio) };
    return this.#of.areas;
  }
}

export function depthView(depths: MapDepths | null, areas: readonly DepthArea[]): SVGTemplateResult | typeof nothing {
  if (!depths || areas.length === 0) return nothing;
  const { lengths, needed } = depths;
  return svg`<g class="still depths">${areas.map(({ level, d }) => {
    const odd = needed !== null && level < needed;
    const veil = odd && !depths.shades ? 0.46 : (0.7 * (lengths.length - level)) / lengths.length;
    return svg`<path class="odd" opacity=${veil.toFixed(2)} d=${d} />${odd ? svg`<path class="hatch" fill="url(#hatch)" d=${d} />` : nothing}`;
  })}</g>`;
}
