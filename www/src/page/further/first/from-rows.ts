/** One question once rows were dropped beside a model of a person's own: whether person, ranges and whole numbers are to be those of the rows. */
import { html, nothing, type TemplateResult } from "lit";
import type { State } from "../../state/document/state.js";
import { byRows } from "../../state/opening/schema.js";
import { meets } from "../../state/request/request.js";
import type { Ui } from "../../view/callbacks.js";
import { furtherWords } from "../words.js";

/** So many rows are looked at for a person who does not have the target. By hand. */
const LOOKED = 100;

export class FromRows {
  /** Rows whose question is answered. */
  #answered = new WeakSet<object>();
  /** The model that is read anew by the ranges of the rows; the person comes behind it. */
  #waiting: { id: number; rows: object } | null = null;

  view(state: State, ui: Ui): TemplateResult | typeof nothing {
    const { model } = state.doc;
    const background = model?.background;
    if (this.#waiting && model?.id !== this.#waiting.id) {
      const { rows } = this.#waiting;
      this.#waiting = null;
      if (background === rows) void this.#person(state, ui);
    }
    if (!model || !background || model.source.from === "example" || state.reading || this.#answered.has(background)) return nothing;
    const text = furtherWords.first.fromRows;
    const take = (): void => {
      this.#answered.add(background);
      this.#waiting = { id: model.id, rows: background };
      ui.reschema(byRows(model.info, background.ranges));
    };
    const leave = (): void => {
      this.#answered.add(background);
      ui.set({});
    };
    return html`<div class="line wrap from-rows" role="group" aria-label=${text.ask(background.file)}><span>${text.ask(background.file)}</span>
      <button type="button" class="btn solid" @click=${take}>${text.take}</button><button type="button" class="btn" @click=${leave}>${text.leave}</button></div>`;
  }

  /** The first of the rows that does not have the target; where all have it, the first. */
  async #person({ doc }: State, ui: Ui): Promise<void> {
    const handle = ui.model();
    const rows = ((await handle?.rows?.()) ?? []).slice(0, LOOKED);
    const found = (await handle?.predict(rows)) ?? [];
    const first = found.findIndex((one) => !meets(one, doc.target, doc.model?.info.classes ?? []));
    if (rows.length > 0) ui.toRow(Math.max(0, first));
  }
}
