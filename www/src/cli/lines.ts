/** A file in pieces of whole lines of text, so that it may be larger than memory, and a byte that is no text has its place in the file. */
import { decoded, NotText, type Start } from "./utf8.js";

/** So many bytes are read at once: of a file in pieces, and of a stream at first. */
export const CHUNK = 1 << 16;
/** A line that is longer is none. */
const LONGEST = 16 << 20;
const LINE = 0x0a;
const MARK = [0xef, 0xbb, 0xbf];

/** Reads bytes from an offset on: as many as fit, fewer at the file's end. */
export type Source = (into: Uint8Array, offset: number) => number;

/** The pieces of a file that is read so many bytes at once. */
export function* lines(source: Source, size = CHUNK): Generator<Uint8Array> {
  const chunk = new Uint8Array(size);
  const at: Start = { offset: begin(source), line: 1 };
  // The beginning of a line whose end is not read yet, in pieces: so each byte is copied once.
  let open: Uint8Array[] = [];
  let length = 0;
  for (let over = false; !over; ) {
    const count = source(chunk, at.offset + length);
    over = count === 0;
    const end = over ? 0 : chunk.subarray(0, count).lastIndexOf(LINE) + 1;
    if (over || end > 0) {
      const whole = joined([...open, chunk.subarray(0, end)]);
      decoded(whole, at);
      if (whole.length > 0) yield whole;
      at.offset += whole.length;
      for (let k = whole.indexOf(LINE); k >= 0; k = whole.indexOf(LINE, k + 1)) at.line += 1;
      [open, length] = [[], 0];
    }
    open.push(chunk.slice(end, count));
    length += count - end;
    if (length > LONGEST) throw new NotText(`line ${at.line}: a row is longer than 16 MB; give csv: a header, then one row a line, and quotes in pairs`);
  }
}

/** Where the text begins: behind a byte order mark. */
function begin(source: Source): number {
  const first = new Uint8Array(MARK.length);
  source(first, 0);
  return MARK.every((byte, i) => first[i] === byte) ? MARK.length : 0;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}
