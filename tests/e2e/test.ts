/**
 * Playwright's `test`. With `LATE_FRAMES=1` the frames of every page come late, as on a busy machine: up to 400 ms apart, each callback in its
 * turn. A test that only passes where a page draws at once fails then, and so does a page that takes the state that it drew last for the present one.
 */
import { test as base } from "@playwright/test";

export * from "@playwright/test";

function late(): void {
  const [frame, cancel] = [window.requestAnimationFrame.bind(window), window.cancelAnimationFrame.bind(window)];
  let waiting: [number, FrameRequestCallback][] = [];
  const handed = new Map<number, number>();
  let last = 0;
  window.requestAnimationFrame = (run) => {
    last += 1;
    waiting.push([last, run]);
    if (waiting.length > 1) return last;
    // Each runs as a callback of its own, so that promises are kept between two.
    const hand = (): void => {
      for (const [id, one] of waiting) {
        const now = frame((at) => {
          handed.delete(id);
          one(at);
        });
        handed.set(id, now);
      }
      waiting = [];
    };
    setTimeout(hand, Math.random() < 0.4 ? 0 : Math.random() * 400);
    return last;
  };
  window.cancelAnimationFrame = (id) => {
    waiting = waiting.filter(([one]) => one !== id);
    cancel(handed.get(id) ?? 0);
  };
}

const lateTest = base.extend({
  context: async ({ context }, use) => {
    await context.addInitScript(late);
    await use(context);
  },
});

export const test = process.env.LATE_FRAMES === undefined ? base : lateTest;
