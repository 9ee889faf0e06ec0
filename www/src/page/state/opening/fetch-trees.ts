/** Fetches the trees of the open model once somebody wants to see them, and keeps the place that is looked at within them. */
import type { ModelHandle } from "../port.js";
import type { State } from "../document/state.js";
import type { Store } from "../document/store.js";

export class Forest {
  #asked: number | null = null;
  #unbind: () => void;

  constructor(
    private readonly store: Store,
    private readonly handleOf: (model: number) => ModelHandle | undefined,
  ) {
    const wanted = ({ drawer }: State): boolean => drawer === "trees" || drawer === "why" || drawer === "beat";
    this.#unbind = store.onChange((state, before) => {
      if (wanted(state) && (!wanted(before) || state.doc.model !== before.doc.model)) void this.#fetch();
    });
  }

  dispose(): void {
    this.#unbind();
  }

  async #fetch(): Promise<void> {
    const { doc, trees } = this.store.state;
    const id = doc.model?.id;
    const handle = id === undefined ? undefined : this.handleOf(id);
    if (id === undefined || !handle?.trees || trees?.model === id || this.#asked === id) return;
    this.#asked = id;
    try {
      const data = await handle.trees();
      if (this.store.state.doc.model?.id === id) this.store.set({ trees: { model: id, data }, treeView: { chosen: 0, node: null } });
    } catch {
      // A fault of the engine is reported by the search; the drawer can be opened again.
    } finally {
      this.#asked = null;
    }
  }
}
