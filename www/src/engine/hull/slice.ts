/**
 * Which part of a slice lies in the enlarged hulls that answers are held to (FEATURES P2). Each is cut out of the window: a corner that lies outside
 * of the hull is cut off by a plane that has all of the hull on its other side, until every corner lies within a two-thousandth of the window. So what is
 * outside of an area is proved to be outside of its hull, whatever the rows, the norm and the number of features; what is inside is, but for
 * less than a pixel. Where an axis has levels, each level is a slice of its own. Pure.
 */
import { coordinate, isDiscrete, levelCount } from "../../state/feature.js";
import type { FeatureInfo, HullSlice } from "../../types.js";
import type { Window } from "../protocol.js";
import { dot, towards, type Corral, type Least } from "./nearest.js";

export interface HullAsked {
  epsilon: number;
  norm: "l1" | "l2" | "linf";
}

/** Tests of corners in one area: more than any takes that was met (a few dozen). */
const MOST = 1500;
/** By how much more a step off the slice counts than one in it, so that planes cut where the slice does. */
const OFF = 12;
/** What rounding to single precision may take an answer out of its hull by. */
const ROUNDING = 2e-6;

interface Corner {
  u: number;
  v: number;
  inside: boolean;
}

/** Where a feature's coordinates begin, and how many they are. */
interface Place {
  from: number;
  count: number;
  width: number;
}

/** Coordinates as the engine has them: numbers by their range, ordered and yes-or-no levels from 0 to 1, one a category. */
function placesOf(features: readonly FeatureInfo[]): { places: Place[]; dim: number } {
  let dim = 0;
  const places = features.map((feature) => {
    const count = feature.kind === "categorical" ? levelCount(feature) : 1;
    const from = dim;
    dim += count;
    return { from, count, width: feature.max > feature.min ? feature.max - feature.min : 1 };
  });
  return { places, dim };
}

function put(at: Float64Array, feature: FeatureInfo, { from, count, width }: Place, value: number): void {
  if (!isDiscrete(feature)) at[from] = value / width;
  else if (feature.kind === "categorical") for (let k = 0; k < count; k += 1) at[from + k] = k === value ? 1 : 0;
  else at[from] = value / (Math.max(2, levelCount(feature)) - 1);
}

/** The rows of each hull, as the engine gives them. */
export function cloudsOf(flat: Float64Array, dim: number): Float64Array[] {
  const clouds: Float64Array[] = [];
  for (let from = 0; from < flat.length; ) {
    const end = from + 1 + flat[from]! * dim;
    clouds.push(flat.subarray(from + 1, end));
    from = end;
  }
  return clouds;
}

/**
 * The areas of a slice in the hulls that `flat` holds the rows of, a corner a step; null where the slice goes through a missing value. With 5,000 rows of
 * 15 features that span a round cloud, a second in all; rows of real data take a part of that.
 */
export function* hullSlice(flat: Float64Array, features: readonly FeatureInfo[], axes: readonly [FeatureInfo, FeatureInfo], at: readonly number[], asked: HullAsked, window?: Window): Generator<void, HullSlice | null> {
  const { places, dim } = placesOf(features);
  const base = new Float64Array(dim);
  features.forEach((feature, index) => put(base, feature, places[index]!, coordinate(feature, at)));
  const indices = axes.map((axis) => features.indexOf(axis));
  const free = axes.map((axis) => !isDiscrete(axis));
  if (base.some((x, i) => !Number.isFinite(x) && !indices.some((k, a) => free[a] === true && places[k]!.from === i))) return null;
  const clouds = cloudsOf(flat, dim);
  const ends = axes.map((axis, a) => (free[a] === true ? reachOf(axis, at, a === 0 ? window?.x : window?.y) : null));
  const levels = axes.map((axis, a) => (free[a] === true ? [null] : Array.from({ length: levelCount(axis) }, (_, k) => k)));
  const areas: number[][] = [];
  let settled = true;
  for (const i of levels[0]!) {
    for (const j of levels[1]!) {
      const here = Float64Array.from(base);
      [i, j].forEach((level, a) => level !== null && put(here, axes[a]!, places[indices[a]!]!, level));
      for (const cloud of clouds) {
        const found = yield* areaOf(cloud, here, asked, indices.map((k, a) => (ends[a] ? { at: places[k]!.from, ...ends[a] } : null)));
        settled &&= found.settled;
        if (found.corners.length === 0) continue;
        const scale = (a: 0 | 1, level: number | null, value: number, side: number): number => (level === null ? value * places[indices[a]!]!.width : level + side);
        areas.push(drawn(found.corners, i !== null, j !== null).flatMap(([u, v, sx, sy]) => [scale(0, i, u, sx), scale(1, j, v, sy)]));
      }
    }
  }
  return { x: axes[0].name, y: axes[1].name, areas, settled };
}

