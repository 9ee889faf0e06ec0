// @vitest-environment happy-dom
/** A pseudo-locale: every text of the catalogue is put in brackets; then no words stand outside of brackets but the model's own. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { render, type TemplateResult } from "lit/html.js";
import { beforeAll, describe, expect, test } from "vitest";
import { run, type FromCheck } from "../../www/src/check/job.js";
import { CoreModel, start } from "../../www/src/engine/core.js";
import { addPin } from "../../www/src/page/state/compare/pins.js";
import { emptyForm, furtherDraft } from "../../www/src/page/state/editing/limit-form.js";
import { openModel, setLimit, setMaxChanges, setRange, setRules } from "../../www/src/page/state/editing/actions.js";
import { requestOf } from "../../www/src/page/state/request/request.js";
import { initialState, type Menu, type Shown, type State } from "../../www/src/page/state/document/state.js";
import { waysFor } from "../../www/src/page/state/answer/ways.js";
import { measure } from "../../www/src/measure/index.js";
import type { Answer, RequestDoc } from "../../www/src/types.js";
import { answer as answerView } from "../../www/src/page/view/answer.js";
import { cards } from "../../www/src/page/view/cards.js";
import { drawers } from "../../www/src/page/view/drawers.js";
import { gateCard } from "../../www/src/page/view/gate.js";
import { header } from "../../www/src/page/view/header.js";
import { printed } from "../../www/src/page/view/print.js";
import type { Ui } from "../../www/src/page/view/callbacks.js";
import { words } from "../../www/src/page/view/words.js";
import { setWords, type SomeWords } from "../../www/src/language.js";
import { adopt, speak } from "../../www/src/page/view/language.js";
import { EspalierEveryone } from "../../www/src/page/further/everyone/drawer.js";
import { everyonesQuestion, type Person, type Run } from "../../www/src/page/further/everyone/run.js";
import { ALL } from "../../www/src/page/further/everyone/sought.js";
import { furtherWords } from "../../www/src/page/further/words.js";
import { root, wasm } from "./models.js";
import { bracketed, LEFT, outside, SPOKEN, tokens } from "./pseudo.js";
import { draws } from "../../www/src/draws.js";
import { problemOf } from "../../www/src/page/state/document/state.js";
import { decode } from "../../www/src/page/state/opening/fragment.js";
import { inputFailure } from "../../www/src/page/state/opening/person.js";
import { mapArea } from "../../www/src/page/view/map.js";
import { problemCard } from "../../www/src/page/view/problem.js";
import type { MapProps } from "../../www/src/plot/contract.js";
import { Bench } from "./bench-page.js";
import { edit } from "./random-page.js";
import type { Doc } from "../../www/src/page/state/document/document.js";

let state: State;
let known: Set<string>;

beforeAll(() => {
  start(wasm());
  const bytes = readFileSync(resolve(root, "www/public/examples/loan.json"));
  const model = CoreModel.load(bytes, "loan.json");
  const solve = (request: RequestDoc): Answer => {
    const search = model.search(request);
    while (!search.step(1000));
    const found = search.answer(0);
    search.free();
    return found;
  };
  const { info } = model;
  const ref = { id: 1, title: "loan.json", source: { from: "file" as const, file: "loan.json" }, info, schema: null, guess: null, fileLimits: new Map() };
  const person = [5450, 39, 1, 1, 1, 7, 0, 0, 43, 0, 1, 0, 0, 0, 0];
  const base = openModel(ref, person, null, { class: 1 }, null);
  const amount = info.features.find((feature) => feature.name === "Credit amount");
  if (!amount) throw new Error("the example has changed");
  const rule = { when: { feature: "Housing", test: { is: "atLeast" as const, at: 1 } }, then: { feature: "Duration", test: { is: "atMost" as const, at: 50 } } };
  const limited = [(doc: Doc) => setRange(doc, amount, { max: 9000 }), (doc: Doc) => setLimit(doc, "Age", { lock: true }), (doc: Doc) => setMaxChanges(doc, 4), (doc: Doc) => setRules(doc, [rule])].reduce((doc, verb) => verb(doc), base);
  const request = { ...requestOf(limited), certificate: true };
  const found = solve(request);
  const heard: FromCheck[] = [];
  run({ model: bytes, request, answer: found, replay: true }, (message) => heard.push(message));
  const last = heard.at(-1);
  const replay = last && "verdict" in last ? last.replay : null;
  const best = found.counterfactuals[0];
  if (!best || !replay) throw new Error("there is no answer");
  const shown: Shown = { request: requestOf(limited), answer: found, room: model.room(request, best.values), replay: { prediction: best.prediction, meets: true }, extra: 0 };
  const form = emptyForm(limited);
  const several = form && { ...form, when: furtherDraft(limited, furtherDraft(limited, form.when)), then: furtherDraft(limited, form.then) };
  state = {
    ...initialState(),
    doc: addPin(limited, { name: words.way.cheapest, values: best.values }),
    now: model.predict(Float64Array.from(person))[0] ?? null,
    shown,
    ways: waysFor(shown, info.classes),
    proof: { of: shown, phase: "checked", boxes: 3, document: {}, replay },
    trees: { model: 1, data: model.trees() },
    dataRows: { model: 1, from: 0, rows: [model.row(0), model.row(1)] },
    limitForm: several,
    order: info.features.map((feature) => feature.name),
    hint: "drag",
    gate: true,
    gateView: { shown: 40, open: 0 },
    examples: [],
  };
  const own = ["loan.json", ...info.classes, ...info.features.flatMap((feature) => [feature.name, feature.unit ?? "", ...(feature.labels ?? [])]), info.format, info.library ?? ""];
  known = new Set(own.flatMap(tokens));
  adopt({ further: furtherWords });
  setWords(bracketed(words) as SomeWords, "en");
  speak("en");
});

/** Words of a drawing that are neither the catalogue's nor the model's. */
function strangers(view: TemplateResult | symbol): string[] {
  const host = document.createElement("div");
  render(view, host);
  const found: string[] = [];
  const look = (text: string): void => {
    found.push(...tokens(outside(text)).filter((token) => !known.has(token)));
  };
  const walk = (node: Node): void => {
    // Commands are not translated.
    if (node instanceof Element && node.matches("pre.code")) return;
    if (node.nodeType === 3) look(node.textContent ?? "");
    if (node instanceof Element) for (const name of SPOKEN) look(node.getAttribute(name) ?? "");
    node.childNodes.forEach(walk);
  };
  walk(host);
  // The map draws its own texts; these are given to it.
  for (const map of host.querySelectorAll("espalier-map")) {
    const { classes, factual, answer, marks, note, second } = map as unknown as MapProps;
    for (const text of [...classes.map(({ name }) => name), factual?.label, answer?.label, ...marks.map(({ label }) => label), note, second?.name]) look(text ?? "");
  }
  expect(host.textContent.trim()).not.toBe("");
  return found;
}

