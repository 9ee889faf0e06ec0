/** The words beside a lesson's figure: its subject, and the question that is answered once something has been done. */
import { html, type TemplateResult } from "lit/html.js";
import { icons } from "../page/view/icons.js";
import { lessonWords as words, type LessonText } from "./words.js";

/** `found` is the result that a person has found out, null until then. */
export function wordsOf(text: LessonText, found: string | null): TemplateResult {
  return html`<div class="words">
    <h2>${text.title}</h2>
    ${text.paragraphs.map((paragraph) => html`<p>${paragraph.split("*").map((part, index) => (index % 2 === 1 ? html`<b>${part}</b>` : part))}</p>`)}
    <div class="question">
      <p class="cap">${text.drag}</p>
      <p class="ask">${text.question}</p>
      <p class="found" aria-live="polite">${found === null ? html`<span class="cap">${words.notYet}</span>` : html`${icons.tick()}<span><b>${text.found}</b> ${found}</span>`}</p>
    </div>
    <slot name="foot"></slot>
  </div>`;
}
