/** The cost of one feature's value, and whether the limits on that feature allow it: from the contract's words. */
import type { Query } from "./query.js";
import { levelOf, widthOf, type Change, type Feature } from "./schema.js";

/** Whether a row leaves the feature as it is. */
export const stays = ({ columns }: Feature, { row }: Query, to: readonly number[]): boolean => columns.every((c) => Object.is(row[c]! + 0, to[c]! + 0));

/** The part of feature `f` in a row's cost. Where the cost is the largest change alone, it is the cost if `f` were the largest change. */
export const price = (query: Query, feature: Feature, f: number, to: readonly number[]): number => prices(query, feature, f, to).reduce((a, b) => a + b);

/** The same in two parts: one that adds up, and one of which the largest counts. */
export function prices(query: Query, feature: Feature, f: number, to: readonly number[]): [number, number] {
  if (query.free[f]! || stays(feature, query, to)) return [0, 0];
  const level = levelOf(feature, to);
  const stated = level === undefined ? undefined : query.tables[f]?.[level];
  if (stated !== undefined) return [query.perChange + stated, 0];
  if (query.form?.beside === false && feature.values === undefined) return [query.perChange, 0];
  const by = to[feature.columns[0]!]! - query.row[feature.columns[0]!]!;
  const curve = query.curves[f];
  if (curve !== undefined && !Number.isNaN(by)) return [query.perChange + along(curve, by), 0];
  const { distance, up } = way(feature, query, to);
  const weights = query.weights[f] ?? feature.weight;
  const weight = up ? weights.up : weights.down;
  const { l0, l1, l2, linf } = query.norm;
  return [query.perChange + l0 * weight + l1 * weight * distance + l2 * weight * distance * distance, linf * (weight * distance)];
}

/** The change within two ends at which a curve is least, and the curve there. Where no change is least as well, it is none. */
function lowest(points: readonly [number, number][], down: number, up: number): [number, number] {
  const start = Math.max(down, Math.min(up, 0));
  const ends = [start, down, up, ...points.map(([x]) => Math.max(down, Math.min(up, x)))];
  return ends.map((x): [number, number] => [x, along(points, x)]).reduce((best, next) => (next[1] < best[1] ? next : best));
}

/** The most that a feature's change may earn, at least 0: how far its prices go below 0, within its domain and to its own value. */
export function earned(query: Query, { columns, min, max }: Feature, f: number): number {
  const own = query.row[columns[0]!]!;
  if (query.free[f]!) return 0;
  const curve = Number.isNaN(own) ? undefined : query.curves[f];
  const least = curve === undefined ? 0 : lowest(curve, Math.min(min, own) - own, Math.max(max, own) - own)[1];
  return Math.max(0, -least, ...(query.tables[f] ?? []).map((price) => -(price ?? 0)));
}

export const earnedInAll = (query: Query, features: readonly Feature[]): number => features.reduce((sum, feature, f) => sum + earned(query, feature, f), 0);

/** The change of a number within two ends that costs least: none, unless some change earns. */
export const cheapest = (query: Query, feature: Feature, f: number, down: number, up: number): number =>
  query.curves[f] !== undefined && earned(query, feature, f) > 0 ? lowest(query.curves[f], down, up)[0] : 0;

/** How far a change goes, in parts of the range, and whether upwards; 1 and upwards where there is no order. */
function way(feature: Feature, { row }: Query, to: readonly number[]): { distance: number; up: boolean } {
  const { kind, columns, values } = feature;
  if (kind === "numeric" || kind === "integer") {
    const by = to[columns[0]!]! - row[columns[0]!]!;
    return Number.isNaN(by) ? { distance: 1, up: true } : { distance: Math.abs(by) / widthOf(feature), up: by > 0 };
  }
  const [own, level] = [levelOf(feature, row), levelOf(feature, to)];
  if (kind === "ordinal" && own !== undefined && level !== undefined) return { distance: Math.abs(level - own) / (values!.length - 1), up: level > own };
  return { distance: 1, up: kind !== "binary" || own !== 1 };
}

/** A convex function through its points; the outer pieces go on. */
function along(points: readonly [number, number][], x: number): number {
  let i = 0;
  while (i + 2 < points.length && x > points[i + 1]![0]) i++;
  const [[x0, y0], [x1, y1]] = [points[i]!, points[i + 1]!];
  // The part of the piece beyond its end next to 0.
  const [by, inner] = x < 0 ? [x - x1, y1] : [x - x0, y0];
  return inner + (by / (x1 - x0)) * (y1 - y0);
}

/** The closed interval in which a number must lie: its domain, which holds its own value, and the ranges asked for. */
export function interval(query: Query, { columns, min, max }: Feature, f: number): [number, number] {
  const own = query.row[columns[0]!]!;
  const [lo, hi] = Number.isNaN(own) ? [min, max] : [Math.min(min, own), Math.max(max, own)];
  const [from, to] = query.ranges[f]!;
  return [Math.max(lo, from), Math.min(hi, to)];
}

/** Whether domain, direction and the constraints on this feature alone allow a row. */
export function allowed(query: Query, feature: Feature, f: number, to: readonly number[]): boolean {
  const { kind, columns, change } = feature;
  const unchanged = stays(feature, query, to);
  const value = to[columns[0]!]!;
  if (kind === "numeric" || kind === "integer") {
    const [lo, hi] = interval(query, feature, f);
    if (!unchanged && !(lo <= value && value <= hi)) return false;
  }
  const [from, upTo] = query.ranges[f]!;
  if ((from > -Infinity || upTo < Infinity) && !(from <= value && value <= upTo)) return false;
  if (query.fixed[f]! && !unchanged) return false;
  const level = levelOf(feature, to);
  if (query.allowed[f]!.some((flags) => level === undefined || !flags[level])) return false;
  return unchanged || [change, ...query.ways[f]!].every((which) => goes(feature, query, to, which));
}

/** Whether a change has the direction that is asked for; a change from a missing value counts as any direction but "fixed". */
function goes(feature: Feature, { row }: Query, to: readonly number[], which: Change): boolean {
  if (which === "free" || which === "fixed") return which === "free";
  const place = (of: readonly number[]): number => {
    if (feature.values === undefined) return of[feature.columns[0]!]!;
    return feature.kind === "ordinal" || feature.kind === "binary" ? (levelOf(feature, of) ?? NaN) : NaN;
  };
  const [own, next] = [place(row), place(to)];
  if (Number.isNaN(own) || Number.isNaN(next)) return true;
  return which === "increase" ? next > own : next < own;
}
