/** Whether the answer must lie between rows, in words. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import { BETWEEN, CLUSTERS, EPSILONS, PRICES, setHull } from "../../state/limits/hull.js";
import type { Shown, State } from "../../state/document/state.js";
import { percent } from "../format.js";
import { segments } from "../segments.js";
import { picker } from "../picker.js";
import type { Ui } from "../callbacks.js";
import { words } from "../words.js";
import { rowsText } from "./usual.js";
import type { Hull } from "../../state/document/document.js";

/** Before the prices among the distances. */
const SOFT = "price ";
/** So many rows of a mixture are named. */
const NAMED = 3;

export function between({ doc }: State, ui: Ui): TemplateResult {
  const text = words.data.hull;
  const { hull } = doc;
  const set = (part: Partial<Hull> | null): void => ui.edit((now) => setHull(now, part && { ...(now.hull ?? BETWEEN), ...part }));
  const move = (to: string): void =>
    ui.edit((now) => {
      const { norm, clusters } = now.hull ?? BETWEEN;
      return setHull(now, { ...(to.startsWith(SOFT) ? { price: Number(to.slice(SOFT.length)) } : { epsilon: Number(to) }), norm, clusters });
    });
  const numbers = (list: readonly number[], own: number | undefined, say: (n: number) => string): [string, string][] =>
    [...new Set([...list, ...(own === undefined ? [] : [own])])].sort((a, b) => a - b).map((n) => [String(n), say(n)]);
  return html`<fieldset class="usual">
    <legend>${text.title}</legend>
    ${segments("hull", [[false, text.any], [true, text.between]], hull !== null, (on) => set(on ? {} : null))}
    ${hull
      ? html`${picker(text.epsilon, [...numbers(EPSILONS, hull.epsilon, (n) => (n === 0 ? text.exactly : text.outside(n))), ...numbers(PRICES, hull.price, text.soft).map(([n, name]): [string, string] => [SOFT + n, name])], hull.price === undefined ? String(hull.epsilon) : SOFT + String(hull.price), move)}
          ${hull.epsilon !== 0 ? picker(text.norm, Object.entries(text.norms), hull.norm, (to) => set({ norm: to as Hull["norm"] })) : nothing}
          ${picker(text.clusters, numbers(CLUSTERS, hull.clusters, text.groups), String(hull.clusters), (to) => set({ clusters: Number(to) }))}`
      : nothing}
    <p class="cap">${hull ? text.explain(hull, rowsText(doc)) : text.none}</p>
  </fieldset>`;
}

/** Of which rows an answer is a mixture, where that was asked for; the largest shares by number. */
export function mixtureText({ request, answer }: Shown): string | null {
  const parts = [...(answer.counterfactuals[0]?.hull ?? [])].sort((a, b) => b.weight - a.weight || a.row - b.row);
  if (parts.length === 0) return null;
  const named = parts.length > NAMED + 1 ? parts.slice(0, NAMED) : parts;
  const list = named.map(({ row, weight }) => ({ row, share: percent(weight) }));
  return words.data.hull.witness(list, parts.length - named.length, Number(request.plausibility?.hull?.price ?? request.plausibility?.hull?.epsilon ?? 0) > 0);
}
