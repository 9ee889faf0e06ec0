/** Brings models in: from bytes, an address, or the list of examples; and puts a saved document on top. */
import type { FeatureInfo, InputError, ModelInfo, SchemaDoc, Target } from "../types.js";
import { openModel } from "./actions.js";
import { coordinate, domain, isDiscrete, levelCount } from "./feature.js";
import type { Saved } from "./fragment.js";
import type { ModelHandle, Port } from "./port.js";
import { inputErrorOf } from "./port.js";
import { fileLimits, relaxedSchema } from "./relax.js";
import { defaultTarget, valueTarget } from "./selectors.js";
import type { Doc, ExampleInfo, ModelRef, Problem, Source } from "./state.js";
import type { Store } from "./store.js";

export type Fetch = (url: string) => Promise<Response>;

/** What is known about a model before it is read. */
export interface Opening {
  bytes: ArrayBuffer;
  name: string;
  title?: string;
  source: Source;
  schema?: SchemaDoc;
  query?: Query;
  row?: number;
  target?: Target;
  axes?: [string, string];
  /** A document saved in a link. */
  saved?: Saved["doc"];
  /** Replaces the document without a step of undo: the first model of a page. */
  first?: boolean;
}

export type Query = (number | null)[] | Record<string, number | string | null>;

/** Reads models and keeps their handles. A failure becomes the state's `problem`; the document stays as it was. */
export class Shelf {
  #handles = new Map<number, ModelHandle>();
  #next = 1;
  #latest = 0;

  constructor(
    private readonly store: Store,
    private readonly port: Port,
    private readonly fetch: Fetch,
  ) {}

  handle(model: number): ModelHandle | undefined {
    return this.#handles.get(model);
  }

  dispose(): void {
    for (const handle of this.#handles.values()) handle.free();
    this.#handles.clear();
    this.#latest += 1;
  }

  /** Gives back the memory of models that neither the document nor its history speaks of. */
  #tidy(): void {
    const { doc, past, future } = this.store.state;
    const used = new Set([doc, ...past, ...future].map((one) => one.model?.id));
    for (const [id, handle] of this.#handles) {
      if (used.has(id)) continue;
      handle.free();
      this.#handles.delete(id);
    }
  }

  async example(example: ExampleInfo, base: string, more: Partial<Opening> = {}): Promise<boolean> {
    const model = new URL(example.model, base).href;
    const opening: Partial<Opening> = { title: example.title, source: { from: "example", id: example.id }, ...more };
    if (example.query && !more.query) opening.query = example.query;
    if (example.row !== undefined) opening.row = example.row;
    if (example.target && !more.target) opening.target = example.target;
    if (example.axes && !more.axes) opening.axes = example.axes;
    return this.url(model, example.schema === undefined ? undefined : new URL(example.schema, base).href, opening);
  }

  async url(url: string, schemaUrl: string | undefined, more: Partial<Opening> = {}): Promise<boolean> {
    const name = url.split(/[?#]/)[0]?.split("/").pop() ?? url;
    const source: Source = schemaUrl === undefined ? { from: "url", url } : { from: "url", url, schema: schemaUrl };
    const turn = this.#begin(more.title ?? name);
    try {
      const bytes = await this.#get(url, "model");
      const schema = schemaUrl === undefined ? more.schema : await this.#schema(schemaUrl);
      return await this.#open({ source, ...more, bytes, name, ...(schema ? { schema } : {}) }, turn);
    } catch (error) {
      return this.#failed(error, name, null, turn);
    }
  }

  async file(file: { name: string; arrayBuffer(): Promise<ArrayBuffer> }, more: Partial<Opening> = {}): Promise<boolean> {
    const turn = this.#begin(file.name);
    let size: number | null = null;
    try {
      const bytes = await file.arrayBuffer();
      size = bytes.byteLength;
      return await this.#open({ bytes, name: file.name, source: { from: "file", file: file.name }, ...more }, turn, size);
    } catch (error) {
      return this.#failed(error, file.name, size, turn);
    }
  }

  #begin(what: string): number {
    this.store.set({ opening: what, menu: null });
    return ++this.#latest;
  }

  async #get(url: string, source: string): Promise<ArrayBuffer> {
    let found: string;
    try {
      const response = await this.fetch(url);
      if (response.ok) return await response.arrayBuffer();
      found = `the server answered ${String(response.status)} ${response.statusText}`.trim();
    } catch {
      found = "nothing answered at this address, or it does not let this page read";
    }
    const right = "The address of a model file on this site, or one that allows other sites to read it.";
    throw inputFailure({ message: `${source}: ${url}: ${found}`, source, where: url, what: found, right });
  }

