/**
 * The JSON Schemas of requests and schemas, held to the engine's reader. The reader takes nothing that they refuse, and a document that it
 * refuses for its form they refuse too. Sound documents are changed in every place, one change at a time, and by the day's seed several
 * at once.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import { draws } from "../../www/src/draws.js";
import { start } from "../../www/src/engine/core.js";
import { isInputError } from "../../www/src/engine/errors.js";
import { Loaded } from "../../www/src/wasm/espalier.js";
import type { InputError, RequestDoc, SchemaDoc } from "../../www/src/types.js";
import { forest, root, wasm } from "./models.js";

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Path = (string | number)[];

const text = (path: string): string => readFileSync(resolve(root, path), "utf8");
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
const SCHEMAS = { request: JSON.parse(text("docs/contract/request.schema.json")) as Json, schema: JSON.parse(text("docs/contract/schema.schema.json")) as Json };
const valid = { request: ajv.compile(SCHEMAS.request as object), schema: ajv.compile(SCHEMAS.schema as object) };

/** Every kind of feature, and every field that one may have. */
const SCHEMA = {
  features: [
    { name: "Age", kind: "integer", column: 0, min: 17, max: 90, change: "increase", unit: "years", decimals: 0, phrase: "the age" },
    { name: "Income", kind: "numeric", column: 1, min: 0, max: 99999, weight: { up: 1, down: 4 } },
    { name: "Sex", kind: "binary", column: 2, labels: ["Female", "Male"], change: "fixed", weight: 2 },
    { name: "Education", kind: "ordinal", column: 3, labels: ["none", "BSc", "MSc"], values: [0, 1, 2] },
    { name: "Occupation", kind: "categorical", columns: [4, 5, 6], labels: ["Sales", "Tech", "Other"] },
    { name: "Region", kind: "categorical", column: 7, labels: ["N", "S"], values: [0, 1] },
  ],
  classes: ["low", "middle", "high"],
  subject: "the person",
  image: [2, 4],
};

/** Missing values go left. */
const stump = (column: number, left: number[], right: number[]): Json => ({ weight: 1, feature: [column, -1, -1], threshold: [0.5, 0, 0], left: [1, -1, -1], right: [2, -1, -1], missing: { 0: "left" }, value: [null, left, right] });
const rows = Array.from({ length: 24 }, (_, k) => [20 + k, 1000 * (k + 1), k % 2, k % 3, ...[0, 1, 2].map((level) => (k % 3 === level ? 1 : 0)), k % 2]);
const classifier = {
  ...{ ...forest, base: [0, 0, 0], columns: 8, trees: [0, 1, 2, 3, 4].map((column) => stump(column, [0.8, 0.1, 0.1], [0.1, 0.2, 0.7])) },
  background: { rows, labels: rows.map((_, k) => k % 3) },
  schema: SCHEMA,
};
const numbers = { features: SCHEMA.features, subject: SCHEMA.subject };
const regressor = { ...classifier, kind: "regressor", base: [0], trees: [0, 1].map((column) => stump(column, [1], [2])), background: { rows }, schema: numbers };

const query = [39, 21000, 0, 1, 1, 0, 0, 0];
const named = { Age: 39, Income: null, Sex: "Female", Education: "BSc", Occupation: "Sales", Region: 0 };
const target = { class: 1 };

