/** The plan: the chosen answer as ordered steps, where one stands after each, and the values that would be enough too. It can be printed. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { thresholdOf } from "../../state/answer/curve.js";
import { isStale } from "../../state/answer/selectors.js";
import type { State } from "../../state/document/state.js";
import { roomText } from "../../view/answer-sentence.js";
import type { Ui } from "../../view/callbacks.js";
import { NBSP } from "../../view/format.js";
import { leftOut } from "../../view/paper.js";
import { outcomeText } from "../../view/targets.js";
import { wayText } from "../../view/ways.js";
import { Ordering } from "../ordering.js";
import { Predicted } from "../predicted.js";
import { inOrder, keyOf, scoresOf, subjectOf, type Ledger } from "../subject.js";
import { needed, rowsOnTheWay, scoreText, written } from "../why/ledger.js";
import { furtherWords } from "../words.js";

/** So many steps are printed: with them the sheet is full. */
const PRINTED = 8;

/** Draws into the explainer's own root, by its style sheets. */
export class EspalierPlan extends LitElement {
  static override properties = { state: { attribute: false }, ui: { attribute: false } };
  declare state: State;
  declare ui: Ui;

  readonly #predicted = new Predicted<Ledger>(this);
  readonly #ordering = new Ordering(this, () => this.#predicted.last?.about.order.map(({ feature }) => feature.name) ?? []);

  protected override createRenderRoot(): this {
    return this;
  }

  protected override willUpdate(): void {
    const subject = subjectOf(this.state);
    if (!subject) return;
    this.#ordering.keep(subject.changes.map(({ feature }) => feature.name));
    const order = inOrder(subject, this.#ordering.names);
    void this.#predicted.ask(this.ui, keyOf(subject, order), rowsOnTheWay(subject.person, subject.values, order.map(({ feature }) => feature)), { subject, order });
  }

  protected override render(): TemplateResult {
    const text = furtherWords.ways.plan;
    const subject = subjectOf(this.state);
    const { last } = this.#predicted;
    if (!subject) return html`<p class="cap">${furtherWords.why.none}</p>`;
    if (last?.about.subject.model !== subject.model) return html`<p class="cap" role="status">${furtherWords.why.wait}</p>`;
    const { about, predictions } = last;
    const { doc } = this.state;
    const old = isStale(this.state) || last.key !== keyOf(subject, inOrder(subject, this.#ordering.names));
    const shares = !("value" in doc.target);
    const told = scoresOf(about.subject, predictions);
    const scores = told && written(told, shares, needed(thresholdOf(doc), doc.model?.info.classes.length ?? 0));
    const score = (at: number): string => (scores ? scoreText(scores.scores[at]!, scores.decimals) + (shares ? `${NBSP}%` : "") : "");
    const { head } = furtherWords.why;
    const way = this.state.ways.find(({ shown }) => shown === about.subject.shown);
    return html`<section class="plan ${old ? "stale" : ""}" aria-label=${text.title}>
      <div class="h"><h3>${text.title}</h3><span class="cap">${way ? wayText(way) : nothing}</span><span class="gap"></span><button type="button" class="link quiet" ?disabled=${old} @click=${() => this.ui.print()}>${text.print}</button></div>
      <table aria-live=${old || this.state.dragging ? "off" : "polite"}>
        <thead><tr><th scope="col" class="t">${text.step}</th>${scores ? html`<th scope="col">${head.score}</th>` : nothing}<th scope="col" class="t">${head.outcome}</th><th scope="col" class="t">${text.room}</th></tr></thead>
        <tbody @pointermove=${this.#ordering.drag} @pointerup=${this.#ordering.drop} @pointercancel=${this.#ordering.drop}>
          <tr><th scope="row" class="t">${furtherWords.why.now}</th>${scores ? html`<td>${score(0)}</td>` : nothing}<td class="t">${outcomeText(doc, predictions[0]!)}</td><td></td></tr>
          ${repeat(
            about.order,
            ({ feature }) => feature.name,
            ({ feature: { name }, from, to, clause }, at) => html`<tr class="step" aria-atomic="true" data-name=${name}>
              <th scope="row" class="t"><div class="nth">${this.#ordering.handle(name, at)}<span>${text.nth(at + 1, furtherWords.why.change(name, from, to))}</span></div></th>${scores ? html`<td>${score(at + 1)}</td>` : nothing}<td class="t">${outcomeText(doc, predictions[at + 1]!)}</td><td class="t">${roomText(doc, clause)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
      ${leftOut(about.order.length - PRINTED)}
      <p class="cap">${text.enough} ${about.order.length > 1 ? text.order : nothing}</p>
    </section>`;
  }
}
