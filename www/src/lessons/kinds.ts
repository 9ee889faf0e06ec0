/** The lessons: each asks the model about the dragged point and says in words the contents of the figure. */
import { checkBeside } from "../check/beside.js";
import type { SearchReplay } from "../check/recorder.js";
import { boxesOf, leftOf, type ReplayBox } from "../page/state/proof/replay.js";
import { boxOf, layoutOf, leafClass, pathOf } from "../model/trees.js";
import type { NormName, Regions, TreeData } from "../types.js";
import { cost, percent } from "../page/view/format.js";
import type { OverlayArea } from "../plot/contract.js";
import { boxText as replayBoxText, stepText } from "../page/view/search/say.js";
import { sideText } from "../page/view/trees/say.js";
import { outcome, predicted, type Asked } from "./asked.js";
import { blank, constraintsOf, docOf, markAt, pointText, reachOf, request, TARGET, type Figure, type Point } from "./figure.js";
import { words as common } from "../page/view/words.js";
import { branches } from "./branches.js";
import type { Row } from "./forest.js";
import { minds } from "./minds.js";
import { APPLICANT } from "./plane.js";
import { greedy, grow, slanted, usual, votes } from "./more.js";
import { lessonWords as words, type FigureName, type LessonName } from "./words.js";

export interface Lesson {
  /** Its model's file. */
  file: string;
  start: Point;
  boxes: boolean;
  /** Distances in any direction are compared, so that both axes have one scale. */
  square?: boolean;
  /** Whether limits are dragged. */
  limited: boolean;
  /** The file of a larger model, that times are measured on. */
  beside?: string;
  /** Of which trees the box in which the dot stands is drawn. */
  lit?: "chosen" | "all";
  /** The points that its forest is grown from at first, where that is done in the page. */
  rows?: readonly Row[];
  ask: (asked: Asked) => Promise<Figure>;
}

async function boxes(asked: Asked): Promise<Figure> {
  const { trees, point, model, seen } = asked;
  const now = await predicted(asked);
  const leaf = pathOf(trees, 0, point).at(-1) ?? 0;
  const known = (seen.get(String(now.class)) as Set<number> | undefined) ?? new Set<number>();
  seen.set(String(now.class), known.add(leaf));
  const box = boxOf(trees, layoutOf(trees, 0), leaf, model.info.features).map(sideText).join(", ");
  return { ...blank(now.class === TARGET), facts: [{ title: outcome(asked, now.class), text: words.box(box) }], found: known.size >= 3 ? words.boxesFound(outcome(asked, now.class), known.size) : null };
}

async function overlap(asked: Asked): Promise<Figure> {
  const { trees, point, regions } = asked;
  const now = await predicted(asked);
  const says = [0, 1].map((tree) => {
    const leaf = pathOf(trees, tree, point).at(-1) ?? 0;
    return { class: leafClass(trees, tree, leaf), share: trees.value[leaf * trees.width + TARGET] ?? 0 };
  });
  const [one, other] = says.map((said) => outcome(asked, said.class));
  const facts = says.map((said, index) => words.treeSays(index + 1, outcome(asked, said.class), percent(said.share)));
  const differ = says[0]?.class !== says[1]?.class;
  return { ...blank(now.class === TARGET), facts: [...facts, words.together(outcome(asked, now.class), percent(now.share))], found: differ ? words.overlapFound(one ?? "", other ?? "", outcome(asked, now.class), patches(regions, trees)) : null };
}

/** The number of patches in which the leaves of the trees overlap, counted over the cells of the map. */
function patches({ x, y }: Regions, trees: TreeData): number {
  const found = new Set<string>();
  const inside = (edges: Float64Array, index: number): number => edges[index + 1]!;
  for (let i = 0; i + 1 < x.edges.length; i++) {
    for (let j = 0; j + 1 < y.edges.length; j++) found.add([0, 1].map((tree) => pathOf(trees, tree, [inside(x.edges, i), inside(y.edges, j)]).at(-1)).join());
  }
  return found.size;
}

