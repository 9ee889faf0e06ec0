/**
 * `<espalier-explainer>`: the whole explainer as one element. Properties are the truth and simple attributes mirror them;
 * its events bubble out of the shadow root. Importing this file defines nothing: define.ts does.
 */
import { html, LitElement, noChange, nothing, unsafeCSS, type PropertyValues, type TemplateResult } from "lit";
import { checkBeside } from "../../check/beside.js";
import { loadModel, warm } from "../../loading.js";
import { HEARD } from "../../language.js";
import { own as ownIn } from "../../own.js";
import { addressFrom, given, knownWords, pairOf, targetFrom } from "../state/opening/axes.js";
import type { Opening } from "../state/opening/opening.js";
import { personFrom, type Query } from "../state/opening/person.js";
import { inFull, requestOf } from "../state/request/request.js";
import { badgeOf, displayed, isStale } from "../state/answer/selectors.js";
import type { Port } from "../state/port.js";
import { problemOf, type State } from "../state/document/state.js";
import { TOGETHER } from "../state/document/store.js";
import type { Answer, RequestDoc, SchemaDoc, Target } from "../../types.js";
import { answer } from "../view/answer.js";
import type { Ui } from "../view/callbacks.js";
import { cards } from "../view/cards.js";
import { drawers } from "../view/drawers.js";
import { header } from "../view/header.js";
import { mapArea } from "../view/map.js";
import { printed } from "../view/print.js";
import { problemCard } from "../view/problem.js";
import { sentence } from "../view/answer-sentence.js";
import { speak, wordsOf } from "../view/language.js";
import { plain, words } from "../view/words.js";
import { App, type Picture } from "./app.js";
import type { ExplainerEvents } from "./events.js";
import { sheets } from "./sheets.js";
import { keyDown, typing } from "./keys.js";

/** The engine of this package. */
const own: Port = {
  check: checkBeside,
  load: (bytes, options) => loadModel(bytes, options),
  warm,
};

/** Parts that `controls` may name. */
const PARTS = ["header", "person", "map", "answer", "drawers"] as const;
const THEMES = ["light", "dark"];
/** Values of `fragment` by which it is on. */
const ON = ["", "true"];
const USUAL = ["person", "map", "answer"] as const;
/** Parts of the figures, and the drawer that stands open in one. A figure has neither bars nor handles; its map is square. */
const FIGURES = { boxes: "map", "shortest-way": "map answer", sentence: "answer", trees: "map drawers", search: "map drawers", compare: "map drawers", curve: "drawers" };
type PartName = (typeof PARTS)[number];

const json = {
  fromAttribute: (text: string | null): unknown => {
    if (text === null) return null;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return text;
    }
  },
  toAttribute: (value: unknown): string | null => (value === null || value === undefined ? null : typeof value === "string" ? value : JSON.stringify(value)),
};

