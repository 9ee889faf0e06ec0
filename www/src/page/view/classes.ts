/** The classes of a question's model as pictures show them, with the wanted ones marked. */
import { isOpen, referenceOf } from "../../measure/target.js";
import { targetClasses } from "../state/request/request.js";
import type { MapClass } from "../../plot/contract.js";
import { className, leastScore } from "./targets.js";
import { words } from "./words.js";
import type { Doc } from "../state/document/document.js";

function capital(text: string): string {
  const [first = ""] = text;
  return first.toUpperCase() + text.slice(1);
}

/**
 * The classes as the map has them; of a regressor, out of the range looked for and in it. Where two regressors differ most, each has its border where
 * it predicts as much as the first does at the answer.
 */
export function classesOf(doc: Doc): MapClass[] {
  const names = doc.model?.info.classes ?? [];
  if (isOpen(doc.target) && names.length === 0) {
    const [less, as] = referenceOf(doc.target) ? words.asMuch : words.asGood;
    return [
      { name: less, target: false },
      { name: as, target: true },
    ];
  }
  if ("value" in doc.target || names.length === 0) {
    return [
      { name: words.outOfRange, target: false },
      { name: words.inside, target: true },
    ];
  }
  const wanted = targetClasses(doc.target, names);
  const least = leastScore(doc.target);
  const [name = ""] = wanted.map((one) => className(doc, one));
  // Where a score is asked for, a cell is coloured by the score alone: a cell below it may still be of the wanted class.
  if (least !== null) {
    const short = { name: capital(words.shortOf(least)), target: false };
    return names.map((_, index) => (wanted.includes(index) ? { name: capital(words.withScore(words.atLeastValue(least), name)), target: true, keepCase: name !== name.toLowerCase() } : short));
  }
  return names.map((_, index) => className(doc, index)).map((name, index) => ({ name: capital(name), target: wanted.includes(index), keepCase: name !== name.toLowerCase() }));
}
