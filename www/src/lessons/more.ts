/** The lessons on votes, greed, slanted cuts, usual answers, and a forest grown in the page. */
import type { Counterfactual, Regions, RequestDoc } from "../types.js";
import { lengthRequest } from "../measure/person.js";
import { leafClass, pathOf } from "../model/trees.js";
import { cost, marked, percent } from "../page/view/format.js";
import { words as common } from "../page/view/words.js";
import { blank, markAt, pointText, reachOf, request, TARGET, type Figure, type Point } from "./figure.js";
import { outcome, predicted, type Asked } from "./asked.js";
import { lessonWords as words } from "./words.js";

export async function votes(asked: Asked): Promise<Figure> {
  const { trees, point } = asked;
  const now = await predicted(asked);
  const all = trees.first.length - 1;
  const count = Array.from({ length: all }, (_, tree) => leafClass(trees, tree, pathOf(trees, tree, point).at(-1) ?? 0)).filter((of) => of === TARGET).length;
  const [most, other] = 2 * count > all ? [TARGET, 0] : [0, TARGET];
  const facts = [words.votes(count, all, outcome(asked, TARGET)), words.mean(outcome(asked, now.class), percent(now.share))];
  return { ...blank(now.class === TARGET), facts, found: now.class === other ? words.votesFound(Math.max(count, all - count), all, outcome(asked, most), outcome(asked, now.class), percent(now.share)) : null };
}

const sum = (point: Point, to: Point, scale: readonly number[]): number => Math.abs(point[0] - to[0]) / scale[0]! + Math.abs(point[1] - to[1]) / scale[1]!;

/** The value of a cell's interval (whole numbers, above one end and up to the other) that is nearest to `from`. */
function nearestIn(edges: Float64Array, cell: number, from: number): number {
  const low = cell === 0 ? Math.ceil(edges[0]!) : Math.floor(edges[cell]!) + 1;
  return Math.min(Math.max(from, low), Math.floor(edges[cell + 1]!));
}

const cellOf = (edges: Float64Array, at: number): number => {
  for (let k = 0; k + 2 < edges.length; k++) if (at <= edges[k + 1]!) return k;
  return edges.length - 2;
};

/** One change at a time, each the one that raises the score most for its cost, until the decision flips; null where it never does. */
export function greedyPath(regions: Regions, point: Point, scale: readonly number[]): Point[] | null {
  const { x, y, classes, scores } = regions;
  const [nx, ny] = [x.edges.length - 1, y.edges.length - 1];
  const scoreOf = (i: number, j: number): number => scores[(j * nx + i) * 2 + TARGET]!;
  const path: Point[] = [point];
  for (let steps = 0; steps < 50; steps++) {
    const at = path[path.length - 1]!;
    const [i, j] = [cellOf(x.edges, at[0]), cellOf(y.edges, at[1])];
    if (classes[j * nx + i] === TARGET) return path;
    let best: { to: Point; worth: number } | null = null;
    const offer = (to: Point, gain: number): void => {
      const worth = gain / sum(at, to, scale);
      if (gain > 1e-9 && worth > (best?.worth ?? 0)) best = { to, worth };
    };
    for (let k = 0; k < nx; k++) if (k !== i) offer([nearestIn(x.edges, k, at[0]), at[1]], scoreOf(k, j) - scoreOf(i, j));
    for (let k = 0; k < ny; k++) if (k !== j) offer([at[0], nearestIn(y.edges, k, at[1])], scoreOf(i, k) - scoreOf(i, j));
    const found = best as { to: Point } | null;
    if (!found) return null;
    path.push(found.to);
  }
  return null;
}

/** Whether the first step of a way ends farther from a point than it began. */
function leadsAway([from, to]: readonly Point[], [x = Number.NaN, y = Number.NaN]: readonly number[], scale: readonly number[]): boolean {
  return from !== undefined && to !== undefined && sum(to, [x, y], scale) > sum(from, [x, y], scale);
}

export async function greedy(asked: Asked): Promise<Figure> {
  const { model, point, regions } = asked;
  const now = await predicted(asked);
  if (now.class === TARGET) return { ...blank(true), facts: [{ title: outcome(asked, TARGET), text: words.already }] };
  const scale = model.info.features.map(({ min, max }) => max - min);
  const best = (await model.explain(request(point))).counterfactuals[0];
  const path = greedyPath(regions, point, scale);
  const end = path?.at(-1);
  const reach = best ? [reachOf(model.info, "l1", best.cost)].flatMap((one) => one ?? []) : [];
  const paid = end ? sum(point, end, scale) : Number.NaN;
  const [landed] = end ? await model.predict([[...end]]) : [];
  const arrived = landed !== undefined && "class" in landed && landed.class === TARGET;
  const facts = [
    ...(best ? [words.nearestWay(pointText(model.info, best.values), cost(best.cost))] : []),
    end && arrived ? words.greedyWay((path?.length ?? 1) - 1, pointText(model.info, end), cost(paid)) : words.greedyStuck,
  ];
  const marks = end && arrived ? [{ x: end[0], y: end[1], label: words.greedyMark, target: true, arrow: true }] : [];
  const answer = best ? { ...markAt(best, common.nearest(outcome(asked, TARGET))), state: "proved" as const } : null;
  const ratio = best && arrived ? paid / best.cost : 0;
  return { ...blank(false), answer, marks, reach, facts, found: ratio >= 1.5 ? words.greedyFound(marked(ratio.toFixed(1)), leadsAway(path ?? [], best?.values ?? [], scale), (path?.length ?? 1) - 1) : null };
}

