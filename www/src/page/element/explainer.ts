/**
 * `<espalier-explainer>`: the whole explainer as one element. Properties are the truth and simple attributes mirror them;
 * its events bubble out of the shadow root. Importing this file defines nothing: define.ts does.
 */
import { html, LitElement, nothing, unsafeCSS, type PropertyValues, type TemplateResult } from "lit";
import { checkBeside } from "../../check/beside.js";
import { loadModel, warm } from "../../index.js";
import { setAxes, setPerson, setTarget } from "../state/editing/actions.js";
import { knownWords, pairOf } from "../state/opening/axes.js";
import { personFrom, type Query } from "../state/opening/person.js";
import { features, inFull, requestOf } from "../state/request/request.js";
import { displayed, isStale } from "../state/answer/selectors.js";
import { inputErrorOf } from "../../input-error.js";
import type { Port } from "../state/port.js";
import type { State } from "../state/document/state.js";
import type { Answer, RequestDoc, SchemaDoc, Target } from "../../types.js";
import { answer } from "../view/answer.js";
import { cards } from "../view/cards.js";
import { drawers } from "../view/drawers.js";
import { header } from "../view/header.js";
import { mapArea } from "../view/map.js";
import { printed } from "../view/print.js";
import { problemCard } from "../view/problem.js";
import { sentence } from "../view/answer-sentence.js";
import { plain, words } from "../view/words.js";
import { App, type Picture } from "./app.js";
import { sheets } from "./sheets.js";
import { keyDown, typing } from "./keys.js";
import { aimOf, type Aim } from "../../measure/target.js";
import type { Doc } from "../state/document/document.js";

/** The engine of this package. */
const own: Port = {
  check: checkBeside,
  load: (bytes, options) => loadModel(bytes, options),
  warm,
};

