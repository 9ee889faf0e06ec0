/**
 * One change at a time: each is the single move that wins most of the target's score for its cost, until the target is reached.
 * A feature that it has moved may move again. It never looks ahead, so it may overshoot or end nowhere.
 */
import { coordinate, domain, isDiscrete, levelCount, withCoordinate } from "../model/feature.js";
import type { FeatureInfo, InputType } from "../types.js";
import { beside } from "./tweak.js";
import type { Found, Predict, Question } from "./question.js";

const MOST_STEPS = 30;
/** Values of one feature that are looked at: beside the model's thresholds, evenly thinned, or without any, at even steps of its range. */
const MOST_VALUES = 64;

export async function greedy(question: Question, input: InputType | undefined, predict: Predict, pause: () => Promise<void> = () => Promise.resolve()): Promise<Found | null> {
  const { features, person } = question;
  const values = features.map((feature) => valuesOf(feature, input));
  let row = [...person];
  let [now] = await predict([row]);
  for (let step = 0; step < MOST_STEPS && now; step++) {
    // A person may have the target already and still break a limit.
    if (question.meets(now) && question.allowed(row)) return { values: row, cost: question.cost(row) };
    const moves = features.flatMap((feature, index) => (values[index] ?? []).filter((at) => at !== coordinate(feature, row)).map((at) => withCoordinate(feature, row, at)));
    const allowed = moves.filter((move) => question.allowed(move));
    const said = await predict(allowed);
    const [score, cost] = [question.score(now), question.cost(row)];
    const ends = allowed.flatMap((move, index) => (said[index] && question.meets(said[index]) ? [{ move, gain: -question.cost(move), prediction: said[index] }] : []));
    const others = allowed.flatMap((move, index) => {
      const prediction = said[index];
      const won = prediction ? question.score(prediction) - score : 0;
      return prediction && won > 1e-9 ? [{ move, gain: won / Math.max(question.cost(move) - cost, 1e-9), prediction }] : [];
    });
    const [first, ...rest] = ends.length > 0 ? ends : others;
    if (!first) return null;
    const best = rest.reduce((a, b) => (b.gain > a.gain ? b : a), first);
    row = best.move;
    now = best.prediction;
    await pause();
  }
  return null;
}

function valuesOf(feature: FeatureInfo, input?: InputType): number[] {
  if (isDiscrete(feature)) return Array.from({ length: levelCount(feature) }, (_, level) => level);
  const [low, high] = domain(feature);
  const even = Array.from({ length: MOST_VALUES }, (_, k) => low + ((high - low) * k) / (MOST_VALUES - 1)).map(feature.kind === "integer" ? Math.round : (at) => at);
  const asked = feature.thresholds.length > 0 ? feature.thresholds.flatMap((cut) => beside(cut, feature, input)) : even;
  const all = [...new Set(asked)].filter((at) => at >= low && at <= high);
  const every = Math.ceil(all.length / MOST_VALUES);
  return all.filter((_, index) => index % every === 0);
}
