/** The keyboard: the cursor that walks over boxes, the dot and the edges. */
import type { Regions } from "../types.js";
import type { LimitDetail, Phase, WindowDetail } from "./contract.js";
import { cellAt, growBox } from "./pointed-box.js";
import { EDGES, lineOf, type EdgeSide } from "./handles.js";
import { direction, panned, pressedEdge, pressedPoint, type Limits, type Press, type XY } from "./drag-values.js";
import { nextPiece } from "./pieces.js";
import { isDiscrete, toPixel, windowOf, type Range } from "./scales.js";
import type { Scene, SceneProps } from "./scene.js";

export interface KeyHost {
  scene(): Scene | null;
  props(): SceneProps;
  regions(): Regions | null;
  limits(): Limits;
  point(at: XY, phase: Phase): void;
  limit(detail: Omit<LimitDetail, "phase">, phase: Phase): void;
  line(line: number, to: XY, phase: Phase): void;
  window(detail: Omit<WindowDetail, "phase">): void;
  windowsAt(factor: number, about: XY): { x?: Range; y?: Range };
  domains(): { x: Range; y: Range };
  cursor(at: XY): void;
  /** Ends a drag under way as if it had not begun; false when there is none. */
  cancel(): boolean;
}

/** A point inside the box that lies beyond the present one; null at the window's edge. */
export function nextBox(r: Regions, at: XY, axis: "x" | "y", sign: 1 | -1): XY | null {
  if (r.polygons) return nextPiece({ ...r, polygons: r.polygons }, at, axis, sign);
  const i = cellAt(r.x, at.x);
  const j = cellAt(r.y, at.y);
  if (i < 0 || j < 0) return null;
  const box = growBox(r, i, j);
  const edges = r[axis].edges;
  const next = axis === "x" ? (sign > 0 ? box.i1 : box.i0 - 1) : sign > 0 ? box.j1 : box.j0 - 1;
  if (next < 0 || next >= edges.length - 1) return null;
  return { ...at, [axis]: (edges[next]! + edges[next + 1]!) / 2 };
}

export class Keys {
  /** Where the cursor is, in values; null before its first use. */
  at: XY | null = null;

  constructor(readonly host: KeyHost) {}

  press(e: KeyboardEvent): void {
    if (e.ctrlKey || e.metaKey) return;
    const part = (e.currentTarget as Element).getAttribute("data-part");
    const press: Press = { key: e.key, shift: e.shiftKey, alt: e.altKey };
    if (e.key === "Escape") {
      if (this.host.cancel()) this.#taken(e);
      return;
    }
    const line = lineOf(part ?? "");
    const done = part === "plot" ? this.#plot(press) : part === "dot" ? this.#dot(press) : line !== undefined ? this.#line(line, press) : this.#edge(part as EdgeSide, press);
    if (done) this.#taken(e);
  }

  #taken(e: KeyboardEvent): void {
    e.preventDefault();
    e.stopPropagation();
  }

  #dot(press: Press): boolean {
    const { x, y, factual, readonly } = this.host.props();
    if (!factual || readonly) return false;
    const to = pressedPoint(x, y, { x: factual.x, y: factual.y }, press);
    if (!to) return false;
    if (to.x !== factual.x || to.y !== factual.y) this.host.point(to, "key");
    return true;
  }

  /** Four pixels a step, with Shift forty. */
  #line(line: number, { key, shift }: Press): boolean {
    const d = direction(key);
    const grip = this.host.scene()?.handles.find(({ id }) => lineOf(id) === line);
    if (!d || !grip) return false;
    const by = d.sign * (shift ? 40 : 4);
    this.host.line(line, d.axis === "x" ? { x: grip.x + by, y: grip.y } : { x: grip.x, y: grip.y - by }, "key");
    return true;
  }

  #edge(edge: EdgeSide, press: Press): boolean {
    const { axis, side } = EDGES[edge];
    const limits = this.host.limits();
    const to = pressedEdge(edge, this.host.props()[axis], limits.force[axis], press);
    if (to === undefined) return false;
    if (to !== limits.given[axis][side]) this.host.limit({ [axis]: { ...limits.given[axis], [side]: to } }, "key");
    return true;
  }

  #plot(press: Press): boolean {
    const scene = this.host.scene();
    const regions = this.host.regions();
    if (!scene) return false;
    const props = this.host.props();
    const { plot } = scene.frame;
    const middle = { x: plot.x + plot.w / 2, y: plot.y + plot.h / 2 };
    const d = direction(press.key);
    if (d && press.shift) {
      if (props.readonly) return false;
      const axis = props[d.axis];
      if (isDiscrete(axis)) return true;
      const by = (d.axis === "x" ? -d.sign : d.sign) * 0.2 * (d.axis === "x" ? plot.w : plot.h);
      const range = panned(axis, scene.scales[d.axis], by, windowOf(axis), this.host.domains()[d.axis]);
      if (range) this.host.window({ [d.axis]: range, reset: false });
      return true;
    }
    if (d && regions) {
      const home = this.#home(regions, props, scene);
      const seen = this.at !== null && cellAt(regions.x, this.at.x) >= 0 && cellAt(regions.y, this.at.y) >= 0;
      this.at = seen && this.at ? (nextBox(regions, this.at, d.axis, d.sign) ?? this.at) : home;
      this.host.cursor(this.at);
      return true;
    }
    switch (press.key) {
      case "Enter":
      case " ":
      case "Home":
        if (!regions) return false;
        this.at = press.key === "Home" ? this.#home(regions, props, scene) : (this.at ?? this.#home(regions, props, scene));
        this.host.cursor(this.at);
        return true;
      case "+":
      case "=":
      case "-":
      case "_": {
        if (props.readonly) return false;
        const about = this.at ? { x: toPixel(scene.scales.x, this.at.x), y: toPixel(scene.scales.y, this.at.y) } : middle;
        this.host.window({ ...this.host.windowsAt(press.key === "+" || press.key === "=" ? 0.7 : 1 / 0.7, about), reset: false });
        return true;
      }
      case "0":
        if (props.readonly) return false;
        this.host.window({ ...this.host.domains(), reset: true });
        return true;
      default:
        return false;
    }
  }

  /** The factual when the cells hold it, else the middle of the window. */
  #home(r: Regions, props: SceneProps, scene: Scene): XY {
    const f = props.factual;
    if (f && cellAt(r.x, f.x) >= 0 && cellAt(r.y, f.y) >= 0) return { x: f.x, y: f.y };
    const mid = (s: Scene["scales"]["x"]): number => (s.discrete ? 0 : (s.lo + s.hi) / 2);
    return { x: mid(scene.scales.x), y: mid(scene.scales.y) };
  }
}
