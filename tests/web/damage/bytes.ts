/** Damage that can happen to any file. */
import type { Random } from "./random.js";

/** A way of damaging: new bytes, or undefined where there is nothing to damage in this way. */
export type Damage = (bytes: Uint8Array, random: Random) => Uint8Array | undefined;

/** Bytes with those from `start` to `end` replaced. */
export function splice(bytes: Uint8Array, start: number, end: number, ...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat([bytes.subarray(0, start), ...parts, bytes.subarray(end)]));
}

const WORDS = ["NaN", "null", "-1", "1e999", "99999999999999999999", '"', "[]", "{", "]", "true", "\u0000", "\n", ","];

export const ANY: Record<string, Damage> = {
  "cut off": (bytes, random) => bytes.slice(0, random.below(bytes.length)),
  "a bit turned": (bytes, random) => {
    const copy = Uint8Array.from(bytes);
    const at = random.below(bytes.length);
    copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8));
    return copy;
  },
  "a byte replaced": (bytes, random) => Uint8Array.from(bytes).with(random.below(bytes.length), random.below(256)),
  "bytes lost": (bytes, random) => {
    const at = random.below(bytes.length);
    return splice(bytes, at, at + 1 + random.below(12));
  },
  "a word in between": (bytes, random) => {
    const at = random.below(bytes.length);
    return splice(bytes, at, at, new TextEncoder().encode(random.of(WORDS)));
  },
};
