/** Everything drawn above the cells, placed in pixels. Pure: properties and sizes in, positions out. */
import { axisLabels, fitted, levelTicks, thresholdTicks, type AxisLabel } from "./axes.js";
import { className } from "./pointed-box.js";
import type { MapAxis, MapPoint, MapProps, MapReach } from "./contract.js";
import { titleAt, type Frame, type Scales } from "./frame.js";
import { allowedRect, inForce, movable, placeHandles, type Handle } from "./handles.js";
import { alongLine, around, inside, overlap, placeLabel, placeWord, type Label, type Measure, type Rect } from "./labels.js";
import { bareValue, nameOf, withUnit } from "./numbers.js";
import { clipLine, drawnOutlines, pathOf, writeMeaning, type DrawnOutline, type Line, type WrittenText } from "./outlines.js";
import { slotsOf } from "./palette.js";
import { toPixel } from "./scales.js";
import { relationPaths, type RelationPath } from "./relations.js";
import type { MapWords } from "./words.js";

export interface Spot {
  x: number;
  y: number;
  /** Inside the plot. */
  seen: boolean;
}

export interface Tag {
  x: number;
  y: number;
  w: number;
  text: string;
}

export interface SceneRing extends Spot {
  slot: number;
  /** Not on this slice: the ground under it is not its own. */
  off: boolean;
  arrow: { x1: number; y1: number; x2: number; y2: number } | null;
  label: Label | null;
  /** One of many: a small dot. */
  small?: boolean;
}

export interface Scene {
  frame: Frame;
  scales: Scales;
  allowed: Rect | null;
  /** Parts of the plot that are allowed; the rest is hatched. */
  open: Rect[];
  handles: Handle[];
  relations: RelationPath[];
  outlines: { d: string; solid: boolean; line: Line; budget: number; proved: boolean; limited: boolean }[];
  written: WrittenText[];
  dot: (Spot & { slot: number; off: boolean; label: Label | null }) | null;
  answer: (SceneRing & { state: "proved" | "best" | "stale" }) | null;
  marks: SceneRing[];
  words: { x: number; y: number; text: string; slot: number }[];
  all: { x: number; y: number; text: string } | null;
  labelsX: AxisLabel[];
  labelsY: AxisLabel[];
  ticksX: number[];
  ticksY: number[];
  bandsX: number[];
  bandsY: number[];
  tagX: Tag | null;
  tagY: Tag | null;
  titleX: string;
  titleY: string;
}

/** The cells' part in the scene: the largest areas of each class in CSS pixels, for its word. */
export interface Area {
  slot: number;
  name: string;
  target: boolean;
  rects: Rect[];
}

export type SceneProps = Omit<MapProps, "regions" | "words" | "old"> & { words: MapWords };

export interface SceneInput {
  props: SceneProps;
  frame: Frame;
  scales: Scales;
  areas: readonly Area[];
  /** Exactly: every cell that meets the limits is of no target class, and all of the limits are shown. */
  noTargetAllowed: boolean;
  /** Where class words stood last, by class name: they stay there while they can, so that a drag does not make them jump. */
  before: ReadonlyMap<string, { x: number; y: number }>;
  /** Slot of the class shown at a pixel; -1 outside. */
  slotAt(x: number, y: number): number;
  coarse: boolean;
  measure(text: string, weight: number, size: number): number;
}

