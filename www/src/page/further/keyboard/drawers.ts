/** The drawers by keys: one that is opened by a key gets the focus. */
import type { State } from "../../state/document/state.js";
import { focusOn } from "./jumps.js";

const HANDLE = ".drawers .handles [aria-expanded]";
const OPEN = ".drawers .handles [aria-expanded=true]";

export class DrawerKeys {
  /** Whether the drawer that opens next gets the focus. */
  #called = false;
  /** The part that was given the focus, until another has it: a drawer that is still reading is drawn anew once it has read. */
  #entered: HTMLElement | null = null;

  constructor(private readonly root: ShadowRoot) {
    root.addEventListener("click", (event) => {
      const handle = event.target instanceof Element ? event.target.closest(HANDLE) : null;
      // A press of a key counts no clicks.
      if (handle) this.#called = (event as MouseEvent).detail === 0;
    });
    root.addEventListener("focusin", ({ target }) => {
      if (target !== this.#entered) this.#entered = null;
    });
  }

  /** Is told of every drawing, in its midst. */
  see(state: State): void {
    if (state.drawer !== null) queueMicrotask(() => this.#opened());
  }

  /** An open drawer has the name of its handle. */
  #opened(): void {
    const part = this.root.querySelector<HTMLElement>(".drawers > :not(.handles, [role=separator])");
    const title = [...(this.root.querySelector(OPEN)?.childNodes ?? [])].find((node): node is Text => node instanceof Text && node.data.trim() !== "");
    if (!part || !title) return;
    // No landmark: some drawers have one of that name in them.
    part.setAttribute("role", "group");
    part.setAttribute("aria-label", title.data.trim());
    const lost = this.#entered?.isConnected === false && this.root.activeElement === null;
    if (!this.#called && !lost) return;
    this.#called = false;
    this.#entered = part;
    focusOn(part);
  }
}
