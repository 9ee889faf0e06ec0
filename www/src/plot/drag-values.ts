/** From a drag or a key to values. Pure. */
import type { LimitDetail, MapAxis } from "./contract.js";
import type { Scales } from "./frame.js";
import { EDGES, edgesOf, type EdgeSide, type HandleId } from "./handles.js";
import { decimalsOf, unitStep } from "./numbers.js";
import { domainOf, isDiscrete, leastSpan, levels, shifted, toPixel, toValue, windowOf, zoomed, type Range } from "./scales.js";
import { cellOf, firstAbove, lastWithin, nearest, roundedTo, stepped, stops, tidy } from "./snap.js";

export interface XY {
  x: number;
  y: number;
}

export interface InForce {
  lo: number;
  hi: number;
}

const known = { lo: new WeakMap<MapAxis, number[]>(), hi: new WeakMap<MapAxis, number[]>() };

function stopsOf(axis: MapAxis, side: "lo" | "hi"): number[] {
  let list = known[side].get(axis);
  if (!list) known[side].set(axis, (list = stops(axis, side)));
  return list;
}

/** A value of the axis near a pixel: inside the window and the domain; locked axes keep `was`. */
function valueAt(axis: MapAxis, scale: Scales["x"], pixel: number, was: number): number {
  // A press without a move, or a move along the other axis alone, keeps the value to the last digit.
  if (axis.locked || Math.abs(toPixel(scale, was) - pixel) < 0.5) return was;
  const v = tidy(axis, toValue(scale, pixel));
  if (isDiscrete(axis)) return v;
  const [lo, hi] = domainOf(axis, was);
  return Math.min(Math.max(v, Math.max(lo, axis.kind === "integer" ? Math.ceil(scale.lo) : scale.lo)), Math.min(hi, scale.hi));
}

/** Where the factual goes when its dot is dragged to a pixel. */
export function draggedPoint(x: MapAxis, y: MapAxis, scales: Scales, pixel: XY, was: XY): XY {
  return { x: valueAt(x, scales.x, pixel.x, was.x), y: valueAt(y, scales.y, pixel.y, was.y) };
}

/** An end as the host gets it: null at or beyond the domain's own end. */
export function asLimit(axis: MapAxis, side: "lo" | "hi", value: number): number | null {
  const [first, last] = isDiscrete(axis) ? [0, levels(axis) - 1] : [axis.min, axis.max];
  return side === "lo" ? (value <= first ? null : value) : value >= last ? null : value;
}

function settle(axis: MapAxis, side: "lo" | "hi", value: number, force: InForce): number | null {
  return asLimit(axis, side, side === "lo" ? Math.min(value, force.hi) : Math.max(value, force.lo));
}

/** Where an edge goes when dragged to a value: to the nearest stop, or freely. */
export function draggedEnd(axis: MapAxis, side: "lo" | "hi", value: number, force: InForce, free: boolean): number | null {
  const at = isDiscrete(axis) ? value + (side === "lo" ? 0.5 : -0.5) : value;
  return settle(axis, side, free && !isDiscrete(axis) ? tidy(axis, at) : nearest(stopsOf(axis, side), at), force);
}

export interface Limits {
  /** As given, null for open. */
  given: { x: LimitEnds; y: LimitEnds };
  force: { x: InForce; y: InForce };
}
export interface LimitEnds {
  lo: number | null;
  hi: number | null;
}

/** Both ends of every axis that a handle moves. */
export function draggedLimit(id: HandleId, axes: { x: MapAxis; y: MapAxis }, scales: Scales, pixel: XY, limits: Limits, free: boolean): Omit<LimitDetail, "phase"> {
  const out: Omit<LimitDetail, "phase"> = {};
  for (const edge of edgesOf(id)) {
    const { axis, side } = EDGES[edge];
    const value = toValue(scales[axis], pixel[axis]);
    const half = isDiscrete(axes[axis]) ? (side === "lo" ? -0.5 : 0.5) : 0;
    if (Math.abs(toPixel(scales[axis], limits.force[axis][side] + half) - pixel[axis]) < 0.5) {
      out[axis] = { ...limits.given[axis] };
      continue;
    }
    out[axis] = { ...limits.given[axis], [side]: draggedEnd(axes[axis], side, value, limits.force[axis], free) };
  }
  return out;
}

