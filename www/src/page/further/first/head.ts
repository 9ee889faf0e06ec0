/** The first ten seconds: a line in the page's head says the aim of the page, whether the example is invented, and the decision as it is; the window is named after the model. */
import type { State } from "../../state/document/state.js";
import { meets } from "../../state/request/request.js";
import { outcomeText } from "../../view/targets.js";
import { furtherWords } from "../words.js";

/** Examples whose rows are made up; those of the others were measured. */
const INVENTED: ReadonlySet<string> = new Set(["loan", "network", "flat"]);

export class Head {
  #line = document.createElement("span");
  #title = "";

  constructor(private readonly root: ParentNode) {
    this.#line.className = "tagline";
  }

  /** Is told every state that is drawn. */
  see({ doc, now, dragging }: State): void {
    const { model } = doc;
    // The space beside the model's name has nothing in it that the explainer draws.
    if (!this.#line.isConnected) this.root.querySelector(".top .gap")?.append(this.#line);
    const text = furtherWords.first;
    const invented = model?.source.from === "example" && INVENTED.has(model.source.id);
    const outcome = now === null || dragging ? null : outcomeText(doc, now);
    // Whoever has the class already needs no change.
    const flips = now !== null && "class" in doc.target && model !== null && !meets(now, doc.target, model.info.classes);
    this.#line.replaceChildren(outcome === null ? "\u00a0" : invented ? text.invented(outcome) : text.now(outcome), document.createElement("br"), flips ? text.tagline : "");
    const title = model ? text.window(model.title) : "";
    if (title === this.#title || title === "") return;
    this.#title = document.title = title;
  }
}
