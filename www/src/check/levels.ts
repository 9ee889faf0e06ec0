/** The levels of every feature, the cost of the cheapest point of each, and the runs of them that a test tells apart. */
import { goesLeft, interval as halfOpen, Unproven, type Model, type Test } from "./model.js";
import { before, ceil, floor, type Real } from "./number.js";
import { allowed, cheapest, earned, interval, price, stays } from "./price.js";
import type { Condition, Query } from "./query.js";
import { valueAt, type Feature, type Schema } from "./schema.js";

/** A certificate that does not hold. */
export class Refuted extends Error {}

export interface Levels {
  feature: Feature;
  count: number;
  /** Raised by the most that the feature may earn; infinite where no point is allowed. */
  cost: Float64Array;
  /** 1 where ending there is no change. */
  stays: Uint8Array;
  /** Upper ends of the cells; of numbers alone. */
  cuts: Float64Array;
  /** A point of each level; of numbers alone, NaN for "still missing". */
  point: Float64Array;
  /** Whether the last level means "still missing". */
  missing: boolean;
}

/** Consecutive levels with the same outcome of a test or condition: where each run begins, and its outcome. */
export interface Runs<T> {
  from: number[];
  fares: T[];
}

export function levelsOf(model: Model, schema: Schema, query: Query, cuts: readonly Float64Array[]): Levels[] {
  if (cuts.length !== schema.features.length) throw new Refuted("there are not as many lists of cuts as features");
  const { l0, l1, l2, linf } = query.norm;
  const mixed = l0 + l1 + l2 + query.perChange > 0 || [...query.tables, ...query.curves].some((own) => own !== undefined);
  if (linf > 0 && mixed) throw new Unproven("a largest-change cost mixed with others has no certificate");
  if (linf > 0 && query.sums.length > 0) throw new Unproven("a largest-change cost beside linear constraints has no certificate");
  return schema.features.map((feature, f) => (feature.values === undefined ? cells(model, query, feature, f, cuts[f]!) : labels(query, feature, f)));
}

function labels(query: Query, feature: Feature, f: number): Levels {
  const missing = Number.isNaN(query.row[feature.columns[0]!]);
  const known = feature.labels.length;
  const all = blank(feature, known + Number(missing), new Float64Array(0), missing);
  for (let k = 0; k < all.count; k++) {
    const to = query.row.slice();
    if (k < known) for (const c of feature.columns) to[c] = valueAt(feature, k, c);
    all.stays[k] = Number(stays(feature, query, to));
    all.cost[k] = raised(query, feature, f, to);
  }
  return all;
}

/** The cost of a feature's value, raised by the most that the feature may earn; infinite where it is not allowed. */
const raised = (query: Query, feature: Feature, f: number, to: readonly number[]): number =>
  allowed(query, feature, f, to) ? price(query, feature, f, to) + earned(query, feature, f) : Infinity;

function cells({ input }: Model, query: Query, feature: Feature, f: number, cuts: Float64Array): Levels {
  if (!cuts.every((c, i) => !Number.isNaN(c) && (i === 0 || cuts[i - 1]! < c))) throw new Refuted("cuts are not ascending");
  const column = feature.columns[0]!;
  const own = query.row[column]!;
  const missing = Number.isNaN(own);
  const all = blank(feature, cuts.length + 1 + Number(missing), cuts, missing);
  const home = missing ? -1 : cellOf(cuts, input.round(own));
  const may = allowed(query, feature, f, query.row);
  const [min, max] = interval(query, feature, f);
  const [up, down] = feature.kind === "integer" ? [wholeUp, wholeDown] : [ceil, floor];
  const to = query.row.slice();
  const centre = own + cheapest(query, feature, f, min - own, max - own);
  for (let k = 0; k <= cuts.length; k++) {
    if (k === home && may) {
      all.stays[k] = 1;
      all.cost[k] = raised(query, feature, f, query.row);
      all.point[k] = own;
      if (centre === own) continue;
    }
    const [lo, hi] = [k === 0 ? -Infinity : cuts[k - 1]!, k === cuts.length ? Infinity : cuts[k]!];
    // Costs rise with the distance from the cheapest value, so the cheapest point is the nearest one above or below.
    const first = Math.max(min, above(input, lo));
    const last = Math.min(max, hi);
    for (const x of [down(input, missing ? last : Math.min(last, centre)), up(input, missing ? first : Math.max(first, centre))]) {
      // The number that the model reads as it reads the query's own is no change.
      if (!(Number.isFinite(x) && x > lo && x <= hi) || (all.stays[k] === 1 && x === input.round(own))) continue;
      to[column] = x;
      const cost = raised(query, feature, f, to);
      if (cost < all.cost[k]!) [all.cost[k], all.point[k]] = [cost, x];
    }
  }
  if (missing) {
    all.stays[all.count - 1] = 1;
    all.cost[all.count - 1] = may ? 0 : Infinity;
  }
  return all;
}

