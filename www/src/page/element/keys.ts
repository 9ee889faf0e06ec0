/** Keys of the whole explainer. Letters count only while nobody is typing. */
import { own } from "../../own.js";
import type { App } from "./app.js";

/** Whether the event is about text that somebody writes, or a list that is searched by its letters. Sliders, ticks and choices take no letters. */
export function typing(event: Event): boolean {
  const [target] = event.composedPath();
  return target instanceof Element && target.matches("select, textarea, input:not([type=range], [type=checkbox], [type=radio])");
}

/** `letters`: whether single letters are commands; only where the explainer is the page. */
export function keyDown(event: KeyboardEvent, app: App, letters: boolean): void {
  if (event.defaultPrevented) return;
  const { state, ui } = app;
  const command = event.ctrlKey || event.metaKey;
  if (event.key === "Escape") {
    const open = (["menu", "limitForm", "problem"] as const).find((part) => state[part]);
    if (open) ui.set({ [open]: null });
    else if (state.solve.phase !== "idle") ui.stop();
    else if (state.gate) ui.set({ gate: false });
    else return;
    // A press that has ended something closes no drawer.
    event.preventDefault();
    return;
  }
  const key = event.key.toLowerCase();
  const [target] = event.composedPath();
  const text = target instanceof HTMLInputElement && target.type === "text" && target.value !== target.defaultValue;
  if (command && !event.altKey && (key === "z" || key === "y") && !text) {
    event.preventDefault();
    if (key === "y" || event.shiftKey) ui.redo();
    else ui.undo();
    return;
  }
  if (!letters || command || event.altKey || typing(event)) return;
  const { doc } = state;
  const rows = doc.model?.info.rows ?? 0;
  const menu = (which: "keys" | "share") => () => ui.set({ menu: state.menu === which ? null : which });
  const row = (by: number) => () => rows > 0 && ui.toRow(doc.row === null ? 0 : (doc.row + by + rows) % rows);
  const commands: Record<string, () => void> = {
    "?": menu("keys"),
    o: () => ui.pickFile(),
    m: () => doc.model && ui.set({ gate: !state.gate }),
    s: menu("share"),
    "[": row(-1),
    "]": row(1),
  };
  const run = own(commands, key);
  if (!run) return;
  event.preventDefault();
  run();
}
