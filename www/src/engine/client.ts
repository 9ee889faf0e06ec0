/**
 * The page's side of the protocol: one engine, calls as promises that always settle. The newest request of a channel wins;
 * an engine that failed is thrown away and replaced, and models are loaded again from the bytes that were kept.
 */
import type { Answer, Background, Comparison, Depths, FileRows, Guess, HullSlice, ModelInfo, Prediction, ProgramFormat, ProgramKind, Progress, Regions, RequestDoc, Room, Sampled, SchemaDoc, TreeData } from "../types.js";
import type { Alone, Call, Loaded, Reading, Report, Result, Window } from "./protocol.js";
import { aside } from "./aside.js";
import { another, numbered, shape } from "./refusals.js";
import { digest } from "./digest.js";
import { flatRows } from "./rows.js";
import { BadInput, EngineFault, NotArrived, Superseded, textOf } from "./errors.js";
import { compile, localHost, workerHost, type EngineOptions, type Host } from "./host.js";
import { Life, type Hosts, type Kept } from "./life.js";

/** Options of `explain`, besides the request. */
export interface ExplainOptions {
  /** Aborting it stops the search; the promise is then kept with the best answer so far. */
  signal?: AbortSignal;
  /** Told at most every 50 milliseconds; `best` only when it is new, and with a `radius` every 200 at least: the regions so far. */
  onProgress?: (progress: Progress, best?: Answer) => void;
  /** Requests of one channel take each other's place: an older one under way fails with `Superseded`. */
  channel?: string;
  /** Milliseconds between two reports, at least 50. */
  progressEvery?: number;
}

/** Options of `explainMany`, besides the queries and the request. */
export interface ManyOptions {
  /** Aborting it stops the search under way; the answers before it have come, and no more come. */
  signal?: AbortSignal;
  /** Told after each answer: how many there are, and of how many where the queries are an array. */
  onProgress?: (done: number, of?: number) => void;
}

/** Options of `sample`, besides the file. */
export interface ReadOptions {
  signal?: AbortSignal | undefined;
  /** Told the share of the file that has been read, at most every 50 milliseconds. */
  onProgress?: ((share: number) => void) | undefined;
  /** Gives the rows as they stand in the file, with the texts of the columns that are not the model's. */
  cells?: boolean | undefined;
}

const usual = (): Hosts => ({ worker: workerHost, local: localHost });

type Body = Call extends infer C ? (C extends Call ? Omit<C, "id"> : never) : never;

/** Milliseconds after which a second worker takes part of a search; after which that worker, unused, is ended. */
const SHARED_AFTER = 60;
const UNUSED = 20_000;
/**
 * Milliseconds after which a second worker is started for a search. More would have long searches helped later; fewer start one for a page's first
 * searches, whose functions are compiled as they go, and which end before it has loaded the model. By a measurement: docs/experiments/first-answer.md.
 */
const STARTED_AFTER = 150;

const FREED = "this model was freed";

/** The engine, replaced whenever it fails. */
export class Engine {
  private life: Life | undefined;
  private module: Promise<WebAssembly.Module> | undefined;
  /** The module, or its beginning, which is enough for many calls where the rest is slow to come. */
  private begun: Promise<WebAssembly.Module> | undefined;
  private lastId = 0;
  /** The worker that takes part of a search that lasts; the callbacks for when it fails; the timer that ends it when it is not used. */
  private second: Life | undefined;
  private readonly lost = new Set<() => void>();
  private unused: ReturnType<typeof setTimeout> | undefined;
  private readonly channels = new Map<string, (error: Error) => void>();
  private readonly freed = new WeakSet<Kept>();

  constructor(private readonly options: EngineOptions = {}, private readonly hosts: Hosts = usual()) {}

  /** Starts fetching and compiling ahead of the first call. */
  warm(): void {
    this.alive();
  }

  /** Whether searches run beside the page's own thread (known once the engine has started). */
  async parallel(): Promise<boolean> {
    return (await this.alive().host).parallel;
  }

  /** Ends the engine; calls that wait fail, later calls start another. */
  stop(): void {
    this.life?.end("the engine was stopped");
    this.second?.end("the engine was stopped");
  }

  private alive(): Life {
    if (this.life !== undefined) return this.life;
    const whole = this.compiled();
    this.life = new Life(this.options, this.hosts, this.begun ?? whole, whole, (life) => {
      if (this.life === life) this.life = undefined;
    });
    return this.life;
  }

