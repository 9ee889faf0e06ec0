/** One tree with slanted cuts that is trained in the page from a few points, as the command `grow` trains it from a file. */
import { documentOf } from "../train/document.js";
import type { Rows } from "../train/oblique.js";
import { trainTree, type Settings } from "../train/tao.js";
import type { SchemaDoc } from "../types.js";
import type { Row } from "./forest.js";

/**
 * For the few points of the lesson. Two levels of cuts, so four leaves at most: with more, upright and level cuts alone get them right. The penalty of a
 * weight is small: with more a cut of two columns is seldom worth it. By hand.
 */
export const FEW: Settings = { depth: 2, sparsity: 0.1 };

/** The tree as a file in Espalier's JSON, with the points as its background. */
export function growSlanted(points: readonly Row[], schema: SchemaDoc, classes: readonly string[], settings: Settings): ArrayBuffer {
  const rows: Rows = { inputs: points.map(({ x, y }) => [x, y]), labels: points.map((point) => point.class), classes: classes.length };
  const tree = trainTree(rows, settings);
  return Uint8Array.from(new TextEncoder().encode(JSON.stringify(documentOf(tree, rows, schema, classes, "trained in the page")))).buffer;
}
