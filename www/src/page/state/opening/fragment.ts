/**
 * The document in the address: everything after `#`, which browsers never send. Versioned. Every field that is read is checked,
 * because a link is input. Pure but for base64.
 */
import { own } from "../../../own.js";
import type { SchemaDoc, Target } from "../../../types.js";
import { isCause } from "../limits/causes.js";
import { isHull } from "../limits/hull.js";
import { isMargin } from "../limits/margin.js";
import { isPin, MOST_PINS } from "../compare/pins.js";
import { isRelation } from "../limits/relations.js";
import { isPrice } from "../limits/feature-price.js";
import { isRule } from "../limits/rules.js";
import { isSeveral } from "../request/several.js";
import { aimOf, isFields, isTarget, referenceOf } from "../../../measure/target.js";
import { type Cause, type Difficulty, DIFFICULTY_WEIGHT, type Doc, EMPTY_DOC, type EngineName, FREE, type Hull, type Layer, type Limit, type Margin, type Measure, type Pin, type Price, type Relation, type Rule, type Several, type Source } from "../document/document.js";
import { refusals } from "../refusals.js";

const VERSION = "1.";

/** Letters of a subject, as schemas have it. */
const LONGEST_PHRASE = 80;

/** The part of a document that a link holds; the model itself only by where it came from. */
export interface Saved {
  source: Source;
  /** By which schema the model is read, where that is not the file's own. */
  schema?: SchemaDoc;
  /** The file of rows that were brought; not the rows. */
  rows?: string;
  /** Whom the model decides about, where its schema does not say that. */
  subject?: string;
  doc: Partial<Omit<Doc, "model">>;
}

interface Wire {
  m: Source;
  s?: SchemaDoc;
  b?: string;
  j?: string;
  p?: (number | null)[];
  r?: number;
  t?: Target;
  n?: Measure;
  /** The price of every change. */
  pc?: number;
  l?: Record<string, Partial<Limit>>;
  d?: Record<string, Difficulty>;
  c?: Record<string, Price>;
  k?: number;
  x?: number | NonNullable<Margin>;
  u?: number;
  h?: Hull;
  o?: true;
  i?: Rule[];
  e?: Relation[];
  f?: Cause[];
  q?: Pin[];
  a?: [string, string];
  y?: Layer;
  g?: number;
  v?: Several;
  w?: string;
  z?: EngineName;
}

function slim(limit: Limit): Partial<Limit> {
  const entries = Object.entries(limit).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(FREE[key as keyof Limit]));
  return Object.fromEntries(entries);
}

/** The fragment of a document, without `#`; null while no model is open. `person` false leaves the person's values out. */
export function encode(doc: Doc, person: boolean): string | null {
  if (!doc.model) return null;
  const compared = referenceOf(doc.target);
  // A model is in no link.
  const wire: Wire = { m: doc.model.source, t: compared ? (compared.class === undefined ? { best: "max", ..."budget" in doc.target && { budget: doc.target.budget } } : { class: compared.class }) : doc.target };
  if (doc.model.schema) wire.s = doc.model.schema;
  if (doc.model.background) wire.b = doc.model.background.file;
  const { subject, info } = doc.model;
  if (subject !== undefined && subject !== info.subject) wire.j = subject;
  if (person) {
    wire.p = doc.person.map((value) => (Number.isNaN(value) ? null : value));
    if (doc.row !== null) wire.r = doc.row;
    if (doc.pins.length > 0) wire.q = doc.pins;
  }
  if (doc.norm !== EMPTY_DOC.norm) wire.n = doc.norm;
  if (doc.perChange > 0) wire.pc = doc.perChange;
  wire.l = Object.fromEntries(Array.from(doc.limits, ([name, limit]) => [name, slim(limit)]));
  if (doc.difficulty.size > 0) wire.d = Object.fromEntries(doc.difficulty);
  if (doc.prices.size > 0) wire.c = Object.fromEntries(doc.prices);
  if (doc.maxChanges !== null) wire.k = doc.maxChanges;
  if (doc.margin !== null) wire.x = doc.margin;
  if (doc.typical !== null) wire.u = doc.typical;
  if (doc.hull !== null) wire.h = doc.hull;
  if (doc.usual) wire.o = true;
  if (doc.rules.length > 0) wire.i = doc.rules;
  if (doc.relations.length > 0) wire.e = doc.relations;
  const causes = doc.causes.filter((one) => !one.model);
  if (causes.length > 0) wire.f = causes;
  if (doc.axes) wire.a = doc.axes;
  if (doc.layer !== EMPTY_DOC.layer) wire.y = doc.layer;
  if (doc.reach !== null) wire.g = doc.reach;
  if (JSON.stringify(doc.several) !== JSON.stringify(EMPTY_DOC.several)) wire.v = doc.several;
  if (doc.way !== EMPTY_DOC.way) wire.w = doc.way;
  if (doc.engine !== EMPTY_DOC.engine) wire.z = doc.engine;
  const bytes = new TextEncoder().encode(JSON.stringify(wire));
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return VERSION + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The fault of a link, as a sentence about the text that was found. */
export class BadLink extends Error {}

/** Reads a fragment. Null when it is not one of ours (an anchor, nothing); throws `BadLink` when it is, and is broken. */
export function decode(fragment: string): Saved | null {
  const text = fragment.replace(/^#/, "");
  if (!/^\d+\./.test(text)) return null;
  if (!text.startsWith(VERSION)) throw new BadLink(refusals.link.version(text.split(".")[0] ?? ""));
  let wire: unknown;
  try {
    const binary = atob(text.slice(VERSION.length).replaceAll("-", "+").replaceAll("_", "/"));
    wire = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(binary, (char) => char.charCodeAt(0))));
  } catch {
    throw new BadLink(refusals.link.cut);
  }
  return saved(wire);
}

