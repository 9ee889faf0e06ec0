/** Sums over features as rows: the levels that a row excludes, and the costs of levels with the rows priced (docs/contract/certificate.md, "Sums"). */
import { atLevel } from "./budget.js";
import type { Hyperplanes } from "./hyperplane.js";
import { spanOf, type Levels } from "./levels.js";
import { outputsOf, type Form, type LeafFeatures, type Summed } from "./linear-leaves.js";
import { Unproven, type Model, type Plane } from "./model.js";
import { earned, price } from "./price.js";
import type { Query, Sum } from "./query.js";
import { amountOf } from "./linear-constraint.js";
import { levelOf, widthOf } from "./schema.js";
import { BOUND_ROUNDING, LEAF_ROUNDING, ROW_SLACK } from "./tolerances.js";

/** The part of a feature in a row, `weight (x - q)`, or of levels the difference of their weights: by level the least and the largest. */
interface Term {
  feature: number;
  weight: number;
  part: Float64Array;
  top: Float64Array;
}

/** Whether level k of feature f is live. */
type Live = (f: number, k: number) => boolean;

type Terms = Sum["terms"];

interface Row {
  /** The feature that stands for a hyperplane, and its level with which the row holds. Else it always holds. */
  side: readonly [number, number] | undefined;
  /** Of a tree's part: the feature that stands for its leaf, and by level the limit in a box. */
  part?: readonly [number, (live: Live) => number[]];
  terms: Term[];
  limit: number;
  size: number;
}

/** A feature in rows: by level where its span begins and ends, as changes x - q, and the candidates for the cheapest change there. */
interface Priced {
  lo: Float64Array;
  hi: Float64Array;
  /** Of numbers, candidates of level k: from[k] to from[k + 1]; the change and the cost of each. */
  from: Int32Array;
  by: Float64Array;
  cost: Float64Array;
  /** Of numbers: the width of their range, and on each side (1 is upwards) the cost of a change of d widths. */
  width: number;
  squares: { side: 1 | -1; fixed: number; slope: number; square: number }[];
}

export class Sums {
  readonly rows: Row[];
  /** The number of those that the request states; multipliers of the others are stated by number: of a hull's directions, of hyperplanes, of linear leaves. */
  readonly stated: number;
  /** Hyperplanes, each with the feature that stands for it and those that it reads. */
  readonly tests: { plane: Plane; feature: number; reads: number[] }[];
  private readonly priced = new Map<number, Priced>();

  constructor(
    model: Model,
    private readonly query: Query,
    private readonly levels: readonly Levels[],
    hull: readonly Sum[],
    private readonly planes: Hyperplanes,
    leaves: LeafFeatures,
  ) {
    this.tests = planes.all.map((plane) => ({ plane, feature: planes.of(plane), reads: planes.reads(plane) }));
    for (const f of new Set(this.tests.flatMap(({ reads }) => reads))) this.priced.set(f, pricedOf(model, query, levels[f]!, f));
    const sums = [...query.sums, ...hull].map((sum) => ({ ...sum, terms: sum.terms.filter(([, weight]) => [weight].flat().some((w) => w !== 0)) }));
    for (const f of new Set(sums.flatMap(({ terms }) => terms.map(([f]) => f)))) this.priced.set(f, pricedOf(model, query, levels[f]!, f));
    this.rows = sums.flatMap(({ terms, least, most, ofChange }) => {
      const before = ofChange ? 0 : terms.reduce((sum, [f, weight]) => sum + amountOf(levels[f]!.feature, weight, query.row), 0);
      const row = (sign: 1 | -1, end: number): Row[] => (Number.isFinite(end) ? [this.row(query, levels, terms, sign, sign * (end - before))] : []);
      return [...row(1, most), ...row(-1, least)];
    });
    this.stated = this.rows.length - hull.length;
    const most = (f: number): number => {
      const { lo, hi } = this.priced.get(f)!;
      return levels[f]!.cost.reduce((top, cost, k) => (cost < Infinity ? Math.max(top, Math.abs(lo[k]!), Math.abs(hi[k]!)) : top), 0);
    };
    for (const { plane, feature } of this.tests) {
      const sum = planes.weigh(plane, most);
      const [terms, limits] = [sum.terms, planes.limits(plane, sum)];
      for (const [k, sign] of [[0, 1], [1, -1]] as const) this.rows.push(this.row(query, levels, terms, sign, limits[k], [feature, k]));
    }
    const read = leaves.all.flatMap(({ trees, rows }) => [
      ...trees.flatMap((tree) => tree.leaves.flatMap(({ linear }) => linear?.columns ?? [])).map((c) => levels.findIndex(({ feature }) => feature.columns.includes(c))),
      ...rows.flatMap(({ own }) => (own === undefined ? [] : [own[0]])),
    ]);
    for (const f of new Set(read)) if (!this.priced.has(f)) this.priced.set(f, pricedOf(model, query, levels[f]!, f));
    const sumsOf = leaves.all.flatMap((summed) => this.summed(leaves, summed, most));
    this.rows.push(...sumsOf);
  }

