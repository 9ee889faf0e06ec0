/** Limits on sums of both axes: the line, and the area on its forbidden side. */
import type { MapRelation } from "./contract.js";
import type { Scales } from "./frame.js";
import type { Rect } from "./labels.js";
import { toValue } from "./scales.js";

export interface RelationPath {
  /** Empty where nothing of the plot is forbidden, or all of it but a line. */
  forbidden: string;
  /** Empty where the line does not cross the plot. */
  line: string;
}

type Corner = { x: number; y: number; over: number };

export function relationPaths(relations: readonly MapRelation[], scales: Scales, plot: Rect): RelationPath[] {
  return relations.map(({ a, b, c, equal }) => {
    // In pixels the sum is linear too, so that its values at the corners tell all.
    const corner = (x: number, y: number): Corner => ({ x, y, over: a * toValue(scales.x, x) + b * toValue(scales.y, y) - c });
    const { x, y, w, h } = plot;
    const corners = [corner(x, y), corner(x + w, y), corner(x + w, y + h), corner(x, y + h)];
    const met: Corner[] = [];
    const beyond = corners.flatMap((one, k) => {
      const next = corners[(k + 1) % 4]!;
      const kept = one.over > 0 ? [one] : [];
      if (one.over > 0 === next.over > 0) return kept;
      const t = one.over / (one.over - next.over);
      const at = { x: one.x + t * (next.x - one.x), y: one.y + t * (next.y - one.y), over: 0 };
      met.push(at);
      return [...kept, at];
    });
    const path = (list: readonly Corner[]): string => (list.length < 2 ? "" : `M${list.map((one) => `${one.x.toFixed(1)} ${one.y.toFixed(1)}`).join("L")}`);
    return { forbidden: equal || beyond.length < 3 ? "" : `${path(beyond)}Z`, line: path(met) };
  });
}
