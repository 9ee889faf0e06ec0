/** The cuts and boxes that an open drawer lights on the map: a node's cut and its box, or a step of the search. */
import type { ReplayStep } from "../../check/recorder.js";
import { leftOf } from "../state/proof/replay.js";
import { features } from "../state/request/request.js";
import { isStale } from "../state/answer/selectors.js";
import type { State } from "../state/document/state.js";
import { boxOf, splitOf, type Side } from "../../model/trees.js";
import type { MapOverlay, OverlayArea } from "../../plot/contract.js";
import { boxesIn, replayOf } from "./search/drawer.js";
import { addedBy } from "./further.js";
import { chosenLayout } from "./trees/drawer.js";

/** So many closed boxes are drawn, the latest. */
const CLOSED = 24;

export function overlayOf(state: State): MapOverlay | null {
  if (state.drawer === "search") return searchOverlay(state);
  return state.drawer === "trees" ? treeOverlay(state) : (addedBy(state)?.overlay?.(state) ?? null);
}

/** The live values of the two features at a step of the replay, and the values that the boxes closed by then had left. */
function searchOverlay(state: State): MapOverlay | null {
  const { pair } = state;
  const replay = isStale(state) ? null : replayOf(state);
  const now = replay?.steps[state.replay.at];
  if (!replay || !now || !pair) return null;
  const areasOf = (step: ReplayStep, as: OverlayArea["as"]): OverlayArea[] => leftOf(replay, step, pair[0]).flatMap((x) => leftOf(replay, step, pair[1]).map((y): OverlayArea => ({ x, y, as })));
  const shut = boxesIn(replay).filter((box) => box.children.length === 0 && box.ended <= state.replay.at && box.step !== now);
  // Of a box that is empty by now, its last values.
  const known = replay.steps.slice(0, state.replay.at + 1).findLast((step) => step.box === now.box && step.live !== null);
  const here = known ? areasOf(known, "left") : [];
  const closed = shut.slice(-CLOSED).flatMap((box) => areasOf(replay.steps[box.opened] ?? box.step, "closed"));
  return { cuts: [], areas: [...closed, ...here], shade: now.live !== null };
}

function treeOverlay(state: State): MapOverlay | null {
  const { doc, trees, treeView, pair } = state;
  const data = trees?.data;
  const { node, chosen } = treeView;
  if (!data || trees.model !== doc.model?.id || node === null || !pair) return null;
  const layout = chosenLayout(data, chosen);
  if (!layout.nodes.has(node)) return null;
  const all = features(doc);
  const split = splitOf(data, node, all);
  const place = pair.indexOf(split?.feature.name ?? "");
  const at = split?.at ?? null;
  const cuts = place < 0 || at === null ? [] : [{ axis: place === 0 ? "x" : "y", at } as const];
  const sides = boxOf(data, layout, node, all);
  const ends = (name: string): OverlayArea["x"][] => runs(sides.find((side) => side.feature.name === name));
  const areas = ends(pair[0]).flatMap((x) => ends(pair[1]).map((y): OverlayArea => ({ x, y, as: "left" })));
  return { cuts, areas, shade: false };
}

/** The live values of a feature as intervals on its axis; levels are half a step wide on both sides. */
function runs(side: Side | undefined): OverlayArea["x"][] {
  if (!side) return [[null, null]];
  if (!("levels" in side)) return [[side.from, side.to]];
  const list: [number, number][] = [];
  for (const level of side.levels) {
    const open = list.at(-1);
    if (open?.[1] === level - 0.5) open[1] = level + 0.5;
    else list.push([level - 0.5, level + 0.5]);
  }
  return list;
}
