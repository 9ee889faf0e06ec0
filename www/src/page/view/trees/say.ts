/** The words of nodes: their tests, their boxes, their leaves. Pure. */
import type { FeatureInfo, TreeData } from "../../../types.js";
import { isDiscrete, levelLabel } from "../../../model/feature.js";
import { decimalsOf } from "../../state/answer/rounding.js";
import { features } from "../../state/request/request.js";
import { boxOf, isLeaf, leafClass, leafValues, leftLevels, splitOf, type Layout, type Side } from "../../../model/trees.js";
import { bare, besideZero, number, percent } from "../format.js";
import { className } from "../targets.js";
import { words } from "../words.js";
import type { Doc } from "../../state/document/document.js";

const cut = (feature: FeatureInfo, at: number): string => bare(feature, feature.kind === "integer" ? Math.floor(at) : besideZero(at) ? 0 : at, Math.max(decimalsOf(feature), 3));
/** Whether a cut parts 0 from all that is below it (LightGBM): then 0 itself goes right. */
const underZero = (feature: FeatureInfo, at: number | null): boolean => feature.kind !== "integer" && at !== null && at < 0 && besideZero(at);
const unit = (feature: FeatureInfo, text: string): string => (feature.unit === undefined || isDiscrete(feature) ? text : `${text}\u00a0${feature.unit}`);

/** The test of a node, as the values that go left. */
export function testText(doc: Doc, data: TreeData, node: number): string {
  const split = splitOf(data, node, features(doc));
  if (!split) return words.trees.slanted;
  const { feature } = split;
  if (isDiscrete(feature)) return words.trees.is(feature.name, levelsText(feature, leftLevels(data, node, feature)));
  const threshold = data.threshold[node]!;
  return words.trees[underZero(feature, threshold) ? "below" : "atMost"](feature.name, unit(feature, cut(feature, threshold)));
}

const levelsText = (feature: FeatureInfo, levels: readonly number[]): string => words.anyOf(levels.map((level) => levelLabel(feature, level)));

export function sideText(side: Side): string {
  const { feature } = side;
  if ("levels" in side) return words.trees.is(feature.name, levelsText(feature, side.levels));
  const whole = feature.kind === "integer";
  const low = side.from === null ? null : whole ? bare(feature, Math.floor(side.from) + 1) : cut(feature, side.from);
  const high = side.to === null ? null : cut(feature, side.to);
  const from = whole || underZero(feature, side.from);
  const under = underZero(feature, side.to);
  if (low !== null && high !== null) return words.trees[from ? "between" : under ? "betweenBelow" : "betweenAbove"](feature.name, low, unit(feature, high));
  if (high !== null) return words.trees[under ? "below" : "atMost"](feature.name, unit(feature, high));
  return words.trees[from ? "atLeast" : "above"](feature.name, unit(feature, low ?? ""));
}

/** The box of a node in words. */
export function boxText(doc: Doc, data: TreeData, layout: Layout, node: number): string {
  const sides = boxOf(data, layout, node, features(doc));
  return sides.length === 0 ? words.trees.whole : words.trees.box(sides.map(sideText).join(", "));
}

/** The content of a leaf, at a row where it is linear. */
export function leafText(doc: Doc, data: TreeData, tree: number, node: number, row?: readonly number[]): string {
  if (!isLeaf(data, node)) return words.trees.stopped;
  const info = doc.model?.info;
  if (info?.kind === "isolation_forest") return words.trees.leafLength;
  const linear = data.linear[node];
  // Columns behind a row's own are neurons.
  if (linear && !(row && linear.columns.every((c) => c < row.length))) return words.trees.leafSum;
  const values = leafValues(data, node, row ?? []);
  if (values.some(Number.isNaN)) return words.trees.stopped;
  const [first = 0] = values;
  if (info?.kind === "regressor") return words.trees.leafValue(number(first, 4));
  const output = data.output[tree]!;
  const adds = (to: number, at: number): string => words.trees.leafAdds(className(doc, to), number(data.weight[tree]! * at, 4));
  if (data.width === 1 || output !== -1) return adds(output === -1 ? 1 : output, first);
  const best = leafClass(data, tree, node, row);
  const most = values[best]!;
  // Numbers that may be below 0 are no shares of anything.
  if (linear || !sharesOf(data)) return most > 0 ? adds(best, most) : adds(values.indexOf(Math.min(...values)), Math.min(...values));
  return words.trees.leafShare(className(doc, best), percent(most / (values.reduce((a, b) => a + b, 0) || 1)));
}

const shares = new WeakMap<TreeData, boolean>();

/** Whether the leaves hold shares of the classes: no number is below 0. */
export function sharesOf(data: TreeData): boolean {
  const known = shares.get(data) ?? data.value.every((at) => at >= 0);
  shares.set(data, known);
  return known;
}
