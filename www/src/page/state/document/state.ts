/**
 * The one state of the page, with its beginning: the document, and around it the answers that follow from it and the passing things
 * (menus, forms). Plain data.
 */
import type { Answer, Comparison, Counterfactual, Depths, HullSlice, InputError, Prediction, Progress, Region, Regions, RequestDoc, Room, TreeData } from "../../../types.js";
import type { Found } from "../../../baseline/question.js";
import type { Measured } from "../../../measure/index.js";
import type { SearchReplay } from "../../../check/recorder.js";
import type { Window } from "../../../engine/protocol.js";
import { inputErrorOf } from "../../../input-error.js";
import type { Aim } from "../../../measure/target.js";
import { EMPTY_DOC, type Cause, type Distinct, type Doc, type EngineName, type LimitChange, type MarginKind, type OtherModel } from "./document.js";

/** Which way a number is rounded where no room says how far it may go: to the nearest, away from where the person is, or back towards it. */
export type Rounding = "near" | "away" | "back";

/** The model's prediction of a point, and whether it meets the target. */
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

/** A moment of a search; `incumbent`: the cost of the answer that was shown by then. */
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
  | { phase: "checked"; boxes: number; /** Where less is proved than the answer costs. */ less?: { proved: number; cost: number }; /** The document that may be saved. */ document: object; replay: SearchReplay | null }
  | { phase: "refuted"; what: string }
  /** No verdict; an empty `what`: the engine wrote no certificate. */
  | { phase: "failed"; what: string }
);

/** The outcome of the wish to hear a second engine on an answer (`of`). */
export type Second = { of: Shown; engine: EngineName } & ({ phase: "asking" } | { phase: "answered"; answer: Answer } | { phase: "refused"; what: string });

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
  /** Of `other`: the cheapest, which the list of those that cost the same holds too. */
  from?: Counterfactual;
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

/** The kinds of statement about a feature. `more` and `less` only on their own, not in a rule. */
export type Said = "atLeast" | "atMost" | "oneOf" | "more" | "less" | "stays";

export interface Draft {
  feature: string;
  said: Said;
  /** A coordinate; of `atLeast` and `atMost`. */
  at: number;
  /** Of `oneOf`. */
  levels: number[];
}

export interface LimitForm {
  kind: "one" | "rule" | "relation" | "cause" | "changes" | "margin" | "other";
  one: Draft;
  when: Draft[];
  then: Draft[];
  /** How many of a side's conditions must hold. */
  join: Record<"when" | "then", "all" | "any">;
  count: number;
  margin: { kind: MarginKind; most: number };
  /** Another model, once its file was chosen. */
  other: OtherModel | null;
  /** A relation or a causal constraint, as it is typed. */
  sentence: string;
  /** The cost of a consequence. */
  cost: Cause["cost"];
  /** Whether trees are to learn from the rows how it follows. */
  learn: boolean;
}

export interface Reached {
  key: string;
  pair: [string, string];
  /** The cost allowed for the others. */
  cost: number;
  /** Every box that is nearer is in the list. */
  complete: number;
  busy: boolean;
  /** Why nothing is known. */
  refused: string | null;
  boxes: Region[];
}

/** The steadiness of each of the ways, and of the set, as far as that is known. */
export interface Steady {
  /** One a way: undefined until all neighbours were asked, null where none of them has a proved answer. */
  each: (number | null | undefined)[];
  all: number | null | undefined;
  /** The number of neighbours, and the share of the searches that is done, 0 to 1. */
  neighbours: number;
  share: number;
  /** Beyond the first 200 ms. */
  late: boolean;
}

/** The measured set: the ways by their ids, in the order in which they are listed. */
export interface MeasuredWays extends Measured {
  of: Shown;
  ids: string[];
  /** null: there are no rows to ask for. */
  steady: Steady | null;
}

export type Method = "tweaking" | "greedy" | "row";

export interface Compared {
  method: Method;
  state: "waiting" | "found" | "nothing" | "undefined";
  found: Found | null;
}

/** The least cost as a function of the demanded probability or value: a stair whose every step is proved. */
export interface Curve {
  /** The question, threshold apart. */
  key: string;
  /** The person's own score, and the last demand. A falling value ends below. */
  from: number;
  to: number;
  /** By so much the demand rose at least from the end of a step to the next; within it the cost lies between the two. */
  gap: number;
  /** Each the least cost for all demands up to `reached`, from the end of the step before (and `gap`) on. */
  steps: readonly { cost: number; reached: number }[];
  /** Time ended before the list did, or the engine refuses the question: beyond the last step nothing is proved. */
  cut: boolean;
}