const isNumber = (x: unknown): x is number => typeof x === "number" && Number.isFinite(x);

function saved(wire: unknown): Saved {
  if (!isFields(wire)) throw new BadLink(refusals.link.empty);
  const doc: Saved["doc"] = {};
  const take = (key: keyof Wire, test: (x: unknown) => boolean, use: (x: never) => void): void => {
    const value = own(wire, key);
    if (value === undefined) return;
    if (!test(value)) throw new BadLink(refusals.link.field(key));
    use(value as never);
  };
  take("p", (x) => Array.isArray(x) && x.every((v) => v === null || isNumber(v)), (x: (number | null)[]) => (doc.person = x.map((v) => v ?? Number.NaN)));
  take("r", isNumber, (x: number) => (doc.row = x));
  take("t", isTarget, (x: Target) => (doc.target = aimOf(x)));
  take("n", (x) => isOwn(x) || ["l0", "l1", "l2", "linf", "few", "rows"].includes(x as string), (x: Measure) => (doc.norm = x));
  take("pc", isNumber, (x: number) => (doc.perChange = x));
  take("l", (x) => isFields(x) && Object.values(x).every(isLimit), (x: Record<string, Partial<Limit>>) => {
    doc.limits = new Map(Object.entries(x).map(([name, limit]) => [name, { ...FREE, ...limit }]));
  });
  take("d", (x) => isFields(x) && Object.values(x).every((v) => isNumber(v) && v in DIFFICULTY_WEIGHT), (x: Record<string, Difficulty>) => (doc.difficulty = new Map(Object.entries(x))));
  take("c", (x) => isFields(x) && Object.values(x).every(isPrice), (x: Record<string, Price>) => (doc.prices = new Map(Object.entries(x))));
  take("k", isNumber, (x: number) => (doc.maxChanges = x));
  take("x", isMargin, (x: number | Margin) => (doc.margin = isNumber(x) ? { distance: x } : x));
  take("u", (x) => isNumber(x) && x >= 0 && x <= 1, (x: number) => (doc.typical = x));
  take("h", isHull, (x: Hull) => (doc.hull = x));
  take("o", (x) => x === true, () => (doc.usual = true));
  take("i", (x) => Array.isArray(x) && x.every(isRule), (x: Rule[]) => (doc.rules = x));
  take("e", (x) => Array.isArray(x) && x.every(isRelation), (x: Relation[]) => (doc.relations = x));
  take("f", (x) => Array.isArray(x) && x.every((one) => isCause(one) && one.cost !== undefined), (x: Cause[]) => (doc.causes = x));
  take("q", (x) => Array.isArray(x) && x.length <= MOST_PINS && x.every(isPin), (x: Pin[]) => (doc.pins = x));
  take("a", (x) => Array.isArray(x) && x.length === 2 && x.every((v) => typeof v === "string"), (x: [string, string]) => (doc.axes = x));
  take("y", (x) => x === "factual" || x === "answer" || x === "reach", (x: Layer) => (doc.layer = x));
  take("g", (x) => isNumber(x) && x >= 0, (x: number) => (doc.reach = x));
  take("v", isSeveral, (x: Several) => (doc.several = x));
  take("w", (x) => typeof x === "string", (x: string) => (doc.way = x));
  take("z", (x) => x === "boxes" || x === "milp", (x: EngineName) => (doc.engine = x));
  const more: Pick<Saved, "schema" | "rows" | "subject"> = {};
  // The engine reads it as it reads any schema, and names its faults.
  take("s", isFields, (x: SchemaDoc) => (more.schema = x));
  take("b", (x) => typeof x === "string", (x: string) => (more.rows = x));
  take("j", isSubject, (x: string) => (more.subject = x));
  return { source: source(wire.m), ...more, doc };
}

/** The engine names the faults of a matrix. */
const isOwn = (x: unknown): boolean => isFields(x) && isFields(x.mix) && Object.values(x.mix).every((one) => isNumber(one) && one >= 0);

const isSubject = (x: unknown): x is string => typeof x === "string" && x.trim() !== "" && x.length <= LONGEST_PHRASE;

function source(x: unknown): Source {
  if (isFields(x)) {
    if (x.from === "example" && typeof x.id === "string") return { from: "example", id: x.id };
    if (x.from === "file" && typeof x.file === "string") return { from: "file", file: x.file };
    if (x.from === "url" && typeof x.url === "string") {
      return typeof x.schema === "string" ? { from: "url", url: x.url, schema: x.schema } : { from: "url", url: x.url };
    }
  }
  throw new BadLink(refusals.link.noModel);
}

function isLimit(x: unknown): boolean {
  if (!isFields(x)) return false;
  const end = (v: unknown): boolean => v === undefined || v === null || isNumber(v);
  return (
    (x.lock === undefined || typeof x.lock === "boolean") &&
    end(x.min) &&
    end(x.max) &&
    (x.change === undefined || x.change === "free" || x.change === "increase" || x.change === "decrease") &&
    (x.allow === undefined || x.allow === null || (Array.isArray(x.allow) && x.allow.every(isNumber)))
  );
}
