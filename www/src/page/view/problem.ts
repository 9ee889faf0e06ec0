/** Bad input: the document, the place, the fault, the right input. A card over the map, not a modal; the state stays. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Doc } from "../state/document/document.js";
import type { Problem, State } from "../state/document/state.js";
import { originAt } from "../state/request/request.js";
import { limitText } from "./chips.js";
import { bytes } from "./format.js";
import { icons } from "./icons.js";
import { copying } from "./menus.js";
import type { Ui } from "./callbacks.js";
import { words } from "./words.js";

export function problemCard(state: State, ui: Ui): TemplateResult | typeof nothing {
  const { problem, doc } = state;
  if (!problem) return nothing;
  const { error } = problem;
  return html`<div class="bad" role="alert" part="problem">
    <div class="line">
      <h2>${words.problem.title(problem.fault ? "engine" : error.source, error.where)}</h2>
      <span class="gap"></span>
      <button type="button" class="btn ico" aria-label=${words.close} @click=${() => ui.set({ problem: null })}>${icons.close()}</button>
    </div>
    <dl>${lines(problem, doc).map(([name, text, more]) => html`<dt>${name}</dt><dd>${more === undefined ? text : html`<b class="mono">${text}</b>${more}`}${name === words.problem.wrong ? excerpt(problem) : nothing}</dd>`)}</dl>
    <div class="line foot">
      <button type="button" class="btn solid" @click=${() => ui.pickFile()}>${words.problem.another}</button>
      ${copying(state, ui, report(problem, doc), words.problem.copy, "btn line-button")}
      <span class="gap"></span>
      <span class="cap">${error.source === "request" ? nothing : doc.model ? words.problem.stays(doc.model.title) : words.problem.nothing}</span>
    </div>
  </div>`;
}

function excerpt(problem: Problem): TemplateResult | typeof nothing {
  const { excerpt: found } = problem.error;
  if (!found) return nothing;
  const { text, start, end } = found;
  return html`<div class="code">${text.slice(0, start)}<u>${text.slice(start, end)}</u>${text.slice(end)}</div>`;
}

/** The finding: names of its parts, their texts, and beside a file its size. A place in a limit is told by the limit. */
function lines({ file, bytes: size, error }: Problem, doc: Doc): [name: string, text: string, more?: string][] {
  const { what, where, wrong, right } = words.problem;
  const limit = error.source === "request" && error.where !== undefined ? originAt(doc, error.where) : undefined;
  return [
    ...(file === null ? [] : [[what, file, size === null ? "" : `, ${bytes(size)}`] as [string, string, string]]),
    ...([[where, limit ? limitText(doc, limit) : error.where], [wrong, error.what], [right, error.right]] as const).flatMap(([name, text]): [string, string][] => (text === undefined ? [] : [[name, text]])),
  ];
}

/** The whole finding as plain text. */
export function report(problem: Problem, doc: Doc): string {
  const excerpt = problem.error.excerpt?.text;
  return lines(problem, doc).flatMap(([name, text, more = ""]) => [`${name}: ${text}${more}`, ...(name === words.problem.wrong && excerpt !== undefined ? [excerpt] : [])]).join("\n");
}
