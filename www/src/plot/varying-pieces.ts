/** Pieces whose scores vary: the codes of their points. */
import type { Regions } from "../types.js";
import type { MapClass, MapScoring } from "./contract.js";
import { scoresAt } from "./scores.js";
import { coder, type Coder } from "./shade.js";

type XY = { x: number; y: number };

/** The code of a point of a piece, for each of its points. */
export type CodeAt = (piece: number, at: XY) => number;

/** Codes of points; null where every piece has one code throughout. */
export function codesInside(regions: Regions, codes: ArrayLike<number>, classes: readonly MapClass[], scoring: MapScoring): CodeAt | null {
  if (!regions.polygons?.raw) return null;
  const code: Coder = coder(regions, classes, scoring);
  return (piece, at) => {
    const scores = scoresAt(regions, piece, at);
    return scores ? code(regions.classes[piece]!, scores, 0) : codes[piece]!;
  };
}

/** Whether some point of a part of a piece may be of a target class. Where that cannot be told of its corners, it may. */
export function mayBeTarget(regions: Regions, piece: number, corners: readonly XY[], classes: readonly MapClass[], scoring: MapScoring): boolean {
  const all = corners.map((at) => scoresAt(regions, piece, at) ?? []);
  if (scoring.by === "value") {
    const values = all.map(([value = Number.NaN]) => value);
    return !(Math.max(...values) < scoring.from || Math.min(...values) > scoring.to);
  }
  if (scoring.by === "cost" || scoring.threshold === undefined) return classes[regions.classes[piece]!]?.target ?? false;
  const { threshold } = scoring;
  // Of two classes, a probability is largest at a corner; of more it need not be.
  return regions.outputs > 2 || all.some((scores) => scores.reduce((sum, score, k) => (classes[k]?.target ? sum + score : sum), 0) >= threshold);
}
