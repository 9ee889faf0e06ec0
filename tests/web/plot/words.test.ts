import { describe, expect, it } from "vitest";
import { axisLabels, fitted, roundTicks, thresholdTicks } from "../../../www/src/plot/axes.js";
import { inside, overlap, placeLabel, placeWord, type Rect } from "../../../www/src/plot/labels.js";
import { clipLine, writeAlong, writeMeaning } from "../../../www/src/plot/outlines.js";
import { slotsOf } from "../../../www/src/plot/palette.js";
import { scaleOf } from "../../../www/src/plot/scales.js";
import { ENGLISH } from "../../../www/src/plot/words.js";
import { axis } from "./helpers.js";
import { draws } from "../../../www/src/draws.js";

const measure = (t: string): number => t.length * 6.5;
const frame: Rect = { x: 0, y: 0, w: 400, h: 300 };

describe("axis numbers", () => {
  it("are round, and months come in dozens", () => {
    const money = axis({ min: 250, max: 7250, window: [250, 7250], kind: "integer" });
    expect(roundTicks(money, scaleOf(money, 0, 558), 78)).toEqual([1000, 2000, 3000, 4000, 5000, 6000, 7000]);
    const months = axis({ window: [4, 60], kind: "integer", unit: "months" });
    expect(roundTicks(months, scaleOf(months, 560, 0), 112)).toEqual([12, 24, 36, 48, 60]);
    const small = axis({ window: [0.1, 0.32] });
    expect(roundTicks(small, scaleOf(small, 0, 500), 78)).toEqual([0.1, 0.15, 0.2, 0.25, 0.3]);
  });
  it("give way to a tag", () => {
    const a = axis({ kind: "integer" });
    const s = scaleOf(a, 0, 1000);
    expect(axisLabels(a, s, 100, 520, 44, "en").map((l) => l.text)).not.toContain("50");
    expect(axisLabels(a, s, 100, null, 44, "en").map((l) => l.text)).toContain("50");
  });
  it("of more than 16 digits are powers of ten, which an axis has room for", () => {
    const a = axis({ window: [0, 1e21] });
    expect(axisLabels(a, scaleOf(a, 0, 500), 100, null, 44, "en").map((l) => l.text)).toEqual(["0", "2e20", "4e20", "6e20", "8e20", "1e21"]);
    const b = axis({ window: [-3e17, 0] });
    expect(axisLabels(b, scaleOf(b, 0, 500), 150, null, 44, "en").map((l) => l.text)).toEqual(["\u22123e17", "\u22122e17", "\u22121e17", "0"]);
  });
  it("thresholds are never closer than two pixels", () => {
    const rnd = draws(1);
    const a = axis({ thresholds: Array.from({ length: 900 }, () => rnd() * 100).sort((p, q) => p - q) });
    const ticks = thresholdTicks(a, scaleOf(a, 0, 500));
    ticks.slice(1).forEach((t, k) => expect(t - ticks[k]!).toBeGreaterThanOrEqual(2));
    expect(ticks.length).toBeGreaterThan(150);
  });
  it("long words are cut with an ellipsis", () => {
    expect(fitted("management", 40, measure)).toBe("manag…");
    expect(fitted("rent", 40, measure)).toBe("rent");
  });
});

