/** The part of an engine that the state layer needs: the shape of the public API's model, so that tests may stand in for it. */
import type { Window } from "../../engine/protocol.js";
import type { Checked } from "../../check/beside.js";
import type { Job } from "../../check/job.js";
import type { Answer, Background, Comparison, Depths, FileRows, Guess, HullSlice, ModelInfo, Prediction, ProgramFormat, Progress, Regions, RequestDoc, Room, Sampled, SchemaDoc, TreeData } from "../../types.js";

export interface ExplainOptions {
  signal?: AbortSignal;
  onProgress?: (progress: Progress, best?: Answer) => void;
}

export interface ModelHandle {
  readonly info: ModelInfo;
  /** Where the schema was guessed: the guess. */
  readonly guess: Guess | null;
  /** The same model with another schema; both have to be freed. */
  withSchema(schema: SchemaDoc): Promise<ModelHandle>;
  /** Rows from a csv file, a uniform sample where it is large; null where it was aborted. */
  sample?: {
    (file: Blob, name: string, options: { signal: AbortSignal; onProgress: (share: number) => void }): Promise<Sampled | null>;
    /** The rows as they stand in the file. */
    (file: Blob, name: string, options: { cells: true }): Promise<FileRows | null>;
  };
  /** The same model with other background rows; both have to be freed. */
  withBackground?(background: Background): Promise<ModelHandle>;
  /** The model with its schema as one document in Espalier's JSON. */
  document(): Promise<Uint8Array>;
  /** The model as the check of proofs reads it: as little of the engine's as may be. */
  checkable(): Promise<Pick<Job, "model" | "schema">>;
  /** Replays sample predictions of the model's own library. */
  compare(text: string, name: string): Promise<Comparison>;
  /** Aborting ends the search early: the answer is then the best one found, if any (status `feasible` or `unknown`). */
  explain(request: RequestDoc, options?: ExplainOptions): Promise<Answer>;
  /** The question as a mixed-integer program for other solvers. */
  formulation?(request: RequestDoc, format: ProgramFormat): Promise<string>;
  predict(rows: number[][]): Promise<Prediction[]>;
  room(request: RequestDoc, values: number[]): Promise<Room[]>;
  regions(slice: { axes: [string, string]; at: number[]; window?: Window }): Promise<Regions>;
  /** How usual the places of a slice are, by requests of one target; null where none of them says. */
  depths?(slice: { requests: RequestDoc[]; axes: [string, string]; at: number[]; window?: Window }): Promise<Depths | null>;
  /** Which part of a slice lies in the hulls that a request holds answers to; null where none are asked for. */
  hull?(slice: { request: RequestDoc; axes: [string, string]; at: number[]; window?: Window }): Promise<HullSlice | null>;
  /** SHA-256 of the model's file, hexadecimal; null where the page may not compute it. */
  sha256?(): Promise<string | null>;
  row(index: number): Promise<{ row: number[]; label: number | null }>;
  /** All background rows. */
  rows?(): Promise<number[][]>;
  /** All trees, to be drawn. */
  trees?(): Promise<TreeData>;
  free(): void;
}

/** The independent check of an answer that carries a certificate; aborting it ends it. */
export type Checking = (job: Job, signal: AbortSignal, onProgress: (share: number) => void) => Promise<Checked>;

export interface Port {
  /** Absent: proofs are not offered to be checked. */
  check?: Checking;
  /** Starts the engine ahead of the first model. */
  warm?(): void;
  load(bytes: ArrayBuffer, options: { name: string; schema?: SchemaDoc; guess?: boolean }): Promise<ModelHandle>;
}
