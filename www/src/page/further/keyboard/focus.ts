/** The focus goes on where a drawing has put another control of the same name in the place of the one that had it, or has put none: to the nearest that is left. */

/** The name of a control, as it is told. */
const nameOf = (control: Element): string => control.getAttribute("aria-label") ?? control.textContent.trim();

/** All that the Tab key stops at. */
const STOPS = "button:not(:disabled):not([tabindex='-1']), a[href], input:not(:disabled), select, [tabindex='0']";

interface Had {
  control: Element;
  name: string;
  /** The parts around it, the nearest first. */
  around: Element[];
}

function around(control: Element): Element[] {
  const parent = control.parentElement;
  return parent === null ? [] : [parent, ...around(parent)];
}

export class FocusKeeper {
  /** The control that had the focus last, until somebody takes it away. */
  #had: Had | null = null;

  constructor(private readonly root: ShadowRoot) {
    root.addEventListener("focusin", ({ target }) => {
      if (target instanceof Element) this.#had = { control: target, name: nameOf(target), around: around(target) };
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
    if (this.#had) requestAnimationFrame(() => this.#goOn());
  }

  #goOn(): void {
    const had = this.#had;
    if (!had || had.control.isConnected || this.root.activeElement !== null) return;
    const next = [...this.root.querySelectorAll<HTMLElement>(had.control.localName)].find((one) => nameOf(one) === had.name);
    (next ?? this.#nearest(had))?.focus({ preventScroll: true });
  }

  /** The first stop in the smallest part around that is left and has one. */
  #nearest({ around }: Had): HTMLElement | undefined {
    for (const part of around) {
      const stop = part.isConnected && part.querySelector<HTMLElement>(STOPS);
      if (stop) return stop;
    }
    return undefined;
  }
}
