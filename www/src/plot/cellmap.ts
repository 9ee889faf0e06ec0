/** The cells of the current slice, prepared for painting and pointing; each stage is redone only when its input changed. */
import type { Polygons, Regions } from "../types.js";
import { merge, outcomeIds, pixelGrid, recoded, type Lines, type PixelGrid, type Rects } from "./cells.js";
import type { MapClass, MapScoring } from "./contract.js";
import type { Frame, Scales } from "./frame.js";
import { bordersInside, codesInside, type CodeAt } from "./varying-pieces.js";
import { slotsOf } from "./palette.js";
import { coarser, piecePaths, pixelPieces, slantedBorders } from "./pieces.js";
import type { Area } from "./scene.js";
import { SHADES, shadeCells } from "./shade.js";

/** Rectangles of each class, in device pixels. */
type ClassRects = Map<number, Rects>;

/** Cells on the screen. */
export interface Laid {
  grid: PixelGrid;
  byClass: PixelGrid;
  rects: ClassRects;
  outcomes: PixelGrid | null;
  /**
   * Of slanted pieces, borders that follow no pixels: between classes, between outcomes; paths by code and by class, null where codes or
   * classes vary within pieces.
   */
  slanted: { border: Lines; boxes: Lines; fills: (() => Map<number, string>) | null; classes: (() => Map<number, string>) | null } | null;
  areas: Area[];
}

export class CellMap {
  #regions: Regions | null = null;
  #rule = "";
  #codes: Uint16Array = new Uint16Array(0);
  #ids: Int32Array | null = null;
  #laid: Laid | null = null;
  #key = "";

  /** Class * 8 + shade of each cell of `regions`. */
  codes(regions: Regions, classes: readonly MapClass[], scoring: MapScoring): Uint16Array {
    // By content: hosts make these small objects anew at every render.
    const rule = classes.map((c) => `${c.target ? "+" : "-"}${c.name}`).join("\n") + ruleOf(scoring);
    if (regions !== this.#regions || rule !== this.#rule) {
      this.#regions = regions;
      this.#rule = rule;
      this.#codes = shadeCells(regions, classes, scoring);
      this.#ids = null;
      this.#laid = null;
    }
    return this.#codes;
  }

  /** Class shown at a pixel of the last layout; -1 outside. */
  classAt(x: number, y: number, frame: Frame, ratio: number): number {
    const grid = this.#laid?.byClass;
    if (!grid) return -1;
    const i = before(grid.xs, (x - frame.plot.x) * ratio);
    const j = before(grid.ys, (y - frame.plot.y) * ratio);
    return i < 0 || j < 0 ? -1 : grid.codes[j * (grid.xs.length - 1) + i]!;
  }

