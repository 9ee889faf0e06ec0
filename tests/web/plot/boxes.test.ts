import { describe, expect, it } from "vitest";
import { boxAt, cellAt, growBox, noTargetWithin, rangeText } from "../../../www/src/plot/pointed-box.js";
import { nextBox } from "../../../www/src/plot/keys.js";
import { outcomeIds } from "../../../www/src/plot/cells.js";
import { shadeCells, SHADES } from "../../../www/src/plot/shade.js";
import { ENGLISH } from "../../../www/src/plot/words.js";
import { inSentence } from "../../../www/src/plot/names.js";
import { percent } from "../../../www/src/plot/numbers.js";
import { axis, regions, TWO } from "./helpers.js";
import { draws } from "../../../www/src/draws.js";

describe("cells", () => {
  it("hold their upper end and not their lower", () => {
    const a = { feature: "a", kind: "numeric" as const, edges: Float64Array.from([0, 10, 20, 50]) };
    expect([0, 5, 10, 10.001, 20, 50, 51, -1].map((v) => cellAt(a, v))).toEqual([0, 0, 0, 1, 1, 2, -1, -1]);
  });

  it("grow into boxes of one outcome that cannot grow further", () => {
    const r = regions(30, 25, 6);
    const nx = 30;
    const same = (i: number, j: number, k: number): boolean => r.scores[(j * nx + i) * 2] === r.scores[k * 2];
    for (let c = 0; c < nx * 25; c += 7) {
      const b = growBox(r, c % nx, Math.floor(c / nx));
      for (let j = b.j0; j < b.j1; j++) for (let i = b.i0; i < b.i1; i++) expect(same(i, j, c)).toBe(true);
      const column = (i: number): boolean => i >= 0 && i < nx && Array.from({ length: b.j1 - b.j0 }, (_, k) => same(i, b.j0 + k, c)).every(Boolean);
      const row = (j: number): boolean => j >= 0 && j < 25 && Array.from({ length: b.i1 - b.i0 }, (_, k) => same(b.i0 + k, j, c)).every(Boolean);
      expect(row(b.j0 - 1) || row(b.j1)).toBe(false);
      // Columns were grown first, along the first row alone.
      if (b.j1 - b.j0 === 1) expect(column(b.i0 - 1) || column(b.i1)).toBe(false);
    }
  });

  it("are walked by arrow keys out of the present box, and no further than the window", () => {
    const r = regions(30, 25, 6);
    let at = { x: 50, y: 50 };
    for (let steps = 0; steps < 200; steps++) {
      const next = nextBox(r, at, "x", 1);
      if (!next) {
        expect(growBox(r, cellAt(r.x, at.x), cellAt(r.y, at.y)).i1).toBe(30);
        return;
      }
      expect(next.x).toBeGreaterThan(at.x);
      at = next;
    }
    expect.unreachable("the walk does not end");
  });
});

