/** `<espalier-lessons>`: the page of all lessons. The one that is open and its state stand in the address; the answered ones are kept on this computer. */
import { html, LitElement, nothing, unsafeCSS, type TemplateResult } from "lit";
import brandCss from "../page/view/brand.css?inline";
import { icons } from "../page/view/icons.js";
import { tokens } from "../page/view/tokens.js";
import { words as common } from "../page/view/words.js";
import { fragmentOf, placeOf, type LessonState } from "./address.js";
import { NAMES } from "./kinds.js";
import { overview } from "./overview.js";
import overviewCss from "./overview.css?inline";
import pageCss from "./page.css?inline";
import { answeredLessons, keepAnswered } from "./progress.js";
import { lessonWords as words, type LessonName } from "./words.js";

/** Milliseconds between a change of a lesson and the address that tells it: browsers refuse addresses that change in every frame. By hand. */
const SETTLED = 250;

export class EspalierLessons extends LitElement {
  static override styles = [tokens, brandCss, pageCss, overviewCss].map(unsafeCSS);
  static override properties = { name: { state: true }, from: { state: true }, answered: { state: true }, listed: { state: true }, copied: { state: true } };
  /** The lesson that is open; null: the overview. */
  declare name: LessonName | null;
  /** The state that it was opened in. */
  declare from: LessonState;
  declare answered: ReadonlySet<LessonName>;
  /** Whether the list is unfolded where it is not beside the lesson but above it. */
  declare listed: boolean;
  declare copied: boolean;

  #telling: ReturnType<typeof setTimeout> | undefined;
  /** The address of the state that is shown. */
  #fragment = "";
  /** The address that this page followed or wrote last. The window has another one between a press of a link and its event. */
  #known = "";

  #follow = (event?: Event): void => {
    clearTimeout(this.#telling);
    const { name, state } = placeOf(location.hash, NAMES);
    [this.name, this.from, this.listed, this.copied] = [name, state, false, false];
    this.#fragment = this.#known = location.hash;
    document.title = `${name === null ? words.series : words.text[name].name} \u2013 ${common.brand}`;
    // Whoever has gone to another lesson goes on at its heading.
    if (event) void this.#toHeading();
  };

  async #toHeading(): Promise<void> {
    await this.updateComplete;
    const lesson = this.renderRoot.querySelector<LitElement>("espalier-lesson, espalier-walk");
    await lesson?.updateComplete;
    const heading = (lesson ?? this).renderRoot.querySelector<HTMLElement>("h2");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }

  /** The sheet has the address of the state that is printed. */
  #printed = (): void => {
    this.#write();
    this.renderRoot.querySelector<LitElement>("espalier-lesson, espalier-walk")?.requestUpdate();
  };

  constructor() {
    super();
    this.name = null;
    this.from = {};
    this.answered = answeredLessons(NAMES);
    this.listed = false;
    this.copied = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("hashchange", this.#follow);
    window.addEventListener("beforeprint", this.#printed);
    this.#follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("hashchange", this.#follow);
    window.removeEventListener("beforeprint", this.#printed);
    clearTimeout(this.#telling);
  }

  #keep(answered: ReadonlySet<LessonName>): void {
    this.answered = answered;
    keepAnswered(answered);
  }

  /** Puts the state of the open lesson into the address, without a step of the browser's history. */
  #tell(name: LessonName, state: LessonState): void {
    const fragment = fragmentOf(name, state);
    if (fragment !== this.#fragment) this.copied = false;
    this.#fragment = fragment;
    clearTimeout(this.#telling);
    this.#telling = setTimeout(() => this.#write(), SETTLED);
  }

  #write(): void {
    clearTimeout(this.#telling);
    if (location.hash !== this.#known || this.#fragment === this.#known) return;
    history.replaceState(history.state, "", this.#fragment);
    this.#known = location.hash;
  }

  #startOver(name: LessonName): void {
    this.#fragment = `#${name}`;
    this.#write();
    this.from = {};
  }

  protected override render(): TemplateResult {
    return html`${this.name === null ? nothing : html`<button type="button" class="btn solid jump" @click=${() => void this.#toHeading()}>${words.jump}</button>`}<header class="top">
        <span class="brand">${icons.brand()}<span>${common.brand}</span></span>
        <h1>${words.series}</h1>
        <span class="gap"></span>
        ${this.name === null ? nothing : html`<a class="btn" href="#">${words.all}</a>`}
        <a class="btn" href="./">${words.tool}</a>
      </header>
      <div class="body">${this.name === null ? overview(NAMES, this.answered, () => this.#keep(new Set())) : this.#lesson(this.name)}</div>`;
  }

  #lesson(name: LessonName): TemplateResult {
    const told = (event: CustomEvent<LessonState>): void => this.#tell(name, event.detail);
    const done = (): void => {
      if (!this.answered.has(name)) this.#keep(new Set([...this.answered, name]));
    };
    const at = NAMES.indexOf(name);
    const foot = this.#foot(name, NAMES[at - 1], NAMES[at + 1]);
    return html`<nav aria-label=${words.all}>
        <button type="button" class="fold" aria-expanded=${this.listed ? "true" : "false"} aria-controls="list" @click=${() => (this.listed = !this.listed)}><span>${words.at(at + 1, NAMES.length)}</span><b>${words.text[name].name}</b>${this.listed ? icons.up() : icons.down()}</button>
        <ol id="list" class=${this.listed ? "" : "folded"}>
          ${NAMES.map((one, index) => html`<li><a href="#${one}" aria-current=${one === name ? "page" : nothing} title=${words.text[one].name}><span class="number">${index + 1}</span><span class="name">${words.text[one].name}</span>${this.answered.has(one) ? html`${icons.tick()}<span class="visually-hidden">${words.overview.answered}</span>` : nothing}</a></li>`)}
        </ol>
      </nav>
      ${name === "walk"
        ? html`<espalier-walk .from=${this.from} @lesson-state=${told} @lesson-answered=${done}>${foot}</espalier-walk>`
        : html`<espalier-lesson .name=${name} .from=${this.from} @lesson-state=${told} @lesson-answered=${done}>${foot}</espalier-lesson>`}`;
  }

  #foot(name: LessonName, before: LessonName | undefined, after: LessonName | undefined): TemplateResult {
    const copy = async (): Promise<void> => {
      this.#write();
      await navigator.clipboard.writeText(location.href);
      this.copied = true;
    };
    return html`<div slot="foot" class="foot">
        ${before ? html`<a class="btn line-button" href="#${before}">${icons.arrowLeft()}${words.text[before].name}</a>` : nothing}
        ${after ? html`<a class="btn solid" href="#${after}">${words.text[after].name}${icons.arrow()}</a>` : html`<a class="btn solid" href="./">${words.tool}${icons.arrow()}</a>`}
        <span class="tools">
          <button type="button" class="btn" @click=${() => this.#startOver(name)}>${words.startOver}</button>
          <button type="button" class="btn" @click=${() => void copy().catch(() => undefined)}>${this.copied ? words.copied : words.copyLink}</button>
          <button type="button" class="btn" @click=${() => print()}>${words.print}</button>
        </span>
      </div>`;
  }
}