  /** Adds the rows of an ensemble's parts; gives those of its sums. */
  private summed(leaves: LeafFeatures, { model, rows, trees }: Summed, most: (f: number) => number): Row[] {
    const { query, levels } = this;
    const sums = rows.map(({ coef, need, own }) => {
      const base = coef.map((c, o) => c * model.base[o]!);
      const terms = new Map<number, number | number[]>(own === undefined ? [] : [[own[0], -own[1]]]);
      return { coef, terms, limit: base.reduce((a, b) => a + b, -need), size: base.reduce((a, b) => a + Math.abs(b), Math.abs(need)) };
    });
    for (const choice of trees) {
      for (const o of outputsOf(model, choice.tree)) {
        const { forms, off, size } = leaves.forms(choice, o, levels, most);
        const part = choice.parts.get(o);
        let low = 0;
        if (part !== undefined) {
          const whole: Live = (f, k) => levels[f]!.cost[k]! < Infinity;
          const end = (sign: number): number => Math.max(...forms.map((form) => this.most(sign, form, undefined, whole) + off));
          low = -end(-1);
          this.priced.set(part, standing([0, end(1) - low]));
          if (!Number.isFinite(end(1) - low)) throw new Unproven("a linear leaf over numbers without bounds has no certificate");
          for (const sign of [1, -1] as const) {
            if (!rows.some(({ coef }) => coef[o]! * sign > 0)) continue;
            for (const form of forms) {
              const terms: Terms = [[part, sign], ...form.terms.map(([f, w]): Terms[number] => [f, scaled(-sign, w)])];
              const limits = (live: Live): number[] => forms.map((k) => this.most(sign, k, form, live) + off - sign * low);
              this.rows.push({ ...this.row(query, levels, terms, 1, 2 * size), limit: 0, part: [choice.feature!, limits] });
            }
          }
        }
        for (const sum of sums) {
          const c = sum.coef[o]!;
          if (c === 0) continue;
          sum.size += Math.abs(c * size);
          if (part !== undefined) {
            sum.limit += c * low;
            sum.terms.set(part, -c);
          } else if (choice.feature !== undefined) {
            if (!this.priced.has(choice.feature)) this.priced.set(choice.feature, standing());
            join(sum.terms, choice.feature, forms.map(({ at }) => -c * at));
          } else {
            sum.limit += c * forms[0]!.at + Math.abs(c) * off;
            for (const [f, w] of forms[0]!.terms) join(sum.terms, f, scaled(-c, w));
          }
        }
      }
    }
    return sums.map(({ terms, limit, size }) => this.row(query, levels, [...terms], 1, limit + LEAF_ROUNDING * (trees.length + 2) * size));
  }

  /** The most that `sign` times a leaf's value less the slopes of another can be on the leaf's path. */
  private most(sign: number, form: Form, less: Form | undefined, live: Live): number {
    let sum = sign * form.at;
    const features = new Set([...form.terms, ...(less?.terms ?? [])].map(([f]) => f));
    for (const f of features) {
      const { feature, count } = this.levels[f]!;
      const own = levelOf(feature, this.query.row) ?? 0;
      const { lo, hi } = this.priced.get(f)!;
      const at = (of: Form | undefined, k: number): number => {
        const w = of?.terms.find(([g]) => g === f)?.[1] ?? 0;
        return typeof w === "number" ? w : w[k]! - w[own]!;
      };
      const numeric = feature.values === undefined;
      let top = -Infinity;
      for (let k = 0; k < count; k++) {
        if (!live(f, k) || form.path.get(f)?.[k] === false) continue;
        const by = sign * (at(form, k) - at(less, k));
        top = Math.max(top, ...(numeric && by !== 0 ? [by * lo[k]!, by * hi[k]!] : [numeric ? 0 : by]));
      }
      sum += top;
    }
    return sum;
  }

  /** The level of a feature that is down to one point in a box; else undefined. */
  private point(f: number, levels: Uint8Array, first: Int32Array): number | undefined {
    const live = levels.subarray(first[f], first[f + 1]);
    const [k, span] = [live.indexOf(1), this.priced.get(f)];
    return k >= 0 && !live.includes(1, k + 1) && (span === undefined || span.lo[k] === span.hi[k]) ? k : undefined;
  }

