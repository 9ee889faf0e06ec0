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

  get over(): boolean {
    return this.#over;
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
