/**
 * The one state of the page, with its defaults. `Doc` holds a person's decisions: undo covers it and the fragment carries it.
 * Everything else follows from it (answers) or is passing (menus). Plain data; imports types only.
 */
import type { Answer, Change, Comparison, Depths, Guess, HullSlice, InputError, ModelInfo, NormName, Prediction, Progress, Regions, RequestDoc, Room, Sampled, SchemaDoc, TreeData } from "../types.js";
import type { SearchReplay } from "../check/replay.js";
import type { Compared } from "./compare.js";
import type { MeasuredWays } from "./measures.js";
import type { LimitForm } from "./limit-form.js";
import type { Reached } from "./reach.js";
import type { Way as Rounding } from "./claims.js";
import type { Cause } from "./causes.js";
import type { Hull } from "./hull.js";
import type { Relation } from "./relations.js";
import type { Price } from "./price.js";
import type { Rule } from "./rules.js";
import type { Window } from "../engine/protocol.js";
import type { Aim } from "../measure/target.js";

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

/** Rows that a person brought; they are inside the engine's model. */
export type BackgroundRef = Omit<Sampled, "rows" | "labels"> & { file: string };

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

/** Five words of difficulty, 1 (very easy) to 5 (very hard). */
export type Difficulty = 1 | 2 | 3 | 4 | 5;

export const DIFFICULTY_WEIGHT: Record<Difficulty, number> = { 1: 0.25, 2: 0.5, 3: 1, 4: 2, 5: 4 };

export type Layer = "factual" | "answer" | "reach";

/** The way in which further answers must differ from those before, as the contract has it. */
export type Distinct = NonNullable<RequestDoc["distinct"]>;

export interface Several {
  distinct: Distinct;
  /** Answers after the cheapest. */
  count: number;
}

export interface Doc {
  model: ModelRef | null;
  /** Raw model inputs in column order; NaN is a missing value. */
  person: number[];
  /** Index of the background row that the person is; null once edited. */
  row: number | null;
  target: Aim;
  norm: NormName;
  limits: ReadonlyMap<string, Limit>;
  difficulty: ReadonlyMap<string, Difficulty>;
  /** Prices of features' own, in place of a difficulty. */
  prices: ReadonlyMap<string, Price>;
  maxChanges: number | null;
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
  /** null: the pair that the answer changes most. */
  axes: [string, string] | null;
  layer: Layer;
  /** The cost allowed for the features off the map in the layer "Reachable"; null: the cost of the answer. */
  reach: number | null;
  /** Answers that a person keeps. */
  pins: Pin[];
  /** How many further answers are asked for, and the way in which they must differ. */
  several: Several;
  /** Which of the ways is shown. */
  way: string;
}

/** The model's own word on a point, and whether it meets the target. */
export interface Replay {
  prediction: Prediction;
  meets: boolean;
}

/** An answer with everything that is said of it. */
export interface Shown {
  request: RequestDoc;
  answer: Answer;
  room: Room[] | null;
  /** Of the first counterfactual, by the reference predictor; null when there is none. */
  replay: Replay | null;
  /**
   * With how many decimals beyond the usual the values are written, so that the written point itself, replayed, meets the
   * target and every limit; null: written in full.
   */
  extra: number | null;
  /** Which way these decimals were rounded where nothing may move alone, and the engine was asked of the written point. */
  free?: Rounding;
}

export interface TracePoint extends Progress {
  /** Milliseconds since the search began. */
  at: number;
}

export type Solve =
  | { phase: "idle" }
  | { phase: "running"; since: number; /** Beyond the first 150 ms. */ late: boolean; trace: TracePoint[]; best: Shown | null; stopping: boolean };

/** The outcome of the wish to see an answer's proof checked. */
export type Proof = { /** The answer that it is about. */ of: Shown } & (
  | { phase: "running"; /** Beyond the first 200 ms. */ late: boolean; /** The share of the proof that was followed, 0 to 1; null while it is written. */ share: number | null }
  | { phase: "checked"; boxes: number; bytes: number; milliseconds: number; /** Where less is proved than the answer costs. */ less?: { proved: number; cost: number }; /** The document that may be saved. */ document: object; replay: SearchReplay | null }
  | { phase: "refuted"; what: string }
  /** No verdict; an empty `what`: the engine wrote no certificate. */
  | { phase: "failed"; what: string }
);

/** A kept answer: raw model inputs, under the name of the way that it was. */
export interface Pin {
  name: string;
  values: number[];
}

/** Which ways are listed, in which order, with the cheapest that they belong to. */
export interface HeldWays {
  of: Shown | null;
  ids: readonly string[];
}

/** Another way to the target: an explain request of its own. */
export interface Way {
  id: string;
  /** The question of the cheapest that it stands beside. */
  of: RequestDoc;
  kind: "cheapest" | "fewest" | "safest" | "without" | "other" | "typical" | "row";
  /** Of `other`: how many answers come before it, the way in which it differs from each, and all of them up to it as the engine gave them. */
  after?: number;
  distinct?: Distinct;
  all?: Answer;
  feature?: string;
  probability?: number;
  /** Of `typical`: the share of the target's rows that are odder, once it is known. */
  share?: number;
  /** Of `row`: its index, once it is known; where no row keeps all limits, pointers to those that this one breaks. */
  row?: number;
  breaks?: string[];
  state: "waiting" | "proved" | "open" | "impossible";
  /** Cost in the measure of the main question. */
  cost: number | null;
  shown: Shown | null;
}

