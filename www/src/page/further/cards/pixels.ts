/** The pictures of an answer, pixel by pixel: the pointer reads a pixel's name and values, and a click leads to its card. */
import type { FeatureInfo } from "../../../types.js";
import { displayed } from "../../state/answer/selectors.js";
import { personOf } from "../../state/answer/shown.js";
import type { State } from "../../state/document/state.js";
import { features } from "../../state/request/request.js";
import { told } from "../../view/format.js";
import { furtherWords } from "../words.js";

export class Pixels {
  #state: State | null = null;

  /** `open` leads to the card of a feature. */
  constructor(root: ShadowRoot, open: (name: string) => void) {
    root.addEventListener("pointermove", (event) => {
      const [picture, feature] = this.#at(event as PointerEvent);
      if (picture && feature) picture.title = this.#text(feature);
    });
    root.addEventListener("click", (event) => {
      const [, feature] = this.#at(event as PointerEvent);
      if (feature) open(feature.name);
    });
  }

  /** Is told every state that is drawn. */
  see(state: State): void {
    this.#state = state;
  }

  /** The picture under the pointer, and its pixel there: a pixel is a column. */
  #at({ target, clientX, clientY }: PointerEvent): [picture?: HTMLImageElement, feature?: FeatureInfo | undefined] {
    const size = this.#state?.doc.model?.info.image;
    if (!this.#state || !size || !(target instanceof HTMLImageElement) || !target.closest(".pictures")) return [];
    const { left, top, width, height } = target.getBoundingClientRect();
    // The border belongs to the pixels beside it.
    const cell = (share: number, count: number): number => Math.min(count - 1, Math.max(0, Math.floor(share * count)));
    const column = cell((clientY - top) / height, size[0]) * size[1] + cell((clientX - left) / width, size[1]);
    return [target, features(this.#state.doc).find(({ columns }) => columns.includes(column))];
  }

  #text(feature: FeatureInfo): string {
    const column = feature.columns[0]!;
    // The pictures are those of the answer that is shown, and so are the values.
    const shown = displayed(this.#state!)!;
    const before = personOf(shown.request)[column]!;
    const after = shown.answer.counterfactuals[0]!.values[column]!;
    return before === after ? furtherWords.cards.pixel(feature.name, told(feature, before)) : furtherWords.why.change(feature.name, told(feature, before), told(feature, after));
  }
}
