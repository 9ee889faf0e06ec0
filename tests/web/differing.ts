/** Sentences that say how answers differ by the features that they change, read and held to the answers. */
import { expect } from "vitest";
import type { Counterfactual } from "../../www/src/types.js";

const changed = (one: Counterfactual): string[] => one.changes.map(({ feature }) => feature);

/** Each way of saying it, and whether it is so of an answer and one before it. */
const READINGS: readonly [RegExp, (before: readonly string[], now: readonly string[]) => boolean][] = [
  [/[Oo]ther features than/, (before, now) => !now.some((name) => before.includes(name))],
  [/avoids something of the smallest change|none changes all the features that an earlier one changes/, (before, now) => !before.every((name) => now.includes(name))],
];

/** Holds a sentence about an answer to all the answers before it. */
export function differently(said: string, before: readonly Counterfactual[], now: Counterfactual): void {
  const [, isSo] = READINGS.find(([words]) => words.test(said)) ?? [];
  expect(isSo, `nobody has said how to read: ${said}`).toBeDefined();
  for (const one of before) expect(isSo!(changed(one), changed(now)), `${said}: ${changed(now).join(", ")} after ${changed(one).join(", ")}`).toBe(true);
}