export function sceneOf(input: SceneInput): Scene {
  const { props, frame, scales } = input;
  const { x, y, words } = props;
  const { plot } = frame;
  const measure12: Measure = (t, w) => input.measure(t, w, 12);
  const spot = (p: { x: number; y: number }): Spot => {
    const at = { x: toPixel(scales.x, p.x), y: toPixel(scales.y, p.y) };
    return { ...at, seen: within(at.x, at.y, plot) };
  };
  const dot = props.factual ? spot(props.factual) : null;
  const ring = props.answer ? spot(props.answer) : null;

  const limits = !props.hide.includes("limits");
  const lx = inForce(x, props.allowed.x, props.factual?.x ?? null);
  const ly = inForce(y, props.allowed.y, props.factual?.y ?? null);
  const allowed = limits ? allowedRect(frame, scales, x, y, lx, ly) : null;
  const moves = { x: movable(x, props.allowed.x), y: movable(y, props.allowed.y) };
  const marks = props.marks.map((m) => ({ ...spot(m), mark: m }));
  const away = [dot, ring, ...marks].filter((s): s is Spot => s?.seen === true);
  const relations = relationPaths(props.relations, scales, plot, away);
  const edges = allowed && !props.readonly ? placeHandles(frame, allowed, moves, away) : [];
  const handles = props.readonly ? [] : [...edges, ...relations.flatMap(({ grip }) => grip ?? [])];

  const drawn = outlinesOf(props, scales, plot);
  const scaleUp = input.coarse ? 1.3 : 1;
  const inner: Rect = { x: plot.x + 3, y: plot.y + 3, w: plot.w - 6, h: plot.h - 6 };
  const soft: Rect[] = [];
  const hard: Rect[] = handles.filter((h) => h.seen).map((h) => handleRect(h, scaleUp));
  if (dot?.seen) hard.push(around(dot.x, dot.y, 11));
  if (ring?.seen) hard.push(around(ring.x, ring.y, 13));
  for (const m of marks) if (m.seen) (m.mark.label ? hard : soft).push(around(m.x, m.y, 13));
  const arrowTo = (end: Spot): SceneRing["arrow"] => (dot ? arrow(dot, end) : null);
  const arrows = [ring, ...marks.filter((m) => m.mark.arrow)].flatMap((s) => (s ? [arrowTo(s)] : [])).filter((a) => a !== null);
  const along = (line: Line, r: number): Rect[] => line.slice(1).flatMap(([x, y], k) => alongLine(line[k]![0], line[k]![1], x, y, r));
  // An answer to the question before may lie ever so far outside.
  const crossing = arrows.flatMap((a) => clipLine([[a.x1, a.y1], [a.x2, a.y2]], plot)).flatMap((line) => along(line, 4));
  soft.push(...crossing);
  for (const o of drawn) for (const line of o.lines) soft.push(...along(line, 3));
  if (allowed) soft.push(...frameLines(allowed));

  const label = (at: Spot | null, r: number, called: string, value: MapPoint, beside: Spot | null = null): Label | null => {
    if (!at?.seen || called === "") return null;
    const name = value.off ? words.offSlice(called) : called;
    const lines = frame.compact ? [name] : [name, pointText(x, y, value, words)];
    const placed = placeLabel({ x: at.x, y: at.y, r }, lines, inner, hard, soft, measure12, beside?.seen === true ? beside : null);
    if (placed) hard.push(placed.rect);
    return placed;
  };
  const dotLabel = props.factual ? label(dot, 9, props.factual.label, props.factual, ring) : null;
  const answerLabel = props.answer ? label(ring, 10, frame.compact ? words.answerShort : props.answer.label, props.answer, dot) : null;
  const markRings = marks.map((m): SceneRing => ({
    x: m.x,
    y: m.y,
    seen: m.seen,
    slot: slotOf(props, m.mark, true),
    off: m.mark.off === true,
    arrow: m.mark.arrow ? arrowTo(m) : null,
    label: label(m, 10, m.mark.label, m.mark),
    small: !m.mark.label,
  }));

  const target = className(props.classes.find((c) => c.target));
  const written: Scene["written"] = [];
  for (const o of drawn) {
    if (o.says === null || !dot) continue;
    const texts = o.says === "proved" ? words.provedOutline(target, o.limited) : words.bestOutline;
    const writtenIn = (taken: readonly Rect[]): ReturnType<typeof writeMeaning> => writeMeaning(o.along, texts, [dot.x, dot.y], inner, taken, measure12, !frame.compact);
    const found = writtenIn([...hard, ...crossing]) ?? writtenIn(hard);
    if (!found) continue;
    written.push(found);
    hard.push(...found.rects);
  }

  const all = allowed ? allInside(input, allowed, hard, target === "") : null;
  if (all) hard.push(all.rect);
  const classWords: Scene["words"] = [];
  for (const area of input.areas) {
    const width = input.measure(area.name, 650, 13);
    const clear = [...hard, ...crossing];
    const at = stays(input, area, width, inner, clear) ?? placeWord(width, area.rects, inner, clear, soft) ?? placeWord(width, area.rects, inner, hard, []);
    if (!at) continue;
    classWords.push({ ...at, text: area.name, slot: area.slot });
    hard.push({ x: at.x - width / 2 - 4, y: at.y - 14, w: width + 8, h: 20 });
  }

  return {
    frame,
    scales,
    allowed,
    open: allowed ? openParts(input, allowed) : [],
    handles,
    relations,
    outlines: drawn.flatMap((o) =>
      o.lines.map((line) => ({ d: pathOf(line), solid: o.solid, line, budget: o.budget, proved: o.solid || o.says === "proved", limited: o.limited })),
    ),
    written,
    dot: dot && props.factual ? { ...dot, slot: slotOf(props, props.factual, false), off: props.factual.off === true, label: dotLabel } : null,
    answer:
      ring && props.answer
        ? { ...ring, slot: slotOf(props, props.answer, true), off: props.answer.off === true, state: props.answer.state, arrow: arrowTo(ring), label: answerLabel }
        : null,
    marks: markRings,
    words: classWords,
    all,
    ...axesOf(input, ring),
  };
}

