/** Puts the words of a language into the catalogue where it stands: whoever reads a message there reads it in that language. */
import { languages } from "../../language.js";
import { words } from "./words.js";

type Tree = object;

const isTree = (one: unknown): one is Tree => typeof one === "object" && one !== null && !Array.isArray(one);

const catalogue: Tree = words;
/** The catalogue as it is written. */
let english: Tree | undefined;
/** How many were given of the language, and its tag; in English none. */
let now = "0 ";

const copy = (tree: Tree): Tree => Object.fromEntries((Object.entries(tree) as [string, unknown][]).map(([name, one]) => [name, isTree(one) ? copy(one) : one]));

/** Names that the catalogue does not have, and things of another kind than the message is, are passed over. */
function put(into: Tree, from: Tree): void {
  const given = new Map(Object.entries(from));
  for (const [name, old] of Object.entries(into) as [string, unknown][]) {
    const one: unknown = given.get(name);
    if (isTree(old) && isTree(one)) put(old, one);
    else if (typeof old === typeof one && Array.isArray(old) === Array.isArray(one)) Object.assign(into, { [name]: one });
  }
}

/** Adds messages to the catalogue; where a language is spoken already, `speak` has to be called again. */
export function adopt(more: Tree): void {
  Object.assign(catalogue, more);
  if (english) Object.assign(english, copy(more));
  now = "";
}

/** The words that were given of a language, in English where there are none, and a key that is another when these are others. */
function given(tag: string): { key: string; own: ReturnType<typeof languages> } {
  const of = (wanted: string): ReturnType<typeof languages> => languages().filter(([one]) => new RegExp(`^${one}(-|$)`, "i").test(wanted));
  const found = of(tag);
  const own = found.length > 0 ? found : of("en");
  return { key: `${String(own.length)} ${found.length > 0 ? tag : ""}`, own };
}

/** A key of the words of a language: where it stays, nothing is said in other words than before. */
export const wordsOf = (tag: string): string => given(tag).key;

/** From now on all messages are in this language; in English, where no words of it were given. */
export function speak(tag: string): void {
  const { key, own } = given(tag);
  if (key === now) return;
  now = key;
  english ??= copy(catalogue);
  const { voices, typed } = words;
  // A map keeps the words that it was given, also while others are put into the catalogue, and draws anew when it gets others.
  for (const voice of Object.values(voices)) voice.map = { ...voice.map };
  put(catalogue, english);
  for (const [locale, some] of own) {
    put(catalogue, { typed: { locale } });
    put(catalogue, some);
  }
  for (const voice of Object.values(voices)) voice.map.locale = typed.locale;
}
