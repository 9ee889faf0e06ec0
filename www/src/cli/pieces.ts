/**
 * A csv file in pieces of whole records, each under the file's header, so that who reads it needs no more memory than a piece takes.
 * Lines stay those of the file.
 */
import { RecordEnds } from "../engine/ends.js";
import { decoded, type Start } from "./utf8.js";

/** So many bytes are read at once. */
const CHUNK = 1 << 16;
/** A record that is longer is none. */
const LONGEST = 16 << 20;
const [LINE, RETURN] = [0x0a, 0x0d];
const MARK = [0xef, 0xbb, 0xbf];

/** Reads bytes from an offset on: as many as fit, fewer at the file's end. */
export type Source = (into: Uint8Array, offset: number) => number;

export interface Piece {
  /** The header, and records. */
  text: string;
  /** The file's line of a line of the text, both from 1. */
  line: (own: number) => number;
}

/** The fault of a file's records, the line where it begins, and the right input. */
export class BadRecords extends Error {}

/** The pieces of a file that is read so many bytes at once; at least one, of the header alone where there is no more. */
export function* pieces(source: Source, size = CHUNK): Generator<Piece> {
  let head: { text: string; lines: number } | null = null;
  let found = false;
  let next = 1;
  for (const { bytes, offset } of blocks(source, size, () => next)) {
    const began = next;
    const text = decoded(bytes, { offset, line: began });
    for (let at = bytes.indexOf(LINE); at >= 0; at = bytes.indexOf(LINE, at + 1)) next += 1;
    if (head === null) {
      head = { text, lines: next - began };
      continue;
    }
    found = true;
    const { lines } = head;
    yield { text: head.text + text, line: (own) => (own <= lines ? own : own - lines + began - 1) };
  }
  if (!found) yield { text: head?.text ?? "", line: (own) => own };
}

/** First the header with the empty lines before it, then whole records, as many as were read at once. */
function* blocks(source: Source, size: number, line: () => number): Generator<{ bytes: Uint8Array } & Pick<Start, "offset">> {
  const ends = new RecordEnds();
  const chunk = new Uint8Array(size);
  let open = new Uint8Array();
  let [at, met, headed] = [begin(source), false, false];
  for (;;) {
    const count = source(chunk, at + open.length);
    if (count === 0) break;
    const bytes = joined(open, chunk.subarray(0, count));
    let [from, done] = [0, 0];
    for (let k = open.length; k < bytes.length; k++) {
      if (!ends.take(bytes[k])) met ||= bytes[k] !== RETURN && bytes[k] !== LINE;
      else if (!headed && met) {
        headed = true;
        yield { bytes: bytes.subarray(0, k + 1), offset: at };
        from = done = k + 1;
      } else if (headed) done = k + 1;
    }
    if (done > from) yield { bytes: bytes.subarray(from, done), offset: at + from };
    open = bytes.slice(done);
    at += done;
    if (open.length > LONGEST) throw new BadRecords(`line ${line()}: a row is longer than 16 MB; give csv: a header, then one row a line, and quotes in pairs`);
  }
  if (ends.quoted) throw new BadRecords(`line ${line()}: a quoted cell in this row or behind it is not closed; end it with "`);
  if (open.length > 0) yield { bytes: open, offset: at };
}

/** Where the text begins: behind a byte order mark. */
function begin(source: Source): number {
  const first = new Uint8Array(MARK.length);
  source(first, 0);
  return MARK.every((byte, i) => first[i] === byte) ? MARK.length : 0;
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}
