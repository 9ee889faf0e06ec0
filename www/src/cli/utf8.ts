/** Bytes as text; bytes that are no UTF-8 are named with their place. Imports nothing. */

/** Where bytes begin in their file: bytes before them, and their line from 1. */
export interface Start {
  offset: number;
  line: number;
}

/** Bytes that are no text. */
export class NotText extends Error {}

/** The text of bytes, without a byte order mark. */
export function decoded(bytes: Uint8Array, start: Start = { offset: 0, line: 1 }): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const at = firstFault(bytes);
    const before = bytes.subarray(0, at);
    const line = before.reduce((lines, byte) => lines + Number(byte === 0x0a), start.line);
    const column = at - before.lastIndexOf(0x0a);
    const hex = (bytes[at] ?? 0).toString(16).padStart(2, "0");
    throw new NotText(`line ${line}, column ${column}, byte ${start.offset + at}: this is not text in UTF-8 (0x${hex}); save it as UTF-8`);
  }
}

/** How many bytes stand before the first that belongs to no character. */
function firstFault(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = lengthAt(bytes, at);
    if (length === 0) break;
    at += length;
  }
  return at;
}

/** Bytes of the character at a place, 0 where there is none (Unicode, table 3-7). */
function lengthAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  // The second byte tells shorter ways to write a character, surrogates, and codes beyond the last one.
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  for (let k = 1; k < length; k++) {
    const byte = bytes[at + k] ?? 0;
    if (byte < (k === 1 ? low : 0x80) || byte > (k === 1 ? high : 0xbf)) return 0;
  }
  return length;
}