/** Corners with the side of a level's band that they stand on. */
function drawn(corners: readonly Corner[], levelX: boolean, levelY: boolean): [number, number, number, number][] {
  if (!levelX && !levelY) return corners.map(({ u, v }) => [u, v, 0, 0]);
  const [a, b = a] = corners;
  if (!a || !b) return [];
  const xs = levelX ? [[0, -0.5], [0, 0.5]] as const : [[a.u, 0], [b.u, 0]] as const;
  const ys = levelY ? [[0, -0.5], [0, 0.5]] as const : [[a.v, 0], [b.v, 0]] as const;
  return ([[0, 0], [1, 0], [1, 1], [0, 1]] as const).map(([i, j]) => [xs[i][0], ys[j][0], xs[i][1], ys[j][1]]);
}

/** The ends within which areas are cut, a good deal beyond what is shown, and how near is near enough; all in the coordinates of hulls. */
function reachOf(axis: FeatureInfo, at: readonly number[], shown?: readonly [number, number]): { lo: number; hi: number; near: number } {
  const width = axis.max > axis.min ? axis.max - axis.min : 1;
  const own = coordinate(axis, at);
  const [lo, hi] = shown ?? [Math.min(axis.min, Number.isNaN(own) ? axis.min : own), Math.max(axis.max, Number.isNaN(own) ? axis.max : own)];
  const more = hi - lo || 1;
  return { lo: (lo - more) / width, hi: (hi + more) / width, near: Math.max(ROUNDING, more / width / 2000) };
}

type Free = { at: number; lo: number; hi: number; near: number } | null;

function* areaOf(cloud: Float64Array, here: Float64Array, asked: HullAsked, [x = null, y = null]: Free[]): Generator<void, { corners: Corner[]; settled: boolean }> {
  const corner = (u: number, v: number): Corner => ({ u, v, inside: false });
  const us = x ? [x.lo, x.hi] : [0];
  const vs = y ? [y.lo, y.hi] : [0];
  let corners = us.length + vs.length === 4 ? [corner(us[0]!, vs[0]!), corner(us[1]!, vs[0]!), corner(us[1]!, vs[1]!), corner(us[0]!, vs[1]!)] : us.flatMap((u) => vs.map((v) => corner(u, v)));
  const near = Math.min(x?.near ?? Infinity, y?.near ?? Infinity, 5e-4);
  const body = bodyOf(cloud, here, asked, [x?.at ?? -1, y?.at ?? -1]);
  for (let tests = 0; tests < MOST; tests += 1) {
    const next = corners.find(({ inside }) => !inside);
    if (!next) return { corners, settled: true };
    const plane = body(next, near);
    yield;
    if (!plane) next.inside = true;
    else corners = clipped(corners, plane, near / 4);
  }
  return { corners, settled: false };
}

/** All with a u + b v >= c belongs. */
interface Plane {
  a: number;
  b: number;
  c: number;
}

