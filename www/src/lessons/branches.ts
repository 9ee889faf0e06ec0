/** The lesson on mixed-integer programs: the program of the question, its branch and bound step by step, and the time of both engines as it is measured. */
import type { Answer, ModelInfo, TreeData } from "../types.js";
import { isLeaf } from "../model/trees.js";
import { cost, marked, withUnit } from "../page/view/format.js";
import { words as common } from "../page/view/words.js";
import type { MapOverlay } from "../plot/contract.js";
import { outcome, predicted, type Asked } from "./asked.js";
import { blank, markAt, pointText, reachOf, request, TARGET, type Figure, type Point } from "./figure.js";
import { branch, readProgram, type BranchNode } from "./program.js";
import { lessonWords as words } from "./words.js";

/** Relaxations at most. Over two trees it never takes more than a few dozen. By hand. */
const MOST = 200;
/** Times that the quick engine is asked; one answer would be within the clock's grain. By hand. */
const TIMES = 20;

interface Kept {
  nodes: readonly BranchNode[];
  rows: number;
  columns: number;
  best: Answer;
}

/** A threshold as the program names it: its axis, and the value above which its switch is 1. */
export function switchOf(info: ModelInfo, column: string): { axis: 0 | 1; at: number } | null {
  const [, name, at] = /^(.*)_above_(-?[\d.e+-]+)$/.exec(column) ?? [];
  const axis = info.features.findIndex((feature) => feature.name.replaceAll(" ", "_") === name);
  return axis === 0 || axis === 1 ? { axis, at: Number(at) } : null;
}

/** The flow through each node of a tree: a leaf's own, and above it the sum of both sides. */
export function flowsOf(trees: TreeData, node: BranchNode): (tree: number, at: number) => number {
  const flow = (tree: number, at: number): number => (isLeaf(trees, at) ? (node.solved?.values.get(`tree${String(tree)}_leaf${String(at - trees.first[tree]!)}`) ?? 0) : flow(tree, trees.left[at]!) + flow(tree, trees.right[at]!));
  return flow;
}

/** The nearest whole point in the cell that the switches name. */
export function pointIn(info: ModelInfo, point: Point, node: BranchNode): Point {
  const [x, y] = info.features.map((feature, axis) => {
    let [lo, hi] = [feature.min, feature.max];
    for (const [column, value] of node.solved?.values ?? []) {
      const own = switchOf(info, column);
      if (own?.axis !== axis) continue;
      if (value > 0.5) lo = Math.max(lo, Math.floor(own.at) + 1);
      else hi = Math.min(hi, Math.floor(own.at));
    }
    return Math.min(Math.max(point[axis as 0 | 1], lo), hi);
  });
  return [x ?? Number.NaN, y ?? Number.NaN];
}

/** The part of the map that a branch leaves, and the line at which it is split. */
function overlayOf(info: ModelInfo, node: BranchNode): MapOverlay {
  const ends: [number | null, number | null][] = [[null, null], [null, null]];
  for (const [column, value] of node.fixed) {
    const own = switchOf(info, column);
    if (!own) continue;
    const [lo, hi] = ends[own.axis]!;
    ends[own.axis] = value === 1 ? [Math.max(lo ?? own.at, own.at), hi] : [lo, Math.min(hi ?? own.at, own.at)];
  }
  const cut = node.column === null ? null : switchOf(info, node.column);
  return { cuts: cut ? [{ axis: cut.axis === 0 ? "x" : "y", at: cut.at }] : [], areas: [{ x: ends[0]!, y: ends[1]!, as: "left" }], shade: true };
}

async function keptAt({ model, point, seen }: Asked): Promise<Kept | null> {
  const key = JSON.stringify(point);
  const known = seen.get(key) as Kept | undefined;
  if (known) return known;
  const [text, best] = await Promise.all([model.formulation(request(point), "lp", "levels"), model.explain(request(point))]);
  const program = readProgram(text);
  const nodes = branch(program, MOST);
  if (best.status !== "optimal") return null;
  const kept = { nodes, rows: program.rows.length, columns: program.columns.length, best };
  seen.clear();
  seen.set(key, kept);
  return kept;
}

