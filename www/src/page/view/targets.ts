/** The target, in words, and the picker inside the sentence. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import { put } from "../../own.js";
import type { Answer, Prediction, Target } from "../../types.js";
import { aimOf, referenceOf, type Aim } from "../../measure/target.js";
import { setTarget } from "../state/editing/actions.js";
import { BUDGET } from "../state/limits/other-model.js";
import { targetClasses } from "../state/request/request.js";
import { verified } from "../state/answer/selectors.js";
import type { Shown, State } from "../state/document/state.js";
import { cost, number, percent, percentInFull } from "./format.js";
import { besideBox, numberBox, refusedNumber, type NumberBox } from "./number-box.js";
import { place } from "./style-properties.js";
import { slotsOf } from "../../plot/palette.js";
import type { Ui } from "./callbacks.js";
import type { Goal } from "./words.js";
import { words } from "./words.js";
import type { Doc } from "../state/document/document.js";

export function className(doc: Doc, index: number): string {
  return words.className(doc.model?.info.classes[index] ?? String(index));
}

/** The target as it stands in a sentence: "accepted", "anything but refused". */
export function targetText(doc: Doc, target: Target = doc.target): string {
  const aim = aimOf(target);
  if ("value" in aim) return intervalText(aim.value);
  if ("apart" in target) return words.scored(apartGoal(target));
  if (referenceOf(target)) return words.other.differs;
  if ("best" in target) return words.atBest;
  const least = leastScore(target);
  if (least !== null) return words.withScore(words.atLeastValue(least), classText(doc, target));
  return classText(doc, target);
}

/** "at least 500", "500 to 700". */
export function intervalText([from, to]: readonly [number, number]): string {
  if (to === Number.POSITIVE_INFINITY) return words.atLeastValue(number(from));
  if (from === Number.NEGATIVE_INFINITY) return words.atMostValue(number(to));
  return from === to ? number(from) : words.betweenValues(number(from), number(to));
}

/** A difference of two models that is large enough, by its unit where that is known. */
const apartGoal = ({ at_least: least }: Extract<Target, { apart: unknown }>, unit: Answer["unit"] = "value"): Pick<Goal, "score" | "text" | "differ"> => ({ text: null, score: words.other.amount[unit](words.atLeastValue(number(least))), differ: true });

/** "80 %": how likely the class must be, where that is asked. */
export const leastScore = (target: Target): string | null => ("class" in target && target.min_probability !== undefined ? percentInFull(target.min_probability) : null);

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
    const { best } = target;
    const budget = target.budget === undefined ? {} : { budget: cost(target.budget) };
    const { best: found, unit = "value" } = answer;
    if (referenceOf(target)) return { of: "best", subject, text: classText(doc, target) || null, score: words.other.amount[unit](number(Math.abs(found?.value ?? 0))), ...budget, differ: true, proved: answer.status === "optimal" };
    const score = prediction ? (scoreText(doc, prediction, target) ?? outcomeText(doc, prediction)) : "";
    return { of: "best", subject, text: typeof best === "object" ? classText(doc, target) : null, score, ...budget, lowest: best === "min", proved: answer.status === "optimal" };
  }
  const score = leastScore(target);
  if (score !== null) return { of: "score", subject, text: classText(doc, target), score: words.atLeastValue(score) };
  if ("apart" in target) return { of: "score", subject, ...apartGoal(target, answer.unit), text: classText(doc, target) || null };
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
  return percent(wanted.reduce((sum, index) => sum + (prediction.scores[index] ?? 0), 0), "class" in target ? target.min_probability : undefined);
}

interface Option {
  key: string;
  text: string;
  target: Aim;
}

/**
 * Every class, and with three or more "anything but" the present one and each at a cost of its own; or the range. Then the best that a cost
 * allows, at first the cost of the answer.
 */
