/**
 * How steady answers are: the ratio of the distance between answers to the distance between queries, for the other queries nearby.
 * Blanchart (2021, Table III) takes the local Lipschitz estimate of Alvarez-Melis and Jaakkola (2018, equation 2), of the function from
 * a person to the nearest answer. Distances are Euclidean over the steps that the measures count. Pure.
 */
import type { FeatureInfo } from "../types.js";
import { step } from "./step.js";

/** How far apart two rows are. */
export const far = (features: readonly FeatureInfo[], a: readonly number[], b: readonly number[]): number => Math.hypot(...features.map((feature) => step(feature, a, b)));

/** Somebody near: the background row, its distance, and its answers. */
export interface Neighbour {
  row: number;
  distance: number;
  answers: readonly (readonly number[])[];
}

/**
 * The largest ratio, over the neighbours, of the distance between answers to the distance between people. Of each answer: its distance to
 * the nearest of a neighbour's answers. Of all: the mean of these distances. Null without neighbours.
 */
export function towards(features: readonly FeatureInfo[], answers: readonly (readonly number[])[], neighbours: readonly Neighbour[]): { each: number[]; all: number } | null {
  if (answers.length === 0 || neighbours.length === 0) return null;
  const ratios = neighbours.map(({ distance, answers: theirs }) => answers.map((one) => Math.min(...theirs.map((other) => far(features, one, other))) / distance));
  const mean = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0) / list.length;
  return { each: answers.map((_, index) => Math.max(...ratios.map((list) => list[index] ?? 0))), all: Math.max(...ratios.map(mean)) };
}

/** A person, and the answer that was given. */
export interface Asked {
  query: readonly number[];
  values: readonly number[];
}

/** For each, the largest ratio to the others at most `within` away; nothing where there is none. Costs a pass over all pairs. */
export function stability(features: readonly FeatureInfo[], asked: readonly Asked[], within: number): (number | undefined)[] {
  return asked.map((one) => {
    const ratios = asked.flatMap((other) => {
      const apart = far(features, one.query, other.query);
      return apart > 0 && apart <= within ? [far(features, one.values, other.values) / apart] : [];
    });
    return ratios.length > 0 ? Math.max(...ratios) : undefined;
  });
}
