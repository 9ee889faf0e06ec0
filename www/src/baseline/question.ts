/** The question to the baselines: heuristics that are shown beside the optimum, never in its place. Imports types only. */
import type { FeatureInfo, Prediction } from "../types.js";

export interface Question {
  features: readonly FeatureInfo[];
  /** Raw inputs. */
  person: readonly number[];
  /** The cost of a row from the person, as the request measures it. */
  cost(values: readonly number[]): number;
  /** Whether a row keeps the request's limits. */
  allowed(values: readonly number[]): boolean;
  /** Whether a prediction meets the target, and how near it is: the higher, the nearer. */
  meets(prediction: Prediction): boolean;
  score(prediction: Prediction): number;
  /** Classes that are looked for; empty of a regressor. */
  wanted: readonly number[];
}

export interface Found {
  values: number[];
  cost: number;
}

/** The reference predictor: every point that is given back has been put to it. */
export type Predict = (rows: number[][]) => Prediction[] | Promise<Prediction[]>;

const BATCH = 256;

/** The cheapest of the points that is allowed and has the target; ties go to the earlier. */
export async function cheapest(points: readonly number[][], question: Question, predict: Predict): Promise<Found | null> {
  const priced = points.filter((values) => question.allowed(values)).map((values): Found => ({ values, cost: question.cost(values) }));
  priced.sort((a, b) => a.cost - b.cost);
  for (let at = 0; at < priced.length; at += BATCH) {
    const batch = priced.slice(at, at + BATCH);
    const said = await predict(batch.map(({ values }) => values));
    const first = said.findIndex((prediction) => question.meets(prediction));
    if (first >= 0) return batch[first] ?? null;
  }
  return null;
}
