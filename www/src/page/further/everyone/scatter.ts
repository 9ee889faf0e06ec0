/** Everyone as dots on two features: where each stands, as a path of dots, and who is nearest to a place. Pure. */
import type { Outcome } from "../../../measure/outcomes.js";
import { coordinate, domain, isDiscrete } from "../../../model/feature.js";
import type { FeatureInfo } from "../../../types.js";
import type { Person } from "./run.js";

/** A place in the picture: shares of its width from the left and of its height from the bottom; NaN where a value is missing. */
export type Spot = readonly [number, number];

/** Dots of one level are spread over so much of its band, so that they do not lie on each other. By hand. */
const SPREAD = 0.7;
/** The picture's own units, across and up: dots of one unit are one. By hand: about a pixel, so that no more dots are drawn than are seen. */
export const UNITS = [640, 160] as const;
/** Half of a band is left free at both ends of an axis of numbers, so that no dot is cut. A share of the axis. */
const EDGE = 0.02;

/** A number from 0 to 1 that follows from a row's number and looks random: multiples of the golden ratio, without their whole parts. */
const spread = (index: number, by: number): number => (index * by) % 1;
const [ACROSS, UP] = [0.618_033_988_75, 0.754_877_666_25];

function share(feature: FeatureInfo, row: readonly number[], at: number, [low, high]: readonly [number, number]): number {
  const value = coordinate(feature, row);
  if (isDiscrete(feature)) return (value + 0.5 + SPREAD * (at - 0.5)) / (high + 1);
  return high > low ? EDGE + (1 - 2 * EDGE) * ((value - low) / (high - low)) : 0.5;
}

export type Axes = readonly [FeatureInfo, FeatureInfo];

/** Ends of both axes that hold all rows, those of answers too. */
export function endsOf(axes: Axes, people: readonly Person[]): [[number, number], [number, number]] {
  return axes.map((feature): [number, number] => {
    let [low, high] = domain(feature);
    if (isDiscrete(feature)) return [low, high];
    for (const { row, values } of people) {
      for (const at of [coordinate(feature, row), values === null ? Number.NaN : coordinate(feature, values)]) {
        if (at < low) low = at;
        if (at > high) high = at;
      }
    }
    return [low, high];
  }) as [[number, number], [number, number]];
}

/** Where somebody stands, or where their answer (`row`) does. */
export const spotOf = ([x, y]: Axes, ends: ReturnType<typeof endsOf>, { index }: Person, row: readonly number[]): Spot => [share(x, row, spread(index, ACROSS), ends[0]), share(y, row, spread(index, UP), ends[1])];

/** Dots as lines without length, which round ends make visible. */
export function dots(spots: readonly Spot[]): string {
  const [width, height] = UNITS;
  const taken = new Set<number>();
  let path = "";
  for (const [x, y] of spots) {
    const [left, top] = [Math.round(x * width), Math.round((1 - y) * height)];
    const place = left * (height + 1) + top;
    if (Number.isNaN(place) || taken.has(place)) continue;
    taken.add(place);
    path += `M${String(left)} ${String(top)}h0`;
  }
  return path;
}

/** Which of these is nearest to a place and at most `reach` away, both in pixels of a picture of this size; -1: none. */
export function nearestTo(spots: readonly Spot[], at: { left: number; top: number }, size: { width: number; height: number }, reach: number): number {
  let [best, least] = [-1, reach * reach];
  spots.forEach(([x, y], index) => {
    const across = x * size.width - at.left;
    const down = (1 - y) * size.height - at.top;
    const far = across * across + down * down;
    if (far <= least) [best, least] = [index, far];
  });
  return best;
}

/** In which order the layers of dots are drawn: who cannot above all. */
export const LAYERS: readonly Outcome[] = ["there", "can", "unknown", "cannot"];

/** By key: along which axis, and which way. */
const MOVES: ReadonlyMap<string, readonly [0 | 1, -1 | 1]> = new Map([
  ["ArrowLeft", [0, -1]],
  ["ArrowRight", [0, 1]],
  ["ArrowDown", [1, -1]],
  ["ArrowUp", [1, 1]],
]);

/** Who comes next by a key: the next across or up, those at one place in their order; null where the key leads nowhere. */
export function nextOf(key: string, spots: readonly Spot[], at: number): number | null {
  const move = MOVES.get(key);
  if (!move || spots.length === 0) return null;
  const [axis, sign] = move;
  const before = (a: number, b: number): number => spots[a]![axis] - spots[b]![axis] || a - b;
  let found: number | null = null;
  for (let one = 0; one < spots.length; one += 1) {
    if (one === at || spots[one]![axis] !== spots[one]![axis]) continue;
    // From nobody the first is reached, or the last.
    const beyond = at < 0 || sign * before(one, at) > 0;
    if (beyond && (found === null || sign * before(one, found) < 0)) found = one;
  }
  return found;
}