  private compiled(): Promise<WebAssembly.Module> {
    if (this.module !== undefined) return this.module;
    let begin: ((part: WebAssembly.Module) => void) | undefined;
    const part = new Promise<WebAssembly.Module>((resolve) => (begin = resolve));
    const whole = compile(this.options, begin);
    this.module = whole;
    this.begun = Promise.race([whole, part]);
    const only = (): unknown => (this.begun = undefined);
    whole.then(only, only);
    this.begun.catch(() => undefined);
    whole.catch(() => (this.module = undefined));
    return whole;
  }

  /** Asks the engine; where only its beginning was there and a function was not, once more when all of it is. */
  private async asked<T>(ask: (life: Life) => Promise<T>): Promise<T> {
    try {
      return await ask(this.alive());
    } catch (thrown) {
      if (!(thrown instanceof NotArrived)) throw thrown;
      this.begun = undefined;
      return ask(this.alive());
    }
  }

  private mayShare(): boolean {
    return this.options.share ?? (typeof navigator !== "undefined" && navigator.hardwareConcurrency > 1);
  }

  /** Another worker, for parts of a search. */
  private beside(): Life {
    clearTimeout(this.unused);
    const whole = this.compiled();
    this.second ??= new Life(this.options, this.hosts, whole, whole, () => {
      this.second = undefined;
      this.lost.forEach((tell) => tell());
      this.lost.clear();
    });
    return this.second;
  }

  /** Has another worker take part of a search under way; the returned function ends that. Where it fails, the search goes on alone. */
  private assist(kept: Kept, request: RequestDoc, asked: { id: number; host: Host }): () => void {
    let stop: (() => void) | undefined;
    let over = false;
    const alone = (): void => asked.host.post({ alone: asked.id });
    const begin = async (): Promise<void> => {
      const life = this.beside();
      const { parallel } = await life.host;
      if (!parallel) {
        life.end("no second worker may start here");
        return;
      }
      const { model } = await this.model(life, kept);
      if (over) return;
      const { port1, port2 } = new MessageChannel();
      const body = { call: "assist" as const, model, request, port: port2 };
      asked.host.post({ share: asked.id, port: port1 }, [port1]);
      this.lost.add(alone);
      await this.call(life, "assist", body, undefined, (id, host) => {
        stop = () => host.post({ stop: id });
        if (over) stop();
      }, [port2]);
    };
    begin().catch(alone);
    return () => {
      over = true;
      this.lost.delete(alone);
      stop?.();
      clearTimeout(this.unused);
      this.unused = aside(setTimeout(() => this.second?.end("it was not needed for a while"), UNUSED));
    };
  }

