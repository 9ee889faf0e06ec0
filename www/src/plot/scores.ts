/** The corners of a piece, and its scores at a point, which vary where leaves are linear. */
import type { Polygons, RawScores, Regions } from "../types.js";

type XY = { x: number; y: number };

/** Corners of a piece. */
export function cornersOf({ points, first }: Polygons, piece: number): XY[] {
  const out: XY[] = [];
  for (let k = first[piece]!; k < first[piece + 1]!; k++) out.push({ x: points[2 * k]!, y: points[2 * k + 1]! });
  return out;
}

/** Raw scores to scores, as far as a picture needs them: formulas of libraries differ in the last bits. */
function linked(raw: number[], link: RawScores["link"]): number[] {
  const logistic = (r: number): number => 1 / (1 + Math.exp(-r));
  const [first = 0] = raw;
  switch (link) {
    case "none":
      return raw;
    case "logistic":
      return [1 - logistic(first), logistic(first)];
    case "one_vs_rest":
      return raw.map(logistic);
    case "softmax": {
      const top = Math.max(...raw);
      const parts = raw.map((r) => Math.exp(r - top));
      const sum = parts.reduce((a, b) => a + b, 0);
      return parts.map((e) => e / sum);
    }
    case "exp":
      return [Math.exp(first)];
    case "square":
      return [first * Math.abs(first)];
    case "softplus":
      return [Math.log1p(Math.exp(first))];
  }
}

/** The scores at a point of a piece; null where they are those of the whole piece. */
export function scoresAt({ classes, outputs, polygons }: Regions, piece: number, { x, y }: XY): number[] | null {
  if (!polygons?.raw || outputs === 0) return null;
  const { functions, link } = polygons.raw;
  const each = functions.length / classes.length;
  const raw: number[] = [];
  for (let k = piece * each; k < (piece + 1) * each; k += 3) raw.push(functions[k]! * x + functions[k + 1]! * y + functions[k + 2]!);
  return linked(raw, link);
}
