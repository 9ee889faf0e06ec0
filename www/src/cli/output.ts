/**
 * Output, written before the next work begins: a stream of Node's keeps the bytes that a pipe does not take at once until the program
 * waits for something, which a command never does.
 */
import { writeSync } from "node:fs";

const OUTPUT = 1;
/** Milliseconds until a full pipe is tried again. */
const PATIENCE = 2;
/** Lets a moment pass: of pipes that are full, or empty as yet. */
export const wait = (): void => void Atomics.wait(asleep, 0, 0, PATIENCE);
const asleep = new Int32Array(new SharedArrayBuffer(4));

/** Nobody reads the output any longer: a reader that has seen enough (`| head -1`) is no fault. */
export class Unread extends Error {}

/** Writes to the standard output; returns when all is written. */
export function print(text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; ) at += written(bytes.subarray(at));
}

/** How many of these bytes were taken. */
function written(bytes: Uint8Array): number {
  try {
    return writeSync(OUTPUT, bytes);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    // A socket says ECONNRESET where it is closed with bytes that nobody read.
    if (code === "EPIPE" || code === "EOF" || code === "ECONNRESET") throw new Unread();
    if (code !== "EAGAIN") throw error;
    wait();
    return 0;
  }
}
