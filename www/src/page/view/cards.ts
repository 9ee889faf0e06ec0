/** The person: one card a feature, changed ones first and lit. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import type { FeatureInfo, Prediction } from "../../types.js";
import { limitOf, setDifficulty, setLimit, setValue, toggleLock } from "../state/editing/actions.js";
import type { Clause } from "../state/answer/claims.js";
import { isOpen } from "../../measure/target.js";
import { beyond, coordinate, domain, isDiscrete, levelCount, levelLabel } from "../../model/feature.js";
import { decimalsOf, ownDecimals } from "../state/answer/rounding.js";
import { priceOf, setPrice } from "../state/limits/feature-price.js";
import { featureNamed, features, meets, weightOf } from "../state/request/request.js";
import { clauses, displayed, inConflict, isStale, verified } from "../state/answer/selectors.js";
import type { State } from "../state/document/state.js";
import { bare, shortLabels, told, withUnit } from "./format.js";
import { added } from "./further.js";
import { icons } from "./icons.js";
import { classesOf } from "./classes.js";
import { besideBox, numberBox, textOf, type NumberBox } from "./number-box.js";
import { slotsOf } from "../../plot/palette.js";
import { picker } from "./picker.js";
import { priceEditor } from "./price.js";
import { strip, type StripInput } from "./strip.js";
import type { Ui } from "./callbacks.js";
import { words } from "./words.js";
import { voiceFor } from "./words/voice.js";
import { type Difficulty, type Doc, type Limit } from "../state/document/document.js";

export function cards(state: State, ui: Ui): TemplateResult {
  const { doc } = state;
  const shown = displayed(state);
  const best = verified(shown);
  const said = shown && best ? clauses(doc, shown) : [];
  const conflict = inConflict(state);
  const slots: Slots = { slot: slotOf(doc, state.now, false), reached: slotOf(doc, shown?.replay?.prediction, true) };
  const names = state.order.length > 0 ? state.order : features(doc).map((feature) => feature.name);
  const list = added.cards(names, state).flatMap((name) => featureNamed(doc, name) ?? []);
  const voice = voiceFor(doc.model?.subject);
  return html`<section class="person" part="person" aria-label=${voice.person}>
    ${head(state, ui)}
    <div class="cards ${isStale(state) ? "old" : ""}">
      ${repeat(
        list,
        (feature) => feature.name,
        (feature) => {
          const clause = said.find((one) => one.feature === feature) ?? null;
          const clash = conflict.has(feature.name);
          // Of the person a card shows only its own value: those of others move while one is dragged.
          const person = feature.columns.map((column) => doc.person[column]).join();
          return guard([...Object.values({ ...doc, person }), ...Object.values(slots), state.typed, clash, ...(Object.values(clause ?? {}) as unknown[]), voice.map], () => card(state, feature, clause, clash, slots, ui));
        },
      )}
    </div>
  </section>`;
}

type Slots = Pick<StripInput, "slot" | "reached">;

/** The colour of a person or an answer: its class's, as on the map; of a value, whether it is in the range. */
function slotOf(doc: Doc, prediction: Prediction | null | undefined, reached: boolean): number {
  if (!prediction || !doc.model) return reached ? 0 : 1;
  if ("value" in prediction) return reached || (!isOpen(doc.target) && meets(prediction, doc.target, [])) ? 0 : 1;
  return slotsOf(classesOf(doc))[prediction.class] ?? 1;
}

function head(state: State, ui: Ui): TemplateResult {
  const { row, model } = state.doc;
  const rows = model?.info.rows ?? 0;
  const voice = voiceFor(model?.subject);
  const text = row !== null ? words.row(row, rows) : rows > 0 ? voice.edited : "";
  const step = (by: number): void => ui.toRow(row === null ? 0 : (row + by + rows) % rows);
  return html`<div class="head">
    <h2>${voice.person}</h2>
    <span class="cap">${text}</span>
    ${rows > 1
      ? html`<button type="button" class="btn ico" aria-label=${words.previousRow} @click=${() => step(-1)}>${icons.left()}</button
          ><button type="button" class="btn ico" aria-label=${words.nextRow} @click=${() => step(1)}>${icons.right()}</button>`
      : nothing}
  </div>`;
}

