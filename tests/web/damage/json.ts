/** Damage that can happen to JSON, by its parts. The text must be sound before. */
import { ANY, type Damage } from "./bytes.js";
import type { Random } from "./random.js";

interface Span {
  start: number;
  end: number;
}
/** A field with its name and value; `last` where nothing follows it in its object. */
interface Member extends Span {
  name: Span;
  value: Span;
  last: boolean;
  first: boolean;
}
interface Parts {
  values: Span[];
  members: Member[];
  /** The items of lists of at least two scalars, list by list. */
  lists: Span[][];
}

/** Takes a document apart. */
export function parts(text: string): Parts {
  const found: Parts = { values: [], members: [], lists: [] };
  let at = 0;
  const blank = (): void => {
    while (/\s/.test(text[at] ?? "x")) at += 1;
  };
  const string = (): Span => {
    const start = at;
    for (at += 1; text[at] !== '"'; at += 1) if (text[at] === "\\") at += 1;
    at += 1;
    return { start, end: at };
  };
  const value = (): Span => {
    blank();
    const start = at;
    if (text[at] === "{") object();
    else if (text[at] === "[") list();
    else if (text[at] === '"') string();
    else while (at < text.length && !/[\s,\]}]/.test(text[at] ?? "")) at += 1;
    const span = { start, end: at };
    found.values.push(span);
    return span;
  };
  /** Whether something stands before the closing bracket; goes there. */
  const next = (close: string): boolean => {
    blank();
    if (text[at] === ",") at += 1;
    blank();
    return text[at] !== close;
  };
  const list = (): void => {
    const items: Span[] = [];
    at += 1;
    while (next("]")) items.push(value());
    at += 1;
    if (items.length > 1 && items.every(({ start }) => !/[[{]/.test(text[start] ?? ""))) found.lists.push(items);
  };
  const object = (): void => {
    let before: Member | undefined;
    at += 1;
    while (next("}")) {
      const name = string();
      blank();
      at += 1;
      const held = value();
      const member: Member = { start: name.start, end: held.end, name, value: held, last: true, first: before === undefined };
      if (before !== undefined) before.last = false;
      found.members.push((before = member));
    }
    at += 1;
  };
  value();
  return found;
}

const DEEP = 100_000;
const TYPES = ["null", "true", '"text"', "{}", "[]", "[[]]", '{"a": 1}', "0.5", "-7"];
const NUMBERS = ["1e999", "-1e999", "99999999999999999999", "4294967296", "NaN", "Infinity", "-Infinity", "1e308", "-3"];

type Edit = (text: string, random: Random) => string | undefined;
const put = (text: string, { start, end }: Span, by: string): string => text.slice(0, start) + by + text.slice(end);

const EDITS: Record<string, Edit> = {
  "a field left out": (text, random) => {
    const { members } = parts(text);
    if (members.length === 0) return undefined;
    const member = random.of(members);
    let { start, end } = member;
    // With the comma after it, or before it where it is the last.
    if (!member.last) end = text.indexOf(",", end) + 1;
    else if (!member.first) start = text.lastIndexOf(",", start);
    return put(text, { start, end }, "");
  },
  "a field given twice": (text, random) => {
    const { members } = parts(text);
    if (members.length === 0) return undefined;
    const { start, end } = random.of(members);
    return put(text, { start: end, end }, `, ${text.slice(start, end)}`);
  },
  "a field misspelt": (text, random) => {
    const { members } = parts(text);
    if (members.length === 0) return undefined;
    const { end } = random.of(members).name;
    return put(text, { start: end - 1, end }, 'x"');
  },
  "a wrong type": (text, random) => put(text, random.of(parts(text).values), random.of(TYPES)),
  "a wrong number": (text, random) => {
    const numbers = parts(text).values.filter(({ start }) => /[-\d]/.test(text[start] ?? ""));
    return numbers.length === 0 ? undefined : put(text, random.of(numbers), random.of(NUMBERS));
  },
  // Children that are ancestors, lists out of order: an item takes the place of another.
  "an item twice": (text, random) => {
    const { lists } = parts(text);
    if (lists.length === 0) return undefined;
    const list = random.of(lists);
    const { start, end } = random.of(list);
    return put(text, random.of(list), text.slice(start, end));
  },
  "an item lost": (text, random) => {
    const { lists } = parts(text);
    if (lists.length === 0) return undefined;
    const list = random.of(lists);
    const [item, before] = [list.at(-1), list.at(-2)];
    return item && before ? put(text, { start: before.end, end: item.end }, "") : undefined;
  },
  "a child that is its ancestor": (text, random) => {
    const children = parts(text).members.filter(({ name }) => /left|right|child/.test(text.slice(name.start, name.end)));
    if (children.length === 0) return undefined;
    const { value } = random.of(children);
    const items = [...text.slice(value.start, value.end).matchAll(/-?\d+/g)];
    if (text[value.start] !== "[" || items.length === 0) return undefined;
    const item = random.of(items);
    const start = value.start + item.index;
    return put(text, { start, end: start + item[0].length }, String(random.below(2) * Math.max(0, Number(item[0]) - 1)));
  },
  "nested deep": (text, random) => {
    const open = random.of(["[", '{"a":']);
    const close = open === "[" ? "]" : "}";
    return put(text, random.of(parts(text).values), `${open.repeat(DEEP)}1${close.repeat(DEEP)}`);
  },
};

const onText = (edit: Edit): Damage => (bytes, random) => {
  const text = edit(new TextDecoder().decode(bytes), random);
  return text === undefined ? undefined : new TextEncoder().encode(text);
};

export const JSON_DAMAGES: Record<string, Damage> = {
  ...ANY,
  ...Object.fromEntries(Object.entries(EDITS).map(([name, edit]) => [name, onText(edit)])),
};