  /** Sends a call; `sent` learns its number before any answer can come. */
  private async call<K extends Result["ok"]>(
    life: Life,
    ok: K,
    body: Body,
    report?: (report: Report | Alone | Reading) => void,
    sent?: (id: number, host: Host) => void,
    transfer?: Transferable[],
  ): Promise<Result & { ok: K }> {
    const host = await life.host.catch((error: unknown) => {
      throw new EngineFault(`the engine could not be started: ${textOf(error)}`);
    });
    if (life.over) throw new EngineFault("the engine failed and was started again; ask again");
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      const keep = (result: Result): void => {
        if (result.ok === ok) resolve(result as Result & { ok: K });
        else reject(new EngineFault(`the engine answered ${result.ok} to ${ok}`));
      };
      const reads = body.call === "load" || body.call === "derive";
      life.pending.set(id, { keep, fail: reject, reads, ...(report === undefined ? {} : { report }) });
      host.post({ ...body, id }, transfer);
      life.asked(host);
      sent?.(id, host);
    });
  }

  /** The model's number in this life, loading it when it is not there. */
  private model(life: Life, kept: Kept): Promise<Loaded> {
    if (this.freed.has(kept)) return Promise.reject(new Error(FREED));
    const known = life.models.get(kept);
    if (known !== undefined) return known;
    const loading = this.loaded(life, kept);
    life.models.set(kept, loading);
    loading.catch(() => life.models.delete(kept));
    return loading;
  }

  private async loaded(life: Life, kept: Kept): Promise<Loaded> {
    return (await this.call(life, "load", { call: "load", ...kept })).loaded;
  }

  /** A reading cannot be interrupted: where it is aborted, the engine that reads is ended, and the other calls that wait for it fail. */
  async load(kept: Kept, signal?: AbortSignal): Promise<EngineModel> {
    signal?.throwIfAborted();
    let reader: Life | undefined;
    const aborted = (): void => reader?.end("a model that it read was not wanted any more");
    signal?.addEventListener("abort", aborted);
    try {
      const { info, guess } = await this.asked((life) => this.model((reader = life), kept));
      if (guess !== null) kept.schema = guess.schema;
      return new EngineModel(this, kept, info, guess);
    } catch (thrown) {
      signal?.throwIfAborted();
      throw thrown;
    } finally {
      signal?.removeEventListener("abort", aborted);
    }
  }

  /** The same model with another schema or other background rows. */
  async derive(kept: Kept, change: { schema?: SchemaDoc; background?: Background }): Promise<EngineModel> {
    return this.asked(async (life) => {
      const { model } = await this.model(life, kept);
      const { loaded } = await this.call(life, "load", { call: "derive", model, ...change });
      const other: Kept = { ...kept, ...change };
      life.models.set(other, Promise.resolve(loaded));
      return new EngineModel(this, other, loaded.info, null);
    });
  }

  /** Reads a csv file of background rows. */
  async sample(kept: Kept, file: Blob, name: string, { signal, onProgress, cells }: ReadOptions): Promise<Sampled | FileRows | null> {
    let stop = (): void => undefined;
    const report = (report: Report | Alone | Reading): void => ("share" in report ? onProgress?.(report.share) : undefined);
    const sent = (id: number, host: Host): void => {
      stop = () => host.post({ stop: id });
      if (signal?.aborted === true) stop();
    };
    const aborted = (): void => stop();
    signal?.addEventListener("abort", aborted);
    try {
      return await this.asked(async (life) => {
        const { model } = await this.model(life, kept);
        return (await this.call(life, "sample", { call: "sample", model, file, name, cells }, report, sent)).sampled;
      });
    } finally {
      signal?.removeEventListener("abort", aborted);
    }
  }

  /** Forgets a model; searches under way on it end first. */
  free(kept: Kept): void {
    this.freed.add(kept);
    for (const life of [this.life, this.second]) {
      const loaded = life?.models.get(kept);
      if (life === undefined || loaded === undefined) continue;
      life.models.delete(kept);
      loaded.then(({ model }) => this.call(life, "free", { call: "free", model })).catch(() => undefined);
    }
  }

  /** A call on a model. */
  on<K extends Result["ok"]>(kept: Kept, ok: K, body: (model: number) => Body): Promise<Result & { ok: K }> {
    return this.asked(async (life) => this.call(life, ok, body((await this.model(life, kept)).model)));
  }

  async explain(kept: Kept, request: RequestDoc, options: ExplainOptions): Promise<Answer> {
    const { channel, signal, onProgress, progressEvery = 50 } = options;
    let stop: (() => void) | undefined;
    let stopped = false;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    let unshare: (() => void) | undefined;
    let replaced: ((error: Error) => void) | undefined;
    const end = (): void => {
      stopped = true;
      stop?.();
    };
    const newer = new Promise<never>((_, reject) => {
      replaced = (error) => {
        end();
        reject(error);
      };
    });
    if (channel !== undefined && replaced !== undefined) {
      this.channels.get(channel)?.(new Superseded());
      this.channels.set(channel, replaced);
    }
    signal?.addEventListener("abort", end);
    if (signal?.aborted === true) end();
    try {
      return await Promise.race([newer, this.asked((life) => run.call(this, life))]);
    } finally {
      clearTimeout(waiting);
      unshare?.();
      signal?.removeEventListener("abort", end);
      if (channel !== undefined && this.channels.get(channel) === replaced) this.channels.delete(channel);
    }

    async function run(this: Engine, life: Life): Promise<Answer> {
      clearTimeout(waiting);
      waiting = undefined;
      const report = (told: Report | Alone | Reading): void => {
        if ("alone" in told) clearTimeout(waiting);
        else if ("progress" in told) onProgress?.(told.progress, told.best);
      };
      const { model } = await this.model(life, kept);
      const { answer } = await this.call(life, "explain", { call: "explain", model, request, progressEvery }, report, (id, host) => {
        stop = () => host.post({ stop: id });
        if (stopped) stop();
        if (host.parallel && this.begun === undefined && this.mayShare()) waiting ??= setTimeout(() => (unshare = this.assist(kept, request, { id, host })), this.hosts.shareAfter ?? (this.second ? SHARED_AFTER : STARTED_AFTER));
      });
      return answer;
    }
  }
}

