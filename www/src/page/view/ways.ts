/** Other ways to the target, and further answers that differ; the name of each. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import { repeat } from "lit/directives/repeat.js";
import { setNorm, setWay } from "../state/editing/actions.js";
import { isOld } from "../state/answer/selectors.js";
import { distinctOf, further, MOST_FURTHER, nameOf, rulesFor, setSeveral, severalOf } from "../state/request/several.js";
import type { State, Way } from "../state/document/state.js";
import { inPlace } from "../state/answer/ways.js";
import type { Measure } from "../state/document/document.js";
import { cost, percent } from "./format.js";
import { picker } from "./picker.js";
import { pinButton } from "./pins.js";
import { numbers, price } from "./targets.js";
import type { Ui } from "./callbacks.js";
import { words } from "./words.js";
import { voiceFor } from "./words/voice.js";

export function wayText(way: Way): string {
  switch (way.kind) {
    case "cheapest":
      return words.way.cheapest;
    case "fewest":
      return words.way.fewest;
    case "safest":
      return words.way.safest(percent(way.probability ?? 0));
    case "without":
      return words.way.without(way.feature ?? "");
    case "typical":
      return words.data.usual.way(way.share ?? 0);
    case "row":
      return words.way.row(way.row ?? null);
    case "other":
      return words.several.way(way.distinct ?? "features", way.after ?? 1, way.share);
  }
}

/** The option by which every change has a price besides; and that price, until another is typed. */
const BESIDES = "";
const EACH = 0.1;

/** A choice in a heading. */
const QUIET = "cap choose measure";

export function ways(state: State, ui: Ui): TemplateResult | typeof nothing {
  const list = inPlace(state.ways, state.held);
  const [cheapest] = list;
  if (!cheapest) return nothing;
  const others = further(state.ways);
  const all = [...list, ...others];
  const chosen = all.find((way) => way.id === state.doc.way && way.shown && !way.breaks) ?? cheapest;
  const { norm, perChange } = state.doc;
  const norms = (["l1", "l2", "linf", "l0", "few", ...((state.doc.model?.info.rows ?? 0) > 1 ? ["rows"] : [])] as Measure[]).map((one) => [one, words.measure[one]] as const);
  const besides = (perChange: number): null => {
    ui.edit((doc) => ({ ...doc, perChange }));
    return null;
  };
  const take = (to: string): unknown => (to === BESIDES ? besides(EACH) : ui.edit((doc) => setNorm(doc, to as Measure)));
  const hold = (): void => {
    if (state.held?.of !== cheapest.shown) ui.set({ held: { of: cheapest.shown, ids: list.map(({ id }) => id) } });
  };
  return html`<div class="blk other-ways" aria-busy=${all.some((way) => isOld(state, way.of))} @pointerover=${hold} @pointerleave=${() => ui.set({ held: null })}>
    <div class="h"><h3>${words.otherWays}</h3>${picker(words.measureOf, perChange > 0 ? norms : [...norms, [BESIDES, words.eachCosts]], norm, take, QUIET)}</div>
    ${perChange > 0 ? numbers(state, ui, [[words.eachCosts, price(words.eachCosts, perChange, false, besides)]]) : nothing}
    ${group(state, words.otherWays, list, chosen, others.length > 0 ? 1 : null, ui)}
    ${others.length > 0 ? differing(state, others, chosen, ui) : nothing}
    ${pinButton(state, wayText(chosen), ui)}
  </div>`;
}

/** Answers that differ from each other by a rule. */
function differing(state: State, others: readonly Way[], chosen: Way, ui: Ui): TemplateResult {
  const text = words.several;
  const { distinct, count } = severalOf(state.doc);
  const rules = rulesFor(state.doc).map((one) => [nameOf(one), text.by(one)] as const);
  const ended = others.length < count || others.at(-1)?.state === "impossible";
  const button = (to: number, name: string): TemplateResult => html`<button type="button" class="link quiet" @click=${() => ui.edit((now) => setSeveral(now, { count: to }))}>${name}</button>`;
  return html`<div class="h further"><h3>${text.title}</h3>${picker(text.rule, rules, nameOf(distinct), (to) => ui.edit((now) => setSeveral(now, { distinct: distinctOf(to) })), QUIET)}</div>
    ${group(state, text.title, others, chosen, 2, ui)}
    <p class="cap">${text.explain(distinct)}</p>
    <div class="further-more">${!ended && count < MOST_FURTHER ? button(count + 1, text.more) : nothing}${count > 1 ? button(count - 1, text.fewer) : nothing}</div>`;
}

/**
 * Ways of which one is chosen; `first`: the number of the first, where answers are told apart by numbers. Those of an old question are
 * dimmed, each by itself.
 */
function group(state: State, label: string, list: readonly Way[], chosen: Way, first: number | null, ui: Ui): TemplateResult {
  const focused = list.includes(chosen) ? chosen : list.find((way) => way.shown && !way.breaks);
  return html`<div class="ways" role="radiogroup" aria-label=${label} @keydown=${(event: KeyboardEvent) => walk(event)}>
    ${repeat(list, ({ id }) => id, (way, at) => {
      const best = way.shown?.answer.counterfactuals[0];
      const number = first !== null && (way.kind === "other" || way.kind === "cheapest") ? first + at : null;
      return html`<button
        type="button"
        class="way ${way === chosen ? "on" : ""} ${isOld(state, way.of) ? "stale" : ""}"
        role="radio"
        aria-checked=${way === chosen}
        tabindex=${way === focused ? "0" : "-1"}
        ?disabled=${!way.shown || way.breaks !== undefined}
        @click=${() => ui.edit((doc) => setWay(doc, way.id))}
      ><span class="name">${number === null ? nothing : html`<span class="nth">${number}</span> `}${wayText(way)}</span><span class="cap">${detail(way, state.doc.model?.subject)}</span><span class="cost">${best && !way.breaks ? cost(way.cost) : ""}</span></button>`;
    })}
  </div>`;
}

function detail(way: Way, subject: string | undefined): string {
  const best = way.shown?.answer.counterfactuals[0];
  if (way.state === "impossible") return way.kind === "row" ? words.way.noRow : way.kind === "other" ? words.several.none : words.notPossible;
  if (way.state === "open" && way.distinct !== "met") return words.several.open;
  if (!best) return words.waiting;
  return way.breaks ? voiceFor(subject).keeps : words.changes(best.changes.length);
}

/** Arrow keys walk a group of choices and choose as they go, as radio buttons do. */
function walk(event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  const group = event.currentTarget as HTMLElement;
  const all = [...group.querySelectorAll<HTMLButtonElement>("button:not(:disabled)")];
  const at = all.findIndex((one) => one === event.target);
  const next = all[(at + by + all.length) % all.length];
  next?.focus();
  next?.click();
}
