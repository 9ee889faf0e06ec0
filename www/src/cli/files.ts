/** Files that the command line is given. */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { quoted, UsageError } from "./args.js";
import type { Source } from "./pieces.js";
import { decoded, NotText } from "./utf8.js";

/** A file's bytes; `source` says what it is given as. */
export const read = (path: string, source: string): Uint8Array => told(path, source, () => readFileSync(path));

/** A file's text. */
export function text(path: string, source: string): string {
  const bytes = read(path, source);
  return told(path, source, () => decoded(bytes));
}

/** A file that is read in parts, as often as is liked; what is no file, as a pipe, is read once and kept. */
export function opened<T>(path: string, source: string, use: (source: Source) => T): T {
  const file = told(path, source, () => openSync(path, "r"));
  try {
    if (fstatSync(file).isFile()) return use((into, offset) => told(path, source, () => readSync(file, into, 0, into.length, offset)));
    const whole = told(path, source, () => readFileSync(file));
    return use((into, offset) => {
      const part = whole.subarray(offset, offset + into.length);
      into.set(part);
      return part.length;
    });
  } finally {
    closeSync(file);
  }
}

/** Says of what cannot be read which file it is. */
export function told<T>(path: string, source: string, part: () => T): T {
  try {
    return part();
  } catch (error) {
    if (error instanceof NotText) throw new UsageError(`${source}: ${quoted(path)}: ${error.message}`);
    const code = (error as NodeJS.ErrnoException).code ?? "";
    const reasons = new Map([["ENOENT", "there is no such file"], ["EISDIR", "this is a folder"], ["EACCES", "this file may not be read"]]);
    throw new UsageError(`${source}: ${quoted(path)}: ${reasons.get(code) ?? (error as Error).message}; give the path of a file`);
  }
}
