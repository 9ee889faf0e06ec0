/** Open parts of the space, seen along one axis or two: a place is painted where no value of the other features keeps it open. Pure. */
import type { ReplayAxis, SearchReplay } from "../../../check/recorder.js";
import type { OverlayArea } from "../../../plot/contract.js";
import { ends } from "../../state/proof/replay.js";
import type { Region } from "./strokes.js";

/** The levels of an axis that stand on a map: not that of a value that is missing. */
const drawn = ({ cuts, count }: ReplayAxis): number => (cuts ? Math.min(count, cuts.length + 1) : count);

/** The levels that some part keeps open, as runs. */
export function openAlong(regions: readonly Region[], axis: number, count: number): number[] {
  const open = new Uint8Array(count);
  for (const region of regions) mark(region[axis] ?? [], open);
  return runsOf(open, 1);
}

function mark(runs: readonly number[], open: Uint8Array): void {
  for (let at = 0; at < runs.length; at += 2) open.fill(1, runs[at], runs[at + 1]);
}

/** The runs of levels that have this flag. */
function runsOf(flags: Uint8Array, flag: 0 | 1): number[] {
  const runs: number[] = [];
  for (let level = 0; level <= flags.length; level += 1) if ((level < flags.length && flags[level] === flag) !== (runs.length % 2 === 1)) runs.push(level);
  return runs;
}

/** The rectangles of a map that are painted; none where a feature has no levels. */
export function paintedOn(replay: SearchReplay, regions: readonly Region[], pair: readonly [string, string]): OverlayArea[] {
  const [at, up] = pair.map((name) => replay.axes.findIndex(({ feature }) => feature === name)) as [number, number];
  const [x, y] = [replay.axes[at], replay.axes[up]];
  if (!x || !y) return [];
  const [across, high] = [drawn(x), drawn(y)];
  const areas: OverlayArea[] = [];
  const row = (level: number): number[] => {
    const open = new Uint8Array(across);
    for (const region of regions) if ((region[up] ?? []).some((begin, k, runs) => k % 2 === 0 && level >= begin && level < runs[k + 1]!)) mark(region[at] ?? [], open);
    return runsOf(open, 0);
  };
  // Rows that are painted alike are one rectangle.
  for (let from = 0, now = row(0); from < high; ) {
    let to = from + 1;
    let next = now;
    for (; to < high; to += 1) {
      next = row(to);
      if (next.join() !== now.join()) break;
    }
    for (let k = 0; k < now.length; k += 2) areas.push({ x: ends(x, now[k]!, now[k + 1]!), y: ends(y, from, to), as: "closed" });
    [from, now] = [to, next];
  }
  return areas;
}

/** The sides of a part on the map. */
export function sidesOn(replay: SearchReplay, region: Region, pair: readonly [string, string]): OverlayArea[] {
  const side = (name: string): OverlayArea["x"][] => {
    const axis = replay.axes.findIndex(({ feature }) => feature === name);
    const [of, runs] = [replay.axes[axis], region[axis] ?? []];
    return of ? Array.from({ length: runs.length / 2 }, (_, k) => ends(of, runs[2 * k]!, runs[2 * k + 1]!)) : [];
  };
  return side(pair[0]).flatMap((x) => side(pair[1]).map((y): OverlayArea => ({ x, y, as: "left" })));
}
