/**
 * The outline of the allowed points around the factual that cost less than a budget, on this slice, in values. It consists of polygons, of
 * lines where only a single change is affordable (a price per change, l0, or a limit on changes), and of steps where an axis has levels.
 * It is computed here and not by the engine, because it is drawn anew within a frame: with each bound and answer of a search, while the dot or
 * a limit that cuts it is dragged, and finer where the window is made smaller.
 */
import { costOf, mixOf, stepOf, type Mix, type Step, type StepCost } from "../cost.js";
import type { MapReach } from "./contract.js";

export type Point = [number, number];

/** Polylines in values. `closed` ones are rings. */
export interface Outline {
  points: Point[];
  closed: boolean;
}

/** The properties of an axis that the outline needs. */
export interface BallAxis {
  cost: StepCost;
  at: number;
  /** Number of levels of a discrete axis, or of the whole numbers of one that has no other values; else 0. */
  levels: number;
  /** The first of the whole numbers; levels begin at 0. */
  from?: number;
  /** Binary and categorical: any change costs the same. */
  unordered: boolean;
  /** A distance no one sees the end of: stands for infinite. */
  far: number;
  /** The outline is cut to the allowed values: between two values, levels by flags. Absent: everything. */
  allowed?: Allowed;
}

/** Infinite ends are open. */
export interface Allowed {
  lo: number;
  hi: number;
  levels?: readonly boolean[];
}

const ALL: Allowed = { lo: Number.NEGATIVE_INFINITY, hi: Number.POSITIVE_INFINITY };

/** Whether a level may be had. */
function mayBe({ allowed: { lo, hi, levels } = ALL }: BallAxis, level: number): boolean {
  return levels ? levels[level] === true : level >= lo && level <= hi;
}

/** Straight pieces a quadrant for curved outlines, unless told. */
const STEPS = 32;

interface Ball {
  mix: Mix;
  perChange: number;
  restMax: number;
  /** How many of the two may change. */
  changes: number;
  /** Points inside cost less. */
  budget: number;
  steps: number;
}

/** `steps`: straight pieces a quadrant where the outline is curved. Empty where nothing is cheaper. */
export function outline(reach: MapReach, budget: number, x: BallAxis, y: BallAxis, steps = STEPS): Outline[] {
  const most = cheaperThan(reach, budget);
  if (most === null) return [];
  const ball: Ball = { mix: mixOf(reach.norm), perChange: reach.perChange ?? 0, restMax: reach.restMax ?? 0, changes: reach.changes ?? 2, budget: most, steps };
  if (x.levels === 0 && y.levels === 0) return smooth(ball, x, y).flatMap((one) => cut(one, x.allowed ?? ALL, y.allowed ?? ALL));
  const stepped = x.levels > 0 && y.levels > 0 ? blocks(ball, x, y) : x.levels > 0 ? bands(ball, x, y) : bands(ball, y, x).map(flipped);
  if (x.from === undefined && y.from === undefined) return stepped;
  // Around whole numbers too nothing is drawn beyond a limit.
  const ends = (axis: BallAxis): Allowed => (axis.levels > 0 && axis.from === undefined ? ALL : (axis.allowed ?? ALL));
  return joined(stepped).flatMap((one) => cut(one, ends(x), ends(y)));
}

/** Lines that meet at their ends, as rings; those that lead to no ring stay lines. */
function joined(lines: readonly Outline[]): Outline[] {
  const key = (p: Point): string => p.join(" ");
  const at = new Map<string, Set<Outline>>();
  for (const line of lines) for (const end of line.points) at.set(key(end), (at.get(key(end)) ?? new Set()).add(line));
  const far = (line: Outline, from: string): Point => line.points.find((p) => key(p) !== from)!;
  const take = (line: Outline): void => line.points.forEach((p) => at.get(key(p))!.delete(line));
  const arms: Outline[] = [];
  const ends = [...at.keys()];
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) {
    const [line, second] = at.get(end)!;
    if (!line || second) continue;
    arms.push(line);
    take(line);
    ends.push(key(far(line, end)));
  }
  const rings: Outline[] = [];
  for (const [start, here] of at) {
    while (here.size > 0) {
      const points: Point[] = [];
      let from = start;
      do {
        const [line] = at.get(from)!;
        if (!line) break;
        take(line);
        points.push(far(line, from));
        from = key(points.at(-1)!);
      } while (from !== start);
      rings.push({ points, closed: true });
    }
  }
  return [...rings, ...arms];
}

