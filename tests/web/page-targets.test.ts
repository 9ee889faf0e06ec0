// @vitest-environment happy-dom
/** Every kind of target that the contract has, as the page says and draws it: a sentence names it, and names nothing that is not so. */
import { render } from "lit/html.js";
import { describe, expect, test } from "vitest";
import { setRange, setTarget } from "../../www/src/page/state/editing/actions.js";
import { comparable } from "../../www/src/page/state/compare/compare.js";
import { decode, encode } from "../../www/src/page/state/opening/fragment.js";
import { requestOf } from "../../www/src/page/state/request/request.js";
import { clauses } from "../../www/src/page/state/answer/selectors.js";
import { setPrice } from "../../www/src/page/state/limits/feature-price.js";
import { present } from "../../www/src/page/state/answer/shown.js";
import { initialState, type Shown, type State } from "../../www/src/page/state/document/state.js";
import { waysFor } from "../../www/src/page/state/answer/ways.js";
import type { Answer, Prediction } from "../../www/src/types.js";
import { cards } from "../../www/src/page/view/cards.js";
import { NBSP } from "../../www/src/page/view/format.js";
import { classesOf } from "../../www/src/page/view/classes.js";
import { mapArea } from "../../www/src/page/view/map.js";
import type { MapProps } from "../../www/src/plot/contract.js";
import { slotsOf } from "../../www/src/plot/palette.js";
import { sentence } from "../../www/src/page/view/answer-sentence.js";
import { sameTarget, scoreText, targetOptions, targetText } from "../../www/src/page/view/targets.js";
import type { Ui } from "../../www/src/page/view/callbacks.js";
import { curveDrawer } from "../../www/src/page/view/curve/drawer.js";
import { curveKey } from "../../www/src/page/state/answer/curve.js";
import { rowsText } from "../../www/src/page/view/data/usual.js";
import { plain } from "../../www/src/page/view/words.js";
import { doc, info, modelThat, person } from "./page-fixtures.js";
import type { Aim } from "../../www/src/measure/target.js";
import type { Doc } from "../../www/src/page/state/document/document.js";

const ui = new Proxy({}, { get: () => () => undefined }) as Ui;
const spaced = (text: string | null): string => (text ?? "").replaceAll(NBSP, " ");
const accepted: Prediction = { class: 1, scores: [0.08, 0.92], raw: [] };
const refused: Prediction = { class: 0, scores: [0.6, 0.4], raw: [] };

const answerOf = (values: number[], prediction: Prediction, part: Partial<Answer> = {}): Answer => ({
  status: "optimal",
  counterfactuals: [{ values, cost: 0.2, changes: values === person ? [] : [{ feature: "Duration", from: 48, to: 33 }], prediction }],
  lower_bound: 0.2,
  work: { engine: "boxes", nodes: 1, milliseconds: 1 },
  ...part,
});
const moved = [4308, 33, ...person.slice(2)];

const shownOf = (of: Doc, answer: Answer): Shown => {
  const prediction = answer.counterfactuals[0]?.prediction;
  return { request: requestOf(of), answer, room: null, replay: prediction ? { prediction, meets: true } : null, extra: null };
};
const stateOf = (of: Doc, answer: Answer): State => ({ ...initialState(), doc: of, shown: shownOf(of, answer), now: refused, pair: ["Credit amount", "Duration"] });
const said = (target: Aim, answer: Answer, of = doc): string => {
  const state = stateOf(setTarget(of, target), answer);
  return spaced(plain(sentence(state, state.shown!)));
};

const model = doc.model!;
const regressor: Doc = { ...doc, model: { ...model, info: { ...info, kind: "regressor", classes: [] } } };
const value = (x: number): Prediction => ({ value: x, raw: [x] });

const KINDS: [string, Aim, string, string][] = [
  ["class", { class: 1 }, "You would be accepted if your", "You are already accepted. Nothing has to change."],
  ["name of a class", { class: "accepted" }, "You would be accepted if your", "You are already accepted. Nothing has to change."],
  ["least score", { class: 1, min_probability: 0.9 }, "Your score for accepted would be at least 90 % if your", "Your score for accepted is already at least 90 %. Nothing has to change."],
  ["best score", { best: { class: 1 }, budget: 0.2 }, "Within a cost of 0.20, your score for accepted would be 92 %, the highest there is, if your", "No change within a cost of 0.20 raises your score for accepted, now 92 %."],
  ["best score, by name", { best: { class: "accepted" }, budget: 0.2 }, "Within a cost of 0.20, your score for accepted would be 92 %, the highest there is, if your", "No change within a cost of 0.20 raises your score for accepted, now 92 %."],
  ["costs of classes", { class_costs: { "0": 0.5, accepted: 0.1 } }, "You would be accepted if your", "To stay accepted costs least. Nothing has to change."],
];

