// @vitest-environment happy-dom
/**
 * Columns, levels and classes named like the members of every object: the same questions of the same model under such names and under
 * plain ones are answered alike, name for name.
 */
import { render } from "lit/html.js";
import { beforeAll, expect, test } from "vitest";
import { run, type FromCheck } from "../../www/src/check/job.js";
import { CoreModel, start } from "../../www/src/engine/core.js";
import { measure } from "../../www/src/measure/index.js";
import { rowOf } from "../../www/src/measure/person.js";
import { limitOf, openModel, setAxes, setDifficulty, setLimit, setRelations, setRules, toggleLevel } from "../../www/src/page/state/editing/actions.js";
import { causeOnAxes, setCauses } from "../../www/src/page/state/limits/causes.js";
import { readCause, readLearned } from "../../www/src/page/state/limits/cause-sentence.js";
import { costOf } from "../../www/src/page/state/request/cost.js";
import { decode, encode } from "../../www/src/page/state/opening/fragment.js";
import { personFrom } from "../../www/src/page/state/opening/person.js";
import { addPin, pinStatus } from "../../www/src/page/state/compare/pins.js";
import { inForcePrice, priceOf, setPrice } from "../../www/src/page/state/limits/feature-price.js";
import { reachCells, reachRequest } from "../../www/src/page/state/map/reach.js";
import { onAxes } from "../../www/src/page/state/limits/relations.js";
import { fileLimits, relaxedSchema } from "../../www/src/page/state/limits/file-limits.js";
import { featureNamed, limitsOf, obeys, requestOf, staysBest, weightOf } from "../../www/src/page/state/request/request.js";
import { carried } from "../../www/src/page/state/opening/schema.js";
import { cardOrder, clauses, mapPair } from "../../www/src/page/state/answer/selectors.js";
import { readRelation } from "../../www/src/page/state/limits/sentence.js";
import { initialState, type Shown, type State } from "../../www/src/page/state/document/state.js";
import type { Answer, FeatureInfo, RequestDoc } from "../../www/src/types.js";
import { answer as answerView } from "../../www/src/page/view/answer.js";
import { cards } from "../../www/src/page/view/cards.js";
import { chipsOf } from "../../www/src/page/view/chips.js";
import { drawers } from "../../www/src/page/view/drawers.js";
import { gateCard } from "../../www/src/page/view/gate.js";
import { printed } from "../../www/src/page/view/print.js";
import type { Ui } from "../../www/src/page/view/callbacks.js";
import { bytesOf, wasm } from "./models.js";
import { INHERITED, modelNamed } from "./names.js";
import type { Doc, ModelRef } from "../../www/src/page/state/document/document.js";

/** As long, and sorted alike, so that everything comes in the same order. */
const PLAIN = INHERITED.map((name) => `${"abcdef"[[...INHERITED].sort().indexOf(name)]!}${"q".repeat(name.length - 1)}`);

const solve = (model: CoreModel, request: RequestDoc): Answer => {
  const search = model.search(request);
  while (!search.step(1000));
  const found = search.answer(0);
  search.free();
  return found;
};

