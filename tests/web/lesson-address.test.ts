/** The address of a lesson's state, and the answered lessons that a browser keeps. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { draws } from "../../www/src/draws.js";
import { fragmentOf, placeOf, type LessonState } from "../../www/src/lessons/address.js";
import { NAMES } from "../../www/src/lessons/kinds.js";
import { answeredLessons, keepAnswered } from "../../www/src/lessons/progress.js";

describe("the address", () => {
  test("gives back every state that it was made from", () => {
    const draw = draws(7);
    for (let k = 0; k < 300; k++) {
      const number = (): number => Math.round(draw() * 10_000);
      const end = (): number | null => (draw() < 0.4 ? null : number());
      const name = NAMES[Math.floor(draw() * NAMES.length)]!;
      const limits = { x: { lo: end(), hi: end() }, y: { lo: end(), hi: end() } };
      const open = [limits.x.lo, limits.x.hi, limits.y.lo, limits.y.hi].every((one) => one === null);
      const state: LessonState = {
        ...(draw() < 0.5 ? { at: [number(), number()] as const } : {}),
        ...(draw() < 0.5 ? { step: 1 + number() } : {}),
        ...(draw() < 0.5 && !open ? { limits } : {}),
        ...(draw() < 0.5 ? { grown: "tree" as const } : {}),
        ...(draw() < 0.5 ? { points: [{ x: number(), y: number(), class: draw() < 0.5 ? 0 : 1 }] } : {}),
      };
      expect(placeOf(fragmentOf(name, state), NAMES)).toEqual({ name, state });
    }
  });

  test("of a lesson as it begins is its name alone", () => {
    for (const name of NAMES) expect(fragmentOf(name, {})).toBe(`#${name}`);
  });

  test("that is none is the overview, and states that are none are left out", () => {
    expect(placeOf("", NAMES)).toEqual({ name: null, state: {} });
    expect(placeOf("#nowhere?at=1,2", NAMES)).toEqual({ name: null, state: {} });
    expect(placeOf("#grow?at=here&step=-1&x=..&grown=moss&points=1,2,7;x;3,4,1", NAMES)).toEqual({ name: "grow", state: { limits: { x: { lo: null, hi: null }, y: { lo: null, hi: null } }, points: [{ x: 3, y: 4, class: 1 }] } });
  });
});

describe("the progress", () => {
  afterEach(() => vi.unstubAllGlobals());

  test("is kept, leaves out lessons that there are no longer, and leaves nothing behind when it is forgotten", () => {
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => kept.set(key, text), removeItem: (key: string) => kept.delete(key) });
    expect(answeredLessons(NAMES).size).toBe(0);
    keepAnswered(new Set(["boxes", "votes"]));
    expect([...answeredLessons(NAMES)]).toEqual(["boxes", "votes"]);
    expect([...answeredLessons(["votes"])]).toEqual(["votes"]);
    for (const key of kept.keys()) kept.set(key, "{}");
    expect(answeredLessons(NAMES).size).toBe(0);
    keepAnswered(new Set());
    expect(kept.size).toBe(0);
  });

  test("is empty where the browser forbids it, and nothing fails", () => {
    const forbidden = (): never => {
      throw new Error("forbidden");
    };
    vi.stubGlobal("localStorage", { getItem: forbidden, setItem: forbidden, removeItem: forbidden });
    expect(answeredLessons(NAMES).size).toBe(0);
    expect(() => keepAnswered(new Set(["boxes"]))).not.toThrow();
  });
});
