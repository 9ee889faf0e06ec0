/** The language of the pages of this repository: which one a person wants, and its words, fetched before the first drawing. English is built in. */
import { html, render } from "lit";
import { speak } from "./page/view/language.js";
import { words } from "./page/view/words.js";

/** By tag, each under its own name. */
export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Fran\u00e7ais" };

export type Tag = keyof typeof LANGUAGES;

/** Fetches words; those of English are there. */
export type Fetch = Record<Exclude<Tag, "en">, () => Promise<unknown>>;

/** Under this name the browser keeps the language that was chosen. */
const KEPT = "espalier-language";

/** The language that the address asks for (`?lang=de`), or that was chosen on this machine, or the first of the browser's that there is. */
export function wanted(): Tag {
  for (const one of [new URLSearchParams(location.search).get("lang"), kept(), ...navigator.languages]) {
    const tag = one?.toLowerCase().split("-")[0];
    if (tag !== undefined && Object.hasOwn(LANGUAGES, tag)) return tag as Tag;
  }
  return "en";
}

/** Asking the browser for it may already be refused. */
function kept(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/** Puts the page into a language: `run` begins once its words are there, at once in English. Where they cannot be fetched the page stays as it is. */
export function into(tag: Tag, fetch: Fetch, run: () => void): void {
  const arrived = (): void => {
    document.documentElement.lang = tag;
    speak(tag);
  };
  if (tag === "en") {
    arrived();
    run();
  } else {
    void fetch[tag]().then(arrived, () => undefined).then(run);
  }
}

/** The choice of a language, in the explainer's menu of keys and help. */
export function languageChoice(host: HTMLElement, fetch: Fetch): void {
  const choose = (event: Event): void => {
    const tag = (event.currentTarget as HTMLSelectElement).value as Tag;
    try {
      localStorage.setItem(KEPT, tag);
    } catch {
      // It then holds until the page is left.
    }
    into(tag, fetch, () => languageChoice(host, fetch));
  };
  const now = document.documentElement.lang;
  render(
    html`<label slot="help" class="language">${words.language}
      <select @change=${choose}>${Object.entries(LANGUAGES).map(([tag, name]) => html`<option value=${tag} lang=${tag} .selected=${tag === now}>${name}</option>`)}</select></label>`,
    host,
  );
}