/** Tests a place of the slice: null where it is in the body, else a plane that has all of the body's slice on its other side; a plane of nothing where there is no slice. */
function bodyOf(cloud: Float64Array, here: Float64Array, { epsilon, norm }: HullAsked, [xAt, yAt]: readonly [number, number]): (corner: Corner, near: number) => Plane | null {
  const dim = here.length;
  const scale = Float64Array.from(here, (_, i) => (i === xAt || i === yAt ? 1 : OFF));
  const from = Float64Array.from(here);
  const along = new Float64Array(dim);
  let known: { corral: Corral; from: Float64Array } | null = null;
  const seen = (row: number): Float64Array => {
    const at = new Float64Array(dim);
    for (let i = 0; i < dim; i += 1) at[i] = scale[i]! * (cloud[row * dim + i]! - from[i]!);
    return at;
  };
  const count = cloud.length / dim;
  const active: number[] = [];
  const isActive = new Uint8Array(count);
  /** The row of some, or of all, that goes least along a direction, and how far. */
  const lowest = (direction: Float64Array, some?: readonly number[]): [number, number] => {
    let [row, low] = [0, Infinity];
    for (let k = 0, n = some?.length ?? count; k < n; k += 1) {
      const index = some ? some[k]! : k;
      let sum = 0;
      for (let i = 0, start = index * dim; i < dim; i += 1) sum += direction[i]! * cloud[start + i]!;
      if (sum < low) [row, low] = [index, sum];
    }
    return [row, low];
  };
  const least: Least = (direction, enough) => {
    // Directions of the stretched space are stretched once more to be directions of the rows.
    let zero = 0;
    for (let i = 0; i < dim; i += 1) {
      along[i] = scale[i]! * direction[i]!;
      zero += along[i]! * from[i]!;
    }
    const by = ballTo(along, epsilon, norm);
    zero += dot(along, by);
    // Most often one of the rows met before goes as far as it takes to go on; all are asked where none does.
    const met = lowest(along, active);
    let row = met[0];
    if (met[1] - zero > enough) {
      row = lowest(along)[0];
      if (isActive[row] === 0) active.push(row);
      isActive[row] = 1;
    }
    const at = seen(row);
    for (let i = 0; i < dim; i += 1) at[i] = at[i]! - scale[i]! * by[i]!;
    return at;
  };
  return ({ u, v }, near) => {
    if (xAt >= 0) from[xAt] = u;
    if (yAt >= 0) from[yAt] = v;
    // Corners lie close together: what was nearest to the last is a good start.
    const moved = known?.corral.map(({ at, weight }) => ({ at: at.map((value, i) => value + scale[i]! * (known!.from[i]! - from[i]!)), weight }));
    const { plane, corral } = towards(least, moved ?? [{ at: least(seen(0), -Infinity), weight: 1 }], near);
    known = { corral, from: Float64Array.from(from) };
    if (!plane) return null;
    const { x, beyond } = plane;
    const length = Math.sqrt(dot(x, x));
    // What is left in doubt is inside.
    const far = beyond / length - ROUNDING;
    if (far <= 0) return null;
    const [a, b] = [xAt < 0 ? 0 : x[xAt]! / length, yAt < 0 ? 0 : x[yAt]! / length];
    return { a, b, c: far + a * u + b * v };
  };
}

/** The point of a ball that goes furthest in a direction. */
function ballTo(direction: Float64Array, radius: number, norm: HullAsked["norm"]): Float64Array {
  const to = new Float64Array(direction.length);
  if (radius === 0) return to;
  if (norm === "linf") direction.forEach((d, i) => (to[i] = radius * Math.sign(d)));
  else if (norm === "l2") {
    const length = Math.sqrt(dot(direction, direction)) || 1;
    direction.forEach((d, i) => (to[i] = (radius * d) / length));
  } else {
    let most = 0;
    direction.forEach((d, i) => (most = Math.abs(d) > Math.abs(direction[most]!) ? i : most));
    to[most] = radius * Math.sign(direction[most]!);
  }
  return to;
}

/** A convex area without what lies before a plane; corners closer than `merge` to one that is inside are that one. */
function clipped(corners: readonly Corner[], { a, b, c }: Plane, merge: number): Corner[] {
  const over = ({ u, v }: Corner): number => a * u + b * v - c;
  if (corners.length === 1) return [];
  const cut: Corner[] = [];
  corners.forEach((one, k) => {
    const [here, next] = [over(one), corners[(k + 1) % corners.length]!];
    const there = over(next);
    if (here >= 0) cut.push(one);
    // Two corners are one side, not two.
    if (here >= 0 === there >= 0 || (corners.length === 2 && k === 1)) return;
    const t = here / (here - there);
    cut.push({ u: one.u + t * (next.u - one.u), v: one.v + t * (next.v - one.v), inside: false });
  });
  const kept = cut.filter((one, k) => one.inside || !cut.some((other, at) => at !== k && (other.inside || at < k) && Math.hypot(other.u - one.u, other.v - one.v) <= merge));
  return corners.length === 2 ? cut : kept;
}