function card(state: State, feature: FeatureInfo, said: Clause | null, conflict: boolean, slots: Slots, ui: Ui): TemplateResult {
  const { doc } = state;
  const limit = limitOf(doc, feature.name);
  const locked = limit.lock && !conflict;
  const clause = locked ? null : said;
  const next = clause && bare(feature, clause.printed, clause.decimals);
  const lit = clause !== null || conflict;
  const own = [field(state, feature, ui, next ?? ""), next === null ? nothing : html`<span class="to-arrow">${icons.arrow()}</span><b>${next}</b>`, feature.unit !== undefined && !isDiscrete(feature) ? html`<span class="unit">${feature.unit}</span>` : nothing];
  const short = lit ? nothing : html`<span class="vals">${own}</span>`;
  // One template in all states, so that the lock keeps the focus.
  return html`<article class="card ${locked ? "locked" : lit ? "lit" : "quiet"}" aria-label=${feature.name}>
    <div class="line">
      <h3>${feature.name}</h3>
      ${clause?.follows ? html`<span class="tag">${words.cause.tag}</span>` : nothing}
      ${conflict ? html`<span class="tag">${words.inConflict}</span>` : nothing}
      ${locked ? nothing : short}
      <span class="gap"></span>
      ${locked ? short : nothing} ${lock(feature, limit, ui)}
    </div>
    ${lit ? html`<div class="vals">${own}</div>` : nothing}
    ${beside(state, feature, ui)}
    ${limit.lock
      ? nothing
      : feature.kind === "binary" && !doc.prices.has(feature.name)
        ? html`<div class="line both">${strip({ doc, feature, to: clause ? clause.printed : null, ...slots, ui })}${meta(doc, feature, limit, ui)}</div>`
        : html`${strip({ doc, feature, to: clause ? clause.printed : null, ...slots, ui })} ${meta(doc, feature, limit, ui)} ${priceEditor(state, feature, ui)}`}
  </article>`;
}

function lock(feature: FeatureInfo, limit: Limit, ui: Ui): TemplateResult {
  return html`<button
    type="button"
    class="lock ${limit.lock ? "on" : ""}"
    aria-pressed=${limit.lock}
    aria-label=${words.lock(feature.name)}
    title=${limit.lock ? words.unlock(feature.name) : words.lock(feature.name)}
    @click=${() => ui.edit((doc) => toggleLock(doc, feature.name))}
  >${limit.lock ? icons.locked() : icons.unlocked()}</button>`;
}

/** The person's value: a number to type over, or a list of levels to choose from. */
function field(state: State, feature: FeatureInfo, ui: Ui, next = ""): TemplateResult {
  if (isDiscrete(feature)) return levelField(feature, coordinate(feature, state.doc.person), next, ui);
  const box = personBox(state.doc, feature, ui);
  return html`<span class="number now"><span aria-hidden="true">${textOf(state, box) || words.values.unknown}</span>${numberBox(state, ui, box, "")}</span>`;
}

/** Characters that a card's line of values holds, or 28 with the feature's name; beyond, the present level is shortened, the new one never. */
const LINE = 24;

function levelField(feature: FeatureInfo, now: number, next: string, ui: Ui): TemplateResult {
  const full = bare(feature, now);
  const levels = Array.from({ length: levelCount(feature) }, (_, level) => level);
  const text = full.length + (next || feature.name.slice(4)).length > LINE ? (shortLabels(levels.map((level) => levelLabel(feature, level)), 9)[now] ?? full) : full;
  // A missing value is one more level of a feature in one column.
  if (Number.isNaN(now) || (feature.missing && feature.columns.length === 1)) levels.push(Number.NaN);
  return picker(words.valueFor(feature.name), levels.map((level) => [String(level), bare(feature, level)]), String(now), (level) => ui.edit((doc) => setValue(doc, feature, Number(level))), "choose now", "", text);
}