const NONE: Step = { length: 0, weight: 0 };

/** Costs that differ by less than this share of them differ by rounding alone. */
const COST_ROUNDING = 1e-9;

/**
 * The one test whether a move on this slice costs less: it has to cost less than the number returned. Where the cost jumps (a level, a
 * price per change, l0) the answer itself costs as much as its budget, and is not inside. A budget is the rest of a cost after a
 * subtraction, so its rounding is that of the whole cost. Null where not even to stay costs less: there is no outline then.
 */
export function cheaperThan(reach: MapReach, budget: number): number | null {
  const most = budget - COST_ROUNDING * ((reach.used ?? 0) + budget);
  return most > mixOf(reach.norm).linf * (reach.restMax ?? 0) ? most : null;
}

function price(b: Ball, s: Step, t: Step): number {
  const changed = Number(s.length > 0) + Number(t.length > 0);
  return changed > b.changes ? Number.POSITIVE_INFINITY : costOf(b.mix, b.perChange, b.restMax, [s, t]);
}

/** The allowed part of an outline; flat where an axis may not change. */
function cut({ points, closed }: Outline, x: Allowed, y: Allowed): Outline[] {
  let left = points;
  for (const [axis, { lo, hi }] of [[0, x], [1, y]] as const) {
    left = beyond(left, closed, axis, lo, 1);
    left = beyond(left, closed, axis, hi, -1);
  }
  if (left.length < 2) return [];
  const span = ([0, 1] as const).map((axis) => left.map((p) => p[axis])).map((list) => [Math.min(...list), Math.max(...list)] as const) as [readonly [number, number], readonly [number, number]];
  const flat = span.map(([a, c]) => a === c);
  if (flat[0] && flat[1]) return [];
  if (flat[0] || flat[1]) return [{ closed: false, points: [[span[0][0], span[1][0]], [span[0][1], span[1][1]]] }];
  return [{ points: left, closed }];
}

/** The part of a ring or line on one side of a value of one axis (Sutherland and Hodgman). */
function beyond(points: readonly Point[], closed: boolean, axis: 0 | 1, end: number, sign: 1 | -1): Point[] {
  if (!Number.isFinite(end)) return [...points];
  const over = (p: Point): number => sign * (p[axis] - end);
  const out: Point[] = [];
  points.forEach((p, k) => {
    const q = k > 0 ? points[k - 1] : closed ? points.at(-1) : undefined;
    if (q && over(q) >= 0 !== over(p) >= 0) {
      const t = over(q) / (over(q) - over(p));
      const at: Point = [q[0] + t * (p[0] - q[0]), q[1] + t * (p[1] - q[1])];
      at[axis] = end;
      out.push(at);
    }
    if (over(p) >= 0) out.push(p);
  });
  return out;
}

/** How far along one axis (in scaled length) the budget reaches, given the step already made on the other one. */
function extent(b: Ball, weight: number, far: number, other: Step): number {
  const fits = (length: number): boolean => price(b, { length, weight }, other) < b.budget;
  if (!fits(Number.MIN_VALUE)) return -1;
  if (fits(far)) return far;
  let lo = 0;
  let hi = far;
  for (let i = 0; i < 64; i++) {
    const mid = (lo + hi) / 2;
    if (fits(mid)) lo = mid;
    else hi = mid;
  }
  return lo;
}

