/** Whom the model decides about: from the schema, the attribute or a link, to every sentence. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { decode, encode } from "../../www/src/page/state/opening/fragment.js";
import { Shelf } from "../../www/src/page/state/opening/opening.js";
import type { ModelHandle } from "../../www/src/page/state/port.js";
import { schemaDoc } from "../../www/src/page/state/limits/file-limits.js";
import { initialState, type Shown, type State } from "../../www/src/page/state/document/state.js";
import { Store } from "../../www/src/page/state/document/store.js";
import type { Answer, FeatureInfo, ModelInfo, SchemaDoc } from "../../www/src/types.js";
import { requestOf } from "../../www/src/page/state/request/request.js";
import { NBSP } from "../../www/src/page/view/format.js";
import { mapWords } from "../../www/src/plot/words.js";
import { sentence } from "../../www/src/page/view/answer-sentence.js";
import { plain, words, type ClauseText, type Goal } from "../../www/src/page/view/words.js";
import { voiceFor } from "../../www/src/page/view/words/voice.js";
import { doc, info, person } from "./page-fixtures.js";
import type { Doc } from "../../www/src/page/state/document/document.js";

const spaced = (text: string): string => text.replaceAll(NBSP, " ");

/** Everything that a voice says, functions asked with names. */
const said = (of: unknown): string[] => {
  if (typeof of === "string") return [of];
  if (typeof of === "function") return said((of as (...args: string[]) => unknown)("a", "b", "c"));
  return Object.values((of ?? {})).flatMap(said);
};