/** The window a pan of so many pixels leaves; undefined on discrete axes. */
export function panned(axis: MapAxis, scale: Scales["x"], by: number, start: Range, domain: Range): Range | undefined {
  if (isDiscrete(axis)) return undefined;
  const perPixel = (start[1] - start[0]) / (scale.p1 - scale.p0);
  return shifted(start, -by * perPixel, domain);
}

export function zoomedAxis(axis: MapAxis, factor: number, about: number, start: Range, domain: Range): Range | undefined {
  if (isDiscrete(axis)) return undefined;
  return zoomed(start, factor, about, domain, leastSpan(axis.kind, domain));
}

/** 1, 2 or 5 times a power of ten, about a hundredth of the window; at least one unit of the axis. */
export function keyStep(axis: MapAxis): number {
  const [lo, hi] = windowOf(axis);
  const raw = (hi - lo) / 100;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = ([5, 2, 1].find((m) => m * power <= raw * 1.001) ?? 1) * power;
  return Math.max(step, unitStep(axis));
}

export interface Press {
  key: string;
  shift: boolean;
  alt: boolean;
}

/** Direction of an arrow key on each axis. */
export function direction(key: string): { axis: "x" | "y"; sign: 1 | -1 } | null {
  switch (key) {
    case "ArrowRight":
      return { axis: "x", sign: 1 };
    case "ArrowLeft":
      return { axis: "x", sign: -1 };
    case "ArrowUp":
      return { axis: "y", sign: 1 };
    case "ArrowDown":
      return { axis: "y", sign: -1 };
    default:
      return null;
  }
}

function steppedValue(axis: MapAxis, value: number, sign: 1 | -1, press: Press): number {
  if (isDiscrete(axis)) {
    const last = levels(axis) - 1;
    return Math.min(Math.max(press.shift ? (sign > 0 ? last : 0) : value + sign, 0), last);
  }
  const [lo, hi] = domainOf(axis, value);
  if (press.alt) {
    const t = axis.thresholds;
    const k = cellOf(t, value);
    const c = sign > 0 ? t[k] : t[k - 1];
    if (c === undefined) return value;
    const next = sign > 0 ? firstAbove(axis, c, t[k + 1] ?? Infinity) : lastWithin(axis, c, t[k - 2] ?? -Infinity);
    // A cell without a value of the axis's own digits: take the next double, so that the step does leave the cell.
    const left = sign > 0 && next <= c ? c + Math.max(Math.abs(c) * Number.EPSILON, Number.MIN_VALUE) : next;
    return Math.min(Math.max(left, lo), hi);
  }
  const step = keyStep(axis) * (press.shift ? 10 : 1);
  return Math.min(Math.max(roundedTo(value + sign * step, decimalsOf(axis)), lo), hi);
}

/** The factual after an arrow key; null when the key means nothing here. */
export function pressedPoint(x: MapAxis, y: MapAxis, at: XY, press: Press): XY | null {
  const d = direction(press.key);
  if (!d) return null;
  const axis = d.axis === "x" ? x : y;
  if (axis.locked) return at;
  return { ...at, [d.axis]: steppedValue(axis, at[d.axis], d.sign, press) };
}

/** An edge after a key; undefined when the key means nothing here. */
export function pressedEdge(edge: EdgeSide, axis: MapAxis, force: InForce, press: Press): number | null | undefined {
  const { side } = EDGES[edge];
  const list = stopsOf(axis, side);
  const now = force[side];
  const d = direction(press.key);
  if (d) {
    const to = press.alt && !isDiscrete(axis) ? roundedTo(now + d.sign * unitStep(axis), decimalsOf(axis)) : stepped(list, now, d.sign * (press.shift ? 5 : 1));
    return settle(axis, side, to, force);
  }
  switch (press.key) {
    case "PageUp":
    case "PageDown":
      return settle(axis, side, stepped(list, now, press.key === "PageUp" ? 5 : -5), force);
    case "Home":
      return settle(axis, side, list[0] ?? now, force);
    case "End":
      return settle(axis, side, list.at(-1) ?? now, force);
    case "Delete":
    case "Backspace":
      return null;
    default:
      return undefined;
  }
}
