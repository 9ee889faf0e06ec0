/** The trees beside a lesson's map: their names and words, and the boxes that they light on the map. */
import { html, nothing, type TemplateResult } from "lit/html.js";
import { coordinate, isDiscrete, levelCount, levelLabel } from "../model/feature.js";
import { boxOf, isLeaf, leftLevels, leafClass, leafValues, pathOf, splitOf, type Layout } from "../model/trees.js";
import { bare, marked, number, percent, shortLabels, withUnit } from "../page/view/format.js";
import { boxText, leafText, testText } from "../page/view/trees/say.js";
import { plain, words as common } from "../page/view/words.js";
import type { Doc } from "../page/state/document/document.js";
import type { OverlayArea } from "../plot/contract.js";
import type { ModelInfo, TreeData } from "../types.js";
import { docOf, TARGET, type Figure } from "./figure.js";
import type { Row } from "./forest.js";
import { areaOfNode } from "./slanted-area.js";
import { treeFigure, treeTiles } from "./tree-figure.js";
import { lessonWords as words } from "./words.js";

/** A node that is pointed at. */
export interface Looked {
  tree: number;
  node: number;
}

export interface Panel {
  info: ModelInfo;
  trees: TreeData;
  layouts: readonly Layout[];
  /** The raw row of the dot, and that of the place that the map is pointed at, or of another. */
  point: readonly number[];
  there: readonly number[] | null;
  /** Tells of that place, with the trees' words; by default as of one that is pointed at. */
  of?: (said: string) => string;
  chosen: number;
  /** The trees that are offered, where they are not all. */
  among?: readonly number[];
  looked: Looked | null;
  flow: Figure["flow"];
  /** The people on the map. */
  people: readonly Row[];
  choose: (tree: number) => void;
  look: (looked: Looked | null) => void;
}

/** The column of a slanted cut. */
const SLANTED = -2;
/** Trees that are all drawn large. */
const LARGE = 2;

/** The trees that are drawn large. */
const shownTrees = ({ layouts, chosen }: Pick<Panel, "layouts" | "chosen">): number[] => (layouts.length <= LARGE ? layouts.map((_, tree) => tree) : [Math.min(chosen, layouts.length - 1)]);

export function treePanel(panel: Panel): TemplateResult {
  const { info, trees, layouts, point, there, chosen, looked, flow } = panel;
  const name = (tree: number): string => words.tree(tree + 1, layouts.length);
  const said = (tree: number, at: readonly number[]): string => {
    const of = leafAt(trees, tree, at);
    return words.treeFor(name(tree), info.classes[leafClass(trees, tree, of)] ?? "", shareText(trees, of));
  };
  const shown = shownTrees(panel);
  return html`<div class=${`trees ${shown.length > 1 ? "two" : ""}`} role="group" aria-label=${words.trees}>
    ${layouts.length > LARGE ? treeTiles(trees, layouts, chosen, words.trees, (tree) => said(tree, point), (tree) => pathOf(trees, tree, point), (tree) => slotOf(leafClass(trees, tree, leafAt(trees, tree, point))), panel.choose, panel.among) : nothing}
    ${shown.map((tree) => html`<p class="of">${flow ? name(tree) : said(tree, point)}</p>${large(panel, tree, name(tree))}`)}
    <p class="cap">${looked ? lookedText(panel, looked) : there ? (panel.of ?? words.pointed)(shown.map((tree) => said(tree, there)).join("; ")) : panel.people.length > 0 ? words.pointAtPeople : words.pointAt}</p>
  </div>`;
}

const leafAt = (trees: TreeData, tree: number, at: readonly number[]): number => pathOf(trees, tree, at).at(-1) ?? 0;
/** The target has the first colour. */
const slotOf = (of: number): number => (of === TARGET ? 0 : of < TARGET ? 1 : of);
/** A share of one unit; a relaxation may end a rounding below 0. */
const flowText = (flow: number): string => marked(Math.max(flow, 0).toFixed(2).replace("-", ""));
const shareText = (trees: TreeData, leaf: number): string => percent(leafValues(trees, leaf, [])[TARGET] ?? 0);

function large({ info, trees, layouts, point, there, looked, flow, look }: Panel, tree: number, name: string): TemplateResult {
  const doc = docOf(info, point);
  const layout = layouts[tree]!;
  return treeFigure({
    data: trees,
    layout,
    name,
    way: pathOf(trees, tree, point),
    there: there ? pathOf(trees, tree, there) : [],
    looked: looked?.tree === tree ? looked.node : null,
    brief: trees.column.includes(SLANTED),
    flow: flow && ((node) => flow(tree, node)),
    label: (node) => `${plain(isLeaf(trees, node) ? common.trees.endsIn(leafText(doc, trees, tree, node)) : common.trees.asks(testText(doc, trees, node)))} ${placeText(doc, trees, layout, node)}`,
    test: (node) => shortTest(info, trees, node),
    leaf: (node) => (flow ? flowText(flow(tree, node)) : shareText(trees, node)),
    yes: words.yes,
    no: words.no,
    slot: (node) => slotOf(leafClass(trees, tree, node)),
    look: (node) => look(node === null ? null : { tree, node }),
  });
}

/** The box of a node in words; a piece between slanted cuts has none, and is lit on the map. */
const placeText = (doc: Doc, trees: TreeData, layout: Layout, node: number): string => (trees.column.includes(SLANTED) && layout.nodes.get(node)?.parent !== -1 ? "" : boxText(doc, trees, layout, node));

