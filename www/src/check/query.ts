/** A query: a request whose names are indices and whose levels are flags. */
import type { Model } from "./model.js";
import type { Change, Weight } from "./schema.js";

export type Target =
  /** One class of the set beats all classes outside. */
  | { set: number[] }
  | { costs: [number, number][] }
  | { class: number; probability: number }
  | { lo: number; hi: number };

export type Condition = { feature: number } & ({ unchanged: true } | { levels: boolean[] } | { min: number; max: number });

/** Conditions of which all must hold, or any. */
export interface Formula {
  any: boolean;
  of: Condition[];
}

/** The prediction that is asked of a model. */
export interface Asked {
  target: Target;
  margin: number;
}

export interface Query extends Asked {
  /** Raw inputs; NaN is missing. */
  row: number[];
  norm: Record<Norm, number>;
  perChange: number;
  /** By feature, the request's weights, its costs of levels and its cost curves. */
  weights: (Weight | undefined)[];
  tables: ((number | undefined)[] | undefined)[];
  curves: ([number, number][] | undefined)[];
  /** Which follow from others at no cost of their own. */
  free: boolean[];
  fixed: boolean[];
  ranges: [number, number][];
  ways: Change[][];
  allowed: boolean[][][];
  /** The most features that may change. */
  changes: number | undefined;
  rules: { when: Formula; then: Formula }[];
  /** Linear and causal constraints, in the request's order. */
  sums: Sum[];
  budgets: Budget[];
  /** Other models, each with its own target; and trees that a feature follows, by its number, with any target. Of learned trees, the share of its variance that they explain. */
  others: { model: Model; asked: Asked; follows?: number; explained?: number }[];
  /** A quadratic cost, and the hull in which an answer has to lie. */
  form: Form | undefined;
  hull: Hull | undefined;
  /** Why no certificate is written for the request, whose answer can be repeated all the same. */
  uncertified: string | undefined;
  /** The most others that a pool may list. */
  pool: number;
  /** The least average path length in the document's isolation forest. */
  depth: number | undefined;
}

export type Norm = "l0" | "l1" | "l2" | "linf";

/** A weighted sum over features between two ends. */
export interface Sum {
  /** Feature, and its weight or the weight of each of its levels; features distinct. */
  terms: [number, number | number[]][];
  /** Closed ends, or infinite. */
  least: number;
  most: number;
  /** Whether changes are summed, not values. */
  ofChange: boolean;
}

export interface Budget {
  /** Feature, and the price of a change by 1 up and down. */
  changes: [number, Weight][];
  /** Feature, and by level the price of ending there. */
  levels: [number, number[]][];
  most: number;
}

/** A quadratic form over the changes of numbers, as shares of their ranges. */
export interface Form {
  of: (changes: readonly number[]) => number;
  /** Whether the norm prices numbers as well. */
  beside: boolean;
}

/** A hull of background rows. */
export interface Hull {
  /** How far from it an answer may be: at the most, or for each that was asked for. */
  epsilons: number[];
  norm: "l1" | "l2" | "linf";
  /** Of a unit of distance, which then has no limit; 0 where there is none. */
  price: number;
  /** Whether it is soft, or an answer in each of several is asked for. */
  several: boolean;
  clusters: number;
  /** Which rows have the target. */
  rows: boolean[];
}
