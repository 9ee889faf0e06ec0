/** Brings models in: from bytes, an address, or the list of examples; and puts a saved document on top. */
import type { Guess, SchemaDoc } from "../../../types.js";
import { openModel } from "../editing/actions.js";
import { pairOf, targetFrom } from "./axes.js";
import type { Saved } from "./fragment.js";
import { fitted, inputFailure, middle, personFrom } from "./person.js";
import type { ModelHandle, Port } from "../port.js";
import { inputErrorOf } from "../../../input-error.js";
import { fileLimits, relaxedSchema } from "../limits/file-limits.js";
import { carried } from "./schema.js";
import { meets } from "../request/request.js";
import { defaultTarget, valueTarget } from "../answer/selectors.js";
import { problemOf, type ExampleInfo } from "../document/state.js";
import type { Store } from "../document/store.js";
import type { Aim } from "../../../measure/target.js";
import { partsFor } from "../limits/other-model.js";
import type { Doc, ModelRef, OtherModel, Source } from "../document/document.js";
import { refusals } from "../refusals.js";

export type Fetch = (url: string) => Promise<Response>;

/** The facts about a model before it is read. */
export interface Opening {
  bytes: ArrayBuffer;
  name: string;
  title?: string;
  source: Source;
  schema?: SchemaDoc;
  /** Without a schema: take the one that the columns look like, and show it. */
  gate?: boolean;
  query?: unknown;
  row?: number;
  /** As an attribute has it: a class, or a document. */
  target?: unknown;
  /** Whom the model decides about, in place of the word in its schema: "you", "the flower". */
  subject?: string;
  /** Two names, or a text that names them. */
  axes?: unknown;
  /** A document saved in a link. */
  saved?: Saved["doc"];
  /** Replaces the document without a step of undo: the first model of a page. */
  first?: boolean;
}

interface Loaded {
  handle: ModelHandle;
  limits: ModelRef["fileLimits"];
  schema: SchemaDoc | null;
  guess: Guess | null;
}

