/** The verdict on a place of a person's own, beside the answer: whether it is accepted, smaller, and within the limits. Pure. */
import { isLeaf, leafClass, pathOf } from "../../../model/trees.js";
import { coordinate, domain, isDiscrete } from "../../../model/feature.js";
import type { FeatureInfo, TreeData } from "../../../types.js";
import { limitsOf, obeys, unjudged, known, type Origin } from "../../state/request/request.js";
import { decimalsOf } from "../../state/answer/rounding.js";
import type { Doc } from "../../state/document/document.js";

/** Sizes that differ by no more than single precision are the same. */
const SAME = 1e-6;

type Size = "smaller" | "same" | "larger";

function sizeBeside(cost: number, best: number): Size {
  if (Math.abs(cost - best) <= SAME * Math.max(1, Math.abs(best))) return "same";
  return cost < best ? "smaller" : "larger";
}

/** The limits that a place breaks, as far as they can be told without the engine; `open`: whether there are others, which only the engine can judge. */
function brokenBy(doc: Doc, values: readonly number[]): { broken: Origin[]; open: boolean } {
  const { constraints, origins } = limitsOf(doc);
  const broken = constraints.flatMap((one, at) => (unjudged(one) || obeys(one, values, doc.person, known(doc)) ? [] : [origins[at]!]));
  return { broken, open: constraints.some(unjudged) || doc.typical !== null || doc.hull !== null || doc.margin !== null };
}

/** How many trees are for another class than this one at a place, of those in which it ends. */
export function against(data: TreeData, values: readonly number[], outcome: number): { against: number; all: number } {
  let [all, no] = [0, 0];
  for (let tree = 0; tree < data.first.length - 1; tree += 1) {
    const node = pathOf(data, tree, values).at(-1)!;
    if (!isLeaf(data, node)) continue;
    all += 1;
    if (leafClass(data, tree, node, values) !== outcome) no += 1;
  }
  return { against: no, all };
}

/** The value of a patch (above `low`, up to `high`; of levels from and to) that is nearest to the present one, in the decimals of the feature where one is there. */
export function nearestIn(feature: FeatureInfo, [low, high]: readonly [number, number], now: number): number {
  const [least, most] = domain(feature);
  if (isDiscrete(feature)) return Math.min(Math.max(now, low), high);
  if (now > low && now <= high) return now;
  const digits = decimalsOf(feature);
  const unit = 10 ** -digits;
  const to = (steps: number): number => Number((steps * unit).toFixed(digits));
  const place = now > high ? to(Math.floor(high / unit)) : to(Math.floor(low / unit) + 1);
  return Math.min(Math.max(place > low && place <= high ? place : (low + high) / 2, least), most);
}

/** Whether two places are the same in every feature. */
const samePlace = (features: readonly FeatureInfo[], a: readonly number[], b: readonly number[]): boolean => features.every((feature) => Object.is(coordinate(feature, a), coordinate(feature, b)));

export interface Tried {
  values: readonly number[];
  /** Whether the model's prediction there meets the target. */
  enough: boolean;
  cost: number;
  answer: { values: readonly number[]; cost: number; proved: boolean };
}

/** By the names of its sentences: "contradiction" is said where a proved answer is beaten within all limits, which may not happen. */
export type Verdict = "answer" | "start" | "refusedSmaller" | "refused" | "same" | "larger" | "breaks" | "open" | "beaten" | "contradiction";

export function verdictOn(doc: Doc, { values, enough, cost, answer }: Tried): { verdict: Verdict; broken: Origin[] } {
  const all = known(doc).features;
  const size = sizeBeside(cost, answer.cost);
  const { broken, open } = brokenBy(doc, values);
  const verdict = (): Verdict => {
    if (samePlace(all, values, answer.values)) return "answer";
    if (samePlace(all, values, doc.person)) return "start";
    if (!enough) return size === "smaller" ? "refusedSmaller" : "refused";
    if (size !== "smaller") return size;
    if (broken.length > 0) return "breaks";
    if (open) return "open";
    return answer.proved ? "contradiction" : "beaten";
  };
  return { verdict: verdict(), broken };
}
