/** The focus goes on where a drawing has put another control of the same name in the place of the one that had it, or has taken that one alone away: to the nearest that is left. */

/** The name of a control, as it is told. */
const nameOf = (control: Element): string => control.getAttribute("aria-label") ?? control.textContent.trim();

/** Controls into which nothing is typed. */
const STOPS = "button:not(:disabled):not([tabindex='-1']), a[href]";

interface Had {
  control: Element;
  name: string;
  /** Those that stood before it in the same part, the nearest first. */
  before: Element[];
  /** The parts around it, the nearest first. */
  around: Element[];
}

function around(control: Element): Element[] {
  const parent = control.parentElement;
  return parent === null ? [] : [parent, ...around(parent)];
}

function before(control: Element): Element[] {
  const sibling = control.previousElementSibling;
  return sibling === null ? [] : [sibling, ...before(sibling)];
}

export class FocusKeeper {
  /** The control that had the focus last, until somebody takes it away. */
  #had: Had | null = null;

  constructor(private readonly root: ShadowRoot) {
    root.addEventListener("focusin", ({ target }) => {
      if (target instanceof Element) this.#had = { control: target, name: nameOf(target), before: before(target), around: around(target) };
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

  /**
   * The stop that stood before it, or else the first in the smallest part around that has one, where the control alone is gone: a part that is closed as a
   * whole takes the focus with it.
   */
  #nearest({ before, around }: Had): HTMLElement | undefined {
    if (around[0]?.isConnected !== true) return undefined;
    const stood = before.find((one): one is HTMLElement => one.isConnected && one.matches(STOPS));
    return stood ?? around.flatMap((part) => part.querySelector<HTMLElement>(STOPS) ?? []).at(0);
  }
}