const RULERS: NormName[] = ["l1", "l2", "linf"];

async function rulers(asked: Asked): Promise<Figure> {
  const { model, point } = asked;
  const now = await predicted(asked);
  const facts = (text: (norm: "l1" | "l2" | "linf") => string): Figure["facts"] => (["l1", "l2", "linf"] as const).map((norm) => ({ title: words.ruler[norm], text: text(norm) }));
  if (now.class === TARGET) return { ...blank(true), facts: facts(() => words.already) };
  const answers = await Promise.all(RULERS.map((norm) => model.explain(request(point, norm))));
  const found = answers.map((answer) => answer.counterfactuals[0]);
  const labels = new Map<string, string[]>();
  found.forEach((best, index) => labels.set(JSON.stringify(best?.values), [...(labels.get(JSON.stringify(best?.values)) ?? []), words.mark[RULERS[index] as keyof typeof words.mark]]));
  const marks = found.filter((best, index) => found.findIndex((one) => JSON.stringify(one?.values) === JSON.stringify(best?.values)) === index).flatMap((best) => (best ? [markAt(best, common.both(labels.get(JSON.stringify(best.values)) ?? []))] : []));
  const reach = found.flatMap((best, index) => {
    const norm = RULERS[index] ?? "l1";
    // The engine counts the square of the straight line; so do the outlines.
    return best ? (reachOf(model.info, norm, best.cost) ?? []) : [];
  });
  const places = new Set(found.map((best) => JSON.stringify(best?.values)));
  const text = (norm: NormName): string => pointText(model.info, found[RULERS.indexOf(norm)]?.values ?? []);
  return { ...blank(false), marks, reach, facts: facts(text), found: places.size === 3 ? words.rulersFound(pointText(model.info, point)) : null };
}

async function limits(asked: Asked): Promise<Figure> {
  const { model, point } = asked;
  const now = await predicted(asked);
  const { ranges, texts } = constraintsOf(model.info, asked.limits);
  const [free, within] = await Promise.all([model.explain(request(point)), model.explain({ ...request(point), constraints: ranges })]);
  const [nearest, best] = [free.counterfactuals[0], within.counterfactuals[0]];
  const reach = nearest ? [reachOf(model.info, "l1", nearest.cost)].flatMap((one) => one ?? []) : [];
  const facts = [nearest ? words.free(pointText(model.info, nearest.values), cost(nearest.cost)) : null, best ? words.within(pointText(model.info, best.values), cost(best.cost)) : words.none].flatMap((fact) => fact ?? []);
  const answer = best && best.changes.length > 0 ? { ...markAt(best, pointText(model.info, best.values)), label: words.ruler.l1, state: "proved" as const } : null;
  const blamed = (within.conflict ?? []).flatMap((pointer) => texts[Number(/\/constraints\/(\d+)/.exec(pointer)?.[1])] ?? []);
  const why = blamed.length === 1 ? words.alone(blamed[0] ?? "") : words.together2(blamed);
  return { ...blank(now.class === TARGET), answer: answer && { ...answer, label: common.nearest(outcome(asked, TARGET)) }, reach, facts, found: within.status === "infeasible" ? words.limitsFound(why) : null };
}

interface Proof {
  replay: SearchReplay;
  tree: ReplayBox[];
  best: Figure["answer"];
  reach: Figure["reach"];
}

/** The checked proof of the answer at a point; kept while the dot stays. */
async function proofAt({ model, point, seen }: Asked): Promise<Proof | null> {
  const key = JSON.stringify(point);
  const known = seen.get(key);
  if (known) return known as Proof;
  const asked = { ...request(point), certificate: true };
  const [answer, own] = await Promise.all([model.explain(asked), model.checkable()]);
  const { verdict, replay } = await checkBeside({ ...own, request: asked, answer, replay: true }, undefined, undefined);
  const best = answer.counterfactuals[0];
  if (!verdict.checked || !replay || !best) return null;
  const reach = reachOf(model.info, "l1", best.cost);
  const proof: Proof = { replay, tree: boxesOf(replay), best: { ...markAt(best, common.nearest(model.info.classes[TARGET] ?? "")), state: "proved" }, reach: reach ? [reach] : [] };
  seen.clear();
  seen.set(key, proof);
  return proof;
}

