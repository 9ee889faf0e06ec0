/** Which part of the slice lies between rows, where answers must: all else is hatched like any place that is not allowed. */
import { nothing, svg, type SVGTemplateResult } from "lit/html.js";
import type { MapHulls } from "./contract.js";
import type { Scales } from "./frame.js";
import type { Rect } from "./labels.js";
import { toPixel } from "./scales.js";

/** The areas as one path, in pixels; empty where there is none. */
export function hullPath({ areas }: MapHulls, scales: Scales): string {
  return areas
    .map((flat) => {
      const corners = Array.from({ length: flat.length / 2 }, (_, k) => `${toPixel(scales.x, flat[2 * k] ?? 0).toFixed(1)} ${toPixel(scales.y, flat[2 * k + 1] ?? 0).toFixed(1)}`);
      return `M${corners.join("L")}Z`;
    })
    .join("");
}

export function hullView(hulls: MapHulls | null, scales: Scales, plot: Rect): SVGTemplateResult | typeof nothing {
  if (!hulls) return nothing;
  const d = hullPath(hulls, scales);
  const whole = { x: plot.x, y: plot.y, width: plot.w, height: plot.h };
  const over = (name: string, fill: string | typeof nothing): SVGTemplateResult =>
    svg`<rect class=${name} fill=${fill} mask="url(#between)" x=${whole.x} y=${whole.y} width=${whole.width} height=${whole.height} />`;
  return svg`<mask id="between" maskUnits="userSpaceOnUse" x=${whole.x} y=${whole.y} width=${whole.width} height=${whole.height}>
      <rect fill="white" x=${whole.x} y=${whole.y} width=${whole.width} height=${whole.height} /><path fill="black" d=${d} />
    </mask>
    <g class="still hulls">${over("veil", nothing)}${over("hatch", "url(#hatch)")}<path class="hull-edge" d=${d} /></g>`;
}
