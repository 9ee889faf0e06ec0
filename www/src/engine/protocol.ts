/** Messages between a page and its engine worker. Imports types only. */
import type { Answer, Background, Comparison, Depths, FileRows, Guess, HullSlice, InputError, ModelInfo, Prediction, ProgramFormat, ProgramKind, Progress, Regions, RequestDoc, Room, Sampled, SchemaDoc, TreeData } from "../types.js";

/** A call; `id` is unique in a client's life. Every call is answered by exactly one result or failure of the same id. */
export type Call = { id: number } & (
  | { call: "init"; wasm: WebAssembly.Module | ArrayBuffer | string }
  /** `guess`: without a schema, takes the one that the columns look like. */
  | { call: "load"; bytes: ArrayBuffer; name: string; schema?: SchemaDoc; guess?: boolean; background?: Background }
  /** The same model with another schema or other background rows, as a model of its own. */
  | { call: "derive"; model: number; schema?: SchemaDoc; background?: Background }
  /** Reads a csv file piece by piece; it can be stopped, and reports its progress. `cells`: its rows as they stand there. */
  | { call: "sample"; model: number; file: Blob; name: string; cells?: boolean | undefined }
  | { call: "compare"; model: number; text: string; name: string }
  | { call: "document"; model: number }
  | { call: "free"; model: number }
  | { call: "predict"; model: number; rows: Float64Array }
  | { call: "explain"; model: number; request: RequestDoc; progressEvery: number }
  /** Works on boxes of a search of the same request elsewhere, which come through the port, until it is stopped. */
  | { call: "assist"; model: number; request: RequestDoc; port: MessagePort }
  | { call: "formulation"; model: number; request: RequestDoc; format: ProgramFormat; program: ProgramKind }
  | { call: "room"; model: number; request: RequestDoc; values: number[] }
  | { call: "regions"; model: number; axes: [string, string]; at: number[]; window?: Window }
  /** The requests have one target; the slice is of the forest for it. */
  | { call: "depths"; model: number; requests: RequestDoc[]; axes: [string, string]; at: number[]; window?: Window }
  | { call: "hull"; model: number; request: RequestDoc; axes: [string, string]; at: number[]; window?: Window }
  | { call: "row"; model: number; index: number }
  | { call: "rows"; model: number }
  | { call: "trees"; model: number }
);

/** A model that was loaded; `guess` where its schema was guessed. */
export interface Loaded {
  model: number;
  info: ModelInfo;
  guess: Guess | null;
}

/** Raw-value window of a slice: numeric and integer axes only; discrete axes always show every level. */
export interface Window {
  x?: [number, number];
  y?: [number, number];
}

/** Asks a running `explain` to stop; it then answers with the best so far (status feasible or unknown). Ends an `assist`. */
export type Stop = { stop: number };

/** An assistant waits at the port to work on boxes of a running `explain`; or it is gone. */
export type Share = { share: number; port: MessagePort } | { alone: number };

export type Result = { id: number } & (
  | { ok: "init"; version: string }
  | { ok: "load"; loaded: Loaded }
  /** Null: it was stopped. */
  | { ok: "sample"; sampled: Sampled | FileRows | null }
  | { ok: "compare"; comparison: Comparison }
  | { ok: "document"; document: Uint8Array<ArrayBuffer> }
  | { ok: "free" }
  | { ok: "predict"; predictions: Prediction[] }
  | { ok: "explain"; answer: Answer }
  | { ok: "assist" }
  | { ok: "formulation"; program: string }
  | { ok: "room"; room: Room[] }
  | { ok: "regions"; regions: Regions }
  | { ok: "depths"; depths: Depths | null }
  | { ok: "hull"; hull: HullSlice | null }
  | { ok: "row"; row: number[]; label: number | null }
  | { ok: "rows"; rows: number[][] }
  | { ok: "trees"; trees: TreeData }
);

/** The call failed: bad input (`input`), or a fault of the engine itself (the worker is then replaced). `part`: only the wasm's beginning was there. */
export type Failure = { id: number; input: InputError } | { id: number; fault: string; part?: true };

/** The state of an `explain` under way; `best` only when it is new. */
export type Report = { id: number; progress: Progress; best?: Answer };

/** A search under way that nobody can help with. */
export type Alone = { id: number; alone: true };

/** The share of a file that has been read. */
export type Reading = { id: number; share: number };

/** A name under which the worker holds a lock of the browser's as long as it lives; it says when it does. */
export interface Hold {
  hold: string;
}
export interface Held {
  held: string;
}

/** The whole wasm, where its beginning was running. */
export type Whole = { whole: WebAssembly.Module };

export type ToWorker = Call | Stop | Share | Whole;
export type FromWorker = Result | Failure | Report | Alone | Reading;
