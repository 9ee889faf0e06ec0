/** The drawer "My measure": the coefficients of a measure of a person's own, and a matrix by which steps of several numbers count together. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { NormName } from "../../../types.js";
import { setNorm } from "../../state/editing/actions.js";
import type { OwnMeasure } from "../../state/document/document.js";
import type { State } from "../../state/document/state.js";
import { features, ownOf } from "../../state/request/request.js";
import type { Ui } from "../../view/callbacks.js";
import { number } from "../../view/format.js";
import { besideBox, numberBox, type NumberBox } from "../../view/number-box.js";
import { words } from "../../view/words.js";
import { furtherWords } from "../words.js";
import { readMatrix, type Unusable } from "./matrix.js";

/** In this order they stand below each other. */
const NORMS: readonly NormName[] = ["l1", "l2", "linf", "l0"];

/** Digits of a coefficient that are usual, and of a matrix's numbers that are written. */
const [USUAL, WRITTEN] = [2, 12];

/** Draws into the explainer's own root, by its style sheets. */
export class EspalierMeasure extends LitElement {
  static override properties = { state: { attribute: false }, ui: { attribute: false } };
  declare state: State;
  declare ui: Ui;

  /** A text that is not in force yet, with the reason where it was refused. */
  #typed: { text: string; why: string | null } | null = null;

  protected override createRenderRoot(): this {
    return this;
  }

  #put(change: (own: OwnMeasure) => OwnMeasure): void {
    this.ui.edit((doc) => setNorm(doc, change(ownOf(doc.norm))));
  }

  protected override render(): TemplateResult {
    const text = furtherWords.measure;
    const { state, ui } = this;
    const { mix, form } = ownOf(state.doc.norm);
    const boxes = NORMS.map((norm): NumberBox => ({
      key: `measure ${norm}`,
      label: text.mix[norm],
      now: mix[norm],
      text: number(mix[norm], WRITTEN),
      wanted: { decimals: USUAL },
      take: (value) => {
        if (value < 0) return words.number.notBelow(number(0));
        if (value === 0 && form === undefined && NORMS.every((other) => other === norm || mix[other] === 0)) return text.nothing;
        this.#put((own) => ({ ...own, mix: { ...own.mix, [norm]: value } }));
        return null;
      },
    }));
    return html`<div class="measured">
      <div>
        <p>${text.lead}</p>
        ${boxes.map((one) => html`<label class="coefficient"><span>${one.label}</span>${numberBox(state, ui, one, "box amount")}</label>${besideBox(state, one)}`)}
      </div>
      ${this.#matrix(form)}
    </div>`;
  }

  #matrix(form: number[][] | undefined): TemplateResult | typeof nothing {
    const text = furtherWords.measure;
    const names = features(this.state.doc).flatMap(({ name, kind }) => (kind === "numeric" || kind === "integer" ? [name] : []));
    if (names.length === 0) return nothing;
    const written = (form ?? []).map((row) => row.map((value) => number(value, WRITTEN)).join("  ")).join("\n");
    const { text: now = written, why = null } = this.#typed ?? {};
    const take = (): void => {
      const read = readMatrix(now, names.length);
      if ("wrong" in read) {
        this.#typed = { text: now, why: reason(read.wrong, names) };
      } else {
        this.#typed = null;
        this.#put((own) => ({ ...own, form: read.matrix }));
      }
      this.requestUpdate();
    };
    const remove = (): void => {
      this.#typed = null;
      this.#put(({ mix }) => ({ mix: NORMS.every((norm) => mix[norm] === 0) ? { ...mix, l1: 1 } : mix }));
      this.requestUpdate();
    };
    return html`<div>
      <p>${text.form}</p>
      <p class="cap">${text.order(names)}</p>
      <textarea rows=${Math.min(names.length + 1, 8)} spellcheck="false" aria-label=${text.matrix} aria-invalid=${why === null ? "false" : "true"} aria-describedby=${why === null ? nothing : "matrix-wrong"} .value=${live(now)} @input=${(event: Event) => {
        this.#typed = { text: (event.currentTarget as HTMLTextAreaElement).value, why: null };
        this.requestUpdate();
      }}></textarea>
      ${why === null ? nothing : html`<p class="wrong" role="alert" id="matrix-wrong">${why}</p>`}
      <p><button type="button" class="link" ?disabled=${now.trim() === "" || now === written} @click=${take}>${text.use}</button>
        ${form === undefined ? nothing : html`<button type="button" class="link quiet" @click=${remove}>${text.remove}</button>`}</p>
    </div>`;
  }
}

/** Why a text was not taken. */
function reason(wrong: Unusable, names: readonly string[]): string {
  const text = furtherWords.measure;
  switch (wrong.is) {
    case "size":
      return text.size(names.length);
    case "number":
      return text.number(wrong.row + 1, wrong.text);
    case "twoSided":
      return text.twoSided(names[wrong.row] ?? "", names[wrong.column] ?? "");
  }
}
