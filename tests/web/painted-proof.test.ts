/**
 * The painted proof: its strokes paint every place once and none twice, on random models and questions; no place that is better than the answer is
 * painted for a reason that is not true of it; the reasons are those of the check; and the map is painted where nothing is open.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run, type FromCheck } from "../../www/src/check/job.js";
import type { ReplayAxis, SearchReplay } from "../../www/src/check/recorder.js";
import { draws } from "../../www/src/draws.js";
import { start, type CoreModel } from "../../www/src/engine/core.js";
import { coordinate, domain, isDiscrete, withCoordinate } from "../../www/src/model/feature.js";
import { openAlong, paintedOn } from "../../www/src/page/further/proof/projection.js";
import { strokeText } from "../../www/src/page/further/proof/say.js";
import { holds, openAfter, sizeOf, strokesOf, strokesUpTo, wholeOf, type Region, type Stroke } from "../../www/src/page/further/proof/strokes.js";
import { uncertified } from "../../www/src/page/state/proof/proof.js";
import { setRules } from "../../www/src/page/state/editing/actions.js";
import { requestOf } from "../../www/src/page/state/request/request.js";
import type { Doc } from "../../www/src/page/state/document/document.js";
import { adopt, speak } from "../../www/src/page/view/language.js";
import { furtherWords } from "../../www/src/page/further/words.js";
import type { Answer, FeatureInfo, RequestDoc } from "../../www/src/types.js";
import "../../www/src/languages/further/de.js";
import "../../www/src/languages/further/fr.js";
import { wasm } from "./models.js";
import { edit, firstDoc, Judge, pick, randomModel, solve, type Draw } from "./random-page.js";


/** Costs differ by the rounding of single precision. */
const SAME = 1e-5;

interface Case {
  seed: number;
  model: CoreModel;
  doc: Doc;
  request: RequestDoc;
  answer: Answer;
  replay: SearchReplay;
  strokes: Stroke[];
  rnd: Draw;
}

/** So many models with a rule; and how limits are spoken of. */
const RULED = 100;
const LIMITS = [["en", /limit|allow|forbid/], ["de", /Vorgabe|[Ee]rlaubt/], ["fr", /limite|permis/]] as const;

/** So many random models, of each the proof of a random question; questions without one are passed over. Few proofs split a box: with 90 none does. */
const MODELS = 200;
const cases: Case[] = [];

/** The proof of a question; null where there is none. */
function caseOf(seed: number, model: CoreModel, doc: Doc, rnd: Draw): Case | null {
  const request: RequestDoc = { ...requestOf(doc), certificate: true };
  const answer = uncertified(request, doc.model!) === null ? solve(model, request) : null;
  if (answer?.certificate === undefined || (answer.status !== "optimal" && answer.status !== "infeasible")) return null;
  const heard: FromCheck[] = [];
  run({ model: model.document(), request, answer, replay: true }, (message) => heard.push(message));
  const last = heard.at(-1)!;
  if (!("verdict" in last) || !last.replay) throw new Error(`model ${String(seed)}: ${JSON.stringify(last)}`);
  return { seed, model, doc, request, answer, replay: last.replay, strokes: strokesOf(last.replay), rnd };
}

beforeAll(() => {
  start(wasm());
  adopt({ further: furtherWords });
  for (let seed = 1; seed <= MODELS; seed += 1) {
    const model = randomModel(seed);
    const rnd = draws(7000 + seed);
    let doc = firstDoc(model, rnd);
    for (let k = 0; k < 4; k += 1) doc = { ...edit(doc, model, rnd), typical: null, hull: null, margin: null };
    const one = caseOf(seed, model, doc, rnd);
    if (one) cases.push(one);
    else model.free();
  }
  expect(cases.length).toBeGreaterThan(40);
});
afterAll(() => cases.forEach(({ model }) => model.free()));

/** The level of a coordinate. */
function levelOf(axis: ReplayAxis, feature: FeatureInfo, at: number): number {
  if (isDiscrete(feature)) return at;
  return (axis.cuts ?? []).filter((cut) => cut < Math.fround(at)).length;
}

/** A random place: like the person or the answer in some features. */
function placeOf({ model, doc, answer, rnd }: Case): number[] {
  let values = [...(rnd() < 0.5 ? (answer.counterfactuals[0]?.values ?? doc.person) : doc.person)];
  for (const feature of model.info.features) {
    if (rnd() < 0.55) continue;
    const [low, high] = domain(feature);
    const at = low + rnd() * (high - low);
    values = withCoordinate(feature, values, isDiscrete(feature) || feature.kind === "integer" ? Math.round(at) : Math.fround(at));
  }
  return values;
}

