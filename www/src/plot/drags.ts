/** Pointers and wheel: from raw events to moves, at most one a frame. */
import type { LimitDetail, Phase, WindowDetail } from "./contract.js";
import { edgesOf, hit, lineOf, type HandleId, type Target } from "./handles.js";
import { draggedLimit, draggedPoint, panned, zoomedAxis, type Limits, type XY } from "./drag-values.js";
import { domainOf, toValue, windowOf, type Range } from "./scales.js";
import type { Scene, SceneProps } from "./scene.js";

/** The parts of the map that the drags need, and the receiver of their events. */
export interface DragHost {
  scene(): Scene | null;
  props(): SceneProps;
  limits(): Limits;
  local(e: { clientX: number; clientY: number }): XY;
  point(at: XY, phase: Phase): void;
  limit(detail: Omit<LimitDetail, "phase">, phase: Phase): void;
  /** A limit's line is to pass through a pixel; null: it is to be as it was. */
  line(line: number, to: XY | null, phase: Phase): void;
  window(detail: Omit<WindowDetail, "phase">, phase: Phase): void;
  hover(at: XY | null): void;
  focusTarget(target: Target): void;
  /** Takes or lets go of a pointer. */
  capture(pointer: number, on: boolean): void;
  /** The wheel may zoom without Ctrl. */
  engaged(): boolean;
}

interface Windows {
  x: Range;
  y: Range;
}

type Drag =
  | { kind: "dot"; from: XY; offset: XY }
  | { kind: "handle"; id: HandleId; from: Omit<LimitDetail, "phase">; offset: XY; limits: Limits }
  | { kind: "line"; line: number; at: XY; offset: XY; moved: boolean }
  | { kind: "pan"; at: XY; from: Windows; moved: boolean }
  | { kind: "pinch"; from: Windows; middle: XY; apart: number };

/** Pixels that a pointer may stray before a press becomes a drag of the map. */
const STRAY = 4;

export class Drags {
  #drag: Drag | null = null;
  #pointers = new Map<number, XY>();
  #free = false;
  #frame = 0;
  /** The pointer has moved since the last move. */
  #late = false;
  #wheelEnd = 0;
  #wheelFrom: Windows | null = null;

  constructor(readonly host: DragHost) {}

  get active(): boolean {
    return this.#drag !== null && !(this.#drag.kind === "pan" && !this.#drag.moved);
  }

  get panning(): boolean {
    return this.#drag?.kind === "pinch" || (this.#drag?.kind === "pan" && this.#drag.moved);
  }

