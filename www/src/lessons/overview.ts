/** The overview of the lessons: the applicant, the list of lessons with their claims, and how many are answered. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import { number } from "../page/view/format.js";
import { icons } from "../page/view/icons.js";
import { APPLICANT, SCHEMA } from "./plane.js";
import { strong } from "./question.js";
import { lessonWords as words, type LessonName } from "./words.js";

export function overview(names: readonly LessonName[], answered: ReadonlySet<LessonName>, forget: () => void): TemplateResult {
  const text = words.overview;
  const [amount = "", months = ""] = SCHEMA.features.map(({ unit = "" }, axis) => `${number(APPLICANT[axis as 0 | 1])}\u00a0${unit}`);
  const next = names.find((name) => !answered.has(name));
  const [first] = names;
  const begin = next === undefined ? text.again : answered.size === 0 ? text.begin : text.goOn(words.text[next].name);
  return html`<section class="overview">
    <h2>${text.title}</h2>
    ${text.paragraphs(amount, months).map((paragraph) => html`<p>${strong(paragraph)}</p>`)}
    <div class="foot"><a class="btn solid" href="#${next ?? first}">${begin}${icons.arrow()}</a></div>
    <ol class="cards">
      ${names.map((name, index) => html`<li><a href="#${name}"><span class="number">${answered.has(name) ? html`${icons.tick()}<span class="visually-hidden">${text.answered}</span>` : index + 1}</span><span><b>${words.text[name].name}</b><span class="claim">${words.text[name].title}</span></span></a></li>`)}
    </ol>
    <p class="cap progress"><span>${text.progress(answered.size, names.length)} ${text.kept}</span>${answered.size > 0 ? html`<button type="button" class="btn" @click=${forget}>${text.forget}</button>` : nothing}</p>
  </section>`;
}
