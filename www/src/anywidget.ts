/**
 * The explainer in notebooks, by the protocol of anywidget: one module with the wasm inside. Traits are properties of the
 * element; `answer` and `request` go back to the notebook as they change.
 */
import "./page/element/define.js";

/** The notebook's side of a widget. */
export interface WidgetModel {
  get(trait: string): unknown;
  set(trait: string, value: unknown): void;
  save_changes(): void;
  on(event: string, run: () => void): void;
  off(event: string, run: () => void): void;
}

const SHOWN = ["schema", "query", "target", "axes", "subject", "controls", "figure", "theme"] as const;

/** The model's file as an address that the element can open; text or bytes. */
function addressOf(document: unknown): string | null {
  if (typeof document === "string" && document !== "") return URL.createObjectURL(new Blob([document]));
  if (document instanceof DataView) return URL.createObjectURL(new Blob([new Uint8Array(document.buffer as ArrayBuffer, document.byteOffset, document.byteLength)]));
  return null;
}

/** JupyterLab takes no key of its own from an element with this attribute. */
const KEEPS_KEYS = "data-lm-suppress-shortcuts";

/**
 * Shows the widget in `el`; gives back the function that ends it. The element is made by its name: where a page has this module twice, the class of the second
 * copy is no element.
 */
function render({ model, el }: { model: WidgetModel; el: HTMLElement }): () => void {
  const explainer = document.createElement("espalier-explainer");
  const ends: (() => void)[] = [];
  const follow = (trait: string, take: () => void): void => {
    take();
    model.on(`change:${trait}`, take);
    ends.push(() => model.off(`change:${trait}`, take));
  };
  for (const trait of SHOWN) {
    follow(trait, () => {
      const value = model.get(trait);
      if (value !== null && value !== undefined && value !== "") Object.assign(explainer, { [trait]: value });
    });
  }
  follow("document", () => {
    if (explainer.model !== null) URL.revokeObjectURL(explainer.model);
    explainer.model = addressOf(model.get("document"));
  });
  explainer.addEventListener("espalier-answer", () => {
    model.set("answer", explainer.answer);
    model.set("request", explainer.request);
    model.save_changes();
  });
  // Keys in the explainer are its own: `x` would cut the notebook's cell, an arrow leave it. Ctrl+S and the like, but for undo and redo, stay JupyterLab's.
  const keep = (event: KeyboardEvent): void => void explainer.toggleAttribute(KEEPS_KEYS, !(event.ctrlKey || event.metaKey) || /^[zy]$/i.test(event.key));
  window.addEventListener("keydown", keep, true);
  ends.push(() => window.removeEventListener("keydown", keep, true));
  el.append(explainer);
  return () => {
    for (const end of ends) end();
    explainer.remove();
    if (explainer.model !== null) URL.revokeObjectURL(explainer.model);
  };
}

export default { render };
