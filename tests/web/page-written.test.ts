import { describe, expect, test } from "vitest";
import { cost, costDown, costsApart, percent, percentInFull } from "../../www/src/page/view/format.js";
import { draws } from "../../www/src/draws.js";

const read = (text: string): number => Number(text.replace("\u00a0%", "").replace("\u2212", "-").replaceAll(",", ""));

describe("a number on which a claim hangs", () => {
  const rnd = draws(27);
  const sizes = Array.from({ length: 2000 }, () => rnd() * 10 ** (8 * rnd() - 7));

  test("is never rounded up where it is a bound, and by no more than a tenth down", () => {
    for (const x of sizes) {
      const said = read(costDown(x));
      expect(said).toBeLessThanOrEqual(x * (1 + 1e-9));
      expect(said, `${String(x)} as ${costDown(x)}`).toBeGreaterThanOrEqual(0.9 * x - 1e-12);
      expect(Math.abs(read(cost(x)) - x)).toBeLessThanOrEqual(0.06 * x);
    }
    expect(costDown(0.1 + 0.2)).toBe("0.30");
  });

  test("keeps the gap between a bound and a cost as it is", () => {
    for (const of of sizes.filter((x) => x > 1e-5)) {
      const bound = of * (1 - 0.9 * rnd() - 0.001);
      const [low, high] = costsApart(bound, of, 1).map(Number) as [number, number];
      expect(low).toBeLessThanOrEqual(bound + 1e-12);
      expect(Math.abs(high - low - (of - bound))).toBeLessThanOrEqual(0.16 * (of - bound));
    }
  });

  test("stays on its side of a threshold, and a threshold is written in full", () => {
    for (let k = 0; k < 2000; k += 1) {
      const threshold = Number(rnd().toFixed(1 + Math.floor(6 * rnd())));
      const share = Math.min(1, Math.max(0, threshold + (rnd() - 0.5) * 10 ** -(1 + 4 * rnd())));
      expect(Math.abs(read(percentInFull(threshold)) - 100 * threshold)).toBeLessThan(1e-11);
      if (share !== threshold) expect(Math.sign(read(percent(share, threshold)) - read(percentInFull(threshold))), `${String(share)} at ${String(threshold)}`).toBe(Math.sign(share - threshold));
    }
    expect([percent(0.13796, 0.138), percent(0.13796), percentInFull(0.8), percent(0.50049)].map(read)).toEqual([13.796, 13.8, 80, 50.05]);
  });

  test("a bound that is the cost itself is written like it, one below never above itself", () => {
    const rnd = draws(9);
    for (let k = 0; k < 2000; k++) {
      const of = 10 ** (8 * rnd() - 5);
      expect(costDown(of, of)).toBe(cost(of));
      expect(costDown(of * (1 - 1e-10), of)).toBe(cost(of));
      const below = of * (0.5 + 0.49 * rnd());
      expect(Number(costDown(below, of))).toBeLessThanOrEqual(below * (1 + 1e-9));
    }
  });
});
