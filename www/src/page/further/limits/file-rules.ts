/** Among the chips: the limits that came with the model's file, which share one chip, in words. */
import { html, nothing, type TemplateResult } from "lit";
import { conflictOrigins } from "../../state/answer/selectors.js";
import type { State } from "../../state/document/state.js";
import { sameOrigin } from "../../state/request/request.js";
import { chipsOf, lifted, limitText } from "../../view/chips.js";
import type { Ui } from "../../view/callbacks.js";
import { icons } from "../../view/icons.js";
import { words } from "../../view/words.js";
import { furtherWords } from "../words.js";

export function fileRules(state: State, ui: Ui): TemplateResult | typeof nothing {
  const chip = chipsOf(state.doc).find(({ origins }) => origins.length > 1);
  if (!chip) return nothing;
  const conflict = conflictOrigins(state);
  return html`<details class="file-rules" @toggle=${(event: Event) => (event.currentTarget as HTMLElement).scrollIntoView({ block: "nearest" })}>
    <summary>${furtherWords.limits.list(chip.origins.length)}</summary>
    <ul>
      ${chip.origins.map((origin) => {
        const text = limitText(state.doc, origin, true);
        return html`<li><button type="button" class="chip ${conflict.some((one) => sameOrigin(one, origin)) ? "hot" : ""}" aria-label=${words.removeLimit(text)} @click=${() => ui.edit((doc) => lifted(doc, [origin]))}><span>${text}</span>${icons.close()}</button></li>`;
      })}
    </ul>
  </details>`;
}
