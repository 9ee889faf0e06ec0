/** The limits in force as chips, and the limits to loosen when they exclude each other. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import { applyChange, limitOf } from "../state/editing/actions.js";
import { newlyAllowed } from "../state/answer/loosen.js";
import { featureNamed, features, originAt, sameOrigin } from "../state/request/request.js";
import { conflictOrigins, isOld } from "../state/answer/selectors.js";
import type { Loosening, State } from "../state/document/state.js";
import { CHIPS, leftOut } from "./paper.js";
import { chipsOf, limitText, marginText, unitTells, type Chip } from "./chips.js";
import { bare, cost, withUnit } from "./format.js";
import { added } from "./further.js";
import { icons } from "./icons.js";
import { addLimit, limitForm } from "./limit-form.js";
import { briefly } from "./answer-sentence.js";
import type { Ui } from "./callbacks.js";
import { words } from "./words.js";
import { voiceFor } from "./words/voice.js";
import type { Doc, LimitChange } from "../state/document/document.js";

export function limits(state: State, ui: Ui): TemplateResult {
  const chips = chipsOf(state.doc);
  const conflict = conflictOrigins(state);
  const hot = (chip: Chip): boolean => chip.origins.some((origin) => conflict.some((one) => sameOrigin(one, origin)));
  const ordered = [...chips].sort((a, b) => Number(hot(b)) - Number(hot(a)));
  return html`<div class="blk ${chips.length === 0 ? "unlimited" : ""}">
    <div class="h"><h3>${voiceFor(state.doc.model?.subject).limits}</h3>${conflict.length > 0 ? html`<span class="cap">${words.outlined(conflict.length)}</span>` : nothing}</div>
    <div class="chips">
      ${ordered.map(
        (chip) => html`<button type="button" class="chip ${hot(chip) ? "hot" : ""}" aria-label=${words.removeLimit(chip.text)} @click=${() => ui.edit(chip.remove)}>
          <span>${chip.text}</span>${icons.close()}
        </button>`,
      )}
      ${added.limits(state, ui)}${addLimit(state, ui)}
    </div>
    ${leftOut(chips.length - CHIPS)}
    ${limitForm(state, ui)}
  </div>`;
}

/** The meaning of loosening one limit, as a verb with its result. */
export function loosenText(doc: Doc, loosening: Loosening): string {
  const origin = originAt(doc, loosening.pointer);
  const { change } = loosening;
  if (!origin || !change) return "";
  if (change.set === "typical") return change.share === null ? words.data.usual.lift : words.data.usual.loosen(change.share, doc.typical ?? 0);
  if (change.set === "hull") return change.hull ? words.data.hull.loosen(change.hull.epsilon ?? 0, doc.hull?.epsilon ?? 0) : words.data.hull.lift;
  if ("margin" in change) return change.margin === null ? words.margin[change.set].lift : words.margin[change.set].loosen(marginText(change.set, change.margin), marginText(change.set, doc.margin?.[change.set] ?? 0));
  if (change.set === "maxChanges") return words.loosenChanges(change.count ?? features(doc).length, doc.maxChanges ?? 0);
  const { cause: causes, other: others, relation: relations, rule: rules } = words;
  if (change.set !== "limit") return { causes, others, relations, rules }[change.set].loosen(limitText(doc, origin));
  const feature = featureNamed(doc, change.feature);
  if (!feature) return "";
  const before = limitOf(doc, feature.name);
  if (origin.part === "lock") return words.loosenLock(feature.name);
  if (origin.part === "change") return words.loosenDirection(feature.name);
  return origin.part === "allow" ? words.loosenLevel(feature.name, newlyAllowed(feature, before, change.limit) ?? "") : rangeText(doc, feature.name, change);
}

function rangeText(doc: Doc, name: string, change: Extract<LimitChange, { set: "limit" }>): string {
  const feature = featureNamed(doc, name);
  if (!feature) return "";
  const before = limitOf(doc, name);
  const [from, to] = before.min !== change.limit.min ? [before.min, change.limit.min] : [before.max, change.limit.max];
  return to === null || from === null ? words.loosenEnd(name) : words.loosenTo(unitTells(doc, feature) ? null : name, withUnit(feature, to), bare(feature, from));
}

export function loosenings(state: State, ui: Ui): TemplateResult | typeof nothing {
  const { doc } = state;
  const all = state.loosenings.filter((one) => !isOld(state, one.of));
  if (all.length === 0) return nothing;
  const useful = all.filter((one) => one.state === "proved").sort((a, b) => (a.cost ?? 0) - (b.cost ?? 0));
  return html`<div class="blk">
    <div class="h"><h3>${words.loosenHead}</h3></div>
    ${useful.map((one, index) => {
      const { change } = one;
      return html`<button
        type="button"
        class="loosen ${index === 0 ? "best" : ""}"
        @click=${() => change && ui.edit((before) => applyChange(before, change))}
      ><b>${loosenText(doc, one)}</b><span class="cost">${words.costOf(cost(one.cost))}</span>
        <span class="brief">${one.shown ? briefly(doc, one.shown) : nothing}</span></button>`;
    })}
    <p class="cap">${all.some((one) => one.state === "waiting") ? words.loosening : useful.length > 0 ? words.loosenAll : words.loosenNone}</p>
  </div>`;
}
