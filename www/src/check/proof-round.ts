/** One round of a proof: the lower bound that follows from its multipliers and messages, and the levels and leaves that the bound excludes. */
import type { Box, Reasons } from "./box.js";
import { Refuted } from "./levels.js";
import type { Stream } from "./stream.js";
import { BOUND_ROUNDING } from "./tolerances.js";

/** Reads rounds of one proof and draws their conclusions. */
export class Rounds {
  /** Lower bound on the cost of answers in the box, by the last round that was followed. */
  bound = -Infinity;
  /** Reduced cost of each level: its cost minus the messages that it pays. Of each leaf: the messages that it is paid minus the worth of its rows. */
  private readonly reduced: Float64Array;
  private readonly z: Float64Array;
  private readonly paid: Float64Array;
  private readonly atom: Float64Array;
  /** The group of tree t and feature f at t * features + f; -1 where the tree does not ask for it. */
  private readonly groupOf: Int32Array;
  /** For each row the sum of every tree's largest size. */
  private readonly sizes: Float64Array;

  constructor(private readonly reasons: Reasons) {
    const { leaves, trees, features, first } = reasons;
    this.reduced = new Float64Array(reasons.cost.length);
    this.z = new Float64Array(leaves.entries.length - 1);
    this.paid = new Float64Array(Math.max(0, ...Array.from({ length: features }, (_, f) => first[f + 1]! - first[f]!)));
    this.atom = new Float64Array(leaves.from.length);
    this.groupOf = new Int32Array(trees * features).fill(-1);
    for (let t = 0; t < trees; t++) for (let g = leaves.groups[t]!; g < leaves.groups[t + 1]!; g++) this.groupOf[t * features + leaves.feature[g]!] = g;
    const width = leaves.need.length;
    this.sizes = Float64Array.from({ length: width }, (_, row) => {
      let sum = 0;
      for (let t = 0; t < trees; t++) {
        let size = 0;
        for (let l = leaves.first[t]!; l < leaves.first[t + 1]!; l++) size = Math.max(size, Math.abs(leaves.rows[l * width + row]!));
        sum += size;
      }
      return sum;
    });
  }

  /** Reads a round. Where there is a box left, excludes levels and leaves by the bound; false when that closes the box, or when there is none. */
  follow(stream: Stream, box: Box | undefined): boolean {
    const { reasons, reduced, z } = this;
    const { leaves, sums, cost, stays, most, cutoff, first, features, trees } = reasons;
    const width = leaves.need.length;
    const lambda = Float64Array.from({ length: width }, () => stream.multiplier());
    const mu = most === undefined ? 0 : stream.multiplier();
    const always = sums.stated;
    const gamma = sums.rows.map((_, row) => (row < always ? stream.multiplier() : 0));
    // Of the rows of directions, hyperplanes and leaves, those with a multiplier by their numbers from 1 on.
    for (let row; always < gamma.length && (row = stream.number()) > 0; ) {
      if (always + row > gamma.length) throw new Refuted("a multiplier of a row that there is not");
      gamma[always + row - 1] = stream.multiplier();
    }
    let bound = 0;
    for (let row = 0; row < width; row++) bound += lambda[row]! * leaves.need[row]!;
    bound -= mu * (most ?? 0) + BOUND_ROUNDING * mu * ((most ?? 0) + features);
    for (let row = 0; row < width; row++) bound -= BOUND_ROUNDING * lambda[row]! * (Math.abs(leaves.need[row]!) + this.sizes[row]!);
    for (let l = 0; l < z.length; l++) {
      let price = 0;
      for (let row = 0; row < width; row++) price += lambda[row]! * leaves.rows[l * width + row]!;
      z[l] = -price;
    }
    reduced.set(cost);
    bound -= sums.charge(gamma, reduced, first, box?.levels);
    for (let k = 0; k < cost.length; k++) if (!stays[k]!) reduced[k]! += mu;
    bound -= BOUND_ROUNDING * this.messages(stream, box);
    if (box === undefined) return false;
    const bestLevel = Array.from({ length: features }, (_, f) => least(reduced, box.levels, first[f]!, first[f + 1]!));
    const bestLeaf = Array.from({ length: trees }, (_, t) => least(z, box.leaves, leaves.first[t]!, leaves.first[t + 1]!));
    bound += bestLevel.reduce((a, b) => a + b, 0) + bestLeaf.reduce((a, b) => a + b, 0);
    // Sums of numbers that are no longer finite prove nothing.
    this.bound = Number.isFinite(bound) ? bound : -Infinity;
    if (!Number.isFinite(bound)) return true;
    if (bound >= cutoff) return false;
    const rest = cutoff - bound;
    bestLevel.forEach((best, f) => exclude(reduced, box.levels, first[f]!, first[f + 1]!, rest + best));
    bestLeaf.forEach((best, t) => exclude(z, box.leaves, leaves.first[t]!, leaves.first[t + 1]!, rest + best));
    return true;
  }