/** Letters of a level in a short test. By hand. */
const SHORT = 9;

/** Where a feature has a unit, that tells which one it is. */
function shortTest(info: ModelInfo, trees: TreeData, node: number): string {
  const test = trees.tests[node];
  if (test && "weights" in test) return `${sumText(info, test.columns, test.weights)}\u00a0\u2264\u00a0${number(trees.threshold[node]!, 2)}`;
  const split = splitOf(trees, node, info.features);
  if (!split) return common.trees.slanted;
  const { feature, at } = split;
  if (isDiscrete(feature)) {
    const labels = shortLabels(Array.from({ length: levelCount(feature) }, (_, level) => levelLabel(feature, level)), SHORT);
    const [first = 0, ...more] = leftLevels(trees, node, feature);
    return `${feature.name}: ${labels[first] ?? ""}${more.length > 0 ? ", \u2026" : ""}`;
  }
  if (at === null) return common.trees.slanted;
  const value = feature.kind === "integer" ? Math.floor(at) : at;
  return feature.unit === undefined ? `${feature.name} \u2264 ${bare(feature, value)}` : `\u2264\u00a0${withUnit(feature, value)}`;
}

/** A weighted sum, by the units of its features where they have some: "EUR \u2212 99 \u00d7 months". */
function sumText(info: ModelInfo, columns: readonly number[], weights: readonly number[]): string {
  return columns.map((column, index) => {
    const feature = info.features.find((one) => one.columns.includes(column));
    const weight = weights[index] ?? 0;
    const size = Math.abs(weight) === 1 ? "" : `${number(Math.abs(weight), 4)}\u00a0\u00d7\u00a0`;
    return `${weight < 0 ? (index === 0 ? "\u2212" : "\u00a0\u2212 ") : index === 0 ? "" : "\u00a0+ "}${size}${feature?.unit ?? feature?.name ?? ""}`;
  }).join("");
}

const peopleIn = (trees: TreeData, people: readonly Row[], { tree, node }: Looked): readonly Row[] => people.filter((row) => pathOf(trees, tree, [row.x, row.y]).includes(node));

/** The people on the map: while a node is pointed at, those in it alone. */
export const litPeople = ({ trees, people, looked }: Pick<Panel, "trees" | "people" | "looked">): readonly Row[] => (looked ? peopleIn(trees, people, looked) : people);

/** The words of a node that is pointed at: its test or its leaf, its box, and the people in it. */
function lookedText({ info, trees, layouts, point, flow, people }: Panel, { tree, node }: Looked): string {
  const doc = docOf(info, point);
  const inside = peopleIn(trees, people, { tree, node });
  return [
    plain(isLeaf(trees, node) ? common.trees.endsIn(leafText(doc, trees, tree, node)) : common.trees.asks(testText(doc, trees, node))),
    flow ? words.program.flow(flowText(flow(tree, node))) : "",
    placeText(doc, trees, layouts[tree]!, node),
    people.length > 0 ? words.peopleIn(inside.length, people.length, inside.filter((row) => row.class === TARGET).length, info.classes[TARGET] ?? "") : "",
  ].filter((text) => text !== "").join(" ");
}

/** So much of its range an area goes beyond the map, so that its outline there is not seen. */
const BEYOND = 0.1;

/** The area of a node on the map; null where none of it is there. */
function areaOf({ info, trees, layouts, point }: Pick<Panel, "info" | "trees" | "layouts" | "point">, { tree, node }: Looked): OverlayArea | null {
  const area: OverlayArea = { x: [null, null], y: [null, null], as: "left" };
  if (trees.column.includes(SLANTED)) {
    const ends = info.features.map(({ min, max }) => [min - BEYOND * (max - min), max + BEYOND * (max - min)] as const);
    const [x, y] = ends;
    if (!x || !y) return null;
    const corners = areaOfNode(trees, layouts[tree]!, node, [[x[0], y[0]], [x[1], y[1]]]);
    return corners.length === 0 ? null : { ...area, corners };
  }
  for (const side of boxOf(trees, layouts[tree]!, node, info.features)) {
    const axis = info.features.indexOf(side.feature);
    const at = coordinate(side.feature, point);
    // The map is the slice through the dot.
    const crossed = "levels" in side ? side.levels.includes(at) : at > (side.from ?? -Infinity) && at <= (side.to ?? Infinity);
    if (axis > 1 && !crossed) return null;
    if (axis <= 1 && !("levels" in side)) area[axis === 0 ? "x" : "y"] = [side.from, side.to];
  }
  return area;
}

/** The boxes that are lit: of the node that is pointed at, else those in which the dot stands, of the trees that a lesson lights. */
export function litAreas(panel: Pick<Panel, "info" | "trees" | "layouts" | "point" | "looked" | "chosen">, lit: "chosen" | "all" | undefined): { areas: OverlayArea[]; shade: boolean } {
  const { trees, point, looked } = panel;
  if (looked) return { areas: [areaOf(panel, looked)].flatMap((area) => area ?? []), shade: true };
  const of = lit === undefined ? [] : lit === "all" ? panel.layouts.map((_, tree) => tree) : shownTrees(panel);
  return { areas: of.flatMap((tree) => areaOf(panel, { tree, node: leafAt(trees, tree, point) }) ?? []), shade: false };
}
