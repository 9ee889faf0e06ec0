/** The menus under the head: examples, share, export, keys; on a phone all of them in one list. Not modal. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import { ref } from "lit/directives/ref.js";
import { referenceOf } from "../../measure/target.js";
import { displayed } from "../state/answer/selectors.js";
import type { Shown, State } from "../state/document/state.js";
import { changesCsv, command, exported, schemaOf } from "./export.js";
import { icons } from "./icons.js";
import type { Ui } from "./callbacks.js";
import { words } from "./words.js";

export function menu(state: State, ui: Ui): TemplateResult | typeof nothing {
  switch (state.menu) {
    case null:
      return nothing;
    case "open":
      return panel("open", words.open, open(ui), ui);
    case "examples":
      return panel("examples", words.examples, examples(state, ui), ui);
    case "share":
      return panel("share", words.share, share(state, ui), ui);
    case "export":
      return panel("export", words.export, exports(state, ui), ui);
    case "keys":
      return panel("keys", words.help, keys(), ui);
    case "more":
      return panel("more", words.more, more(ui), ui);
  }
}

function panel(kind: string, title: string, content: TemplateResult, ui: Ui): TemplateResult {
  return html`<div class="menu ${kind}" role="dialog" aria-label=${title} ${ref(takeFocus)}>
    <div class="line menu-head">
      <h2>${title}</h2>
      <span class="gap"></span>
      <button type="button" class="btn ico" aria-label=${words.close} @click=${() => ui.set({ menu: null })}>${icons.close()}</button>
    </div>
    ${content}
  </div>`;
}

const focused = new WeakSet<Element>();

/** The first control of a panel takes the focus when it opens, once. */
function takeFocus(element: Element | undefined): void {
  if (!element || focused.has(element)) return;
  focused.add(element);
  queueMicrotask(() => element.querySelector<HTMLElement>("[data-first], button:not(.menu-head *), input, a")?.focus());
}

/** A file, an address; the kinds of thing that may be dropped and pasted are said. */
function open(ui: Ui): TemplateResult {
  const address = (event: Event): void => {
    event.preventDefault();
    const input = (event.currentTarget as HTMLFormElement).querySelector("input");
    if (input?.value) ui.openUrl(input.value);
  };
  return html`<p>${words.opening.how}</p>
    <button type="button" class="btn solid" data-first @click=${() => ui.pickFile()}>${words.opening.choose}</button>
    <p class="cap reads">${words.opening.reads}</p>
    <form class="address" @submit=${address}>
      <label><span class="cap">${words.urlLabel}</span><input class="box" type="url" name="url" autocomplete="off" spellcheck="false" /></label>
      <button type="submit" class="btn line-button">${words.openUrl}</button>
    </form>`;
}

function examples(state: State, ui: Ui): TemplateResult {
  return html`<div class="items">
    ${state.examples.map(
      (example) => html`<button type="button" class="item" @click=${() => ui.openExample(example.id)}><b>${example.title}</b><span>${example.description}</span></button>`,
    )}
  </div>`;
}

/** A button that copies a text. It says so while that text would be copied again. */
export const copying = ({ sharing }: State, ui: Ui, text: string, name: string, style: string): TemplateResult =>
  html`<button type="button" class=${style} @click=${() => void ui.copy(text).then((done) => done && ui.set({ sharing: { ...sharing, copied: text } }))}>${sharing.copied === text ? words.copied : name}</button>`;

function share(state: State, ui: Ui): TemplateResult {
  const { model, others, causes, target } = state.doc;
  const { values } = state.sharing;
  return html`<p>${words.shareText(model?.title ?? "", values, model?.source.from === "file", model?.background?.file, referenceOf(target) !== null || others.length > 0 || causes.some((one) => one.model))}</p>
    <label class="check"><input type="checkbox" data-first .checked=${values} @change=${() => ui.set({ sharing: { values: !values, copied: null } })} />${words.sharePerson}</label>
    ${copying(state, ui, ui.shareLink(values), words.copyLink, "btn solid")}`;
}

function exports(state: State, ui: Ui): TemplateResult {
  const shown = displayed(state);
  const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
  const item = (text: string, run: () => void, enabled = true): TemplateResult =>
    html`<button type="button" class="item" ?disabled=${!enabled} @click=${run}><b>${text}</b></button>`;
  const svg = (): void => {
    const text = ui.mapSvg();
    if (text !== null) ui.save("map.svg", "image/svg+xml", text);
  };
  const png = (): void => void ui.mapPng().then((blob) => blob && ui.save("map.png", "image/png", blob));
  const answer = (event: Event, of: Shown): void => {
    const button = event.currentTarget as HTMLButtonElement;
    if (button.ariaBusy === "true") return;
    button.ariaBusy = "true";
    void ui.saveAnswer(of).finally(() => (button.ariaBusy = null));
  };
  const line = command(state);
  return html`<div class="items two">
      <button type="button" class="item" ?disabled=${shown === null} @click=${(event: Event) => shown && answer(event, shown)}><b>${words.exports.answer}</b><span class="busy">${words.exports.measuring}</span></button>
      ${item(words.exports.request, () => ui.save("request.json", "application/json", json(exported(state))))}
      ${item(words.exports.table, () => ui.save("changes.csv", "text/csv", changesCsv(shown)), (shown?.answer.counterfactuals.length ?? 0) > 0)}
      ${item(words.exports.model, () => ui.saveModel(), state.doc.model !== null)}
      ${item(words.exports.schema, () => ui.save("schema.json", "application/json", json(schemaOf(state))))}
      ${item(words.exports.mps, () => ui.saveProgram("mps"))} ${item(words.exports.lp, () => ui.saveProgram("lp"))}
      ${item(words.exports.svg, svg)} ${item(words.exports.png, png)}
      ${item(words.print.item, () => ui.print(), shown !== null)}
    </div>
    <h3>${words.exports.command}</h3>
    <pre class="code" tabindex="0">${line}</pre>
    ${copying(state, ui, line, words.exports.copyCommand, "btn line-button")}`;
}

function keys(): TemplateResult {
  return html`<dl class="key-list">${words.keys.map(([key, text]) => html`<dt><kbd>${key}</kbd></dt><dd>${text}</dd>`)}</dl>
    <p class="cap">${words.freeDrag}</p>
    <slot name="help"></slot>`;
}

function more(ui: Ui): TemplateResult {
  const item = (text: string, run: () => void): TemplateResult => html`<button type="button" class="item" @click=${run}><b>${text}</b></button>`;
  return html`<div class="items">
    ${item(words.open, () => ui.set({ menu: "open" }))} ${item(words.examples, () => ui.set({ menu: "examples" }))} ${item(words.share, () => ui.set({ menu: "share" }))}
    ${ui.lessons === null ? nothing : html`<a class="item" href=${ui.lessons}><b>${words.lessons}</b></a>`} ${item(words.export, () => ui.set({ menu: "export" }))} ${item(words.redo, () => ui.redo())} ${item(words.help, () => ui.set({ menu: "keys" }))}
  </div>`;
}
