/** The target, in words, and the picker inside the sentence. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Prediction, Target } from "../../types.js";
import { aimOf, type Aim } from "../../measure/target.js";
import { setTarget } from "../state/editing/actions.js";
import { classIndex, targetClasses } from "../state/request/request.js";
import type { Shown, State } from "../state/document/state.js";
import { cost, number, percent } from "./format.js";
import { besideBox, numberBox, type NumberBox } from "./number-box.js";
import { place } from "./place.js";
import { slotsOf } from "../../plot/palette.js";
import type { Ui } from "./ui.js";
import type { Goal } from "./words.js";
import { words } from "./words.js";
import type { Doc } from "../state/document/document.js";

export function className(doc: Doc, index: number): string {
  return words.className(doc.model?.info.classes[index] ?? String(index));
}

/** The target as it stands in a sentence: "accepted", "anything but refused". */
export function targetText(doc: Doc, target: Target = doc.target): string {
  const aim = aimOf(target);
  if ("value" in aim) {
    const [from, to] = aim.value;
    if (to === Number.POSITIVE_INFINITY) return words.atLeastValue(number(from));
    if (from === Number.NEGATIVE_INFINITY) return words.atMostValue(number(to));
    return words.betweenValues(number(from), number(to));
  }
  if ("best" in target) return words.atBest;
  const least = leastScore(target);
  if (least !== null) return words.withScore(words.atLeastValue(least), classText(doc, target));
  return classText(doc, target);
}

/** "80 %": how likely the class must be, where that is asked. */
export const leastScore = (target: Target): string | null => ("class" in target && target.min_probability !== undefined ? percent(target.min_probability) : null);

/** The classes looked for, in words. */
function classText(doc: Doc, target: Target): string {
  const classes = doc.model?.info.classes ?? [];
  const wanted = targetClasses(target, classes);
  if (wanted.length > 1 && wanted.length === classes.length - 1) {
    const left = classes.findIndex((_, index) => !wanted.includes(index));
    return words.anythingBut(className(doc, left));
  }
  return words.anyOf(wanted.map((index) => className(doc, index)));
}

/** The goal that an answer meets: of classes that cost something each, the one that it reaches. */
export function goalOf(doc: Doc, { request: { target }, replay, answer }: Shown): Goal {
  const prediction = replay?.prediction;
  const subject = doc.model?.subject ?? null;
  if ("best" in target) {
    const { best, budget } = target;
    const score = prediction ? (scoreText(doc, prediction, target) ?? outcomeText(doc, prediction)) : "";
    return { of: "best", subject, text: typeof best === "object" ? classText(doc, target) : null, score, budget: cost(budget), lowest: best === "min", proved: answer.status === "optimal" };
  }
  const score = leastScore(target);
  if (score !== null) return { of: "score", subject, text: classText(doc, target), score: words.atLeastValue(score) };
  if ("class_costs" in target && prediction) return { of: "class", subject, text: outcomeText(doc, prediction) };
  return { of: "value" in target ? "value" : "class", subject, text: targetText(doc, target) };
}

/** The outcome of a prediction, in words. */
export function outcomeText(doc: Doc, prediction: Prediction): string {
  return "value" in prediction ? number(prediction.value) : className(doc, prediction.class);
}

export function scoreText(doc: Doc, prediction: Prediction, target: Target): string | null {
  if ("value" in prediction || prediction.scores.length === 0) return null;
  const wanted = "class_costs" in target ? [prediction.class] : targetClasses(target, doc.model?.info.classes ?? []);
  return percent(wanted.reduce((sum, index) => sum + (prediction.scores[index] ?? 0), 0));
}

interface Option {
  key: string;
  text: string;
  target: Aim;
}

/** Every class, and with three or more "anything but" the present one. */
export function targetOptions(state: State): Option[] {
  const { doc, now } = state;
  const classes = doc.model?.info.classes ?? [];
  const options: Option[] = classes.map((_, index) => ({ key: `class ${index}`, text: className(doc, index), target: { class: index } }));
  if (classes.length > 2 && now && "class" in now) {
    const rest = classes.map((_, index) => index).filter((index) => index !== now.class);
    options.push({ key: "but", text: words.anythingBut(className(doc, now.class)), target: { classes: rest } });
  }
  const plain = "class" in doc.target && doc.target.min_probability === undefined;
  // A target of another kind, as an attribute or a link gives it, stands in the list too.
  if (!plain && !options.some((one) => "classes" in one.target && targetText(doc, one.target) === targetText(doc))) options.push({ key: "own", text: targetText(doc), target: doc.target });
  return options;
}

function keyOf(state: State, options: readonly Option[]): string {
  const { target, model } = state.doc;
  if ("class" in target && target.min_probability === undefined) return `class ${classIndex(model?.info.classes ?? [], target.class)}`;
  return options.at(-1)?.key ?? "";
}

/** The class word of the sentence; with more than two classes it is a list to choose from. */
export function targetWord(state: State, text: string, ui: Ui): TemplateResult {
  const { doc } = state;
  const classes = doc.model?.info.classes ?? [];
  // A class is written in its own colour, several in none.
  const [slot] = slotsOf(classes.map((name) => ({ name, target: false }))).filter((_, index) => className(doc, index).toLowerCase() === text.toLowerCase());
  const colour = "value" in doc.target ? 0 : slot;
  const style = place(colour === undefined ? {} : { color: `var(--espalier-class-${String(colour)}-mark)` });
  const options = targetOptions(state);
  if (classes.length <= 2 || "value" in doc.target) return html`<b class="class" ${style}>${text}</b>`;
  const chosen = keyOf(state, options);
  const change = (event: Event): void => {
    const option = options.find((one) => one.key === (event.currentTarget as HTMLSelectElement).value);
    if (option) ui.edit((doc) => setTarget(doc, option.target));
  };
  return html`<b class="class choose" ${style}
    ><span aria-hidden="true">${text}</span
    ><select aria-label=${words.lookFor} @change=${change}>
      ${options.map((one) => html`<option value=${one.key} ?selected=${one.key === chosen}>${one.text}</option>`)}
    </select></b
  >`;
}

/** For regressors: the interval looked for, as two numbers. */
export function valueTarget(state: State, ui: Ui): TemplateResult | typeof nothing {
  const { target } = state.doc;
  if (!("value" in target)) return nothing;
  const [from, to] = target.value;
  const text = (x: number): string => (Number.isFinite(x) ? number(x) : "");
  const box = (key: "from" | "to", now: number): NumberBox => ({
    key: `target ${key}`,
    label: key === "from" ? words.fromValue : words.toValue,
    now: Number.isFinite(now) ? now : Number.NaN,
    text: text(now),
    said: Number.isFinite(now) ? number(now) : words.number.open,
    wanted: { decimals: 0, open: true },
    take: (typed) => {
      const value = Number.isNaN(typed) ? (key === "from" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY) : typed;
      const next: [number, number] = key === "from" ? [value, to] : [from, value];
      if (next[0] > next[1]) return key === "from" ? words.number.crossed(number(to)) : words.number.crossedBelow(number(from));
      if (!next.some(Number.isFinite)) return words.number.oneEnd;
      ui.edit((doc) => setTarget(doc, { value: next }));
      return null;
    },
  });
  const [first, last] = [box("from", from), box("to", to)];
  return html`<div class="value-target">
    <span class="cap">${words.from}</span>${numberBox(state, ui, first)}<span class="cap">${words.to}</span>${numberBox(state, ui, last)}
    ${besideBox(state, first)}${besideBox(state, last)}
  </div>`;
}
