/** How usual an answer must be: asked for, said, loosened, kept in a link. */
import { describe, expect, test } from "vitest";
import { toggleLock } from "../../www/src/page/state/editing/actions.js";
import { decode, encode } from "../../www/src/page/state/opening/fragment.js";
import { loosen, looseningsFor } from "../../www/src/page/state/answer/loosen.js";
import { addPin, Pins, pinStatus } from "../../www/src/page/state/compare/pins.js";
import { originAt, requestOf } from "../../www/src/page/state/request/request.js";
import { present } from "../../www/src/page/state/answer/shown.js";
import type { Shown, Way } from "../../www/src/page/state/document/state.js";
import { Store } from "../../www/src/page/state/document/store.js";
import { setTypical, typicalOf } from "../../www/src/page/state/limits/typical.js";
import { answerWay, shortened, waysFor } from "../../www/src/page/state/answer/ways.js";
import type { Answer, RequestDoc } from "../../www/src/types.js";
import { chipsOf } from "../../www/src/page/view/chips.js";
import { lengthText, rowsText } from "../../www/src/page/view/data/usual.js";
import { loosenText } from "../../www/src/page/view/limits.js";
import { type AskedModel, doc, info, modelThat, person } from "./page-fixtures.js";

const usual = setTypical(doc, 0.1);
const work = { engine: "test", nodes: 1, milliseconds: 1 };
const found: Answer = {
  status: "optimal",
  lower_bound: 1,
  min_path_length: 7.79697,
  counterfactuals: [{ values: [3345.4, ...person.slice(1)], cost: 1, path_length: 7.8, changes: [{ feature: "Credit amount", from: 4308, to: 3345.4, range: [250, 3345.4] }], prediction: { class: 1, scores: [0.4, 0.6], raw: [] } }],
  work,
};
const none: Answer = { status: "infeasible", lower_bound: null, counterfactuals: [], conflict: ["/constraints/0", "/plausibility/isolation_forest"], work };

/** A model that has answers up to a share, and accepts everything. */
const handle = (most: number): AskedModel =>
  modelThat((request) => ((typicalOf(request) ?? 0) <= most ? found : none), { room: () => Promise.resolve([{ feature: "Credit amount", from: null, to: 3345.4 }]) });

const shownOf = (answer: Answer, request: RequestDoc): Shown => ({ request, answer, room: null, replay: null, extra: 0 });

describe("how usual an answer must be", () => {
  test("is a part of the request, a chip, and a field of the link", () => {
    expect(requestOf(doc).plausibility).toBeUndefined();
    expect(requestOf(usual).plausibility).toEqual({ isolation_forest: { outlier_quantile: 0.1 } });
    const [chip] = chipsOf(usual);
    expect(chip?.text).toBe("As typical as 9 of 10 accepted rows");
    expect(chip?.remove(usual).typical).toBeNull();
    expect(decode(encode(usual, false) ?? "")?.doc.typical).toBe(0.1);
    expect(decode(encode(doc, false) ?? "")?.doc.typical).toBeUndefined();
    expect(originAt(usual, "/plausibility/isolation_forest")).toEqual({ part: "typical", feature: null });
  });

  test("is said in numbers that keep their order after rounding", () => {
    expect(lengthText(shownOf(found, requestOf(usual)))).toContain("it takes 7.8 random cuts to single it out, 7.797 are needed");
    expect(lengthText(shownOf({ ...found, min_path_length: undefined } as unknown as Answer, requestOf(doc)))).toBeNull();
    expect(rowsText(doc)).toBe("accepted rows");
    expect(rowsText({ ...doc, target: { value: [1, 2] } })).toBe("rows in the range");
  });

  test("is loosened no further than needed, and lifted where nothing less helps", async () => {
    const limited = setTypical(toggleLock(doc, "Phone"), 0.25);
    const [, second] = looseningsFor(shownOf(none, requestOf(limited)));
    if (!second) throw new Error("the conflict names two limits");
    const model = handle(0.05);
    const done = await loosen(model, limited, second, {});
    expect(done).toMatchObject({ state: "proved", change: { set: "typical", share: 0.05 } });
    expect(model.asked.map(typicalOf)).toEqual([0.1, 0.05, 0.05]);
    expect(loosenText(limited, done)).toBe("Allow less typical answers: as 19 of 20 instead of 3 of 4");
    const lifted = await loosen(handle(0), limited, second, {});
    expect(lifted.change).toEqual({ set: "typical", share: null });
    expect(loosenText(limited, lifted)).toBe("Allow unusual answers");
  });

  test("a written number has to lie where the engine has proved it usual", async () => {
    const shown = await present(handle(1), requestOf(usual), found, true);
    expect(shown.extra).toBe(0);
    // Where nothing is proved but the value itself, it is written in full; the predictor's word alone is enough without the demand.
    const blind = { ...handle(1), room: () => Promise.reject(new Error("no room")) };
    expect((await present(blind, requestOf(usual), found, true)).extra).toBe(1);
    expect((await present(blind, requestOf(doc), found, true)).extra).toBe(0);
  });

  test("a pin that is too odd says so, once the engine has looked", async () => {
    const store = new Store((run) => run());
    const model = handle(0.1);
    new Pins(store, () => model);
    store.set({ doc });
    const pin = { name: "Cheapest", values: person };
    store.edit((now) => addPin(now, pin));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(pinStatus(store.state, pin)).toMatchObject({ reaches: true, broken: [] });
    store.edit((now) => setTypical(now, 0.5));
    expect(pinStatus(store.state, pin).reaches).toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(model.asked[0]).toMatchObject({ query: person, constraints: [{ max_changes: 0 }] });
    expect(pinStatus(store.state, pin).broken).toEqual([{ part: "typical", feature: null }]);
    store.edit((now) => setTypical(now, 0.1));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(pinStatus(store.state, pin)).toMatchObject({ reaches: true, broken: [] });
  });
});

describe("the most usual way", () => {
  const way: Way = { of: requestOf(doc), id: "typical", kind: "typical", state: "waiting", cost: null, shown: null };

  test("is asked for where there are rows, and more can be demanded than is", () => {
    const ids = (request: RequestDoc, rows: number): string[] => waysFor({ ...shownOf(found, request), replay: { prediction: found.counterfactuals[0]!.prediction, meets: true } }, info.classes, rows).map((one) => one.id);
    expect(ids(requestOf(doc), 100)).toContain("typical");
    expect(ids(requestOf(doc), 0)).not.toContain("typical");
    expect(ids(requestOf(setTypical(doc, 0.9)), 100)).not.toContain("typical");
  });

  test("is the cheapest at the most demanding share that is not proved impossible", async () => {
    const model = handle(0.5);
    const done = await answerWay(model, requestOf(doc), way, {});
    expect(model.asked.map(typicalOf)).toEqual([0.9, 0.75, 0.5, 0.5]);
    expect(done).toMatchObject({ state: "proved", share: 0.5 });
    const open = await answerWay(handle(0), requestOf(doc), way, {});
    expect(open.state).toBe("open");
  });

  test("keeps its place in a long list: entries of which there are several go first", () => {
    const many = ["cheapest", "fewest", "without", "without", "safest", "without", "typical"].map((kind, index): Way => ({ of: requestOf(doc), id: String(index), kind: kind as Way["kind"], state: "proved", cost: index, shown: null }));
    expect(shortened(many).map((one) => one.kind)).toEqual(["cheapest", "fewest", "without", "without", "safest", "typical"]);
    expect(shortened(many.slice(0, 3))).toHaveLength(3);
  });
});
