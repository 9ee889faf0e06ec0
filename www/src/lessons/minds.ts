/** The lesson on forests: which trees decide otherwise than at the beginning, once the forest accepts. */
import { leafClass, pathOf } from "../model/trees.js";
import { percent } from "../page/view/format.js";
import { outcome, predicted, type Asked } from "./asked.js";
import { blank, pointText, TARGET, type Figure, type Point } from "./figure.js";
import { APPLICANT } from "./plane.js";
import { lessonWords as words } from "./words.js";

export async function minds(asked: Asked): Promise<Figure> {
  const { trees, point, model } = asked;
  const now = await predicted(asked);
  const all = trees.first.length - 1;
  const says = (at: Point): number[] => Array.from({ length: all }, (_, tree) => leafClass(trees, tree, pathOf(trees, tree, at).at(-1) ?? 0));
  const [before, here] = [says(APPLICANT), says(point)];
  const count = (of: readonly number[]): number => of.filter((one) => one === TARGET).length;
  const facts = [words.votes(count(here), all, outcome(asked, TARGET)), words.mean(outcome(asked, now.class), percent(now.share))];
  const changed = here.flatMap((one, tree) => (one === before[tree] ? [] : [tree + 1]));
  const found = now.class === TARGET && changed.length > 0 ? words.forestFound(pointText(model.info, APPLICANT), count(before), count(here), all, outcome(asked, TARGET), changed) : null;
  return { ...blank(now.class === TARGET), facts, found };
}
