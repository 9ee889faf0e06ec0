/** A box: the levels and leaves that may still hold a cheaper answer. And the reasons that need no messages (docs/contract/certificate.md, "Boxes"). */
import type { Leaves } from "./tree-leaves.js";
import type { Levels } from "./levels.js";
import type { Sums } from "./priced-constraints.js";
import { SCORE_SLACK } from "./tolerances.js";

/** Flags of the live levels (features one after another) and of the live leaves: 1 or 0. */
export interface Box {
  levels: Uint8Array;
  leaves: Uint8Array;
}

export const copy = ({ levels, leaves }: Box): Box => ({ levels: levels.slice(), leaves: leaves.slice() });

/** Which reason emptied a box: the limit on changes, costs, rows (no leaves reach the need), cover (a feature without a level), or sums over features. */
export type Why = "changes" | "cost" | "rows" | "cover" | "sums";

export class Reasons {
  /** Levels of feature f: first[f] to first[f + 1]. */
  readonly first: Int32Array;
  readonly cost: Float64Array;
  readonly stays: Uint8Array;
  readonly trees: number;
  readonly features: number;
  /** Why the box that was last found empty is. */
  why: Why = "cost";
  private readonly least: Float64Array;
  private readonly tops: Float64Array;
  /** By level its cost where it is live; by atom the least of those. */
  private readonly open: Float64Array;
  private readonly atom: Float64Array;
  private readonly covered: Uint8Array;

  constructor(
    levels: readonly Levels[],
    readonly leaves: Leaves,
    readonly sums: Sums,
    readonly cutoff: number,
    readonly most: number | undefined,
  ) {
    this.features = levels.length;
    this.first = new Int32Array(levels.length + 1);
    levels.forEach(({ count }, f) => (this.first[f + 1] = this.first[f]! + count));
    const count = this.first[levels.length]!;
    this.cost = new Float64Array(count);
    this.stays = new Uint8Array(count);
    levels.forEach(({ cost, stays }, f) => {
      this.cost.set(cost, this.first[f]);
      this.stays.set(stays, this.first[f]);
    });
    this.trees = leaves.first.length - 1;
    this.least = new Float64Array(levels.length);
    this.tops = new Float64Array(this.trees);
    this.open = new Float64Array(count);
    this.atom = new Float64Array(leaves.from.length);
    this.covered = new Uint8Array(leaves.from.length);
  }

  /** All levels of finite cost and all leaves. */
  whole(): Box {
    return { levels: Uint8Array.from(this.cost, (c) => Number(c < Infinity)), leaves: new Uint8Array(this.leaves.entries.length - 1).fill(1) };
  }

  /** Excludes until nothing more is found; false where the box is empty. */
  propagate(box: Box): boolean {
    for (let before = -1, now = -2; before !== now; ) {
      before = now;
      const why = !this.changes(box) ? "changes" : !this.costs(box) ? "cost" : !this.rows(box) ? "rows" : !this.cover(box) ? "cover" : !this.sums.keep(box.levels, this.first) ? "sums" : undefined;
      if (why !== undefined) {
        this.why = why;
        return false;
      }
      now = sum(box.levels) + sum(box.leaves);
    }
    return true;
  }

  /** At most so many changes: where they are used up, every feature that can stay stays. */
  private changes({ levels }: Box): boolean {
    if (this.most === undefined) return true;
    const { first, stays } = this;
    const may = Array.from({ length: this.features }, (_, f) => {
      for (let k = first[f]!; k < first[f + 1]!; k++) if (levels[k]! & stays[k]!) return true;
      return false;
    });
    const forced = may.filter((m) => !m).length;
    if (forced === this.most) may.forEach((m, f) => m && levels.subarray(first[f], first[f + 1]).forEach((_, i, own) => (own[i]! &= stays[first[f]! + i]!)));
    return forced <= this.most;
  }

