/** What an open drawer lights on the map: a node's cut and its box. */
import { features } from "../state/request.js";
import type { State } from "../state/state.js";
import { boxOf, splitOf, type Side } from "../state/trees.js";
import type { MapOverlay, OverlayArea } from "./plot/contract.js";
import { chosenLayout } from "./trees/drawer.js";

export function overlayOf(state: State): MapOverlay | null {
  return state.drawer === "trees" ? treeOverlay(state) : null;
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

/** What is left of a feature as intervals on its axis; levels are half a step wide on both sides. */
function runs(side: Side | undefined): OverlayArea["x"][] {
  if (!side) return [[null, null]];
  if (!("levels" in side)) return [[side.from, side.to]];
  const list: [number, number][] = [];
  for (const level of side.levels) {
    const open = list[list.length - 1];
    if (open?.[1] === level - 0.5) open[1] = level + 0.5;
    else list.push([level - 0.5, level + 0.5]);
  }
  return list;
}