export function targetOptions(state: State): Option[] {
  const { doc, now, shown } = state;
  const { target } = doc;
  const classes = doc.model?.info.classes ?? [];
  const options: Option[] = classes.map((_, index) => ({ key: `class ${index}`, text: className(doc, index), target: { class: index } }));
  const found = verified(shown);
  const budget = ("best" in target ? target.budget : undefined) ?? (Math.ceil((found?.cost ?? 0) * 100) / 100 || BUDGET);
  const best = (key: keyof typeof words.atCost, of: Extract<Aim, { best: unknown }>["best"]): void => void options.push({ key, text: words.atCost[key], target: { best: of, budget } });
  if (now && "value" in now) {
    const found = referenceOf(target) ? undefined : shown?.answer.best?.value;
    const range: Aim = "value" in target ? target : { value: [Number((found ?? now.value).toPrecision(3)), Number.POSITIVE_INFINITY] };
    options.push({ key: "range", text: targetText(doc, range), target: range });
    best("max", "max");
    best("min", "min");
  } else if (classes.length > 2 && now) {
    const rest = classes.map((_, index) => index).filter((index) => index !== now.class);
    const costs = "class_costs" in target ? target.class_costs : Object.fromEntries(rest.map((index) => [index, 0]));
    options.push({ key: "but", text: words.anythingBut(className(doc, now.class)), target: { classes: rest } }, { key: "costs", text: words.eachAtItsCost, target: { class_costs: costs } });
  }
  if (now && "scores" in now && now.scores.length > 0) best("best", "best" in target && !referenceOf(target) ? target.best : { class: targetClasses(target, classes)[0] ?? 0 });
  // A target of another kind, as an attribute or a link gives it, stands in the list too.
  if (!options.some((one) => sameTarget(doc, one.target))) options.push({ key: "own", text: targetText(doc), target });
  return options;
}

/** Whether an option is the target that stands. */
export function sameTarget({ target, model }: Doc, option: Aim): boolean {
  const classes = model?.info.classes ?? [];
  const kind = (of: Aim): string => Object.keys(of).sort().join();
  if (kind(target) !== kind(option)) return false;
  if (referenceOf(target) !== referenceOf(option)) return false;
  if ("best" in target && "best" in option) return typeof target.best === typeof option.best && (typeof target.best === "object" || target.best === option.best);
  return "value" in target || "class_costs" in target || targetClasses(target, classes).sort().join() === targetClasses(option, classes).sort().join();
}

/** The class word of the sentence: a list to choose the target from. */
export function targetWord(state: State, text: string, ui: Ui): TemplateResult {
  const { doc } = state;
  const classes = doc.model?.info.classes ?? [];
  const options = targetOptions(state);
  // A class is written in its own colour, several in none.
  const [slot] = slotsOf(classes.map((name) => ({ name, target: false }))).filter((_, index) => className(doc, index).toLowerCase() === text.toLowerCase());
  const colour = "value" in doc.target ? 0 : slot;
  const style = place(colour === undefined ? {} : { color: `var(--espalier-class-${String(colour)}-mark)` });
  if (options.length < 2) return html`<b class="class" ${style}>${text}</b>`;
  const chosen = options.find((one) => sameTarget(doc, one.target))?.key;
  const change = (event: Event): void => {
    const option = options.find((one) => one.key === (event.currentTarget as HTMLSelectElement).value);
    if (option) ui.edit((doc) => setTarget(doc, option.target));
  };
  // The texts of the list are attributes: they are no part of the sentence where that is copied or read.
  return html`<b class="class choose" ${style}
    ><span aria-hidden="true">${text}</span
    ><select aria-label=${words.lookFor} @change=${change}
      >${options.map((one) => html`<option value=${one.key} label=${one.text} ?selected=${one.key === chosen}></option>`)}</select></b
  >`;
}

/** Numbers beside their names, in a line. */
export const numbers = (state: State, ui: Ui, boxes: readonly (readonly [string, NumberBox])[], note: string | typeof nothing = nothing): TemplateResult => html`<div class="value-target ${note === nothing ? "" : "costs"}">
    ${boxes.map(([said, one]) => html`<label><span class="cap">${said}</span>${numberBox(state, ui, one)}</label>`)}${boxes.map(([, one]) => besideBox(state, one))}${note === nothing ? nothing : html`<p class="cap">${note}</p>`}
  </div>`;

