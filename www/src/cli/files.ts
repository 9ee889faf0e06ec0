/** Files that the command line is given. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { quoted, UsageError } from "./args.js";
import { wait } from "./output.js";
import { CHUNK, type Source } from "./lines.js";
import { decoded, NotText } from "./utf8.js";

/** Bytes that are read at most: of a file, of one that is read as one text, of a stream, which is kept. */
const [LONGEST, LONGEST_TEXT, LONGEST_STREAM] = [1e9, 5e8, 2.5e8];
const STDIN = 0;

/** A file's bytes; `source` names its role in messages. */
export const read = (path: string, source: string): Uint8Array => opened(path, source, (part, size) => whole(part, size, (length) => short(length, LONGEST, path, source)));

/** A file's text. */
export function text(path: string, source: string): string {
  const bytes = opened(path, source, (part, size) => whole(part, size, (length) => short(length, LONGEST_TEXT, path, source)));
  return told(path, source, () => decoded(bytes));
}

/** Streams, as pipes, which can be read once: each is kept, under its path. */
const streams = new Map<string, Source>();

/** A file that is read in parts until it is closed; `size` is a guess of a stream. */
export interface Opened {
  source: Source;
  size: number;
  close: () => void;
}

/** Opens a file; a stream may be opened again, and is read from its beginning then. */
export function open(path: string, source: string): Opened {
  const stream = streams.get(path);
  if (stream !== undefined) return { source: stream, size: CHUNK, close: () => undefined };
  // By number, since the path of another program's socket cannot be opened.
  const file = path === "/dev/stdin" ? STDIN : told(path, source, () => openSync(path, "r"));
  const from: Source = (into, offset) => told(path, source, () => readSync(file, into, 0, into.length, offset));
  const status = fstatSync(file);
  if (!status.isFile()) {
    const found = kept((into) => told(path, source, () => next(file, into)), (length) => short(length, LONGEST_STREAM, path, source));
    streams.set(path, found);
    return { source: found, size: CHUNK, close: () => undefined };
  }
  return { source: from, size: status.size, close: () => (file === STDIN ? undefined : closeSync(file)) };
}

/** Lends a file that is read in parts, as often as is liked. */
export function opened<T>(path: string, source: string, use: (source: Source, size: number) => T): T {
  const file = open(path, source);
  try {
    return use(file.source, file.size);
  } finally {
    file.close();
  }
}

/** The next bytes of a stream, as many as there are; 0 at its end. */
function next(file: number, into: Uint8Array): number {
  for (;;) {
    try {
      return readSync(file, into, 0, into.length, null);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      wait();
    }
  }
}

/** A stream as something that is read in parts. It is read to its end before anything is made of it, so that one without an end is refused soon. */
function kept(more: (into: Uint8Array) => number, check: (length: number) => void): Source {
  let bytes: Uint8Array | undefined;
  return (into, offset) => {
    bytes ??= whole(more, CHUNK, check);
    const part = bytes.subarray(offset, offset + into.length);
    into.set(part);
    return part.length;
  };
}

/** All bytes there are. */
function whole(part: Source, size: number, check: (length: number) => void): Uint8Array {
  check(size);
  let bytes = new Uint8Array(size + 1);
  for (let length = 0; ; ) {
    const count = part(bytes.subarray(length), length);
    if (count === 0) return bytes.subarray(0, length);
    check((length += count));
    if (length === bytes.length) bytes = longer(bytes);
  }
}

function longer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const twice = new Uint8Array(2 * bytes.length);
  twice.set(bytes);
  return twice;
}

/** Refuses a file that is too long, or has no end. */
function short(length: number, most: number, path: string, source: string): void {
  if (length > most) throw new UsageError(`${source}: ${quoted(path)}: it is longer than ${String(most / 1e6)} MB, or has no end; give a file of at most ${String(most / 1e6)} MB`);
}

/** Names the file in the error when it cannot be read. */
export function told<T>(path: string, source: string, part: () => T): T {
  try {
    return part();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (error instanceof NotText) throw new UsageError(`${source}: ${quoted(path)}: ${error.message}`);
    const code = (error as NodeJS.ErrnoException).code ?? "";
    const reasons = new Map([["ENOENT", "there is no such file"], ["EISDIR", "this is a folder"], ["EACCES", "this file may not be read"]]);
    throw new UsageError(`${source}: ${quoted(path)}: ${reasons.get(code) ?? (error as Error).message}; give the path of a file`);
  }
}
