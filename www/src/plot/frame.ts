/** Where the plot lies inside the component. */
import type { MapAxis, MapProps } from "./contract.js";
import { roundTicks } from "./axes.js";
import { bareValue, plainNumber } from "./numbers.js";
import type { Measure, Rect } from "./labels.js";
import { isDiscrete, levels, scaleOf, windowOf, type Scale } from "./scales.js";

/** Narrower than this, numbers thin out, the answer's label is short, and the readout stands under the strip of scores. */
export const COMPACT = 480;

/** Height that is kept for the readout; a text of more lines covers the drawing's lower end. */
export const readoutHeight = (width: number): number => (width < COMPACT ? 76 : 48);

/** Where the titles have their baselines: from the left, and below the plot. */
export const titleAt = (compact: boolean): { left: number; below: number } => (compact ? { left: 14, below: 35 } : { left: 20, below: 38 });

export interface Frame {
  /** The drawing as a whole. */
  width: number;
  height: number;
  plot: Rect;
  compact: boolean;
  /** Pixels between axis numbers. */
  everyX: number;
  everyY: number;
}

export interface Scales {
  x: Scale;
  y: Scale;
}

/** Width to the left of the plot, for the widest number, level word or tag of the vertical axis. */
function leftRoom(axis: MapAxis, height: number, compact: boolean, every: number, tag: number | null, measure: Measure, locale: string): number {
  const title = titleAt(compact).left + 7;
  const base = compact ? 48 : 56;
  const texts = isDiscrete(axis)
    ? Array.from({ length: levels(axis) }, (_, k) => bareValue(axis, k, locale))
    : roundTicks(axis, scaleOf(axis, height, 0), every).map((v) => bareValue({ ...axis, decimals: undefined as never }, v, locale));
  const widest = Math.max(0, ...texts.map((t) => measure(t, 400)));
  const tagged = tag === null ? 0 : measure(bareValue(axis, tag, locale), 600) + 8;
  const most = compact ? 100 : 124;
  return Math.min(most, Math.max(base, Math.ceil((title + Math.max(widest + 13, tagged + 9)) / 4) * 4));
}

/** `measure` tells widths at 11 px. Heights below 80 px leave a plot of at least 20 px. */
export function frameOf(width: number, height: number, props: Pick<MapProps, "x" | "y" | "hide" | "answer" | "square">, measure: Measure, locale: string): Frame {
  const compact = width < COMPACT;
  const [lo, hi] = windowOf(props.x);
  const widest = isDiscrete(props.x) ? 0 : Math.max(...[lo, hi].map((v) => measure(plainNumber(Math.round(v), 0, locale), 400)));
  const everyX = Math.max(compact ? 44 : 70, widest + 14);
  const everyY = compact ? 66 : 112;
  const bare = props.hide.includes("axes");
  const tag = props.answer && !props.hide.includes("guides") ? props.answer.y : null;
  const top = bare ? 1 : compact ? 10 : 14;
  const bottom = bare ? 1 : compact ? 42 : 46;
  const right = bare ? 1 : compact ? 12 : 18;
  const high = Math.max(20, height - top - bottom);
  const left = bare ? 1 : leftRoom(props.y, high, compact, everyY, tag, measure, locale);
  const wide = Math.max(20, width - left - right);
  const most = props.square ? Math.min(wide, high) : Number.POSITIVE_INFINITY;
  return { width, height, compact, everyX, everyY, plot: { x: left, y: top, w: Math.min(wide, most), h: Math.min(high, most) } };
}

export function scalesOf(frame: Frame, x: MapAxis, y: MapAxis): Scales {
  const { plot } = frame;
  return { x: scaleOf(x, plot.x, plot.x + plot.w), y: scaleOf(y, plot.y + plot.h, plot.y) };
}
