/** The line of the search's drawer that says which engine answered, lets another be chosen, and tells the opinion of a second one. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import { displayed, isStale } from "../../state/answer/selectors.js";
import type { EngineName } from "../../state/document/document.js";
import type { Second, State } from "../../state/document/state.js";
import { agreement, secondOf } from "../../state/proof/opinion.js";
import { cost, costDown } from "../format.js";
import { picker } from "../picker.js";
import type { Ui } from "../callbacks.js";
import { words } from "../words.js";

const CHOICES: EngineName[] = ["auto", "boxes", "milp"];

export function engineLine(state: State, ui: Ui): TemplateResult | typeof nothing {
  const text = words.engine;
  const shown = displayed(state);
  if (!shown) return nothing;
  const { doc, unanswered } = state;
  const second = secondOf(state);
  const asking = second?.phase === "asking";
  const choices = CHOICES.map((one) => [one, text.choice[one]] as const);
  return html`<div class="line engines">
      <span class="cap">${text.title}</span>${picker(text.title, choices, doc.engine, (to) => ui.edit((now) => ({ ...now, engine: to as EngineName })))}
      <span class="cap ${isStale(state) ? "stale" : ""}">${text.by(text.named(shown.answer.work.engine))}</span>
      <button type="button" class="link quiet" @click=${() => (asking ? ui.dropSecond() : ui.askSecond())}>${asking ? words.proof.cancel : text.ask}</button>
    </div>
    ${unanswered === null ? nothing : html`<p class="cap">${text.unanswered(text.named(doc.engine), unanswered)}</p>`}
    <p class="opinion ${isStale(state) ? "stale" : ""}" role="status">${second ? opinion(second) : nothing}</p>`;
}

/** A second opinion in words. */
function opinion(second: Second): string {
  const text = words.engine;
  const { of, phase } = second;
  const name = text.named(phase === "answered" ? second.answer.work.engine : second.engine);
  if (phase === "asking") return text.asking(name);
  if (phase === "refused") return text.unanswered(name, second.what);
  const { counterfactuals, status, lower_bound: bound } = second.answer;
  const found = counterfactuals[0] ? cost(counterfactuals[0].cost) : null;
  const how = agreement(of, second.answer);
  return text.second(name, status, found, bound === null ? null : costDown(bound, counterfactuals[0]?.cost), how);
}
