/**
 * A person's decisions, and their parts: undo covers them, and the fragment of the address carries them. Plain data; imports types only.
 */
import type { Mix } from "../../../cost.js";
import type { Aim } from "../../../measure/target.js";
import type { Change, ConstraintDoc, FeatureInfo, Guess, ModelInfo, NormName, RequestDoc, Sampled, SchemaDoc } from "../../../types.js";

/** Where a model came from, as far as a link can say. */
export type Source =
  | { from: "example"; id: string }
  | { from: "url"; url: string; schema?: string }
  | { from: "file"; file: string };

/** A loaded model. Its handle lives with the effects under `id`; limits that the file itself sets stand in `fileLimits`. */
export interface ModelRef {
  id: number;
  title: string;
  source: Source;
  /** Whom it decides about, where that was said: "you", "the flower". */
  subject?: string;
  /** As loaded with every feature free: the file's own limits are kept as limits that can be seen and lifted. */
  info: ModelInfo;
  /** The schema by which it is read, where that is not the file's own; `guess`: the first guess of it, where it was guessed. */
  schema: SchemaDoc | null;
  guess: Guess | null;
  fileLimits: ReadonlyMap<string, Limit>;
  /** Where the background rows came from, when they are not the file's own. */
  background?: BackgroundRef;
}

/** Rows that a person brought; they are inside the engine's model. `blob`: the whole file. */
export type BackgroundRef = Omit<Sampled, "rows" | "labels"> & { file: string; blob?: Blob };

/** The limit that a person sets on one feature; coordinates as in feature.ts, null is open. */
export interface Limit {
  lock: boolean;
  min: number | null;
  max: number | null;
  change: Exclude<Change, "fixed">;
  /** Allowed levels of a binary or categorical feature. */
  allow: number[] | null;
}

export const FREE: Limit = { lock: false, min: null, max: null, change: "free", allow: null };

/** Five words of difficulty, 1 (very easy) to 5 (very hard); and very hard in one direction alone, up (6) or down (7). */
export type Difficulty = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** The weight of a difficulty, one for both directions or one a direction. */
export const DIFFICULTY_WEIGHT: Record<Difficulty, number | FeatureInfo["weight"]> = { 1: 0.25, 2: 0.5, 3: 1, 4: 2, 5: 4, 6: { up: 4, down: 1 }, 7: { up: 1, down: 4 } };

/** A price of a feature's own, in place of a difficulty. */
export type Price =
  /** One a level; staying costs nothing, whichever number stands there. */
  | { levels: number[] }
  /** `first` units cost `price` together, as many more `beyond` each time; `beyond` is not below `price`. */
  | { first: number; price: number; beyond: number }
  /** 1 more costs so much, and 1 less as much less: below 0 the more the better, above 0 the less. */
  | { each: number };

/** As the contract has it, nothing left open. */
export interface Hull {
  /** How far outside an answer may lie, as a share of the features' ranges; or the price of such a share, without a limit. */
  epsilon?: number;
  price?: number;
  norm: "l1" | "l2" | "linf";
  clusters: number;
}

/** A statement about a feature: exactly one of the tests is in force. */
export type Test =
  | { is: "atLeast" | "atMost"; at: number }
  | { is: "oneOf"; levels: number[] }
  | { is: "stays" };

export interface Condition {
  feature: string;
  test: Test;
}

/** One condition, or several of which all must hold, or any. */
export type Joined<C> = C | { all: C[] } | { any: C[] };

export interface Rule {
  when: Joined<Condition>;
  then: Joined<Condition>;
}

/** A weighted sum of values, of changes, or of the sizes of changes (a budget, whose unit may be told), in the features' own units. */
export type Relation = Omit<Extract<ConstraintDoc, { linear: unknown }>["linear"], "of"> & { of?: "value" | "change" | "size"; unit?: string };

/** Another model: it stays in this page, and no link carries it. */
export interface OtherModel {
  file: string;
  /** In Espalier's JSON, without rows. */
  document: Record<string, unknown>;
  /** Its classes; none where it predicts numbers. */
  classes: readonly string[];
  /** Its part in the question, by a character of `other-model.ts` or the name of the feature that follows it. */
  part: string;
  /** The interval in which its prediction must lie, where that is its part. Open ends are infinite. */
  value: [number, number];
}

export type MarginKind = "distance" | "score";

