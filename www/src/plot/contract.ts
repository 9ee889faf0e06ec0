/**
 * The map's input and output: the properties and events of `<espalier-map>`, as plain data.
 *
 * Coordinates. On a numeric or integer axis every coordinate is a raw value. On a discrete axis (ordinal, binary,
 * categorical) every coordinate is a level index, 0 to n - 1, as in `Regions`. The map never asks the engine for anything:
 * it draws its properties and reports drags; whoever hosts it answers with new properties. While a drag lasts the
 * map shows the dragged position itself, so a host may answer late.
 */
import type { StepCost } from "../cost.js";
import type { HullSlice, Kind, NormName, Regions } from "../types.js";
import type { MapWords } from "./words.js";

export type { MapWords } from "./words.js";

export type AxisName = "x" | "y";

/** One axis: the feature on it, and the part of it that is shown. */
export interface MapAxis {
  feature: string;
  /** Shown instead of the feature's own name. */
  label?: string;
  kind: Kind;
  unit?: string;
  /** Digits after the point; absent: as many as the shown window needs. */
  decimals?: number;
  /** Of discrete kinds, in level order. */
  labels?: string[];
  /** The model's cut points, ascending (`FeatureInfo.thresholds`): ticks, and where handles snap. Unused on discrete axes. */
  thresholds: readonly number[];
  /** Closed domain; open limits end here. Unused on discrete axes. */
  min: number;
  max: number;
  /** Shown range, raw, low before high. Unused on discrete axes, which always show every level. */
  window: readonly [number, number];
  /** The feature may not change: its limits collapse to the factual value and have no handles. */
  locked?: boolean;
}

/** A class, or for a regressor one of exactly two: 0 outside the target interval, 1 inside. */
export interface MapClass {
  /** As written on the map: "Accepted". Inside sentences it is put in lower case unless `keepCase`. */
  name: string;
  target: boolean;
  keepCase?: boolean;
}

/** How a cell gets its class and its shade. */
export type MapScoring =
  /**
   * A classifier. With `threshold`, a cell counts as target only when the target classes' probabilities sum to at least so
   * much (a request's `min_probability`); else it shows its likeliest other class.
   */
  | { by: "class"; threshold?: number }
  /** A regressor: target when from <= value <= to. */
  /**
   * The reachable cells: the one number of a cell is the least cost found at which it is reached, NaN none. Two classes: not
   * reached, reached. `most`: cost of the palest; `complete`: up to which cost "not" is proved. Where that is below `most`, such cells
   * are not known and stay blank.
   */
  | { by: "cost"; most: number; complete: number }
  | { by: "value"; from: number; to: number; unit?: string; decimals?: number };

/** A person's point. */
export interface MapPoint {
  x: number;
  y: number;
  /** First line, in weight 600: "You now". */
  label: string;
  /** Whether the model puts the whole person, not only this slice, into a target class; colours the dot. Default false. */
  target?: boolean;
  /** The class the model gives the whole person, by index: colours the dot where there are more than two. Wins over `target`. */
  class?: number;
  /** Features that are not shown are different there from this slice, so that the ground under it is not its own. */
  off?: boolean;
}

export interface MapAnswer extends MapPoint {
  /** `proved`: nothing cheaper exists. `best`: best so far. `stale`: of an earlier question, drawn at half strength. */
  state: "proved" | "best" | "stale";
}

/** Closed limits of one axis; null is open. Categorical and binary axes (and ordinal ones with gaps) list `levels` instead. */
export interface MapLimit {
  lo: number | null;
  hi: number | null;
  /** One flag a level: whether it is allowed. Wins over `lo` and `hi`; the rectangle then has no handles on this axis. */
  levels?: readonly boolean[];
}