function smooth(b: Ball, x: BallAxis, y: BallAxis): Outline[] {
  const sx = x.cost.scale || 1;
  const sy = y.cost.scale || 1;
  const ring: Point[] = [];
  const arms: Outline[] = [];
  // The four quadrants, anticlockwise from +x.
  for (const [dx, dy] of [[1, 1], [-1, 1], [-1, -1], [1, -1]] as const) {
    const wx = dx > 0 ? x.cost.up : x.cost.down;
    const wy = dy > 0 ? y.cost.up : y.cost.down;
    const corner = quadrant(b, wx, wy, x.far / sx, y.far / sy);
    const placed = corner.map(([a, c]): Point => [x.at + dx * a * sx, y.at + dy * c * sy]);
    ring.push(...(dx * dy > 0 ? placed : placed.reverse()));
  }
  const arm = (a: Point, c: Point): void => {
    if (a[0] !== c[0] || a[1] !== c[1]) arms.push({ points: [a, c], closed: false });
  };
  const right = extent(b, x.cost.up, x.far / sx, NONE);
  const left = extent(b, x.cost.down, x.far / sx, NONE);
  const up = extent(b, y.cost.up, y.far / sy, NONE);
  const down = extent(b, y.cost.down, y.far / sy, NONE);
  const body = ring.length > 0;
  const most = (pick: (p: Point) => number): number => Math.max(0, ...ring.map(pick));
  const eps = 1e-9;
  const bodyRight = body ? most((p) => p[0] - x.at) : 0;
  const bodyLeft = body ? most((p) => x.at - p[0]) : 0;
  const bodyUp = body ? most((p) => p[1] - y.at) : 0;
  const bodyDown = body ? most((p) => y.at - p[1]) : 0;
  if (right * sx > bodyRight * (1 + eps)) arm([x.at + bodyRight, y.at], [x.at + right * sx, y.at]);
  if (left * sx > bodyLeft * (1 + eps)) arm([x.at - bodyLeft, y.at], [x.at - left * sx, y.at]);
  if (up * sy > bodyUp * (1 + eps)) arm([x.at, y.at + bodyUp], [x.at, y.at + up * sy]);
  if (down * sy > bodyDown * (1 + eps)) arm([x.at, y.at - bodyDown], [x.at, y.at - down * sy]);
  const rings = body && (bodyRight > 0 || bodyLeft > 0 || bodyUp > 0 || bodyDown > 0) ? [{ points: dedupe(ring), closed: true }] : [];
  return [...rings, ...arms];
}

/** The border of one quadrant in scaled lengths, from the x axis to the y axis; empty when two changes cost too much. */
function quadrant(b: Ball, wx: number, wy: number, farX: number, farY: number): Point[] {
  const tiny = Number.MIN_VALUE;
  const fits = (a: number, c: number): boolean =>
    price(b, { length: Math.max(a, tiny), weight: wx }, { length: Math.max(c, tiny), weight: wy }) < b.budget;
  if (!fits(0, 0)) return [];
  const along = (ux: number, uy: number): Point => {
    let hi = Math.min(ux > 0 ? farX / ux : Infinity, uy > 0 ? farY / uy : Infinity);
    if (fits(hi * ux, hi * uy)) return [hi * ux, hi * uy];
    let lo = 0;
    for (let i = 0; i < 60; i++) {
      const mid = (lo + hi) / 2;
      if (fits(mid * ux, mid * uy)) lo = mid;
      else hi = mid;
    }
    return [lo * ux, lo * uy];
  };
  const a = along(1, 0)[0];
  const c = along(0, 1)[1];
  if (a === 0 || c === 0) return [[a, 0], [0, c]];
  const straight = !fits((a / 2) * (1 + 1e-6), (c / 2) * (1 + 1e-6)) && fits((a / 2) * (1 - 1e-6), (c / 2) * (1 - 1e-6));
  if (straight) return [[a, 0], [0, c]];
  if (fits(a, c)) return [[a, 0], [a, c], [0, c]];
  const out: Point[] = [[a, 0]];
  for (let k = 1; k < b.steps; k++) {
    const angle = (k / b.steps) * (Math.PI / 2);
    out.push(along(a * Math.cos(angle), c * Math.sin(angle)));
  }
  out.push([0, c]);
  return out;
}

