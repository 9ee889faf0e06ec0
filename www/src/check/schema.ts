/** The meaning of the columns: a schema document, or the model's own statements, with every range and level known. */
import type { Model, Test } from "./model.js";
import { amount, doc, index, isDoc, list, number, numbers, text, texts, Unreadable, word, type Doc } from "./read.js";

export type Kind = "numeric" | "integer" | "ordinal" | "binary" | "codes" | "one-hot";
export type Change = "free" | "fixed" | "increase" | "decrease";
export interface Weight {
  up: number;
  down: number;
}

export interface Feature {
  name: string;
  kind: Kind;
  columns: number[];
  min: number;
  max: number;
  change: Change;
  weight: Weight;
  /** The model's input for each level; of one-hot columns their places. Undefined for numbers. */
  values: number[] | undefined;
  labels: string[];
}

export interface Schema {
  features: Feature[];
  classes: string[];
}

export const CHANGES: readonly Change[] = ["free", "fixed", "increase", "decrease"];

/** The schema in force: a document that is given, or else the model's own; class names stay where the document has none. */
export function readSchema(model: Model, given?: unknown): Schema {
  const own = model.schema ?? {};
  const now = given === undefined ? own : doc(given, "the schema");
  const classes = classesOf(model, now.classes);
  const docs = now.features === undefined ? columns(model) : list(now.features, "/features");
  const features = docs.map((f, i) => feature(model, doc(f, `/features/${i}`), `/features/${i}`));
  const all = features.flatMap((f) => f.columns).sort((a, b) => a - b);
  const once = all.length === model.columns && all.every((c, i) => c === i);
  if (!once) throw new Unreadable("/features: every column has to be described once");
  if (new Set(features.map((f) => f.name)).size !== features.length) throw new Unreadable("/features: names have to differ");
  return { features, classes };
}

/** The names of a model's classes: given, or the document's own, or their numbers. */
export function classesOf(model: Model, given?: unknown): string[] {
  const numbered = Array.from({ length: model.classes }, (_, k) => `${k}`);
  const named = given ?? model.schema?.classes;
  const classes = named === undefined ? (model.names ?? numbered) : texts(named, "/classes");
  if (classes.length !== model.classes) throw new Unreadable(`/classes: ${model.classes} names are needed`);
  return classes;
}

/** Without a word on them all columns are numbers, those of category sets codes. */
function columns(model: Model): Doc[] {
  return Array.from({ length: model.columns }, (_, column) => {
    const name = `x${column}`;
    const codes = new Set([0, 1]);
    let read = false;
    for (const test of tests(model)) {
      if (test.column !== column || !("codes" in test)) continue;
      read = true;
      for (const code of test.codes) codes.add(code);
      if (test.unknown !== undefined && test.unknown.from > 0) codes.add(test.unknown.from - 1);
    }
    if (!read) return { name, column };
    const most = Math.max(...codes);
    const values = most < 4096 ? Array.from({ length: most + 1 }, (_, k) => k) : [...codes].sort((a, b) => a - b);
    return { name, column, kind: "categorical", values };
  });
}

function feature(model: Model, d: Doc, at: string): Feature {
  const named = word(d.kind ?? "numeric", `${at}/kind`, ["numeric", "integer", "ordinal", "binary", "categorical"]);
  const hot = named === "categorical" && d.columns !== undefined;
  const places = hot ? numbers(d.columns, `${at}/columns`) : [index(d.column, `${at}/column`)];
  const kind: Kind = named !== "categorical" ? named : hot ? "one-hot" : "codes";
  const rest = { name: text(d.name, `${at}/name`), kind, columns: places, change: word(d.change ?? "free", `${at}/change`, CHANGES), weight: weight(d.weight ?? 1, `${at}/weight`) };
  const asked = { min: d.min === undefined ? undefined : number(d.min, `${at}/min`), max: d.max === undefined ? undefined : number(d.max, `${at}/max`) };
  if (kind === "numeric" || kind === "integer") {
    const [lo, hi] = asked.min === undefined || asked.max === undefined ? range(model, places[0]!, kind === "integer") : [0, 0];
    const [min, max] = [asked.min ?? lo, asked.max ?? hi];
    if (!(min < max || (min === max && rest.change === "fixed"))) throw new Unreadable(`${at}: min below max is needed`);
    return { ...rest, min, max, values: undefined, labels: [] };
  }
  const values = hot ? places.map((_, k) => k) : levels(model, d, kind, asked, at);
  const labels = d.labels === undefined ? values.map((v) => `${v}`) : texts(d.labels, `${at}/labels`);
  const sound = (kind === "binary" ? values.length === 2 : values.length >= 2) && labels.length === values.length && new Set(values.map((v) => v + 0)).size === values.length;
  if (!sound) throw new Unreadable(`${at}: two levels${kind === "binary" ? "" : " at least"}, each with a label and a value of its own, are needed`);
  return { ...rest, min: hot ? 0 : Math.min(...values), max: hot ? 1 : Math.max(...values), values, labels };
}