describe("a target in words", () => {
  test.each(KINDS)("%s: a sentence for an answer, and one where nothing has to change", (_, target, lead, stays) => {
    expect(said(target, answerOf(moved, accepted))).toContain(lead);
    expect(said(target, answerOf(person, accepted))).toBe(stays);
  });

  test("of the best predicted value, either way", () => {
    const best = { max: "highest", min: "lowest" } as const;
    for (const way of ["max", "min"] as const) {
      const target: Aim = { best: way, budget: 0.2 };
      expect(said(target, answerOf(moved, value(5)), regressor)).toContain(`Within a cost of 0.20, the prediction would be 5, the ${best[way]} there is, if your duration`);
      expect(said(target, answerOf(person, value(5)), regressor)).toBe(`No change within a cost of 0.20 ${way === "max" ? "raises" : "lowers"} the prediction, now 5.`);
    }
  });

  test("of the best without a budget: at any cost, and an interval of one number is that number", () => {
    expect(said({ best: { class: 1 } }, answerOf(moved, accepted))).toContain("At any cost, your score for accepted would be 92 %, the highest there is, if your");
    expect(said({ best: { class: 1 } }, answerOf(person, accepted))).toBe("No change at any cost raises your score for accepted, now 92 %.");
    expect(targetText(regressor, { value: [9, 9] })).toBe("9");
  });

  test("without a proof nothing is called the best, nor the cheapest", () => {
    const open = { status: "feasible" } as const;
    expect(said({ best: { class: 1 }, budget: 0.2 }, answerOf(moved, accepted, open))).toContain("your score for accepted would be 92 % if your");
    expect(said({ best: { class: 1 }, budget: 0.2 }, answerOf(person, refused, open))).toBe("No change within a cost of 0.20 was found so far that raises your score for accepted, now 40 %.");
    expect(said({ class_costs: { "0": 0.5, "1": 0 } }, answerOf(person, refused, open))).toBe("Nothing was found so far that costs less than to stay refused.");
  });

  test("without an answer: no sentence has a gap", () => {
    const none = (status: "infeasible" | "unknown"): Answer => ({ ...answerOf(moved, accepted), status, counterfactuals: [], lower_bound: null });
    const targets: Aim[] = [...KINDS.map(([, target]) => target), { classes: [0, 1] }, { value: [1, 2] }, { best: "max", budget: 1 }];
    for (const target of targets) {
      for (const status of ["infeasible", "unknown"] as const) {
        const text = said(target, none(status), "value" in target || ("best" in target && target.best === "max") ? regressor : doc);
        expect(text).not.toMatch(/ {2}| \.|undefined|null|be (if|was) /);
        expect(text).toContain(status === "infeasible" ? "No " : "Not decided yet. No ");
      }
      expect(targetText(doc, target)).not.toBe("");
    }
  });

  test("the score beside an answer is that of the class in the sentence", () => {
    for (const [, target] of KINDS) expect(spaced(scoreText(doc, accepted, target))).toBe("92 %");
  });

  test("the list of targets holds the one that is asked", () => {
    for (const [, target] of KINDS) {
      const now = setTarget(doc, target);
      expect(targetOptions(stateOf(now, answerOf(moved, accepted))).filter((one) => sameTarget(now, one.target)), JSON.stringify(target)).toHaveLength(1);
    }
  });

  test("each target of the list is the one that stands once it is chosen, and the others can be chosen from there", () => {
    const three = { ...doc, model: doc.model && { ...doc.model, info: { ...doc.model.info, classes: ["a", "b", "c"] } } };
    const starts: [Doc, Prediction][] = [[doc, accepted], [three, { class: 0, scores: [0.5, 0.3, 0.2], raw: [] }], [setTarget(regressor, { value: [3, Number.POSITIVE_INFINITY] }), value(5)]];
    for (const [start, now] of starts) {
      const list = (of: Doc) => targetOptions({ ...stateOf(of, answerOf(moved, now)), now });
      const keys = list(start).map(({ key }) => key);
      expect(keys).toEqual(start === doc ? ["class 0", "class 1", "best"] : start === three ? ["class 0", "class 1", "class 2", "but", "costs", "best"] : ["range", "max", "min"]);
      for (const { key, target } of list(start)) {
        const chosen = setTarget(start, target);
        expect(list(chosen).filter((one) => sameTarget(chosen, one.target)).map((one) => one.key), key).toEqual([key]);
        expect(list(chosen).map((one) => one.key)).toEqual(keys);
      }
    }
  });

  test("where two models differ most in their predictions, the sentence speaks of no class, and the list holds that target and a range about the prediction", () => {
    const differ: Aim = { best: { difference: {} }, budget: 0.2 };
    const of = setTarget(regressor, differ);
    const answer = answerOf(moved, value(1287), { best: { value: 26.3, bound: 26.3 }, unit: "value" });
    expect(said(differ, answer, regressor)).toMatch(/^Within a cost of 0\.20, the prediction would differ between both models by 26\.3, the most there is, if your duration were /);
    expect(rowsText(of)).toBe("rows looked for");
    const list = targetOptions({ ...stateOf(of, answer), now: value(1023) });
    expect(list.map(({ key, text }) => [key, spaced(text)])).toEqual([["range", "at least 1,020"], ["max", "the highest within a cost"], ["min", "the lowest within a cost"], ["own", "where do both differ most"]]);
    expect(list.filter((one) => sameTarget(of, one.target)).map(({ key }) => key)).toEqual(["own"]);
  });

  test("a class whose model tells no probabilities has no best score", () => {
    const now: Prediction = { class: 0, scores: [], raw: [] };
    expect(targetOptions({ ...stateOf(doc, answerOf(moved, now)), now }).map(({ key }) => key)).toEqual(["class 0", "class 1"]);
  });

  test("a link holds any of them", () => {
    for (const target of [...KINDS.map(([, one]) => one), { best: "max" as const, budget: 1 }]) expect(decode(encode(setTarget(doc, target), true) ?? "")?.doc.target).toEqual(target);
  });
});

