/** Bad input: the document, the place, the fault, the right input. A card over the map, not a modal; the state stays. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Problem, State } from "../state/document/state.js";
import { bytes } from "./format.js";
import { icons } from "./icons.js";
import { copying } from "./menus.js";
import type { Ui } from "./ui.js";
import { words } from "./words.js";

export function problemCard(state: State, ui: Ui): TemplateResult | typeof nothing {
  const { problem, doc } = state;
  if (!problem) return nothing;
  const { error } = problem;
  const what = [problem.file, problem.bytes === null ? null : bytes(problem.bytes)].filter((text) => text !== null);
  return html`<div class="bad" role="alert" part="problem">
    <div class="line">
      <h2>${words.problem.title(problem.fault ? "engine" : error.source, error.where)}</h2>
      <span class="gap"></span>
      <button type="button" class="btn ico" aria-label=${words.close} @click=${() => ui.set({ problem: null })}>${icons.close()}</button>
    </div>
    <dl>
      ${problem.file === null ? nothing : html`<dt>${words.problem.what}</dt><dd><b class="mono">${what[0]}</b>${what.length > 1 ? `, ${what[1] ?? ""}` : nothing}</dd>`}
      ${error.where === undefined ? nothing : html`<dt>${words.problem.where}</dt><dd>${error.where}</dd>`}
      <dt>${words.problem.wrong}</dt>
      <dd>${error.what}${excerpt(problem)}</dd>
      ${error.right === undefined ? nothing : html`<dt>${words.problem.right}</dt><dd>${error.right}</dd>`}
    </dl>
    <div class="line foot">
      <button type="button" class="btn solid" @click=${() => ui.pickFile()}>${words.problem.another}</button>
      ${copying(state, ui, report(problem), words.problem.copy, "btn line-button")}
      <span class="gap"></span>
      <span class="cap">${doc.model ? words.problem.stays(doc.model.title) : words.problem.nothing}</span>
    </div>
  </div>`;
}

function excerpt(problem: Problem): TemplateResult | typeof nothing {
  const { excerpt: found } = problem.error;
  if (!found) return nothing;
  const { text, start, end } = found;
  return html`<div class="code">${text.slice(0, start)}<u>${text.slice(start, end)}</u>${text.slice(end)}</div>`;
}

/** The whole finding as plain text. */
export function report(problem: Problem): string {
  const { error } = problem;
  const lines = [
    [words.problem.what, problem.file === null ? null : `${problem.file}${problem.bytes === null ? "" : `, ${bytes(problem.bytes)}`}`],
    [words.problem.where, error.where ?? null],
    [words.problem.wrong, error.what],
    ["", error.excerpt?.text ?? null],
    [words.problem.right, error.right ?? null],
  ];
  return lines.flatMap(([name, text]) => (text === null || text === undefined ? [] : [name ? `${name}: ${text}` : text])).join("\n");
}
