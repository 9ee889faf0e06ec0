/** The form that adds a limit: a sentence made of pickers, with the chip that it will become under it. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import { live } from "lit/directives/live.js";
import { following } from "../state/limits/causes.js";
import { domain, levelCount, levelLabel, isDiscrete } from "../../model/feature.js";
import { isMarginKind, marginKinds, MARGINS } from "../state/limits/margin.js";
import { aboutFeature, causeOf, complete, emptyForm, furtherDraft, idle, marginDraft, sayable, withLimit } from "../state/editing/limit-form.js";
import { featureNamed, features } from "../state/request/request.js";
import { AGREES, partsFor, PREDICTS } from "../state/limits/other-model.js";
import { summable } from "../state/limits/relations.js";
import { decimalsOf } from "../state/answer/rounding.js";
import { completions, readRelation } from "../state/limits/sentence.js";
import { chipsOf, marginText, partText } from "./chips.js";
import { bare, withUnit } from "./format.js";
import { icons } from "./icons.js";
import { besideBox, numberBox, type NumberBox } from "./number-box.js";
import { picker } from "./picker.js";
import { segments } from "./segments.js";
import { ends, numbers, targetText } from "./targets.js";
import type { Doc, OtherModel } from "../state/document/document.js";
import type { Ui } from "./callbacks.js";
import { words } from "./words.js";
import type { Draft, LimitForm, Said, State } from "../state/document/state.js";

type Place = "one" | "when" | "then";
type Change = (part: Partial<LimitForm>) => void;

/** Fewer rows teach nothing. */
const LEAST_ROWS = 10;

/** The button that opens the form and closes it again. */
export function addLimit(state: State, ui: Ui): TemplateResult {
  const open = state.limitForm !== null;
  return html`<button type="button" class="chip add" aria-expanded=${open} @click=${() => ui.set({ limitForm: open ? null : emptyForm(state.doc) })}>
    ${icons.plus()}<span>${words.addLimit}</span>
  </button>`;
}

export function limitForm(state: State, ui: Ui): TemplateResult | typeof nothing {
  const { limitForm: form, doc } = state;
  if (!form) return nothing;
  const change: Change = (part) => ui.form((now) => ({ ...now, ...part }));
  const good = complete(doc, form);
  const typed = form.kind === "relation" || form.kind === "cause";
  const unchosen = form.kind === "other" && !form.other;
  const add = (event: Event): void => {
    event.preventDefault();
    ui.addLimit();
  };
  const kinds = (Object.keys(words.form.kinds) as LimitForm["kind"][]).filter((kind) => kind !== "margin" || marginKinds(doc).length > 0);
  return html`<form class="limit-form" aria-label=${words.form.title} @submit=${add}>
    ${segments("limit-kind", kinds.map((kind) => [kind, words.form.kinds[kind]] as const), form.kind, (kind) => change({ kind }), words.form.kind)}
    ${form.kind === "changes"
      ? count(state, form, change)
      : form.kind === "margin"
        ? margin(doc, form, change)
      : form.kind === "other"
        ? other(state, form, change, ui)
      : typed
        ? sentence(state, form, change)
      : form.kind === "one"
        ? draft(state, ui, form.one, "one", 1, (verb) => ui.form((now) => ({ ...now, one: verb(now.one) })))
        : [side(state, ui, form, "when"), side(state, ui, form, "then")]}
    ${unchosen ? nothing : html`<p class="cap preview" aria-live="polite">${good ? preview(state, form) : typed ? wrongText(state, form) : words.form.incomplete}</p>`}
    <div class="line">
      ${unchosen ? html`<button type="button" class="btn solid" @click=${() => ui.pickOther()}>${words.other.choose}</button>` : html`<button type="submit" class="btn solid" ?disabled=${!good}>${words.form.add}</button>`}
      <button type="button" class="btn" @click=${() => ui.set({ limitForm: null })}>${words.form.cancel}</button>
    </div>
  </form>`;
}

/** The chip that the form's limit will be: the one that is not there yet. */
function preview({ doc }: State, form: LimitForm): string {
  const next = withLimit(doc, form);
  const [before, after] = [doc, next].map((one) => chipsOf(one).map((chip) => chip.text));
  return after?.find((text) => !before?.includes(text)) ?? (next.target === doc.target ? words.form.incomplete : targetText(next));
}

