/**
 * The engine's side of the protocol: owns models and searches, cuts searches into slices, holds deadlines. Lives in a
 * worker, or on the page's own thread where workers are not allowed.
 */
import type { Answer } from "../types.js";
import type { Call, FromWorker, Held, Hold, Report, Share, Stop, ToWorker, Whole } from "./protocol.js";
import { CoreModel, exchange, start, type CoreSearch, type RowSample } from "./core.js";
import { isInputError, textOf } from "./errors.js";
import { isPart } from "./first-part.js";
import { later, soon } from "./soon.js";
import { Partner } from "./partner.js";

/** Sends a message to the client; the buffers named move along. */
export type Post = (message: FromWorker, transfer?: Transferable[]) => void;

/** A search under way. */
interface Job {
  id: number;
  search: CoreSearch;
  /** When it began, when it must stop, when it last reported (milliseconds of `performance.now()`). */
  began: number;
  deadline: number;
  reported: number;
  every: number;
  /** Cost of the best answer that was reported. */
  told: number | null;
  /** When the answer so far may be told next; where regions are listed, when the list so far may be. */
  tell: number;
  list: number;
  /** The answer that was told last, unless the search went on since. */
  fresh: Answer | null;
  /** The search elsewhere that it shares its boxes with; whether it is only that one's assistant. */
  partner?: Partner;
  assistant: boolean;
}

/** Reports come no closer together than this (milliseconds). */
const LEAST_BETWEEN_REPORTS = 50;
/** Lists of regions so far: no closer than this. */
const LEAST_BETWEEN_LISTS = 200;
/** Telling an answer takes at most one part in so many of the time: each answer is checked, by a model that may be large. */
const TELLING_SHARE = 10;
/** A search works for so many milliseconds at a time: a message waits no longer than this. */
const SLICE = 6;
/** While areas are cut out of a slice, other calls come in after so many milliseconds. */
const AT_ONCE = 8;

export class Responder {
  private readonly models = new Map<number, CoreModel>();
  private readonly jobs = new Map<number, Job>();
  /** Files that are being read; one that is taken out is not read on. */
  private readonly readings = new Set<number>();
  private lastModel = 0;
  private ticking = false;
  /** Whether only the wasm's beginning is there. */
  private part = false;

  constructor(private readonly post: Post) {}

  /** Handles one message; every call is answered by exactly one result or failure. */
  receive(message: ToWorker): void {
    if (!("id" in message)) return this.about(message);
    this.guarded(message.id, () => this.answer(message));
  }

  /** Handles a message about the engine itself, or about a search under way; one that is over by now is left alone. */
  private about(message: Stop | Share | Whole): void {
    if ("whole" in message) {
      exchange(message.whole);
      this.part = false;
      return;
    }
    if ("stop" in message) this.readings.delete(message.stop);
    const job = this.jobs.get("stop" in message ? message.stop : "share" in message ? message.share : message.alone);
    if (job === undefined) return;
    this.guarded(job.id, () => {
      if ("stop" in message) return this.finish(job);
      if ("share" in message) job.partner = new Partner(job.search, message.port, true, () => this.wake());
      else job.partner?.alone();
      this.wake();
    });
  }