  /** Excludes levels and leaves with which the cost reaches the cutoff, even with every other feature at its cheapest live level. */
  private costs({ levels, leaves }: Box): boolean {
    const { first, cost, least, open, atom, cutoff } = this;
    const { entries, group, feature, sets, set } = this.leaves;
    let base = 0;
    for (let f = 0; f < this.features; f++) {
      let low = Infinity;
      for (let k = first[f]!; k < first[f + 1]!; k++) if (levels[k]! && cost[k]! < low) low = cost[k]!;
      least[f] = low;
      base += low;
    }
    // A feature without a live level makes this infinite.
    if (!(base < cutoff)) return false;
    for (let f = 0; f < this.features; f++) {
      const room = cutoff - base + least[f]!;
      for (let k = first[f]!; k < first[f + 1]!; k++) {
        if (levels[k]! && !(cost[k]! < room)) levels[k] = 0;
        open[k] = levels[k]! ? cost[k]! : Infinity;
      }
    }
    this.perAtom(open, atom);
    for (let l = 0; l < leaves.length; l++) {
      if (!leaves[l]!) continue;
      let total = base;
      for (let e = entries[l]!; e < entries[l + 1]!; e++) {
        let low = Infinity;
        for (let i = sets[e]!; i < sets[e + 1]!; i++) if (atom[set[i]!]! < low) low = atom[set[i]!]!;
        total += low - least[feature[group[e]!]!]!;
      }
      if (!(total < cutoff)) leaves[l] = 0;
    }
    return true;
  }

  /** The least number of each atom's levels. */
  private perAtom(number: Float64Array, least: Float64Array): void {
    const { feature, atoms, from } = this.leaves;
    for (let g = 0; g < feature.length; g++) {
      const [begin, end] = [this.first[feature[g]!]!, this.first[feature[g]! + 1]!];
      for (let a = atoms[g]!; a < atoms[g + 1]!; a++) {
        const to = a + 1 < atoms[g + 1]! ? begin + from[a + 1]! : end;
        let low = Infinity;
        for (let k = begin + from[a]!; k < to; k++) if (number[k]! < low) low = number[k]!;
        least[a] = low;
      }
    }
  }

  /** Excludes leaves with which a row misses its need, even with the largest live leaf of every other tree. */
  private rows({ leaves }: Box): boolean {
    const { first, rows, need } = this.leaves;
    const width = need.length;
    for (let row = 0; row < width; row++) {
      let total = 0;
      for (let t = 0; t < this.trees; t++) {
        let top = -Infinity;
        for (let l = first[t]!; l < first[t + 1]!; l++) if (leaves[l]! && rows[l * width + row]! > top) top = rows[l * width + row]!;
        this.tops[t] = top;
        total += top;
      }
      const needed = need[row]! - SCORE_SLACK * Math.max(Math.abs(need[row]!), 1);
      // A tree without a live leaf makes this minus infinity.
      if (!(total >= needed)) return false;
      for (let t = 0; t < this.trees; t++) {
        for (let l = first[t]!; l < first[t + 1]!; l++) if (leaves[l]! && !(total - this.tops[t]! + rows[l * width + row]! >= needed)) leaves[l] = 0;
      }
    }
    for (let t = 0; t < this.trees; t++) if (!leaves.subarray(first[t], first[t + 1]).includes(1)) return false;
    return true;
  }

  /** Excludes levels that all live leaves of some tree exclude. */
  private cover({ levels, leaves }: Box): boolean {
    const { covered } = this;
    const { first, groups, feature, atoms, from, entries, group, sets, set } = this.leaves;
    for (let t = 0; t < this.trees; t++) {
      const [g0, g1] = [groups[t]!, groups[t + 1]!];
      const asked = new Int32Array(g1 - g0);
      covered.fill(0, atoms[g0], atoms[g1]);
      let live = 0;
      for (let l = first[t]!; l < first[t + 1]!; l++) {
        if (!leaves[l]!) continue;
        live++;
        for (let e = entries[l]!; e < entries[l + 1]!; e++) {
          asked[group[e]! - g0]!++;
          for (let i = sets[e]!; i < sets[e + 1]!; i++) covered[set[i]!] = 1;
        }
      }
      for (let g = g0; g < g1; g++) {
        if (asked[g - g0] !== live) continue;
        const [begin, end] = [this.first[feature[g]!]!, this.first[feature[g]! + 1]!];
        for (let a = atoms[g]!; a < atoms[g + 1]!; a++) if (!covered[a]!) levels.fill(0, begin + from[a]!, a + 1 < atoms[g + 1]! ? begin + from[a + 1]! : end);
      }
    }
    for (let f = 0; f < this.features; f++) if (!levels.subarray(this.first[f], this.first[f + 1]).includes(1)) return false;
    return true;
  }
}

function sum(flags: Uint8Array): number {
  let total = 0;
  for (const flag of flags) total += flag;
  return total;
}
