/** The line under the badge: the proof may be checked by a program of its own, and saved. Keeps its place in every state. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import { claims, proofOf, uncertified } from "../state/proof/proof.js";
import { isStale } from "../state/answer/selectors.js";
import type { Shown, State } from "../state/document/state.js";
import { costsApart, percent } from "./format.js";
import { icons } from "./icons.js";
import type { Ui } from "./callbacks.js";
import { words } from "./words.js";

export function proofLine(state: State, shown: Shown | null, ui: Ui): TemplateResult | typeof nothing {
  const { model } = state.doc;
  if (!shown || !model || !ui.prove || !claims(shown)) return nothing;
  return html`<div class="proof ${isStale(state) ? "stale" : ""}" aria-live="polite">${content(state, shown, ui)}</div>`;
}

function content(state: State, shown: Shown, ui: Ui): TemplateResult {
  const proof = proofOf(state);
  const { model } = state.doc;
  const why = model ? uncertified(shown.request, model) : null;
  if (why) return html`<span class="cap">${words.proof.refused[why]}</span>`;
  // One button in all states, so that it keeps the focus.
  const line = (said: TemplateResult | typeof nothing, text: string, run: (() => void) | null, label = text): TemplateResult =>
    html`${said}<button type="button" class="link quiet" aria-label=${label} aria-live="off" aria-disabled=${run ? nothing : "true"} @click=${run}>${text}</button>`;
  if (!proof) return line(nothing, words.proof.check, () => ui.prove?.());
  switch (proof.phase) {
    case "running": {
      if (!proof.late) return line(nothing, words.proof.check, null);
      const { share } = proof;
      const said = share === null ? words.proof.writing : words.proof.checking(percent(Math.floor(share * 100) / 100).replace(".0", ""));
      return line(html`<span class="cap">${said}</span> <progress max="1" aria-label=${words.proof.check} value=${share ?? nothing}></progress>`, words.proof.cancel, () => ui.dropProof());
    }
    case "checked": {
      const save = (): void => ui.save("proof.json", "application/json", `${JSON.stringify(proof.document)}\n`);
      const { less } = proof;
      const more = less ? `. ${words.proof.less(...costsApart(less.proved, less.cost))}` : "";
      return line(
        html`${icons.tick()}<span>${words.proof.checked(proof.boxes)}${more}</span>`,
        words.proof.save,
        save,
        words.proof.saveProof,
      );
    }
    case "refuted":
      return html`<span>${words.proof.refuted(proof.what)}</span>`;
    case "failed":
      return line(html`<span class="cap">${words.proof.failed(proof.what)}</span>`, words.again, () => ui.prove?.());
  }
}