/** Small numbers of the day's seed, or of a fixed one. */
function draws(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe("whom the model decides about", () => {
  test("each example's sentence has its subject and its phrases", () => {
    for (const [id, lead, about] of [
      ["loan", /^You would be accepted if /, "the time in employment"],
      ["iris", /^The flower would be virginica if /, "the sepal length"],
      ["tumour", /^The sample would be benign if /, "the worst concave points"],
    ] as const) {
      const schema = (JSON.parse(readFileSync(join(import.meta.dirname, `../../www/public/examples/${id}.json`), "utf8")) as { schema: SchemaDoc }).schema;
      const { subject = null, features, classes = [] } = schema;
      const goal: Goal = { of: "class", text: { loan: classes[1], iris: classes[2], tumour: classes[1] }[id] ?? "", subject };
      for (const feature of features) {
        const clause: ClauseText = { name: feature.name, ...(feature.phrase === undefined ? {} : { phrase: feature.phrase }), value: "5", claim: "at most", now: "7" };
        const text = spaced(plain(words.sentence(goal, [clause], true)));
        expect(text).toMatch(lead);
        if (id !== "loan") expect(text).not.toMatch(/\byour?\b/i);
        expect(text).toMatch(/^[A-Z].* were at most 5 \(now 7\)\. Everything else stays\.$/);
      }
      expect(features.some((feature) => feature.phrase === about)).toBe(true);
    }
  });

  test("any subject and phrase stand in the sentence as they are given, and nobody else is spoken to", () => {
    const next = draws(Number(process.env.ESPALIER_SEED ?? 27));
    const nouns = ["the sample", "the flower", "this iPad", "Ms Müller's house", "an order (no. 3)", "pH 7", "das Haus", "la maison", "<b>it</b>", "$&"];
    const phrases = ["the worst area", "its pH", "the number of $1 coins", "“size”", "<i>x</i>", "die Fläche"];
    const state = (about: Doc, shown: Shown): State => ({ ...initialState(), doc: about, shown });
    for (let round = 0; round < 300; round++) {
      const subject = nouns[next(nouns.length)]!;
      const phrase = next(3) === 0 ? undefined : phrases[next(phrases.length)]!;
      const features = info.features.map((one): FeatureInfo => (one.name === "Duration" && phrase !== undefined ? { ...one, phrase } : one));
      const about: Doc = { ...doc, model: { ...doc.model!, subject, info: { ...info, features } } };
      const value = 4 + next(40);
      const answer: Answer = {
        status: "optimal",
        lower_bound: 1,
        counterfactuals: [{ values: [person[0]!, value, ...person.slice(2)], cost: 1, changes: [{ feature: "Duration", from: 48, to: value }], prediction: { class: 1, scores: [0.4, 0.6], raw: [] } }],
        work: { engine: "test", nodes: 1, milliseconds: 1 },
      };
      const shown: Shown = { request: requestOf(about), answer, room: [], replay: { prediction: { class: 1, scores: [0.4, 0.6], raw: [] }, meets: true }, extra: 0 };
      const text = spaced(plain(sentence(state(about, shown), shown)));
      expect(text.toLowerCase()).toContain(`${subject.toLowerCase()} would be accepted if ${(phrase ?? "duration").toLowerCase()} were ${String(value)} months`);
      expect(text).not.toMatch(/\byour?\b/i);
      if (phrase !== undefined) expect(text).toContain(phrase);
    }
  });

  test("headings, notes, the map and the printed page follow", () => {
    for (const subject of [undefined, "the flower", "an order"]) {
      const { map, ...rest } = voiceFor(subject);
      const onMap = [map.mapOf("a", "b", "factual"), map.keys, map.moveFactual("a"), map.provedOutline("a", true), map.outlineSize(true, "a", true, "1", null, "1"), map.solidLine(true), map.allInside("a")];
      for (const text of [...said(rest), ...said(onMap)]) expect(text).not.toMatch(/\byou(rs?)?\b/i);
    }
    expect(voiceFor("the flower").person).toBe("Flower");
    expect(voiceFor("this iPad").person).toBe("iPad");
    expect(voiceFor("theatre").person).toBe("Theatre");
    expect(voiceFor(undefined).limits).toBe("Limits");
    expect(voiceFor("you")).toMatchObject({ person: "Person", limits: "Your limits", breaks: "Breaks your limits" });
    expect(mapWords("the").allInside("refused")).toBe("All refused inside the limits");
  });

  test("a schema that is written again keeps both", () => {
    const features = info.features.map((one, at) => (at === 0 ? { ...one, phrase: "the credit" } : one));
    const written = schemaDoc({ ...info, features, subject: "the loan" });
    expect(written.subject).toBe("the loan");
    expect(written.features.map((one) => one.phrase)).toEqual(["the credit", undefined, undefined, undefined, undefined]);
    expect(schemaDoc(info)).not.toHaveProperty("subject");
  });

  test("the attribute counts before the schema; a schema that is replaced says another", async () => {
    const handleFor = (told: ModelInfo): ModelHandle =>
      ({
        info: told,
        guess: null,
        free: () => undefined,
        predict: (rows: number[][]) => Promise.resolve(rows.map(() => ({ class: 0, scores: [0.6, 0.4], raw: [] }))),
        withSchema: (schema: SchemaDoc) => Promise.resolve(handleFor({ ...info, ...(schema.subject === undefined ? {} : { subject: schema.subject }) })),
      }) as unknown as ModelHandle;
    const open = async (schemas: string | undefined, attribute: string | undefined): Promise<{ store: Store; shelf: Shelf }> => {
      const store = new Store((run) => run());
      const shelf = new Shelf(store, { load: () => Promise.resolve(handleFor({ ...info, ...(schemas === undefined ? {} : { subject: schemas }) })) }, () => Promise.reject(new Error("no network")));
      await shelf.file({ name: "m.json", arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)) }, { query: person, ...(attribute === undefined ? {} : { subject: attribute }) });
      return { store, shelf };
    };
    const of = async (schemas: string | undefined, attribute: string | undefined, replaced?: SchemaDoc): Promise<string | undefined> => {
      const { store, shelf } = await open(schemas, attribute);
      if (replaced) await shelf.reschema(replaced);
      return store.state.doc.model?.subject;
    };
    expect(await of(undefined, undefined)).toBeUndefined();
    expect(await of("the sample", undefined)).toBe("the sample");
    expect(await of("the sample", "you")).toBe("you");
    expect(await of("the sample", undefined, { features: [] })).toBeUndefined();
    expect(await of("the sample", undefined, { features: [], subject: "the cell" })).toBe("the cell");
    expect(await of("the sample", "you", { features: [], subject: "the cell" })).toBe("you");
  });

  test("a link keeps a subject that the schema does not give, and takes no other", () => {
    const about = (subject: string | undefined, schemas?: string): Doc => {
      const model = { ...doc.model! };
      delete model.subject;
      return { ...doc, model: { ...model, ...(subject === undefined ? {} : { subject }), info: { ...info, ...(schemas === undefined ? {} : { subject: schemas }) } } };
    };
    expect(decode(encode(about("the house"), false) ?? "")?.subject).toBe("the house");
    expect(decode(encode(about("the house", "the house"), false) ?? "")).not.toHaveProperty("subject");
    expect(decode(encode(about(undefined), false) ?? "")).not.toHaveProperty("subject");
    for (const wrong of ["", "  ", "x".repeat(81)]) expect(() => decode(encode(about(wrong), false) ?? "")).toThrow("field j");
  });
});
