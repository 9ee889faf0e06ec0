/**
 * One node of a tree in flat arrays: whether it is a leaf, and which way a row goes there. The engine has its own, but here a dragged row's paths
 * through all trees are drawn anew at each frame, and the methods beside the answer walk from leaf to leaf.
 */
import { REALS } from "../check/number.js";
import type { TreeData } from "../types.js";

export const isLeaf = (data: TreeData, node: number): boolean => data.left[node] === -1;

/** Whether a row goes left at a node; null where its value is missing and no way is meant for that. */
export function goesLeft(data: TreeData, node: number, row: readonly number[]): boolean | null {
  const read = (column: number): number => REALS[data.input].round(row[column] ?? Number.NaN);
  const test = data.tests[node];
  const below = (value: number): boolean => (data.strict ? value < data.threshold[node]! : value <= data.threshold[node]!);
  const slanted = test !== undefined && "columns" in test;
  const value = slanted ? test.columns.reduce((sum, column, index) => sum + (test.weights[index] ?? 0) * read(column), 0) : read(data.column[node]!);
  if (Number.isNaN(value)) return data.missing[node] === -1 ? null : data.missing[node] === 0;
  if (!test || slanted) return below(value);
  if ("pieces" in test) return test.pieces.some(([low, high]) => low <= value && value <= high);
  const code = Math.trunc(value);
  if (test.unknown && (value < 0 || code >= test.unknown.from)) return test.unknown.left;
  // Between -1 and 0 is no code, but to LightGBM, which truncates first.
  return (data.input === "float64_flushed" ? code : value) >= 0 && test.codes.includes(code);
}