/** The levels of a place, by axis. */
const levelsOf = ({ replay, model }: Case, values: readonly number[]): number[] =>
  replay.axes.map((axis) => {
    const feature = model.info.features.find(({ name }) => name === axis.feature)!;
    return levelOf(axis, feature, coordinate(feature, values));
  });

const inside = (region: Region, levels: readonly number[]): boolean => region.every((runs, axis) => holds(runs, levels[axis]!));

describe("the strokes of a proof", () => {
  test("paint every place once in each proof, and where they do nothing that reaches the target within the limits is better than the answer, or than the bound that a stroke tells", () => {
    const count = { better: 0, enough: 0, impossible: 0, proofs: 0 };
    for (const one of cases) {
      const { seed, model, doc, request, answer, replay, strokes } = one;
      expect(replay.cut).toBe(false);
      const judge = new Judge(model, doc.person);
      const proofs = strokes.at(-1)!.proof + 1;
      count.proofs += proofs - 1;
      if (answer.status === "infeasible") count.impossible += 1;
      const priced = request.cost?.tables !== undefined || request.cost?.piecewise !== undefined;
      const size = replay.proved ?? replay.cost ?? Number.POSITIVE_INFINITY;
      for (let k = 0; k < 60; k += 1) {
        const values = placeOf(one);
        const levels = levelsOf(one, values);
        const cost = judge.cost(request, values);
        const enough = judge.refusal(request, values) === null;
        if (cost < size - SAME) count.better += 1;
        if (enough) count.enough += 1;
        for (let proof = 0; proof < proofs; proof += 1) {
          const by = strokes.filter((stroke) => stroke.proof === proof && inside(stroke.before, levels) && !(stroke.left && inside(stroke.left, levels)));
          expect(by, `model ${String(seed)}, place ${values.join()}`).toHaveLength(1);
        }
        // With several proofs each is about the places of one class only.
        if (!enough) continue;
        expect(cost, `model ${String(seed)}, place ${values.join()}`).toBeGreaterThanOrEqual(size - SAME);
        if (proofs === 1 && !priced && !replay.largest) for (const stroke of strokes) if (inside(stroke.before, levels)) expect(cost, `model ${String(seed)}, ${stroke.why}`).toBeGreaterThanOrEqual(stroke.bound - SAME);
      }
    }
    expect(count.better).toBeGreaterThan(300);
    expect(count.enough).toBeGreaterThan(100);
    expect(count.impossible).toBeGreaterThan(3);
    expect(count.proofs).toBeGreaterThan(0);
  });

  test("leave nothing in the end and more before it: the painted and the open places then add up to everything", () => {
    for (const { replay, strokes } of cases) {
      const whole = sizeOf(wholeOf(replay));
      for (let proof = 0; proof <= strokes.at(-1)!.proof; proof += 1) {
        let painted = 0;
        strokes.forEach((stroke, at) => {
          if (stroke.proof !== proof) return;
          const own = sizeOf(stroke.before) - (stroke.left ? sizeOf(stroke.left) : 0);
          expect(own).toBeGreaterThan(0);
          painted += own;
          expect(painted + openAfter(replay, strokes, at + 1).reduce((sum, region) => sum + sizeOf(region), 0)).toBe(whole);
        });
        expect(painted).toBe(whole);
      }
      expect(openAfter(replay, strokes, 0)).toEqual([wholeOf(replay)]);
      expect(openAfter(replay, strokes, strokes.length)).toEqual([]);
    }
  });

  test("have the reasons of the check: each is told at its own step, of its own box, and each box that is closed with something open in it has a stroke", () => {
    const reasons = new Set<string>();
    for (const { doc, request, replay, strokes } of cases) {
      strokes.forEach((stroke, at) => {
        const step = replay.steps[stroke.step]!;
        reasons.add(stroke.why);
        expect(step.box).toBe(stroke.box);
        if (at > 0) expect(stroke.step).toBeGreaterThan(strokes[at - 1]!.step);
        if (stroke.why === "first") expect([step.kind, step.parent]).toEqual(["enter", null]);
        else if (stroke.why === "enter" || stroke.why === "round") expect([step.kind, step.live]).toEqual([stroke.why, stroke.left]);
        else if (stroke.why !== "empty") expect([step.kind, step.why, stroke.left]).toEqual(["closed", stroke.why, null]);
        expect(stroke.bound).toBe(step.bound);
        expect(strokesUpTo(strokes, stroke.step)).toBe(at + 1);
        expect(strokeText(doc, request.target, replay, stroke)).toMatch(/^[A-Z].*\.$/);
      });
      const told = new Set(strokes.map((stroke) => `${String(stroke.proof)} ${String(stroke.box)}`));
      let proof = -1;
      replay.steps.forEach((step, at) => {
        if (step.kind === "enter" && step.parent === null) proof += 1;
        const entered = replay.steps[at - 1];
        if (step.kind === "closed" && entered?.box === step.box && entered.live !== null) expect(told.has(`${String(proof)} ${String(step.box)}`)).toBe(true);
      });
    }
    for (const why of ["first", "enter", "round", "cost", "rows", "bound"]) expect([...reasons]).toContain(why);
  });
});