/** The word's last place, if it is still in its class and in nobody's way. */
function stays(input: SceneInput, area: Area, width: number, frame: Rect, hard: readonly Rect[]): { x: number; y: number } | null {
  const was = input.before.get(area.name);
  if (!was) return null;
  const rect = { x: was.x - width / 2 - 4, y: was.y - 14, w: width + 8, h: 20 };
  if (!inside(rect, frame) || hard.some((h) => overlap(h, rect) > 0)) return null;
  const corners = [0, 0.5, 1].flatMap((fx) => [0, 1].map((fy) => input.slotAt(rect.x + fx * rect.w, rect.y + fy * rect.h)));
  return corners.every((s) => s === area.slot) ? was : null;
}

export function within(x: number, y: number, r: Rect): boolean {
  return x >= r.x - 0.5 && x <= r.x + r.w + 0.5 && y >= r.y - 0.5 && y <= r.y + r.h + 0.5;
}

export function pointText(x: MapAxis, y: MapAxis, p: { x: number; y: number }, words: MapWords): string {
  return words.point(withUnit(x, p.x, words.locale), withUnit(y, p.y, words.locale));
}

export function handleRect(h: Handle, up: number): Rect {
  if (h.corner) return around(h.x, h.y, 7 * up);
  if (h.turn !== undefined) return around(h.x, h.y, 12 * up);
  const across = h.id === "left" || h.id === "right";
  const w = (across ? 12 : 30) * up;
  const t = (across ? 30 : 12) * up;
  return { x: h.x - w / 2, y: h.y - t / 2, w, h: t };
}

function outlinesOf(props: SceneProps, scales: Scales, plot: Rect): DrawnOutline[] {
  if (!props.factual || !props.reach) return [];
  const list: readonly MapReach[] = "length" in props.reach ? props.reach : [props.reach];
  const several = list.length > 1;
  // Several are there to compare their shapes: they claim nothing, and do not go in steps.
  return list.flatMap((r) =>
    drawnOutlines(r, props.factual!, props.x, props.y, props.allowed, scales, plot).map((o) => (several ? { ...o, lines: o.along, solid: true, says: null } : o)),
  );
}

/** The colour slot of a point: its class where that is told, else the first that is the target, or is not. */
function slotOf(props: SceneProps, point: MapPoint, target: boolean): number {
  const wanted = point.target ?? target;
  const index = point.class ?? props.classes.findIndex((one) => one.target === wanted);
  return slotsOf(props.classes)[index] ?? 1;
}

/** From the dot's edge to the ring's, stopping short of both; null when they nearly touch. */
function arrow(from: Spot, to: Spot): SceneRing["arrow"] {
  const d = Math.hypot(to.x - from.x, to.y - from.y);
  if (d < 36) return null;
  const ux = (to.x - from.x) / d;
  const uy = (to.y - from.y) / d;
  return { x1: from.x + ux * 12, y1: from.y + uy * 12, x2: to.x - ux * 13, y2: to.y - uy * 13 };
}

function frameLines(r: Rect): Rect[] {
  return [
    { x: r.x - 2, y: r.y, w: 4, h: r.h },
    { x: r.x + r.w - 2, y: r.y, w: 4, h: r.h },
    { x: r.x, y: r.y - 2, w: r.w, h: 4 },
    { x: r.x, y: r.y + r.h - 2, w: r.w, h: 4 },
  ];
}