/** Margins of either kind: a share of each number's range from every border, a lead in raw score over every other class; null: none. */
export type Margin = Partial<Record<MarginKind, number>> | null;

/** A feature changes by the weighted sum of its parents' changes; `cost`: whether that costs its own weight, or nothing. */
export interface Cause {
  feature: string;
  /** Where it is `learned`, the weights say nothing. */
  parents: Record<string, number>;
  cost: "own" | "none";
  /** Trees learn from the rows how it follows. */
  learned?: true;
  /** It follows the prediction of a model, a regressor on the same columns; `parents` is empty then. */
  model?: Pick<OtherModel, "file" | "document">;
}

export type Layer = "factual" | "answer" | "reach";

/**
 * The way in which further answers must differ from those before, as the contract has it; or they are all that cost the least, lie in other groups of
 * rows, lie nearer to the rows, or were met by the search.
 */
export type Distinct = NonNullable<RequestDoc["distinct"]> | "ties" | "groups" | "nearer" | "met";

/** A measure of a person's own: coefficients of the norms, and a symmetric matrix over the numbers' steps, in the schema's order. */
export interface OwnMeasure {
  mix: Mix;
  form?: number[][];
}

/** How the size of a change is measured: a norm, or beside the sum of steps how many they are, or how odd together among the rows; or by a measure of a person's own. */
export type Measure = NormName | "few" | "rows" | OwnMeasure;

export type EngineName = NonNullable<RequestDoc["engine"]>;

export interface Several {
  distinct: Distinct;
  /** Answers after the cheapest. */
  count: number;
}

/** A kept answer: raw model inputs, under the name of the way that it was. */
export interface Pin {
  name: string;
  values: number[];
}

export interface Doc {
  model: ModelRef | null;
  /** Raw model inputs in column order; NaN is a missing value. */
  person: number[];
  /** Index of the background row that the person is; null once edited. */
  row: number | null;
  target: Aim;
  norm: Measure;
  /** The price of every change, beside its size. */
  perChange: number;
  limits: ReadonlyMap<string, Limit>;
  difficulty: ReadonlyMap<string, Difficulty>;
  /** Prices of features' own, in place of a difficulty. */
  prices: ReadonlyMap<string, Price>;
  maxChanges: number | null;
  /** How far an answer keeps from every border on its way, as a share of each number's range. */
  margin: Margin;
  /** Share of the target's rows that may be odder than an answer; null: any answer will do. */
  typical: number | null;
  /** Whether an answer must lie between rows of the target. */
  hull: Hull | null;
  /** Whether the map shows how usual each place is. */
  usual: boolean;
  /** If-then rules, in the order in which they were added. */
  rules: Rule[];
  /** Relations between features, likewise. */
  relations: Relation[];
  /** Causal constraints, likewise. */
  causes: Cause[];
  others: OtherModel[];
  /** null: the pair that the answer changes most. */
  axes: [string, string] | null;
  layer: Layer;
  /** The cost allowed for the features off the map in the layer "Rest may change"; null: the cost of the answer. */
  reach: number | null;
  /** Answers that a person keeps. */
  pins: Pin[];
  /** How many further answers are asked for, and the way in which they must differ. */
  several: Several;
  /** Which of the ways is shown. */
  way: string;
  /** Which engine answers the question; all that follows from its answer is asked of the one that suits. */
  engine: EngineName;
}

export type LimitChange =
  | { set: "limit"; feature: string; limit: Limit }
  | { set: "maxChanges"; count: number | null }
  | { set: "typical"; share: number | null }
  | { set: "hull"; hull: Hull | null }
  | { set: MarginKind; margin: number | null }
  | { set: "rules"; rules: Rule[] }
  | { set: "relations"; relations: Relation[] }
  | { set: "causes"; causes: Cause[] }
  | { set: "others"; others: OtherModel[] };

export const EMPTY_DOC: Doc = {
  model: null,
  person: [],
  row: null,
  target: { class: 0 },
  norm: "l1",
  perChange: 0,
  limits: new Map(),
  difficulty: new Map(),
  prices: new Map(),
  maxChanges: null,
  margin: null,
  typical: null,
  hull: null,
  usual: false,
  rules: [],
  relations: [],
  causes: [],
  others: [],
  axes: null,
  layer: "answer",
  reach: null,
  pins: [],
  several: { distinct: "features", count: 2 },
  way: "cheapest",
  engine: "auto",
};
