/**
 * The documents of the contract (schema, request, answer) and the engine's description of a model, as types.
 * Everything here is plain data that survives `postMessage`. Imports nothing but the generated types of documents.
 */

import type * as contract from "./contract.js";
import type { Change, Kind } from "./contract.js";

export type { Certificate, Change, ChangeDoc, ConditionDoc, ConstraintDoc, CostDoc, FeatureDoc, Kind, NormName, Prediction, Region, RequestDoc, Target, TermWeight } from "./contract.js";
/** As the contract has it, but for `values`: this type does not tell that one is null where it is missing. */
export type Counterfactual = Omit<contract.Counterfactual, "values"> & { values: number[] };
/** A schema that tells of features; a document without them leaves every column a number. */
export type SchemaDoc = contract.SchemaDoc & Required<Pick<contract.SchemaDoc, "features">>;
export type Answer = Omit<contract.Answer, "counterfactuals" | "pool"> & { counterfactuals: Counterfactual[]; pool?: Counterfactual[] };

/** One feature of a loaded model, everything resolved. */
export interface FeatureInfo {
  name: string;
  kind: Kind;
  /** Input columns: one, or one a label for one-hot categories. */
  columns: number[];
  /** Closed domain in raw input; scales the cost. */
  min: number;
  max: number;
  change: Change;
  weight: { up: number; down: number };
  unit?: string;
  decimals?: number;
  /** How sentences speak of it, in place of its name. */
  phrase?: string;
  /** Of discrete kinds, in level order. */
  labels?: string[];
  /** Raw value of each level (single-column discrete kinds). */
  values?: number[];
  /**
   * The model's own distinct cut points, ascending, for numeric, integer and ordinal kinds: a value x is in
   * cell i when thresholds[i-1] < x <= thresholds[i]. Already in the model's input type.
   */
  thresholds: number[];
  /** Whether every split, linear leaf and neuron that reads it has a rule for a missing value. */
  missing: boolean;
  /** Of the background rows: 24 equal bins over min..max for numeric and integer, one count a level else. */
  histogram?: number[];
}

/** As "input" in docs/contract/model-json.md. */
export type InputType = "float32" | "float64" | "float64_flushed";

export interface ModelInfo {
  format: string;
  library?: string;
  bytes: number;
  kind: "classifier" | "regressor" | "isolation_forest";
  columns: number;
  /** The type to which the model rounds its inputs; numbers that round alike are one. */
  input?: InputType;
  trees: number;
  depth: number;
  leaves: number;
  oblique: boolean;
  /** Whether some leaves are linear functions of the inputs. */
  linear_leaves: boolean;
  /** Neurons of several hidden layers, where there are any. */
  neurons?: number;
  /** Whether every split, linear leaf and neuron that reads a feature has a rule for a missing value. */
  missing: boolean;
  features: FeatureInfo[];
  classes: string[];
  /** Whom the model decides about, where its schema says it. */
  subject?: string;
  /** Height and width of the picture whose pixels the columns are, row by row, where its schema says it. */
  image?: [number, number];
  /** Number of background rows; fetch one with `row(i)`. */
  rows: number;
  /** Whether the file brings an isolation forest, so that none is grown for a request. */
  isolation_forest: boolean;
  /** Told where there are none: the model's scores are decisions, and nothing may rest on them. */
  probabilities?: false;
}

/** The probable meaning of a model's columns, where its file does not say. */
export interface Guess {
  schema: SchemaDoc;
  /** The evidence for each feature's guess: the file, background rows, the model's thresholds, the columns' names. */
  why: Why[];
}

export type Why = "file" | "rows" | "cuts" | "names";

/** Rows of raw model inputs, one after another, and their classes or values. */
export interface Background {
  rows: Float64Array;
  labels: number[] | null;
}

/** The values of the rows in one of the model's columns; `min` is above `max` where every value is missing. */
export interface ColumnRange {
  min: number;
  max: number;
  whole: boolean;
}

