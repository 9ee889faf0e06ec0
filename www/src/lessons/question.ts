/** The words beside a lesson's figure: its subject, the question that is answered once something has been done, the notes for teachers, and the printed sheet. */
import { html, type TemplateResult } from "lit/html.js";
import { icons } from "../page/view/icons.js";
import type { Teaching } from "./teaching.js";
import { lessonWords as words, type LessonText } from "./words.js";

/** A text whose strong words stand between asterisks. */
export const strong = (text: string): (string | TemplateResult)[] => text.split("*").map((part, index) => (index % 2 === 1 ? html`<b>${part}</b>` : part));

/** `found` is the result that a person has found out, null until then. */
export function wordsOf(text: LessonText, teaching: Teaching, found: string | null): TemplateResult {
  return html`<div class="words">
    <h2>${text.title}</h2>
    ${text.paragraphs.map((paragraph) => html`<p>${strong(paragraph)}</p>`)}
    <div class="question">
      <p class="cap">${text.drag}</p>
      <p class="ask">${text.question}</p>
      <p class="found" aria-live="polite">${found === null ? html`<span class="cap">${words.notYet}</span>` : html`${icons.tick()}<span><b>${text.found}</b> ${found}</span>`}</p>
    </div>
    <slot name="foot"></slot>
    ${notes(teaching)}
  </div>`;
}

/** For teachers, folded. */
function notes({ aim, hint, sheet }: Teaching): TemplateResult {
  const text = words.teacher;
  return html`<details class="teacher">
    <summary>${text.title}</summary>
    <p><b>${text.aim}</b> ${aim}</p>
    <p><b>${text.hint}</b> ${hint}</p>
    <p><b>${text.sheet}</b></p>
    <ol>${sheet.map(({ question, answer }) => html`<li>${question}<br /><span class="cap">${answer}</span></li>`)}</ol>
  </details>`;
}

/** The questions of the sheet, with lines to write on: on paper alone. */
export function sheetOf({ sheet }: Teaching): TemplateResult {
  const text = words.sheet;
  return html`<section class="sheet">
    <p class="line"><span>${text.name}</span><i></i><span>${text.date}</span><i></i></p>
    <ol>${sheet.map(({ question }) => html`<li>${question}<i></i><i></i></li>`)}</ol>
    <p class="cap address" data-address=${location.href}>${text.from}</p>
  </section>`;
}
