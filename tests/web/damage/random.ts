/** Choices that are the same for every run. */
export class Random {
  constructor(private state: number) {}

  /** A whole number from 0 to n - 1 (mulberry32). */
  below(n: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * n);
  }

  /** One of a list that is not empty. */
  of<T>(list: readonly T[]): T {
    const item = list[this.below(list.length)];
    if (item === undefined) throw new Error("nothing to choose from");
    return item;
  }
}
