/** A field for one number. Text that is not taken stays in it, with the reason beside it, until it is right or given up. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import { live } from "lit/directives/live.js";
import { readNumber, type Unread, type Wanted } from "../state/editing/number.js";
import type { State } from "../state/document/state.js";
import { asTyped, number } from "./format.js";
import type { Ui } from "./callbacks.js";
import { words } from "./words.js";

export interface NumberBox {
  /** Which field, among all of the page. */
  key: string;
  label: string;
  /** The number in force, as it stands in the field. */
  now: number;
  text: string;
  /** The same in a sentence, where `text` would not do; empty where no number stays in force. */
  said?: string;
  wanted: Wanted;
  /** A number beside which this one has to stand: a text that was refused is judged only as long as it is in force. */
  against?: number;
  /** Puts a number in force; or why it may not be. */
  take(value: number): string | null;
  /** A text was not taken. */
  refuse?(): void;
  /** One step up or down. */
  step?(by: 1 | -1): void;
  /** Why nothing may not stand in it; a general reason where absent. */
  empty?: string;
  /** Said of the number in force. */
  note?: string | null;
  title?: string;
}

const keyOf = ({ doc }: State, { key }: NumberBox): string => `${String(doc.model?.id)} ${key}`;

/** A text that is being typed; or one that was not taken and says why, as long as the number that it was to replace is in force, and the one beside it. */
function held(state: State, box: NumberBox): { text: string; why: string } | null {
  const typed = state.typed.get(keyOf(state, box));
  return typed && (typed.why === "" || (Object.is(typed.now, box.now) && Object.is(typed.against, box.against))) ? typed : null;
}

/** The number in a text that was not taken; null where there is none. */
export function refusedNumber(state: State, box: NumberBox): number | null {
  const typed = held(state, box);
  const read = typed?.why && readNumber(typed.text, box.wanted);
  return read && "value" in read ? read.value : null;
}

/** The text that stands in the field. */
export const textOf = (state: State, box: NumberBox): string => held(state, box)?.text ?? box.text;

export function numberBox(state: State, ui: Ui, box: NumberBox, look = "box"): TemplateResult {
  const wrong = Boolean(held(state, box)?.why);
  const put = (input: HTMLInputElement, why: string | null): void =>
    ui.set(({ typed }) => {
      const all = new Map(typed);
      const had = all.delete(keyOf(state, box));
      if (why !== null) all.set(keyOf(state, box), { text: input.value, why, now: box.now, against: box.against });
      return had || why !== null ? { typed: all } : {};
    });
  const take = (input: HTMLInputElement): void => {
    const typed = input.value;
    const read = readNumber(typed, box.wanted);
    const same = typed === box.text || ("value" in read && Object.is(read.value, box.now));
    const why = same ? null : "wrong" in read ? reason(typed, read.wrong, box) : box.take(read.value);
    put(input, why);
    if (why !== null) box.refuse?.();
  };
  const key = (event: KeyboardEvent): void => {
    const input = event.currentTarget as HTMLInputElement;
    if (event.key === "Enter") take(input);
    else if (event.key === "Escape" && input.value !== box.text) {
      event.stopPropagation();
      input.value = box.text;
      put(input, null);
    } else if (box.step && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      event.preventDefault();
      put(input, null);
      box.step(event.key === "ArrowUp" ? 1 : -1);
    }
  };
  return html`<input
    class=${look}
    type="text"
    size="1"
    inputmode="decimal"
    autocomplete="off"
    spellcheck="false"
    aria-label=${box.label}
    aria-invalid=${wrong}
    aria-describedby=${wrong || box.note ? idOf(box) : nothing}
    title=${box.title ?? nothing}
    .value=${live(textOf(state, box))}
    @input=${(event: Event) => put(event.currentTarget as HTMLInputElement, "")}
    @focus=${(event: FocusEvent) => (event.currentTarget as HTMLInputElement).select()}
    @keydown=${key}
    @blur=${(event: Event) => take(event.currentTarget as HTMLInputElement)}
  />`;
}

const idOf = (box: NumberBox): string => `of-${box.key.replace(/[^\p{L}\p{N}]/gu, "-")}`;

/** Why the text in a field was not taken, or the remark on its number. */
export function besideBox(state: State, box: NumberBox): TemplateResult | typeof nothing {
  const wrong = held(state, box);
  const said = box.said ?? box.text;
  if (wrong?.why) return html`<p class="wrong" role="alert" id=${idOf(box)}>${wrong.why} ${said === "" ? nothing : words.number.still(said)}</p>`;
  return box.note ? html`<p class="cap" id=${idOf(box)}>${box.note}</p>` : nothing;
}

/** Why a text was not taken, and which number stays in force. */
function reason(typed: string, wrong: Unread, box: NumberBox): string {
  if (wrong.is === "empty" && box.empty !== undefined) return box.empty;
  const values = "values" in wrong ? wrong.values : "value" in wrong ? [wrong.value] : [];
  const [first = "", second = ""] = values.map((value) => number(value, 20));
  return words.number.wrong[wrong.is](typed, [first, second], [asTyped(first), asTyped(second)]);
}
