/**
 * The base of the elements: an open shadow root that is drawn from the element's properties, once a microtask after they changed. It is the part of
 * Lit's own base that is used here, in a third of its size. Importing it defines nothing, and asks for no browser.
 */
import { noChange, render, type RootPart } from "lit/html.js";

/** A property, by its name among `properties`. Its attribute has its name in small letters. */
export interface Property {
  /** No attribute. */
  attribute?: boolean;
  /** The attribute follows the property. */
  reflect?: boolean;
  /** True where the attribute is there, whatever its value. */
  type?: typeof Boolean;
  converter?: { fromAttribute: (text: string | null) => unknown; toAttribute: (value: unknown) => string | null };
}

/** The properties that changed since the last drawing, with their values then. */
export type Changed = ReadonlyMap<string, unknown>;

/** Node has no elements. */
const Base = (globalThis as { HTMLElement?: typeof HTMLElement }).HTMLElement ?? (Object as unknown as typeof HTMLElement);

export class Drawn extends Base {
  static properties: Record<string, Property> = {};
  /** Style sheets as text. */
  static styles: readonly string[] = [];
  static #sheets = new WeakMap<typeof Drawn, CSSStyleSheet[]>();

  /** The browser asks for it when the element is defined: the properties get their accessors then. */
  static get observedAttributes(): string[] {
    return Object.entries(this.properties).flatMap(([name, { attribute }]) => {
      const key = Symbol(name);
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        get(this: { [key]: unknown }) {
          return this[key];
        },
        set(this: Drawn & { [key]: unknown }, value: unknown) {
          const old = this[key];
          this[key] = value;
          if (!Object.is(old, value)) this.requestUpdate(name, old);
        },
      });
      return attribute === false ? [] : [name.toLowerCase()];
    });
  }

  readonly renderRoot: ShadowRoot;
  hasUpdated = false;
  #changed = new Map<string, unknown>();
  /** Values that were set before the element was defined; they come over those of its constructor. */
  #before = new Map<string, unknown>();
  #pending = true;
  /** The property whose attribute is being written or read. */
  #mirrored = "";
  #enable: () => void = () => undefined;
  #updated = new Promise<void>((resolve) => (this.#enable = resolve)).then(() => this.#perform());
  #part: RootPart | undefined;

  constructor() {
    super();
    const own = this.constructor as typeof Drawn;
    for (const name of Object.keys(own.properties)) {
      if (!Object.hasOwn(this, name)) continue;
      this.#before.set(name, Reflect.get(this, name));
      Reflect.deleteProperty(this, name);
    }
    this.renderRoot = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    let sheets = Drawn.#sheets.get(own);
    if (!sheets) {
      sheets = own.styles.map((text) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        return sheet;
      });
      Drawn.#sheets.set(own, sheets);
    }
    this.renderRoot.adoptedStyleSheets = sheets;
  }

  /** Resolves once the element is drawn as it now stands. */
  get updateComplete(): Promise<void> {
    return this.#updated;
  }

  connectedCallback(): void {
    this.#enable();
    this.#part?.setConnected(true);
  }

  disconnectedCallback(): void {
    this.#part?.setConnected(false);
  }

  attributeChangedCallback(attribute: string, _: string | null, text: string | null): void {
    const [name = "", { type, converter } = {}] = this.#properties.find(([one]) => one.toLowerCase() === attribute) ?? [];
    if (this.#mirrored === name) return;
    this.#mirrored = name;
    Reflect.set(this, name, converter ? converter.fromAttribute(text) : type ? text !== null : text);
    this.#mirrored = "";
  }

  get #properties(): [string, Property][] {
    return Object.entries((this.constructor as typeof Drawn).properties);
  }

  requestUpdate(name?: string, old?: unknown): void {
    if (name !== undefined && !this.#changed.has(name)) this.#changed.set(name, this.hasUpdated ? old : undefined);
    if (this.#pending) return;
    this.#pending = true;
    this.#updated = this.#updated.catch(() => undefined).then(() => this.#perform());
  }

  #perform(): void {
    if (!this.hasUpdated) for (const [name, value] of this.#before) Reflect.set(this, name, value);
    const changed = this.#changed;
    try {
      this.willUpdate(changed);
      this.update(changed);
    } finally {
      this.#changed = new Map();
      this.#pending = false;
    }
    if (!this.hasUpdated) {
      this.hasUpdated = true;
      this.firstUpdated(changed);
    }
    this.updated(changed);
  }

  protected willUpdate(_changed: Changed): void {
    return;
  }

  protected update(changed: Changed): void {
    const drawing = this.render();
    for (const [name, { reflect, converter }] of this.#properties) {
      if (!reflect || !changed.has(name)) continue;
      const value: unknown = Reflect.get(this, name);
      const text = (converter ? converter.toAttribute(value) : value) as string | null;
      this.#mirrored = name;
      if (text === null) this.removeAttribute(name);
      else this.setAttribute(name, text);
      this.#mirrored = "";
    }
    this.#part = render(drawing, this.renderRoot, { host: this, isConnected: this.isConnected });
  }

  protected firstUpdated(_changed: Changed): void {
    return;
  }

  protected updated(_changed: Changed): void {
    return;
  }

  protected render(): unknown {
    return noChange;
  }
}
