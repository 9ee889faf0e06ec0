/**
 * A uniform sample of the records of a csv file that comes piece by piece: the header, and at most so many records. Each record is as
 * likely as any other (Vitter's algorithm R). The seed is fixed, so that the same file gives the same sample. Works on bytes and keeps
 * copies of the sampled records only, and so needs no more memory than those.
 */

import { RecordEnds } from "./ends.js";

/** So many records are kept, and so many bytes of them. */
export const MOST_RECORDS = 5000;
const MOST_BYTES = 32e6;
/** A record that is longer is none. */
const LONGEST = 1e6;

const [LINE, RETURN] = [0x0a, 0x0d];

interface Kept {
  /** Its line in the file, from 1. */
  line: number;
  bytes: Uint8Array;
}

/** The fault of the bytes, and the line where it begins. */
export class BadRecord extends Error {
  constructor(
    readonly line: number,
    what: string,
    readonly right: string,
  ) {
    super(what);
  }
}

export interface Records {
  /** Header and kept records, a line each where they hold no line ends themselves. */
  text: string;
  /** The line of the file at which each line of the text stands, from the first. */
  lines: number[];
  /** Records in the file. */
  count: number;
}

export class RecordSample {
  #header: Kept | null = null;
  #kept: Kept[] = [];
  #bytes = 0;
  #count = 0;
  /** Of the record that is not ended yet. */
  #open: Uint8Array[] = [];
  #length = 0;
  #ends = new RecordEnds();
  #line = 1;
  #began = 1;
  #random = seeded(1);

  constructor(private most = MOST_RECORDS) {}

  push(chunk: Uint8Array): void {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const ended = this.#ends.take(chunk[at]);
      if (chunk[at] === LINE) this.#line += 1;
      if (!ended) continue;
      this.#close(chunk.subarray(from, at));
      from = at + 1;
    }
    if (from < chunk.length) this.#add(chunk.slice(from));
  }

  /** The sample, once the file is at its end. */
  end(): Records {
    if (this.#ends.quoted) throw new BadRecord(this.#began, "a quoted cell is not closed", 'end it with "');
    if (this.#length > 0) this.#close(new Uint8Array());
    const records = [...(this.#header ? [this.#header] : []), ...this.#kept.sort((a, b) => a.line - b.line)];
    const decoder = new TextDecoder("utf-8", { fatal: true });
    const lines: number[] = [];
    const texts = records.map(({ bytes, line }) => {
      let text: string;
      try {
        text = decoder.decode(bytes);
      } catch {
        throw new BadRecord(line, "the text is not UTF-8", "save the csv file as UTF-8");
      }
      for (let k = text.split("\n").length - 1; k >= 0; k--) lines.push(line);
      return text;
    });
    return { text: `${texts.join("\n")}\n`, lines, count: this.#count };
  }

  #add(part: Uint8Array): void {
    this.#open.push(part);
    this.#length += part.length;
    if (this.#length > LONGEST) throw new BadRecord(this.#began, "a row is longer than 1 MB", "give csv: a header, then one row a line, and quotes in pairs");
  }

  #close(last: Uint8Array): void {
    this.#add(last);
    const end = last[last.length - 1] === RETURN || (last.length === 0 && this.#open.at(-2)?.at(-1) === RETURN) ? 1 : 0;
    const [length, began] = [this.#length - end, this.#began];
    const parts = this.#open;
    this.#began = this.#line;
    this.#open = [];
    this.#length = 0;
    if (length <= 0) return;
    const keep = (): Kept => ({ line: began, bytes: joined(parts, length) });
    if (!this.#header) {
      this.#header = keep();
      return;
    }
    this.#count += 1;
    if (this.#kept.length < this.most) this.#take(this.#kept.length, keep());
    else {
      const place = Math.floor(this.#random() * this.#count);
      if (place < this.most) this.#take(place, keep());
    }
  }

  #take(place: number, record: Kept): void {
    this.#bytes += record.bytes.length - (this.#kept[place]?.bytes.length ?? 0);
    this.#kept[place] = record;
    // Half of a uniform sample, drawn at random, is a uniform sample.
    while (this.#bytes > MOST_BYTES && this.#kept.length > 1) {
      this.most = Math.ceil(this.#kept.length / 2);
      for (let k = this.#kept.length - 1; k >= this.most; k--) {
        const other = Math.floor(this.#random() * (k + 1));
        [this.#kept[k], this.#kept[other]] = [this.#kept[other]!, this.#kept[k]!];
      }
      this.#kept.length = this.most;
      this.#bytes = this.#kept.reduce((sum, one) => sum + one.bytes.length, 0);
    }
  }
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    const fits = part.subarray(0, length - at);
    whole.set(fits, at);
    at += fits.length;
  }
  return whole;
}

/** Mulberry32: numbers from 0 to 1 that follow from the seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