/** Allowed levels are bands of their own; elsewhere the allowed part is the rectangle. */
function openParts(input: SceneInput, allowed: Rect): Rect[] {
  const { props, scales } = input;
  const bands = (axis: MapAxis, flags: readonly boolean[] | undefined, whole: [number, number], s: Scales["x"]): [number, number][] => {
    if (!flags || axis.locked) return [whole];
    return flags.flatMap((ok, k): [number, number][] => {
      if (!ok) return [];
      const a = toPixel(s, k - 0.5);
      const b = toPixel(s, k + 0.5);
      return [[Math.min(a, b), Math.max(a, b)]];
    });
  };
  const xs = bands(props.x, props.allowed.x.levels, [allowed.x, allowed.x + allowed.w], scales.x);
  const ys = bands(props.y, props.allowed.y.levels, [allowed.y, allowed.y + allowed.h], scales.y);
  return ys.flatMap(([y0, y1]) => xs.map(([x0, x1]) => ({ x: x0, y: y0, w: x1 - x0, h: y1 - y0 })));
}

/** "All refused inside your limits", when the whole rectangle is shown and every cell in it says so. */
function allInside(input: SceneInput, allowed: Rect, hard: readonly Rect[], noTarget: boolean): { x: number; y: number; text: string; rect: Rect } | null {
  const { props, frame } = input;
  const { plot } = frame;
  if (noTarget || props.answer || !input.noTargetAllowed) return null;
  const others = props.classes.filter((c) => !c.target);
  if (others.length !== 1) return null;
  const text = props.words.allInside(className(others[0]));
  const width = input.measure(text, 600, 12);
  const at = placeWord(width, [{ x: allowed.x, y: allowed.y + allowed.h * 0.3, w: allowed.w, h: allowed.h * 0.6 }], plot, hard, []);
  if (!at || width + 16 > allowed.w) return null;
  return { ...at, text, rect: { x: at.x - width / 2 - 4, y: at.y - 14, w: width + 8, h: 20 } };
}

function axesOf(input: SceneInput, ring: Spot | null): Pick<Scene, "labelsX" | "labelsY" | "ticksX" | "ticksY" | "bandsX" | "bandsY" | "tagX" | "tagY" | "titleX" | "titleY"> {
  const { props, frame, scales } = input;
  const { plot } = frame;
  const { x, y, words } = props;
  const guides = ring?.seen === true && !props.hide.includes("guides");
  const tagAtX = guides ? ring.x : null;
  const tagAtY = guides ? ring.y : null;
  const tag = (axis: MapAxis, value: number): { text: string; w: number } => {
    const text = bareValue(axis, value, words.locale);
    return { text, w: input.measure(text, 600, 11) + 12 };
  };
  const measure = (t: string): number => input.measure(t, 400, 11);
  const title = (axis: MapAxis, room: number): string => fitted(words.axisTitle(nameOf(axis), axis.unit), room, (t) => input.measure(t, 500, 12));
  const tx = tagAtX !== null ? tag(x, props.answer!.x) : null;
  const ty = tagAtY !== null ? tag(y, props.answer!.y) : null;
  const bandW = scales.x.discrete ? plot.w / Math.max(1, Math.round(scales.x.hi - scales.x.lo)) : Infinity;
  const discreteX = scales.x.discrete;
  const discreteY = scales.y.discrete;
  const cut = (l: AxisLabel, room: number): AxisLabel => ({ at: l.at, text: fitted(l.text, room, measure) });
  const clearOf = (l: AxisLabel, at: number | null, w: number): boolean => at === null || Math.abs(l.at - at) > w / 2 + measure(l.text) / 2 + 4;
  return {
    labelsX: axisLabels(x, scales.x, frame.everyX, discreteX ? null : tagAtX, 44, words.locale)
      .map((l) => (discreteX ? cut(l, bandW - 6) : l))
      .filter((l) => clearOf(l, tagAtX, tx?.w ?? 0))
      .map((l) => ({ ...l, at: Math.min(l.at, frame.width - measure(l.text) / 2 - 2) })),
    labelsY: axisLabels(y, scales.y, frame.everyY, tagAtY, discreteY ? 4 : 18, words.locale).map((l) => (discreteY ? cut(l, plot.x - titleAt(frame.compact).left - 14) : l)),
    ticksX: thresholdTicks(x, scales.x),
    ticksY: thresholdTicks(y, scales.y),
    bandsX: levelTicks(x, scales.x),
    bandsY: levelTicks(y, scales.y),
    tagX: tx && tagAtX !== null ? { ...tx, x: Math.min(Math.max(tagAtX, tx.w / 2 + 2), frame.width - tx.w / 2 - 2), y: plot.y + plot.h } : null,
    tagY: ty && tagAtY !== null ? { ...ty, x: plot.x, y: tagAtY } : null,
    titleX: title(x, plot.x + plot.w - 8),
    titleY: title(y, plot.h),
  };
}