describe("the sentence of a stroke", () => {
  /**
   * Places that the model sends to the target, nearer than the answer, which only a limit forbids: of such a place a sentence that does not speak of
   * limits would be false. A rule is a tree more with rows of its own, so that boxes are closed by rows that are not the target's.
   */
  test("speaks of limits, in every language, wherever it paints a place that a limit alone forbids, also where the row of a limit closes the box", () => {
    const painted = new Map<string, number>();
    for (let seed = 1; seed <= RULED; seed += 1) {
      const model = randomModel(seed);
      const rnd = draws(9000 + seed);
      let doc = firstDoc(model, rnd);
      for (let k = 0; k < 3; k += 1) doc = { ...edit(doc, model, rnd), typical: null, hull: null, margin: null };
      doc = setRules(doc, [{ when: { all: [{ feature: "Savings", test: { is: "atLeast", at: 1 } }] }, then: { all: [{ feature: "Income", test: { is: "atMost", at: 3 + 10 * rnd() } }] } }]);
      const one = caseOf(seed, model, doc, rnd);
      if (one?.strokes.at(-1)?.proof === 0) {
        const judge = new Judge(model, doc.person);
        const size = one.replay.proved ?? one.replay.cost ?? Number.POSITIVE_INFINITY;
        for (let k = 0; k < 150; k += 1) {
          const values = placeOf(one);
          if (!judge.reaches(one.request, values) || judge.cost(one.request, values) >= size - SAME) continue;
          const levels = levelsOf(one, values);
          for (const stroke of one.strokes) {
            if (!inside(stroke.before, levels) || (stroke.left && inside(stroke.left, levels))) continue;
            painted.set(stroke.why, (painted.get(stroke.why) ?? 0) + 1);
            for (const [tongue, limits] of LIMITS) {
              speak(tongue);
              expect(strokeText(doc, one.request.target, one.replay, stroke), `${stroke.why}, ${tongue}, model ${String(seed)}, place ${values.join()}`).toMatch(limits);
            }
          }
        }
      }
      model.free();
    }
    speak("en");
    for (const why of ["first", "rows", "cost", "cover", "bound"]) expect(painted.get(why) ?? 0, why).toBeGreaterThan(10);
  });
});

describe("the painted map", () => {
  test("is painted at every place where no values of the other features are open, and at no other; the rectangles do not overlap", () => {
    for (const { replay, strokes, rnd, model } of cases) {
      const names = model.info.features.map(({ name }) => name);
      const x = pick(rnd, names);
      const y = pick(rnd, names.filter((name) => name !== x));
      const [ax, ay] = [x, y].map((name) => replay.axes.findIndex(({ feature }) => feature === name)) as [number, number];
      const middle = ({ cuts, count }: ReplayAxis, level: number): number | null => {
        if (!cuts) return level < count ? level : null;
        if (level > cuts.length) return null;
        const [low, high] = [level === 0 ? cuts[0]! - 2 : cuts[level - 1]!, level === cuts.length ? cuts[level - 1]! + 2 : cuts[level]!];
        return cuts.length === 0 ? 0 : (low + high) / 2;
      };
      const within = ([from, to]: readonly [number | null, number | null], at: number): boolean => at > (from ?? Number.NEGATIVE_INFINITY) && at < (to ?? Number.POSITIVE_INFINITY);
      for (const at of new Set([0, 1, Math.floor(strokes.length / 2), strokes.length - 1, strokes.length])) {
        const open = openAfter(replay, strokes, at);
        const areas = paintedOn(replay, open, [x, y]);
        for (let i = 0; i < replay.axes[ax]!.count; i += 1) {
          expect(openAlong(open, ax, replay.axes[ax]!.count).length % 2).toBe(0);
          for (let j = 0; j < replay.axes[ay]!.count; j += 1) {
            const [px, py] = [middle(replay.axes[ax]!, i), middle(replay.axes[ay]!, j)];
            if (px === null || py === null) continue;
            const over = areas.filter((area) => within(area.x, px) && within(area.y, py)).length;
            expect(over).toBe(open.some((region) => holds(region[ax]!, i) && holds(region[ay]!, j)) ? 0 : 1);
          }
        }
      }
    }
  });
});
