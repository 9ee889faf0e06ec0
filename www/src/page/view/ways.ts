/** The ways to the target in one list: the changes of each, and the reasons why it is listed. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import { repeat } from "lit/directives/repeat.js";
import { isDiscrete } from "../../model/feature.js";
import { ownDecimals } from "../state/answer/rounding.js";
import { setNorm, setWay } from "../state/editing/actions.js";
import { clauses, isOld, isPriced } from "../state/answer/selectors.js";
import { further as furtherDrawers } from "./further.js";
import { ownOf } from "../state/request/request.js";
import { distinctOf, further, MOST_FURTHER, nameOf, rulesFor, setSeveral, severalOf } from "../state/request/several.js";
import type { Shown, State, Way } from "../state/document/state.js";
import { alike, inPlace } from "../state/answer/ways.js";
import type { Doc, Measure } from "../state/document/document.js";
import { cost, percent, withUnit } from "./format.js";
import { picker } from "./picker.js";
import { pinButton } from "./pins.js";
import { numbers, price } from "./targets.js";
import type { Ui } from "./callbacks.js";
import { words } from "./words.js";
import { voiceFor } from "./words/voice.js";

/** The name of a way: on the map, on paper, of a pin, in a table. */
export function wayText(way: Way): string {
  switch (way.kind) {
    case "cheapest":
      return words.way[isPriced(way.of) ? "cheapest" : "least"];
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
      return words.several.name(way.after ?? 1);
  }
}

/** The name; of a further answer also how it differs from those before it. */
export const reason = (way: Way): string => (way.kind === "other" ? words.several.way(way.distinct ?? "features", way.after ?? 1, way.share) : wayText(way));

/** The option by which every change has a price besides; and that price, until another is typed. */
const BESIDES = "";
const EACH = 0.1;

/** The measure of a person's own, and the drawer in which its numbers are set. */
const OWN = "measure";

/** A choice in a heading. */
const QUIET = "cap choose measure";

export function ways(state: State, ui: Ui): TemplateResult | typeof nothing {
  const list = inPlace(state.ways, state.held);
  const [cheapest] = list;
  if (!cheapest) return nothing;
  const others = further(state.ways);
  const chosen = list.find((way) => !way.breaks && alike(state.ways, way).some(({ id }) => id === state.doc.way)) ?? cheapest;
  const { norm, perChange } = state.doc;
  const mine = typeof norm === "object";
  const norms = (["l1", "l2", "linf", "l0", "few", ...((state.doc.model?.info.rows ?? 0) > 1 ? ["rows"] : []), ...(mine || furtherDrawers.has(OWN) ? [OWN] : [])] as (keyof typeof words.measure)[]).map((one) => [one, words.measure[one]] as const);
  const besides = (perChange: number): null => {
    ui.edit((doc) => ({ ...doc, perChange }));
    return null;
  };
  const take = (to: string): void => {
    if (to === BESIDES) besides(EACH);
    else ui.edit((doc) => setNorm(doc, to === OWN ? ownOf(norm) : (to as Measure)));
    if (to === OWN) ui.set({ drawer: OWN });
  };
  const hold = (): void => {
    if (state.held?.of !== cheapest.shown) ui.set({ held: { of: cheapest.shown, ids: list.map(({ id }) => id) } });
  };
  return html`<div class="blk other-ways" aria-busy=${list.some((way) => isOld(state, way.of))} @pointerover=${hold} @pointerleave=${() => ui.set({ held: null })}>
    <div class="h"><h3>${words.otherWays}</h3>${picker(words.measureOf, perChange > 0 ? norms : [...norms, [BESIDES, words.eachCosts]], mine ? OWN : norm, take, QUIET)}</div>
    ${perChange > 0 ? numbers(state, ui, [[words.eachCosts, price(words.eachCosts, perChange, false, besides)]]) : nothing}
    <div class="ways" role="radiogroup" aria-label=${words.otherWays} @keydown=${walk}>
      ${repeat(list, ({ id }) => id, (way) => entry(state, way, way === chosen, ui))}
    </div>
    ${others.length > 0 ? differing(state, others, ui) : nothing}
    ${pinButton(state, wayText(chosen), ui)}
  </div>`;
}

/** How further answers differ, and how many of them there are. */
function differing({ doc }: State, others: readonly Way[], ui: Ui): TemplateResult {
  const text = words.several;
  const { distinct, count } = severalOf(doc);
  const rules = rulesFor(doc).map((one) => [nameOf(one), text.by(one)] as const);
  const ended = others.length < count || others.at(-1)?.state === "impossible";
  const button = (to: number, name: string): TemplateResult => html`<button type="button" class="link quiet" @click=${() => ui.edit((now) => setSeveral(now, { count: to }))}>${name}</button>`;
  return html`<div class="further-more">${picker(text.rule, rules, nameOf(distinct), (to) => ui.edit((now) => setSeveral(now, { distinct: distinctOf(to) })), QUIET)}${!ended && count < MOST_FURTHER ? button(count + 1, text.more) : nothing}${count > 1 ? button(count - 1, text.fewer) : nothing}</div>`;
}

/** A way: its changes, and under them the reasons why it is listed; or that there is none, or none yet. One of an old question is dimmed. */
function entry(state: State, way: Way, on: boolean, ui: Ui): TemplateResult {
  const { doc, ways } = state;
  const { shown, breaks } = way;
  const least = way.distinct ? words.several.least : [];
  const known = breaks ? voiceFor(doc.model?.subject).keeps : way.distinct === "met" && shown ? [] : { impossible: words.notPossible, open: words.several.open, waiting: shown ? least : words.waiting, proved: least }[way.state];
  return html`<button
    type="button"
    class="way ${on ? "on" : ""} ${isOld(state, way.of) ? "stale" : ""}"
    role="radio"
    aria-checked=${on}
    tabindex=${on ? "0" : "-1"}
    ?disabled=${!shown || breaks}
    @click=${() => ui.edit((now) => setWay(now, way.id))}
  ><span class="name">${shown ? steps(doc, shown) : reason(way)}</span><span class="cost">${shown && !breaks ? cost(way.cost) : ""}</span><span class="cap">${(shown ? alike(ways, way).map(reason) : []).concat(known).join("\u00a0\u00b7 ")}</span></button>`;
}

/** The changes of an answer, in short: "Credit amount: 963 EUR less". */
export function steps(doc: Doc, shown: Shown): string {
  const text = words.way;
  return text.steps(
    clauses(doc, shown).map(({ feature, now, printed, decimals }) => {
      const places = Math.max(decimals, ownDecimals(feature, now));
      // From the present value as it is told, so that both add up to the value that was checked. Levels have no difference, and one of percents reads as a share.
      const by = isDiscrete(feature) || feature.unit?.includes("%") ? 0 : Number((printed - Number(now.toFixed(places))).toFixed(places));
      return text.step(feature.name, by ? withUnit(feature, Math.abs(by), places) : withUnit(feature, printed, decimals), by);
    }),
  );
}

/** Arrow keys walk a group of choices and choose as they go, as radio buttons do. */
export function walk(event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  const group = event.currentTarget as HTMLElement;
  const all = [...group.querySelectorAll<HTMLButtonElement>("button:not(:disabled)")];
  const at = all.indexOf(event.target as HTMLButtonElement);
  const next = all[(at + by + all.length) % all.length];
  next?.focus();
  next?.click();
}