describe("labels", () => {
  it("stand right of their point, or left where the right is taken, or below", () => {
    const at = { x: 200, y: 150, r: 9 };
    const right = placeLabel(at, ["You now", "4,308 DM"], frame, [], [], measure)!;
    expect(right.anchor).toBe("start");
    expect(right.x).toBeGreaterThan(200);
    const left = placeLabel(at, ["You now"], frame, [{ x: 205, y: 60, w: 195, h: 180 }], [], measure)!;
    expect(left.anchor).toBe("end");
    const below = placeLabel({ x: 30, y: 150, r: 9 }, ["You now"], { ...frame, w: 60 }, [], [], measure)!;
    expect(below.anchor).toBe("middle");
    expect(below.y).toBeGreaterThan(150);
  });
  it("stand away from a mark nearby, whose name they would seem", () => {
    const at = { x: 200, y: 150, r: 9 };
    for (const [dx, anchor] of [[20, "end"], [-20, "start"], [200, "start"]] as const) {
      expect(placeLabel(at, ["You now"], frame, [], [], measure, { x: at.x + dx, y: 150 })?.anchor).toBe(anchor);
    }
    // Where nothing else is free, that side is better than no label.
    const taken = [{ x: 0, y: 0, w: 195, h: 300 }, { x: 0, y: 0, w: 400, h: 138 }, { x: 0, y: 162, w: 400, h: 138 }];
    expect(placeLabel(at, ["You now"], frame, taken, [], measure, { x: 220, y: 150 })?.anchor).toBe("start");
  });
  it("lose the second line before they are cut, and vanish before they cover something", () => {
    const narrow = { x: 0, y: 0, w: 130, h: 300 };
    const l = placeLabel({ x: 20, y: 150, r: 9 }, ["You now", "4,308 DM, 48 months"], narrow, [], [], measure)!;
    expect(l.lines).toEqual(["You now"]);
    expect(placeLabel({ x: 20, y: 150, r: 9 }, ["You now"], frame, [frame], [], measure)).toBeNull();
  });
  it("never cross the frame or anything hard, wherever the point is", () => {
    const rnd = draws(3);
    for (let k = 0; k < 500; k++) {
      const hard = Array.from({ length: 6 }, () => ({ x: rnd() * 380, y: rnd() * 280, w: 44, h: 30 }));
      const l = placeLabel({ x: rnd() * 400, y: rnd() * 300, r: 9 }, ["Nearest accepted", "3,345 DM, 33 months"], frame, hard, [], measure);
      if (!l) continue;
      expect(inside(l.rect, frame)).toBe(true);
      expect(hard.every((h) => overlap(h, l.rect) === 0)).toBe(true);
    }
  });
  it("class words go to the largest area that has room", () => {
    const areas = [{ x: 0, y: 0, w: 30, h: 20 }, { x: 100, y: 100, w: 200, h: 100 }];
    const at = placeWord(60, areas, frame, [], [])!;
    expect(at.x).toBeCloseTo(200);
    const moved = placeWord(60, areas, frame, [{ x: 160, y: 130, w: 80, h: 40 }], [])!;
    expect(overlap({ x: moved.x - 34, y: moved.y - 14.5, w: 68, h: 20 }, { x: 160, y: 130, w: 80, h: 40 })).toBe(0);
  });
});

describe("outlines on the screen", () => {
  it("are cut to the plot", () => {
    const [a, b] = clipLine([[-1e6, 50], [200, 50], [200, 1e6]], frame);
    expect(a).toEqual([[0, 50], [200, 50], [200, 300]]);
    expect(b).toBeUndefined();
    expect(clipLine([[-10, -10], [-10, 500]], frame)).toEqual([]);
  });
  it("carry their meaning inside the ball, clear of marks in the way", () => {
    const diamond = [[20, 120], [200, 280]] as [number, number][];
    const w = writeAlong([diamond], 120, [200, 100], frame, [])!;
    expect(w.below).toBe(false);
    const blocked = writeAlong([diamond], 70, [200, 100], frame, [{ x: 0, y: 0, w: 120, h: 300 }])!;
    expect(blocked.rects.every((r) => r.x >= 120)).toBe(true);
    expect(writeAlong([diamond], 400, [200, 100], frame, [])).toBeNull();
  });
  it("say it shorter, then under or over the tip, before they say nothing", () => {
    const ring = (r: number): [number, number][] => [[200 - r, 150], [200, 150 + r], [200 + r, 150], [200, 150 - r], [200 - r, 150]];
    const texts = ENGLISH.provedOutline("accepted", false);
    expect(texts).toEqual(["proved: none accepted inside", "proved: none inside"]);
    expect(ENGLISH.provedOutline("class 1", false)[0]).toBe("proved: none of class 1 inside");
    const said = (r: number, hard: Rect[] = []): string | undefined => writeMeaning([ring(r)], texts, [200, 150], frame, hard, measure, true)?.text;
    expect(said(145)).toBe(texts[0]);
    const under = writeMeaning([ring(40)], texts, [200, 150], frame, [], measure, true)!;
    expect(under.rects[0]!.y).toBeGreaterThan(190);
    const over = writeMeaning([ring(40)], texts, [200, 150], frame, [{ x: 0, y: 185, w: 400, h: 40 }], measure, true)!;
    expect(over.rects[0]!.y).toBeLessThan(110);
    expect(said(40, [frame])).toBeUndefined();
  });
});

describe("class slots", () => {
  it("go by the place of a class: orange with dots to the first, blue to the second, whichever is the target", () => {
    expect(slotsOf([{ name: "a", target: false }, { name: "b", target: true }])).toEqual([1, 0]);
    expect(slotsOf([{ name: "a", target: true }, { name: "b", target: false }])).toEqual([1, 0]);
    expect(slotsOf([{ name: "a", target: false }, { name: "b", target: true }, { name: "c", target: false }, { name: "d", target: true }])).toEqual([1, 0, 2, 3]);
  });
});
