/** Work that follows the state: at most once a frame after a change that matters, and not at all once its explainer is gone. */
import type { State } from "./state.js";
import type { Frame, Store } from "./store.js";

export class Watch {
  #scheduled = false;
  #over = false;
  #unbind: () => void;

  constructor(
    store: Store,
    private readonly frame: Frame,
    matters: (state: State, before: State) => boolean,
    private readonly run: () => void,
  ) {
    this.#unbind = store.onChange((state, before) => {
      if (matters(state, before)) this.schedule();
    });
  }

  schedule(): void {
    if (this.#scheduled || this.#over) return;
    this.#scheduled = true;
    this.frame(() => {
      this.#scheduled = false;
      if (!this.#over) this.run();
    });
  }

  dispose(): void {
    this.#over = true;
    this.#unbind();
  }
}

/** A request that follows the shown state: at most one under way, then the newest. */
export class Newest {
  #asked: string | null = null;
  #busy = false;
  #watch: Watch;

  /**
   * `keyOf` names the request that the state calls for (null: nothing; then `gone` is told). `ask` makes it, gives null where nobody can be
   * asked, and fails where the same is worth asking again.
   */
  constructor(
    private readonly store: Store,
    frame: Frame,
    matters: (state: State, before: State) => boolean,
    private readonly keyOf: (state: State) => string | null,
    private readonly ask: (state: State, key: string) => Promise<void> | null,
    private readonly gone?: () => void,
  ) {
    this.#watch = new Watch(store, frame, matters, () => void this.#run());
  }

  dispose(): void {
    this.#watch.dispose();
  }

  async #run(): Promise<void> {
    const key = this.keyOf(this.store.state);
    if (key === null && this.gone) {
      this.gone();
      // The same may be called for again, and is not there any more.
      this.#asked = null;
    }
    if (this.#busy || key === null || key === this.#asked) return;
    const asking = this.ask(this.store.state, key);
    if (!asking) return;
    this.#asked = key;
    this.#busy = true;
    try {
      await asking;
    } catch {
      this.#asked = null;
    } finally {
      this.#busy = false;
    }
    if (this.keyOf(this.store.state) !== key) this.#watch.schedule();
  }
}