async function proof(asked: Asked): Promise<Figure> {
  const { model, point } = asked;
  const now = await predicted(asked);
  if (now.class === TARGET) return { ...blank(true), facts: [{ title: outcome(asked, TARGET), text: words.already }] };
  const made = await proofAt(asked);
  if (!made) return blank(false);
  const { replay, tree } = made;
  const at = Math.min(asked.step, replay.steps.length - 1);
  const step = replay.steps[at];
  if (!step) return blank(false);
  const [x, y] = model.info.features.map(({ name }) => name);
  const areas = (of: typeof step, as: OverlayArea["as"]): OverlayArea[] => leftOf(replay, of, x ?? "").flatMap((a) => leftOf(replay, of, y ?? "").map((b): OverlayArea => ({ x: a, y: b, as })));
  const shut = tree.filter((box) => box.children.length === 0 && box.ended <= at && box.step !== step).flatMap((box) => areas(replay.steps[box.opened] ?? box.step, "closed"));
  const doc = docOf(model.info, point);
  const last = at === replay.steps.length - 1;
  return {
    ...blank(false),
    answer: made.best,
    reach: made.reach,
    overlay: { cuts: [], areas: [...shut, ...areas(step, "left")], shade: step.live !== null },
    steps: replay.steps.length,
    says: [step.parent === null ? words.everything : replayBoxText(doc, replay, tree, step.box), stepText(doc, replay, step)],
    found: last ? words.proofFound(replay.boxes) : null,
  };
}

/** The points on the plane before a person draws. No upright or level line parts the two kinds; a slanted one does. */
const ROWS: readonly Row[] = [
  [1200, 12, 1], [2500, 20, 1], [3100, 9, 1], [1800, 34, 1], [6800, 10, 1], [900, 44, 1],
  [8200, 50, 0], [7100, 38, 0], [9200, 22, 0], [3400, 54, 0], [6400, 44, 0], [8800, 12, 0],
].map(([x = 0, y = 0, of = 0]) => ({ x, y, class: of }));

export const LESSONS: Record<FigureName, Lesson> = {
  forest: { file: "votes.json", start: APPLICANT, boxes: false, lit: "chosen", limited: false, ask: minds },
  boxes: { file: "tree.json", start: APPLICANT, boxes: true, lit: "all", limited: false, ask: boxes },
  overlap: { file: "two.json", start: APPLICANT, boxes: true, lit: "all", limited: false, ask: overlap },
  votes: { file: "votes.json", start: APPLICANT, boxes: false, lit: "chosen", limited: false, ask: votes },
  rulers: { file: "forest.json", start: APPLICANT, boxes: false, square: true, limited: false, ask: rulers },
  greedy: { file: "forest.json", start: APPLICANT, boxes: false, limited: false, ask: greedy },
  proof: { file: "forest.json", start: APPLICANT, boxes: true, limited: false, ask: proof },
  limits: { file: "forest.json", start: APPLICANT, boxes: false, limited: true, ask: limits },
  slanted: { file: "slanted.json", start: APPLICANT, boxes: false, square: true, lit: "chosen", limited: false, ask: slanted },
  program: { file: "two.json", start: APPLICANT, boxes: true, limited: false, beside: "forest.json", ask: branches },
  usual: { file: "usual.json", start: APPLICANT, boxes: false, limited: false, ask: usual },
  grow: { file: "", start: APPLICANT, boxes: true, limited: false, rows: ROWS, ask: grow },
};

export const NAMES: readonly LessonName[] = [...(Object.keys(LESSONS) as FigureName[]), "walk"];