/** Background rows from a csv file: all of them, or a uniform sample. */
export interface Sampled extends Background {
  /** How many there are, of how many in the file. */
  kept: number;
  count: number;
  /** The column that the labels came from, and columns that nothing was made of. */
  label: string | null;
  beside: string[];
  /** Rows that were left out because a value is missing for which the model has no rule. */
  incomplete: number;
  /** One a column of the model. */
  ranges: ColumnRange[];
}

/** Rows of a csv file as they stand there: all of them, or a uniform sample. */
export interface FileRows {
  /** One list a row, by the model's columns; null where a cell is empty. */
  rows: (number | null)[][];
  /** Names of the columns that are not the model's, and their texts, one list a row. */
  beside: string[];
  cells: string[][];
  /** The line of each row. */
  lines: number[];
  /** How many rows the file has. */
  count: number;
}

/** Sample predictions of the model's own library beside the model's. */
export interface Comparison {
  rows: number;
  /** Rows with the same class and all numbers within 1e-5 of the larger one. */
  matched: number;
  what: "probabilities" | "classes" | "values";
  /** Largest difference of two numbers; absent where classes were compared. */
  largest?: number;
  /** The first row that differs (index from 0); a class is its index. */
  first?: { row: number; expected: number[]; found: number[] };
}

/** Files of mixed-integer programs: free MPS, CPLEX's LP. */
export type ProgramFormat = "mps" | "lp";

/** Mixed-integer programs of a request, of the same optimum: the OCEAN paper's, or one of levels and leaves alone. */
export type ProgramKind = "paper" | "levels";

/** The result of an independent check of a certificate. */
export type Verdict =
  /**
   * Nothing is cheaper than `cost`, or, where it is given, than `proved`, which is less; null: nothing satisfies the request. `bytes` of
   * proof were read, of so many boxes.
   */
  | { checked: true; cost: number | null; proved?: number; bytes: number; boxes: number }
  /**
   * The claim that does not hold, in which proof (0 is the first), after how many bytes of it. `attained`: the model has no certificates, but the
   * counterfactual meets the request at its cost; only that nothing is cheaper is not shown.
   */
  | { checked: false; what: string; proof?: number; byte?: number; attained?: true };

export interface Progress {
  /** Cost of the best so far. */
  incumbent: number | null;
  /** No answer costs less; infinite once it is proved that there is none. */
  lowerBound: number;
  nodes: number;
}

/** All trees of a model, node by node; see `engine/trees.ts`. */
export interface TreeData {
  /** Values equal to a threshold go right. */
  strict: boolean;
  /** The type to which inputs are rounded before they are compared. */
  input: InputType;
  /** Nodes of tree t: first[t] to first[t + 1]. */
  first: Int32Array;
  weight: Float64Array;
  /** Of several outputs the one that a tree's leaves add to; -1: one number an output. */
  output: Int32Array;
  /** Column tested; -1 of leaves, -2 of slanted cuts. */
  column: Int32Array;
  threshold: Float64Array;
  /** -1 of leaves. */
  left: Int32Array;
  right: Int32Array;
  /** Where missing values go: 0 left, 1 right, -1 nowhere. */
  missing: Int8Array;
  /** Numbers a node in `value`. */
  width: number;
  value: Float64Array;
  /** By node, tests that are no threshold. */
  tests: Record<number, TreeTest>;
  /** By node, the linear parts of leaves. */
  linear: Record<number, LinearPart>;
}

/** A leaf's linear part, added to its values: by value, one weight a column. `missing`: the values where a column is missing. */
export interface LinearPart {
  columns: number[];
  weights: number[][];
  missing: number[] | null;
}

export type TreeTest =
  | { column: number; codes: number[]; unknown: { from: number; left: boolean } | null }
  | { column: number; pieces: [number, number][] }
  | { columns: number[]; weights: number[] };

