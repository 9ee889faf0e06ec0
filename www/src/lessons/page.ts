/** `<espalier-lessons>`: the page of all lessons; which one is open stands in the address. */
import { html, LitElement, nothing, unsafeCSS, type TemplateResult } from "lit";
import brandCss from "../page/view/brand.css?inline";
import { icons } from "../page/view/icons.js";
import { tokens } from "../page/view/tokens.js";
import { words as common } from "../page/view/words.js";
import { NAMES } from "./kinds.js";
import pageCss from "./page.css?inline";
import { lessonWords as words, type LessonName } from "./words.js";

export class EspalierLessons extends LitElement {
  static override styles = [tokens, brandCss, pageCss].map(unsafeCSS);
  static override properties = { name: { state: true }, listed: { state: true } };
  declare name: LessonName;
  /** Whether the list is unfolded where it is not beside the lesson but above it. */
  declare listed: boolean;

  #follow = (): void => {
    const asked = location.hash.slice(1);
    this.name = NAMES.find((name) => name === asked) ?? NAMES[0] ?? "boxes";
    this.listed = false;
    document.title = `${words.text[this.name].name} \u2013 ${common.brand}`;
  };

  constructor() {
    super();
    this.name = "boxes";
    this.listed = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("hashchange", this.#follow);
    this.#follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("hashchange", this.#follow);
  }

  protected override render(): TemplateResult {
    const at = NAMES.indexOf(this.name);
    const [before, after] = [NAMES[at - 1], NAMES[at + 1]];
    return html`<header class="top">
        <span class="brand">${icons.brand()}<span>${common.brand}</span></span>
        <h1>${words.series}</h1>
        <span class="gap"></span>
        <a class="btn" href="./">${words.tool}</a>
      </header>
      <div class="body">
        <nav aria-label=${words.all}>
          <p class="cap">${words.count}</p>
          <button type="button" class="fold" aria-expanded=${this.listed ? "true" : "false"} aria-controls="list" @click=${() => (this.listed = !this.listed)}><span>${words.at(at + 1, NAMES.length)}</span><b>${words.text[this.name].name}</b>${this.listed ? icons.up() : icons.down()}</button>
          <ol id="list" class=${this.listed ? "" : "folded"}>
            ${NAMES.map((name, index) => html`<li><a href="#${name}" aria-current=${name === this.name ? "page" : nothing}><span>${index + 1}</span>${words.text[name].name}</a></li>`)}
          </ol>
        </nav>
        ${this.name === "walk" ? html`<espalier-walk>${this.#foot(before, after)}</espalier-walk>` : html`<espalier-lesson .name=${this.name}>${this.#foot(before, after)}</espalier-lesson>`}
      </div>`;
  }

  #foot(before: LessonName | undefined, after: LessonName | undefined): TemplateResult {
    return html`<div slot="foot" class="foot">
            ${before ? html`<a class="btn line-button" href="#${before}">${icons.arrowLeft()}${words.text[before].name}</a>` : nothing}
            ${after ? html`<a class="btn solid" href="#${after}">${words.text[after].name}${icons.arrow()}</a>` : html`<a class="btn solid" href="./">${words.tool}${icons.arrow()}</a>`}
          </div>`;
  }
}