  down(e: PointerEvent): void {
    const scene = this.host.scene();
    if (!scene || e.button !== 0) return;
    const at = this.host.local(e);
    const props = this.host.props();
    const target = this.#pointers.size > 0 ? ({ kind: "plot" } as const) : this.target(at);
    if (!target) return;
    // From here on events come to the drawing as a whole, wherever the pointer goes.
    this.#pointers.set(e.pointerId, at);
    this.host.capture(e.pointerId, true);
    if (this.#pointers.size === 2) {
      if (!props.readonly) this.#startPinch();
      return;
    }
    if (this.#pointers.size > 2) return;
    this.#free = e.altKey;
    this.host.focusTarget(target);
    if (target.kind === "dot" && scene.dot && props.factual) {
      this.#drag = { kind: "dot", from: { x: props.factual.x, y: props.factual.y }, offset: { x: scene.dot.x - at.x, y: scene.dot.y - at.y } };
      this.host.point(this.#drag.from, "start");
    } else if (target.kind === "handle") {
      const h = scene.handles.find((o) => o.id === target.id)!;
      const offset = { x: h.x - at.x, y: h.y - at.y };
      const line = lineOf(target.id);
      if (line !== undefined) {
        this.#drag = { kind: "line", line, at, offset, moved: false };
        this.host.line(line, null, "start");
        e.preventDefault();
        return;
      }
      const id = target.id as HandleId;
      const limits = this.host.limits();
      const axes = new Set(edgesOf(id).map((edge) => (edge === "left" || edge === "right" ? "x" : "y")));
      const from: Omit<LimitDetail, "phase"> = {};
      for (const axis of ["x", "y"] as const) if (axes.has(axis)) from[axis] = limits.given[axis];
      this.#drag = { kind: "handle", id, from, offset, limits };
      this.host.limit(from, "start");
    } else {
      this.#drag = { kind: "pan", at, from: this.#windows(), moved: false };
    }
    e.preventDefault();
  }

  /** Keeps a finger on a handle, or two fingers, from scrolling the page. */
  touch(e: TouchEvent): void {
    if (this.host.props().readonly || !e.cancelable) return;
    const [first] = e.changedTouches;
    const kind = first && this.target(this.host.local(first))?.kind;
    if (e.touches.length > 1 || kind === "dot" || kind === "handle") e.preventDefault();
  }

  /** The thing that a press at a pixel would take hold of. */
  target(at: XY): Target | null {
    const scene = this.host.scene();
    if (!scene) return null;
    if (this.host.props().readonly) return hit(at.x, at.y, null, [], scene.frame);
    return hit(at.x, at.y, scene.dot?.seen ? scene.dot : null, scene.handles, scene.frame);
  }

  move(e: PointerEvent): void {
    const at = this.host.local(e);
    if (this.#pointers.has(e.pointerId)) this.#pointers.set(e.pointerId, at);
    if (!this.#drag) {
      if (e.pointerType !== "touch") this.host.hover(at);
      return;
    }
    this.#free = e.altKey;
    const drag = this.#drag;
    if (drag.kind === "pan" && !drag.moved) {
      if (this.host.props().readonly || Math.hypot(at.x - drag.at.x, at.y - drag.at.y) < STRAY) return;
      drag.moved = true;
      this.host.hover(null);
      this.host.window({ ...drag.from, reset: false }, "start");
    }
    if (this.#frame) this.#late = true;
    else {
      this.#apply("move");
      this.#wait(false);
    }
  }

  up(e: PointerEvent): void {
    if (!this.#pointers.has(e.pointerId)) return;
    const at = this.host.local(e);
    this.#pointers.set(e.pointerId, at);
    const drag = this.#drag;
    if (drag?.kind === "pan" && !drag.moved) {
      this.host.hover(at);
      this.#release(e.pointerId);
      return;
    }
    if (drag) this.#apply("end");
    this.#release(e.pointerId);
    // The place of the pointer has another box than where the drag began.
    this.host.hover(at);
  }

  /** The pointer was lost, or Esc: back to how it was. */
  cancel(pointer?: number): void {
    const drag = this.#drag;
    if (pointer !== undefined && !this.#pointers.has(pointer)) return;
    this.#stopFrame();
    this.#drag = null;
    for (const id of this.#pointers.keys()) this.host.capture(id, false);
    this.#pointers.clear();
    if (drag?.kind === "dot") this.host.point(drag.from, "cancel");
    else if (drag?.kind === "handle") this.host.limit(drag.from, "cancel");
    else if (drag?.kind === "line") this.host.line(drag.line, null, "cancel");
    else if (drag && (drag.kind === "pinch" || drag.moved)) this.host.window({ ...drag.from, reset: false }, "cancel");
  }

  wheel(e: WheelEvent): void {
    const scene = this.host.scene();
    const props = this.host.props();
    if (!scene || props.readonly || !(e.ctrlKey || this.host.engaged())) return;
    const at = this.host.local(e);
    if (hit(at.x, at.y, null, [], scene.frame) === null) return;
    const lines = e.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : e.deltaMode === WheelEvent.DOM_DELTA_PAGE ? 400 : 1;
    const factor = Math.exp(Math.min(Math.max(e.deltaY * lines, -400), 400) * (e.ctrlKey ? 0.01 : 0.0016));
    const before = this.#windows();
    const after = this.zoomTo(before, factor, at);
    const same = after.x?.[0] === before.x[0] && after.x[1] === before.x[1] && after.y?.[0] === before.y[0] && after.y[1] === before.y[1];
    // At the whole domain a page may scroll on.
    if (same && factor > 1 && !e.ctrlKey) return;
    e.preventDefault();
    if (!this.#wheelFrom) {
      this.#wheelFrom = before;
      this.host.window({ ...before, reset: false }, "start");
    }
    this.host.window({ ...after, reset: false }, "move");
    clearTimeout(this.#wheelEnd);
    this.#wheelEnd = window.setTimeout(() => this.#endWheel(), 160);
  }

  /** The windows after a zoom by `factor` about a pixel. */
  zoomTo(from: Windows, factor: number, about: XY): Partial<Windows> {
    const scene = this.host.scene()!;
    const props = this.host.props();
    const domain = this.domains();
    const out: Partial<Windows> = {};
    for (const axis of ["x", "y"] as const) {
      const range = zoomedAxis(props[axis], factor, toValue(scene.scales[axis], about[axis]), from[axis], domain[axis]);
      if (range) out[axis] = range;
    }
    return out;
  }

  domains(): Windows {
    const { x, y, factual } = this.host.props();
    return { x: domainOf(x, factual?.x), y: domainOf(y, factual?.y) };
  }

  stop(): void {
    this.#stopFrame();
    clearTimeout(this.#wheelEnd);
    this.#wheelFrom = null;
    this.#drag = null;
    this.#pointers.clear();
  }

  #endWheel(): void {
    if (!this.#wheelFrom) return;
    this.#wheelFrom = null;
    this.host.window({ ...this.#windows(), reset: false }, "end");
  }

  #windows(): Windows {
    const { x, y } = this.host.props();
    return { x: windowOf(x), y: windowOf(y) };
  }

  #startPinch(): void {
    const drag = this.#drag;
    if (drag && drag.kind !== "pan") return;
    const [a, b] = [...this.#pointers.values()] as [XY, XY];
    const from = drag?.from ?? this.#windows();
    if (!drag?.moved) this.host.window({ ...from, reset: false }, "start");
    this.#drag = { kind: "pinch", from: this.#windows(), middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, apart: Math.max(10, Math.hypot(a.x - b.x, a.y - b.y)) };
  }

  #release(pointer: number): void {
    this.#stopFrame();
    this.#pointers.delete(pointer);
    this.host.capture(pointer, false);
    this.#drag = null;
    if (this.#pointers.size > 0) this.#pointers.clear();
  }

  /** Browsers tell of a pointer once a frame, before they draw it, so the first move is made at once. Of those that tell more often the rest waits. */
  #wait(ready: boolean): void {
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      if (!this.#late) return;
      if (ready) {
        this.#late = false;
        this.#apply("move");
      }
      this.#wait(true);
    });
  }

  #stopFrame(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  #apply(phase: "move" | "end"): void {
    const drag = this.#drag;
    const scene = this.host.scene();
    const at = this.#pointers.values().next().value;
    if (!drag || !scene || !at) return;
    const props = this.host.props();
    switch (drag.kind) {
      case "dot":
        this.host.point(draggedPoint(props.x, props.y, scene.scales, { x: at.x + drag.offset.x, y: at.y + drag.offset.y }, drag.from), phase);
        return;
      case "handle": {
        const pixel = { x: at.x + drag.offset.x, y: at.y + drag.offset.y };
        this.host.limit(draggedLimit(drag.id, props, scene.scales, pixel, drag.limits, this.#free), phase);
        return;
      }
      case "line": {
        // A press that moves nothing keeps the limit to the last digit.
        drag.moved ||= Math.hypot(at.x - drag.at.x, at.y - drag.at.y) >= 0.5;
        const { x, y, w, h } = scene.frame.plot;
        const to = { x: Math.min(Math.max(at.x + drag.offset.x, x), x + w), y: Math.min(Math.max(at.y + drag.offset.y, y), y + h) };
        this.host.line(drag.line, drag.moved ? to : null, phase);
        return;
      }
      case "pan": {
        const domain = this.domains();
        this.#window(panned(props.x, scene.scales.x, at.x - drag.at.x, drag.from.x, domain.x), panned(props.y, scene.scales.y, at.y - drag.at.y, drag.from.y, domain.y), phase);
        return;
      }
      case "pinch": {
        const [a, b] = [...this.#pointers.values()];
        if (!a || !b) return;
        const domain = this.domains();
        const factor = drag.apart / Math.max(10, Math.hypot(a.x - b.x, a.y - b.y));
        const now = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
        const range = (axis: "x" | "y"): Range | undefined => {
          const s = scene.scales[axis];
          const start = { ...s, lo: drag.from[axis][0], hi: drag.from[axis][1] };
          const wide = zoomedAxis(props[axis], factor, toValue(start, drag.middle[axis]), drag.from[axis], domain[axis]);
          return wide && panned(props[axis], s, now[axis] - drag.middle[axis], wide, domain[axis]);
        };
        this.#window(range("x"), range("y"), phase);
      }
    }
  }

  #window(x: Range | undefined, y: Range | undefined, phase: Phase): void {
    this.host.window({ ...(x && { x }), ...(y && { y }), reset: false }, phase);
  }
}
