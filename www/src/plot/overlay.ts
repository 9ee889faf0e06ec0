/** The drawing that a drawer lights on the map: cuts of one axis, boxes, and the live rest of a box. */
import { nothing, svg, type SVGTemplateResult } from "lit/html.js";
import type { MapOverlay, OverlayArea } from "./contract.js";
import type { Scales } from "./frame.js";
import type { Rect } from "./labels.js";
import { clampedPixel, toPixel } from "./scales.js";

/** An area in pixels, open ends a little beyond the frame; null where nothing of it is shown. */
export function areaRect({ x, y }: OverlayArea, scales: Scales): Rect | null {
  const ends = (scale: Scales["x"], [from, to]: OverlayArea["x"]): [number, number] => {
    const a = clampedPixel(scale, from ?? Number.NEGATIVE_INFINITY, 3);
    const b = clampedPixel(scale, to ?? Number.POSITIVE_INFINITY, 3);
    return a < b ? [a, b] : [b, a];
  };
  const [x0, x1] = ends(scales.x, x);
  const [y0, y1] = ends(scales.y, y);
  return x1 - x0 > 0 && y1 - y0 > 0 ? { x: x0, y: y0, w: x1 - x0, h: y1 - y0 } : null;
}

export function overlayView(overlay: MapOverlay | null, scales: Scales, plot: Rect): SVGTemplateResult | typeof nothing {
  if (!overlay) return nothing;
  const rect = (r: Rect | null): string => (r ? `M${r.x.toFixed(1)} ${r.y.toFixed(1)}h${r.w.toFixed(1)}v${r.h.toFixed(1)}h${(-r.w).toFixed(1)}z` : "");
  const path = (area: OverlayArea): string => (area.corners ? `M${area.corners.map(([x, y]) => [toPixel(scales.x, x), toPixel(scales.y, y)]).join("L")}z` : rect(areaRect(area, scales)));
  const of = (as: OverlayArea["as"]): string => overlay.areas.map((area) => (area.as === as ? path(area) : "")).join("");
  const left = of("left");
  const outside = rect({ x: plot.x - 1, y: plot.y - 1, w: plot.w + 2, h: plot.h + 2 });
  const lines = overlay.cuts.map(({ axis, at }) => {
    const scale = scales[axis];
    const pixel = clampedPixel(scale, at, 4).toFixed(1);
    return axis === "x" ? `M${pixel} ${plot.y}v${plot.h}` : `M${plot.x} ${pixel}h${plot.w}`;
  });
  return svg`<g class="still overlay">
    ${overlay.shade ? svg`<path class="spent" fill-rule="evenodd" d=${outside + left} />` : nothing}
    <path class="closed-box" d=${of("closed")} />
    <path class="box-halo" d=${left} /><path class="box" d=${left} />
    ${lines.map((d) => svg`<path class="cut-halo" d=${d} /><path class="cut" d=${d} />`)}
  </g>`;
}
