/** The kind of thing that a model's trees stand for. Pure. */
import type { ModelInfo } from "../types.js";

/**
 * The parts of a model, as people count them. A network of one hidden layer is stored as a tree of one slanted cut and linear leaves for each neuron,
 * and a linear model as one linear leaf (docs/contract/model-json.md).
 */
export function shapeOf({ trees, depth, oblique, linear_leaves, neurons }: Pick<ModelInfo, "trees" | "depth" | "oblique" | "linear_leaves" | "neurons">): { of: "trees" | "neurons" | "sum"; count: number } {
  if (neurons !== undefined) return { of: "neurons", count: neurons };
  if (linear_leaves && depth === 0) return { of: "sum", count: 1 };
  return { of: linear_leaves && oblique && depth === 1 ? "neurons" : "trees", count: trees };
}