/** The field of a number of the person's. */
function personBox(doc: Doc, feature: FeatureInfo, ui: Ui): NumberBox {
  const now = coordinate(feature, doc.person);
  const whole = feature.kind === "integer";
  const decimals = ownDecimals(feature, now);
  const [low, high] = domain(feature);
  return {
    key: `value ${feature.name}`,
    label: words.valueFor(feature.name),
    now,
    text: bare(feature, now, decimals),
    said: told(feature, now),
    wanted: { decimals: decimalsOf(feature), whole, unit: feature.unit, open: feature.missing, single: doc.model?.info.input === "float32" },
    empty: words.number.noMissing,
    note: beyond(feature, doc.person) ? words.number.beyond(bare(feature, low), withUnit(feature, high)) : null,
    ...(feature.missing ? { title: words.number.mayMiss(words.values.unknown) } : {}),
    take: (value) => {
      ui.edit((before) => setValue(before, feature, value));
      return null;
    },
    step: (by) => ui.edit((before) => setValue(before, feature, Number((now + by * 10 ** -decimalsOf(feature)).toFixed(decimals))), `value ${feature.name}`),
  };
}

/** Why a typed value was not taken, or that it is an unusual one. */
const beside = (state: State, feature: FeatureInfo, ui: Ui): TemplateResult | typeof nothing => (isDiscrete(feature) ? nothing : besideBox(state, personBox(state.doc, feature, ui)));

const DIRECTION_ICON = { free: icons.arrowBoth, increase: icons.arrow, decrease: icons.arrowLeft };

/** Whether it can go up or down, and on from there. */
const isDirected = ({ kind }: FeatureInfo): boolean => kind !== "categorical" && kind !== "binary";

function meta(doc: Doc, feature: FeatureInfo, limit: Limit, ui: Ui): TemplateResult {
  return html`<div class="meta">
    ${isDirected(feature) ? picker(words.directionOf(feature.name), Object.entries(words.direction), limit.change, (change) => ui.edit((now) => setLimit(now, feature.name, { change: change as Limit["change"] })), "choose dir", DIRECTION_ICON[limit.change]()) : nothing}
    <span class="gap"></span>
    ${difficulty(doc, feature, ui)}
  </div>`;
}

const FIVE: readonly Difficulty[] = [1, 2, 3, 4, 5];

/** The word nearest to a weight. Each stands for twice the one before, from a quarter on. */
export function difficultyOf(weight: number): Difficulty {
  const distance = (one: Difficulty): number => Math.abs(Math.log(Math.max(weight, 1e-9) * 4) - Math.log(2) * (one - 1));
  return FIVE.reduce((best, one) => (distance(one) < distance(best) ? one : best));
}

/** Behind the five words, and those of one direction: a price that is written out, and of numbers that less or more is better. */
const OWN = 8;
const [LESS, MORE] = [9, 10];

function difficulty(doc: Doc, feature: FeatureInfo, ui: Ui): TemplateResult {
  const { up, down } = weightOf(doc, feature);
  const now = difficultyOf(Math.sqrt(up * down));
  const price = doc.prices.get(feature.name);
  const directed = isDirected(feature);
  const chosen = price ? (!("each" in price) ? OWN : price.each < 0 ? MORE : LESS) : !directed || up === down ? now : up > down ? 6 : 7;
  const worded = [...FIVE, ...(directed ? ([6, 7] as const) : [])].map((one) => [one, words.difficulty[one]] as const);
  const priced = Number.isNaN(coordinate(feature, doc.person)) ? [] : ([[OWN, words.price.own], ...(isDiscrete(feature) ? [] : [[LESS, words.price.less], [MORE, words.price.most]] as const)] as const);
  const take = (picked: string): void => {
    const value = Number(picked);
    if (value === OWN) ui.edit((before) => setPrice(before, feature.name, priceOf(feature, before.person, Math.sqrt(up * down))));
    else if (value > OWN) ui.edit((before) => setPrice(before, feature.name, { each: value === LESS ? 1 : -1 }));
    else ui.edit((before) => setPrice(setDifficulty(before, feature.name, value as Difficulty), feature.name, null));
  };
  const marks = html`<i class="five ${price ? "off" : ""}" aria-hidden="true">${FIVE.map((one) => html`<s class=${one <= now ? "full" : ""}></s>`)}</i>`;
  return picker(words.difficultyOf(feature.name), [...worded, ...priced].map(([key, text]) => [String(key), text]), String(chosen), take, "choose diff", marks);
}