/** The parts that the chosen model may have, and the interval where it has one of its own. */
function other(state: State, { other }: LimitForm, change: Change, ui: Ui): TemplateResult {
  if (!other) return html`<p class="cap">${words.other.hint}</p>`;
  const set = (part: Partial<OtherModel>): void => change({ other: { ...other, ...part } });
  return html`${picker(words.other.use, partsFor(state.doc, other).map((part) => [part, partText({ ...other, part: AGREES }, part)] as const), other.part, (part) => set({ part }))}${other.part === PREDICTS ? numbers(state, ui, ends(state, "other", other.value, (value) => set({ value }))) : nothing}`;
}

/** A margin from every border, or of classes with scores from every other class. */
function margin(doc: Doc, { margin: { kind, most } }: LimitForm, change: Change): TemplateResult {
  const kinds = marginKinds(doc);
  const text = words.margin[kind];
  return html`${kinds.length > 1 ? picker(words.margin.kind, kinds.map((one) => [one, words.margin[one].name] as const), kind, (one) => isMarginKind(one) && change({ margin: marginDraft(doc, one) })) : nothing}<p class="cap">${text.hint}</p>${picker(text.most, MARGINS[kind].map((one) => [String(one), marginText(kind, one)] as const), String(most), (value) => change({ margin: { kind, most: Number(value) } }))}`;
}

function count({ doc }: State, form: LimitForm, change: Change): TemplateResult {
  const counts = Array.from({ length: Math.min(features(doc).length, 8) }, (_, index) => index + 1);
  const options = counts.map((n): [string, string] => [String(n), words.form.changes(n)]);
  return html`<div class="line wrap"><span>${words.form.atMost}</span>${picker(words.form.count, options, String(form.count), (value) => change({ count: Number(value) }))}</div>`;
}

/** The typed text, and the features that its last word may become. */
function sentence({ doc }: State, form: LimitForm, change: Change): TemplateResult {
  const [first, second = first] = features(doc).filter(form.kind === "cause" ? following : summable);
  const learns = form.kind === "cause" && form.learn;
  const text = learns ? { ...words.cause, example: words.cause.learnExample, hint: words.cause.learnHint } : form.kind === "cause" ? words.cause : words.relation;
  const near = completions(form.sentence, features(doc));
  return html`<input class="box sentence" type="text" autocomplete="off" spellcheck="false" aria-label=${text.sentence} aria-describedby="relation-hint"
      placeholder=${first && second ? text.example(first.name, second.name) : ""} .value=${live(form.sentence)} @input=${(event: Event) => change({ sentence: (event.currentTarget as HTMLInputElement).value })} />
    ${near.length === 0
      ? nothing
      : html`<div class="chips toggles" role="group" aria-label=${words.relation.complete}>
          ${near.map(({ name, text }) => html`<button type="button" class="chip" @click=${(event: Event) => (change({ sentence: text }), (event.currentTarget as Element).closest("form")?.querySelector<HTMLInputElement>("input.sentence")?.focus())}><span>${name}</span></button>`)}
        </div>`}
    ${form.sentence.trim() === "" ? html`<p class="cap" id="relation-hint">${text.hint}</p>` : nothing}
    ${form.kind === "cause" ? html`<div class="line wrap"><span>${words.cause.costing}</span>${picker(words.cause.cost, Object.entries(words.cause.costs), form.cost, (cost) => change({ cost: cost as LimitForm["cost"] }))}</div>` : nothing}
    ${form.kind === "cause" && (doc.model?.info.rows ?? 0) >= LEAST_ROWS
      ? html`<label class="check"><input type="checkbox" .checked=${live(form.learn)} @change=${(event: Event) => change({ learn: (event.currentTarget as HTMLInputElement).checked })} />${words.cause.learn}</label>`
      : nothing}`;
}

/** Why the sentence is none yet; the word that is not understood is named. */
function wrongText({ doc }: State, form: LimitForm): string {
  if (form.kind === "cause") {
    const cause = causeOf(doc, form);
    return "wrong" in cause ? words.cause.wrong[cause.wrong](cause.word, cause.near) : "";
  }
  const read = readRelation(form.sentence, features(doc));
  return "wrong" in read ? words.relation.wrong[read.wrong](read.word, read.near) : "";
}