function dedupe(points: Point[]): Point[] {
  return points.filter((p, i) => {
    const q = points[(i + points.length - 1) % points.length]!;
    return p[0] !== q[0] || p[1] !== q[1];
  });
}

function flipped(o: Outline): Outline {
  return { closed: o.closed, points: o.points.map(([a, c]): Point => [c, a]) };
}

/** Levels across, values up: one band a level, drawn as the steps around all of them. */
function bands(b: Ball, x: BallAxis, y: BallAxis): Outline[] {
  const sy = y.cost.scale || 1;
  const range: ([number, number] | null)[] = [];
  const base = x.from ?? 0;
  for (let k = 0; k < x.levels; k++) {
    const s = stepOf(x.cost, x.at, base + k, x.unordered);
    if (!mayBe(x, base + k) || price(b, s, NONE) >= b.budget) range.push(null);
    else {
      const up = Math.max(0, extent(b, y.cost.up, y.far / sy, s)) * sy;
      const down = Math.max(0, extent(b, y.cost.down, y.far / sy, s)) * sy;
      const { lo, hi } = y.allowed ?? ALL;
      const [from, to] = [Math.max(lo, y.at - down), Math.min(hi, y.at + up)];
      range.push(from <= to ? [from, to] : null);
    }
  }
  const out: Outline[] = [];
  for (let at = 0; at <= x.levels; at++) {
    const l = range[at - 1] ?? null;
    const r = range[at] ?? null;
    const k = base + at;
    if (l && r) {
      for (const end of [0, 1] as const) {
        if (l[end] !== r[end]) out.push({ closed: false, points: [[k - 0.5, l[end]], [k - 0.5, r[end]]] });
      }
    } else if (l ?? r) {
      const [lo, hi] = (l ?? r)!;
      if (lo !== hi) out.push({ closed: false, points: [[k - 0.5, lo], [k - 0.5, hi]] });
    }
    if (r) {
      out.push({ closed: false, points: [[k - 0.5, r[0]], [k + 0.5, r[0]]] });
      if (r[1] !== r[0]) out.push({ closed: false, points: [[k - 0.5, r[1]], [k + 0.5, r[1]]] });
    }
  }
  return out;
}

/** Levels both ways: the border of the set of affordable squares. */
function blocks(b: Ball, x: BallAxis, y: BallAxis): Outline[] {
  const [x0, y0] = [x.from ?? 0, y.from ?? 0];
  const cheap = Array.from({ length: x.levels }, (_, i) => {
    const across = stepOf(x.cost, x.at, x0 + i, x.unordered);
    return Array.from({ length: y.levels }, (__, j) => mayBe(x, x0 + i) && mayBe(y, y0 + j) && price(b, across, stepOf(y.cost, y.at, y0 + j, y.unordered)) < b.budget);
  });
  const inside = (i: number, j: number): boolean => cheap[i]?.[j] ?? false;
  const out: Outline[] = [];
  const line = (i: number, j: number, toI: number, toJ: number): void => void out.push({ closed: false, points: [[x0 + i - 0.5, y0 + j - 0.5], [x0 + toI - 0.5, y0 + toJ - 0.5]] });
  for (let i = 0; i <= x.levels; i++) for (let j = 0; j < y.levels; j++) if (inside(i - 1, j) !== inside(i, j)) line(i, j, i, j + 1);
  for (let j = 0; j <= y.levels; j++) for (let i = 0; i < x.levels; i++) if (inside(i, j - 1) !== inside(i, j)) line(i, j, i + 1, j);
  return out;
}

/** Cost of a point on this slice; the readout and the tests compare with it. */
export function sliceCost(reach: MapReach, x: BallAxis, y: BallAxis, px: number, py: number): number {
  return costOf(
    mixOf(reach.norm),
    reach.perChange ?? 0,
    reach.restMax ?? 0,
    [stepOf(x.cost, x.at, px, x.unordered), stepOf(y.cost, y.at, py, y.unordered)],
  );
}
