/**
 * Feature tweaking (Tolomei, Silvestri, Haines and Lalmas 2017). Each tree that does not vote for the target is searched for
 * paths to leaves that do. For each such path the person's values are moved just as far as the tests on it ask. Of the points that the
 * whole ensemble then gives the target, the cheapest is taken. Their step beyond a threshold is a parameter; here it is the least there is. One tree at a
 * time, so nothing says that there is such a point, or that it is the best.
 */
import { coordinate, domain, isDiscrete, isOrdered, levelCount, withCoordinate } from "../model/feature.js";
import { goesLeft, isLeaf, leafClass, pathOf } from "../model/trees.js";
import { before, floor, REALS } from "../check/number.js";
import type { FeatureInfo, InputType, TreeData } from "../types.js";
import { cheapest, type Found, type Predict, type Question } from "./question.js";

/** A test on a path, and the side on which the path goes on. */
interface Step {
  node: number;
  left: boolean;
}

/** `pause` lets others go on, now and then. Null where the target is no class, or where no tree leads to it. */
export async function tweaked(data: TreeData, question: Question, predict: Predict, pause: () => Promise<void> = () => Promise.resolve()): Promise<Found | null> {
  if (question.wanted.length === 0) return null;
  const points: number[][] = [];
  for (let tree = 0; tree + 1 < data.first.length; tree++) {
    const [now = -1] = pathOf(data, tree, question.person).slice(-1);
    if (isLeaf(data, now) && question.wanted.includes(leafClass(data, tree, now))) continue;
    for (const { leaf, steps } of pathsOf(data, tree, question.wanted)) {
      const moved = along(data, steps, question);
      if (moved && pathOf(data, tree, moved).at(-1) === leaf) points.push(moved);
    }
    await pause();
  }
  return cheapest(points, question, predict);
}

function pathsOf(data: TreeData, tree: number, wanted: readonly number[]): { leaf: number; steps: Step[] }[] {
  const found: { leaf: number; steps: Step[] }[] = [];
  const open: { leaf: number; steps: Step[] }[] = [{ leaf: data.first[tree]!, steps: [] }];
  for (let now = open.pop(); now; now = open.pop()) {
    const { leaf: node, steps } = now;
    if (isLeaf(data, node)) {
      if (wanted.includes(leafClass(data, tree, node))) found.push(now);
      continue;
    }
    open.push({ leaf: data.right[node]!, steps: [...steps, { node, left: false }] }, { leaf: data.left[node]!, steps: [...steps, { node, left: true }] });
  }
  return found;
}

/** The person with every feature moved into its side of the steps; null where a feature has no such value. */
function along(data: TreeData, steps: readonly Step[], { features, person }: Question): number[] | null {
  let row = [...person];
  for (const feature of features) {
    const own = steps.filter(({ node }) => feature.columns.includes(data.column[node]!));
    if (own.every(({ node, left }) => goesLeft(data, node, row) === left)) continue;
    const to = moved(data, feature, own, person);
    if (to === null) return null;
    row = withCoordinate(feature, row, to);
  }
  return row;
}

function moved(data: TreeData, feature: FeatureInfo, own: readonly Step[], person: readonly number[]): number | null {
  const now = coordinate(feature, person);
  const passes = (at: number): boolean => own.every(({ node, left }) => goesLeft(data, node, withCoordinate(feature, person, at)) === left);
  if (isDiscrete(feature)) {
    const levels = Array.from({ length: levelCount(feature) }, (_, level) => level).filter(passes);
    if (isOrdered(feature)) levels.sort((a, b) => Math.abs(a - now) - Math.abs(b - now));
    return levels[0] ?? null;
  }
  const [low, high] = domain(feature);
  const cuts = own.map(({ node }) => data.threshold[node]!);
  const places = cuts.flatMap((cut) => beside(cut, feature, data.input)).filter((at) => at >= low && at <= high && passes(at));
  places.sort((a, b) => Math.abs(a - now) - Math.abs(b - now));
  return places[0] ?? null;
}

/** The last value on one side of a cut, and the first on the other. */
export function beside(cut: number, feature: FeatureInfo, input: InputType = "float64"): number[] {
  if (feature.kind === "integer") return [Math.ceil(cut) - 1, Math.floor(cut), Math.floor(cut) + 1];
  // Only values of the type that the model reads are meant: another would be read as its neighbour.
  const real = REALS[input];
  const last = floor(real, cut);
  return last === cut ? [before(real, cut), cut, real.after(cut)] : [last, real.after(last)];
}
