/**
 * Writes down a check's course, step by step, so that the search can be shown as its proof has it. Plain data.
 */
import type { Box, Reasons } from "./box.js";
import type { Levels } from "./levels.js";
import type { Closed, Watch } from "./watch.js";

/** The levels of one feature: numbers by the upper ends of their cells (an infinite end is open), others by their count. */
export interface ReplayAxis {
  feature: string;
  cuts: Float64Array | null;
  count: number;
}

export interface ReplayStep {
  kind: "enter" | "round" | "split" | "closed";
  /** Number of the box, in the proof's order; of the box that it is a part of. */
  box: number;
  parent: number | null;
  /** Lower bound on the cost of any answer in the box; 0 where the cost is the largest change alone. */
  bound: number;
  /** Lower bound on the cost of any answer, by all steps so far; no more than the claim. */
  proved: number;
  /** The live levels: for each feature runs of them, each from the first to before the second; null: none. */
  live: number[][] | null;
  why?: Closed;
  /** Levels from `from` to before `to` of a feature, and the rest; `inside`: these first. */
  split?: { feature: number; from: number; to: number; inside: boolean };
}

export interface SearchReplay {
  axes: ReplayAxis[];
  /** The cost of the answer; null: nothing is possible. */
  cost: number | null;
  /** The proved lower bound, where that is less than the cost. */
  proved?: number;
  /** The cost is the largest change alone, so that boxes have no bounds of their own. */
  largest: boolean;
  boxes: number;
  steps: ReplayStep[];
  /** Whether steps were left out because there were too many to show. */
  cut: boolean;
}

interface Open {
  parent: number | null;
  bound: number;
}

/** At most so many steps are kept. */
const MOST = 4000;

export class Recorder implements Watch {
  private axes: ReplayAxis[] = [];
  private steps: ReplayStep[] = [];
  private open: Open[] = [];
  private reasons: Reasons | undefined;
  private now: ReplayStep | undefined;
  private boxes = 0;
  private limit = Infinity;

  constructor(
    private readonly cost: number | null,
    private readonly largest: boolean,
    /** How many proofs there are: a bound holds for all answers only in the last. */
    private readonly proofs: number,
    /** The proved lower bound: the cost, or less. */
    private readonly claim: number | null = cost,
  ) {}

  private begun = 0;

  begin = (levels: readonly Levels[], reasons: Reasons, limit: number): void => {
    this.reasons = reasons;
    this.limit = limit;
    this.begun++;
    this.open = [{ parent: null, bound: 0 }];
    this.axes = levels.map(({ feature, count, cuts }) => ({ feature: feature.name, cuts: feature.values === undefined ? cuts : null, count }));
  };

  enter = (box: Box | undefined): void => {
    const { parent, bound } = this.open.pop() ?? { parent: null, bound: 0 };
    const base = box === undefined || this.largest ? bound : Math.max(bound, this.base(box));
    this.step({ kind: "enter", box: this.boxes++, parent, bound: box === undefined ? bound : base, proved: 0, live: box === undefined ? null : this.runs(box) });
  };

  round = (bound: number, box: Box | undefined): void => {
    const { now } = this;
    if (now === undefined) return;
    const known = this.largest ? 0 : Math.max(now.bound, bound, box === undefined ? -Infinity : this.base(box));
    this.step({ ...now, kind: "round", bound: known, live: box === undefined ? null : this.runs(box) });
  };

  closed = (why: Closed): void => {
    if (this.now === undefined) return;
    this.step({ ...this.now, kind: "closed", why, bound: Math.max(this.now.bound, this.claim === null || this.largest ? this.now.bound : this.limit) });
  };

  split = (feature: number, from: number, to: number, inside: boolean): void => {
    if (this.now === undefined) return;
    const { box, bound } = this.now;
    this.open.push({ parent: box, bound }, { parent: box, bound });
    this.step({ ...this.now, kind: "split", split: { feature, from, to, inside } });
  };

  replay(): SearchReplay {
    const { axes, cost, claim, largest, boxes, steps } = this;
    return { axes, cost, ...(claim === null || claim === cost ? {} : { proved: claim }), largest, boxes, steps: steps.slice(0, MOST), cut: steps.length > MOST };
  }

  private step(step: ReplayStep): void {
    const closed = step.kind === "closed";
    const rest = this.open.map(({ bound }) => bound);
    const here = step.kind === "split" || closed ? rest : [...rest, step.bound];
    const last = this.begun === this.proofs;
    const proved = this.largest || !last ? 0 : Math.min(this.claim ?? Infinity, ...here);
    this.now = { ...step, proved: closed && rest.length === 0 && last ? (this.claim ?? 0) : Number.isFinite(proved) ? proved : 0 };
    // One more than is shown, so that it is known that there were more.
    if (this.steps.length <= MOST) this.steps.push(this.now);
  }

  /** The sum over the features of the cost of the cheapest live level. */
  private base({ levels }: Box): number {
    const { reasons } = this;
    if (reasons === undefined) return 0;
    let sum = 0;
    for (let f = 0; f < reasons.features; f++) {
      let low = Infinity;
      for (let k = reasons.first[f]!; k < reasons.first[f + 1]!; k++) if (levels[k]! && reasons.cost[k]! < low) low = reasons.cost[k]!;
      sum += low;
    }
    return sum;
  }

  private runs({ levels }: Box): number[][] {
    const { reasons } = this;
    if (reasons === undefined || this.steps.length > MOST) return [];
    return Array.from({ length: reasons.features }, (_, f) => {
      const [begin, end] = [reasons.first[f]!, reasons.first[f + 1]!];
      const runs: number[] = [];
      for (let k = begin; k <= end; k++) {
        const on = k < end && levels[k] === 1;
        if (on !== (runs.length % 2 === 1)) runs.push(k - begin);
      }
      return runs;
    });
  }
}