/** Together they have every field of a request. */
const REQUESTS: Json[] = [
  {
    ...{ query: named, target: { class: "high", min_probability: 0.1 } },
    cost: { norm: "l2", weights: { Age: 2, Income: { up: 1, down: 4 } }, per_change: 0.1, tables: { Occupation: { Tech: 0.3, Other: 1 } }, piecewise: { Age: [[-10, 2], [0, 0], [50, 1]] } },
    ...{ count: 2, distinct: { distance: 0.1 }, time_limit: 10, engine: "auto" },
  },
  { query, target: { classes: ["low", 1] }, cost: { norm: { l0: 1, l1: 0.5, l2: 0, linf: 2 } }, distinct: "regions", margin: 0.1, ties: true },
  { query, target: { class_costs: { low: 0, 2: 1.5 } }, cost: { quadratic: [[1, 0.5], [0.5, 1]] }, real_rows: false, certificate: true, radius: 0.3, engine: "boxes" },
  { query, target: { class: 1, minimise: { Age: 1, Education: -0.5 } } },
  { query, target, cost: { minimise: { Age: -1 }, tables: { Sex: { Male: -1 } }, piecewise: { Income: [[-10, -2], [0, 0], [50, 20]] } } },
  { query, target: { best: { class: 1 }, budget: 0.2 }, engine: "milp", real_rows: true },
  { query, target: { best: { difference: { ...classifier, background: null }, class: "high", side: "below" }, budget: 0.5 } },
  { query, target: { apart: { difference: { ...classifier, background: null }, class: 1 }, at_least: 0.1 } },
  { query, target: { class: 1, min_probability: 0.5 }, series: { to: 0.9, step: 0.05 } },
  { query, target, pool: 5 },
  { query, target, plausibility: { hull: { epsilon: [0, 0.05], clusters: 2, each: true } } },
  { query, target, cost: { quadratic: { ridge: 0.1 }, norm: "l1" }, plausibility: { hull: { price: 0.5 } } },
  {
    ...{ query, target },
    constraints: [
      ...[{ fix: "Sex" }, { range: { feature: "Age", min: 39, max: 45 } }, { direction: { feature: "Income", change: "increase" } }],
      ...[{ levels: { feature: "Occupation", allow: ["Sales", "Tech"] } }, { levels: { feature: "Region", allow: [0] } }, { max_changes: 3 }],
      { linear: { terms: { Income: 1, Age: -2, Occupation: { Tech: 0.5 } }, op: "<=", rhs: 0, of: "change" } },
      { if: { feature: "Education", in: ["MSc", 1] }, then: { feature: "Age", min: 24, max: 90 } },
      { if: { feature: "Region", in: ["S"] }, then: { feature: "Sex", unchanged: true } },
      { if: { any: [{ feature: "Age", min: 30 }, { feature: "Sex", unchanged: true }] }, then: { all: [{ feature: "Age", max: 60 }, { feature: "Region", in: ["N"] }] } },
      { causal: { feature: "Age", parents: { Education: 2 }, cost: "none" } },
    ],
    plausibility: { isolation_forest: { outlier_quantile: 0.1 }, hull: { epsilon: 0.05, norm: "l1", clusters: 1 } },
  },
  { query, target, constraints: [{ causal: { feature: "Income", learned: { parents: ["Age"], trees: 5, depth: 2, rate: 0.5 }, cost: "own" } }], plausibility: { isolation_forest: { min_path_length: 1 } } },
  {
    ...{ query, target, margin: { score: 0.1, distance: 0.02 } },
    constraints: [
      { budget: { changes: { Age: 2, Income: { up: 1, down: 0 } }, levels: { Occupation: { Tech: 3 }, Region: { S: 1 } }, most: 40, unit: "hours" } },
      { also: { model: { ...classifier, background: null, schema: { classes: ["low", "middle", "high"] } }, target: { class: "high", min_probability: 0.2 } } },
    ],
  },
  { query, target, constraints: [{ causal: { feature: "Income", model: { ...regressor, trees: [stump(0, [1], [2])], schema: {} } } }] },
];
const NUMBERS: Json[] = [
  { query, target: { value: [null, 3] } },
  { query: named, target: { best: "max", budget: 0.5 } },
  { query, target: { best: { difference: { ...regressor, background: null } } } },
];

/** One of each sort of value; none is a name of anything. */
const ODD: Json[] = [null, true, false, "Espalier?", 0.5, -1, 7, [], [true], {}, { "Espalier?": true }];

/** A document with another value at a place; without, that is taken out. */
function changed(document: Json, [step, ...rest]: Path, value?: Json): Json {
  if (step === undefined) return value ?? null;
  if (Array.isArray(document)) return document.flatMap((item, k) => (k !== step ? [item] : rest.length === 0 && value === undefined ? [] : [changed(item, rest, value)]));
  const fields = new Map(Object.entries(document as Record<string, Json>));
  if (rest.length > 0) fields.set(String(step), changed(fields.get(String(step)) ?? null, rest, value));
  else if (value !== undefined) fields.set(String(step), value);
  else fields.delete(String(step));
  return Object.fromEntries(fields);
}

/** All places of a document. Trees that a request brings are a document of their own. */
function places(document: Json, at: Path = []): Path[] {
  if (typeof document !== "object" || document === null || at.at(-1) === "model" || at.at(-1) === "difference") return [at];
  const all = Array.isArray(document) ? document.map((item, k): [number, Json] => [k, item]) : Object.entries(document);
  return [at, ...all.flatMap(([step, part]) => places(part, [...at, step]))];
}