/** All that was found out about the model under these names, one line a step. */
function story(names: readonly string[]): string[] {
  const told: string[] = [];
  const tell = (step: string, found: unknown): void => {
    const text = JSON.stringify(found, (_, value: unknown): unknown => (value instanceof Map ? [...value] : value));
    // A name that a picture has cut short is no longer told by its name.
    told.push(names.reduce((all, name, k) => all.replaceAll(name.toLowerCase(), `<${String(k)}>`), `${step}: ${text.replace(/[\p{L}\p{N}_]*\u2026/gu, "\u2026")}`.toLowerCase()));
  };
  const bytes = new Uint8Array(bytesOf(modelNamed(names)));
  const own = CoreModel.load(bytes, "names.json");
  const model = own.withSchema(relaxedSchema(own.info)!);
  const { info } = model;
  const [a, b, c, d, e, f] = info.features as [FeatureInfo, FeatureInfo, FeatureInfo, FeatureInfo, FeatureInfo, FeatureInfo];
  tell("model", info);
  const ref: ModelRef = { id: 1, title: "", source: { from: "file", file: "" }, info, schema: null, guess: null, fileLimits: fileLimits(own.info) };
  const person = model.row(3).row;
  const target = { class: 1 - (model.predict(Float64Array.from(person))[0] as { class: number }).class };
  const plain = openModel(ref, person, null, target, null);
  tell("of the file", [plain.limits, chipsOf(plain).map(({ text }) => text), requestOf(plain)]);
  for (const feature of info.features) tell("nothing said", [limitOf({ ...plain, limits: new Map() }, feature.name), weightOf(plain, feature), inForcePrice(plain, feature), featureNamed(plain, feature.name)?.columns]);

  const relation = readRelation(`${f.name} plus ${a.name} at most 3 times ${f.name} plus ${b.name} + 900`, info.features);
  const cause = readCause(`${b.name} follows 0.5 times ${f.name}`, info.features, [], "none");
  tell("sentences", [relation, cause, readCause(`{"feature": "${b.name}", "parents": {"${f.name}": 2}}`, info.features, [], "own"), readLearned(`${b.name} follows ${f.name} and ${a.name}`, info.features, [], "own")]);
  if ("wrong" in relation || "wrong" in cause) throw new Error(told.at(-1));
  const free = { ...plain, limits: new Map() } satisfies Doc;
  const verbs: ((doc: Doc) => Doc)[] = [
    (doc) => setLimit(doc, a.name, { max: 9 }),
    (doc) => setLimit(doc, f.name, { lock: true }),
    (doc) => setLimit(doc, f.name, { lock: false, min: 1 }),
    (doc) => toggleLevel(doc, d, 0),
    (doc) => setDifficulty(doc, f.name, 4),
    (doc) => setDifficulty(doc, a.name, 2),
    (doc) => setPrice(doc, d.name, priceOf(d, person, 1)),
    (doc) => setPrice(doc, f.name, priceOf(f, person, 2)),
    (doc) => setPrice(doc, e.name, priceOf(e, person, 1)),
    (doc) => setPrice(doc, e.name, null),
    (doc) => setRules(doc, [{ when: { feature: f.name, test: { is: "atLeast", at: 90 } }, then: { feature: c.name, test: { is: "atMost", at: 1 } } }]),
    (doc) => setRelations(doc, [relation.relation]),
    (doc) => addPin(doc, { name: "pin", values: person }),
    (doc) => setAxes(doc, [f.name, a.name]),
  ];
  let doc: Doc = free;
  for (const verb of verbs) {
    doc = verb(doc);
    const request = requestOf(doc);
    const saved = decode(encode(doc, true) ?? "");
    expect({ ...doc, ...saved?.doc }).toEqual(doc);
    const found = solve(model, request);
    const values = found.counterfactuals[0]?.values;
    tell("a step", [doc.limits, doc.difficulty, doc.prices, request, limitsOf(doc).origins, { ...found, work: 0 }, chipsOf(doc).map(({ text }) => text), carried(doc, ref, fileLimits(own.info)).limits]);
    if (values) tell("its answer", [costOf(doc, values), (request.constraints ?? []).map((one) => obeys(one, values, person, info)), staysBest(request, request, values, person, info), mapPair(doc, found.counterfactuals[0]!), cardOrder(doc, found.counterfactuals[0]!, new Set())]);
    tell("taken back", chipsOf(doc).reduce((now, chip) => chip.remove(now), doc).limits);
  }
  const best = solve(model, requestOf(doc)).counterfactuals[0];
  if (!best) throw new Error("there is an answer");
  const causal = setCauses(doc, [cause.cause]);
  tell("consequences", [{ ...solve(model, requestOf(causal)), work: 0 }, causeOnAxes(cause.cause, b, f, person, person, info.features), onAxes(relation.relation, a, f, person, person, info.features)]);

  // Where names are fields of the contract's own objects.
  const label = (row: readonly number[]): Record<string, number | string | null> => Object.fromEntries<number | string | null>([[a.name, row[0]!], [b.name, row[1]!], [c.name, c.labels![row[2]!]!], [d.name, d.labels![row.slice(3, 6).indexOf(1)]!], [e.name, e.labels![row[6]!]!], [f.name, row[7]!]]);
  tell("by name", [personFrom(info, label(person)), rowOf(info.features, label(person)), personFrom(info, {}), rowOf(info.features, {})]);
  const request: RequestDoc = { ...requestOf(doc), query: label(person), target: { class_costs: Object.fromEntries([[info.classes[target.class]!, 0]]) }, certificate: true };
  const certified = solve(model, request);
  const heard: FromCheck[] = [];
  run({ model: model.document(), request, answer: certified, replay: true }, (message) => heard.push(message));
  tell("checked", { ...heard.at(-1), milliseconds: 0 });
  tell("half a query", tried(() => solve(model, { ...request, query: { [a.name]: 1 } })));
  tell("measured", measure(info.features, person, requestOf(doc), [{ values: best.values, valid: true }], [person, model.row(1).row]));
  const reach = solve(model, reachRequest(doc, [a.name, f.name], 0.6));
  const cells = reachCells(reach.regions ?? [], a, f, { x: [0, 10], y: [0, 100] });
  tell("reach", [{ ...reach, work: 0 }, [...cells.regions.x.edges], [...cells.regions.scores]]);
  tell("slice", [...model.regions([f.name, d.name], person).classes]);

  const shown: Shown = { request: requestOf(doc), answer: solve(model, requestOf(doc)), room: model.room(requestOf(doc), best.values), replay: { prediction: best.prediction, meets: true }, extra: 0 };
  const last = heard.at(-1);
  const state: State = {
    ...initialState(),
    doc,
    now: model.predict(Float64Array.from(person))[0] ?? null,
    shown,
    proof: { of: shown, phase: "checked", boxes: 3, document: {}, replay: last && "verdict" in last ? last.replay : null },
    trees: { model: 1, data: model.trees() },
    dataRows: { model: 1, from: 0, rows: [model.row(0), model.row(1)] },
    order: info.features.map((feature) => feature.name),
    gate: true,
    gateView: { shown: 40, open: 0 },
  };
  tell("clauses", clauses(doc, shown));
  tell("pinned", pinStatus(state, doc.pins[0]!));
  const ui = { prove: () => undefined } as unknown as Ui;
  const drawn = (view: unknown): string => {
    const host = document.createElement("div");
    render(view, host);
    return host.textContent.replace(/\s+/g, " ");
  };
  tell("cards", drawn(cards(state, ui)));
  tell("answer", drawn(answerView(state, ui)));
  for (const drawer of ["trees", "search", "data", "compare", "curve"] as const) tell(drawer, drawn(drawers({ ...state, drawer }, ui)));
  tell("gate and print", [drawn(gateCard(state, ui)), drawn(printed(state))]);
  return told;
}

const tried = (part: () => unknown): unknown => {
  try {
    return part();
  } catch (error) {
    return (error as Error).message;
  }
};

beforeAll(() => void start(wasm()));

test("a column named constructor or __proto__ is a column like any other", { timeout: 120_000 }, () => {
  const [plain, named] = [story(PLAIN), story(INHERITED)];
  expect(named).toHaveLength(plain.length);
  for (const [at, line] of plain.entries()) expect(named[at]).toBe(line);
});
