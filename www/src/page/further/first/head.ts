/** The first ten seconds: a line in the page's head says the aim of the page, whether the example or the person is invented, and the decision as it is; beside the person's name it stands too where the head has no room. The window is named after the model. */
import type { Prediction } from "../../../types.js";
import type { Doc } from "../../state/document/document.js";
import { fitted, middle } from "../../state/opening/person.js";
import type { State } from "../../state/document/state.js";
import { meets } from "../../state/request/request.js";
import { outcomeText } from "../../view/targets.js";
import { furtherWords } from "../words.js";

/** Examples whose rows are made up; those of the others were measured. */
const INVENTED: ReadonlySet<string> = new Set(["loan", "network", "flat"]);

export class Head {
  #line = document.createElement("span");
  #beside = document.createElement("span");
  #said = "";
  #title = "";
  #model: Doc["model"] = null;

  constructor(private readonly root: ParentNode) {
    this.#line.className = "tagline";
    this.#beside.hidden = true;
  }

  /** Is told every state that is drawn. */
  see({ doc, now, dragging }: State): void {
    const { model } = doc;
    // The space beside the model's name has nothing in it that the explainer draws.
    if (!this.#line.isConnected) this.root.querySelector(".top .gap")?.append(this.#line);
    const text = furtherWords.first;
    const made = madeOf(doc);
    if (!this.#beside.isConnected) this.root.querySelector(".person .head .cap")?.after(this.#beside);
    const beside = made === null ? "" : text.beside[made];
    // Text that is put anew is laid out anew, also where it is the same.
    if (beside !== this.#beside.textContent) {
      this.#beside.hidden = made === null;
      this.#beside.className = `invented ${made ?? ""}`;
      this.#beside.textContent = beside;
    }
    // While the dot is dragged, and until the engine has spoken, the line stands as it was, and looks like it.
    const waits = (dragging || now === null) && model === this.#model;
    this.#line.classList.toggle("stale", waits);
    this.#model = model;
    const outcome = now === null ? null : outcomeText(doc, rounded(doc, now));
    // Whoever has the wanted outcome already needs no change.
    const away = now !== null && model !== null && !meets(now, doc.target, model.info.classes);
    const aim = !away ? "" : "class" in doc.target ? text.tagline : "value" in doc.target ? text.reaches : "";
    const said = [outcome === null ? "\u00a0" : made === "example" ? text.invented(outcome) : made === "middle" ? text.middle(outcome) : text.now(outcome), aim] as const;
    if (!waits && said.join() !== this.#said) {
      this.#said = said.join();
      this.#line.replaceChildren(said[0], document.createElement("br"), said[1]);
    }
    const title = model ? text.window(model.title) : "";
    if (title === this.#title || title === "") return;
    this.#title = document.title = title;
  }
}

/** A predicted number of so many digits is read in ten seconds. */
const DIGITS = 4;

/** A predicted number with few digits, unless they put it on the other side of the target's end. */
function rounded({ target, model }: Doc, now: Prediction): Prediction {
  if (!("value" in now)) return now;
  const short = { ...now, value: Number(now.value.toPrecision(DIGITS)) };
  const met = (one: Prediction): boolean => meets(one, target, model?.info.classes ?? []);
  return met(short) === met(now) ? short : now;
}

/** How the person was made up: as a row of an invented example, or as the middle of every range, where a model came without rows. */
function madeOf({ model, person }: Doc): "example" | "middle" | null {
  if (!model) return null;
  if (model.source.from === "example" && INVENTED.has(model.source.id)) return "example";
  const { info } = model;
  if (info.rows > 0) return null;
  return fitted(info.features, middle(info.features, info.columns)).every((value, column) => Object.is(value, person[column])) ? "middle" : null;
}
