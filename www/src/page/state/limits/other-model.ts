/** The parts that a second model may have in a question. Pure. */
import { referenceOf, targetClasses } from "../../../measure/target.js";
import type { Target } from "../../../types.js";
import type { Doc, OtherModel } from "../document/document.js";
import { following } from "./causes.js";

/** It must agree, or decide for the other of two classes. A feature that follows its prediction is named; these are characters that no name is. */
export const AGREES = "";
export const REFUSES = "\r";
/** It must predict a value in an interval of its own; with an index behind it, that class of its own. */
export const PREDICTS = "\f";
/** The question is where the two models differ most, or where they differ by at least so much. */
export const DIFFERS = "\n";
export const APART = "\t";

/** The cost that may be spent, and the least difference, where nothing said how much. */
export const BUDGET = 0.2;

/** The parts that a second model may have beside the open one: classes and numbers neither agree nor have a difference, and only a number can follow. */
export function partsFor({ model }: Doc, { classes }: OtherModel): string[] {
  const { classes: own = [], features = [] } = model?.info ?? {};
  const numbers = classes.length === 0;
  const both = own.length > 0 !== numbers ? [AGREES, ...(own.length === 2 ? [REFUSES] : []), DIFFERS, APART] : [];
  const alone = numbers ? [PREDICTS, ...features.filter(following).map(({ name }) => name)] : classes.map((_, index) => PREDICTS + String(index));
  return [...both, ...alone];
}

/** The target of the second model, where it has one of its own: a class, or the opposite of the one that is looked for. */
export function alsoTarget({ target, model }: Doc, { document, part, value }: OtherModel): Target {
  const classes = model?.info.classes ?? [];
  if (part === PREDICTS) return { value };
  if (part.startsWith(PREDICTS)) return { class: Number(part.slice(1)) };
  const [wanted = 0] = targetClasses(target, classes);
  // It may have its classes in another order: they are told apart by their names, where it has these.
  const named = (at: number): string | number => (Array.isArray(document.classes) && document.classes.includes(classes[at]) ? String(classes[at]) : at);
  if (part === REFUSES) return { class: named(1 - wanted) };
  // It agrees to a target's class; the best of a class is one that it agrees to.
  if (referenceOf(target) ?? ("best" in target && typeof target.best === "object")) return { class: named(wanted) };
  return "class" in target ? { ...target, class: named(wanted) } : target;
}
