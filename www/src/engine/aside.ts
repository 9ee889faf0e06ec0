/** Timers that keep nothing running. Imports nothing. */

/** A timer for which Node does not go on running; elsewhere timers are numbers, and stay as they are. */
export function aside<T>(timer: T): T {
  (timer as { unref?: () => void }).unref?.();
  return timer;
}