export interface Problem {
  /** Name of the file, as text. */
  file: string | null;
  bytes: number | null;
  error: InputError;
  /** The engine itself failed and was restarted. */
  fault: boolean;
}

/** Anything that was thrown, as a problem: bad input, or a fault of the engine. */
export function problemOf(thrown: unknown, file: string | null = null, bytes: number | null = null): Problem {
  const input = inputErrorOf(thrown);
  const what = thrown instanceof Error ? thrown.message : String(thrown);
  return { file, bytes, error: input ?? { message: what, source: "engine", what }, fault: input === null };
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

/** Drawers that the page has besides those of the element. */
export type FurtherDrawer = "proof" | "ways" | "why" | "beat" | "everyone" | "measure";

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
  opinion: Second | null;
  /** Why the engine of the choice did not answer the question, so that another did. */
  unanswered: string | null;
  /** The models' predictions for pinned rows; and whether those keep the limits that only the engine can judge. */
  pinned: ReadonlyMap<string, Prediction>;
  pinnedKeeps: ReadonlyMap<string, boolean>;
  /** Null data: the slice has more pieces than are drawn. */
  regions: { key: string; data: Regions | null } | null;
  /** How usual the places of the map are; `shares` belong to `least`. */
  depths: { key: string; data: Depths; shares: number[] } | null;
  /** Which part of the map lies between rows, where answers must. */
  hulls: { key: string; data: HullSlice } | null;
  /** The slice of the second model, by its file. */
  second: { key: string; data: Regions; name: string } | null;
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
  /** In the open menu: whether a link holds the person's values, and the text that was copied last. */
  sharing: { values: boolean; copied: string | null };
  /** Texts in number fields that are being typed, or were not taken and why; and the number that stays in force. */
  typed: ReadonlyMap<string, { text: string; why: string; now: number; against?: number | undefined }>;
  /** The form that adds a limit, while it is open. */
  limitForm: LimitForm | null;
  /** Whether the card on the model and the meaning of its columns is open; the fault of the last mending. */
  gate: boolean;
  /** How many features it lists, and the first column of the one that is unfolded. */
  gateView: { shown: number; open: number | null };
  gateError: string | null;
  /** How sample predictions of the model's own library compared. */
  samples: { file: string; comparison: Comparison } | null;
  drawer: "trees" | "search" | "compare" | "curve" | "data" | FurtherDrawer | null;
  /** The results of other methods, for the answer that is shown. */
  compare: { of: Shown; list: Compared[] } | null;
  /** The least cost as a function of the threshold; of an older question where its key is another. */
  curve: Curve | null;
  /** Measures of the answer and its other ways. */
  measured: MeasuredWays | null;
  /** Which step of the search's replay is shown, and whether it goes on by itself. */
  replay: { at: number; playing: boolean };
  /** The trees of a model (by its id), once they were asked for; which is shown large, and which of its nodes is looked at. */
  trees: { model: number; data: TreeData } | null;
  /** The ring of a person who tries to do better than the answer. */
  tried: { model: number; values: readonly number[] } | null;
  /** The share of its budget that the outline is drawn with: below 1 while it grows. */
  grown: number;
  treeView: { chosen: number; node: number | null };
  /** The page of background rows that the data drawer shows. */
  dataRows: { model: number; from: number; rows: { row: number[]; label: number | null }[] } | null;
  /** A file is being dragged over the page. */
  dropping: boolean;
  /** A csv file of rows is being read: the share of it that was read, from 0 to 1. */
  reading: { file: string; share: number } | null;
  /** The next hint of a first visit. */
  hint: Hint | null;
  /** Said to those who listen rather than look. */
  announce: string;
}

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
    opinion: null,
    unanswered: null,
    pinned: new Map(),
    pinnedKeeps: new Map(),
    regions: null,
    depths: null,
    hulls: null,
    second: null,
    reached: null,
    window: null,
    order: [],
    pair: null,
    dragging: false,
    examples: [],
    opening: null,
    problem: null,
    menu: null,
    sharing: { values: false, copied: null },
    typed: new Map(),
    limitForm: null,
    gate: false,
    gateView: { shown: 0, open: null },
    gateError: null,
    samples: null,
    drawer: null,
    compare: null,
    curve: null,
    measured: null,
    replay: { at: 0, playing: false },
    trees: null,
    tried: null,
    grown: 1,
    treeView: { chosen: 0, node: null },
    dataRows: null,
    dropping: false,
    reading: null,
    hint: null,
    announce: "",
  };
}