/** A property that is given a document as text, as frameworks do that set properties where a page sets attributes, is that document. */
const read = <T>(value: T | null): T | null => (typeof value === "string" && /^\s*[[{]/.test(value) ? (json.fromAttribute(value) as T) : given(value));

export class EspalierExplainer extends LitElement {
  static override styles = sheets.map(unsafeCSS);

  static override properties = {
    model: { reflect: true },
    schema: { converter: json },
    query: { converter: json },
    target: { reflect: true, converter: json },
    axes: { reflect: true },
    subject: { reflect: true },
    controls: { reflect: true },
    figure: { reflect: true },
    examples: {},
    // Another word than the known ones is told, also where nothing changes by it.
    fragment: { converter: { fromAttribute: (text: string | null) => ON.includes(text ?? "false") }, hasChanged: () => true },
    theme: { reflect: true },
  };

  /** Address of a model file. */
  declare model: string | null;
  /** Address of a schema document, or the document. */
  declare schema: string | SchemaDoc | null;
  /** The person: raw inputs in column order, or by feature name. */
  declare query: Query | null;
  /** The target: a class by name or index, or a target document. */
  declare target: Target | string | number | null;
  /** Two feature names, with a comma or a space between them, or a JSON array of both. */
  declare axes: string | null;
  /** Whom the model decides about: "you" where the reader is the person, or "the flower"; without it sentences name nobody. */
  declare subject: string | null;
  /** Which parts are shown, of header, person, map, answer, drawers. */
  declare controls: string;
  /** A figure for a text, in place of `controls`: `boxes`, `shortest-way`, `sentence`, `trees`, `search`, `compare` or `curve`. */
  declare figure: string | null;
  /** Address of a list of examples. */
  declare examples: string | null;
  /** Whether the address's fragment holds the state: for the one explainer that is a page. */
  declare fragment: boolean;
  /** `light`, `dark`, or as the page around has it (`color-scheme`). */
  declare theme: string | null;

  /** The engine: this package's own, unless it is replaced before the element is connected. */
  declare engine: Port;

  #app: App | null = null;
  #ends: (() => void)[] = [];
  #opener: HTMLElement | null = null;
  /** When the words around the map may be drawn again while it is dragged. */
  #next = 0;

  constructor() {
    super();
    this.engine = (this as { engine?: Port }).engine ?? own;
    this.model = null;
    this.schema = null;
    this.query = null;
    this.target = null;
    this.axes = null;
    this.subject = null;
    this.controls = USUAL.join(" ");
    this.figure = null;
    this.examples = null;
    this.fragment = false;
    this.theme = null;
  }

  /** The answer that is shown, as docs/contract/answer.md has it. */
  get answer(): Answer | null {
    return this.#app ? (displayed(this.#app.state)?.answer ?? null) : null;
  }

  /** The question as it stands, as docs/contract/request.md has it. */
  get request(): RequestDoc | null {
    return this.#app?.state.doc.model ? inFull(this.#app.state.doc) : null;
  }

  /** Opens a model file that the page was given. */
  async openFile(file: File): Promise<boolean> {
    return (await this.#app?.openFile(file)) ?? false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const app = new App({ port: this.engine, picture: () => this.#picture(), fragment: this.fragment, rare: this.#has("header") });
    this.#app = app;
    for (const act of ["keydown", "pointerdown"]) this.renderRoot.addEventListener(act, this.#draw, true);
    this.#ends = [app.store.onDraw(() => this.requestUpdate()), app.store.onChange((state, before) => this.#tell(state, before))];
    this.#listen(this.fragment ? document : this, "keydown", (event: KeyboardEvent) => keyDown(event, app, this.fragment));
    this.#dropping(app);
    const redraw = (): void => this.requestUpdate();
    // The printed page has the day of the print, and shows no drag.
    this.#listen(window, "beforeprint", () => {
      app.ui.dragging(false);
      redraw();
    });
    // Words of a language that is not spoken here change nothing.
    let known = wordsOf(this.#lang);
    this.#listen(window, HEARD, () => {
      if (wordsOf(this.#lang) === known) return;
      known = wordsOf(this.#lang);
      redraw();
    });
    const watch = new MutationObserver(redraw);
    for (const around of [document, this]) watch.observe(around, { attributeFilter: ["lang"], subtree: true });
    this.#ends.push(() => watch.disconnect());
    if (this.hasUpdated) void this.#open();
    this.requestUpdate();
  }

  /**
   * Draws the first of two acts when the second begins: a control acts on the state that it was drawn with. Once a control has its new value it
   * is too late, since the drawing would take that back.
   */
  readonly #draw = (): void => {
    this.#speak();
    this.#next = 0;
    this.#app?.store.drawEdit();
    this.performUpdate();
  };

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const end of this.#ends.splice(0)) end();
    this.#app?.dispose();
    this.#app = null;
  }

  /** The catalogue is one for all explainers of a page: each draws, and hears, in the language of its place. */
  #speak(): void {
    speak(this.#lang);
  }

  get #lang(): string {
    return (this.closest<HTMLElement>("[lang]") ?? document.documentElement).lang;
  }

  /** The focused element keeps the focus when lists and cards take other places: a node that is moved loses it. A field that is selected as a whole stays so with another text. */
  protected override update(changed: PropertyValues<this>): void {
    const root = this.renderRoot as ShadowRoot;
    const had = root.activeElement;
    const whole = had instanceof HTMLInputElement && had.value.length === had.selectionEnd! - had.selectionStart!;
    this.#speak();
    super.update(changed);
    if (whole) had.select();
    if (had instanceof HTMLElement && root.activeElement === null) had.focus({ preventScroll: true });
  }

  override updated(changed: PropertyValues<this>): void {
    const app = this.#app;
    if (changed.size === 0 || !app) return;
    const { doc } = app.state;
    const has = (...names: (keyof EspalierExplainer)[]): boolean => names.some((name) => (changed as Map<PropertyKey, unknown>).has(name));
    // Until a model stands, whichever attribute was not right may have kept it away.
    if (has("model", "schema", "subject", "figure") || !doc.model) {
      void this.#open();
      return;
    }
    const { info } = doc.model;
    const parts = {
      query: (value: unknown) => ({ person: personFrom(info, value), row: null }),
      target: (value: unknown) => ({ target: targetFrom(value, info), way: "cheapest" }),
      axes: (value: unknown) => ({ axes: pairOf(value, info.features.map((feature) => feature.name)) }),
    };
    for (const name of ["query", "target", "axes"] as const) {
      const value = name === "axes" ? given(this[name]) : read(this[name]);
      if (!has(name) || (value === null && name !== "axes")) continue;
      this.#take(name, () => {
        const part = parts[name](value);
        app.store.edit((now) => ({ ...now, ...part }));
      });
    }
    if (has("examples")) void this.#loadExamples();
    if (has("theme", "controls", "fragment")) this.#checkWords();
  }

  async #open(): Promise<void> {
    const app = this.#app;
    if (!app) return;
    app.store.set({ problem: null, drawer: this.figure as State["drawer"] });
    this.#checkWords();
    const base = document.baseURI;
    const examples = this.#loadExamples();
    if (this.fragment) {
      await examples;
      if (await app.followFragment()) return;
    }
    const first = app.state.doc.model === null;
    const opening: Partial<Opening> = { first, query: read(this.query), target: read(this.target), axes: given(this.axes) };
    if (given(this.subject) !== null) opening.subject = String(this.subject);
    const [model, schema] = [given(this.model), read(this.schema)];
    if (model !== null) {
      const addresses: string[] = [];
      this.#take("model", () => {
        addresses.push(addressFrom("model", model, base));
        if (typeof schema !== "object") addresses.push(addressFrom("schema", schema, base));
      });
      const [url, schemaUrl] = addresses;
      if (url !== undefined && !(schemaUrl === undefined && typeof schema !== "object")) await app.shelf.url(url, schemaUrl, { ...opening, ...(typeof schema === "object" && schema ? { schema } : {}) });
      return;
    }
    await examples;
    const [example] = app.state.examples;
    if (example && first) await app.openExample(example.id, { first: true });
  }

  #loadExamples(): Promise<void> | undefined {
    let loading: Promise<void> | undefined;
    this.#take("examples", () => {
      if (given(this.examples) !== null) loading = this.#app?.loadExamples(addressFrom("examples", this.examples, document.baseURI));
    });
    return loading;
  }

  /** Takes the value of an attribute; where it cannot be taken, the reason is shown, and told, until a right one comes. */
  #take(name: string, verb: () => void): void {
    const app = this.#app;
    try {
      verb();
      if (app?.state.problem?.error.where?.startsWith(`/${name}`)) app.store.set({ problem: null });
    } catch (error) {
      app?.store.set({ problem: problemOf(error) });
    }
  }

  /** The control that a menu was opened from gets the focus back when the menu closes. */
  #returnFocus(state: State, before: State): void {
    const active = (this.renderRoot as ShadowRoot).activeElement;
    if (before.menu !== state.menu) this.#app?.store.set({ sharing: { values: false, copied: null } });
    if (before.menu === null && state.menu !== null) this.#opener = active instanceof HTMLElement ? active : null;
    if (before.limitForm === null && state.limitForm !== null) this.#focusOn(".limit-form input");
    if (before.limitForm !== null && state.limitForm === null) this.#focusOn(".chip.add");
    if (before.menu === null || state.menu !== null) return;
    const opener = this.#opener;
    if (opener && (active?.matches(".menu *") ?? true)) void this.updateComplete.then(() => opener.focus());
  }

  /** Once the next drawing stands. */
  #focusOn(selector: string): void {
    requestAnimationFrame(() => {
      this.#draw();
      const found = this.renderRoot.querySelector<HTMLElement>(selector);
      const form = found?.closest("form");
      form?.scrollIntoView({ block: "nearest" });
      found?.focus({ preventScroll: !!form });
    });
  }

  #tell(state: State, before: State): void {
    this.#returnFocus(state, before);
    if (state.shown !== before.shown && state.shown) this.#fire("espalier-answer", state.shown.answer);
    if (state.problem !== before.problem && state.problem) this.#fire("espalier-error", state.problem.error);
    if (state.doc === before.doc || !state.doc.model) return;
    const request = requestOf(state.doc);
    if (state.doc.person !== before.doc.person || state.doc.target !== before.doc.target) {
      this.#fire("espalier-query", { query: request.query, target: request.target });
    }
    const limits = JSON.stringify(request.constraints);
    if (limits !== JSON.stringify(before.doc.model ? requestOf(before.doc).constraints : [])) {
      this.#fire("espalier-constraints", request.constraints ?? []);
    }
  }

  #fire<Name extends keyof ExplainerEvents>(name: Name, detail: ExplainerEvents[Name]["detail"]): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  #picture(): (HTMLElement & Picture) | null {
    return this.renderRoot.querySelector<HTMLElement & Picture>("espalier-map");
  }

  /** Until the element is taken out. */
  #listen(target: EventTarget, name: string, run: (event: never) => void): void {
    target.addEventListener(name, run as EventListener);
    this.#ends.push(() => target.removeEventListener(name, run as EventListener));
  }

  #dropping(app: App): void {
    const held = (event: DragEvent): boolean | undefined => event.dataTransfer?.types.includes("Files");
    this.#listen(this, "dragover", (event: DragEvent) => {
      if (!held(event)) return;
      event.preventDefault();
      if (!app.state.dropping) app.store.set({ dropping: true });
    });
    this.#listen(this, "dragleave", (event: DragEvent) => {
      if (!this.contains(event.relatedTarget as Node | null)) app.store.set({ dropping: false });
    });
    this.#listen(this, "drop", (event: DragEvent) => {
      if (!held(event)) return;
      event.preventDefault();
      app.store.set({ dropping: false });
      void app.take([...(event.dataTransfer?.files ?? [])]);
    });
    if (!this.fragment) return;
    this.#listen(document, "paste", (event: ClipboardEvent) => {
      if (typing(event)) return;
      const files = [...(event.clipboardData?.files ?? [])];
      const text = event.clipboardData?.getData("text/plain").trim() ?? "";
      if (files.length === 0 && text === "") return;
      event.preventDefault();
      if (files.length > 0) void app.take(files);
      else app.takeText(text);
    });
  }

  #has(part: PartName): boolean {
    return this.#parts.includes(part);
  }

  get #words(): string[] {
    return (ownIn(FIGURES, String(this.figure)) ?? given(this.controls) ?? "").match(/[^\s,]+/g) ?? [];
  }

  /** The parts that are named; of none that there is, the usual ones. */
  get #parts(): readonly PartName[] {
    const named = PARTS.filter((part) => this.#words.includes(part));
    return named.length === 0 ? USUAL : named;
  }

  /** Refuses words that an attribute does not know; the explainer is shown all the same. */
  #checkWords(): void {
    const fragment = this.getAttribute("fragment");
    const one = (value: unknown): string[] => (given(value) === null ? [] : [String(value)]);
    for (const [name, words, known] of [
      ["theme", one(this.theme), THEMES],
      ["controls", this.#words, PARTS],
      ["figure", one(this.figure), Object.keys(FIGURES)],
      ["fragment", fragment === null || ON.includes(fragment) ? [] : [fragment], ["true", "false"]],
    ] as const) this.#take(name, () => knownWords(name, words, known));
  }

  /** The announcement: the settled answer's sentence; nothing while another question is asked. */
  #announcement(state: State): string {
    const shown = displayed(state);
    if (state.solve.phase !== "idle" || !shown || state.dragging || isStale(state)) return "";
    return `${words.badge[badgeOf(state, shown)]}. ${plain(sentence(state, shown))}`;
  }

  protected override render(): TemplateResult | typeof nothing {
    const app = this.#app;
    if (!app) return nothing;
    const { state, ui } = app;
    const without = PARTS.filter((part) => !this.#has(part)).map((part) => `no-${part}`);
    const outside = (event: PointerEvent): void => {
      const inside = event.composedPath().some((one) => one instanceof Element && one.matches(".menu, .top button"));
      if (state.menu !== null && !inside) ui.set({ menu: null });
    };
    // A drag of the map draws the map alone: the words around it, a fifth of a drawing, come ten times a second.
    const later = state.dragging && performance.now() < this.#next && this.#picture()?.matches(":focus-within");
    if (later) app.store.drawSoon();
    else this.#next = performance.now() + TOGETHER;
    const part = (name: PartName, drawn: (state: State, ui: Ui) => unknown): unknown => (later ? noChange : this.#has(name) ? drawn(state, ui) : nothing);
    const needs = state.doc.model || state.problem || given(this.model) !== null || given(this.examples) !== null ? nothing : html`<p>${words.needs}</p>`;
    return html`<div class="page ${this.figure ? "figure" : ""} ${without.join(" ")}" @pointerdown=${outside}>
      ${part("header", header)} ${part("person", cards)}
      ${this.#has("map") ? mapArea(state, ui, this.figure, needs) : nothing} ${part("answer", answer)}
      ${part("drawers", drawers)} ${this.#has("map") ? nothing : [problemCard(state, ui), needs]}
      ${state.dragging ? noChange : printed(state)}
      ${state.dropping ? html`<div class="dropping">${words.drop}</div>` : nothing}
      <div class="visually-hidden" role="status" aria-live="polite">${this.#announcement(state)}</div>
    </div>`;
  }
}