/** A loaded model; it outlives the engine's failures. */
export class EngineModel {
  private freed = false;

  constructor(
    private readonly engine: Engine,
    private readonly kept: Kept,
    readonly info: ModelInfo,
    /** Where the schema was guessed, as asked for: the guess. */
    readonly guess: Guess | null,
  ) {}

  /** The same model with another schema; both have to be freed. */
  withSchema(schema: SchemaDoc): Promise<EngineModel> {
    return this.usable(() => this.engine.derive(this.kept, { schema }));
  }

  /** The same model with other background rows; both have to be freed. */
  withBackground({ rows, labels }: Background): Promise<EngineModel> {
    return this.usable(() => this.engine.derive(this.kept, { background: { rows, labels } }));
  }

  /** Rows for `withBackground` from a csv file, a uniform sample where it is large; null where it was aborted. `name` is for messages. */
  sample(file: Blob, name: string | undefined, options: ReadOptions & { cells: true }): Promise<FileRows | null>;
  sample(file: Blob, name?: string, options?: ReadOptions): Promise<Sampled | null>;
  sample(file: Blob, name = "the rows", options: ReadOptions = {}): Promise<Sampled | FileRows | null> {
    return this.usable(() => this.engine.sample(this.kept, file, name, options));
  }

  /** The model with its schema as one document in Espalier's JSON, for a model from any library's file. */
  document(): Promise<Uint8Array> {
    return this.usable(async () => (await this.engine.on(this.kept, "document", (model) => ({ call: "document", model }))).document);
  }

  /**
   * The model as the check of proofs reads it: the file itself where it is in Espalier's JSON, so that the check owes nothing to the engine's
   * reading; else the engine's document of it.
   */
  async checkable(): Promise<{ model: Uint8Array; schema?: SchemaDoc }> {
    const { bytes, schema, background } = this.kept;
    if (this.info.format !== "Espalier JSON" || background !== undefined) return { model: await this.document() };
    return this.usable(() => Promise.resolve({ model: new Uint8Array(bytes), ...(schema === undefined ? {} : { schema }) }));
  }

  /** SHA-256 of the model's file, hexadecimal; null where the page is no secure context and so may not compute it. */
  sha256(): Promise<string | null> {
    return this.usable(() => digest(this.kept.bytes));
  }

  /** Replays a file of sample predictions of the model's own library: JSON (`{"rows": .., "predictions": ..}`) or csv. */
  compare(text: string, name = "the samples"): Promise<Comparison> {
    return this.usable(async () => (await this.engine.on(this.kept, "compare", (model) => ({ call: "compare", model, text, name }))).comparison);
  }

  /** Looks for the cheapest counterfactual of the request. */
  explain(request: RequestDoc, options: ExplainOptions = {}): Promise<Answer> {
    return this.usable(() => this.engine.explain(this.kept, request, options));
  }

  /**
   * The answers to many queries, one after another in their order: each takes the place of `query` in the one request. A query that is wrong
   * ends them with `BadInput`, whose message begins with its number, counted from 0.
   */
  async *explainMany(queries: Iterable<RequestDoc["query"]> | AsyncIterable<RequestDoc["query"]>, request: Omit<RequestDoc, "query">, { signal, onProgress }: ManyOptions = {}): AsyncGenerator<Answer, void, undefined> {
    let done = 0;
    const listed = queries as { [Symbol.iterator]?: unknown; [Symbol.asyncIterator]?: unknown } | null | undefined;
    if (typeof queries === "string" || !(listed?.[Symbol.iterator] ?? listed?.[Symbol.asyncIterator])) throw new BadInput(another("queries", "", "there is no list of queries", "give a list, or something to go through, of queries"));
    for await (const query of queries) {
      const answer = await this.explain({ ...request, query }, signal && { signal }).catch((error: unknown) => {
        throw error instanceof BadInput ? new BadInput(numbered(done, error.input)) : error;
      });
      if (signal?.aborted === true) return;
      onProgress?.(++done, Array.isArray(queries) ? queries.length : undefined);
      yield answer;
    }
  }

