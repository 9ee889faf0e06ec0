/** The input of a lesson, and the small questions that all lessons ask of it. */
import type { Model } from "../index.js";
import type { Prediction, Regions, TreeData } from "../types.js";
import type { MapLimit } from "../plot/contract.js";
import { TARGET, type Point } from "./figure.js";

/** The input of a lesson: its model, and the state of its figure. */
export interface Asked {
  model: Model;
  trees: TreeData;
  regions: Regions;
  point: Point;
  limits: Record<"x" | "y", MapLimit>;
  step: number;
  /** Values that the lesson keeps from one drag to the next. */
  seen: Map<string, unknown>;
  /** The model beside it, where there is one. */
  beside?: () => Promise<Model>;
}

export const outcome = ({ model }: Asked, index: number): string => model.info.classes[index] ?? "";

export async function predicted({ model, point }: Asked): Promise<{ class: number; share: number }> {
  const [found] = await model.predict([[...point]]);
  const { scores, class: of } = (found as Extract<Prediction, { scores: number[] }> | undefined) ?? { scores: [], class: 0 };
  return { class: of, share: scores[TARGET] ?? 0 };
}
