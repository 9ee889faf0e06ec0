/**
 * Axes of whole numbers: a cut anywhere between two of them is the same cut, and is drawn in the middle. So no ground is drawn that holds no
 * whole number, and a whole number stands in the middle of its ground.
 */
import type { RegionAxis, Regions } from "../types.js";
import type { MapAxis } from "./contract.js";
import { wholePieces } from "./whole-pieces.js";

const between = (cut: number): number => Math.floor(cut) + 0.5;

const cuts = new WeakMap<readonly number[], number[]>();

/** The axis with its cuts between whole numbers, if it has only such. */
export function wholeAxis(axis: MapAxis): MapAxis {
  if (axis.kind !== "integer") return axis;
  let thresholds = cuts.get(axis.thresholds);
  if (!thresholds) cuts.set(axis.thresholds, (thresholds = [...new Set(axis.thresholds.map(between))]));
  return { ...axis, thresholds };
}

const drawn = new WeakMap<Regions, Regions>();

/** The cells that hold whole numbers, and their edges in the middle between these. Pieces likewise (`wholePieces`). */
export function wholeRegions(regions: Regions): Regions {
  const known = drawn.get(regions);
  if (known) return known;
  const [x, y] = [kept(regions.x), kept(regions.y)];
  let out = regions;
  if (regions.polygons) out = wholePieces(regions, regions.polygons);
  else if (x.axis !== regions.x || y.axis !== regions.y) {
    const { classes, scores, outputs } = regions;
    const wide = regions.x.edges.length - 1;
    const cells = y.cells.flatMap((j) => x.cells.map((i) => j * wide + i));
    const shares = new Float32Array(cells.length * outputs);
    cells.forEach((cell, at) => shares.set(scores.subarray(cell * outputs, (cell + 1) * outputs), at * outputs));
    out = { ...regions, x: x.axis, y: y.axis, classes: Uint8Array.from(cells, (cell) => classes[cell]!), scores: shares };
  }
  drawn.set(regions, out);
  return out;
}

/** The cells of an axis that hold a whole number, lo < number <= hi; the lowest edge belongs to the first. All cells where none does. */
function kept(axis: RegionAxis): { axis: RegionAxis; cells: number[] } {
  const { edges } = axis;
  const all = Array.from({ length: edges.length - 1 }, (_, k) => k);
  const cells = axis.kind === "integer" ? all.filter((k) => Math.floor(edges[k + 1]!) > (k === 0 ? Math.ceil(edges[0]!) - 1 : Math.floor(edges[k]!))) : [];
  if (cells.length === 0) return { axis, cells: all };
  const inner = cells.slice(0, -1).map((k) => between(edges[k + 1]!));
  return { axis: { ...axis, edges: Float64Array.of(edges[0]!, ...inner, edges.at(-1)!) }, cells };
}
