/** Limits on sums of both axes: the line with its handle, and the area on its forbidden side. */
import type { LineHandle, MapRelation } from "./contract.js";
import type { Scales } from "./frame.js";
import type { Handle } from "./handles.js";
import type { Rect } from "./labels.js";
import { toValue } from "./scales.js";

export interface RelationPath {
  /** Empty where nothing of the plot is forbidden, or all of it but a line. Filled by the rule "evenodd". */
  forbidden: string;
  /** Empty where the line does not cross the plot. */
  line: string;
  /** On the line, clear of the points where that is possible. Null where the limit has none or its line does not cross the plot. */
  grip: Handle | null;
}

type Point = { x: number; y: number };

/** `avoid`: points, the person's first, from which a handle stays away. */
export function relationPaths(relations: readonly MapRelation[], scales: Scales, plot: Rect, avoid: readonly Point[]): RelationPath[] {
  const { x, y, w, h } = plot;
  const corners: Point[] = [{ x, y }, { x: x + w, y }, { x: x + w, y: y + h }, { x, y: y + h }];
  return relations.map((relation, at) => {
    const grip = (edges: readonly (readonly Point[])[]): Handle | null => (relation.handle ? gripOn(edges, relation.handle, at, avoid) : null);
    if ("all" in relation) {
      const inside = relation.all.reduce((area, { a, b, c }) => beyond(area, { a: -a, b: -b, c: -c }, scales).area, corners);
      const edges = inside.map((one, k) => [one, inside[(k + 1) % inside.length]!] as const);
      const onPlot = ([p, q]: readonly [Point, Point]): boolean => (p.x === q.x && (p.x === x || p.x === x + w)) || (p.y === q.y && (p.y === y || p.y === y + h));
      const drawn = edges.filter((edge) => !onPlot(edge));
      return { forbidden: `${path(corners)}Z${inside.length < 3 ? "" : `${path(inside)}Z`}`, line: drawn.map(path).join(""), grip: grip(drawn) };
    }
    const { area, met } = beyond(corners, relation, scales);
    return { forbidden: relation.equal || area.length < 3 ? "" : `${path(area)}Z`, line: path(met), grip: grip([met]) };
  });
}

/** The part of a convex area on the forbidden side of a line, and where the line meets the area's border. */
function beyond(area: readonly Point[], { a, b, c }: { a: number; b: number; c: number }, scales: Scales): { area: Point[]; met: Point[] } {
  // In pixels the sum is linear too, so that its values at the corners tell all.
  const corners = area.map(({ x, y }) => ({ x, y, over: a * toValue(scales.x, x) + b * toValue(scales.y, y) - c }));
  const met: Point[] = [];
  const kept = corners.flatMap((one, k): Point[] => {
    const next = corners[(k + 1) % corners.length]!;
    const own = one.over > 0 ? [one] : [];
    if (one.over > 0 === next.over > 0) return own;
    const t = one.over / (one.over - next.over);
    const at = { x: one.x + t * (next.x - one.x), y: one.y + t * (next.y - one.y) };
    met.push(at);
    return [...own, at];
  });
  return { area: kept, met };
}

const path = (list: readonly Point[]): string => (list.length < 2 ? "" : `M${list.map((one) => `${one.x.toFixed(1)} ${one.y.toFixed(1)}`).join("L")}`);

/** The handle on the longest of the lines: near its middle, or where the line turns, far from the point that it turns about. */
function gripOn(edges: readonly (readonly Point[])[], { turns }: LineHandle, at: number, avoid: readonly Point[]): Handle | null {
  const [longest] = edges.flatMap(([p, q]) => (p && q ? [{ p, q, long: Math.hypot(q.x - p.x, q.y - p.y) }] : [])).sort((a, b) => b.long - a.long);
  if (!longest || longest.long === 0) return null;
  const { p, q } = longest;
  const places = (turns ? [0.12, 0.88] : [0.5, 0.35, 0.65, 0.2, 0.8]).map((t) => ({ x: p.x + t * (q.x - p.x), y: p.y + t * (q.y - p.y) }));
  const clear = (place: Point): number => Math.min(...avoid.map((one) => Math.hypot(one.x - place.x, one.y - place.y)), turns ? Infinity : 34);
  const best = places.reduce((one, other) => (clear(other) > clear(one) ? other : one));
  return { id: `line-${at}`, ...best, corner: false, seen: true, turn: (Math.atan2(q.y - p.y, q.x - p.x) * 180) / Math.PI };
}
