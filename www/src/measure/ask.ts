/**
 * Measuring as a conversation with an engine. Each step states its question and gets the answer, so that one text serves callers that wait
 * (the command line) and callers that do not (the API, the page).
 */
import type { Answer, ModelInfo, Prediction, RequestDoc } from "../types.js";
import { measure, type Answered, type Measured } from "./index.js";
import { lengthRequest, rowOf } from "./person.js";
import { far, type Neighbour } from "./stability.js";
import { meets } from "./target.js";

export type Question = { predict: readonly (readonly number[])[] } | { explain: RequestDoc };
/** null: the engine refused the request. */
export type Told = Prediction[] | Answer | null;
export type Asking<T> = Generator<Question, T, Told>;

/** The basis of the measures: the model, and its background rows. */
export interface Basis {
  info: Pick<ModelInfo, "features" | "classes" | "missing">;
  rows: readonly (readonly number[])[];
}

/** So many neighbours are asked for. */
export const NEIGHBOURS = 5;
/** Rows that are put to the model at once. */
const BATCH = 64;

function* said(rows: readonly (readonly number[])[]): Asking<Prediction[]> {
  const told = rows.length > 0 ? yield { predict: rows } : [];
  return Array.isArray(told) ? told : [];
}

function* found(request: RequestDoc): Asking<Answer | null> {
  const told = yield { explain: request };
  return Array.isArray(told) ? null : told;
}

/** How usual a row is; nothing where the model has neither rows nor a forest for the target. */
export function* lengthOf(request: RequestDoc, values: readonly number[]): Asking<number | undefined> {
  return (yield* found(lengthRequest(request, values)))?.counterfactuals[0]?.path_length;
}

/** The background rows nearest to a person that miss the target too, equal ones once: index and distance, the nearest first. */
export function* nearest({ info: { features, classes, missing }, rows }: Basis, person: readonly number[], target: RequestDoc["target"], count = NEIGHBOURS): Asking<{ row: number; distance: number }[]> {
  const seen = new Set<string>();
  const near = rows
    .map((values, row) => ({ row, distance: far(features, person, values), key: JSON.stringify(values) }))
    .filter(({ row, distance, key }) => distance > 0 && (missing || !rows[row]?.some(Number.isNaN)) && !seen.has(key) && seen.add(key))
    .sort((a, b) => a.distance - b.distance || a.row - b.row);
  const list: { row: number; distance: number }[] = [];
  for (let from = 0; list.length < count && from < near.length; from += BATCH) {
    const batch = near.slice(from, from + BATCH);
    const predictions = yield* said(batch.map(({ row }) => rows[row] ?? []));
    list.push(...batch.filter((_, at) => predictions[at] !== undefined && !meets(predictions[at], target, classes)).map(({ row, distance }) => ({ row, distance })));
  }
  return list.slice(0, count);
}

/** Somebody else's answers to the same request; nothing where these are not proved within so many seconds. */
export function* elsewhere(request: RequestDoc, query: readonly number[], seconds: number): Asking<number[][] | undefined> {
  const asked: RequestDoc = { ...request, query: query.map((value) => (Number.isNaN(value) ? null : value)), time_limit: Math.min(request.time_limit ?? seconds, seconds) };
  delete asked.certificate;
  const answer = yield* found(asked);
  return answer?.status === "optimal" ? answer.counterfactuals.map(({ values }) => values) : undefined;
}

/**
 * Measures an answer's counterfactuals and their set. `neighbours`: the number of others that are asked for, to see how steady the answers
 * are. It takes as many searches. None are asked of a request with a radius, whose answers are all that exist.
 */
export function* measuring(basis: Basis, request: RequestDoc, { counterfactuals }: Answer, neighbours = NEIGHBOURS): Asking<Measured> {
  const { info, rows } = basis;
  const person = rowOf(info.features, request.query);
  const list = counterfactuals.map(({ values }) => values);
  const predictions = yield* said(list);
  const answered: Answered[] = [];
  for (const [index, values] of list.entries()) {
    const prediction = predictions[index];
    const length = yield* lengthOf(request, values);
    answered.push({ values, valid: prediction !== undefined && meets(prediction, request.target, info.classes), ...(length === undefined ? {} : { path_length: length }) });
  }
  const asked: Neighbour[] = [];
  const most = list.length === 0 || request.radius !== undefined ? 0 : neighbours;
  for (const { row, distance } of most > 0 ? yield* nearest(basis, person, request.target, most) : []) {
    const answers = yield* elsewhere(request, rows[row] ?? [], request.time_limit ?? 10);
    if (answers && answers.length > 0) asked.push({ row, distance, answers });
  }
  return measure(info.features, person, request, answered, rows, asked);
}
