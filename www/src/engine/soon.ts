/** When work goes on. Imports nothing. */

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