/** A document with one change at a place. */
function changes(document: Json, place: Path): Json[] {
  const there = place.reduce<Json | undefined>((part, step) => (part as Record<string | number, Json>)[step], document);
  const beside = typeof there === "object" && there !== null && !Array.isArray(there) ? [1, null].map((value) => changed(document, [...place, "Espalier?"], value)) : [];
  return [...(place.length > 0 ? [changed(document, place)] : []), ...ODD.map((value) => changed(document, place, value)), ...beside];
}

/** The reader's objection; undefined where it takes the document. */
function objection(read: () => { free(): void }): InputError | undefined {
  try {
    read().free();
    return undefined;
  } catch (thrown) {
    if (!isInputError(thrown)) throw thrown;
    return thrown;
  }
}

/**
 * Whether the reader objects to the form: a field that is unknown or missing, or a value of another sort. Of trees that a request brings,
 * only that they are an object.
 */
const formal = ({ what, where = "" }: InputError): boolean =>
  /^found (true|false|null|a list of [01]$|an object of [01] fields)/.test(what) ? !/\/(causal\/model|also\/model|difference)\//.test(where) : /^unknown field|^the field ".*" is missing$/.test(what) && !/\/(causal\/model|also\/model|difference)(\/|$)/.test(where);

/** Names of fields that a schema has, wherever they stand. */
function fields(schema: Json): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const own = !Array.isArray(schema) && typeof schema.properties === "object" ? Object.keys(schema.properties as object) : [];
  return [...own, ...Object.values(schema).flatMap(fields)];
}

describe("the schemas and the reader", () => {
  let models: { classifier: Loaded; regressor: Loaded };
  const load = (document: object): Loaded => new Loaded(new TextEncoder().encode(JSON.stringify(document)), "model.json", undefined);
  beforeAll(() => {
    start(wasm());
    models = { classifier: load(classifier), regressor: load(regressor) };
  });

  /** Each document with its reader. */
  const sound = (): { of: "request" | "schema"; document: Json; read: (document: Json) => { free(): void } }[] => [
    ...REQUESTS.map((document) => ({ of: "request" as const, document, read: (given: Json) => models.classifier.ask(given as unknown as RequestDoc) })),
    ...NUMBERS.map((document) => ({ of: "request" as const, document, read: (given: Json) => models.regressor.ask(given as unknown as RequestDoc) })),
    { of: "schema", document: SCHEMA, read: (given) => models.classifier.with_schema(given as unknown as SchemaDoc) },
  ];

  /** Compares the schema with the reader's verdict on a document. */
  function hold(of: "request" | "schema", document: Json, read: (document: Json) => { free(): void }): string {
    const against = objection(() => read(document));
    const good = valid[of](document);
    const told = `${JSON.stringify(document)}: ${against?.message ?? "taken"}`;
    if (against === undefined) expect(good, `${told}, the schema: ${ajv.errorsText(valid[of].errors)}`).toBe(true);
    else if (formal(against)) expect(good, told).toBe(false);
    return against === undefined ? "taken" : good ? "meaning" : "form";
  }

  it("sound documents are taken by both, and have every field that the schemas know", () => {
    for (const { of, document, read } of sound()) expect(hold(of, document, read), JSON.stringify(objection(() => read(document)))).toBe("taken");
    const given = new Set(sound().flatMap(({ document }) => places(document).map((place) => place.at(-1))));
    for (const schema of Object.values(SCHEMAS)) for (const name of fields(schema)) expect(given, name).toContain(name);
  });

  it("one change at a time, in every place", { timeout: 120_000 }, () => {
    const counts = { taken: 0, meaning: 0, form: 0 };
    for (const { of, document, read } of sound()) {
      for (const place of places(document)) for (const next of changes(document, place)) counts[hold(of, next, read) as keyof typeof counts] += 1;
    }
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(50);
    expect(counts.form).toBeGreaterThan(counts.taken);
  });

  it("several changes at once, by the day's seed", { timeout: 120_000 }, () => {
    const next = draws(Number(process.env.ESPALIER_SEED ?? 28));
    const of = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
    for (let k = 0; k < 2000; k += 1) {
      const one = of(sound());
      let { document } = one;
      for (let times = 2 + Math.floor(next() * 3); times > 0; times -= 1) document = of(changes(document, of(places(document))));
      hold(one.of, document, one.read);
    }
  });
});
