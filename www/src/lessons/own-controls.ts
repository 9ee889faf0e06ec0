/** The row of controls by which a person takes rows of a file into the lesson "Grow your own", and picks its columns. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import { picker } from "../page/view/picker.js";
import { classesIn, labelsIn, numbersIn, type Choice, type OwnFile } from "./own-rows.js";
import { lessonWords as words } from "./words.js";

export interface Own {
  file: OwnFile;
  choice: Choice;
}

/** Why a file was not taken; or that it is being read. */
export interface Fault {
  text: string;
  reading?: true;
}

/** `points`: how many of the rows are taken. */
export function ownControls(own: Own | null, points: number, fault: Fault | null, take: (file: File) => void, choose: (choice: Choice) => void, back: () => void): TemplateResult {
  const text = words.own;
  const chosen = (event: Event): void => {
    const input = event.currentTarget as HTMLInputElement;
    const [file] = input.files ?? [];
    // The same file may be chosen again once it was mended.
    if (file) take(file);
    input.value = "";
  };
  return html`<label class="btn line-button"><input type="file" accept=".csv,text/csv" @change=${chosen} />${text.choose}</label>
    ${own ? html`<button type="button" class="btn" @click=${back}>${text.back}</button>` : html`<p class="cap">${text.hint}</p>`}
    ${own ? picks(own, points, choose) : nothing}
    ${fault ? html`<p class=${fault.reading ? "cap" : "problem"} role=${fault.reading ? "status" : "alert"}>${fault.text}</p>` : nothing}`;
}

function picks({ file, choice }: Own, points: number, choose: (choice: Choice) => void): TemplateResult {
  const text = words.own;
  const numbers = numbersIn(file).filter((name) => name !== choice.label);
  const options: Record<keyof Choice, readonly string[]> = { x: numbers, y: numbers, label: labelsIn(file), wanted: classesIn(file, choice.label) };
  // Two axes change places where one takes the other's column.
  const taken = (of: keyof Choice, to: string): Choice => ({ ...choice, ...(of === "x" && to === choice.y ? { y: choice.x } : of === "y" && to === choice.x ? { x: choice.y } : {}), [of]: to });
  return html`<div class="line own">
    <span class="cap">${text.taken(file.name, points, file.count)}</span>
    ${(Object.keys(options) as (keyof Choice)[]).map((of) => html`<span class="line"><span class="cap">${text[of]}</span>${picker(text[of], options[of].map((name) => [name, name] as const), choice[of], (to) => choose(taken(of, to)))}</span>`)}
  </div>`;
}