  /** Reads and pays all messages; the sum of their sizes, each the largest over its levels. */
  private messages(stream: Stream, box: Box | undefined): number {
    let sizes = 0;
    const { first, features, trees } = this.reasons;
    for (let said = stream.number(); said !== 0; said = stream.number()) {
      const f = said - 1;
      if (f >= features) throw new Refuted("a message of a feature that there is not");
      const count = first[f + 1]! - first[f]!;
      for (let left = stream.number(); left > 0; left--) {
        const t = stream.number();
        if (t >= trees) throw new Refuted("a message to a tree that there is not");
        const starts = [0];
        const segments = stream.number();
        if (segments === 0) throw new Refuted("a message of no levels");
        for (let more = segments; more > 1; more--) {
          const step = stream.number();
          const at = starts.at(-1)! + step;
          if (step === 0 || at >= count) throw new Refuted("a message of levels that there are not");
          starts.push(at);
        }
        let size = 0;
        for (let s = 0; s < starts.length; s++) {
          const message = stream.message();
          size = Math.max(size, Math.abs(message));
          this.paid.fill(message, starts[s], starts[s + 1] ?? count);
        }
        sizes += size;
        if (box !== undefined) this.pay(box, t, f, count);
      }
    }
    return sizes;
  }

  /** Takes a message off the feature's levels and gives each live leaf of the tree the least that leads to it. */
  private pay({ levels, leaves }: Box, t: number, f: number, count: number): void {
    const { reduced, z, paid, atom, reasons } = this;
    const { entries, group, atoms, from, sets, set, first } = reasons.leaves;
    const begin = reasons.first[f]!;
    const g = this.groupOf[t * reasons.features + f]!;
    let any = Infinity;
    for (let k = 0; k < count; k++) {
      reduced[begin + k]! -= paid[k]!;
      if (levels[begin + k]! && paid[k]! < any) any = paid[k]!;
    }
    if (g >= 0) {
      for (let a = atoms[g]!; a < atoms[g + 1]!; a++) {
        let low = Infinity;
        const to = a + 1 < atoms[g + 1]! ? from[a + 1]! : count;
        for (let k = from[a]!; k < to; k++) if (levels[begin + k]! && paid[k]! < low) low = paid[k]!;
        atom[a] = low;
      }
    }
    for (let l = first[t]!; l < first[t + 1]!; l++) {
      if (!leaves[l]!) continue;
      let low = any;
      for (let e = entries[l]!; e < entries[l + 1]!; e++) {
        if (group[e] !== g) continue;
        low = Infinity;
        for (let i = sets[e]!; i < sets[e + 1]!; i++) if (atom[set[i]!]! < low) low = atom[set[i]!]!;
        break;
      }
      z[l]! += low;
    }
  }
}

/** The least of the live ones; minus infinity where one is no number. */
function least(of: Float64Array, live: Uint8Array, from: number, to: number): number {
  let low = Infinity;
  for (let i = from; i < to; i++) {
    if (!live[i]! || of[i]! >= low) continue;
    if (Number.isNaN(of[i]!)) return -Infinity;
    low = of[i]!;
  }
  return low;
}

/** Entries that reach the end are no longer live. */
function exclude(of: Float64Array, live: Uint8Array, from: number, to: number, end: number): void {
  for (let i = from; i < to; i++) if (live[i]! && !(of[i]! < end)) live[i] = 0;
}
