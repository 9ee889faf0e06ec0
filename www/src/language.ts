/** The languages of the explainer that were brought along: one list for all copies of this package on a page, and for the modules of languages. */
import type { LessonWords } from "./lessons/words.js";
import type { FurtherWords } from "./page/further/words.js";
import type { Words } from "./page/view/words.js";

export type { FurtherWords, LessonWords, Words };

/** Some messages of a catalogue: those that are not there stay as they were. */
export type SomeWords = Some<Words & { lesson: LessonWords; further: FurtherWords }>;
type Some<T> = T extends ((...given: never) => unknown) | readonly unknown[] ? T : T extends object ? { [Name in keyof T]?: Some<T[Name]> } : T;

type Given = readonly [tag: string, words: SomeWords];

/** The window has the list under this name, and an event of this name when there are other words. */
export const HEARD = "espalier-words";

/** In the order in which they came: of two that say the same message the later one holds. */
export const languages = (): Given[] => ((globalThis as { [HEARD]?: Given[] })[HEARD] ??= []);

/** Gives the words of a language, or some of them in place of those that it has. Explainers show them where the page around them has that language (`lang`). */
export function setWords(words: SomeWords, tag: string): void {
  try {
    Intl.getCanonicalLocales(tag);
  } catch {
    throw new RangeError(`setWords: ${tag} is no language, such as "de"`);
  }
  languages().push([tag, words]);
  // On a server nobody listens.
  (globalThis as { dispatchEvent?: EventTarget["dispatchEvent"] }).dispatchEvent?.(new Event(HEARD));
}
