/** Measures of the answer and its other ways, while the drawer that compares is open: each is looked at once, the newest set wins. */
import { measure, type Answered, type Measured } from "../measure/index.js";
import { lengthRequest } from "../measure/person.js";
import type { ModelHandle } from "./port.js";
import { features } from "./request.js";
import { verified } from "./selectors.js";
import type { Shown, State } from "./state.js";
import type { Store } from "./store.js";
import { listed, shortened } from "./ways.js";

/** The measured set: the ways by their ids, in the order in which they are listed. */
export interface MeasuredWays extends Measured {
  of: Shown;
  ids: string[];
}

/** The ways that can be measured. */
function waysOf({ ways }: State): { id: string; values: readonly number[] }[] {
  return shortened(listed(ways)).flatMap(({ id, shown }) => {
    const best = verified(shown);
    return best ? [{ id, values: best.values }] : [];
  });
}

export class Measuring {
  #turn = 0;
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
      if (state.measured && state.measured.of !== state.shown) this.store.set({ measured: null });
      // While ways are still being looked for, the set is not known.
      if (state.drawer === "compare" && state.solve.phase === "idle" && state.shown && state.ways.every((way) => way.state !== "waiting")) void this.#start(state, state.shown);
    });
  }

  dispose(): void {
    this.#turn += 1;
    this.#unbind();
  }

  async #start(state: State, of: Shown): Promise<void> {
    const { doc } = state;
    const id = doc.model?.id;
    const handle = id === undefined ? undefined : this.handleOf(id);
    const list = waysOf(state);
    const key = JSON.stringify([id, of.request, list]);
    if (id === undefined || !handle || list.length === 0 || (key === this.#asked && state.measured)) return;
    this.#asked = key;
    const turn = ++this.#turn;
    try {
      if (this.#rows?.model !== id) this.#rows = { model: id, rows: handle.rows?.() ?? Promise.resolve([]) };
      const rows = await this.#rows.rows;
      const answered: Answered[] = [];
      for (const { values } of list) {
        const length = rows.length > 0 ? await this.#length(handle, id, of, values) : undefined;
        if (turn !== this.#turn) return;
        answered.push({ values, valid: true, ...(length === undefined ? {} : { path_length: length }) });
      }
      if (turn !== this.#turn) return;
      this.store.set({ measured: { of, ids: list.map((one) => one.id), ...measure(features(doc), doc.person, of.request, answered, rows) } });
    } catch {
      // The search reports the same trouble, with its reason.
      this.#rows = null;
    }
  }

  /** How usual a row is; unknown where the engine cannot say. */
  async #length(handle: ModelHandle, model: number, of: Shown, values: readonly number[]): Promise<number | undefined> {
    const key = JSON.stringify([model, of.request.target, values]);
    if (!this.#lengths.has(key)) {
      const found = await handle.explain(lengthRequest(of.request, values)).catch(() => null);
      this.#lengths.set(key, found?.counterfactuals[0]?.path_length);
    }
    return this.#lengths.get(key);
  }
}
