/** Predictions that a drawer waits for: asked once for each key, and the last that came stays until the next is there. */
import type { Prediction } from "../../types.js";
import type { Ui } from "../view/callbacks.js";

/** `About`: whatever the predictions are shown with. */
export class Predicted<About> {
  last: { key: string; about: About; predictions: Prediction[] } | null = null;
  #asked = "";

  constructor(private readonly host: { requestUpdate: () => void }) {}

  async ask(ui: Ui, key: string, rows: number[][], about: About): Promise<void> {
    const model = ui.model();
    if (key === this.#asked || !model) return;
    this.#asked = key;
    try {
      const predictions = await model.predict(rows);
      if (this.#asked !== key) return;
      this.last = { key, about, predictions };
      this.host.requestUpdate();
    } catch {
      // A fault of the engine is told by the search; the next state asks again.
      if (this.#asked === key) this.#asked = "";
    }
  }
}