/** Reads models and keeps their handles. A failure becomes the state's `problem`; the document stays as it was. */
export class Shelf {
  #handles = new Map<number, ModelHandle>();
  #next = 1;
  #latest = 0;
  #reading: AbortController | null = null;

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
    this.#reading?.abort();
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
    if (example.subject !== undefined && more.subject === undefined) opening.subject = example.subject;
    return this.url(model, example.schema === undefined ? undefined : new URL(example.schema, base).href, opening);
  }

  async url(url: string, schemaUrl: string | undefined, more: Partial<Opening> = {}): Promise<boolean> {
    const name = url.split(/[?#]/)[0]?.split("/").pop() ?? url;
    const source: Source = schemaUrl === undefined ? { from: "url", url } : { from: "url", url, schema: schemaUrl };
    const turn = this.#begin(more.title ?? name);
    this.port.warm?.();
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
      found = refusals.address.answered(`${String(response.status)} ${response.statusText}`.trim());
    } catch {
      found = refusals.address.silent;
    }
    const right = refusals.address.right(source);
    throw inputFailure({ message: `${source}: ${url}: ${found}`, source, where: url, what: found, right });
  }

  async #schema(url: string): Promise<SchemaDoc> {
    const bytes = await this.#get(url, "schema");
    try {
      return JSON.parse(new TextDecoder().decode(bytes)) as SchemaDoc;
    } catch (error) {
      const what = refusals.address.notJson(error instanceof Error ? error.message : String(error));
      throw inputFailure({ message: `schema: ${url}: ${what}`, source: "schema", where: url, what, right: refusals.address.schema });
    }
  }

  async #load(opening: Opening): Promise<Loaded> {
    const { bytes, name, schema, gate } = opening;
    const handle = await this.port.load(bytes, { name, ...(schema ? { schema } : {}), ...(gate ? { guess: true } : {}) });
    return this.#freed(handle, schema ?? handle.guess?.schema ?? null, handle.guess);
  }

  /** With every feature free; the things that the schema itself forbids become limits that can be seen and lifted. */
  async #freed(handle: ModelHandle, schema: SchemaDoc | null, guess: Guess | null): Promise<Loaded> {
    const limits = fileLimits(handle.info);
    const relaxed = relaxedSchema(handle.info);
    if (!relaxed) return { handle, limits, schema, guess };
    const free = await handle.withSchema(relaxed);
    handle.free();
    return { handle: free, limits, schema, guess };
  }

  /** Reads the open model by another schema. A fault of the schema becomes the gate's error; everything else stays. */
  async reschema(schema: SchemaDoc): Promise<boolean> {
    const { model } = this.store.state.doc;
    const handle = model && this.#handles.get(model.id);
    if (!model || !handle) return false;
    const turn = ++this.#latest;
    try {
      const loaded = await this.#freed(await handle.withSchema(schema), schema, model.guess);
      if (turn !== this.#latest || this.store.state.doc.model !== model) {
        loaded.handle.free();
        return false;
      }
      const id = this.#next++;
      this.#handles.set(id, loaded.handle);
      const { info } = loaded.handle;
      const next = about({ ...model, id, info, schema }, model.subject === model.info.subject ? info.subject : model.subject);
      this.store.edit((doc) => carried(doc, next, loaded.limits));
      this.store.set({ gateError: null });
      this.#tidy();
      return true;
    } catch (error) {
      if (turn !== this.#latest) return false;
      this.store.set({ gateError: inputErrorOf(error)?.message ?? (error instanceof Error ? error.message : String(error)) });
      return false;
    }
  }

  /** Takes the rows of a csv file for the open model's background. A fault of the file becomes a problem; everything else stays. */
  async rows(file: File): Promise<boolean> {
    const { model } = this.store.state.doc;
    const handle = model && this.#handles.get(model.id);
    if (!model || !handle?.sample || !handle.withBackground) return false;
    this.#reading?.abort();
    const abort = (this.#reading = new AbortController());
    const { signal } = abort;
    const show = (share: number): void => {
      if (!signal.aborted) this.store.set({ reading: { file: file.name, share } });
    };
    show(0);
    this.store.set({ problem: null });
    const turn = ++this.#latest;
    try {
      const sampled = await handle.sample(file, file.name, { signal, onProgress: show });
      if (sampled === null || signal.aborted || turn !== this.#latest) return false;
      const found = await handle.withBackground(sampled);
      if (turn !== this.#latest || this.store.state.doc.model !== model) {
        found.free();
        return false;
      }
      const id = this.#next++;
      this.#handles.set(id, found);
      const next: ModelRef = { ...model, id, info: found.info, background: { ...sampled, file: file.name, blob: file } };
      this.store.edit((doc) => ({ ...carried(doc, next, new Map()), row: null }));
      this.#tidy();
      return true;
    } catch (error) {
      return signal.aborted ? false : this.#failed(error, file.name, file.size, turn);
    } finally {
      if (this.#reading === abort) this.store.set({ reading: null });
    }
  }

  /** Takes another model into the form of a limit. Its own columns are the engine's to judge. */
  async other(file: File): Promise<boolean> {
    const { model } = this.store.state.doc;
    const turn = ++this.#latest;
    try {
      const found = await this.port.load(await file.arrayBuffer(), { name: file.name });
      const document = JSON.parse(new TextDecoder().decode(await found.document())) as Record<string, unknown>;
      const { classes } = found.info;
      found.free();
      const { doc, limitForm } = this.store.state;
      if (turn !== this.#latest || doc.model !== model || !limitForm) return false;
      delete document.background;
      const other: OtherModel = { file: file.name, document, classes, part: "", value: [0, Number.POSITIVE_INFINITY] };
      const [part = ""] = partsFor(doc, other);
      this.store.set({ limitForm: { ...limitForm, other: { ...other, part } }, problem: null });
      return true;
    } catch (error) {
      return this.#failed(error, file.name, file.size, turn);
    }
  }

  /** Reads no further in a file of rows. */
  stopReading(): void {
    this.#reading?.abort();
    this.store.set({ reading: null });
  }

  /** Replays the file's sample predictions on the open model. */
  async samples(file: { name: string; text(): Promise<string> }): Promise<boolean> {
    const { model } = this.store.state.doc;
    const handle = model && this.#handles.get(model.id);
    if (!model || !handle) return false;
    try {
      const comparison = await handle.compare(await file.text(), file.name);
      if (this.store.state.doc.model?.title === model.title) this.store.set({ gate: true, problem: null, samples: { file: file.name, comparison } });
      return true;
    } catch (error) {
      return this.#failed(error, file.name, null, this.#latest);
    }
  }

  async #open(opening: Opening, turn: number, size = opening.bytes.byteLength): Promise<boolean> {
    try {
      const { handle, limits, schema, guess } = await this.#load(opening);
      if (turn !== this.#latest) {
        handle.free();
        return false;
      }
      const id = this.#next++;
      this.#handles.set(id, handle);
      const title = opening.title ?? opening.name;
      const named = opening.subject ?? handle.info.subject;
      const subject = named?.toLowerCase() === "you" ? "you" : named;
      const model: ModelRef = { id, title, source: opening.source, info: handle.info, schema, guess, fileLimits: limits, ...(subject === undefined ? {} : { subject }) };
      const refused: unknown[] = [];
      const doc = await this.#document(model, handle, opening, refused);
      if (turn !== this.#latest) return false;
      if (opening.first) this.store.amend(() => doc);
      else this.store.edit(() => doc);
      const gate = opening.gate === true && !opening.saved;
      const { problem } = this.store.state;
      this.store.set({ opening: null, problem: opening.first || problem?.error.source === "attribute" ? problem : null, gate, gateView: { shown: 0, open: null }, gateError: null, samples: null });
      this.#tidy();
      // The model stands; only the attributes are told that could not be taken.
      if (refused[0]) this.store.set({ problem: problemOf(refused[0]) });
      return true;
    } catch (error) {
      return this.#failed(error, opening.name, size, turn);
    }
  }

  async #document(model: ModelRef, handle: ModelHandle, opening: Opening, refused: unknown[]): Promise<Doc> {
    const { info } = model;
    const taken = <T>(value: unknown, read: () => T): T | null => {
      try {
        return value === undefined || value === null ? null : read();
      } catch (error) {
        refused.push(error);
        return null;
      }
    };
    const saved = opening.saved ?? {};
    let row = saved.row ?? opening.row ?? null;
    let person = saved.person?.length === info.columns ? saved.person : null;
    person ??= taken(opening.query, () => personFrom(info, opening.query));
    if (person) row = saved.row ?? null;
    if (!person && info.rows > 0) {
      row = Math.max(0, Math.min(row ?? 0, info.rows - 1));
      person = (await handle.row(row)).row;
    }
    person = fitted(info.features, person ?? middle(info.features, info.columns));
    const asked = saved.target ?? taken(opening.target, () => targetFrom(opening.target, info));
    const target = asked ?? (await proposed(handle, person));
    const axes = taken(opening.axes, () => pairOf(opening.axes, info.features.map((feature) => feature.name)));
    // Of rows that nobody chose, the first that is not there already.
    if (row !== null && saved.row === undefined && opening.row === undefined && asked) {
      const found = await firstMissing(handle, target);
      if (found) ({ row, person } = { row: found.index, person: fitted(info.features, found.row) });
    }
    const fresh = openModel(model, person, row, target, axes);
    return { ...fresh, ...saved, person, row, target };
  }

  #failed(error: unknown, file: string, bytes: number | null, turn: number): false {
    if (turn !== this.#latest) return false;
    this.store.set({ opening: null, problem: problemOf(error, file, bytes) });
    return false;
  }
}

/** The model, said to decide about somebody, or about nobody who was named. */
function about({ subject: _, ...model }: ModelRef, subject: string | undefined): ModelRef {
  return subject === undefined ? model : { ...model, subject };
}

/** The first of the leading rows whose prediction misses the target. */
async function firstMissing(handle: ModelHandle, target: Aim): Promise<{ index: number; row: number[] } | null> {
  const { info } = handle;
  const rows = await Promise.all(Array.from({ length: Math.min(SAMPLE, info.rows) }, async (_, index) => (await handle.row(index)).row));
  const index = (await handle.predict(rows)).findIndex((one) => !meets(one, target, info.classes));
  const row = rows[index];
  return row ? { index, row } : null;
}

/** Leading rows of the background that are looked at. */
const SAMPLE = 100;

/** The target when nothing else is asked: another class, or a value that a quarter of the background reaches. */
async function proposed(handle: ModelHandle, person: number[]): Promise<Aim> {
  const { info } = handle;
  const [now] = await handle.predict([person]);
  if (!now) return { class: 0 };
  if (!("value" in now)) return defaultTarget(now, info.classes);
  const indices = Array.from({ length: Math.min(SAMPLE, info.rows) }, (_, index) => index);
  const rows = await Promise.all(indices.map(async (index) => (await handle.row(index)).row));
  const values = (await handle.predict(rows)).flatMap((one) => ("value" in one ? [one.value] : [])).sort((a, b) => a - b);
  return valueTarget(now.value, values);
}
