/** Which lessons a person has answered, kept on this computer. Where the browser keeps nothing, it holds until the page is left. */
import type { LessonName } from "./words.js";

/** Under this name the browser keeps the names of answered lessons. */
const KEPT = "espalier-lessons";

/** The answered lessons among those that there are. */
export function answeredLessons(names: readonly LessonName[]): ReadonlySet<LessonName> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return new Set(Array.isArray(kept) ? names.filter((name) => kept.includes(name)) : []);
  } catch {
    return new Set();
  }
}

/** Keeps the answered lessons; none: nothing is left behind. */
export function keepAnswered(answered: ReadonlySet<LessonName>): void {
  try {
    if (answered.size === 0) localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, JSON.stringify([...answered]));
  } catch {
    // It then holds until the page is left.
  }
}
