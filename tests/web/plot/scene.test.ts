import { describe, expect, it } from "vitest";
import { CellMap } from "../../../www/src/plot/cellmap.js";
import type { MapProps } from "../../../www/src/plot/contract.js";
import { frameOf, scalesOf } from "../../../www/src/plot/frame.js";
import { inside, overlap, type Rect } from "../../../www/src/plot/labels.js";
import { toPixel } from "../../../www/src/plot/scales.js";
import { slotsOf } from "../../../www/src/plot/palette.js";
import { handleRect, sceneOf, type Scene, type SceneProps } from "../../../www/src/plot/scene.js";
import { ENGLISH } from "../../../www/src/plot/words.js";
import { axis, regions, TWO } from "./helpers.js";
import { draws } from "../../../www/src/draws.js";

const measure = (t: string): number => t.length * 6.5;
const COST = { scale: 100, up: 1, down: 1 };

function props(more: Partial<MapProps> = {}): SceneProps {
  return {
    classes: TWO,
    scoring: { by: "class" },
    x: axis({ thresholds: [10, 40, 70] }),
    y: axis({ feature: "Duration" }),
    factual: { x: 60, y: 70, label: "You now" },
    answer: { x: 30, y: 40, label: "Nearest accepted", state: "proved" },
    marks: [],
    allowed: { x: { lo: 20, hi: 80 }, y: { lo: 10, hi: 90 } },
    relations: [],
    reach: { norm: "l1", x: COST, y: COST, proved: 0.6, best: 0.6 },
    showBoxes: false,
    overlay: null,
    depths: null,
    hulls: null,
    second: null,
    layer: "answer",
    note: null,
    hide: [],
    readonly: false,
    ...more,
    words: ENGLISH,
  };
}

/** A scene over left-accepted, right-refused cells. */
function scene(p: SceneProps, width = 632, height = 620, before: ReadonlyMap<string, { x: number; y: number }> = new Map()): Scene {
  const r = regions(2, 1, 1);
  r.x.edges[1] = 50;
  r.classes.set([1, 0]);
  r.scores.set([0.2, 0.8, 0.8, 0.2]);
  const frame = frameOf(width, height, p, measure, "en");
  const scales = scalesOf(frame, p.x, p.y);
  const cells = new CellMap();
  const laid = cells.laid(r, p.classes, p.scoring, frame, scales, 1, false);
  const slots = slotsOf(p.classes);
  return sceneOf({
    props: p,
    frame,
    scales,
    areas: laid.areas,
    noTargetAllowed: false,
    before,
    slotAt: (x, y) => slots[cells.classAt(x, y, frame, 1)] ?? -1,
    coarse: false,
    measure: (t) => measure(t),
  });
}

/** Where words and things are, for finding collisions. */
function things(s: Scene): { words: Rect[]; hard: Rect[] } {
  const words = [s.dot?.label, s.answer?.label].flatMap((l) => (l ? [l.rect] : [])).concat(s.written.flatMap((w) => w.rects));
  const hard = s.handles.filter((h) => h.seen).map((h) => handleRect(h, 1));
  for (const p of [s.dot, s.answer]) if (p?.seen) hard.push({ x: p.x - 8, y: p.y - 8, w: 16, h: 16 });
  return { words, hard };
}

