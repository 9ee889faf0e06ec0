/** A csv file by parts of whole records, each with the header before it. By the grammar of the engine's reader, which alone reads the cells. */

/** Records of a part at most. The engine keeps so many of any file, however many columns there are. */
export const RECORDS = 100;
/** Bytes of a part at most, but for its last record. By hand: the engine halves a sample of more than 32 MB. */
const BYTES = 4_000_000;

/** Where the grammar stands: before a cell, within one, within quotes, behind a quote that may end them. */
const [BEFORE, WITHIN, QUOTED, BEHIND] = [0, 1, 2, 3];
const [QUOTE, COMMA, LINE, RETURN] = [0x22, 0x2c, 0x0a, 0x0d];
/** The mark at the start of some UTF-8 files. */
const MARK = [0xef, 0xbb, 0xbf];

/** A part, with empty lines before its records, so that each stands on the line that it has in the whole file. */
export interface Part {
  text: Blob;
  /** Records, without the header. */
  count: number;
}

/** The parts in the file's order. Where quotes are not closed, the last part has them so. */
export async function* csvParts(file: Blob): AsyncGenerator<Part> {
  const reader = file.stream().getReader();
  let header: Uint8Array<ArrayBuffer>[] | null = null;
  let headerLines = 0;
  /** The bytes that are read and belong to no part yet. */
  let kept: Uint8Array<ArrayBuffer>[] = [];
  let [state, count, size, lines, linesBefore] = [BEFORE, 0, 0, 0, 0];
  /** Bytes of the record that is not ended. */
  let record = 0;
  /** Bytes of the mark that were met. */
  let place = 0;
  const take = (): Part => {
    const padding = new Uint8Array(Math.max(0, linesBefore - headerLines)).fill(LINE);
    const part: Part = { text: new Blob([...(header ?? []), padding, ...kept]), count };
    [kept, count, size, linesBefore] = [[], 0, 0, lines];
    return part;
  };
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      let from = 0;
      for (let at = 0; at < value.length; at += 1) {
        const byte = value[at]!;
        if (byte === LINE) lines += 1;
        size += 1;
        if (place < MARK.length) {
          const met = byte === MARK[place];
          place = met ? place + 1 : MARK.length;
          if (met) continue;
        }
        if (state !== QUOTED && (byte === LINE || byte === RETURN)) {
          state = BEFORE;
          if (record === 0) continue;
          record = 0;
          if (header === null) {
            header = [...kept, value.slice(from, at + 1)];
            [kept, size, headerLines, linesBefore] = [[], 0, lines, lines];
            from = at + 1;
          } else if (++count === RECORDS || size >= BYTES) {
            kept.push(value.slice(from, at + 1));
            from = at + 1;
            yield take();
          }
          continue;
        }
        record += 1;
        if (state === QUOTED) {
          if (byte === QUOTE) state = BEHIND;
        } else if (byte === COMMA) state = BEFORE;
        else if (byte === QUOTE && state !== WITHIN) state = QUOTED;
        else state = WITHIN;
      }
      kept.push(value.slice(from));
    }
    if (header === null) return;
    if (record > 0) count += 1;
    if (count > 0) yield take();
  } finally {
    await reader.cancel();
  }
}
