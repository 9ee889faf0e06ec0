/**
 * Where a question becomes an answer. A change of the question is solved at the next frame, and the newest question wins.
 * The page keeps the answer that it shows until another proved one replaces it. Everything that follows from a settled answer
 * (room, other ways, loosenings) is asked for afterwards, one after the other, and dropped when the question changes.
 */
import type { Answer, Progress, RequestDoc } from "../../../types.js";
import { loosen, looseningsFor } from "./loosen.js";
import type { ExplainOptions, ModelHandle } from "../port.js";
import { inputErrorOf } from "../../../input-error.js";
import { features, questionText, requestOf, staysBest, known } from "../request/request.js";
import { cardOrder, changedFeatures, displayed, inConflict, isOld, mapPair, verified } from "./selectors.js";
import { present } from "./shown.js";
import { problemOf, type Shown, type Solve, type State, type TracePoint, type Way } from "../document/state.js";
import type { Frame, Store } from "../document/store.js";
import { sameDistinct, severalOf } from "../request/several.js";
import { answerWay, waysFor } from "./ways.js";
import type { EngineName, Several } from "../document/document.js";

/** Nothing is shown of a search before this many milliseconds. */
export const QUIET = 150;
/** A model that is new is drawn with its answer, if that is there within so many milliseconds: drawing twice would keep the answer waiting. */
export const WITH_ANSWER = 150;

export interface Clock {
  now(): number;
  /** Runs once after so many milliseconds; gives back its cancellation. */
  after(milliseconds: number, run: () => void): () => void;
}

