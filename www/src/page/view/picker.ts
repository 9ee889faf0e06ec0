/** A choice of one that looks like a word of a sentence. */
import { html, type TemplateResult } from "lit/html.js";
import { live } from "lit/directives/live.js";
import { icons } from "./icons.js";

/** Behind the word there is an arrow, or `lead` before it. `text`: another word for the option that is chosen. */
export function picker(label: string, options: readonly (readonly [string, string])[], chosen: string, take: (value: string) => void, look = "pick choose", lead?: unknown, text = options.find(([value]) => value === chosen)?.[1] ?? ""): TemplateResult {
  return html`<span class=${look}
    >${lead}<span aria-hidden="true">${text}</span>${lead === undefined ? icons.down() : ""}<select aria-label=${label} .value=${live(chosen)} @change=${(event: Event) => take((event.currentTarget as HTMLSelectElement).value)}>
      ${options.map(([value, name]) => html`<option value=${value} ?selected=${value === chosen}>${name}</option>`)}
    </select></span
  >`;
}
