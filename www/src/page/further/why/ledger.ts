/**
 * The ledger of an answer: its score taken apart. Change by change, in an order that a person chooses, each gain is the difference of two
 * predictions, so that all gains add up to the difference of the scores. Tree by tree, the parts before and after stand side by side. Pure.
 */
import { isLeaf, leafClass, leafValues, pathOf } from "../../../model/trees.js";
import type { FeatureInfo, TreeData } from "../../../types.js";
import { marked } from "../../view/format.js";
import { sharesOf } from "../../view/trees/say.js";

/** The rows on the way: the person, then with the answer's values of one more feature each, in this order. */
export function rowsOnTheWay(person: readonly number[], answer: readonly number[], order: readonly FeatureInfo[]): number[][] {
  const rows = [[...person]];
  for (const { columns } of order) {
    const row = [...rows[rows.length - 1]!];
    for (const column of columns) row[column] = answer[column]!;
    rows.push(row);
  }
  return rows;
}

/** Scores as they are written, with so many decimals; a gain is the difference of two written scores, so that the written gains add up. */
export interface Written {
  scores: number[];
  gains: number[];
  decimals: number;
}

/** Writes scores, in hundredths where they are shares, with as many decimals as keep each on its own side of the threshold. */
export function written(scores: readonly number[], shares: boolean, threshold: number | null): Written {
  const scale = shares ? 100 : 1;
  const least = shares ? 1 : 4;
  const round = (x: number, decimals: number): number => Number((x * scale).toFixed(decimals));
  const sided = (decimals: number): boolean => threshold === null || scores.every((x) => x === threshold || (round(x, decimals) - Number((threshold * scale).toPrecision(14))) * (x - threshold) > 0);
  let decimals = least;
  while (decimals < 12 && !sided(decimals)) decimals += 1;
  const told = scores.map((x) => round(x, decimals));
  return { scores: told, gains: told.slice(1).map((x, at) => Number((x - told[at]!).toFixed(decimals))), decimals };
}

/** A score with all of its decimals, so that digits stand below each other. */
export const scoreText = (x: number, decimals: number): string => marked(x.toFixed(decimals)).replace("-", "\u2212");

/** The threshold of a demand: the one that is asked for, or one half between two classes. */
export const needed = (threshold: number | null, classes: number): number | null => threshold ?? (classes === 2 ? 0.5 : null);

/** A tree's part before and after: its leaves, how much more it adds to the outcome, whether it is for another class now. */
export interface TreeChange {
  tree: number;
  before: number;
  after: number;
  more: number;
  mind: boolean;
}

/** The part of a tree in the score of class `to`; `to` null: in the predicted value. Of leaves that hold shares it is the share, in hard votes too. */
function adds(data: TreeData, tree: number, node: number, row: readonly number[], to: number | null): number {
  const values = leafValues(data, node, row);
  const weight = data.weight[tree]!;
  const output = data.output[tree]!;
  if (to === null) return weight * (values[0] ?? 0);
  if (output !== -1) return output === to ? weight * (values[0] ?? 0) : 0;
  if (data.width === 1) return (to === 1 ? 1 : -1) * weight * (values[0] ?? 0);
  const all = sharesOf(data) ? values.reduce((sum, one) => sum + one, 0) || 1 : 1;
  return (weight * (values[to] ?? 0)) / all;
}

/** The trees in which both rows end, those first that change most. */
export function treeChanges(data: TreeData, from: readonly number[], to: readonly number[], outcome: number | null): TreeChange[] {
  const list: TreeChange[] = [];
  for (let tree = 0; tree < data.first.length - 1; tree += 1) {
    const [before, after] = [from, to].map((row) => pathOf(data, tree, row).at(-1)!) as [number, number];
    if (!isLeaf(data, before) || !isLeaf(data, after)) continue;
    const [was, is] = [adds(data, tree, before, from, outcome), adds(data, tree, after, to, outcome)];
    const classes = outcome === null ? [] : [leafClass(data, tree, before, from), leafClass(data, tree, after, to)];
    list.push({ tree, before, after, more: is - was, mind: classes.length > 0 && classes[0] !== classes[1] });
  }
  return list.sort((a, b) => Math.abs(b.more) - Math.abs(a.more) || a.tree - b.tree);
}