export async function slanted(asked: Asked): Promise<Figure> {
  const { model, point, regions } = asked;
  const { info } = model;
  const now = await predicted(asked);
  const pieces = words.pieces((regions.polygons?.first.length ?? 1) - 1);
  if (now.class === TARGET) return { ...blank(true), facts: [{ title: outcome(asked, TARGET), text: words.already }, pieces] };
  const ask = async (constraints: NonNullable<RequestDoc["constraints"]>): Promise<Counterfactual | undefined> => (await model.explain({ ...request(point, "l2"), constraints })).counterfactuals[0];
  // Where one feature is fixed, the other alone may change.
  const [best, ...alone] = await Promise.all([ask([]), ...info.features.map(({ name }) => ask([{ fix: name }]))]);
  if (!best) return { ...blank(false), facts: [pieces] };
  const reach = [reachOf(info, "l2", best.cost)].flatMap((one) => one ?? []);
  const answer = { ...markAt(best, common.nearest(outcome(asked, TARGET))), state: "proved" as const };
  const told = ({ values, cost: squared }: Counterfactual): [string, string] => [pointText(info, values), cost(Math.sqrt(squared))];
  const only = alone.map((one, fixed) => {
    const { name } = info.features[1 - fixed]!;
    return one ? words.onlyOne(name, ...told(one)) : words.onlyNone(name);
  });
  const facts = [words[best.changes.length === 2 ? "both" : "nearestWay"](...told(best)), ...only, pieces];
  const marks = alone.flatMap((one, fixed) => (one && best.changes.length === 2 ? [markAt(one, words.onlyOne(info.features[1 - fixed]!.name, "", "").title)] : []));
  const months = alone[0];
  const found = months && months.cost > best.cost && (months.values[1] ?? 0) > point[1] ? words.slantedFound(pointText(info, months.values), marked(Math.sqrt(months.cost / best.cost).toFixed(1))) : null;
  return { ...blank(false), answer, marks, reach, facts, found };
}

export async function usual(asked: Asked): Promise<Figure> {
  const { model, point } = asked;
  const now = await predicted(asked);
  if (now.class === TARGET) return { ...blank(true), facts: [{ title: outcome(asked, TARGET), text: words.already }] };
  const [free, typical] = await Promise.all([model.explain(request(point)), model.explain({ ...request(point), plausibility: { isolation_forest: { outlier_quantile: 0.3 } } })]);
  const [best, common30] = [free.counterfactuals[0], typical.counterfactuals[0]];
  const reach = best ? [reachOf(model.info, "l1", best.cost)].flatMap((one) => one ?? []) : [];
  const answer = best ? { ...markAt(best, common.nearest(outcome(asked, TARGET))), state: "proved" as const } : null;
  const marks = common30 && JSON.stringify(common30.values) !== JSON.stringify(best?.values) ? [markAt(common30, words.usualMark)] : [];
  const facts = [...(best ? [words.nearestWay(pointText(model.info, best.values), cost(best.cost))] : []), common30 ? words.usualWay(pointText(model.info, common30.values), cost(common30.cost)) : words.usualNone];
  const ratio = best && common30 ? common30.cost / best.cost : 0;
  if (!best || ratio < 10) return { ...blank(false), answer, marks, reach, facts };
  const near = (await model.explain(lengthRequest(request(point), best.values))).counterfactuals[0]?.path_length;
  const found = near !== undefined && typical.min_path_length !== undefined ? words.usualFound(marked(ratio.toFixed(1)), marked(near.toFixed(2)), marked(typical.min_path_length.toFixed(2))) : null;
  return { ...blank(false), answer, marks, reach, facts, found };
}

/** The decision on a dragged point before points were added. */
interface Before {
  class: number;
  rows: number;
  leaves: number[];
  cuts: number;
}

export async function grow(asked: Asked): Promise<Figure> {
  const { model, point, seen, regions, trees } = asked;
  const now = await predicted(asked);
  const here = JSON.stringify(point);
  const leaves = Array.from({ length: trees.first.length - 1 }, (_, tree) => leafClass(trees, tree, pathOf(trees, tree, point).at(-1) ?? 0));
  const { rows, trees: count, leaves: all } = model.info;
  const cuts = all - 1;
  const before = seen.get(here) as Before | undefined;
  if (!before) {
    seen.clear();
    seen.set(here, { class: now.class, rows, leaves, cuts } satisfies Before);
  }
  const saying = (of: readonly number[]): number => of.filter((one) => one === now.class).length;
  const turned = before !== undefined && before.class !== now.class;
  const best = now.class === TARGET ? undefined : (await model.explain(request(point))).counterfactuals[0];
  const answer = best && best.changes.length > 0 ? { ...markAt(best, common.nearest(outcome(asked, TARGET))), state: "proved" as const } : null;
  const said = outcome(asked, now.class);
  const facts = count === 1 ? [words.trained(rows, cuts), words.treeMean(said, percent(now.share), outcome(asked, TARGET))] : [words.grown(rows, count, regions.classes.length), words.mean(said, percent(now.share))];
  if (!turned) return { ...blank(now.class === TARGET), class: now.class, answer, facts };
  const points = rows - before.rows;
  const found = count === 1 ? words.trainedFound(points, said, cuts, before.cuts) : words.growFound(points, said, saying(leaves), saying(before.leaves), leaves.length);
  return { ...blank(now.class === TARGET), class: now.class, answer, facts, found };
}