export async function branches(asked: Asked): Promise<Figure> {
  const { model, point, trees } = asked;
  const { info } = model;
  const now = await predicted(asked);
  if (now.class === TARGET) return { ...blank(true), facts: [{ title: outcome(asked, TARGET), text: words.already }] };
  const kept = await keptAt(asked);
  const best = kept?.best.counterfactuals[0];
  const at = Math.min(asked.step, (kept?.nodes.length ?? 1) - 1);
  const node = kept?.nodes[at];
  if (!kept || !best || !node) return blank(false);
  const found = kept.nodes.slice(0, at + 1).findLast((one) => one.end === "whole");
  const landed = found && pointIn(info, point, found);
  const last = at === kept.nodes.length - 1;
  // Said only where both engines have proved it.
  const same = Number.isFinite(node.best) && Math.abs(node.best - best.cost) <= 1e-9;
  // The engine has proved the cost of the nearest point, and so every bound below it.
  const reach = node.bound <= best.cost + 1e-9 ? reachOf(info, "l1", Math.min(node.bound, best.cost)) : null;
  return {
    ...blank(false),
    answer: last && same ? { ...markAt(best, common.nearest(outcome(asked, TARGET))), state: "proved" } : null,
    marks: landed && !(last && same) ? [{ x: landed[0], y: landed[1], label: pointText(info, landed), target: true, arrow: true }] : [],
    reach: reach && node.bound > 0 ? [reach] : [],
    overlay: overlayOf(info, node),
    flow: flowsOf(trees, node),
    steps: kept.nodes.length,
    says: [branchText(info, node), endText(info, point, node)],
    facts: [words.program.size(kept.rows, kept.columns), words.program.bound(cost(node.bound), Number.isFinite(node.best) ? cost(node.best) : "")],
    found: last && same ? [words.program.found(kept.nodes.length, cost(node.best), cost(kept.nodes[0]?.solved?.cost ?? Number.NaN)), await timed(asked)].join(" ").trim() : null,
  };
}

const valueAt = (info: ModelInfo, column: string): readonly [string, string] | null => {
  const own = switchOf(info, column);
  const feature = own && info.features[own.axis];
  return feature ? [feature.name, withUnit(feature, Math.floor(own.at))] : null;
};

/** The switch that was set last. */
function branchText(info: ModelInfo, node: BranchNode): string {
  const [column, value] = [...node.fixed].at(-1) ?? [];
  const own = column === undefined ? null : valueAt(info, column);
  return own ? words.program[value === 1 ? "on" : "off"](...own) : words.program.root;
}

/** Why it ends, or the switch at which it branches. */
function endText(info: ModelInfo, point: Point, node: BranchNode): string {
  const { end, solved, column } = node;
  const says = words.program;
  if (end === "impossible" || !solved) return says.impossible;
  if (end === "whole") return says.whole(pointText(info, pointIn(info, point, node)), cost(solved.cost));
  if (end === "dear") return says.dear(cost(solved.cost), cost(node.best));
  const [feature, at] = (column === null ? null : valueAt(info, column)) ?? ["", ""];
  return says.split(cost(solved.cost), feature, at);
}

/** Both engines over a larger forest, measured now and on this computer; once, since the model stays the same. Empty where they do not agree, or where the clock is too coarse. */
async function timed({ beside, point, seen }: Asked): Promise<string> {
  const known = seen.get("timed") as string | undefined;
  if (known !== undefined || !beside) return known ?? "";
  const model = await beside();
  // The engine's own time, without the way to its worker; the first answer is not counted, since the model is prepared in it.
  const ask = async (engine: "boxes" | "milp", times: number): Promise<{ answer: Answer; milliseconds: number }> => {
    let answer = await model.explain({ ...request(point), engine });
    let sum = 0;
    for (let k = 0; k < times; k++) {
      answer = await model.explain({ ...request(point), engine });
      sum += answer.work.milliseconds;
    }
    return { answer, milliseconds: sum / times };
  };
  const boxes = await ask("boxes", TIMES);
  const program = await ask("milp", 1);
  const [one, other] = [boxes, program].map(({ answer }) => answer.counterfactuals[0]?.cost ?? Number.NaN) as [number, number];
  if (boxes.milliseconds <= 0 || boxes.answer.status !== "optimal" || program.answer.status !== "optimal" || !(Math.abs(one - other) <= 1e-9)) return "";
  const told = (milliseconds: number): string => marked(milliseconds < 10 ? milliseconds.toFixed(1) : milliseconds.toFixed(0));
  const ratio = program.milliseconds / boxes.milliseconds;
  const text = words.program.measured(model.info.trees, told(boxes.milliseconds), boxes.answer.work.nodes, told(program.milliseconds), program.answer.work.nodes, told(ratio));
  seen.set("timed", text);
  return text;
}