  /** Whether a box is down to one point of each feature. */
  single = (levels: Uint8Array, first: Int32Array): boolean => this.levels.every((_, f) => this.point(f, levels, first) !== undefined);

  private row(query: Query, levels: readonly Levels[], weights: Sum["terms"], sign: 1 | -1, limit: number, side?: readonly [number, number]): Row {
    let size = Math.abs(limit);
    const terms = weights.map(([feature, of]): Term => {
      const { lo, hi } = this.priced.get(feature)!;
      const weight = typeof of === "number" ? sign * of : 0;
      const { feature: stands } = levels[feature]!;
      const own = typeof of === "number" || stands.columns.length === 0 ? 0 : of[levelOf(stands, query.row) ?? -1]!;
      let largest = 0;
      const top = new Float64Array(lo.length).fill(Infinity);
      const part = levels[feature]!.cost.map((cost, k) => {
        const ends = typeof of === "number" ? [weight * lo[k]!, weight * hi[k]!] : [sign * (of[k]! - own)];
        if (cost < Infinity) for (const end of ends) if (Number.isFinite(end)) largest = Math.max(largest, Math.abs(end));
        // Ends that are no finite numbers exclude nothing.
        if (!ends.every(Number.isFinite)) return -Infinity;
        top[k] = Math.max(...ends);
        return Math.min(...ends);
      });
      size += largest;
      return { feature, weight, part, top };
    });
    return { side, terms, limit, size };
  }

  /** Takes away levels with which a row is above its limit even with every other feature's least; false where that leaves nothing. */
  keep(levels: Uint8Array, first: Int32Array): boolean {
    this.decide(levels, first);
    for (const { side: [f, own] = [], part, terms, limit, size } of this.rows) {
      if (part !== undefined) continue;
      const end = limit + ROW_SLACK * size;
      // A hyperplane's row holds with one level of its feature, which goes where it cannot. Other levels go once that is the only one.
      const at = f === undefined ? undefined : first[f]! + own!;
      const other = f === undefined ? undefined : first[f]! + 1 - own!;
      if (at !== undefined && levels[at] === 0) continue;
      const least = terms.map(({ feature, part }) => part.reduce((low, p, k) => (levels[first[feature]! + k]! && p < low ? p : low), Infinity));
      const total = least.reduce((a, b) => a + b, 0);
      if (total > end) {
        if (at === undefined || levels[other!] === 0) return false;
        levels[at] = 0;
      }
      if (other !== undefined && levels[other] === 1) continue;
      for (const [i, { feature, part }] of terms.entries()) {
        const rest = total - least[i]!;
        for (let k = 0; k < part.length; k++) if (rest + part[k]! > end) levels[first[feature]! + k] = 0;
      }
    }
    return true;
  }

  /** Decides the hyperplanes whose features are down to one point, as the model computes them. */
  private decide(levels: Uint8Array, first: Int32Array): void {
    for (const { plane, feature, reads } of this.tests) {
      const row = this.query.row.slice();
      const one = (f: number): boolean => {
        const k = this.point(f, levels, first);
        if (k !== undefined) atLevel(this.query, this.levels[f]!, k, row);
        return k !== undefined;
      };
      if (reads.every(one)) levels[first[feature]! + 1 - this.planes.side(plane, row)] = 0;
    }
  }

  /** The cost of a feature's most expensive level, of numbers in rows at the more expensive end of its span. */
  dearest(f: number, { feature, cost }: Levels): number {
    const ends = feature.values === undefined ? this.priced.get(f) : undefined;
    let top = 0;
    for (let k = 0; k < cost.length; k++) {
      if (!(cost[k]! < Infinity)) continue;
      if (ends === undefined) top = Math.max(top, cost[k]!);
      // The ends of a span are its first two candidates.
      else for (let i = ends.from[k]!; i < ends.from[k]! + 2; i++) top = Math.max(top, Number.isFinite(ends.by[i]!) ? ends.cost[i]! : Infinity);
    }
    return top;
  }