  private answer(call: Call): void {
    const { id } = call;
    switch (call.call) {
      case "init":
        if (typeof call.wasm === "string") throw new Error("a responder is given a compiled module or bytes");
        this.part = call.wasm instanceof WebAssembly.Module && isPart(call.wasm);
        return this.post({ id, ok: "init", version: start(call.wasm) });
      case "load": {
        const model = CoreModel.load(new Uint8Array(call.bytes), call.name, call.schema, call.guess);
        return this.keep(id, call.background ? replaced(model, (old) => old.withBackground(call.background!)) : model);
      }
      case "derive":
        return this.keep(id, call.background ? this.model(call.model).withBackground(call.background, call.schema) : this.model(call.model).withSchema(call.schema!));
      case "sample":
        void this.read(call);
        return;
      case "document": {
        const document = this.model(call.model).document();
        return this.post({ id, ok: "document", document }, [document.buffer]);
      }
      case "compare":
        return this.post({ id, ok: "compare", comparison: this.model(call.model).compare(call.text, call.name) });
      case "free":
        this.models.get(call.model)?.free();
        this.models.delete(call.model);
        return this.post({ id, ok: "free" });
      case "predict":
        return this.post({ id, ok: "predict", predictions: this.model(call.model).predict(call.rows) });
      case "explain":
        return this.begin(call);
      case "assist":
        return this.assist(call);
      case "formulation":
        return this.post({ id, ok: "formulation", program: this.model(call.model).formulation(call.request, call.format, call.program) });
      case "room":
        return this.post({ id, ok: "room", room: this.model(call.model).room(call.request, call.values) });
      case "regions": {
        const regions = this.model(call.model).regions(call.axes, call.at, call.window);
        const { x, y, classes, scores } = regions;
        const buffers = [x.edges, y.edges, classes, scores].map(({ buffer }) => buffer as ArrayBuffer);
        return this.post({ id, ok: "regions", regions }, buffers);
      }
      case "depths": {
        const depths = this.model(call.model).depths(call.requests, call.axes, call.at, call.window);
        return this.post({ id, ok: "depths", depths });
      }
      case "hull":
        void this.outline(call);
        return;
      case "row":
        return this.post({ id, ok: "row", ...this.model(call.model).row(call.index) });
      case "rows": {
        const model = this.model(call.model);
        return this.post({ id, ok: "rows", rows: Array.from({ length: model.info.rows }, (_, index) => model.row(index).row) });
      }
      case "trees": {
        const trees = this.model(call.model).trees();
        return this.post({ id, ok: "trees", trees }, Object.values(trees).flatMap((one) => (ArrayBuffer.isView(one) ? [one.buffer as ArrayBuffer] : [])));
      }
    }
  }

  /** Reads a csv file, a piece at a time; other calls are answered in between. */
  private async read({ id, model, file, name, cells }: Call & { call: "sample" }): Promise<void> {
    let sample: RowSample | null = null;
    this.readings.add(id);
    try {
      sample = this.model(model).rowSample(name);
      const reader = file.stream().getReader();
      for (let [read, told] = [0, performance.now()]; ; ) {
        const { done, value } = await reader.read();
        if (!this.readings.has(id)) {
          this.post({ id, ok: "sample", sampled: null });
          return;
        }
        if (done) break;
        sample.take(value);
        read += value.length;
        if (performance.now() - told < LEAST_BETWEEN_REPORTS) continue;
        told = performance.now();
        this.post({ id, share: read / file.size });
        await new Promise<void>(soon);
      }
      const ended = sample;
      sample = null;
      if (cells === true) {
        this.post({ id, ok: "sample", sampled: ended.cells() });
        return;
      }
      const sampled = ended.end();
      this.post({ id, ok: "sample", sampled }, [sampled.rows.buffer as ArrayBuffer]);
    } catch (thrown) {
      this.failed(id, thrown);
    } finally {
      sample?.free();
      this.readings.delete(id);
    }
  }

  /** Cuts the areas between rows out of a slice; other calls are answered in between. */
  private async outline({ id, model, request, axes, at, window }: Call & { call: "hull" }): Promise<void> {
    try {
      const cut = this.model(model).hull(request, axes, at, window);
      for (let began = performance.now(); cut !== null && !cut.step(); ) {
        if (performance.now() - began < AT_ONCE) continue;
        await new Promise<void>(soon);
        began = performance.now();
      }
      this.post({ id, ok: "hull", hull: cut?.taken() ?? null });
    } catch (thrown) {
      this.failed(id, thrown);
    }
  }

  private keep(id: number, model: CoreModel): void {
    this.models.set(++this.lastModel, model);
    this.post({ id, ok: "load", loaded: { model: this.lastModel, info: model.info, guess: model.guess } });
  }

  private model(id: number): CoreModel {
    const model = this.models.get(id);
    if (model === undefined) throw new Error(`model ${id} is not loaded here`);
    return model;
  }

  private begin(call: Call & { call: "explain" }): void {
    const began = performance.now();
    const search = this.model(call.model).search(call.request);
    if (!search.shares()) this.post({ id: call.id, alone: true });
    this.keepWorking({
      id: call.id,
      search,
      deadline: began + search.timeLimit * 1000,
      every: Math.max(LEAST_BETWEEN_REPORTS, call.progressEvery),
      assistant: false,
      list: call.request.radius === undefined ? Infinity : began + LEAST_BETWEEN_LISTS,
    }, began);
  }