/** A number that may be open: then it is NaN. */
const amount = (key: string, label: string, now: number, open: boolean, take: NumberBox["take"]): NumberBox => ({
  key,
  label,
  now,
  text: Number.isNaN(now) ? "" : number(now),
  said: Number.isNaN(now) ? words.number.open : number(now),
  wanted: { decimals: 2, open },
  take,
});

/** The same, not below 0. */
export const price = (label: string, now: number, open: boolean, take: NumberBox["take"]): NumberBox => amount(`target ${label}`, label, now, open, (value) => (value < 0 ? words.number.notBelow("0") : take(value)));

/** The ends of an interval of predictions, one of which may be open. */
export function ends(state: State, of: string, now: readonly [number, number], set: (value: [number, number]) => void): (readonly [string, NumberBox])[] {
  const fits = (pair: readonly [number, number]): boolean => pair[0] <= pair[1] && pair.some(Number.isFinite);
  const boxes = [words.fromValue, words.toValue].map((label, at): NumberBox => {
    const [end, other] = at === 0 ? now : [now[1], now[0]];
    const put = ([from, to]: readonly [number, number], place: number, typed: number): [number, number] =>
      place === 0 ? [Number.isNaN(typed) ? Number.NEGATIVE_INFINITY : typed, to] : [from, Number.isNaN(typed) ? Number.POSITIVE_INFINITY : typed];
    const take = (typed: number): string | null => {
      // The other number may have been typed already, and fit only now.
      const waiting = refusedNumber(state, boxes[1 - at]!);
      const alone = put(now, at, typed);
      const both = waiting === null ? alone : put(alone, 1 - at, waiting);
      const next = fits(both) ? both : alone;
      if (next[0] > next[1]) return at === 0 ? words.number.crossed(number(next[1])) : words.number.crossedBelow(number(next[0]));
      if (!fits(next)) return words.number.oneEnd;
      set(next);
      return null;
    };
    return { ...amount(`${of} ${String(at)}`, label, Number.isFinite(end) ? end : Number.NaN, true, take), against: other };
  });
  return boxes.map((box, at) => [at === 0 ? words.from : words.to, box]);
}

/** The numbers of a target: the interval of a regressor, the cost that may be spent on the best, the cost of each class, the least difference. */
export function targetNumbers(state: State, ui: Ui): TemplateResult | typeof nothing {
  const { doc } = state;
  const { target } = doc;
  if ("best" in target) {
    const spend = (budget: number): null => {
      ui.edit((now) => setTarget(now, Number.isNaN(budget) ? { best: target.best } : { ...target, budget }));
      return null;
    };
    return numbers(state, ui, [[words.withinCost, price(words.budget, target.budget ?? Number.NaN, true, spend)]]);
  }
  if ("class_costs" in target) {
    const classes = doc.model?.info.classes ?? [];
    const costs = new Map(targetClasses(target, classes).map((index, at) => [String(index), Object.values(target.class_costs)[at] ?? 0]));
    const boxes = classes.map((_, index) => {
      const name = className(doc, index);
      const take = (value: number): string | null => {
        const next = put(costs, String(index), Number.isNaN(value) ? null : value);
        if (next.size === 0) return words.oneClass;
        ui.edit((now) => setTarget(now, { class_costs: Object.fromEntries(next) }));
        return null;
      };
      return [name, price(words.costOfClass(name), costs.get(String(index)) ?? Number.NaN, true, take)] as const;
    });
    return numbers(state, ui, boxes, words.noCost);
  }
  if ("apart" in target) {
    const least = price(words.leastApart, target.at_least, false, (value) => (value > 0 ? (ui.edit((now) => setTarget(now, { ...target, at_least: value })), null) : words.number.positive));
    return numbers(state, ui, [[words.leastApart, least]]);
  }
  if (!("value" in target)) return nothing;
  return numbers(state, ui, ends(state, "target", target.value, (value) => ui.edit((now) => setTarget(now, { value }))));
}
