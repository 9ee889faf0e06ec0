// @vitest-environment happy-dom
/** The drawer "Proof": its last sentence stands where everything is painted and nowhere else, it looks old where the question is another, and it is played. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { render } from "lit/html.js";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { run, type FromCheck } from "../../www/src/check/job.js";
import { CoreModel, start } from "../../www/src/engine/core.js";
import { paintedMap, proofDrawer } from "../../www/src/page/further/proof/drawer.js";
import { Painter } from "../../www/src/page/further/proof/painter.js";
import { openModel, setMaxChanges } from "../../www/src/page/state/editing/actions.js";
import type { Doc } from "../../www/src/page/state/document/document.js";
import { initialState, type Shown, type State } from "../../www/src/page/state/document/state.js";
import { meets, requestOf } from "../../www/src/page/state/request/request.js";
import type { Ui } from "../../www/src/page/view/callbacks.js";
import { root, wasm } from "./models.js";
import { solve } from "./random-page.js";

const bytes = readFileSync(resolve(root, "www/public/examples/loan.json"));

/** A state of the loan example whose answer is proved, with the proof. */
function proved(change: (doc: Doc) => Doc = (doc) => doc): State {
  const model = CoreModel.load(bytes, "loan.json");
  const { info } = model;
  const ref = { id: 1, title: "loan.json", source: { from: "file" as const, file: "loan.json" }, info, schema: null, guess: null, fileLimits: new Map() };
  const doc = change(openModel(ref, [5450, 39, 1, 1, 1, 7, 0, 0, 43, 0, 1, 0, 0, 0, 0], null, { class: 1 }, null));
  const request = requestOf(doc);
  const answer = solve(model, { ...request, certificate: true });
  const heard: FromCheck[] = [];
  run({ model: bytes, request: { ...request, certificate: true }, answer, replay: true }, (message) => heard.push(message));
  const last = heard.at(-1)!;
  if (!("verdict" in last) || !last.replay) throw new Error(JSON.stringify(last));
  const [best] = answer.counterfactuals;
  const prediction = best ? model.predict(Float64Array.from(best.values))[0]! : null;
  const shown: Shown = { request, answer, room: null, extra: 0, replay: prediction && { prediction, meets: meets(prediction, request.target, model.info.classes) } };
  model.free();
  return { ...initialState(), doc, shown, pair: ["Credit amount", "Duration"], drawer: "proof", proof: { of: shown, phase: "checked", boxes: last.replay.boxes, document: {}, replay: last.replay } };
}

const calls = { set: vi.fn(), step: vi.fn(), prove: vi.fn() };
const ui = calls as unknown as Ui;
const part = document.createElement("div");
const changed = vi.fn();
let painter: Painter;
const draw = (state: State): void => void render(proofDrawer(state, ui, painter), part);
const text = (selector: string): string => part.querySelector(selector)?.textContent.replace(/\s+/g, " ").trim() ?? "";

beforeAll(() => void start(wasm()));
beforeEach(() => {
  vi.clearAllMocks();
  painter = new Painter(changed);
});
afterEach(() => vi.useRealTimers());

describe("the painted proof", () => {
  test("says that nothing smaller is left when everything is painted, and not before", () => {
    const state = proved();
    draw(state);
    const count = painter.strokes.length;
    expect(count).toBeGreaterThan(2);
    for (let at = 0; at <= count; at += 1) {
      painter.go(at);
      draw(state);
      expect(text(".proof-end")).toBe(at === count ? "Nothing smaller is left: that is the proof." : "");
      expect(part.textContent.includes("Nothing is left open.")).toBe(at === count);
      expect(part.querySelector("input")?.getAttribute("aria-valuetext")).toBe(`${String(at)} of ${String(count)} strokes`);
    }
    expect(part.querySelectorAll(".open")).toHaveLength(0);
  });

  test("of a question that nothing answers ends with the target that nothing allowed reaches", () => {
    const state = proved((doc) => setMaxChanges(doc, 0));
    expect(state.shown?.answer.status).toBe("infeasible");
    draw(state);
    expect(text(".why")).toMatch(/^A place that is .+ could be anywhere\./);
    painter.go(painter.strokes.length);
    draw(state);
    expect(text(".proof-end")).toMatch(/^Nothing is left: nothing that the limits allow is .+\. That is the proof\.$/);
  });

  test("that was cut claims of itself only its first strokes", () => {
    const state = proved();
    const { proof } = state;
    if (proof?.phase !== "checked") throw new Error("no proof");
    const replay = { ...proof.replay!, steps: proof.replay!.steps.slice(0, 3), cut: true };
    const cut: State = { ...state, proof: { ...proof, replay } };
    draw(cut);
    painter.go(painter.strokes.length);
    draw(cut);
    expect(text(".proof-end")).toMatch(/^The first .+ The check went through all .+ and left nothing open\.$/);
  });

  test("looks old, claims nothing and paints nothing once the question is another, and stops playing", () => {
    vi.useFakeTimers();
    const state = proved();
    draw(state);
    painter.go(painter.strokes.length);
    draw(state);
    expect(paintedMap(state, painter)?.areas.length).toBeGreaterThan(0);
    painter.toggle();
    expect(painter.playing).toBe(true);
    const old: State = { ...state, doc: setMaxChanges(state.doc, 1) };
    draw(old);
    expect(painter.playing).toBe(false);
    expect(part.querySelector(".proof-drawer")?.classList.contains("stale")).toBe(true);
    expect(text(".proof-end")).toBe("");
    expect(paintedMap(old, painter)).toBeNull();
    draw(state);
    expect(part.querySelector(".proof-drawer")?.classList.contains("stale")).toBe(false);
  });

  test("is played to its end, from the beginning where it is there already, and not while its drawer is closed", () => {
    vi.useFakeTimers();
    const state = proved();
    painter.see(state);
    const count = painter.strokes.length;
    painter.go(count);
    painter.toggle();
    expect(painter.at).toBe(0);
    vi.advanceTimersToNextTimer();
    expect(painter.at).toBe(1);
    vi.runAllTimers();
    expect([painter.at, painter.playing]).toEqual([count, false]);
    painter.toggle();
    vi.advanceTimersToNextTimer();
    painter.see({ ...state, drawer: null });
    vi.runAllTimers();
    expect([painter.at, painter.playing]).toEqual([1, false]);
    expect(changed).toHaveBeenCalled();
  });

  test("leads to the step of its stroke in the drawer of bounds and numbers", () => {
    const state = proved();
    draw(state);
    painter.go(2);
    draw(state);
    part.querySelector<HTMLElement>(".said .link")?.click();
    expect(calls.set).toHaveBeenCalledWith({ drawer: "search" });
    expect(calls.step).toHaveBeenCalledWith(painter.strokes[1]!.step);
  });

  test("is asked for when the drawer opens, once the answer has settled; where there can be none it says so", async () => {
    const state = proved();
    draw({ ...state, proof: null, dragging: true });
    await Promise.resolve();
    expect(calls.prove).not.toHaveBeenCalled();
    draw({ ...state, proof: null });
    await Promise.resolve();
    expect(calls.prove).toHaveBeenCalledTimes(1);
    draw({ ...state, proof: null, shown: { ...state.shown!, answer: { ...state.shown!.answer, status: "feasible" } } });
    await Promise.resolve();
    expect(calls.prove).toHaveBeenCalledTimes(1);
    expect(part.textContent).toContain("There is no proof of this answer to show.");
  });
});
