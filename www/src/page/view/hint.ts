/** One hint at a time, where it is in nobody's way. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { State } from "../state/document/state.js";
import { icons } from "./icons.js";
import type { Ui } from "./callbacks.js";
import { words } from "./words.js";

/** `where`: `wide` in the footer, `narrow` under the sentence on a phone. */
export function hint({ hint: now, doc, pair }: State, where: "wide" | "narrow", ui: Ui): TemplateResult | typeof nothing {
  if (!now || !doc.model || (now === "drag" && !pair)) return nothing;
  return html`<p class="hint ${where}">
    <span>${words.hint.text[now]}</span><button type="button" class="btn ico" aria-label=${words.hint.dismiss} @click=${() => ui.dismissHint()}>${icons.close()}</button>
  </p>`;
}
