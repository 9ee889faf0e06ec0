/** The focus goes on where a drawing has put another control of the same name in the place of the one that had it. */

/** The name of a control, as it is told. */
const nameOf = (control: Element): string => control.getAttribute("aria-label") ?? control.textContent.trim();

interface Had {
  control: Element;
  name: string;
}

export class FocusKeeper {
  /** The control that had the focus last, until somebody takes it away. */
  #had: Had | null = null;

  constructor(private readonly root: ShadowRoot) {
    root.addEventListener("focusin", ({ target }) => {
      if (target instanceof Element) this.#had = { control: target, name: nameOf(target) };
    });
    // One that loses the focus while it stays was left.
    root.addEventListener("focusout", () =>
      queueMicrotask(() => {
        if (this.#had?.control.isConnected && root.activeElement === null) this.#had = null;
      }),
    );
    for (const act of ["pointerdown", "keydown"]) {
      document.addEventListener(act, () => {
        if (this.#had && !this.#had.control.isConnected) this.#had = null;
      });
    }
  }

  /** Is told of every drawing. */
  draw(): void {
    requestAnimationFrame(() => this.#goOn());
  }

  #goOn(): void {
    const had = this.#had;
    if (!had || had.control.isConnected || this.root.activeElement !== null) return;
    const next = [...this.root.querySelectorAll<HTMLElement>(had.control.localName)].find((one) => nameOf(one) === had.name);
    next?.focus({ preventScroll: true });
  }
}