  /** Works for a search elsewhere. */
  private assist(call: Call & { call: "assist" }): void {
    const search = this.model(call.model).search(call.request);
    this.post({ id: call.id, ok: "assist" });
    search.assist();
    const job = this.keepWorking({ id: call.id, search, deadline: Infinity, every: Infinity, assistant: true, list: Infinity }, performance.now());
    job.partner = new Partner(search, call.port, false, () => this.wake());
  }

  private keepWorking(begun: Pick<Job, "id" | "search" | "deadline" | "every" | "assistant" | "list">, began: number): Job {
    const job: Job = { ...begun, began, reported: began, told: null, tell: began, fresh: null };
    this.jobs.set(job.id, job);
    this.wake();
    return job;
  }

  /** There is something to do. */
  private wake(): void {
    if (this.ticking) return;
    this.ticking = true;
    this.tick();
  }

  /** One slice of every search, then the messages that wait. */
  private tick(): void {
    for (const job of [...this.jobs.values()]) {
      if (this.jobs.has(job.id)) this.guarded(job.id, () => this.slice(job));
    }
    const jobs = [...this.jobs.values()];
    // Searches that wait for their partners are looked at now and then, for the time that they may take.
    this.ticking = jobs.some(({ search }) => !search.waits());
    if (this.ticking) soon(() => this.tick());
    else if (jobs.length > 0) later(() => this.wake());
  }

  private slice(job: Job): void {
    const from = performance.now();
    const deadline = job.deadline - job.search.telling();
    const late = from >= deadline;
    if (!late) job.fresh = null;
    const finished = late || job.search.run(Math.min(SLICE, deadline - from));
    const now = performance.now();
    job.partner?.after();
    if (finished || now >= deadline) this.finish(job);
    else if (now - job.reported >= job.every) this.report(job);
  }

  private report(job: Job): void {
    const progress = job.search.progress();
    progress.nodes += job.partner?.nodes ?? 0;
    const report: Report = { id: job.id, progress };
    const began = performance.now();
    const listing = began >= job.list || job.search.grown();
    if (listing || (progress.incumbent !== null && progress.incumbent !== job.told && began >= job.tell)) {
      report.best = this.soFar(job);
      job.told = progress.incumbent;
    }
    job.reported = performance.now();
    if (report.best !== undefined) {
      job.tell = job.reported + TELLING_SHARE * (job.reported - began);
      if (listing) job.list = Math.max(job.reported + LEAST_BETWEEN_LISTS, job.tell);
    }
    this.post(report);
  }

  /** The answer so far, with the boxes that were opened elsewhere. */
  private soFar(job: Job): Answer {
    // A partner's answers come in between steps.
    if (job.fresh !== null && job.partner === undefined) return job.fresh;
    const answer = job.search.answer(0);
    answer.work.nodes += job.partner?.nodes ?? 0;
    answer.work.milliseconds = performance.now() - job.began;
    job.fresh = answer;
    return answer;
  }

  private finish(job: Job): void {
    this.jobs.delete(job.id);
    const answer = job.assistant ? null : this.soFar(job);
    job.partner?.end();
    job.search.free();
    if (answer !== null) this.post({ id: job.id, ok: "explain", answer });
  }

  private failed(id: number, thrown: unknown): void {
    this.post(isInputError(thrown) ? { id, input: thrown } : { id, fault: textOf(thrown), ...(this.part && { part: true }) });
  }

  /** Runs one part of a call and turns an error that it throws into the call's failure. */
  private guarded(id: number, part: () => void): void {
    try {
      part();
    } catch (thrown) {
      this.jobs.delete(id);
      this.failed(id, thrown);
    }
  }
}

/** Speaks for a responder by a worker's messages. */
export function serve(): void {
  const responder = new Responder((message, transfer = []) => postMessage(message, { transfer }));
  addEventListener("message", ({ data }: MessageEvent<ToWorker | Hold>) => ("hold" in data ? hold(data.hold) : responder.receive(data)));
}

/** Holds a lock until the worker is ended. */
function hold(name: string): void {
  const forEver = (): Promise<never> => {
    const held: Held = { held: name };
    postMessage(held);
    return new Promise(() => undefined);
  };
  navigator.locks.request(name, forEver).catch(() => undefined);
}

/** A model made from one that is not needed any more. */
function replaced(old: CoreModel, make: (old: CoreModel) => CoreModel): CoreModel {
  try {
    return make(old);
  } finally {
    old.free();
  }
}
