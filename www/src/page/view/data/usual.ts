/** How usual an answer must be, in words. */
import { html, type TemplateResult } from "lit/html.js";
import { targetClasses } from "../../state/request/request.js";
import type { Shown, State } from "../../state/document/state.js";
import { referenceOf } from "../../../measure/target.js";
import { SHARES, setTypical, setUsual } from "../../state/limits/typical.js";
import { number } from "../format.js";
import { segments } from "../segments.js";
import { className } from "../targets.js";
import type { Ui } from "../callbacks.js";
import { words } from "../words.js";
import type { Doc } from "../../state/document/document.js";

/** The rows that answers are compared with: "accepted rows". */
export function rowsText(doc: Doc): string {
  if ("value" in doc.target) return words.data.usual.rows;
  // Of a difference of two models all rows count.
  const wanted = referenceOf(doc.target) ? [] : targetClasses(doc.target, doc.model?.info.classes ?? []);
  const [one] = wanted;
  return wanted.length === 1 && one !== undefined ? words.data.usual.rowsOf(className(doc, one)) : words.data.usual.suchRows;
}

/** The steps, as a choice of one; the meaning of the chosen one stands below. */
export function usual({ doc }: State, ui: Ui): TemplateResult {
  const text = words.data.usual;
  const options: (number | null)[] = [null, ...SHARES];
  if (doc.typical !== null && !SHARES.includes(doc.typical)) options.push(doc.typical);
  return html`<fieldset class="usual">
    <legend>${text.title}</legend>
    ${segments("usual", options.map((share) => [share, share === null ? text.any : text.as(share)] as const), doc.typical, (share) => ui.edit((now) => setTypical(now, share)))}
    <label class="check"><input type="checkbox" .checked=${doc.usual} @change=${(event: Event) => ui.edit((now) => setUsual(now, (event.currentTarget as HTMLInputElement).checked))} />${text.show}</label>
    <p class="cap">${doc.typical === null ? text.none : text.explain(doc.typical, rowsText(doc))}</p>
  </fieldset>`;
}

/** How usual an answer is, where that was asked for. */
export function lengthText({ answer }: Shown): string | null {
  const found = answer.counterfactuals[0]?.path_length;
  const needed = answer.min_path_length;
  if (found === undefined || needed === undefined) return null;
  // Written so that the first is not below the second.
  const digits = [1, 2, 3, 4, 6].find((places) => Number(found.toFixed(places)) > Number(needed.toFixed(places))) ?? 9;
  return words.data.usual.length(number(Number(found.toFixed(digits)), digits), number(Number(needed.toFixed(digits)), digits));
}
