/** The signs of the map and their meanings, in the menu of keys and help. */
import { html, render, svg, type TemplateResult } from "lit";
import { furtherWords } from "../words.js";

/** A sign of the map. */
export type SignName = keyof typeof furtherWords.first.signs;

const sign = (drawn: unknown): TemplateResult => html`<svg viewBox="0 0 32 16" width="32" height="16" aria-hidden="true">${drawn}</svg>`;

const SIGNS = {
  dot: () => svg`<circle cx="16" cy="8" r="6" fill="var(--espalier-no)"></circle>`,
  ring: () => svg`<circle cx="16" cy="8" r="5" fill="none" stroke="var(--espalier-yes)" stroke-width="3"></circle>`,
  outline: () => svg`<path d="M4 8 16 2l12 6-12 6z" fill="none" stroke="currentColor" stroke-width="1.750" stroke-dasharray="0 3.500" stroke-linecap="round"></path>`,
  line: () => svg`<path d="M2 13h10V3h18" fill="none" stroke="currentColor" stroke-width="1.250"></path>`,
  hatching: () => svg`<path d="M2 15 15 2M9 15 22 2M16 15 29 2" stroke="currentColor" opacity="0.6"></path>`,
  frame: () => svg`<path d="M5 3h22v10H5z" fill="none" stroke="currentColor" stroke-width="1.500"></path><path d="M2.500.500h5v5h-5zM24.500 10.500h5v5h-5z" fill="var(--espalier-panel)" stroke="currentColor"></path>`,
} satisfies Record<SignName, () => unknown>;

/** The picture of a sign, as the legend has it. */
export const picture = (name: SignName): TemplateResult => sign(SIGNS[name]());

/** Puts the legend before the other things that the page adds to its help. */
export class Legend {
  readonly #part = document.createElement("div");

  constructor(host: Element) {
    this.#part.slot = "help";
    this.#part.className = "map-legend";
    host.prepend(this.#part);
  }

  /** In the language that is spoken now. */
  draw(): void {
    const { legend, signs } = furtherWords.first;
    render(html`<h3>${legend}</h3><dl>${(Object.keys(SIGNS) as SignName[]).map((name) => html`<dt>${picture(name)}</dt><dd>${signs[name]}</dd>`)}</dl>`, this.#part);
  }
}
