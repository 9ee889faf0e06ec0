/** A choice of one among a few words that stand side by side. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import { live } from "lit/directives/live.js";

/** `name`: of the group, in the document; `label`: its name for those who listen, where no heading gives one. */
export function segments<Key>(name: string, options: readonly (readonly [Key, string])[], chosen: Key, take: (key: Key) => void, label?: string, off?: Key): TemplateResult {
  return html`<div class="segments" role=${label === undefined ? nothing : "radiogroup"} aria-label=${label ?? nothing}>
    ${options.map(([key, text]) => html`<label class="segment ${key === chosen ? "on" : ""}"><input type="radio" name=${name} .checked=${live(key === chosen)} ?disabled=${key === off} @change=${() => take(key)} />${text}</label>`)}
  </div>`;
}
