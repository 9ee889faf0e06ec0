/** Pinned answers: the content of each, and whether it still meets the request. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import { addPin, MOST_PINS, pinStatus, removePin } from "../state/compare/pins.js";
import { writtenOf } from "../state/answer/claims.js";
import { displayed, verified } from "../state/answer/selectors.js";
import type { State } from "../state/document/state.js";
import { limitText } from "./chips.js";
import { cost, writtenList } from "./format.js";
import { icons } from "./icons.js";
import { targetText } from "./targets.js";
import type { Ui } from "./callbacks.js";
import { words } from "./words.js";
import type { Doc, Pin } from "../state/document/document.js";

/** Pins the displayed answer, under the name of its way. */
export function pinButton(state: State, name: string, ui: Ui): TemplateResult | typeof nothing {
  const best = verified(displayed(state));
  const { pins } = state.doc;
  if (!best || best.changes.length === 0 || pins.length >= MOST_PINS) return nothing;
  const known = pins.some((pin) => JSON.stringify(pin.values) === JSON.stringify(best.values));
  return html`<button type="button" class="link quiet pin" ?disabled=${known || state.solve.phase !== "idle"} @click=${() => ui.edit((doc) => addPin(doc, { name, values: best.values }))}>${words.pins.pin}</button>`;
}

export function pins(state: State, ui: Ui): TemplateResult | typeof nothing {
  const { doc } = state;
  if (doc.pins.length === 0) return nothing;
  return html`<div class="blk">
    <div class="h"><h3>${words.pins.title}</h3></div>
    <ol class="pins">
      ${doc.pins.map((pin, index) => {
        const status = pinStatus(state, pin);
        return html`<li class=${status.broken.length > 0 || status.reaches === false ? "out" : ""}>
          <span class="name">${words.pins.numbered(index + 1, pin.name)}</span><span class="cost">${cost(status.cost)}</span>
          <button type="button" class="btn ico" aria-label=${words.pins.unpin(words.pins.numbered(index + 1, pin.name))} @click=${() => ui.edit((now) => removePin(now, index))}>${icons.close()}</button>
          <span class="cap">${brief(doc, pin)}</span><span class="cap status">${said(doc, status)}</span>
        </li>`;
      })}
    </ol>
  </div>`;
}

/** The values that a pinned row changes of the person as they are now. */
function brief(doc: Doc, { values }: Pin): string {
  return writtenList(writtenOf(doc, values));
}

function said(doc: Doc, { reaches, broken }: ReturnType<typeof pinStatus>): string {
  const [first] = broken;
  if (first) return words.pins.breaks(limitText(doc, first), broken.length - 1);
  if (reaches === null) return words.pins.waiting;
  return reaches ? words.pins.holds : words.pins.misses("value" in doc.target ? words.inRange : targetText(doc));
}
