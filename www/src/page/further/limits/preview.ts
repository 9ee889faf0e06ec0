/** Where nothing is possible: the answer of a loosened limit is shown on the map while the pointer or the focus is on it. */
import type { EspalierExplainer } from "../../element/explainer.js";
import { writtenOf } from "../../state/answer/claims.js";
import { isOld, verified } from "../../state/answer/selectors.js";
import type { Loosening, State } from "../../state/document/state.js";
import type { Marked } from "../../view/further.js";
import { furtherWords } from "../words.js";

/** Those that have an answer, the nearest first, as they are listed. */
const listed = (state: State): Loosening[] => state.loosenings.filter((one) => one.state === "proved" && !isOld(state, one.of)).sort((a, b) => (a.cost ?? 0) - (b.cost ?? 0));

export class Preview {
  #state: State | null = null;
  /** The pointer of the loosening under the pointer, and of that with the focus; the first wins. */
  #under: string | null = null;
  #focused: string | null = null;

  constructor(private readonly explainer: EspalierExplainer) {
    const root = explainer.shadowRoot!;
    const put = (under: string | null, focused: string | null): void => {
      if (under === this.#under && focused === this.#focused) return;
      [this.#under, this.#focused] = [under, focused];
      explainer.requestUpdate();
    };
    // A finger that has been lifted points at nothing.
    root.addEventListener("pointerover", (event) => put((event as PointerEvent).pointerType === "touch" ? null : this.#of(event.target), this.#focused));
    explainer.addEventListener("pointerleave", () => put(null, this.#focused));
    root.addEventListener("focusin", ({ target }) => put(this.#under, this.#of(target)));
    root.addEventListener("focusout", () => put(this.#under, null));
  }

  /** The loosening of a button of the list. */
  #of(target: EventTarget | null): string | null {
    const button = target instanceof Element ? target.closest(".loosen") : null;
    if (!button || !this.#state) return null;
    const at = [...this.explainer.shadowRoot!.querySelectorAll(".loosen")].indexOf(button);
    return listed(this.#state)[at]?.pointer ?? null;
  }

  marks(state: State): Marked[] {
    this.#state = state;
    const wanted = this.#under ?? this.#focused;
    const one = wanted === null ? undefined : listed(state).find(({ pointer }) => pointer === wanted);
    const best = verified(one?.shown ?? null);
    return best ? [{ row: best.values, said: writtenOf(state.doc, best.values), label: furtherWords.limits.loosened }] : [];
  }
}