describe("a target on the map", () => {
  const drawn = (target: Aim, answer: Answer): MapProps => {
    const root = document.createElement("div");
    render(mapArea(stateOf(setTarget(doc, target), answer), ui), root);
    return root.querySelector("espalier-map") as unknown as MapProps;
  };

  test("a class keeps its colour whatever is looked for, and the ring has its class's", () => {
    const classes = ["a", "b", "c", "d"];
    const four: Doc = { ...doc, model: { ...model, info: { ...info, classes } } };
    const targets: Aim[] = [{ class: 0 }, { class: 1 }, { class: "d" }, { classes: [0, 2] }, { class_costs: { "1": 0, "3": 1 } }, { best: { class: 2 }, budget: 1 }];
    for (const target of targets) expect(slotsOf(classesOf(setTarget(four, target)))).toEqual([1, 0, 2, 3]);
    expect(drawn({ class: 0 }, answerOf(moved, refused)).answer).toMatchObject({ class: 0 });
    expect(drawn({ class: 1 }, answerOf(moved, accepted)).answer).toMatchObject({ class: 1 });
  });

  test("the dot and the ring of every strip have the colours of their classes", () => {
    const root = document.createElement("div");
    for (const [target, prediction, slot] of [[1, accepted, 0], [0, refused, 1]] as const) {
      const state = stateOf(setTarget(doc, { class: target }), answerOf(moved, prediction));
      render(cards({ ...state, now: slot === 0 ? refused : accepted }, ui), root);
      expect(root.querySelectorAll(`.ring.slot-${String(slot)}`).length).toBe(root.querySelectorAll(".ring").length);
      expect(root.querySelectorAll(".ring").length).toBeGreaterThan(0);
      expect(root.querySelectorAll(`.dot:not(.slot-${String(1 - slot)})`)).toHaveLength(0);
    }
  });

  test("where a score is asked for, no cell short of it is called by another class", () => {
    const asked = classesOf(setTarget(doc, { class: 1, min_probability: 0.8 }));
    expect(asked.map(({ name }) => spaced(name))).toEqual(["Below 80 %", "At least 80 % accepted"]);
    expect(spaced(String(drawn({ class: 1, min_probability: 0.8 }, answerOf(moved, accepted)).answer?.label))).toBe("Nearest at least 80 % accepted");
  });

  test("only the class whose score is the best is the target, and nothing is called nearest or outlined", () => {
    const best: Aim = { best: { class: 1 }, budget: 0.2 };
    expect(classesOf(setTarget(doc, best)).map((one) => one.target)).toEqual([false, true]);
    for (const target of [best, { class_costs: { "0": 0.5, "1": 0 } }]) {
      const map = drawn(target, answerOf(moved, accepted));
      expect(map.answer?.label).not.toMatch(/nearest/i);
      expect(map.reach).toBeNull();
      expect(comparable(stateOf(setTarget(doc, target), answerOf(moved, accepted)), shownOf(setTarget(doc, target), answerOf(moved, accepted)))).toBe(false);
    }
  });

  test("where two models differ most in their predictions, the border is where the first predicts as much as at the answer; no ground is called better", () => {
    const answer = answerOf(moved, value(1287), { best: { value: 26.3, bound: 26.3 }, unit: "value" });
    const root = document.createElement("div");
    render(mapArea({ ...stateOf(setTarget(regressor, { best: { difference: {} }, budget: 0.2 }), answer), now: value(1023) }, ui), root);
    const map = root.querySelector("espalier-map") as unknown as MapProps;
    expect(map.scoring).toEqual({ by: "value", from: 1287, to: Number.POSITIVE_INFINITY });
    expect(map.classes).toEqual([{ name: "Less", target: false }, { name: "As much", target: true }]);
  });

  test("a curve whose costs are below 0, since changes earn, stays inside its chart and names its dearest step", () => {
    const now = setTarget(doc, { class: 1 });
    const state: State = { ...stateOf(now, answerOf(moved, accepted)), drawer: "curve" };
    for (const costs of [[-30, -28, -2], [-30, 0, 4], [0, 1, 4]]) {
      const steps = costs.map((cost, at) => ({ cost, reached: 0.5 + at / 10 }));
      const root = document.createElement("div");
      render(curveDrawer({ ...state, curve: { key: curveKey(state)!, from: 0.4, to: 1, gap: 0, steps, cut: false } }, ui), root);
      const heights = [...root.querySelector(".claim")!.getAttribute("d")!.matchAll(/[V ](-?[\d.]+)H/g)].map(([, at]) => Number(at));
      expect(heights).toHaveLength(3);
      // From the top of the room that the dearest takes, down to the floor.
      expect(heights.at(-1)).toBe(20);
      for (const at of heights) expect(at).toBeGreaterThanOrEqual(20);
      for (const at of heights) expect(at).toBeLessThanOrEqual(140);
      expect([...heights].sort((a, b) => b - a)).toEqual(heights);
      expect(root.querySelector(".curve-top")!.textContent).toBe(`cost, up to ${costs.at(-1)!.toFixed(2)}`);
    }
  });

  test("the names of both sides fit the map's legend beside each other", () => {
    // 180 pixels for both, at 6.2 a letter.
    for (const best of ["max", "min", { difference: {} }] as const) {
      expect(classesOf(setTarget(regressor, { best, budget: 0.2 })).map(({ name }) => name).join("").length).toBeLessThan(180 / 6.2);
    }
  });

  test("the best within a cost is written with the fewest decimals towards the person that predict the same and obey all limits, or in full", async () => {
    const { info: all } = regressor.model!;
    const rent = { ...all, features: all.features.map((one) => (one.name === "Duration" ? { ...one, kind: "numeric" as const, decimals: 1 } : one)) };
    const now: Doc = { ...regressor, target: { best: "min", budget: 0.2 }, model: { ...regressor.model!, info: rent } };
    const at = rent.features.findIndex((one) => one.name === "Duration");
    const to = Math.fround(33.25) + 2 ** -18;
    const values = person.with(at, to);
    const answer = answerOf(values, { value: 5, raw: [] });
    answer.counterfactuals[0]!.changes = [{ feature: "Duration", from: person[at]!, to }];
    // The prediction turns at `turns`, seen from the person.
    const said = async (turns: number, doc: Doc): Promise<number[]> => {
      const model = modelThat(() => answer, { info: rent, predict: (rows) => Promise.resolve(rows.map((row) => ({ value: row[at]! <= turns ? 5 : 6, raw: [] }))) });
      return clauses(doc, await present(model, requestOf(doc), answer, true)).flatMap(({ printed, decimals, room }) => (room === null ? [printed, decimals] : []));
    };
    expect(await said(40, now)).toEqual([33.3, 1]);
    expect(await said(33.29, now)).toEqual([33.26, 2]);
    expect((await said(to, now))[0]).toBe(to);
    expect(await said(40, setRange(now, rent.features[at]!, { max: 33.27 }))).toEqual([33.26, 2]);
    // A price may earn, so that less of a change may cost more.
    expect((await said(40, setPrice(now, "Duration", { each: -1 })))[0]).toBe(to);
  });

  test("the best within a cost is written in full where that is not known to be the same, and no other way is the cheapest", async () => {
    const now = setPrice(setTarget(doc, { best: { class: 1 }, budget: 0.2 }), "Credit amount", { each: -1 });
    const answer = answerOf([3345.4, ...person.slice(1)], accepted);
    const shown = await present(modelThat(() => answer, { room: () => Promise.reject(new Error("not asked for")) }), requestOf(now), answer, true);
    expect(shown).toMatchObject({ room: null, extra: null });
    expect(waysFor(shown, info.classes)).toEqual([]);
  });
});
