/**
 * How steady answers are (FEATURES Q1): by how much the answer moves, for what the query does, towards the other queries nearby. Blanchart (2021,
 * Table III) takes the local Lipschitz estimate of Alvarez-Melis and Jaakkola (2018, equation 2), of the function from a person to the nearest
 * answer. Distances are Euclidean over the steps that the measures count. Pure.
 */
import type { FeatureInfo } from "../types.js";
import { step } from "./index.js";

/** A person, and the answer that was given. */
export interface Asked {
  query: readonly number[];
  values: readonly number[];
}

/** For each, the largest ratio to the others at most `within` away; nothing where there is none. Costs a pass over all pairs. */
export function stability(features: readonly FeatureInfo[], asked: readonly Asked[], within: number): (number | undefined)[] {
  const far = (a: readonly number[], b: readonly number[]): number => Math.hypot(...features.map((feature) => step(feature, a, b)));
  return asked.map((one) => {
    const ratios = asked.flatMap((other) => {
      const apart = far(one.query, other.query);
      return apart > 0 && apart <= within ? [far(one.values, other.values) / apart] : [];
    });
    return ratios.length > 0 ? Math.max(...ratios) : undefined;
  });
}