describe("the scene", () => {
  it("keeps every word inside the plot and off handles, dot and ring, wherever things are", () => {
    const rnd = draws(17);
    for (let k = 0; k < 150; k++) {
      const at = (): { x: number; y: number } => ({ x: rnd() * 100, y: rnd() * 100 });
      const lo = { x: rnd() * 50, y: rnd() * 50 };
      const small = k % 2 === 1;
      const s = scene(
        props({
          factual: { ...at(), label: "You now" },
          answer: { ...at(), label: "Nearest accepted", state: "proved" },
          allowed: { x: { lo: lo.x, hi: lo.x + rnd() * 50 }, y: { lo: lo.y, hi: lo.y + rnd() * 50 } },
        }),
        small ? 390 : 632,
        small ? 352 : 620,
      );
      const { words, hard } = things(s);
      for (const w of words) {
        expect(inside(w, s.frame.plot)).toBe(true);
        expect(hard.filter((h) => overlap(h, w) > 0)).toEqual([]);
      }
    }
  });

  it.each([1e12, -1e15, 1e21, 1e300])("stands while an answer, a mark or the dot lies at %s, and the cells are those of another window", (far) => {
    for (const more of [
      { answer: { x: far, y: 40, label: "Nearest accepted", state: "stale" as const } },
      { marks: [{ x: 30, y: far, label: "Pin 1", arrow: true }] },
      { factual: { x: far, y: 70, label: "You now" } },
      { x: axis({ thresholds: [10], min: Math.min(0, far), max: Math.max(100, far), window: [Math.min(0, far), Math.max(100, far)] }) },
    ]) expect(() => scene(props(more))).not.toThrow();
  });

  it("writes class words in their own class, and leaves them where they stood", () => {
    const first = scene(props());
    const word = (s: Scene, text: string): { x: number; y: number } => s.words.find((w) => w.text === text)!;
    const border = first.frame.plot.x + first.frame.plot.w / 2;
    expect(word(first, "Accepted").x).toBeLessThan(border);
    expect(word(first, "Refused").x).toBeGreaterThan(border);
    const stood = { x: word(first, "Accepted").x, y: first.frame.plot.y + first.frame.plot.h - 40 };
    expect(word(scene(props(), 632, 620, new Map([["Accepted", stood]])), "Accepted")).toMatchObject(stood);
    const wrong = { x: border + 100, y: stood.y };
    expect(word(scene(props(), 632, 620, new Map([["Accepted", wrong]])), "Accepted").x).toBeLessThan(border);
  });

  it("says proved only of one outline that is both bound and answer; searching draws two", () => {
    const open = { lo: null, hi: null };
    const done = scene(props({ allowed: { x: open, y: open } }));
    expect(done.written.map((w) => w.text)).toEqual(["proved: none accepted inside"]);
    expect(done.outlines.every((o) => !o.solid && o.proved)).toBe(true);
    const searching = scene(props({ reach: { norm: "l1", x: COST, y: COST, proved: 0.1, best: 0.25 } }));
    expect(searching.outlines.map((o) => [o.solid, o.proved])).toEqual([[true, true], [false, false]]);
    expect(searching.written.every((w) => !w.text.startsWith("proved"))).toBe(true);
  });

  it("says of limits that nothing within them is inside, and keeps the outline within them", () => {
    const limits = { x: { lo: 45, hi: 80 }, y: { lo: 10, hi: 90 } };
    const s = scene(props({ allowed: limits, reach: { norm: "l1", x: COST, y: COST, limited: true, proved: 0.6, best: 0.6 } }));
    expect(s.written.every((w) => w.text.includes("within your limits"))).toBe(true);
    const [from, to] = [toPixel(s.scales.x, 45), toPixel(s.scales.x, 80)];
    const across = s.outlines.flatMap((o) => o.line.map(([px]) => px));
    expect(Math.min(...across)).toBeCloseTo(from, 6);
    expect(Math.max(...across)).toBeCloseTo(to, 6);
  });

  it("says of a point whose other features are not this slice's that it is off it", () => {
    const s = scene(props({ reach: null, answer: { x: 30, y: 40, label: "Nearest accepted", state: "proved", off: true } }));
    expect(s.answer).toMatchObject({ off: true });
    expect(s.answer!.label!.lines[0]).toBe("Nearest accepted, off this slice");
    expect(s.dot!.off).toBe(false);
  });

  it("a locked axis has no handles and lets only its own value through", () => {
    const s = scene(props({ x: axis({ locked: true }) }));
    expect(s.handles.map((h) => h.id)).toEqual(["bottom", "top"]);
    expect(s.allowed!.w).toBe(0);
  });

  it("allowed levels are bands of their own", () => {
    const levels = axis({ feature: "Job", kind: "categorical", labels: ["a", "b", "c", "d"] });
    const s = scene(props({ y: levels, factual: { x: 60, y: 1, label: "You now" }, answer: null, allowed: { x: { lo: 20, hi: 80 }, y: { lo: null, hi: null, levels: [true, false, true, false] } } }));
    expect(s.open).toHaveLength(2);
    expect(s.handles.map((h) => h.id)).toEqual(["left", "right"]);
  });

  it("leaves out the parts that an embedding figure hides", () => {
    const s = scene(props({ hide: ["limits", "guides", "readout", "axes"] }));
    expect(s.allowed).toBeNull();
    expect(s.handles).toEqual([]);
    expect([s.tagX, s.tagY]).toEqual([null, null]);
    expect(s.frame.plot.w).toBeGreaterThan(625);
  });

  it("colours the dot by the person's own class where there are more than two", () => {
    const three = [...TWO, { name: "Deferred", target: false }];
    const at = { x: 60, y: 70, label: "You now" };
    expect(scene(props({ factual: at })).dot!.slot).toBe(1);
    expect(scene(props({ factual: { ...at, target: true } })).dot!.slot).toBe(0);
    expect(scene(props({ classes: three, factual: { ...at, class: 2 } })).dot!.slot).toBe(2);
  });

  it("has no tag for an answer outside the window", () => {
    const s = scene(props({ x: axis({ window: [50, 90] }) }));
    expect(s.answer!.seen).toBe(false);
    expect([s.tagX, s.answer!.label]).toEqual([null, null]);
  });
});