/** Exact cells of a 2-D slice. Row-major: cell (i, j) stands at j * nx + i, y upwards. */
export interface Regions {
  x: RegionAxis;
  y: RegionAxis;
  /** Predicted class a cell (0 for regressors). */
  classes: Uint8Array;
  /** Scores a cell: `outputs` probabilities (classifier) or 1 value (regressor). */
  scores: Float32Array;
  outputs: number;
  /**
   * Where slanted cuts read one of the axes or leaves are linear: the slice in convex pieces. `classes` and `scores` then go by piece, in this order,
   * and an axis that is a number has the window's two ends as its edges.
   */
  polygons?: Polygons;
}

/** Convex pieces that cover a window and do not overlap. Coordinates are those of the axes: raw values, or level indices. */
export interface Polygons {
  /** Corners, x and y in turns, counter-clockwise, piece after piece. */
  points: Float64Array;
  /** Number of the first corner of each piece; at the end the number of all. */
  first: Int32Array;
  /** Of the side that begins at each corner, the line on which it lies; -1 on the window's frame. */
  sides: Int32Array;
  /** Three numbers a line, of a x + b y = c. */
  lines: Float64Array;
  /** Whether points on a line belong to the side above it (a x + b y >= c); else to the one below. */
  strict: boolean;
  /** Where two pieces meet: x and y of both ends of each border. The borders of a line come in their order along it. */
  borders: Float64Array;
  /** Three numbers a border: its line, the piece below the line, the piece above. */
  between: Int32Array;
  /**
   * Of a model with linear leaves, whose scores vary within a piece: the raw scores as functions a x + b y + c, by piece and output these three
   * numbers. The `scores` of a piece are those at the mean of its corners.
   */
  raw?: RawScores;
}

export interface RawScores {
  functions: Float64Array;
  /** From raw scores to scores. */
  link: "none" | "logistic" | "softmax" | "one_vs_rest" | "exp" | "square" | "softplus";
}

/** How usual the places of a slice are: their depth in the isolation forest that a request compares answers with. */
export interface Depths {
  /** Scores: one average path length a cell. */
  regions: Regions;
  /** The least average path length that each of the requests asks for. */
  least: number[];
}

/** Which part of a slice lies in the hulls that a request holds answers to. */
export interface HullSlice {
  /** The features of the axes. */
  x: string;
  y: string;
  /**
   * Convex areas, together all of it: x and y of one corner after the other, raw values, or levels as in `RegionAxis`. They reach beyond
   * the requested window. A point of the window that is outside of all of them is proved to be in no hull.
   */
  areas: number[][];
  /** Whether all corners were found to be as near to a hull as the cutting can tell: a two-thousandth of the requested window. */
  settled: boolean;
}

export interface RegionAxis {
  feature: string;
  kind: Kind;
  /**
   * n + 1 ascending ends of n cells. Numeric and integer: raw values, cell i holds the values edges[i] < x <= edges[i+1]
   * (the outermost are the window's). Discrete kinds: level k covers k - 0.5 to k + 0.5, so edges are -0.5, 0.5, ...
   */
  edges: Float64Array;
  /** The type in which the model reads a value before it compares it with the inner edges; double precision where it is left out. */
  input?: InputType;
}

/**
 * The statements that may be made about an answer with all its changes together. For each changed feature that is numeric, integer or
 * ordinal, a closed interval around the answered value: as long as all of them are inside at once, all else as answered, the target
 * holds and every limit is met. An end is null when everything allowed on that side is included ("at most", "at least").
 */
export interface Room {
  feature: string;
  from: number | null;
  to: number | null;
}

/** Bad input, in the one way it is reported. */
export interface InputError {
  /** One line: the fault, its place, the right input. */
  message: string;
  /** "model", "schema", "request", "queries", "samples", "argument". */
  source: string;
  /** JSON pointer, "tree 3, node 5", "line 7, column 2": where. */
  where?: string;
  /** The value that was found, or the fault. */
  what: string;
  /** The right input. */
  right?: string;
  /** The bytes around the place, as text, with the culprit's span in characters. */
  excerpt?: { text: string; start: number; end: number };
}
