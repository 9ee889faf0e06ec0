/** Reading the replay of a search: the tree of its boxes, the box that each was split from, and its bounds in coordinates. Pure. */
import type { ReplayAxis, ReplayStep, SearchReplay } from "../../../check/recorder.js";
import type { FeatureInfo } from "../../../types.js";
import { isDiscrete } from "../../../model/feature.js";
import type { Side } from "../../../model/trees.js";

/** A box of the proof. */
export interface ReplayBox {
  parent: number | null;
  depth: number;
  /** Its place among the boxes that are not split, in the proof's order. */
  x: number;
  children: number[];
  /** Step at which it was opened, and the last one about it. */
  opened: number;
  ended: number;
  /** The part of the parent's split that it is. */
  part: { feature: number; from: number; to: number; inside: boolean } | null;
  step: ReplayStep;
}

/** All boxes by number. */
export function boxesOf(replay: SearchReplay): ReplayBox[] {
  const boxes: ReplayBox[] = [];
  const splits = new Map<number, NonNullable<ReplayStep["split"]>>();
  replay.steps.forEach((step, index) => {
    const known = boxes[step.box];
    if (step.split) splits.set(step.box, step.split);
    if (known) {
      known.ended = index;
      known.step = step;
      return;
    }
    const parent = step.parent === null ? null : (boxes[step.parent] ?? null);
    const split = step.parent === null ? undefined : splits.get(step.parent);
    const first = parent?.children.length === 0;
    const part = split ? { feature: split.feature, from: split.from, to: split.to, inside: first === split.inside } : null;
    boxes[step.box] = { parent: step.parent, depth: (parent?.depth ?? -1) + 1, x: 0, children: [], opened: index, ended: index, part, step };
    parent?.children.push(step.box);
  });
  let leaves = 0;
  for (const box of boxes) if (box.children.length === 0) box.x = leaves++;
  for (let at = boxes.length - 1; at >= 0; at--) {
    const box = boxes[at]!;
    if (box.children.length > 0) box.x = box.children.reduce((sum, child) => sum + boxes[child]!.x, 0) / box.children.length;
  }
  for (const box of boxes) box.x = leaves > 1 ? box.x / (leaves - 1) : 0.5;
  return boxes;
}

/** The cuts on the way to a box, as sides of features, one each; the latest first. */
export function partsOf(replay: SearchReplay, boxes: readonly ReplayBox[], box: number, features: readonly FeatureInfo[]): Side[] {
  const sides = new Map<FeatureInfo, Side>();
  for (let at: number | null = box; at !== null; at = boxes[at]?.parent ?? null) {
    const part = boxes[at]?.part;
    for (const side of part ? sideOf(replay, part, features) : []) sides.set(side.feature, both(side, sides.get(side.feature)));
  }
  return [...sides.values()];
}

/** The intersection of two sides of a feature. */
function both(one: Side, other: Side | undefined): Side {
  if (!other) return one;
  if ("levels" in one || "levels" in other) {
    return "levels" in one && "levels" in other ? { feature: one.feature, levels: one.levels.filter((level) => other.levels.includes(level)) } : other;
  }
  const inner = (a: number | null, b: number | null, pick: (a: number, b: number) => number): number | null => (a === null ? b : b === null ? a : pick(a, b));
  return { feature: one.feature, from: inner(one.from, other.from, Math.max), to: inner(one.to, other.to, Math.min) };
}

/** Levels of a feature, or the rest of them, as a side; nothing where they are no one run of an ordered feature. */
export function sideOf(replay: SearchReplay, { feature, from, to, inside }: NonNullable<ReplayBox["part"]>, features: readonly FeatureInfo[]): Side[] {
  const axis = replay.axes[feature];
  const info = features.find((one) => one.name === axis?.feature);
  if (!axis || !info) return [];
  const all = Array.from({ length: axis.count }, (_, level) => level);
  const levels = all.filter((level) => (level >= from && level < to) === inside);
  if (isDiscrete(info)) return [{ feature: info, levels: levels.filter((level) => level < (info.labels?.length ?? axis.count)) }];
  const [first, last] = [levels[0], levels.at(-1)];
  if (first === undefined || last === undefined || last - first + 1 !== levels.length) return [];
  const [low, high] = ends(axis, first, last + 1);
  return [{ feature: info, from: low, to: high }];
}

/** A run of levels as an interval of coordinates; open ends are null. */
export function ends(axis: ReplayAxis, from: number, to: number): [number | null, number | null] {
  if (!axis.cuts) return [from - 0.5, to - 0.5];
  const finite = (x: number | undefined): number | null => (x !== undefined && Number.isFinite(x) ? x : null);
  return [from === 0 ? null : finite(axis.cuts[from - 1]), finite(axis.cuts[to - 1])];
}

/** The values of a feature that a step leaves, as intervals of its coordinate. */
export function leftOf(replay: SearchReplay, step: ReplayStep, feature: string): [number | null, number | null][] {
  const at = replay.axes.findIndex((axis) => axis.feature === feature);
  const axis = replay.axes[at];
  const runs = step.live?.[at];
  if (!axis || !runs) return [];
  return Array.from({ length: runs.length / 2 }, (_, index) => ends(axis, runs[2 * index]!, runs[2 * index + 1]!));
}

/** The number of live levels, and the number of all levels. */
export function levelsLeft(replay: SearchReplay, step: ReplayStep): { left: number; of: number } {
  const left = (step.live ?? []).reduce((sum, runs) => sum + runs.reduce((count, end, index) => count + (index % 2 === 1 ? end : -end), 0), 0);
  return { left, of: replay.axes.reduce((sum, axis) => sum + axis.count, 0) };
}
