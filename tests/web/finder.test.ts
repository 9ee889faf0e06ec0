/** The choice among many cards: held, for random texts and orders, to the sentence that says it. */
import { expect, test } from "vitest";
import { chosen, EVERY, isNamed, isOffered, type Choice } from "../../www/src/page/further/cards/choice.js";
import { openModel, toggleLock } from "../../www/src/page/state/editing/actions.js";
import { initialState, type State } from "../../www/src/page/state/document/state.js";
import { draws } from "../../www/src/draws.js";
import { amount, info } from "./page-fixtures.js";

const WORDS = ["Mean", "Worst", "area", "radius_error", "\u00c9ducation", "Stra\u00dfe", "x10", "x9", "Amount", "of", "price"];

/** A model of so many features, their names of random words, no two the same. */
function modelOf(count: number, next: () => number): State {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  const names = new Set<string>();
  while (names.size < count) names.add([pick(WORDS), pick(["_", " "]), pick(WORDS), names.size > count / 2 ? ` ${String(names.size)}` : ""].join(""));
  const features = [...names].map((name, column) => ({ ...amount, name, columns: [column] }));
  const of = { ...info, columns: count, features };
  const doc = openModel({ id: 1, title: "Many", subject: "you", source: { from: "file", file: "many.json" }, info: of, schema: null, guess: null, fileLimits: new Map() }, features.map(() => 4000), null, { class: 1 }, null);
  return { ...initialState(), doc };
}

test("a name is found by any of its parts, without regard to capitals, accents and underscores", () => {
  expect(isNamed("Radius_error", "error rad")).toBe(true);
  expect(isNamed("\u00c9ducation", "educ")).toBe(true);
  expect(isNamed("Worst concave points", "  ")).toBe(true);
  expect(isNamed("Worst concave points", "worst area")).toBe(false);
});

test("a field stands above more than a dozen cards", () => {
  const next = draws(5);
  expect(isOffered(modelOf(12, next))).toBe(false);
  expect(isOffered(modelOf(13, next))).toBe(true);
  expect(isOffered(initialState())).toBe(false);
});

test("of forty features exactly those are shown that the choice says, each once, in its order; the one with the focus always", () => {
  const next = draws(11);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  for (let round = 0; round < 200; round += 1) {
    let state = modelOf(40, next);
    const model = state.doc.model!.info.features.map(({ name }) => name);
    for (const name of model) if (next() < 0.2) state = { ...state, doc: toggleLock(state.doc, name) };
    const refused = model.filter(() => next() < 0.1);
    // A text that is still being typed has no reason, and is not wrong.
    state = { ...state, typed: new Map(model.map((name) => [`value ${name}`, { text: "?", why: refused.includes(name) ? "no number" : "", now: 0 }])) };
    const answer = [...model].sort(() => next() - 0.5);
    const choice: Choice = { text: pick(["", "mean", "EDUC", "radius err", "zz"]), only: pick(["all", "locked", "wrong"] as const), order: pick(["answer", "model", "name"] as const) };
    const held = next() < 0.5 ? pick(model) : null;
    const list = chosen(state, answer, choice, held, "en");
    const right = model.filter((name) => {
      const locked = state.doc.limits.get(name)?.lock === true;
      return name === held || (isNamed(name, choice.text) && (choice.only === "all" || (choice.only === "locked" ? locked : refused.includes(name))));
    });
    expect(new Set(list)).toEqual(new Set(right));
    expect(list.length).toBe(right.length);
    if (choice.order === "model") expect(list).toEqual(right);
    if (choice.order === "answer") expect(list).toEqual(answer.filter((name) => right.includes(name)));
    if (choice.order === "name") for (let at = 1; at < list.length; at += 1) expect(list[at - 1]!.localeCompare(list[at]!, "en", { numeric: true })).toBeLessThanOrEqual(0);
  }
  const all = modelOf(40, next);
  const names = all.doc.model!.info.features.map(({ name }) => name);
  expect(chosen(all, names, EVERY, null)).toEqual(names);
  expect(chosen(all, names, { ...EVERY, only: "changed" }, null)).toEqual([]);
});

test("a text that was not taken belongs to the feature of its whole name, not to one whose name is its end", () => {
  const of = (names: string[], key: string): string[] => {
    const features = names.map((name, column) => ({ ...amount, name, columns: [column] }));
    const doc = openModel({ id: 1, title: "Two", subject: "you", source: { from: "file", file: "two.json" }, info: { ...info, columns: names.length, features }, schema: null, guess: null, fileLimits: new Map() }, features.map(() => 4000), null, { class: 1 }, null);
    return chosen({ ...initialState(), doc, typed: new Map([[key, { text: "?", why: "no number", now: 0 }]]) }, names, { ...EVERY, only: "wrong" }, null);
  };
  expect(of(["area", "mean area"], "value mean area")).toEqual(["mean area"]);
  expect(of(["area", "mean area"], "value area")).toEqual(["area"]);
  expect(of(["area", "mean area"], "Price of mean area mean area")).toEqual(["mean area"]);
  expect(of(["area", "mean area"], "gate min area")).toEqual([]);
});