/**
 * The least and the largest value of a level of finite cost. They are of the input type, whole where the feature is, and within the limits
 * on the feature alone. The level of the factual also holds its own value.
 */
export function spanOf({ input }: Model, query: Query, { feature, cuts, stays }: Levels, f: number, k: number): [number, number] {
  const column = feature.columns[0]!;
  if (feature.values !== undefined) return [valueAt(feature, k, column), valueAt(feature, k, column)];
  const own = query.row[column]!;
  const ways = [feature.change, ...query.ways[f]!];
  const [min, max] = interval(query, feature, f);
  const [up, down] = feature.kind === "integer" ? [wholeUp, wholeDown] : [ceil, floor];
  const [lo, hi] = [k === 0 ? -Infinity : cuts[k - 1]!, k === cuts.length ? Infinity : cuts[k]!];
  const begin = up(input, Math.max(min, above(input, lo), ways.includes("increase") ? own : -Infinity));
  const end = down(input, Math.min(max, hi, ways.includes("decrease") ? own : Infinity));
  if (stays[k] !== 1) return [begin, end];
  const alone = query.fixed[f]! || ways.includes("fixed");
  // A value that the model reads as the same number as the factual's value counts as the factual's value.
  const read = (x: number): number => (input.round(x) === input.round(own) ? own : x);
  return alone ? [own, own] : [Math.min(read(begin), own), Math.max(read(end), own)];
}

/** The least value of the input type above an end of a cell. */
const above = (input: Real, end: number): number => (end === -Infinity ? end : input.after(floor(input, end)));

const blank = (feature: Feature, count: number, cuts: Float64Array, missing: boolean): Levels => ({
  ...{ feature, count, cuts, missing },
  cost: new Float64Array(count).fill(Infinity),
  stays: new Uint8Array(count),
  point: new Float64Array(count).fill(NaN),
});

const wholeUp = (input: Real, x: number): number => ceil(input, Math.ceil(ceil(input, x)));
const wholeDown = (input: Real, x: number): number => floor(input, Math.floor(floor(input, x)));

/** The cell of a value of the input type: the number of cuts below it. */
function cellOf(cuts: Float64Array, value: number): number {
  let [lo, hi] = [0, cuts.length];
  while (lo < hi) {
    const middle = (lo + hi) >> 1;
    if (cuts[middle]! < value) lo = middle + 1;
    else hi = middle;
  }
  return lo;
}

/** How many whole cells lie at or below a value, which has to be a cut (or infinite). */
function cellsUpTo(cuts: Float64Array, value: number): number {
  if (value === -Infinity) return 0;
  if (value === Infinity) return cuts.length + 1;
  const cell = cellOf(cuts, value);
  if (cuts[cell] !== value) throw new Refuted("a test of the model or of the query parts a cell");
  return cell + 1;
}

/** The runs of levels that go left (true) or right; undefined where a missing value has no way. */
export function sides(levels: Levels, test: Test, missing: boolean | undefined, input: Real): Runs<boolean | undefined> {
  const { feature, count, cuts } = levels;
  const way = Array.from({ length: count }, (): boolean | undefined => undefined);
  if (feature.values === undefined) {
    if (!("pieces" in test)) throw new Unproven("a category set over numbers has no certificate");
    way.fill(false);
    for (const [above, upTo] of test.pieces) way.fill(true, cellsUpTo(cuts, above), cellsUpTo(cuts, upTo));
  } else for (let k = 0; k < count; k++) way[k] = goesLeft(test, valueAt(feature, k, test.column), input);
  if (levels.missing) way[count - 1] = missing;
  return runs(way);
}

/** The runs of levels at which a condition of the request holds. */
export function holds(levels: Levels, condition: Condition, own: number, input: Real): Runs<boolean> {
  const { feature, cuts, point } = levels;
  const there = (k: number): number => (feature.values === undefined ? point[k]! : levels.missing && k === levels.count - 1 ? NaN : valueAt(feature, k, feature.columns[0]!));
  if (feature.values === undefined && !("levels" in condition)) {
    const value = input.round(own);
    const pieces = "min" in condition ? halfOpen(input, condition.min, condition.max) : Number.isNaN(own) ? [] : [before(input, value), value];
    for (const end of pieces) cellsUpTo(cuts, end);
  }
  const met = (k: number): boolean =>
    "unchanged" in condition ? levels.stays[k] === 1 : "levels" in condition ? condition.levels[k] === true : condition.min <= there(k) && there(k) <= condition.max;
  return runs(Array.from({ length: levels.count }, (_, k) => met(k)));
}

function runs<T>(fares: readonly T[]): Runs<T> {
  const from = Array.from(fares.keys()).filter((k) => k === 0 || fares[k] !== fares[k - 1]);
  return { from, fares: from.map((k) => fares[k]!) };
}