/** One side of a rule: its conditions, with "and" or "or" between them. */
function side(state: State, ui: Ui, form: LimitForm, place: Exclude<Place, "one">): TemplateResult {
  const { leads, join, joins, further, fewer } = words.form;
  const drafts = form[place];
  const by = form.join[place];
  const set = (verb: (drafts: Draft[]) => Draft[]): void => ui.form((now) => ({ ...now, [place]: verb(now[place]) }));
  const lead = (at: number): unknown => (at === 0 ? leads[place] : at > 1 ? joins[by] : picker(join(place), Object.entries(joins), by, (value) => ui.form((now) => ({ ...now, join: { ...now.join, [place]: value } }))));
  return html`${drafts.map((one, at) => draft(state, ui, one, place, at + 1, (verb) => set((all) => all.map((old, other) => (other === at ? verb(old) : old))), lead(at)))}
    <div class="line">
      <button type="button" class="btn" @click=${() => set((all) => furtherDraft(state.doc, all))}>${icons.plus()}<span>${further[place]}</span></button>
      ${drafts.length > 1 ? html`<button type="button" class="btn" aria-label=${fewer(place)} @click=${() => set((all) => all.slice(0, -1))}>${icons.close()}</button>` : nothing}
    </div>`;
}

function draft(state: State, ui: Ui, now: Draft, place: Place, n: number, change: (verb: (draft: Draft) => Draft) => void, lead: unknown = nothing): TemplateResult {
  const { doc } = state;
  const feature = featureNamed(doc, now.feature);
  if (!feature) return html``;
  const alone = place === "one";
  const set = (part: Partial<Draft>): void => change((now) => ({ ...now, ...part }));
  const names = features(doc).map((one): [string, string] => [one.name, one.name]);
  const says = sayable(feature, alone).map((said): [string, string] => [said, words.form.said[said]]);
  const levels = isDiscrete(feature) ? Array.from({ length: levelCount(feature) }, (_, level) => level) : [];
  const bound = now.said === "atLeast" || now.said === "atMost";
  const [low, high] = domain(feature);
  const none = words.number.idle(bare(feature, low), withUnit(feature, high));
  const box: NumberBox = {
    key: `limit ${place} ${String(n)} ${now.feature} ${now.said}`,
    label: words.form.value(place, n),
    // As long as the text is wrong the form says nothing, and no number is in force.
    now: Number.NaN,
    text: Number.isFinite(now.at) ? bare(feature, now.at, Math.max(decimalsOf(feature), 6)) : "",
    said: "",
    wanted: { decimals: decimalsOf(feature), whole: feature.kind === "integer", unit: feature.unit },
    take: (at) => {
      set({ at });
      return null;
    },
    note: alone && idle(doc, now) ? none : now.at < low || now.at > high ? words.number.beyond(bare(feature, low), withUnit(feature, high)) : null,
    refuse: () => set({ at: Number.NaN }),
  };
  return html`<div class="line wrap">
      ${lead === nothing ? nothing : html`<span class="lead">${lead}</span>`}
      ${picker(words.form.feature(place, n), names, now.feature, (name) => change((now) => aboutFeature(doc, now, name, alone)))}
      ${picker(words.form.says(place, n), says, now.said, (said) => set({ said: said as Said }))}
      ${bound && levels.length > 0
        ? picker(words.form.value(place, n), levels.map((level): [string, string] => [String(level), levelLabel(feature, level)]), String(now.at), (at) => set({ at: Number(at) }))
        : nothing}
      ${bound && levels.length === 0
        ? html`<span class="line">${numberBox(state, ui, box)}${feature.unit === undefined ? nothing : html`<span class="cap">${feature.unit}</span>`}</span>`
        : nothing}
    </div>
    ${levels.length === 0 ? (bound ? besideBox(state, box) : nothing) : alone && idle(doc, now) ? html`<p class="cap">${none}</p>` : nothing}
    ${now.said === "oneOf"
      ? html`<div class="chips toggles" role="group" aria-label=${words.form.levels(place, n)}>
          ${levels.map((level) => {
            const on = now.levels.includes(level);
            const toggle = (): void => change((now) => ({ ...now, levels: on ? now.levels.filter((other) => other !== level) : [...now.levels, level] }));
            return html`<button type="button" class="chip ${on ? "hot" : ""}" aria-pressed=${on} @click=${toggle}><span>${levelLabel(feature, level)}</span></button>`;
          })}
        </div>`
      : nothing}`;
}
