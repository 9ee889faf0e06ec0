/** The grip on the upper edge of an open drawer: it is dragged, by pointer or keys, and the map takes the room that is left. */
import type { State } from "../../state/document/state.js";
import { share } from "../../view/format.js";
import { furtherWords } from "../words.js";

/** An arrow key moves the edge by so many pixels, and a page key by so many. */
const STEP = 16;
const LEAP = 96;

/** Of an open drawer so many pixels stay above its handles: two lines. */
const LEAST = 64;
/** Above it so many pixels stay for the head and the map: a plot of 130 pixels with its axes and words. */
const ABOVE = 340;

export class Grip {
  readonly bar = document.createElement("div");
  /** The height that a person has chosen, handles included; null while the drawer is as high as its content, up to a share of the window. */
  #chosen: number | null = null;
  #seen = new ResizeObserver(() => this.#say());

  constructor() {
    const { bar } = this;
    bar.className = "room-grip";
    bar.role = "separator";
    bar.tabIndex = 0;
    bar.ariaOrientation = "horizontal";
    bar.addEventListener("pointerdown", (event) => this.#drag(event));
    bar.addEventListener("keydown", (event) => this.#press(event));
    bar.addEventListener("dblclick", () => this.#choose(null));
  }

  /** Is told every state that is drawn. */
  see({ drawer }: State, drawers: HTMLElement | null): void {
    this.bar.ariaLabel = furtherWords.room.height;
    if (!drawers) return;
    this.#seen.observe(drawers);
    if (drawer === null) drawers.style.height = "";
    else this.#choose(this.#chosen, drawers);
  }

  get #drawers(): HTMLElement | null {
    return this.bar.closest<HTMLElement>(".drawers");
  }

  /** The heights that it can have. */
  #ends(drawers: HTMLElement): [number, number] {
    const least = (drawers.querySelector<HTMLElement>(".handles")?.offsetHeight ?? 0) + LEAST;
    return [least, Math.max(least, innerHeight - ABOVE)];
  }

  #choose(height: number | null, drawers = this.#drawers): void {
    if (!drawers) return;
    const [least, most] = this.#ends(drawers);
    this.#chosen = height === null ? null : Math.min(most, Math.max(least, height));
    drawers.style.height = this.#chosen === null ? "" : `${String(this.#chosen)}px`;
    this.#say();
  }

  /** A screen reader hears its share of the window. */
  #say(): void {
    const drawers = this.#drawers;
    if (!drawers) return;
    const percents = (height: number): number => Math.round((100 * height) / innerHeight);
    const [least, most] = this.#ends(drawers);
    const now = percents(drawers.offsetHeight);
    this.bar.ariaValueNow = String(now);
    this.bar.ariaValueText = share(now / 100);
    this.bar.ariaValueMin = String(Math.min(now, percents(least)));
    this.bar.ariaValueMax = String(Math.max(now, percents(most)));
  }

  #press(event: KeyboardEvent): void {
    const drawers = this.#drawers;
    if (!drawers || event.ctrlKey || event.metaKey || event.altKey) return;
    const now = drawers.offsetHeight;
    const [least, most] = this.#ends(drawers);
    const to = { ArrowUp: now + STEP, ArrowDown: now - STEP, PageUp: now + LEAP, PageDown: now - LEAP, Home: least, End: most, Enter: null }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.#choose(to);
  }

  #drag(event: PointerEvent): void {
    const drawers = this.#drawers;
    if (!drawers || event.button !== 0) return;
    const { bar } = this;
    const before = this.#chosen;
    const from = drawers.offsetHeight + event.clientY;
    event.preventDefault();
    bar.focus({ preventScroll: true });
    bar.setPointerCapture(event.pointerId);
    const abort = new AbortController();
    const { signal } = abort;
    const end = (): void => abort.abort();
    bar.addEventListener("pointermove", (move) => this.#choose(from - move.clientY), { signal });
    bar.addEventListener("pointerup", end, { signal });
    bar.addEventListener("pointercancel", end, { signal });
    bar.addEventListener(
      "keydown",
      (key) => {
        if (key.key !== "Escape") return;
        key.preventDefault();
        this.#choose(before);
        end();
      },
      { signal },
    );
  }
}