  /** Snapped and merged for one size, window and ratio; the same object while nothing changed. */
  laid(regions: Regions, classes: readonly MapClass[], scoring: MapScoring, frame: Frame, scales: Scales, ratio: number, boxes: boolean): Laid {
    const codes = this.codes(regions, classes, scoring);
    const { plot } = frame;
    const key = [plot.x, plot.y, plot.w, plot.h, scales.x.lo, scales.x.hi, scales.y.lo, scales.y.hi, ratio, boxes].join(" ");
    if (this.#laid && key === this.#key) return this.#laid;
    this.#key = key;
    const { polygons } = regions;
    if (polygons && polygons.lines.length > 0) return (this.#laid = this.#pieces(regions, polygons, codes, classes, scoring, frame, scales, ratio, boxes));
    const onto = (values: ArrayLike<number>, inside: CodeAt | null = null): PixelGrid => (polygons ? pixelPieces(polygons, values, scales, plot, ratio, inside) : pixelGrid(regions, values, scales.x, scales.y, plot.x, plot.y, ratio));
    const drawn = onto(codes, codesInside(regions, codes, classes, scoring));
    // Cells that are not known stay paper.
    const grid = scoring.by === "cost" && scoring.complete < scoring.most ? recoded(drawn, (code) => (code < SHADES ? -1 : code)) : drawn;
    const byClass = recoded(grid, (code) => (code < 0 ? -1 : Math.floor(code / SHADES)));
    const rects = merge(byClass);
    if (boxes) this.#ids ??= outcomeIds(regions);
    const outcomes = boxes && this.#ids ? onto(this.#ids) : null;
    this.#laid = { grid, byClass, rects, outcomes, slanted: null, areas: areasOf(rects, classes, frame, ratio) };
    return this.#laid;
  }

  #pieces(regions: Regions, polygons: Polygons, codes: Uint16Array, classes: readonly MapClass[], scoring: MapScoring, frame: Frame, scales: Scales, ratio: number, boxes: boolean): Laid {
    const { plot } = frame;
    const classOf = (code: number): number => (code < 0 ? -1 : Math.floor(code / SHADES));
    const owner = codes.map(classOf);
    const inside = codesInside(regions, codes, classes, scoring);
    // The model's own class is one throughout a piece; by a number of the request's it need not be.
    const one = inside === null || (scoring.by === "class" && scoring.threshold === undefined);
    const grid = pixelPieces(polygons, codes, scales, plot, ratio, inside);
    const byClass = recoded(grid, classOf);
    const areas = areasOf(merge(coarser(byClass, Math.max(1, Math.round(8 * ratio)))), classes, frame, ratio);
    const slanted = {
      border: one ? slantedBorders(polygons, owner, scales, plot, ratio) : bordersInside(polygons, inside, scales, plot, ratio),
      boxes: boxes ? slantedBorders(polygons, (this.#ids ??= outcomeIds(regions)), scales, plot, ratio) : [],
      fills: inside ? null : () => piecePaths(polygons, codes, scales, plot, ratio),
      classes: one ? () => piecePaths(polygons, owner, scales, plot, 1) : null,
    };
    return { grid, byClass, rects: one ? new Map<number, Rects>() : merge(byClass), outcomes: null, slanted, areas };
  }
}

/** The interval between ascending ends that holds a position; -1 outside. */
function before(ends: Int32Array, at: number): number {
  const n = ends.length - 1;
  if (n < 1 || at < ends[0]! || at >= ends[n]!) return -1;
  let lo = 0;
  let hi = n - 1;
  while (lo < hi) {
    const mid = (lo + hi + 1) >> 1;
    if (ends[mid]! <= at) lo = mid;
    else hi = mid - 1;
  }
  return lo;
}

function ruleOf(s: MapScoring): string {
  if (s.by === "cost") return `cost ${s.most} ${s.complete}`;
  return s.by === "class" ? `class ${s.threshold ?? ""}` : `value ${s.from} ${s.to}`;
}

/** The dozen largest rectangles of each class in CSS pixels, targets first. */
function areasOf(rects: ClassRects, classes: readonly MapClass[], frame: Frame, ratio: number): Area[] {
  const slots = slotsOf(classes);
  const { plot } = frame;
  const out: Area[] = [];
  for (const [k, flat] of rects) {
    const order: number[] = [];
    // A word needs some space; the thousands of slivers of a busy slice need not be sorted.
    for (let o = 0; o < flat.length; o += 4) if (flat[o + 2]! * flat[o + 3]! >= 200 * ratio * ratio) order.push(o);
    order.sort((a, b) => flat[b + 2]! * flat[b + 3]! - flat[a + 2]! * flat[a + 3]!);
    const c = classes[k];
    if (!c) continue;
    out.push({
      slot: slots[k]!,
      name: c.name,
      target: c.target,
      rects: order.slice(0, 12).map((o) => ({ x: plot.x + flat[o]! / ratio, y: plot.y + flat[o + 1]! / ratio, w: flat[o + 2]! / ratio, h: flat[o + 3]! / ratio })),
    });
  }
  return out.sort((a, b) => a.slot - b.slot);
}