/** Nothing is pressed here. */
const ui = { prove: () => undefined, shareLink: () => "", lessons: "./lessons.html" } as unknown as Ui;

describe("every word on the page is the catalogue's or the model's", () => {
  test("in the head and all its menus", () => {
    for (const menu of [null, "open", "examples", "share", "export", "keys", "more"] as Menu[]) expect(strangers(header({ ...state, menu, examples: [] }, ui)), String(menu)).toEqual([]);
  });

  test("on the cards, in the answer with its limits, ways, pins and the form", () => {
    expect(strangers(cards(state, ui))).toEqual([]);
    expect(strangers(answerView(state, ui))).toEqual([]);
    for (const kind of ["rule", "changes", "relation", "cause"] as const) expect(strangers(answerView({ ...state, limitForm: state.limitForm && { ...state.limitForm, kind } }, ui))).toEqual([]);
  });

  test("of a consequence, lies between rows, or is a real row", () => {
    const { shown, doc } = state;
    if (!shown) throw new Error("there is an answer");
    const best = shown.answer.counterfactuals[0]!;
    const following = { ...best, hull: [{ row: 3, weight: 0.5 }, { row: 5, weight: 0.5 }], changes: best.changes.map((change) => ({ ...change, consequence: true as const })) };
    const other: Shown = { ...shown, answer: { ...shown.answer, counterfactuals: [following] } };
    const [name = "", parent = ""] = doc.model?.info.features.filter((feature) => feature.kind === "integer").map((feature) => feature.name) ?? [];
    const limited: Doc = { ...doc, hull: { epsilon: 0.05, norm: "l1", clusters: 3 }, causes: [{ feature: name, parents: { [parent]: -2 }, cost: "none" }] };
    const ways = [...state.ways.slice(0, 1), { of: requestOf(limited), id: "row", kind: "row" as const, state: "proved" as const, cost: 1, row: 4, shown }, { of: requestOf(limited), id: "none", kind: "row" as const, state: "impossible" as const, cost: null, shown: null }];
    const view: State = { ...state, doc: limited, shown: other, ways, proof: null };
    expect(strangers(answerView(view, ui))).toEqual([]);
    expect(strangers(cards(view, ui))).toEqual([]);
    const none: Shown = { ...shown, answer: { ...shown.answer, status: "infeasible", counterfactuals: [], conflict: ["/plausibility/hull"] }, replay: null };
    const loosenings = [{ of: requestOf(limited), pointer: "/plausibility/hull", state: "proved" as const, change: { set: "hull" as const, hull: { epsilon: 0.1, norm: "l1" as const, clusters: 1 } }, cost: 1, shown: null }];
    expect(strangers(answerView({ ...view, shown: none, loosenings }, ui))).toEqual([]);
  });

  test("while a search lasts, and when nothing is possible", () => {
    const running: State = { ...state, solve: { phase: "running", since: 0, late: true, trace: [{ incumbent: 0.5, lowerBound: 0.2, nodes: 12, at: 900 }], best: null, stopping: false } };
    expect(strangers(answerView(running, ui))).toEqual([]);
    const none = state.shown && { ...state.shown, answer: { ...state.shown.answer, status: "infeasible" as const, counterfactuals: [], conflict: ["/constraints/0", "/constraints/1"] }, replay: null };
    expect(strangers(answerView({ ...state, shown: none, ways: [], proof: null }, ui))).toEqual([]);
  });

  test("in the drawers, step by step of the replay", { timeout: 120_000 }, () => {
    for (const drawer of ["trees", "search", "data", "compare", "curve"] as const) expect(strangers(drawers({ ...state, drawer }, ui)), drawer).toEqual([]);
    const steps = state.proof?.phase === "checked" ? (state.proof.replay?.steps.length ?? 0) : 0;
    const { shown, doc } = state;
    if (!shown || !doc.model) throw new Error("there is an answer");
    const values = shown.answer.counterfactuals[0]?.values ?? [];
    const list = (["tweaking", "greedy", "row"] as const).flatMap((method) => (["waiting", "found", "nothing", "undefined"] as const).map((stage) => ({ method, state: stage, found: stage === "found" ? { values, cost: 2 } : null })));
    expect(strangers(drawers({ ...state, drawer: "compare", compare: { of: shown, list } }, ui))).toEqual([]);
    const measured = { of: shown, ids: ["cheapest", "cheapest"], ...measure(doc.model.info.features, doc.person, shown.request, [{ values, valid: true, path_length: 7 }, { values: doc.person, valid: true }], [doc.person]) };
    const asked = { each: [0.5, null], all: 0.5, neighbours: 3, share: 1, late: true };
    for (const steady of [null, asked, { ...asked, all: null }, { ...asked, neighbours: 0 }, { ...asked, each: [undefined, undefined], all: undefined, share: 0 }]) expect(strangers(drawers({ ...state, drawer: "compare", measured: { ...measured, steady } }, ui))).toEqual([]);
    const background = { file: doc.model.title, kept: 10, count: 20, label: null, beside: [], incomplete: 1, ranges: [] };
    const brought = { ...doc, typical: 0.1, usual: true, hull: { epsilon: 0.05, norm: "l2" as const, clusters: 3 }, model: { ...doc.model, background } };
    expect(strangers(drawers({ ...state, drawer: "data", doc: brought }, ui))).toEqual([]);
    expect(strangers(drawers({ ...state, drawer: "data", reading: { file: doc.model.title, share: 0.5 } }, ui))).toEqual([]);
    for (let at = 0; at < steps; at += 1) expect(strangers(drawers({ ...state, drawer: "search", replay: { at, playing: false } }, ui))).toEqual([]);
    const data = state.trees?.data;
    for (let node = 0; node < 9; node += 1) expect(strangers(drawers({ ...state, drawer: "trees", treeView: { chosen: 0, node: (data?.first[0] ?? 0) + node } }, ui))).toEqual([]);
  });

  test("in the drawer that asks for everyone, in each of its states", () => {
    const { doc, shown } = state;
    const best = shown?.answer.counterfactuals[0];
    if (!doc.model || !best) throw new Error("there is an answer");
    const model = { ...doc.model, background: { file: doc.model.title, kept: 10, count: 20, label: null, beside: [], incomplete: 1, ranges: [] } };
    const asked = { ...state, doc: { ...doc, model } };
    const start = { row: doc.person, cost: null, values: null, conflict: null, refused: null, proved: true };
    const people: Person[] = [
      { ...start, index: 0, outcome: "there", cost: 0, values: doc.person },
      { ...start, index: 1, outcome: "can", cost: 0.4, values: best.values },
      { ...start, index: 2, outcome: "can", proved: false, cost: 0.5, values: best.values },
      ...[[], ["/constraints/0"], ["/constraints/0", "/constraints/1", "/unknown"], ["/features/0/max"]].map((conflict, at): Person => ({ ...start, index: 3 + at, outcome: "cannot", conflict })),
      { ...start, index: 7, outcome: "unknown", proved: false, refused: "" },
    ];
    const run: Run = { doc, question: everyonesQuestion(asked), phase: "done", rows: 8, people, fault: null };
    const runs: (Run | null)[] = [null, run, { ...run, question: "another" }, ...(["running", "stopped", "failed", "unread"] as const).map((phase): Run => ({ ...run, phase, people: people.slice(0, 5), fault: "" }))];
    customElements.define("espalier-everyone", EspalierEveryone);
    for (const now of [asked, { ...asked, doc: { ...asked.doc, model: { ...model, background: { ...model.background, count: 60_000, blob: new Blob([]) } } } }, { ...asked, doc: { ...asked.doc, target: { best: "max" as const } } }, { ...asked, doc: { ...asked.doc, model: { ...model, info: { ...model.info, rows: 0 } } } }]) {
      for (const one of runs) {
        for (const choice of [null, { by: "outcome", outcome: "can" }, { by: "size", bin: 3, end: 1 }, { by: "size", bin: 12, end: 1 }, { by: "limits", key: "[]" }, { by: "group", name: "rent" }] as const) {
          const everyone = { sought: { ...ALL, group: "Housing", choice } };
          const element = Object.assign(new EspalierEveryone(), { state: now, ui, run: one, everyone, pointed: one?.people[1] ?? null });
          expect(strangers((element as unknown as { render: () => TemplateResult }).render())).toEqual([]);
        }
      }
    }
  });

  test("over random states of random models", { timeout: 300_000 }, async () => {
    const before = known;
    for (const seed of [1, 2, 4]) {
      const rnd = draws(seed);
      const bench = new Bench(seed, rnd);
      const { info } = bench.model;
      known = new Set(["random.json", ...info.classes, ...info.features.flatMap((feature) => [feature.name, feature.unit ?? "", ...(feature.labels ?? [])])].flatMap(tokens));
      await bench.settle();
      for (let k = 0; k < 12; k += 1) {
        bench.store.edit((doc) => edit(doc, bench.model, rnd));
        await bench.settle();
        const now = bench.store.state;
        for (const [name, view] of Object.entries({ answer: answerView, cards, map: mapArea })) expect(strangers(view(now, ui)), `${name}, model ${String(seed)}, state ${String(k)}`).toEqual([]);
        expect(strangers(printed(now) as TemplateResult), `printed, model ${String(seed)}, state ${String(k)}`).toEqual([]);
        for (const drawer of ["data", "compare", "search"] as const) expect(strangers(drawers({ ...now, drawer }, ui)), `${drawer}, model ${String(seed)}, state ${String(k)}`).toEqual([]);
      }
      for (const end of bench.ends) end();
    }
    known = before;
  });

  test("around a fault, whose own sentence is the engine\u2019s", () => {
    for (const source of ["attribute", "model", "schema", "samples", "rows", "link", "engine", "request"]) {
      const before = known;
      known = new Set([...known, ...tokens("it said this here do that instead")]);
      expect(strangers(problemCard({ ...state, problem: problemOf(inputFailure({ message: "", source, where: "it", what: "it said this here", right: "do that instead" })) }, ui) as TemplateResult), source).toEqual([]);
      known = before;
    }
    for (const link of ["1.", "9.x", `1.${btoa("{}")}`]) expect(() => decode(link)).toThrow(LEFT);
  });

  test("on the card of the model and the printed page", () => {
    expect(strangers(gateCard(state, ui) as TemplateResult)).toEqual([]);
    expect(strangers(printed(state) as TemplateResult)).toEqual([]);
  });
});
