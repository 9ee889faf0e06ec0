/** The contents of a lesson's figure, and the small steps from a model to it. Pure. */
import { bare, withUnit } from "../page/view/format.js";
import { words } from "../page/view/words.js";
import type { Counterfactual, FeatureInfo, ModelInfo, NormName, RequestDoc } from "../types.js";
import type { MapAnswer, MapAxis, MapClass, MapLimit, MapMark, MapOverlay, MapReach } from "../plot/contract.js";
import { type Doc, EMPTY_DOC } from "../page/state/document/document.js";

/** The class that all lessons look for. */
export const TARGET = 1;

export type Point = readonly [number, number];

/** The parts that change while a figure is dragged. */
export interface Figure {
  answer: MapAnswer | null;
  marks: MapMark[];
  reach: MapReach[];
  overlay: MapOverlay | null;
  /** Under the map. */
  facts: { title: string; text: string }[];
  /** Why this is a place that was asked for; null where it is none. */
  found: string | null;
  /** Whether the dot stands in the target class; and in which one, where there may be more than two. */
  accepted: boolean;
  class?: number;
  /** Steps that can be gone through; 0: none. */
  steps: number;
  /** The text of the present step. */
  says: readonly string[];
  /** The flow through a node of a tree, from 0 to 1, where the trees are those of a program. */
  flow: ((tree: number, node: number) => number) | null;
}

export const blank = (accepted: boolean): Figure => ({ answer: null, marks: [], reach: [], overlay: null, facts: [], found: null, accepted, steps: 0, says: [], flow: null });

export function axisOf(feature: FeatureInfo): MapAxis {
  const { name, kind, thresholds, min, max, unit, labels } = feature;
  return { feature: name, kind, thresholds, min, max, window: [min, max], ...(unit === undefined ? {} : { unit }), ...(labels ? { labels } : {}), ...(kind === "integer" ? { decimals: 0 } : {}) };
}

export function classesOf(info: ModelInfo): MapClass[] {
  return info.classes.map((name, index) => ({ name: name.charAt(0).toUpperCase() + name.slice(1), target: index === TARGET }));
}

/** A point in words: "6,900 EUR, 28 months". */
export const pointText = (info: ModelInfo, values: readonly number[]): string => info.features.map((feature, index) => withUnit(feature, values[index] ?? Number.NaN)).join(", ");

export function reachOf(info: ModelInfo, norm: NormName, cost: number): MapReach | null {
  const [x, y] = info.features.map((feature) => ({ scale: feature.max - feature.min || 1, up: 1, down: 1 }));
  return x && y ? { norm, x, y, proved: cost, best: null } : null;
}

export const request = (point: Point, norm: NormName = "l1"): RequestDoc => ({ query: [...point], target: { class: TARGET }, cost: { norm }, constraints: [] });

export const markAt = (best: Counterfactual, label: string): MapMark => ({ x: best.values[0] ?? 0, y: best.values[1] ?? 0, label, target: true, arrow: true });

/** Limits of both axes as constraints, and each in words. */
export function constraintsOf(info: ModelInfo, limits: Record<"x" | "y", MapLimit>): { ranges: NonNullable<RequestDoc["constraints"]>; texts: string[] } {
  const ranges: NonNullable<RequestDoc["constraints"]> = [];
  const texts: string[] = [];
  info.features.forEach((feature, index) => {
    const { lo, hi } = limits[index === 0 ? "x" : "y"];
    if (lo === null && hi === null) return;
    ranges.push({ range: { feature: feature.name, ...(lo === null ? {} : { min: lo }), ...(hi === null ? {} : { max: hi }) } });
    texts.push(words.trees.between(feature.name, bare(feature, lo ?? feature.min), withUnit(feature, hi ?? feature.max)));
  });
  return { ranges, texts };
}

/** The question of a lesson as the page's own document, for the sentences about it. */
export function docOf(info: ModelInfo, point: readonly number[]): Doc {
  const model = { id: 1, title: "", source: { from: "example" as const, id: "" }, info, schema: null, guess: null, fileLimits: new Map() };
  return { ...EMPTY_DOC, model, person: [...point], target: { class: TARGET } };
}