/** The model's input for each level of a single column. */
function levels(model: Model, d: Doc, kind: Kind, { min, max }: { min: number | undefined; max: number | undefined }, at: string): number[] {
  const stated = d.values === undefined ? undefined : numbers(d.values, `${at}/values`);
  const count = stated?.length ?? (kind === "binary" ? 2 : texts(d.labels, `${at}/labels`).length);
  const spaced = (k: number): number =>
    kind !== "ordinal" || min === undefined || max === undefined ? k : k + 1 === count ? max : min + (max - min) * (k / (count - 1));
  const values = stated ?? Array.from({ length: count }, (_, k) => spaced(k));
  return values.map((v) => model.input.round(v));
}

/** One number for both ways, or one each. */
export function weight(value: unknown, at: string): Weight {
  if (!isDoc(value)) return { up: amount(value, at), down: amount(value, at) };
  return { up: amount(value.up ?? 1, `${at}/up`), down: amount(value.down ?? 1, `${at}/down`) };
}

function* tests(model: Model): Generator<Test> {
  for (const { nodes } of model.trees) for (const node of nodes.values()) if (node !== undefined && "test" in node) yield node.test;
}

/** Of background rows, else of the model's thresholds with a margin, else 0 to 1. */
function range(model: Model, column: number, whole: boolean): [number, number] {
  const seen = model.rows.map((row) => row[column]!).filter(Number.isFinite);
  const largest = model.input.round(0.1) === 0.1 ? Number.MAX_VALUE : 3.4028234663852886e38;
  const cuts: number[] = [];
  for (const test of tests(model)) if (test.column === column && "pieces" in test) cuts.push(...test.thresholds.filter((t) => Math.abs(t) < largest));
  const rows = ends(seen);
  let found: [number, number] = [0, 1];
  if (rows !== undefined && rows[0] < rows[1]) found = rows;
  else if (cuts.length > 0) {
    const [lo, hi] = around(...ends(cuts)!);
    found = rows === undefined ? [lo, hi] : [Math.min(lo, rows[0]), Math.max(hi, rows[0])];
  } else if (rows !== undefined) found = around(...rows);
  const most = Number.MAX_VALUE / 4;
  const [lo, hi] = found.map((v) => Math.min(Math.max(v, -most), most)) as [number, number];
  const [min, max] = whole ? [Math.floor(lo), Math.ceil(hi)] : [lo, hi];
  return min < max ? [min, max] : [-most, most];
}

const ends = (values: readonly number[]): [number, number] | undefined =>
  values.length === 0 ? undefined : [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];

function around(lo: number, hi: number): [number, number] {
  const by = lo < hi ? 0.05 * (hi - lo) : 0.5 * Math.max(Math.abs(lo), 1);
  return [lo - by, hi + by];
}

/** By how much a number's changes are divided: its range. */
export const widthOf = ({ min, max }: Feature): number => (max > min ? max - min : 1);

/** The level that a row holds; undefined where it holds none. */
export function levelOf({ kind, columns, values }: Feature, row: readonly number[]): number | undefined {
  if (values === undefined) return undefined;
  const found =
    kind !== "one-hot" ? values.indexOf(row[columns[0]!]!) : columns.every((c) => row[c] === 0 || row[c] === 1) && columns.filter((c) => row[c] === 1).length === 1 ? columns.findIndex((c) => row[c] === 1) : -1;
  return found < 0 ? undefined : found;
}

/** The value of column `column` of the feature at a level. */
export const valueAt = ({ kind, columns, values }: Feature, level: number, column: number): number =>
  kind === "one-hot" ? (columns[level] === column ? 1 : 0) : (values?.[level] ?? NaN);
