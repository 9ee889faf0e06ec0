import { describe, expect, it } from "vitest";
import { shadeCells, shadeStep, SHADES } from "../../../www/src/plot/shade.js";
import type { Regions } from "../../../www/src/types.js";
import { draws } from "../../../www/src/draws.js";
import { TWO } from "./helpers.js";

function cells(scores: number[][], classes: number[]): Regions {
  const n = scores.length;
  const edges = Float64Array.from({ length: n + 1 }, (_, k) => k);
  return {
    x: { feature: "a", kind: "numeric", edges },
    y: { feature: "b", kind: "numeric", edges: Float64Array.from([0, 1]) },
    classes: Uint8Array.from(classes),
    scores: Float32Array.from(scores.flat()),
    outputs: scores[0]!.length,
  };
}

const shown = (codes: Uint16Array): [number, number][] => [...codes].map((c) => [Math.floor(c / SHADES), c % SHADES]);

describe("shades", () => {
  it("go by the root of the distance, in eight steps", () => {
    expect([0, 0.001, 0.0157, 0.064, 0.25, 0.5, 0.77, 1, 2, NaN].map(shadeStep)).toEqual([0, 0, 1, 2, 4, 5, 7, 7, 7, 0]);
  });

  it("are equally pale on both sides of the border", () => {
    expect(shown(shadeCells(cells([[0.501, 0.499], [0.499, 0.501]], [0, 1]), TWO, { by: "class" }))).toEqual([[0, 0], [1, 0]]);
  });

  it("show a target class below its asked probability as the other class", () => {
    const r = cells([[0.4, 0.6], [0.2, 0.8], [0.9, 0.1]], [1, 1, 0]);
    expect(shown(shadeCells(r, TWO, { by: "class", threshold: 0.7 })).map(([k]) => k)).toEqual([0, 1, 0]);
  });

  it("show a target class wherever its probability is the one that is asked for, however small that is, and one kind elsewhere", () => {
    const rnd = draws(7);
    for (let n = 2; n <= 4; n++) {
      const classes = Array.from({ length: n }, (_, k) => ({ name: String(k), target: k === n - 1 }));
      const rows = Array.from({ length: 200 }, () => Array.from({ length: n }, () => rnd())).map((row) => row.map((s) => Math.fround(s / row.reduce((a, b) => a + b))));
      const likeliest = rows.map((row) => row.indexOf(Math.max(...row)));
      for (const threshold of [0.05, 0.138, 0.4, 0.5, 0.8]) {
        const got = shown(shadeCells(cells(rows, likeliest), classes, { by: "class", threshold }));
        expect(got.map(([k]) => k)).toEqual(rows.map((row) => (row[n - 1]! >= threshold ? n - 1 : 0)));
      }
    }
  });

  it("with several targets grow from the border of the targets, not of the classes", () => {
    const three = [...TWO, { name: "Maybe", target: true }];
    const [a] = shown(shadeCells(cells([[0.02, 0.49, 0.49]], [1]), three, { by: "class" }));
    expect(a).toEqual([1, shadeStep(0.47)]);
  });

  it("put a value on the closed ends of the interval inside", () => {
    const r = cells([[10], [20], [9.5], [20.5], [15]], [0, 0, 0, 0, 0]);
    expect(shown(shadeCells(r, TWO, { by: "value", from: 10, to: 20 })).map(([k]) => k)).toEqual([1, 1, 0, 0, 1]);
  });

  it("take an interval without an upper end", () => {
    const r = cells([[5], [1000], [11]], [0, 0, 0]);
    const got = shown(shadeCells(r, TWO, { by: "value", from: 10, to: Infinity }));
    expect(got.map(([k]) => k)).toEqual([0, 1, 1]);
    expect(got[1]![1]).toBeGreaterThan(got[2]![1]);
  });
});
