/**
 * Parts A to F of CE-OCL's German credit walk (Maragno et al. 2022, Section 3.1 and Table 5), asked of the loan example: each adds
 * a criterion to the last. Consequences follow as learned from the rows. Pure but for the questions.
 */
import { coordinate } from "../model/feature.js";
import { leafValues, pathOf } from "../model/trees.js";
import { schemaDoc } from "../page/state/limits/file-limits.js";
import { TARGET } from "./figure.js";
import { APPLICANT } from "./plane.js";
import type { Answer, ConstraintDoc, FeatureInfo, ModelInfo, RequestDoc, SchemaDoc, TreeData } from "../types.js";

export const PARTS = ["A", "B", "C", "D", "E", "F"] as const;
export type PartName = (typeof PARTS)[number];

/** The row of the example whose values the applicant has, but for the credit amount and the duration, and the settings that make its answers those of a walk. */
export const ROW = 61;
const PER_CHANGE = 0.02;
const SEVERAL = 3;
const EPSILON = 0.1;

/** The lessons' applicant, with the other values of that row. Its first two columns are the credit amount and the duration. */
export const applicantOf = (row: readonly number[]): number[] => [...APPLICANT, ...row.slice(2)];

/** Without limits and weights: the walk adds them itself. */
export function bareSchema(info: ModelInfo): SchemaDoc {
  const schema = schemaDoc(info);
  return { ...schema, features: schema.features.map((feature) => ({ ...feature, weight: 1, change: "free" })) };
}

/** Features that nobody can act upon, or only one way: as the example's own file says. */
export function actionable(features: readonly FeatureInfo[]): ConstraintDoc[] {
  return features.flatMap(({ name, change }): ConstraintDoc[] => (change === "fixed" ? [{ fix: name }] : change === "free" ? [] : [{ direction: { feature: name, change } }]));
}

/** The slope of one feature over another, by least squares over the rows. */
export function slope(rows: readonly (readonly number[])[], child: FeatureInfo, parent: FeatureInfo): number {
  const pairs = rows.map((row) => [coordinate(parent, row), coordinate(child, row)] as const);
  const mean = (k: 0 | 1): number => pairs.reduce((sum, pair) => sum + pair[k], 0) / pairs.length;
  const [x, y] = [mean(0), mean(1)];
  const over = pairs.reduce((sum, pair) => sum + (pair[0] - x) * (pair[1] - y), 0);
  return over / pairs.reduce((sum, pair) => sum + (pair[0] - x) ** 2, 0);
}

/** The request of a part: all that the parts before it ask, and one thing more. */
export function requestOfPart(part: PartName, query: readonly number[], limits: readonly ConstraintDoc[], cause: ConstraintDoc): RequestDoc {
  const at = PARTS.indexOf(part);
  const from = (first: PartName): boolean => at >= PARTS.indexOf(first);
  return {
    query: [...query],
    target: { class: 1 },
    cost: { norm: "l2", ...(from("B") ? { per_change: PER_CHANGE } : {}) },
    constraints: [...(from("D") ? limits : []), ...(from("F") ? [cause] : [])],
    ...(from("C") ? { count: SEVERAL, distinct: "features" as const } : {}),
    ...(from("E") ? { plausibility: { hull: { epsilon: EPSILON } } } : {}),
  };
}

/** The features that any of the answers changes, in the schema's order. */
export function changedIn(features: readonly FeatureInfo[], answers: readonly Answer[]): FeatureInfo[] {
  const names = new Set(answers.flatMap((answer) => answer.counterfactuals.flatMap((one) => one.changes.map((change) => change.feature))));
  return features.filter((feature) => names.has(feature.name));
}

/** So many trees in which the target's share rises most from one row to another, in their order; of equal ones the first. */
export function movedMost(trees: TreeData, from: readonly number[], to: readonly number[], most: number): number[] {
  const share = (tree: number, row: readonly number[]): number => leafValues(trees, pathOf(trees, tree, row).at(-1) ?? 0, [])[TARGET] ?? 0;
  const gains = Array.from({ length: trees.first.length - 1 }, (_, tree) => ({ tree, gain: share(tree, to) - share(tree, from) }));
  return gains.sort((a, b) => b.gain - a.gain).slice(0, most).map(({ tree }) => tree).sort((a, b) => a - b);
}