describe("a box in words", () => {
  const amount = axis({ kind: "integer", unit: "DM", decimals: 0, thresholds: [4670.5, 5332, 6000.5], min: 0, max: 9000, window: [0, 9000] });
  it("names the whole numbers that are in it", () => {
    expect(rangeText(amount, 4670.5, 5332, ENGLISH)).toBe("credit amount 4,671 to 5,332\u00a0DM");
    expect(rangeText(amount, 0, 4670.5, ENGLISH)).toBe("credit amount up to 4,670\u00a0DM");
    expect(rangeText(amount, 6000.5, 9000, ENGLISH)).toBe("credit amount 6,001\u00a0DM or more");
    expect(rangeText(axis({ kind: "integer", thresholds: [16.5, 17.5] }), 16.5, 17.5, ENGLISH)).toBe("credit amount 17");
  });
  it("tells the model's own ends where the window cuts a box", () => {
    expect(rangeText(amount, 5000, 5332, ENGLISH)).toBe("credit amount 4,671 to 5,332\u00a0DM");
    expect(rangeText(amount, 4670.5, 5000, ENGLISH)).toBe("credit amount 4,671 to 5,332\u00a0DM");
    expect(rangeText({ ...amount, thresholds: [] }, 0, 9000, ENGLISH)).toBe("any credit amount");
  });
  it("says above where a value cannot be named", () => {
    const a = axis({ thresholds: [0.25, 0.5], min: 0, max: 1, window: [0, 1] });
    expect(rangeText(a, 0.25, 0.5, ENGLISH)).toBe("credit amount above 0.250, up to 0.500");
    expect(rangeText(a, 0.5, 1, ENGLISH)).toBe("credit amount above 0.500");
  });
  it("names levels", () => {
    const job = axis({ feature: "Job", kind: "ordinal", labels: ["none", "skilled", "highly skilled"] });
    expect(rangeText(job, 0.5, 1.5, ENGLISH)).toBe("job skilled");
    expect(rangeText(job, 0.5, 2.5, ENGLISH)).toBe("job skilled to highly skilled");
    expect(rangeText(job, -0.5, 2.5, ENGLISH)).toBe("any job");
  });
  it("lower-cases words, not names", () => {
    expect(["Credit amount", "BMI", "X", "iPhone price", "Öl", "Age"].map(inSentence)).toEqual(["credit amount", "BMI", "X", "iPhone price", "öl", "age"]);
  });
  it("never rounds a score onto the threshold", () => {
    expect(percent(0.468, "en", 0.5)).toBe("46.8\u00a0%");
    expect(percent(0.50004, "en", 0.5)).toBe("50.004\u00a0%");
    expect(percent(0.5, "en", 0.5)).toBe("50.0\u00a0%");
  });
  it("puts it all in one line", () => {
    const r = regions(4, 4, 2);
    r.scores.fill(0.532);
    for (let c = 0; c < 16; c++) r.scores[c * 2 + 1] = 0.468;
    r.classes.fill(0);
    const codes = shadeCells(r, TWO, { by: "class" });
    const found = boxAt(r, codes, { x: axis(), y: axis({ feature: "Duration" }) }, TWO, { by: "class" }, ENGLISH, 50, 50)!;
    expect(found.box.text).toBe("any credit amount, any duration: refused, score 46.8\u00a0%");
    expect(found.box.target).toBe(false);
    expect(boxAt(r, codes, { x: axis(), y: axis() }, TWO, { by: "class" }, ENGLISH, 500, 50)).toBeNull();
  });
  it("says no score of a model that has none, and shades its decisions as sure", () => {
    const r = { ...regions(4, 4, 2), scores: new Float32Array(), outputs: 0 };
    r.classes.fill(1);
    const codes = shadeCells(r, TWO, { by: "class" });
    const found = boxAt(r, codes, { x: axis(), y: axis({ feature: "Duration" }) }, TWO, { by: "class" }, ENGLISH, 50, 50)!;
    expect(found.box).toMatchObject({ text: "any credit amount, any duration: accepted", target: true, scores: [] });
    expect([...new Set(codes)]).toEqual([2 * SHADES - 1]);
    r.classes[0] = 0;
    expect(new Set(outcomeIds(r)).size).toBe(2);
  });
});

describe("nothing accepted inside the limits", () => {
  it("agrees with looking at every point", () => {
    const rnd = draws(21);
    let yes = 0;
    for (let k = 0; k < 300; k++) {
      const r = regions(12, 12, 100 + k);
      // Mostly refused, so that both outcomes happen.
      for (let c = 0; c < 144; c++) if (rnd() < 0.9) [r.classes[c], r.scores[c * 2], r.scores[c * 2 + 1]] = [0, 0.9, 0.1];
      const codes = shadeCells(r, TWO, { by: "class" });
      const range = (): { lo: number; hi: number } => {
        const pick = rnd() < 0.3 ? [...r.x.edges][1 + Math.floor(rnd() * 11)]! : rnd() * 100;
        return { lo: pick, hi: Math.min(100, pick + rnd() * 20) };
      };
      const limits = { x: range(), y: range() };
      const got = noTargetWithin(r, codes, TWO, limits, { x: undefined, y: undefined });
      // Every edge inside the limits, every middle, and the limits' own ends.
      const points = (edges: Float64Array, l: { lo: number; hi: number }): number[] =>
        [l.lo, l.hi, (l.lo + l.hi) / 2, ...edges, ...[...edges].map((e) => e + 1e-9)].filter((v) => v >= l.lo && v <= l.hi && v <= 100);
      const any = points(r.x.edges, limits.x).some((x) =>
        points(r.y.edges, limits.y).some((y) => Math.floor(codes[cellAt(r.y, y) * 12 + cellAt(r.x, x)]! / SHADES) === 1),
      );
      expect(got).toBe(!any);
      if (got) yes++;
    }
    expect(yes).toBeGreaterThan(20);
    expect(yes).toBeLessThan(280);
  });

  it("is not said when the drawn cells do not hold all of the limits", () => {
    const r = regions(5, 5, 1);
    r.scores.fill(0);
    r.classes.fill(0);
    const codes = shadeCells(r, TWO, { by: "class" });
    expect(noTargetWithin(r, codes, TWO, { x: { lo: 10, hi: 120 }, y: { lo: 10, hi: 20 } }, { x: undefined, y: undefined })).toBe(false);
    expect(noTargetWithin(r, codes, TWO, { x: { lo: 10, hi: 100 }, y: { lo: 10, hi: 20 } }, { x: undefined, y: undefined })).toBe(true);
  });
});