  /** The model's predictions for rows of raw inputs; null or NaN is a missing value. */
  predict(rows: readonly (readonly (number | null)[])[]): Promise<Prediction[]> {
    const listed = (Array as { isArray(one: unknown): boolean }).isArray(rows);
    const wrong = listed ? rows.findIndex((row) => (row as typeof row | null | undefined)?.length !== this.info.columns) : -1;
    return this.usable(async () => {
      if (!listed) throw new BadInput(another("queries", "", "there is no list of rows", "give a list of rows, each with a number for each column"));
      if (wrong >= 0) throw new BadInput(shape(wrong, (rows[wrong] as (typeof rows)[0] | null | undefined)?.length ?? 0, this.info.columns));
      const flat = flatRows(rows);
      return (await this.engine.on(this.kept, "predict", (model) => ({ call: "predict", model, rows: flat }))).predictions;
    });
  }

  /** The exact cells of the slice through `at` along two features. */
  regions(slice: { axes: [string, string]; at: number[]; window?: Window }): Promise<Regions> {
    const { axes, at } = (slice as typeof slice | undefined) ?? {};
    const listed = (one: unknown): boolean => Array.isArray(one);
    if (!listed(axes) || axes?.length !== 2) return Promise.reject(new BadInput(another("request", "/axes", "there are no two axes", "give the names of two of the model's features")));
    if (!listed(at)) return Promise.reject(new BadInput(another("request", "/at", "there is no point", "give a number for each column of the model")));
    return this.usable(async () => (await this.engine.on(this.kept, "regions", (model) => ({ call: "regions", model, ...slice }))).regions);
  }

  /** How deep the cells of the slice lie in the isolation forest that the requests, of one target, compare answers with; null where they do not. */
  depths(slice: { requests: RequestDoc[]; axes: [string, string]; at: number[]; window?: Window }): Promise<Depths | null> {
    return this.usable(async () => (await this.engine.on(this.kept, "depths", (model) => ({ call: "depths", model, ...slice }))).depths);
  }

  /** Which part of the slice lies in the hulls that a request holds answers to; null where it holds them to none, or the slice goes through a missing value. */
  hull(slice: { request: RequestDoc; axes: [string, string]; at: number[]; window?: Window }): Promise<HullSlice | null> {
    return this.usable(async () => (await this.engine.on(this.kept, "hull", (model) => ({ call: "hull", model, ...slice }))).hull);
  }

  /**
   * The request as a mixed-integer program whose optimum is the cost of the cheapest answer: free MPS, or CPLEX's LP. `program`: the OCEAN paper's,
   * or one of levels and leaves alone.
   */
  formulation(request: RequestDoc, format: ProgramFormat, program: ProgramKind = "levels"): Promise<string> {
    return this.usable(async () => (await this.engine.on(this.kept, "formulation", (model) => ({ call: "formulation", model, request, format, program }))).program);
  }

  /** For an answer's changed features: intervals that hold all at once. */
  room(request: RequestDoc, values: number[]): Promise<Room[]> {
    return this.usable(async () => (await this.engine.on(this.kept, "room", (model) => ({ call: "room", model, request, values }))).room);
  }

  /** A background row with its label. */
  row(index: number): Promise<{ row: number[]; label: number | null }> {
    return this.usable(async () => {
      const { row, label } = await this.engine.on(this.kept, "row", (model) => ({ call: "row", model, index }));
      return { row, label };
    });
  }

  /** All background rows. */
  rows(): Promise<number[][]> {
    return this.usable(async () => (await this.engine.on(this.kept, "rows", (model) => ({ call: "rows", model }))).rows);
  }

  /** All trees node by node, to be drawn. */
  trees(): Promise<TreeData> {
    return this.usable(async () => (await this.engine.on(this.kept, "trees", (model) => ({ call: "trees", model }))).trees);
  }

  /** Gives its memory back; calls that come later fail. */
  free(): void {
    this.freed = true;
    this.engine.free(this.kept);
  }

  private async usable<T>(call: () => Promise<T>): Promise<T> {
    if (this.freed) throw new Error(FREED);
    return call();
  }
}
