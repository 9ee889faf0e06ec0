/** A pointer drag along a horizontal strip: from pointer down to up, cancelled by Esc. Knows nothing of the thing that is dragged. */

export interface Drag {
  /** The strip whose width is the whole range. */
  strip: HTMLElement;
  /** Called with the place along the strip, 0 to 1 (not clamped), and whether Alt is held. */
  move(share: number, free: boolean): void;
  end(cancelled: boolean): void;
}

/** Follows the pointer that went down until it comes up. */
export function follow(event: PointerEvent, drag: Drag): void {
  if (event.button !== 0) return;
  const handle = event.currentTarget as HTMLElement;
  event.preventDefault();
  handle.focus({ preventScroll: true });
  handle.setPointerCapture(event.pointerId);
  const box = drag.strip.getBoundingClientRect();
  const grip = handle.getBoundingClientRect();
  const offset = event.clientX - (grip.left + grip.width / 2);
  const abort = new AbortController();
  const { signal } = abort;
  const end = (cancelled: boolean): void => {
    abort.abort();
    if (handle.hasPointerCapture(event.pointerId)) handle.releasePointerCapture(event.pointerId);
    drag.end(cancelled);
  };
  handle.addEventListener(
    "pointermove",
    (move) => {
      if (move.pointerId === event.pointerId) drag.move((move.clientX - offset - box.left) / box.width, move.altKey);
    },
    { signal },
  );
  handle.addEventListener("pointerup", (up) => up.pointerId === event.pointerId && end(false), { signal });
  handle.addEventListener("pointercancel", () => end(true), { signal });
  window.addEventListener(
    "keydown",
    (key) => {
      if (key.key !== "Escape") return;
      key.preventDefault();
      key.stopPropagation();
      end(true);
    },
    { signal, capture: true },
  );
}

/** Which step a key asks for on a list of places; null when it is no such key. */
export function stepOf(event: KeyboardEvent, points: readonly number[], at: number): number | null {
  const last = points.length - 1;
  if (last < 0) return null;
  const above = points.findIndex((point) => point > at);
  const below = points.reduce((found, point, index) => (point < at ? index : found), -1);
  const leap = event.shiftKey ? 9 : 0;
  const up = above < 0 ? last : Math.min(last, above + leap);
  const down = below < 0 ? 0 : Math.max(0, below - leap);
  const index = {
    ArrowRight: up,
    ArrowUp: up,
    PageUp: above < 0 ? last : Math.min(last, above + 9),
    ArrowLeft: down,
    ArrowDown: down,
    PageDown: below < 0 ? 0 : Math.max(0, below - 9),
    Home: 0,
    End: last,
  }[event.key];
  return index === undefined ? null : (points[index] ?? null);
}
