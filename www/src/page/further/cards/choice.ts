/** Which features' cards are shown, and in which order. Pure. */
import { limitOf } from "../../state/editing/actions.js";
import { clauses, displayed, inConflict, verified } from "../../state/answer/selectors.js";
import type { State } from "../../state/document/state.js";
import { features } from "../../state/request/request.js";

/** `changed`: by the answer that is shown; `wrong`: a number on its card was not taken, or one of its limits is in the conflict. */
export type Only = "all" | "changed" | "locked" | "wrong";
/** `answer`: those first that the answer changes. */
export type Order = "answer" | "model" | "name";

export interface Choice {
  /** A part of the names, or several with spaces between them. */
  text: string;
  only: Only;
  order: Order;
}

export const EVERY: Choice = { text: "", only: "all", order: "answer" };

/** Up to so many cards are looked through by eye: in a column beside the map four stand in view, and a dozen are three looks. */
const BY_EYE = 12;

/** Whether there is a choice: where there are many cards. */
export const isOffered = (state: State): boolean => features(state.doc).length > BY_EYE;

/** Without capitals and accents; an underscore is a space. */
const bare = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("_", " ");

/** Whether each part of the text is somewhere in the name. */
export function isNamed(name: string, text: string): boolean {
  const within = bare(name);
  return bare(text).split(/\s+/).every((part) => within.includes(part));
}

/** Features with a number on their card that was not taken. The text of a field belongs to the longest name at its end. */
function refused({ typed }: State, names: readonly string[]): Set<string> {
  const longest = [...names].sort((a, b) => b.length - a.length);
  return new Set([...typed].filter(([key, { why }]) => why !== "" && !/^(gate|limit|measure) /.test(key)).flatMap(([key]) => longest.find((name) => key.endsWith(` ${name}`)) ?? []));
}

function kept(state: State, only: Only): (name: string) => boolean {
  switch (only) {
    case "all":
      return () => true;
    case "changed": {
      const shown = displayed(state);
      const changed = new Set(shown && verified(shown) ? clauses(state.doc, shown).map(({ feature }) => feature.name) : []);
      return (name) => changed.has(name);
    }
    case "locked":
      return (name) => limitOf(state.doc, name).lock;
    case "wrong": {
      const wrong = refused(state, features(state.doc).map(({ name }) => name));
      const conflict = inConflict(state);
      return (name) => wrong.has(name) || conflict.has(name);
    }
  }
}

/** `names`: in the order of the answer. `held`: the feature whose card has the focus; it stays whatever is chosen. */
export function chosen(state: State, names: readonly string[], { text, only, order }: Choice, held: string | null, language?: string): string[] {
  const keeps = kept(state, only);
  const list = names.filter((name) => name === held || (isNamed(name, text) && keeps(name)));
  if (order === "answer") return list;
  const place = new Map(features(state.doc).map(({ name }, index) => [name, index]));
  const { compare } = new Intl.Collator(language, { numeric: true });
  return list.sort((a, b) => (order === "name" ? compare(a, b) : 0) || (place.get(a) ?? 0) - (place.get(b) ?? 0));
}
