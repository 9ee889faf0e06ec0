/** The limits in force as chips, and what to loosen when they exclude each other. */
import { html, nothing, type TemplateResult } from "lit";
import { applyChange, limitOf, setMaxChanges } from "../state/actions.js";
import { newlyAllowed } from "../state/loosen.js";
import { featureNamed, features, limitsOf } from "../state/request.js";
import { conflictOrigins } from "../state/selectors.js";
import type { Doc, LimitChange, Loosening, State } from "../state/state.js";
import { chipsOf, unitTells, type Chip } from "./chips.js";
import { bare, cost, withUnit } from "./format.js";
import { icons } from "./icons.js";
import { briefly } from "./say.js";
import type { Ui } from "./ui.js";
import { words } from "./words.js";

export function limits(state: State, ui: Ui): TemplateResult {
  const chips = chipsOf(state.doc);
  const conflict = conflictOrigins(state);
  const hot = (chip: Chip): boolean => chip.origins.some((origin) => conflict.some((one) => one.part === origin.part && one.feature === origin.feature));
  const ordered = [...chips].sort((a, b) => Number(hot(b)) - Number(hot(a)));
  return html`<div class="blk">
    <div class="h"><h3>${words.limits}</h3>${conflict.length > 0 ? html`<span class="cap">${words.outlined(conflict.length)}</span>` : nothing}</div>
    <div class="chips">
      ${ordered.map(
        (chip) => html`<button type="button" class="chip ${hot(chip) ? "hot" : ""}" aria-label=${words.removeLimit(chip.text)} @click=${() => ui.edit(chip.remove)}>
          <span>${chip.text}</span>${icons.close()}
        </button>`,
      )}
      ${maxChanges(state.doc, ui)}
    </div>
  </div>`;
}

/** The one limit that no card holds. */
function maxChanges(doc: Doc, ui: Ui): TemplateResult {
  const most = Math.max(1, features(doc).length - 1);
  const counts = Array.from({ length: Math.min(most, 6) }, (_, index) => index + 1);
  const change = (event: Event): void => {
    const select = event.currentTarget as HTMLSelectElement;
    const count = select.value === "" ? null : Number(select.value);
    ui.edit((before) => setMaxChanges(before, count));
  };
  return html`<span class="chip add choose"
    >${icons.plus()}<span aria-hidden="true">${words.addLimit}</span
    ><select aria-label=${words.addMaxChanges} @change=${change}>
      <option value="" ?selected=${doc.maxChanges === null}>${words.noMaxChanges}</option>
      ${counts.map((count) => html`<option value=${count} ?selected=${count === doc.maxChanges}>${words.chip.maxChanges(count)}</option>`)}
    </select></span
  >`;
}

/** What loosening one limit means, as a verb with its result. */
export function loosenText(doc: Doc, loosening: Loosening): string {
  const origin = limitsOf(doc).origins[loosening.constraint];
  const { change } = loosening;
  if (!origin || !change) return "";
  if (change.set === "maxChanges") return words.loosenChanges(change.count ?? features(doc).length, doc.maxChanges ?? 0);
  const feature = featureNamed(doc, change.feature);
  if (!feature) return "";
  const before = limitOf(doc, feature.name);
  switch (origin.part) {
    case "lock":
      return words.loosenLock(feature.name);
    case "change":
      return words.loosenDirection(feature.name);
    case "allow":
      return words.loosenLevel(feature.name, newlyAllowed(feature, before, change.limit) ?? "");
    case "range":
    case "maxChanges":
      return rangeText(doc, feature.name, change);
  }
}

function rangeText(doc: Doc, name: string, change: Extract<LimitChange, { set: "limit" }>): string {
  const feature = featureNamed(doc, name);
  if (!feature) return "";
  const before = limitOf(doc, name);
  const [from, to] = before.min !== change.limit.min ? [before.min, change.limit.min] : [before.max, change.limit.max];
  return to === null || from === null ? words.loosenEnd(name) : words.loosenTo(unitTells(doc, feature) ? null : name, withUnit(feature, to), bare(feature, from));
}

export function loosenings(state: State, ui: Ui): TemplateResult | typeof nothing {
  const { loosenings: all, doc } = state;
  if (all.length === 0) return nothing;
  const waiting = all.some((one) => one.state === "waiting");
  const useful = all.filter((one) => one.state === "proved").sort((a, b) => (a.cost ?? 0) - (b.cost ?? 0));
  return html`<div class="blk">
    <div class="h"><h3>${words.loosenHead}</h3></div>
    ${useful.map((one, index) => {
      const change = one.change;
      return html`<button
        type="button"
        class="loosen ${index === 0 ? "best" : ""}"
        @click=${() => change && ui.edit((before) => applyChange(before, change))}
      ><b>${loosenText(doc, one)}</b><span class="cost">${words.costOf(cost(one.cost))}</span>
        <span class="brief">${one.shown ? briefly(doc, one.shown) : nothing}</span></button>`;
    })}
    <p class="cap">${waiting ? words.loosening : useful.length > 0 ? words.loosenAll : words.loosenNone}</p>
  </div>`;
}
