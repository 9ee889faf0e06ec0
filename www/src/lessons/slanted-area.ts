/** The area of a node of a tree with slanted cuts: the plane, cut by each test on the way to the node. Pure. */
import type { Layout } from "../model/trees.js";
import type { TreeData } from "../types.js";
import type { Point } from "./figure.js";

/** Corners in their order; empty where nothing of the plane is left. `around`: the plane, from its least to its largest corner. */
export function areaOfNode(trees: TreeData, layout: Layout, node: number, around: readonly [Point, Point]): Point[] {
  const [[x0, y0], [x1, y1]] = around;
  let corners: Point[] = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
  for (let at = node, up = layout.nodes.get(node)?.parent ?? -1; up !== -1; at = up, up = layout.nodes.get(up)?.parent ?? -1) {
    const [a, b] = weightsOf(trees, up);
    const sign = trees.left[up] === at ? 1 : -1;
    corners = kept(corners, ([x, y]) => sign * (a * x + b * y - trees.threshold[up]!));
  }
  return corners;
}

/** The weights of both columns in a test. */
function weightsOf(trees: TreeData, node: number): [number, number] {
  const test = trees.tests[node];
  const weights: [number, number] = [0, 0];
  if (test && "weights" in test) test.columns.forEach((column, index) => (weights[column] = test.weights[index] ?? 0));
  else weights[trees.column[node]!] = 1;
  return weights;
}

/** The part of a convex area where a linear function is at most 0 (Sutherland and Hodgman). */
function kept(corners: readonly Point[], over: (point: Point) => number): Point[] {
  return corners.flatMap((corner, index): Point[] => {
    const next = corners[(index + 1) % corners.length]!;
    const [here, there] = [over(corner), over(next)];
    const share = here / (here - there);
    const crossing: Point[] = here < 0 !== there < 0 && here !== there ? [[corner[0] + share * (next[0] - corner[0]), corner[1] + share * (next[1] - corner[1])]] : [];
    return here <= 0 ? [corner, ...crossing] : crossing;
  });
}
