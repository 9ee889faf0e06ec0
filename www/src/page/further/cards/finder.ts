/** Above many cards: a field that finds them by name, a choice of a few, and their order. */
import { html, nothing, render } from "lit";
import { live } from "lit/directives/live.js";
import type { EspalierExplainer } from "../../element/explainer.js";
import type { State } from "../../state/document/state.js";
import { features } from "../../state/request/request.js";
import { picker } from "../../view/picker.js";
import { furtherWords } from "../words.js";
import { chosen, EVERY, isOffered, type Choice, type Only, type Order } from "./choice.js";

/** The first control of a card, which has the focus once one is led there. It is no field, for which a phone would bring up its keys. */
const CONTROL = ".lock";

export class Finder {
  readonly #root: ShadowRoot;
  readonly #bar = document.createElement("div");
  #choice = EVERY;
  #model: number | undefined;

  constructor(private readonly explainer: EspalierExplainer) {
    this.#root = explainer.shadowRoot!;
    this.#bar.className = "finder";
  }

  /** The names of the cards that are to be drawn; the bar above them is drawn behind them. */
  cards(names: readonly string[], state: State): readonly string[] {
    const { model } = state.doc;
    if (model?.id !== this.#model) this.#choice = EVERY;
    this.#model = model?.id;
    const offered = isOffered(state);
    const held = this.#root.activeElement?.closest(".card")?.ariaLabel ?? null;
    const list = offered ? chosen(state, names, this.#choice, held, document.documentElement.lang || undefined) : names;
    void this.explainer.updateComplete.then(() => this.#draw(offered, list.length, features(state.doc).length));
    return list;
  }

  /** Leads to the card of a feature, which is shown whatever was chosen before. */
  async open(name: string): Promise<void> {
    const card = (): HTMLElement | undefined => [...this.#root.querySelectorAll<HTMLElement>(".cards .card")].find((one) => one.ariaLabel === name);
    if (!card()) {
      this.#choose({ text: "", only: "all" });
      await this.explainer.updateComplete;
    }
    const there = card();
    there?.scrollIntoView({ block: "center" });
    there?.querySelector<HTMLElement>(CONTROL)?.focus({ preventScroll: true });
  }

  /** The list of cards has nothing before its first card that the explainer draws. */
  #draw(offered: boolean, shown: number, all: number): void {
    const bar = this.#bar;
    if (!offered) {
      bar.remove();
      return;
    }
    if (!bar.isConnected) this.#root.querySelector(".cards")?.prepend(bar);
    const text = furtherWords.cards;
    const { text: wanted, only, order } = this.#choice;
    const pairs = <Key extends string>(of: Record<Key, string>): [string, string][] => Object.entries<string>(of);
    const erase = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || this.#choice.text === "") return;
      event.preventDefault();
      event.stopPropagation();
      this.#choose({ text: "" });
    };
    render(
      html`<input type="search" class="box" autocomplete="off" spellcheck="false" aria-label=${text.find} placeholder=${text.find} .value=${live(wanted)} @input=${(event: Event) => this.#choose({ text: (event.currentTarget as HTMLInputElement).value })} @keydown=${erase} />
        <div class="line">
          ${picker(text.which, pairs(text.only), only, (key) => this.#choose({ only: key as Only }))}<span class="gap"></span
          >${picker(text.order, pairs(text.orders), order, (key) => this.#choose({ order: key as Order }))}
        </div>
        <p class="cap" role="status">${shown === all ? text.all(all) : text.some(shown, all)}</p>
        ${shown === 0 ? html`<p><button type="button" class="link" @click=${() => this.#all()}>${text.reset}</button></p>` : nothing}`,
      bar,
    );
  }

  #all(): void {
    this.#choose({ text: "", only: "all" });
    this.#bar.querySelector("input")?.focus();
  }

  #choose(part: Partial<Choice>): void {
    this.#choice = { ...this.#choice, ...part };
    this.#root.querySelector(".cards")?.scrollTo({ top: 0 });
    this.explainer.requestUpdate();
  }
}