/** Parts that `controls` may name. */
const PARTS = ["header", "person", "map", "answer", "drawers"] as const;
const THEMES = ["light", "dark"];
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
    examples: {},
    fragment: { type: Boolean },
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
  /** Address of a list of examples. */
  declare examples: string | null;
  /** Whether the address's fragment holds the state: for the one explainer that is a page. */
  declare fragment: boolean;
  /** `light`, `dark`, or as the page around has it (`color-scheme`). */
  declare theme: string | null;

  /** The engine: this package's own, unless it is replaced before the element is connected. */
  engine: Port = own;

  #app: App | null = null;
  #ends: (() => void)[] = [];
  #opener: HTMLElement | null = null;

  constructor() {
    super();
    this.model = null;
    this.schema = null;
    this.query = null;
    this.target = null;
    this.axes = null;
    this.subject = null;
    this.controls = "person map answer";
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
  openFile(file: File): Promise<boolean> {
    return this.#app ? this.#app.openFile(file) : Promise.resolve(false);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const app = new App({ port: this.engine, picture: () => this.#picture(), fragment: this.fragment, rare: this.#has("header") });
    this.#app = app;
    const keys = (event: KeyboardEvent): void => keyDown(event, app, this.fragment);
    const keyTarget: EventTarget = this.fragment ? document : this;
    keyTarget.addEventListener("keydown", keys as EventListener);
    this.#ends = [
      app.store.onDraw(() => this.requestUpdate()),
      app.store.onChange((state, before) => this.#tell(state, before)),
      () => keyTarget.removeEventListener("keydown", keys as EventListener),
    ];
    this.#dropping(app);
    // The printed page has the day of the print.
    const printing = (): void => this.requestUpdate();
    window.addEventListener("beforeprint", printing);
    this.#ends.push(() => window.removeEventListener("beforeprint", printing));
    if (this.hasUpdated) void this.#open();
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const end of this.#ends) end();
    this.#ends = [];
    this.#app?.dispose();
    this.#app = null;
  }

  override firstUpdated(): void {
    void this.#open();
  }

  /** The focused element keeps the focus when lists and cards take other places: a node that is moved loses it. */
  protected override update(changed: PropertyValues<this>): void {
    const root = this.renderRoot as ShadowRoot;
    const had = root.activeElement;
    super.update(changed);
    if (had instanceof HTMLElement && had.isConnected && root.activeElement === null) had.focus({ preventScroll: true });
  }

  override updated(changed: PropertyValues<this>): void {
    if (changed.has("theme") || changed.has("controls")) this.#checkWords();
    if (changed.size === 0 || !this.#app?.state.doc.model) return;
    if (changed.has("model") || changed.has("schema") || changed.has("subject")) void this.#open();
    else {
      if (changed.has("query")) this.#takeQuery();
      if (changed.has("target") && this.target !== null) this.#app.store.edit((doc) => setTarget(doc, targetOf(this.target)));
      if (changed.has("axes")) this.#edit((doc) => setAxes(doc, pairOf(this.axes, features(doc).map((feature) => feature.name))));
    }
  }

  async #open(): Promise<void> {
    const app = this.#app;
    if (!app) return;
    const examples = this.examples === null ? Promise.resolve() : app.loadExamples(this.examples);
    if (this.fragment) {
      await examples;
      if (await app.followFragment()) return;
    }
    const first = app.state.doc.model === null;
    const opening = {
      first,
      ...(this.query === null ? {} : { query: this.query }),
      ...(this.target === null ? {} : { target: targetOf(this.target) }),
      ...(this.axes === null ? {} : { axes: this.axes }),
      ...(this.subject === null || this.subject.trim() === "" ? {} : { subject: this.subject }),
    };
    if (this.model !== null) {
      const base = document.baseURI;
      const schemaUrl = typeof this.schema === "string" ? new URL(this.schema, base).href : undefined;
      const schema = typeof this.schema === "object" && this.schema !== null ? { schema: this.schema } : {};
      await app.shelf.url(new URL(this.model, base).href, schemaUrl, { ...opening, ...schema });
      return;
    }
    await examples;
    const [example] = app.state.examples;
    if (example && first) await app.openExample(example.id, { first: true });
  }

  #takeQuery(): void {
    const app = this.#app;
    const info = app?.state.doc.model?.info;
    if (!app || !info || this.query === null) return;
    const { query } = this;
    this.#edit((doc) => setPerson(doc, personFrom(info, query), null));
  }

  /** Takes the value of an attribute; where the value cannot be taken, the reason is shown, and told. */
  #edit(verb: (doc: Doc) => Doc): void {
    try {
      this.#app?.store.edit(verb);
    } catch (error) {
      const input = inputErrorOf(error);
      if (!input) throw error;
      this.#app?.store.set({ problem: { file: null, bytes: null, error: input, fault: false } });
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

  /** Once the next drawing stands: it comes with the coming frame. */
  #focusOn(selector: string): void {
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const found = this.renderRoot.querySelector<HTMLElement>(selector);
        found?.closest("form")?.scrollIntoView({ block: "nearest" });
        found?.focus({ preventScroll: found.closest("form") !== null });
      }),
    );
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
      this.#fire("espalier-constraints", request.constraints);
    }
  }

  #fire(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  #picture(): Picture | null {
    return this.renderRoot.querySelector<HTMLElement & Picture>("espalier-map");
  }

  #dropping(app: App): void {
    const held = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
    const on = (name: "dragover" | "dragleave" | "drop", run: (event: DragEvent) => void): void => {
      this.addEventListener(name, run);
      this.#ends.push(() => this.removeEventListener(name, run));
    };
    on("dragover", (event) => {
      if (!held(event)) return;
      event.preventDefault();
      if (!app.state.dropping) app.store.set({ dropping: true });
    });
    on("dragleave", (event) => {
      if (event.relatedTarget === null || !this.contains(event.relatedTarget as Node)) app.store.set({ dropping: false });
    });
    on("drop", (event) => {
      if (!held(event)) return;
      event.preventDefault();
      app.store.set({ dropping: false });
      void app.take([...(event.dataTransfer?.files ?? [])]);
    });
    if (!this.fragment) return;
    const pasted = (event: ClipboardEvent): void => {
      if (typing(event)) return;
      const files = [...(event.clipboardData?.files ?? [])];
      const text = event.clipboardData?.getData("text/plain").trim() ?? "";
      if (files.length === 0 && text === "") return;
      event.preventDefault();
      if (files.length > 0) void app.take(files);
      else app.takeText(text);
    };
    document.addEventListener("paste", pasted);
    this.#ends.push(() => document.removeEventListener("paste", pasted));
  }

  #has(part: PartName): boolean {
    return this.#parts.includes(part);
  }

  get #parts(): string[] {
    return this.controls.split(/[\s,]+/).filter(Boolean);
  }

  /** Refuses themes and parts that there are not; the explainer is shown all the same. */
  #checkWords(): void {
    this.#edit((doc) => {
      knownWords("theme", this.theme ? [this.theme] : [], THEMES);
      knownWords("controls", this.#parts, PARTS);
      return doc;
    });
  }

  /** The announcement: the settled answer's sentence; nothing while another question is asked. */
  #announcement(state: State): string {
    const shown = displayed(state);
    if (state.solve.phase !== "idle" || !shown || state.dragging || isStale(state)) return "";
    return `${words.badgeSaid(shown.answer.status)} ${plain(sentence(state, shown))}`;
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
    return html`<div class="page ${without.join(" ")}" @pointerdown=${outside}>
      ${this.#has("header") ? header(state, ui) : nothing} ${this.#has("person") ? cards(state, ui) : nothing}
      ${this.#has("map") ? mapArea(state, ui) : nothing} ${this.#has("answer") ? answer(state, ui) : nothing}
      ${this.#has("drawers") ? drawers(state, ui) : nothing} ${this.#has("map") ? nothing : problemCard(state, ui)}
      ${printed(state)}
      ${state.dropping ? html`<div class="dropping">${words.drop}</div>` : nothing}
      <div class="visually-hidden" role="status" aria-live="polite">${this.#announcement(state)}</div>
    </div>`;
  }
}

/** A target from an attribute or property: a document as it is, a name or an index as a class. */
export function targetOf(target: Target | string | number | null): Aim {
  return typeof target === "object" && target !== null ? aimOf(target) : { class: target ?? 0 };
}
