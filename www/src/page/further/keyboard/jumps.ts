/** Links at the start of the page that lead past its many controls, and the headings to which a screen reader jumps. */
import { html, render, type TemplateResult } from "lit";
import { words } from "../../view/words.js";
import { furtherWords } from "../words.js";

/** Where each link leads. */
const PLACES = {
  answer: "section.answer",
  map: "section.map",
  features: ".person",
  drawers: ".drawers .handles button",
} satisfies Record<keyof typeof furtherWords.jump.to, string>;

export class Jumps {
  readonly #links = document.createElement("nav");
  readonly #headings = { answer: heading(), map: heading() };

  constructor(private readonly root: ShadowRoot) {
    this.#links.className = "jumps";
    root.prepend(this.#links);
  }

  /** Is told of every drawing, and speaks the language of now. */
  draw(): void {
    for (const [name, text] of [["answer", words.theAnswer], ["map", words.theMap]] as const) {
      const own = this.#headings[name];
      own.textContent = text;
      if (!own.isConnected) this.root.querySelector(PLACES[name])?.prepend(own);
    }
    const { label, to } = furtherWords.jump;
    this.#links.ariaLabel = label;
    render((Object.keys(PLACES) as (keyof typeof PLACES)[]).map((name): TemplateResult => html`<button type="button" class="btn solid" @click=${() => this.#go(name)}>${to[name]}</button>`), this.#links);
  }

  #go(name: keyof typeof PLACES): void {
    const place = this.root.querySelector<HTMLElement>(PLACES[name]);
    if (place) focusOn(place);
  }
}

/** Puts the focus on a part of the page that is no control; it can have it until the focus leaves it. */
export function focusOn(part: HTMLElement): void {
  if (!part.matches("button")) {
    part.tabIndex = -1;
    part.addEventListener("blur", () => part.removeAttribute("tabindex"), { once: true });
  }
  part.focus();
}

function heading(): HTMLElement {
  const made = document.createElement("h2");
  made.className = "visually-hidden";
  return made;
}
