/** The front of the ways, held to its definition, and the axes of their picture. */
import { describe, expect, test } from "vitest";
import { frontOf, moreIsBetter, scaleOf } from "../../www/src/page/further/ways/points.js";

/** Numbers from 0 to 1, always the same. */
function draws(seed: number): () => number {
  let at = seed;
  return () => {
    at = (at * 1664525 + 1013904223) % 2 ** 32;
    return at / 2 ** 32;
  };
}

describe.each([true, false])("the front, more is better: %s,", (more) => {
  test("is every point that no other one beats, and no other", () => {
    const rnd = draws(more ? 1 : 2);
    for (let round = 0; round < 500; round += 1) {
      // Of few values, so that many are equal.
      const points = Array.from({ length: 1 + Math.floor(rnd() * 8) }, () => ({ size: Math.floor(rnd() * 5) / 4, x: Math.floor(rnd() * 5) }));
      const beats = (a: (typeof points)[0], b: (typeof points)[0]): boolean => a.size <= b.size && (more ? a.x >= b.x : a.x <= b.x) && (a.size < b.size || a.x !== b.x);
      const front = frontOf(points, more);
      for (const one of points) expect(front.includes(one), JSON.stringify({ points, one })).toBe(!points.some((other) => beats(other, one)));
      expect(front.map(({ x }) => x)).toEqual(front.map(({ x }) => x).sort((a, b) => a - b));
    }
  });

  test("holds both of two that differ by no more than single precision", () => {
    expect(frontOf([{ size: 0.4, x: 2 }, { size: 0.4 + 1e-9, x: 2 }], more)).toHaveLength(2);
  });
});

test("few changes, a score far from the threshold and a typical place are better; of a value it depends on the end that is asked for", () => {
  const demand = (from: number, to: number): Parameters<typeof moreIsBetter>[1] => ({ from, to, at: (x) => ({ value: [x, Infinity] }), scoreOf: () => 0 });
  expect([moreIsBetter("changes", null), moreIsBetter("typical", null), moreIsBetter("safety", demand(0.2, 1)), moreIsBetter("safety", demand(9, 2))]).toEqual([false, true, true, false]);
});

test("an axis holds all values between its first tick and its last", () => {
  const rnd = draws(3);
  for (let round = 0; round < 300; round += 1) {
    const scale = 10 ** Math.floor(rnd() * 9 - 4);
    const values = Array.from({ length: 1 + Math.floor(rnd() * 5) }, () => (rnd() - 0.3) * scale);
    const { from, to, ticks } = scaleOf(values);
    expect(to).toBeGreaterThan(from);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(from - 1e-6 * scale);
    expect(Math.max(...values)).toBeLessThanOrEqual(to + 1e-6 * scale);
    expect(ticks.length).toBeGreaterThanOrEqual(2);
    expect(ticks.length).toBeLessThanOrEqual(7);
  }
  expect(scaleOf([1, 3], true).ticks).toEqual([1, 2, 3]);
  expect(scaleOf([2], true).ticks).toEqual([2, 3]);
});
