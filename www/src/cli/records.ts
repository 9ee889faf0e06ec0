/** Records of csv: a line that ends outside of quotes. Imports nothing. */

export const NEWLINE = 0x0a;
const QUOTE = 0x22;

/** Where the record that begins at a place ends, its line break included; -1 where no line break ends it. */
export function recordsEnd(bytes: Uint8Array, from: number): number {
  let inside = false;
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] === QUOTE) inside = !inside;
    else if (bytes[at] === NEWLINE && !inside) return at + 1;
  }
  return -1;
}
