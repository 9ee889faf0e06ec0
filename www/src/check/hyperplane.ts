/** Hyperplane tests as features of two levels behind all others, "left" and "right" (docs/contract/certificate.md, "Hyperplanes"). */
import type { Levels } from "./levels.js";
import { standIn } from "./stand-in.js";
import { sideOf, Unproven, type Forest, type Model, type Plane } from "./model.js";
import type { Query } from "./query.js";
import { levelOf, valueAt, type Feature } from "./schema.js";
import { LEAST_PLANE, MOST_PLANE, PLANE_DOUBLE, PLANE_SINGLE } from "./tolerances.js";

const keyOf = ({ columns, weights, threshold, less, round }: Plane): string => [columns.join(), weights.join(), threshold, less, round === Math.fround].join(";");

/** A weighted sum as one over features, with the weight of each number, or of each of a feature's levels. */
export interface Weighed {
  terms: [number, number | number[]][];
  /** The sum less the threshold at the query's row, the sizes of the terms, and by how much the row is off from the one that the model reads. */
  at: number;
  size: number;
  apart: number;
}

/** The tests of a request's trees, in the order in which a walk from each root meets them, left before right. */
export class Hyperplanes {
  readonly all: Plane[] = [];
  private readonly numbers = new Map<string, number>();

  constructor(
    private readonly model: Model,
    private readonly query: Query,
    private readonly features: readonly Feature[],
  ) {
    const forests: (Forest | undefined)[] = [model, query.depth === undefined ? undefined : model.isolation, ...query.others.map((other) => other.model)];
    for (const { nodes } of forests.flatMap((forest) => forest?.trees ?? [])) {
      const open = [0];
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        const node = nodes[at]!;
        if ("leaf" in node) continue;
        open.push(node.right, node.left);
        if (!("plane" in node) || this.numbers.has(keyOf(node.plane))) continue;
        this.numbers.set(keyOf(node.plane), this.all.length);
        this.all.push(node.plane);
      }
    }
  }

  /** The feature that stands for a test. */
  of = (plane: Plane): number => this.features.length + this.numbers.get(keyOf(plane))!;

  /** Their levels cost nothing and are no change. */
  levels = (): Levels[] => this.all.map((_, t) => standIn(`hyperplane ${t + 1}`, 2));

  /** By level of a test, the most of the sum over changes there, negated on the right. */
  limits({ columns, round }: Plane, { at, size, apart }: Weighed): [number, number] {
    const off = (round === Math.fround ? PLANE_SINGLE : PLANE_DOUBLE) * (columns.length + 2) * Math.max(size, LEAST_PLANE) + apart;
    return [off - at, off + at];
  }

  /** The features that a test reads. */
  reads = ({ columns }: Plane): number[] => [...this.features.keys()].filter((f) => this.features[f]!.columns.some((c) => columns.includes(c)));

  /** The side of a row at a test, as a level. */
  side = (plane: Plane, row: readonly number[]): number => Number(!sideOf(plane, row, this.model.input));

  /** `most`: the largest change of a number, in absolute values. */
  weigh({ columns, weights, threshold }: Pick<Plane, "columns" | "weights" | "threshold">, most: (f: number) => number): Weighed {
    const { model, query, features } = this;
    const terms = new Map<number, number | number[]>();
    let [before, size, apart] = [0, Math.abs(threshold), 0];
    for (const [i, c] of columns.entries()) {
      const [w, q] = [weights[i]!, query.row[c]!];
      const f = features.findIndex((feature) => feature.columns.includes(c));
      const feature = features[f]!;
      const own = levelOf(feature, query.row);
      if (!Number.isFinite(q)) throw new Unproven("a hyperplane over a value that is missing has no certificate");
      if (own === undefined) {
        terms.set(f, ((terms.get(f) ?? 0) as number) + w);
        before += w * q;
        size += Math.abs(w) * (Math.abs(q) + most(f));
        apart += Math.abs(w) * Math.abs(model.input.round(q) - q);
        continue;
      }
      const values = feature.labels.map((_, k) => model.input.round(valueAt(feature, k, c)));
      const sum = (terms.get(f) ?? values.map(() => 0)) as number[];
      terms.set(f, sum.map((amount, k) => amount + w * values[k]!));
      before += w * values[own]!;
      size += Math.abs(w) * Math.max(...values.map(Math.abs));
    }
    if (!(size < MOST_PLANE)) throw new Unproven("a hyperplane over numbers without bounds has no certificate");
    return { terms: [...terms], at: before - threshold, size, apart };
  }
}