  /** Replaces the levels' costs by their costs with the rows priced; gives the amount that comes off the bound. */
  charge(gamma: readonly number[], cost: Float64Array, first: Int32Array, live: Uint8Array | undefined): number {
    const slopes = new Map<number, number>();
    let off = 0;
    for (const [r, { side, part, terms, limit, size }] of this.rows.entries()) {
      if (gamma[r] === 0 || live === undefined) continue;
      off += gamma[r]! * (side === undefined ? limit : 0) + BOUND_ROUNDING * gamma[r]! * size;
      if (side !== undefined) {
        // One level of the hyperplane's feature pays the limit, the other one the most that the sum can be in the box.
        const most = terms.reduce((sum, { feature, top }) => sum + top.reduce((most, t, k) => (live[first[feature]! + k]! && t > most ? t : most), -Infinity), 0);
        for (const k of [0, 1]) add(cost, first[side[0]]! + k, -gamma[r]! * (k === side[1] ? limit : most));
      }
      part?.[1]((f, k) => live[first[f]! + k] === 1).forEach((limit, k) => add(cost, first[part[0]]! + k, -gamma[r]! * limit));
      for (const { feature, weight, part } of terms) {
        if (this.priced.get(feature)!.from.length > 1) slopes.set(feature, (slopes.get(feature) ?? 0) + gamma[r]! * weight);
        else
          for (let k = 0, at = first[feature]!; k < part.length; k++, at++) if (cost[at]! < Infinity) add(cost, at, gamma[r]! * part[k]!);
      }
    }
    for (const [f, slope] of slopes) {
      const priced = this.priced.get(f)!;
      for (let k = 0, at = first[f]!; at < first[f + 1]!; k++, at++) if (cost[at]! < Infinity) cost[at] = leastOf(priced, k, slope);
    }
    return off;
  }
}

/** Adds to a cost; where numbers overflow that is minus infinity. */
function add(cost: Float64Array, at: number, by: number): void {
  const sum = cost[at]! + by;
  cost[at] = Number.isFinite(sum) ? sum : -Infinity;
}

/** A feature that stands for an amount in a span, or for a tree's leaf. */
const standing = (span: number[] = []): Priced => ({
  lo: Float64Array.from(span.slice(0, 1)),
  hi: Float64Array.from(span.slice(1)),
  from: Int32Array.from(span.length > 0 ? [0, 2] : [0]),
  by: Float64Array.from(span),
  cost: new Float64Array(span.length),
  width: 1,
  squares: [],
});

const scaled = (by: number, weight: number | number[]): number | number[] => (typeof weight === "number" ? by * weight : weight.map((w) => by * w));

/** Adds weights to those of a feature. */
function join(terms: Map<number, number | number[]>, f: number, weight: number | number[]): void {
  const before = terms.get(f);
  const sum = typeof weight === "number" ? ((before ?? 0) as number) + weight : weight.map((w, k) => w + ((before as number[] | undefined)?.[k] ?? 0));
  terms.set(f, sum);
}

/** The least, over a level's span, of the cost and `slope` times the change; minus infinity where numbers overflow. */
function leastOf({ lo, hi, from, by, cost, width, squares }: Priced, k: number, slope: number): number {
  let low = Infinity;
  for (let i = from[k]!; i < from[k + 1]!; i++) {
    const total = cost[i]! + slope * by[i]!;
    if (!Number.isFinite(total)) return -Infinity;
    if (total < low) low = total;
  }
  for (const { side, fixed, slope: own, square } of squares) {
    // Where the derivative is 0, in widths; nowhere without squares.
    const d = -(own + side * slope * width) / (2 * square);
    const x = side * d * width;
    if (d > 0 && x > lo[k]! && x < hi[k]!) low = Math.min(low, fixed + (own + side * slope * width) * d + square * d * d);
  }
  return low;
}

function pricedOf(model: Model, query: Query, levels: Levels, f: number): Priced {
  const { feature, count } = levels;
  const column = feature.columns[0]!;
  const own = query.row[column]!;
  const [lo, hi] = [new Float64Array(count), new Float64Array(count)];
  const [from, by, cost]: [number[], number[], number[]] = [[0], [], []];
  const curve = query.free[f]! ? undefined : query.curves[f];
  const to = query.row.slice();
  const most = earned(query, feature, f);
  for (let k = 0; k < count; k++) {
    const [begin, end] = spanOf(model, query, levels, f, k);
    [lo[k], hi[k]] = [begin - own, end - own];
    if (feature.values !== undefined) continue;
    const candidate = (x: number): void => {
      to[column] = x;
      by.push(x - own);
      cost.push(price(query, feature, f, to) + most);
    };
    candidate(begin);
    candidate(end);
    if (begin <= own && own <= end) candidate(own);
    for (const [change, value] of curve ?? []) {
      if (change === 0 || !(lo[k]! < change && change < hi[k]!)) continue;
      by.push(change);
      cost.push(query.perChange + value + most);
    }
    from.push(by.length);
  }
  const { l0, l1, l2 } = query.norm;
  const weights = query.weights[f] ?? feature.weight;
  const sides = query.free[f]! || curve !== undefined ? [] : ([[1, weights.up], [-1, weights.down]] as const);
  const squares = sides.map(([side, weight]) => ({ side, fixed: query.perChange + l0 * weight, slope: l1 * weight, square: l2 * weight }));
  return { lo, hi, from: Int32Array.from(from), by: Float64Array.from(by), cost: Float64Array.from(cost), width: widthOf(feature), squares };
}
