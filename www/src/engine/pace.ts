/**
 * How a search is cut into slices: how many boxes a step may open so that it lasts about as long as is wanted.
 * Imports nothing.
 */

/** Milliseconds that one step is to last: short, so that a message waits no longer than this. */
const WANTED = 6;

/** Most boxes that a step may open, whatever the measurements say. */
const MOST = 1 << 20;

/** Learns the speed of a search from its own steps. */
export class Pace {
  /** Boxes that the next step may open. */
  nodes = 1;

  /** Takes note that a step of `nodes` boxes lasted so many milliseconds. */
  lasted(milliseconds: number): void {
    const factor = milliseconds <= 0 ? 4 : Math.min(4, Math.max(0.1, WANTED / milliseconds));
    this.nodes = Math.min(MOST, Math.max(1, Math.floor(this.nodes * factor)));
  }
}

/** Calls `next` as soon as waiting messages have been handled; a timer would wait four milliseconds more. */
export function soon(next: () => void): void {
  if ("setImmediate" in globalThis) {
    setImmediate(next);
    return;
  }
  channel ??= open();
  waiting.push(next);
  channel.port2.postMessage(null);
}

/** Calls `next` in some milliseconds, once. */
export function later(next: () => void): void {
  clearTimeout(timer);
  timer = setTimeout(next, 5);
}

let timer: ReturnType<typeof setTimeout> | undefined;

let channel: MessageChannel | undefined;
const waiting: (() => void)[] = [];

function open(): MessageChannel {
  const made = new MessageChannel();
  made.port1.onmessage = () => waiting.shift()?.();
  return made;
}
