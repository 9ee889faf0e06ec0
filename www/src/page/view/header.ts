/** The page's head: the model, the things to open, undo, share, export, help. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Menu, State } from "../state/document/state.js";
import { icons } from "./icons.js";
import { menu } from "./menus.js";
import type { Ui } from "./callbacks.js";
import { words } from "./words.js";

export function header(state: State, ui: Ui): TemplateResult {
  const { doc, past, future, opening } = state;
  const info = doc.model?.info;
  return html`<header class="top" part="header">
    <div class="brand">${icons.brand()}<span class="wide">${words.brand}</span></div>
    <h1 class="model">
      ${info && opening === null
        ? html`<button type="button" class="title" aria-expanded=${state.gate} title=${words.gate.about} @click=${() => ui.set({ gate: !state.gate, problem: null, menu: null })}>
            <b>${doc.model?.title ?? ""}</b><span>${words.counts(info)}</span>
          </button>`
        : html`<b>${opening === null ? "" : words.reading(opening)}</b>`}
    </h1>
    <span class="gap"></span>
    <button type="button" class="btn ico" aria-label=${words.undo} title=${words.undo} ?disabled=${past.length === 0} @click=${() => ui.undo()}>${icons.undo()}</button>
    <button type="button" class="btn ico wide" aria-label=${words.redo} title=${words.redo} ?disabled=${future.length === 0} @click=${() => ui.redo()}>${icons.redo()}</button>
    <span class="rule wide"></span>
    ${opener(state, "open", words.open, ui)}
    ${opener(state, "examples", words.examples, ui)}
    ${ui.lessons === null ? nothing : html`<a class="btn wide" href=${ui.lessons}>${words.lessons}</a>`}
    <span class="rule wide"></span>
    ${opener(state, "share", words.share, ui)} ${opener(state, "export", words.export, ui)} ${opener(state, "keys", "?", ui, words.help)}
    <button type="button" class="btn ico narrow" aria-label=${words.more} aria-expanded=${state.menu === "more"} @click=${() => toggle(state, "more", ui)}>${icons.menu()}</button>
    ${menu(state, ui)}
  </header>`;
}

function toggle(state: State, which: Menu, ui: Ui): void {
  ui.set({ menu: state.menu === which ? null : which });
}

function opener(state: State, which: Exclude<Menu, null>, text: string, ui: Ui, label?: string): TemplateResult {
  return html`<button
    type="button"
    class="btn wide ${which === "keys" ? "ico" : ""}"
    aria-label=${label ?? text}
    aria-expanded=${state.menu === which}
    ?disabled=${!state.doc.model && !["keys", "examples", "open"].includes(which)}
    @click=${() => toggle(state, which, ui)}
  >${text}</button>`;
}
