/**
 * Measures of answers (Mothilal et al. 2020, as CE-OCL reports them, Maragno et al. 2022, Appendix C): of each, and of
 * the set. Steps are scaled as the contract scales costs: by a number's range, by the number of steps between ordered levels, 1 for
 * any other change. Numbers and ordered levels count as continuous, yes-or-no features and categories as categorical. Pure.
 */
import { own } from "../own.js";
import { coordinate } from "../model/feature.js";
import type { FeatureInfo, RequestDoc } from "../types.js";
import { towards, type Neighbour } from "./stability.js";
import { isCategorical, step } from "./step.js";

/** The measures of one answer. */
export interface Measures {
  /** Whether the model gives it the target. */
  valid: boolean;
  changes: number;
  /** Share of the features that stay. */
  sparsity: number;
  /** By each norm of the contract, with the request's weights; a consequence at no cost costs nothing here. */
  cost: { l0: number; l1: number; l2: number; linf: number };
  /** Share of the categorical features that stay; absent where there are none. */
  categorical_proximity?: number;
  /** Less the sum of the steps of the continuous features; absent where there are none. */
  continuous_proximity?: number;
  /** The background row with the least sum of steps to it: its index and that sum. */
  nearest_row?: { row: number; distance: number };
  /** The average path length in the isolation forest of the target, where there is one. */
  path_length?: number;
  /** The largest ratio, over the neighbours, of the distance between answers to the distance between people. */
  stability?: number;
}

/** The measures of a set: the means of its answers, and of its pairs; without pairs no diversity. */
export interface SetMeasures {
  count: number;
  /** Share of the answers that are valid, and not there before. */
  validity: number;
  sparsity: number;
  categorical_proximity?: number;
  continuous_proximity?: number;
  /** Means over the pairs: share of the categorical features that differ, sum of the steps between the others, share of all features that differ. */
  categorical_diversity?: number;
  continuous_diversity?: number;
  count_diversity?: number;
  /** As of one answer, by the mean over the answers of the distance to the nearest of a neighbour's. */
  stability?: number;
}

export interface Measured {
  counterfactuals: Measures[];
  set: SetMeasures;
  /** The neighbours that were asked: background rows, and their distance from the person. */
  neighbours?: { row: number; distance: number }[];
}

export interface Answered {
  values: readonly number[];
  valid: boolean;
  path_length?: number;
}

const sum = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0);
const mean = (list: readonly number[]): number => sum(list) / list.length;

/** Measures answers to one request; `rows` are background rows, `neighbours` some of them with their answers. Costs a pass over the rows an answer. */
export function measure(features: readonly FeatureInfo[], person: readonly number[], request: RequestDoc, answers: readonly Answered[], rows: readonly (readonly number[])[], neighbours: readonly Neighbour[] = []): Measured {
  const counterfactuals = answers.map((answer) => one(features, person, request, answer, rows));
  const set = ofSet(features, answers, counterfactuals);
  const steady = towards(features, answers.map(({ values }) => values), neighbours);
  if (!steady) return { counterfactuals, set };
  return {
    counterfactuals: counterfactuals.map((found, index) => ({ ...found, stability: steady.each[index] ?? 0 })),
    set: { ...set, stability: steady.all },
    neighbours: neighbours.map(({ row, distance }) => ({ row, distance })),
  };
}

function one(features: readonly FeatureInfo[], person: readonly number[], request: RequestDoc, { values, valid, path_length }: Answered, rows: readonly (readonly number[])[]): Measures {
  const steps = features.map((feature) => step(feature, person, values));
  const changes = steps.filter((by) => by > 0).length;
  const free = new Set((request.constraints ?? []).flatMap((limit) => ("causal" in limit && limit.causal.cost === "none" ? [limit.causal.feature] : [])));
  const weighed = features.map((feature, index): [number, number] => {
    const weight = own(request.cost?.weights ?? {}, feature.name) ?? feature.weight;
    const up = coordinate(feature, values) > coordinate(feature, person);
    return [free.has(feature.name) ? 0 : typeof weight === "number" ? weight : (up ? weight.up : weight.down) ?? 1, steps[index] ?? 0];
  });
  const by = (length: (by: number) => number): number[] => weighed.map(([factor, length_]) => (length_ === 0 ? 0 : factor * length(length_)));
  const found: Measures = {
    valid,
    changes,
    sparsity: 1 - changes / Math.max(1, features.length),
    cost: { l0: sum(by(() => 1)), l1: sum(by((x) => x)), l2: sum(by((x) => x * x)), linf: Math.max(0, ...by((x) => x)) },
    ...proximity(features, steps),
  };
  const near = nearestRow(features, values, rows);
  if (near) found.nearest_row = near;
  if (path_length !== undefined) found.path_length = path_length;
  return found;
}

function proximity(features: readonly FeatureInfo[], steps: readonly number[]): Pick<Measures, "categorical_proximity" | "continuous_proximity"> {
  const part = (categorical: boolean): number[] => steps.filter((_, index) => isCategorical(features[index]!) === categorical);
  const [levels, numbers] = [part(true), part(false)];
  return {
    ...(levels.length > 0 ? { categorical_proximity: 1 - mean(levels) } : {}),
    ...(numbers.length > 0 ? { continuous_proximity: 0 - sum(numbers) } : {}),
  };
}

function nearestRow(features: readonly FeatureInfo[], values: readonly number[], rows: readonly (readonly number[])[]): Measures["nearest_row"] {
  let best: Measures["nearest_row"];
  rows.forEach((row, index) => {
    let distance = 0;
    for (const feature of features) {
      distance += step(feature, values, row);
      if (best && distance >= best.distance) return;
    }
    best = { row: index, distance };
  });
  return best;
}

function ofSet(features: readonly FeatureInfo[], answers: readonly Answered[], list: readonly Measures[]): SetMeasures {
  const keys = answers.map(({ values }) => JSON.stringify(values));
  const fresh = list.filter(({ valid }, index) => valid && keys.indexOf(keys[index]!) === index);
  const set: SetMeasures = { count: list.length, validity: list.length === 0 ? 0 : fresh.length / list.length, sparsity: list.length === 0 ? 0 : mean(list.map((answer) => answer.sparsity)) };
  for (const name of ["categorical_proximity", "continuous_proximity"] as const) {
    const found = list.flatMap((answer) => answer[name] ?? []);
    if (found.length > 0) set[name] = mean(found);
  }
  const pairs = answers.flatMap((first, index) => answers.slice(index + 1).map((second) => features.map((feature) => step(feature, first.values, second.values))));
  if (pairs.length === 0) return set;
  const near = pairs.map((steps) => proximity(features, steps));
  if (near[0]?.categorical_proximity !== undefined) set.categorical_diversity = mean(near.map((pair) => 1 - (pair.categorical_proximity ?? 1)));
  if (near[0]?.continuous_proximity !== undefined) set.continuous_diversity = mean(near.map((pair) => -(pair.continuous_proximity ?? 0)));
  set.count_diversity = mean(pairs.map((steps) => steps.filter((by) => by > 0).length / features.length));
  return set;
}