/** One limit of a conflict, loosened as little as works, with the answer that this gives. */
export interface Loosening {
  /** The question that has no answer. */
  of: RequestDoc;
  /** Which, as a pointer into the request. */
  pointer: string;
  state: "waiting" | "proved" | "useless";
  /** The new limit; null: lifted altogether. */
  change: LimitChange | null;
  cost: number | null;
  shown: Shown | null;
}

export type LimitChange =
  | { set: "limit"; feature: string; limit: Limit }
  | { set: "maxChanges"; count: number | null }
  | { set: "typical"; share: number | null }
  | { set: "hull"; hull: Hull | null }
  | { set: "rules"; rules: Rule[] }
  | { set: "relations"; relations: Relation[] }
  | { set: "causes"; causes: Cause[] };

export interface Problem {
  /** Name of the file, as text. */
  file: string | null;
  bytes: number | null;
  error: InputError;
  /** The engine itself failed and was restarted. */
  fault: boolean;
}

export interface ExampleInfo {
  id: string;
  title: string;
  description: string;
  model: string;
  schema?: string;
  query?: (number | null)[];
  row?: number;
  target?: Aim;
  axes?: [string, string];
  subject?: string;
}

/** The hints of a first visit: drag the person, limit a change, check the proof. */
export type Hint = "drag" | "limit" | "proof";

export type Menu = "open" | "examples" | "share" | "export" | "keys" | "more" | null;

export interface State {
  doc: Doc;
  past: Doc[];
  future: Doc[];
  /** The model's prediction for the person as they are. */
  now: Prediction | null;
  shown: Shown | null;
  solve: Solve;
  ways: Way[];
  /** The order of the ways while a pointer is over them. */
  held: HeldWays | null;
  loosenings: Loosening[];
  proof: Proof | null;
  /** The models' predictions for pinned rows; and whether those keep the limits that only the engine can judge. */
  pinned: ReadonlyMap<string, Prediction>;
  pinnedKeeps: ReadonlyMap<string, boolean>;
  /** Null data: the slice has more pieces than are drawn. */
  regions: { key: string; data: Regions | null } | null;
  /** How usual the places of the map are; `shares` belong to `least`. */
  depths: { key: string; data: Depths; shares: number[] } | null;
  /** Which part of the map lies between rows, where answers must. */
  hulls: { key: string; data: HullSlice } | null;
  reached: Reached | null;
  window: Window | null;
  /** Order of the cards; kept still while something is being dragged. */
  order: string[];
  /** The two features that the map shows. */
  pair: [string, string] | null;
  dragging: boolean;
  examples: ExampleInfo[];
  opening: string | null;
  problem: Problem | null;
  menu: Menu;
  /** Texts of number fields that were not taken: why, and the number that stays in force. */
  typed: ReadonlyMap<string, { text: string; why: string; now: number }>;
  /** The form that adds a limit, while it is open. */
  limitForm: LimitForm | null;
  /** Whether the card on the model and the meaning of its columns is open; the fault of the last mending. */
  gate: boolean;
  /** How many features it lists, and the first column of the one that is unfolded. */
  gateView: { shown: number; open: number | null };
  gateError: string | null;
  /** How sample predictions of the model's own library compared. */
  samples: { file: string; comparison: Comparison } | null;
  drawer: "trees" | "search" | "compare" | "data" | null;
  /** The results of other methods, for the answer that is shown. */
  compare: { of: Shown; list: Compared[] } | null;
  /** Measures of the answer and its other ways. */
  measured: MeasuredWays | null;
  /** Which step of the search's replay is shown, and whether it goes on by itself. */
  replay: { at: number; playing: boolean };
  /** The trees of a model (by its id), once they were asked for; which is shown large, and which of its nodes is looked at. */
  trees: { model: number; data: TreeData } | null;
  treeView: { chosen: number; node: number | null };
  /** The page of background rows that the data drawer shows. */
  dataRows: { from: number; rows: { row: number[]; label: number | null }[] } | null;
  /** A file is being dragged over the page. */
  dropping: boolean;
  /** A csv file of rows is being read: the share of it that was read, from 0 to 1. */
  reading: { file: string; share: number } | null;
  /** The next hint of a first visit. */
  hint: Hint | null;
  /** Said to those who listen rather than look. */
  announce: string;
}

export const EMPTY_DOC: Doc = {
  model: null,
  person: [],
  row: null,
  target: { class: 0 },
  norm: "l1",
  limits: new Map(),
  difficulty: new Map(),
  prices: new Map(),
  maxChanges: null,
  typical: null,
  hull: null,
  usual: false,
  rules: [],
  relations: [],
  causes: [],
  axes: null,
  layer: "answer",
  reach: null,
  pins: [],
  several: { distinct: "features", count: 2 },
  way: "cheapest",
};

export function initialState(): State {
  return {
    doc: EMPTY_DOC,
    past: [],
    future: [],
    now: null,
    shown: null,
    solve: { phase: "idle" },
    ways: [],
    held: null,
    loosenings: [],
    proof: null,
    pinned: new Map(),
    pinnedKeeps: new Map(),
    regions: null,
    depths: null,
    hulls: null,
    reached: null,
    window: null,
    order: [],
    pair: null,
    dragging: false,
    examples: [],
    opening: null,
    problem: null,
    menu: null,
    typed: new Map(),
    limitForm: null,
    gate: false,
    gateView: { shown: 0, open: null },
    gateError: null,
    samples: null,
    drawer: null,
    compare: null,
    measured: null,
    replay: { at: 0, playing: false },
    trees: null,
    treeView: { chosen: 0, node: null },
    dataRows: null,
    dropping: false,
    reading: null,
    hint: null,
    announce: "",
  };
}
