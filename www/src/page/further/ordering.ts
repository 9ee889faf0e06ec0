/** The order of a list of changes in a table, which a person makes by dragging its rows or by the arrow keys. */
import { html, nothing, type LitElement, type ReactiveController, type TemplateResult } from "lit";
import { furtherWords } from "./words.js";

/** An order of the same names that begins with those of another order: a change that is new comes last. */
export function ordered(names: readonly string[], before: readonly string[]): string[] {
  return [...before.filter((name) => names.includes(name)), ...names.filter((name) => !before.includes(name))];
}

/** The order in which a name has another place. */
export function movedTo(order: readonly string[], name: string, place: number): string[] {
  const rest = order.filter((one) => one !== name);
  const at = Math.min(Math.max(place, 0), rest.length);
  return [...rest.slice(0, at), name, ...rest.slice(at)];
}

export class Ordering implements ReactiveController {
  /** Names of the changed features. */
  names: readonly string[] = [];
  #dragged: string | null = null;
  /** Moved by keys: its row loses the focus when it takes its new place. */
  #focus: string | null = null;

  /** `drawn`: the names in the order of the rows that are drawn. */
  constructor(
    private readonly host: LitElement,
    private readonly drawn: () => readonly string[],
  ) {
    host.addController(this);
  }

  /** Takes the names that there are now, in their order so far. */
  keep(names: readonly string[]): void {
    this.names = ordered(names, this.names);
  }

  /** The handle of a row `tr.step` that has its name in `data-name`. */
  handle(name: string, at: number): TemplateResult | typeof nothing {
    const { length } = this.names;
    return length < 2 ? nothing : html`<button type="button" class="grab" aria-label=${furtherWords.why.move(name, at + 1, length)} aria-description=${furtherWords.why.byKeys} @pointerdown=${(event: PointerEvent) => this.#grab(event, name)} @keydown=${(event: KeyboardEvent) => this.#step(event, name)}>\u22ee\u22ee</button>`;
  }

  hostUpdated(): void {
    if (this.#focus === null || this.drawn().join("\n") !== this.names.join("\n")) return;
    this.host.querySelector<HTMLElement>(`tr[data-name="${CSS.escape(this.#focus)}"] .grab`)?.focus({ preventScroll: true });
    this.#focus = null;
  }

  #grab(event: PointerEvent, name: string): void {
    this.#dragged = name;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
  }

  /** Of the rows' body: while a handle is dragged. */
  readonly drag = (event: PointerEvent): void => {
    if (this.#dragged === null) return;
    const rows = [...this.host.querySelectorAll<HTMLElement>("tr.step")];
    const over = rows.findIndex((row) => event.clientY < row.getBoundingClientRect().bottom);
    this.#move(this.#dragged, over < 0 ? rows.length - 1 : over);
  };

  readonly drop = (): void => {
    this.#dragged = null;
  };

  #step(event: KeyboardEvent, name: string): void {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.#focus = name;
    this.#move(name, this.names.indexOf(name) + by);
  }

  #move(name: string, place: number): void {
    const names = movedTo(this.names, name, place);
    if (names.join("\n") === this.names.join("\n")) return;
    this.names = names;
    this.host.requestUpdate();
  }
}
