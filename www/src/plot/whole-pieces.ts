/** Convex pieces of a slice with axes of whole numbers: each of these has the ground half a step around it, of the pieces on its own line. */
import type { Polygons, Regions } from "../types.js";
import { cornersOf, scoresAt } from "./scores.js";

/** Whole numbers are told apart where a window has at most so many: then half of one can be seen. */
export const MOST_WHOLE = 120;

type Ends = [number, number];

/** The whole numbers or levels of an axis, each with its ground; null where it has neither, or too many. */
function steps({ edges, kind }: Regions["x"]): { at: number; ground: Ends }[] | null {
  const [lo, hi] = [edges[0]!, edges.at(-1)!];
  const [from, to] = [Math.ceil(lo), Math.floor(hi)];
  if (kind === "numeric" || hi - lo > MOST_WHOLE || from > to) return null;
  return Array.from({ length: to - from + 1 }, (_, k) => ({ at: from + k, ground: [k === 0 ? lo : from + k - 0.5, from + k === to ? hi : from + k + 0.5] }));
}

/**
 * The same slice in rectangles without lines: along an axis of whole numbers one for each, along both one for each pair. Itself where no axis
 * is of whole numbers. Cost: pieces times the whole numbers that each of them spans.
 */
export function wholePieces(r: Regions, given: Polygons): Regions {
  const { lines, sides, first, strict, raw } = given;
  const whole = (axis: "x" | "y"): ReturnType<typeof steps> => (r[axis].kind === "integer" ? steps(r[axis]) : null);
  // Columns go along u; v is the other axis.
  const [u, v] = whole("x") ? (["x", "y"] as const) : (["y", "x"] as const);
  const columns = whole(u);
  if (!columns) return r;
  const [uAt, vAt] = u === "x" ? [0, 1] : [1, 0];
  const levels = steps(r[v]);
  const points: number[] = [];
  const classes: number[] = [];
  const from: number[] = [];
  const functions: number[] = [];
  const { outputs } = r;
  const each = raw ? raw.functions.length / r.classes.length : 0;
  for (const [piece, shown] of r.classes.entries()) {
    const corners = cornersOf(given, piece);
    const range = (axis: "x" | "y"): Ends => [Math.min(...corners.map((p) => p[axis])), Math.max(...corners.map((p) => p[axis]))];
    const [[u0, u1], [v0, v1]] = [range(u), range(v)];
    const middle = (axis: "x" | "y"): number => corners.reduce((sum, p) => sum + p[axis], 0) / corners.length;
    // A point on a line belongs to the side that the model's comparison gives it.
    const bounds = [...new Set(sides.subarray(first[piece], first[piece + 1]))].flatMap((line) => {
      const [a, b, c] = [lines[3 * line + uAt]!, lines[3 * line + vAt]!, lines[3 * line + 2]!];
      const over = (p: number, q: number): boolean => (strict ? a * p + b * q >= c : a * p + b * q > c);
      const own = over(middle(u), middle(v));
      return line < 0 ? [] : [{ a, b, c, own, holds: (p: number, q: number): boolean => over(p, q) === own }];
    });
    for (const { at, ground } of columns) {
      if (at < u0 - 1e-6 || at > u1 + 1e-6) continue;
      const add = (level: number, [low, high]: Ends): void => {
        points.push(...(u === "x" ? [ground[0], low, ground[1], low, ground[1], high, ground[0], high] : [low, ground[0], high, ground[0], high, ground[1], low, ground[1]]));
        classes.push(shown);
        from.push(piece);
        for (let f = piece * each; f < (piece + 1) * each; f += 3) {
          const [slope, more, rest] = [raw!.functions[f + uAt]!, raw!.functions[f + vAt]!, raw!.functions[f + 2]!];
          const kept = levels ? 0 : more;
          functions.push(...(u === "x" ? [0, kept] : [kept, 0]), slope * at + (levels ? more * level : 0) + rest);
        }
      };
      if (levels) {
        for (const step of levels) if (step.at >= v0 - 1e-6 && step.at <= v1 + 1e-6 && bounds.every(({ holds }) => holds(at, step.at))) add(step.at, step.ground);
        continue;
      }
      let [low, high] = [v0, v1];
      for (const { a, b, c, own } of bounds) {
        if (b === 0) continue;
        if (own === b > 0) low = Math.max(low, (c - a * at) / b);
        else high = Math.min(high, (c - a * at) / b);
      }
      if (low < high && bounds.every(({ b, holds }) => b !== 0 || holds(at, 0))) add(0, [low, high]);
    }
  }
  const none = new Int32Array(0);
  const polygons: Polygons = {
    points: Float64Array.from(points),
    first: Int32Array.from({ length: classes.length + 1 }, (_, k) => 4 * k),
    sides: none,
    lines: new Float64Array(0),
    strict,
    borders: new Float64Array(0),
    between: none,
    ...(raw && { raw: { ...raw, functions: Float64Array.from(functions) } }),
  };
  const made: Regions = { ...r, classes: Uint8Array.from(classes), polygons };
  const scores = from.flatMap((piece, k) => {
    const [a, , b] = cornersOf(polygons, k) as [XY, XY, XY];
    return scoresAt(made, k, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }) ?? [...r.scores.subarray(piece * outputs, (piece + 1) * outputs)];
  });
  return { ...made, scores: Float32Array.from(scores) };
}

type XY = { x: number; y: number };
