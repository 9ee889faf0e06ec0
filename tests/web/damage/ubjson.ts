/** Damage that can happen to UBJSON, by its parts. The bytes must be sound before. */
import { ANY, splice, type Damage } from "./bytes.js";

interface Span {
  start: number;
  end: number;
}
interface Member extends Span {
  name: Span;
}
interface Parts {
  /** Values with a marker of their own. */
  values: Span[];
  members: Member[];
  /** The numbers that say how long something is, with their markers. */
  lengths: Span[];
}

const WIDTHS: Record<string, number> = { Z: 0, N: 0, T: 0, F: 0, i: 1, U: 1, C: 1, I: 2, l: 4, d: 4, L: 8, D: 8 };

/** Takes a document apart. */
function parts(bytes: Uint8Array): Parts {
  const found: Parts = { values: [], members: [], lengths: [] };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const marker = (): string => String.fromCharCode(bytes[at++] ?? 0);
  const whole = (): number => {
    const start = at;
    const kind = marker();
    const from = at;
    at += WIDTHS[kind] ?? 0;
    found.lengths.push({ start, end: at });
    if (kind === "L") return Number(view.getBigInt64(from));
    if (kind === "l") return view.getInt32(from);
    if (kind === "I") return view.getInt16(from);
    return kind === "i" ? view.getInt8(from) : view.getUint8(from);
  };
  /** Goes past a text, which its length comes before. */
  const skip = (): void => {
    const length = whole();
    at += length;
  };
  const payload = (kind: string): void => {
    if (kind === "S") skip();
    else if (kind === "[" || kind === "{") container(kind === "{");
    else at += WIDTHS[kind] ?? 0;
  };
  const value = (): void => {
    const start = at;
    payload(marker());
    found.values.push({ start, end: at });
  };
  const container = (object: boolean): void => {
    let kind: string | undefined;
    let count = Infinity;
    if (bytes[at] === 0x24) [at, kind] = [at + 2, String.fromCharCode(bytes[at + 1] ?? 0)];
    if (bytes[at] === 0x23) {
      at += 1;
      count = whole();
    }
    const close = object ? 0x7d : 0x5d;
    for (let i = 0; i < count && !(count === Infinity && bytes[at] === close); i += 1) {
      const start = at;
      if (object) skip();
      const name = { start, end: at };
      if (kind === undefined) value();
      else payload(kind);
      if (object) found.members.push({ start, end: at, name });
    }
    if (count === Infinity) at += 1;
  };
  value();
  return found;
}

const text = (ascii: string): Uint8Array => Uint8Array.from(ascii, (c) => c.charCodeAt(0));
const TYPES = ["Z", "T", "Si\u0004text", "{}", "[]", "D\u007f\u00f0\u0000\u0000\u0000\u0000\u0000\u0000", "d\u007f\u00c0\u0000\u0000", "i\u00ff", "L\u007f\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff"];
const LENGTHS = ["L\u007f\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff", "L\u0000\u0000\u0000\u0010\u0000\u0000\u0000\u0000", "i\u00ff", "l\u0000\u0001\u0000\u0000", "Si\u0001a", "U\u0000"];

export const UBJSON_DAMAGES: Record<string, Damage> = {
  ...ANY,
  "a field left out": (bytes, random) => {
    const { start, end } = random.of(parts(bytes).members);
    return splice(bytes, start, end);
  },
  "a field given twice": (bytes, random) => {
    const { start, end } = random.of(parts(bytes).members);
    return splice(bytes, end, end, bytes.subarray(start, end));
  },
  "a field misspelt": (bytes, random) => {
    const { name } = random.of(parts(bytes).members);
    return Uint8Array.from(bytes).with(name.end - 1, 0x78);
  },
  "a wrong type": (bytes, random) => {
    const { start, end } = random.of(parts(bytes).values);
    return splice(bytes, start, end, text(random.of(TYPES)));
  },
  "a wrong length": (bytes, random) => {
    const { start, end } = random.of(parts(bytes).lengths);
    return splice(bytes, start, end, text(random.of(LENGTHS)));
  },
  "nested deep": (bytes, random) => {
    const { start, end } = random.of(parts(bytes).values);
    return splice(bytes, start, end, text(random.of(["[", "{i\u0001a"]).repeat(100_000)));
  },
};
