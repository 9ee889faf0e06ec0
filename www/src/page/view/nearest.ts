/** The one that a pointer means. */

/** Of points, each with its x as a share of the width and its y in pixels, the nearest to the pointer; null where none is nearer than so many pixels. */
export function nearest<T>({ currentTarget, clientX, clientY }: MouseEvent, points: readonly (readonly [one: T, x: number, y: number])[], most: number): T | null {
  const { left, top, width } = (currentTarget as Element).getBoundingClientRect();
  let best: T | null = null;
  for (const [one, x, y] of points) {
    const away = Math.hypot(clientX - left - x * width, clientY - top - y);
    if (away < most) [best, most] = [one, away];
  }
  return best;
}
