/** The room of the drawers: the grip of the open one, its handle that stays in view, and Escape, which closes it. */
import { nothing } from "lit/html.js";
import type { EspalierExplainer } from "../../element/explainer.js";
import type { State } from "../../state/document/state.js";
import type { Ui } from "../../view/callbacks.js";
import { Grip } from "./grip.js";

/** Between a control that the page scrolls out from under a drawer and the drawer so many pixels are left: for its ring of focus. */
const CLEAR = 8;

/** For so many frames a pressed handle is kept in its place: a second where the screen draws 60. Contents come in the second frame, or later on a busy machine. By hand. */
const FRAMES = 60;
/** Places that differ by less than so many pixels are the same. */
const SAME = 0.5;

/** Whether Escape has nothing else to end: no search, menu, form or card. */
const free = ({ solve, menu, limitForm, problem, gate }: State): boolean => solve.phase === "idle" && menu === null && limitForm === null && problem === null && !gate;

export class Room {
  readonly #root: ShadowRoot;
  #grip = new Grip();
  #drawn: { state: State; ui: Ui } | null = null;

  constructor(private readonly explainer: EspalierExplainer) {
    this.#root = explainer.shadowRoot!;
    this.#root.addEventListener("click", (event) => this.#stay(event));
    this.#root.addEventListener("focusin", (event) => this.#uncover(event));
    // After everything else that has a use for the key: that takes the press.
    window.addEventListener("keydown", (event) => event.key === "Escape" && !event.defaultPrevented && this.#drawn?.state.drawer && free(this.#drawn.state) && this.#close());
  }

  /** Is told every state that is drawn. Gives the grip of an open drawer. */
  draw(state: State, ui: Ui): HTMLElement | typeof nothing {
    this.#drawn = { state, ui };
    this.#grip.see(state, this.#root.querySelector<HTMLElement>(".drawers"));
    return state.drawer === null ? nothing : this.#grip.bar;
  }

  /** Whoever was in the drawer, or nowhere, is at its handle then. */
  #close(): void {
    const had = this.#root.activeElement;
    if (had === null || had.closest(".drawers")) this.#root.querySelector<HTMLElement>(".handles [aria-expanded='true']")?.focus();
    this.#drawn?.ui.set({ drawer: null });
  }

  /** The handle that is pressed stays where it is in the window, though another drawer above it closes. */
  #stay({ target }: Event): void {
    const handle = target instanceof Element ? target.closest<HTMLElement>(".handles .drawer") : null;
    if (!handle) return;
    const top = (): number => handle.getBoundingClientRect().top;
    let before = top();
    // As the last frame left them: the handle's place in the page, and how far the page was scrolled.
    let [place, scrolled] = [before + scrollY, scrollY];
    // Whoever goes on has the page as it is then.
    const ended = new AbortController();
    for (const kind of ["wheel", "pointerdown", "keydown"]) window.addEventListener(kind, () => ended.abort(), { signal: ended.signal, passive: true });
    // The contents may come a moment later: without them the page can be too short.
    const put = (frames: number): void => {
      if (ended.signal.aborted) return;
      const now = top();
      // Where the handle has kept its place in the page, another has scrolled it.
      if (scrollY !== scrolled && Math.abs(now + scrollY - place) < SAME) before = now;
      else scrollBy({ top: now - before, behavior: "instant" });
      [place, scrolled] = [top() + scrollY, scrollY];
      if (frames > 0) requestAnimationFrame(() => put(frames - 1));
      else ended.abort();
    };
    requestAnimationFrame(() => void this.explainer.updateComplete.then(() => put(FRAMES)));
  }

  /** A control that a key has moved the focus to is not under the drawers, where these lie over the page. */
  #uncover(event: Event): void {
    const [target] = event.composedPath();
    const drawers = this.#root.querySelector(".drawers");
    if (!drawers || !(target instanceof Element) || drawers.contains(target) || !target.matches(":focus-visible") || getComputedStyle(drawers).position !== "sticky") return;
    const under = target.getBoundingClientRect().bottom + CLEAR - drawers.getBoundingClientRect().top;
    if (under > 0) scrollBy({ top: under, behavior: "instant" });
  }
}
