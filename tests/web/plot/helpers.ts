import type { Kind, Regions } from "../../../www/src/types.js";
import type { MapAxis, MapClass } from "../../../www/src/plot/contract.js";
import { draws } from "../../../www/src/draws.js";

export function axis(more: Partial<MapAxis> = {}): MapAxis {
  return { feature: "Credit amount", kind: "numeric", thresholds: [], min: 0, max: 100, window: [0, 100], ...more };
}

export const TWO: MapClass[] = [
  { name: "Refused", target: false },
  { name: "Accepted", target: true },
];

/** Cells with random scores of two classes, in runs so that there is something to merge. */
export function regions(nx: number, ny: number, seed: number, kind: Kind = "numeric"): Regions {
  const rnd = draws(seed);
  const edges = (n: number): Float64Array => {
    const inner = Array.from({ length: n - 1 }, () => rnd() * 100).sort((p, q) => p - q);
    return Float64Array.from([0, ...inner, 100]);
  };
  const classes = new Uint8Array(nx * ny);
  const scores = new Float32Array(nx * ny * 2);
  for (let c = 0; c < nx * ny; c++) {
    const left = c % nx > 0 && rnd() < 0.6 ? scores[c * 2 - 1] : undefined;
    const below = c >= nx && rnd() < 0.5 ? scores[(c - nx) * 2 + 1] : undefined;
    const p = left ?? below ?? Math.fround(rnd());
    classes[c] = p > 0.5 ? 1 : 0;
    scores[c * 2] = 1 - p;
    scores[c * 2 + 1] = p;
  }
  return { x: { feature: "a", kind, edges: edges(nx) }, y: { feature: "b", kind, edges: edges(ny) }, classes, scores, outputs: 2 };
}