/** The ball around the factual in which nothing of the target class is allowed. */
export interface MapReach {
  norm: NormName | Partial<Record<NormName, number>>;
  /** Cost of moving along each axis away from the factual, as in the request. */
  x: StepCost;
  y: StepCost;
  /** Added for every changed feature. */
  perChange?: number;
  /** The part of the cost that the features not shown have used; the cost is this and the budget together. Default 0. */
  used?: number;
  /** Largest single step of the features not shown (for `linf` terms of a mixture). Default 0. */
  restMax?: number;
  /** How many of the two features may change. Default 2. */
  changes?: number;
  /** Whether there are limits: nothing is then said of places outside of them. */
  limited?: boolean;
  /**
   * Budgets on this slice: the cost minus the part that the features not shown have used. `proved`: of the lower bound; `best`: of
   * the cost of the best answer. Equal (or `best` absent) draws one dotted outline, "proved: none accepted inside"; else a solid
   * outline for the lower bound and a dotted one for the reach of the best so far. Null, or a budget within the rounding of the
   * cost: no outline. Outlines are cut to the allowed values.
   */
  proved: number | null;
  best: number | null;
}

/** Which slice is shown; it only changes words, the regions are given. */
export type MapLayer = "factual" | "answer" | "reach";

/** A further marked point (other norms in a lesson, alternatives): a ring with a label and an arrow from the factual; without a label one of many, a small dot. */
export interface MapMark extends MapPoint {
  arrow?: boolean;
}

/** A rectangle in coordinates of the axes; null ends are open. `left`: outlined; `closed`: a thin line. */
export interface OverlayArea {
  /** Of an area that is no rectangle, its corners in their order, in place of its ends. */
  corners?: readonly (readonly [number, number])[];
  x: readonly [number | null, number | null];
  y: readonly [number | null, number | null];
  as: "left" | "closed";
}

/** Lines and areas that something beside the map lights on it. */
export interface MapOverlay {
  /** Lines across the plot. */
  cuts: readonly { axis: AxisName; at: number }[];
  areas: readonly OverlayArea[];
  /** Whether everything outside of the areas that are left is veiled. */
  shade: boolean;
}

/** A limit on a weighted sum of both axes: a x + b y <= c is allowed (`equal`: only the line itself). */
export interface MapLine {
  a: number;
  b: number;
  c: number;
  equal: boolean;
}

/** A limit on the map: one line, or several half-planes that hold together. With a `handle` its line can be dragged. */
export type MapRelation = (MapLine | { all: readonly Omit<MapLine, "equal">[] }) & { handle?: LineHandle };

/** The handle of a line. `text`: the limit in words, and `now` its number, for a screen reader. `turns`: the line turns about the person's point, else it is shifted. */
export interface LineHandle {
  text: string;
  now: number;
  turns: boolean;
}

/** How usual places are: average path lengths in an isolation forest, the longer the more usual. */
export interface MapDepths {
  /** The slice's lengths as its scores, in cells of its own. */
  regions: Regions;
  /** Ascending; a place is drawn by how many of them it reaches. */
  lengths: readonly number[];
  /** So many have to be reached; places that reach fewer are hatched. null: nothing is demanded. */
  needed: number | null;
  /** Whether every step is shown, and not only the places that are too odd. */
  shades: boolean;
}

/** Where answers must lie; areas as in `HullSlice`. */
export type MapHulls = Pick<HullSlice, "areas">;

/** A second model over the same slice: its border is drawn, and its name. */
export interface MapSecond {
  data: Regions;
  name: string;
}

