/**
 * Measures of the answer and its other ways, while the drawer that compares is open: each is looked at once, the newest set wins. How steady
 * they are is asked afterwards, a search a neighbour and a way, for as long as the question stays the same.
 */
import { elsewhere, lengthOf, measuring, nearest, type Asking, type Basis } from "../../../measure/ask.js";
import { driven } from "../../../measure/drive.js";
import { measure, type Answered, type Measured } from "../../../measure/index.js";
import { towards, type Neighbour } from "../../../measure/stability.js";
import type { ModelHandle } from "../port.js";
import { features } from "../request/request.js";
import { verified } from "../answer/selectors.js";
import type { Shown, State, Steady } from "../document/state.js";
import type { Store } from "../document/store.js";
import { answered } from "../answer/ways.js";

/** A neighbour's answer that takes longer is left out. */
const SECONDS = 1;
const QUIET = 200;

interface Listed {
  id: string;
  values: readonly number[];
  shown: Shown;
  after: number;
}

/** The ways that can be measured. */
function waysOf({ ways }: State): Listed[] {
  return answered(ways).flatMap(({ id, shown, after }) => {
    const best = verified(shown);
    return best && shown ? [{ id, values: best.values, shown, after: after ?? 0 }] : [];
  });
}

export class Measuring {
  #abort = new AbortController();
  #asked: string | null = null;
  #rows: { model: number; rows: Promise<number[][]> } | null = null;
  readonly #lengths = new Map<string, number | undefined>();
  #unbind: () => void;

  constructor(
    private readonly store: Store,
    private readonly handleOf: (model: number) => ModelHandle | undefined,
  ) {
    this.#unbind = store.onChange((state, before) => {
      if (state.drawer === before.drawer && state.ways === before.ways && state.shown === before.shown && state.solve.phase === before.solve.phase) return;
      if (state.measured && (state.measured.of !== state.shown || state.drawer !== "compare")) this.#drop();
      // While ways are still being looked for, the set is not known.
      if (state.drawer === "compare" && state.solve.phase === "idle" && state.shown && state.ways.every((way) => way.state !== "waiting")) void this.#start(state, state.shown);
    });
  }

  dispose(): void {
    this.#abort.abort();
    this.#unbind();
  }

  /** The measures of one answer, as the command line prints them; null where there is no model. */
  async export({ request, answer }: Shown): Promise<Measured | null> {
    const basis = await this.#basis(this.store.state);
    return basis && driven(basis.handle, measuring(basis, request, answer));
  }

  #drop(): void {
    this.#abort.abort();
    this.#asked = null;
    this.store.set({ measured: null });
  }

  async #basis({ doc }: State): Promise<(Basis & { handle: ModelHandle }) | null> {
    const id = doc.model?.id;
    const handle = id === undefined ? undefined : this.handleOf(id);
    if (id === undefined || !handle) return null;
    if (this.#rows?.model !== id) this.#rows = { model: id, rows: handle.rows?.() ?? Promise.resolve([]) };
    try {
      return { handle, info: handle.info, rows: await this.#rows.rows };
    } catch (error) {
      this.#rows = null;
      throw error;
    }
  }

  async #start(state: State, of: Shown): Promise<void> {
    const { doc } = state;
    const list = waysOf(state);
    const key = JSON.stringify([doc.model?.id, of.request, list.map(({ id, values }) => [id, values])]);
    if (list.length === 0 || key === this.#asked) return;
    this.#asked = key;
    this.#abort.abort();
    const { signal } = (this.#abort = new AbortController());
    const gone = (): boolean => signal.aborted;
    try {
      const basis = await this.#basis(state);
      if (!basis || gone()) return;
      const { handle, rows } = basis;
      const answered: Answered[] = [];
      for (const { values } of list) {
        const length = rows.length > 0 ? await this.#length(handle, doc.model?.id, of, values) : undefined;
        if (gone()) return;
        answered.push({ values, valid: true, ...(length === undefined ? {} : { path_length: length }) });
      }
      this.store.set({ measured: { of, ids: list.map((one) => one.id), steady: null, ...measure(features(doc), doc.person, of.request, answered, rows) } });
      if (rows.length > 0) await this.#steady(basis, of, list, signal);
    } catch {
      // The search reports the same trouble, with its reason.
    }
  }

  /** Asks for the neighbours, way by way. */
  async #steady(basis: Basis & { handle: ModelHandle }, of: Shown, list: readonly Listed[], signal: AbortSignal): Promise<void> {
    const { doc } = this.store.state;
    const ask = <T>(asking: Asking<T>): Promise<T | null> => driven(basis.handle, asking, signal);
    const near = await ask(nearest(basis, doc.person, of.request.target));
    const gone = (): boolean => signal.aborted;
    if (!near || gone()) return;
    let steady: Steady = { each: list.map(() => undefined), all: undefined, neighbours: near.length, share: 0, late: false };
    const tell = (part: Partial<Steady>): void => {
      const { measured } = this.store.state;
      steady = { ...steady, ...part };
      if (!gone() && measured?.of === of) this.store.set({ measured: { ...measured, steady } });
    };
    const timer = setTimeout(() => tell({ late: true }), QUIET);
    const all: Neighbour[] = near.map((one) => ({ ...one, answers: [] }));
    try {
      tell({});
      for (const [at, way] of list.entries()) {
        const found: Neighbour[] = [];
        for (const [index, { row, distance }] of near.entries()) {
          const answers = await ask(elsewhere(way.shown.request, basis.rows[row] ?? [], SECONDS));
          if (gone()) return;
          const own = answers?.[way.after];
          if (own) {
            found.push({ row, distance, answers: [own] });
            all[index] = { row, distance, answers: [...(all[index]?.answers ?? []), own] };
          }
          tell({ share: (at * near.length + index + 1) / (list.length * near.length) });
        }
        const one = towards(features(doc), [way.values], found)?.each[0] ?? null;
        tell({ each: steady.each.map((known, index) => (index === at ? one : known)) });
      }
      tell({ all: towards(features(doc), list.map(({ values }) => values), all.filter(({ answers }) => answers.length > 0))?.all ?? null });
    } finally {
      clearTimeout(timer);
    }
  }

  /** How usual a row is; unknown where the engine cannot say. */
  async #length(handle: ModelHandle, model: number | undefined, of: Shown, values: readonly number[]): Promise<number | undefined> {
    const key = JSON.stringify([model, of.request.target, values]);
    if (!this.#lengths.has(key)) this.#lengths.set(key, (await driven(handle, lengthOf(of.request, values))) ?? undefined);
    return this.#lengths.get(key);
  }
}
