/** One tree with slanted cuts that is trained in the page from a few points, as the command `grow` trains it from a file. */
import { documentOf } from "../train/document.js";
import type { Rows } from "../train/oblique.js";
import { trainTree } from "../train/tao.js";
import type { SchemaDoc } from "../types.js";
import type { Row } from "./forest.js";

/** Levels of cuts: four leaves at most. With more, upright and level cuts alone get a few points right. */
const DEPTH = 2;
/** The penalty of a weight, small as the points are few: with more a cut of two columns is seldom worth it. By hand. */
const SPARSITY = 0.1;

/** The tree as a file in Espalier's JSON, with the points as its background. */
export function growSlanted(points: readonly Row[], schema: SchemaDoc, classes: readonly string[]): ArrayBuffer {
  const rows: Rows = { inputs: points.map(({ x, y }) => [x, y]), labels: points.map((point) => point.class), classes: classes.length };
  const tree = trainTree(rows, { depth: DEPTH, sparsity: SPARSITY });
  return Uint8Array.from(new TextEncoder().encode(JSON.stringify(documentOf(tree, rows, schema, classes, "trained in the page")))).buffer;
}