/** Everything `<espalier-map>` is given. Set as properties; replace objects rather than changing them. */
export interface MapProps {
  regions: Regions | null;
  classes: readonly MapClass[];
  scoring: MapScoring;
  x: MapAxis;
  y: MapAxis;
  factual: MapPoint | null;
  answer: MapAnswer | null;
  marks: readonly MapMark[];
  allowed: { x: MapLimit; y: MapLimit };
  relations: readonly MapRelation[];
  /** One outline, or several (lessons). */
  reach: MapReach | readonly MapReach[] | null;
  showBoxes: boolean;
  overlay: MapOverlay | null;
  depths: MapDepths | null;
  hulls: MapHulls | null;
  second: MapSecond | null;
  layer: MapLayer;
  /** Readout line while nothing is pointed at; plain text. */
  note: string | null;
  /** The cells are of an earlier question: they are dimmed, and no box of them is told. */
  old: boolean;
  /** Parts that can be left out of an embedded figure. */
  hide: readonly ("readout" | "limits" | "guides" | "axes")[];
  /** The plot is as high as it is wide, so that equal parts of both ranges are of equal length. */
  square?: boolean;
  /** No dragging, no zoom: a picture with a cursor. */
  readonly: boolean;
  /** Text, for translation; English where absent. */
  words: Partial<MapWords>;
}

/**
 * `start`, any number of `move` (at most one a frame), then `end` or `cancel` (Esc or a lost pointer; carries the values of
 * before). `key` is one complete step of the keyboard: start and end in one.
 */
export type Phase = "start" | "move" | "end" | "cancel" | "key";

/** `map-point`: the factual was moved. Discrete axes give whole level indices; integer axes whole numbers. */
export interface PointDetail {
  x: number;
  y: number;
  phase: Phase;
}

/** `map-limit`: limits moved; an edge names one axis, a corner both. null: pulled to or past the domain's end, open. */
export interface LimitDetail {
  x?: { lo: number | null; hi: number | null };
  y?: { lo: number | null; hi: number | null };
  phase: Phase;
}

/**
 * `map-line`: the limit `relations[line]` is to pass through this point. `grain`: the length of a pixel on each axis. The point is null
 * at the start, and where the limit is to be again as it was then (`cancel`, and an `end` without a move).
 */
export interface LineDetail {
  line: number;
  to: { x: number; y: number } | null;
  grain: { x: number; y: number };
  phase: Phase;
}

/** `map-window`: pan, zoom or reset (back to the whole domain, `reset` true). Discrete axes are absent. */
export interface WindowDetail {
  x?: [number, number];
  y?: [number, number];
  reset: boolean;
  phase: Phase;
}

/** `map-box`: the box under the pointer or the keyboard's cursor; null when it left. */
export interface BoxDetail {
  box: MapBox | null;
  by: "pointer" | "key";
}

/** Neighbouring cells of equal class and scores, seen as one. Bounds as in `Regions`: lo < value <= hi (levels: from, to). */
export interface MapBox {
  x: [number, number];
  y: [number, number];
  /** Index into `classes`. */
  class: number;
  target: boolean;
  /** Probabilities, or one value. */
  scores: number[];
  /** The readout line as plain text. */
  text: string;
}

/** `map-lock`: an axis label was double-clicked (or Enter pressed on it). */
export interface LockDetail {
  axis: AxisName;
  feature: string;
  locked: boolean;
}

/** Events bubble and do not leave the host's shadow root. */
export interface MapEvents {
  "map-point": CustomEvent<PointDetail>;
  "map-limit": CustomEvent<LimitDetail>;
  "map-line": CustomEvent<LineDetail>;
  "map-window": CustomEvent<WindowDetail>;
  "map-box": CustomEvent<BoxDetail>;
  "map-lock": CustomEvent<LockDetail>;
}

/**
 * Methods of the element beside its properties.
 * `toSVG()`: the map as a standalone SVG document, without handles. `toPNG(scale)`: the same as pixels.
 */
export interface MapMethods {
  toSVG(): string;
  toPNG(scale?: number): Promise<Blob>;
}

/*
 * Styling. The map fills its host box (give it a height). It reads these custom properties and falls back to the built-in
 * light and dark values, chosen by the inherited `color-scheme`:
 *   --espalier-paper, -panel, -sunk, -ink, -ink2, -ink3, -line, -line2, -edge, -halo, -focus,
 *   --espalier-class-0-mark and --espalier-class-0-1 ... -8 (the second class), class-1 (the first), class-2 ... class-4 (further).
 * Parts: plot, readout.
 */