  async #schema(url: string): Promise<SchemaDoc> {
    const bytes = await this.#get(url, "schema");
    try {
      return JSON.parse(new TextDecoder().decode(bytes)) as SchemaDoc;
    } catch (error) {
      const what = `not a JSON document: ${error instanceof Error ? error.message : String(error)}`;
      throw inputFailure({ message: `schema: ${url}: ${what}`, source: "schema", where: url, what, right: 'An object with "features".' });
    }
  }

  async #load(opening: Opening): Promise<{ handle: ModelHandle; info: ModelInfo; limits: ModelRef["fileLimits"] }> {
    const { bytes, name } = opening;
    const handle = await this.port.load(bytes, opening.schema ? { name, schema: opening.schema } : { name });
    const limits = fileLimits(handle.info);
    const relaxed = relaxedSchema(handle.info);
    if (!relaxed) return { handle, info: handle.info, limits };
    handle.free();
    const free = await this.port.load(bytes, { name, schema: relaxed });
    return { handle: free, info: free.info, limits };
  }

  async #open(opening: Opening, turn: number, size = opening.bytes.byteLength): Promise<boolean> {
    try {
      const { handle, info, limits } = await this.#load(opening);
      if (turn !== this.#latest) {
        handle.free();
        return false;
      }
      const id = this.#next++;
      this.#handles.set(id, handle);
      const title = opening.title ?? opening.name;
      const model: ModelRef = { id, title, source: opening.source, info, fileLimits: limits };
      const doc = await this.#document(model, handle, opening);
      if (turn !== this.#latest) return false;
      if (opening.first) this.store.amend(() => doc);
      else this.store.edit(() => doc);
      this.store.set({ opening: null, problem: opening.first ? this.store.state.problem : null });
      this.#tidy();
      return true;
    } catch (error) {
      return this.#failed(error, opening.name, size, turn);
    }
  }

  async #document(model: ModelRef, handle: ModelHandle, opening: Opening): Promise<Doc> {
    const { info } = model;
    const saved = opening.saved ?? {};
    let row = saved.row ?? opening.row ?? null;
    let person = saved.person?.length === info.columns ? saved.person : null;
    if (!person && opening.query) person = personFrom(info, opening.query);
    if (person) row = saved.row ?? null;
    if (!person && info.rows > 0) {
      row = Math.max(0, Math.min(row ?? 0, info.rows - 1));
      person = (await handle.row(row)).row;
    }
    person ??= middle(info.features, info.columns);
    const target = saved.target ?? opening.target ?? (await proposed(handle, person));
    const fresh = openModel(model, person, row, target, opening.axes ?? null);
    return { ...fresh, ...saved, person, row, target };
  }

  #failed(error: unknown, file: string, bytes: number | null, turn: number): false {
    if (turn !== this.#latest) return false;
    const input = inputErrorOf(error);
    const message = error instanceof Error ? error.message : String(error);
    const problem: Problem = { file, bytes, error: input ?? { message, source: "engine", what: message }, fault: input === null };
    this.store.set({ opening: null, problem });
    return false;
  }
}

/** Rows of the background that a regressor's target is proposed from. */
const SAMPLE = 100;

/** What is looked for when nothing else is asked: another class, or a value that a quarter of the background reaches. */
async function proposed(handle: ModelHandle, person: number[]): Promise<Target> {
  const { info } = handle;
  const [now] = await handle.predict([person]);
  if (!now) return { class: 0 };
  if (!("value" in now)) return defaultTarget(now, info.classes);
  const indices = Array.from({ length: Math.min(SAMPLE, info.rows) }, (_, index) => index);
  const rows = await Promise.all(indices.map(async (index) => (await handle.row(index)).row));
  const values = (await handle.predict(rows)).flatMap((one) => ("value" in one ? [one.value] : [])).sort((a, b) => a - b);
  return valueTarget(now.value, values);
}

function inputFailure(input: InputError): Error {
  return Object.assign(new Error(input.message), { input });
}

/** A row from a query document; values that are not named are taken from the middle of their range. */
export function personFrom(info: ModelInfo, query: Query): number[] {
  if (Array.isArray(query)) {
    if (query.length === info.columns) return query.map((value) => value ?? Number.NaN);
    const what = `the query has ${String(query.length)} values`;
    throw inputFailure({ message: `request: ${what}; the model reads ${String(info.columns)}`, source: "request", where: "/query", what, right: `${String(info.columns)} values, one a column.` });
  }
  const row = middle(info.features, info.columns);
  for (const [name, value] of Object.entries(query)) {
    const feature = info.features.find((one) => one.name === name);
    if (!feature) {
      const what = `the query names ${name}, which the model does not have`;
      throw inputFailure({ message: `request: ${what}`, source: "request", where: `/query/${name}`, what, right: `One of ${info.features.map((one) => one.name).join(", ")}.` });
    }
    place(feature, row, value);
  }
  return row;
}

function place(feature: FeatureInfo, row: number[], value: number | string | null): void {
  const level = typeof value === "string" ? (feature.labels ?? []).indexOf(value) : -1;
  if (typeof value === "string" && level < 0) {
    const what = `${feature.name} has the value ${JSON.stringify(value)}`;
    const right = feature.labels ? `One of ${feature.labels.join(", ")}.` : "A number.";
    throw inputFailure({ message: `request: ${what}`, source: "request", where: `/query/${feature.name}`, what, right });
  }
  if (feature.columns.length > 1) {
    const chosen = level >= 0 ? level : Number(value);
    feature.columns.forEach((column, index) => (row[column] = index === chosen ? 1 : 0));
  } else {
    row[feature.columns[0] ?? 0] = level >= 0 ? (feature.values?.[level] ?? level) : (value as number | null) ?? Number.NaN;
  }
}

/** A person in the middle of every range: what a model without background rows opens with. */
export function middle(all: readonly FeatureInfo[], columns: number): number[] {
  const row = new Array<number>(columns).fill(0);
  for (const feature of all) {
    const [low, high] = domain(feature);
    if (isDiscrete(feature)) {
      place(feature, row, feature.labels?.[Math.floor((levelCount(feature) - 1) / 2)] ?? 0);
    } else {
      const half = (low + high) / 2;
      const [first = 0] = feature.columns;
      row[first] = feature.kind === "integer" ? Math.round(half) : half;
      if (Number.isNaN(coordinate(feature, row))) row[first] = 0;
    }
  }
  return row;
}