const clock: Clock = {
  now: () => performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

export class Solving {
  #question: string | null = null;
  #model: number | null = null;
  #engine: EngineName = "auto";
  #retried: string | null = null;
  /** The question that had no answer, for a reason that the state's problem tells. */
  #failed: string | null = null;
  /** The model and the person of which the prediction was asked last. */
  #predicted: string | null = null;
  /** Which further answers were asked for last. */
  #several: Several | null = null;
  #abort = new AbortController();
  #stop: AbortController | null = null;
  #scheduled = false;
  #quiet: (() => void) | null = null;
  #release: (() => void) | null = null;
  #unbind: () => void;

  constructor(
    private readonly store: Store,
    private readonly handleOf: (model: number) => ModelHandle | undefined,
    private readonly frame: Frame,
    private readonly time: Clock = clock,
    /** Whether ways are asked for that need another module. Not in a figure: it fetches only the modules that its text needs. */
    private readonly rare = true,
  ) {
    this.#unbind = store.onChange((state, before) => {
      if (state.doc !== before.doc) this.#schedule();
      if (!state.dragging && before.dragging) this.#settleOrder();
    });
  }

  dispose(): void {
    this.#unbind();
    this.#predicted = null;
    this.#abort.abort();
    this.#stop?.abort();
    this.#quiet?.();
    this.#release?.();
  }

  /** Ends the running search; the best so far stays. */
  stop(): void {
    const { solve } = this.store.state;
    if (solve.phase !== "running" || solve.stopping) return;
    this.store.set({ solve: { ...solve, stopping: true } });
    this.#stop?.abort();
  }

  /** Asks the present question once more. */
  again(): void {
    this.#question = null;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.frame(() => {
      this.#scheduled = false;
      this.#ask();
    });
  }

  #ask(): void {
    const { doc } = this.store.state;
    const handle = doc.model ? this.handleOf(doc.model.id) : undefined;
    if (!doc.model || !handle || doc.person.length === 0) return;
    const request = requestOf(doc);
    const question = `${String(doc.model.id)} ${doc.engine} ${questionText(request)}`;
    // Once the problem is closed, the page is dimmed without a reason: the next change of the document tells the reason again.
    const untold = question === this.#failed && this.store.state.problem === null;
    if (question === this.#question && !untold) {
      this.#differ(handle);
      return;
    }
    const sameModel = this.#model === doc.model.id;
    const sameEngine = this.#engine === doc.engine;
    this.#question = question;
    this.#failed = null;
    this.#model = doc.model.id;
    this.#engine = doc.engine;
    this.#abort.abort();
    this.#stop?.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    if (!sameModel) {
      this.#release?.();
      this.#release = this.store.hold();
      this.time.after(WITH_ANSWER, this.#release);
      this.store.set({ shown: null, now: null, regions: null, window: null, ways: [] });
    }
    this.store.set({ ways: this.store.state.ways.map((way) => ({ ...way, state: "waiting" })), loosenings: [] });
    void this.#predictNow(handle, doc.person, doc.model.id);
    const shown = this.store.state.shown;
    const best = verified(shown);
    if (sameModel && sameEngine && shown?.answer.status === "optimal" && best && staysBest(shown.request, request, best.values, doc.person, known(doc))) {
      void this.#keep(handle, request, shown.answer, signal);
    } else {
      void this.#search(handle, request, signal);
    }
  }

  /** Asks for other further answers; the other results of the same question stay. */
  #differ(handle: ModelHandle): void {
    const { doc, shown, solve } = this.store.state;
    // An answer that is being looked at anew asks for them itself.
    if (doc.several === this.#several || !shown || solve.phase !== "idle" || isOld(this.store.state, shown.request)) return;
    this.#abort.abort();
    this.#abort = new AbortController();
    void this.#afterwards(handle, shown, this.#abort.signal, this.store.state.ways);
  }

  /** The prediction for the person as they are, asked once for each person: it belongs to no question. */
  async #predictNow(handle: ModelHandle, person: readonly number[], model: number): Promise<void> {
    const asked = `${String(model)} ${person.join(" ")}`;
    if (asked === this.#predicted) return;
    this.#predicted = asked;
    try {
      const [now] = await handle.predict([[...person]]);
      if (asked === this.#predicted && now) this.store.set({ now });
    } catch {
      // The search reports the same trouble, with its reason. The next question asks again.
      if (asked === this.#predicted) this.#predicted = null;
    }
  }

  /** The answer still stands under tightened limits: only the statements about it change. */
  async #keep(handle: ModelHandle, request: RequestDoc, answer: Answer, signal: AbortSignal): Promise<void> {
    try {
      await this.#settle(handle, request, answer, signal);
    } catch (error) {
      this.#fail(error, signal);
    }
  }

  async #search(handle: ModelHandle, request: RequestDoc, signal: AbortSignal): Promise<void> {
    const stop = new AbortController();
    this.#stop = stop;
    const since = this.time.now();
    const before = this.store.state.solve;
    const late = before.phase === "running" && before.late;
    const began = before.phase === "running" ? before.since : since;
    this.store.set({ solve: { phase: "running", since: began, late, trace: [], best: null, stopping: false } });
    this.#quiet?.();
    this.#quiet = this.time.after(Math.max(0, QUIET - (since - began)), () => {
      this.#running((solve) => ({ ...solve, late: true }));
      this.#begin();
    });
    try {
      const answer = await this.#explain(handle, request, {
        signal: stop.signal,
        onProgress: (progress, best) => {
          if (!signal.aborted) void this.#progress(handle, request, progress, best, since, signal);
        },
      });
      if (!signal.aborted) await this.#settle(handle, request, answer, signal);
    } catch (error) {
      this.#fail(error, signal);
    }
  }

  /** Asks the engine of the choice; where that does not answer such a question, the one that suits. */
  async #explain(handle: ModelHandle, request: RequestDoc, options: ExplainOptions): Promise<Answer> {
    const engine = this.#engine;
    let unanswered: string | null = null;
    try {
      if (engine !== "auto") return await handle.explain({ ...request, engine }, options);
    } catch (error) {
      unanswered = inputErrorOf(error)?.what ?? null;
      if (unanswered === null) throw error;
    } finally {
      if (this.store.state.unanswered !== unanswered) this.store.set({ unanswered });
    }
    return handle.explain(request, options);
  }

  #running(change: (solve: Extract<Solve, { phase: "running" }>) => Solve): void {
    const { solve } = this.store.state;
    if (solve.phase === "running") this.store.set({ solve: change(solve) });
  }

  async #progress(handle: ModelHandle, request: RequestDoc, progress: Progress, best: Answer | undefined, since: number, signal: AbortSignal): Promise<void> {
    // The cost in it is that of the answer that is shown: an answer that was found just now comes once it was replayed.
    const pointOf = (of: Progress, best: Shown | null): TracePoint => ({ ...of, incumbent: verified(best)?.cost ?? null, at: this.time.now() - since });
    // Once it is proved that there is no answer its bound is infinite. Until that is told the last bound stands, which can be drawn.
    const drawable = (trace: readonly TracePoint[]): Progress => (progress.lowerBound === Infinity ? { ...progress, lowerBound: trace.at(-1)?.lowerBound ?? 0 } : progress);
    this.#running((solve) => ({ ...solve, trace: [...solve.trace, pointOf(drawable(solve.trace), solve.best)].slice(-2000) }));
    if (!best) return;
    const shown = await present(handle, request, best, false).catch(() => null);
    if (!shown || signal.aborted) return;
    const first = displayed(this.store.state) === null;
    this.#running((solve) => ({ ...solve, best: shown, trace: [...solve.trace, pointOf(solve.trace.at(-1) ?? progress, shown)] }));
    if (first) this.#begin();
  }

  async #settle(handle: ModelHandle, request: RequestDoc, answer: Answer, signal: AbortSignal): Promise<void> {
    const shown = await present(handle, request, answer, true);
    if (signal.aborted) return;
    this.#quiet?.();
    const { problem } = this.store.state;
    // A question that could not be asked is no longer the question.
    this.store.set({ shown, solve: { phase: "idle" }, problem: problem?.error.source === "request" ? null : problem });
    if (!this.store.state.dragging) this.#settleOrder();
    this.#release?.();
    await this.#afterwards(handle, shown, signal);
  }

  #fail(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    this.#quiet?.();
    this.#release?.();
    const input = inputErrorOf(error);
    if (input === null && this.#retried !== this.#question) {
      // A fresh engine gets the question once more: the fault may have been another request's.
      this.#retried = this.#question;
      this.again();
      return;
    }
    this.#failed = this.#question;
    this.store.set({ solve: { phase: "idle" }, problem: problemOf(error) });
  }

  /** While a model's first search takes long, its cards and map are there by the first answer found, and before that without one. */
  #begin(): void {
    const { shown, solve } = this.store.state;
    if (!shown && solve.phase === "running" && solve.late) this.#settleOrder();
  }

  /** Cards and map take their places by the new answer, once nothing is being dragged. */
  #settleOrder(): void {
    const { state } = this.store;
    const best = verified(state.shown ?? displayed(state));
    const pair = mapPair(state.doc, best);
    const changed = changedFeatures(state.doc, best);
    const pairStands = state.pair?.every((name) => features(state.doc).some((one) => one.name === name)) ?? false;
    const useful = changed.length === 0 || (state.pair?.some((name) => changed.includes(name)) ?? false);
    const chosen = state.doc.axes ?? (pairStands && useful ? state.pair : pair);
    this.store.set({ order: cardOrder(state.doc, best, inConflict(state)), pair: chosen });
  }

  /** `known`: ways of the same question that need not be asked again. */
  async #afterwards(handle: ModelHandle, shown: Shown, signal: AbortSignal, known: readonly Way[] = []): Promise<void> {
    const { doc } = this.store.state;
    const options = { signal };
    this.#several = doc.several;
    const fresh = waysFor(shown, doc.model?.info.classes ?? [], doc.model?.info.rows ?? 0, this.rare, severalOf(doc));
    const ways = fresh.map((way) => (way.state === "waiting" ? (known.find((old) => old.id === way.id && old.state !== "waiting" && sameDistinct(old.distinct, way.distinct)) ?? way) : way));
    const loosenings = shown.answer.status === "infeasible" ? looseningsFor(shown) : [];
    this.store.set({ ways: mergeWaiting(ways, this.store.state), loosenings });
    for (const way of ways) {
      if (way.state !== "waiting") continue;
      const done = await answerWay(handle, shown.request, way, options).catch(() => ({ ...way, state: "open" as const }));
      if (signal.aborted) return;
      this.store.set({ ways: this.store.state.ways.map((one) => (one.id === done.id ? done : one)) }, way !== ways.at(-1));
    }
    for (const one of loosenings) {
      const done = await loosen(handle, doc, one, options).catch(() => ({ ...one, state: "useless" as const }));
      if (signal.aborted) return;
      this.store.set({ loosenings: this.store.state.loosenings.map((other) => (other.pointer === done.pointer ? done : other)) });
    }
  }
}

/** New ways keep the old answers, which the page dims, until their own are known, so that the list does not jump. */
function mergeWaiting(ways: State["ways"], state: State): State["ways"] {
  return ways.map((way) => {
    const old = state.ways.find((one) => one.id === way.id && sameDistinct(one.distinct, way.distinct));
    // With all that is said of the old answer: a row that breaks limits is not to be told as one that keeps them.
    return way.state === "waiting" && old ? { ...old, state: "waiting" } : way;
  });
}
