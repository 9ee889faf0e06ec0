/** The limits of a request in words, for HTML. */
import { isAny, partsOf } from "../page/state/limits/rules.js";
import { number, percentInFull } from "../page/view/format.js";
import { causeText, relationText, termsOf, usesText, type Term } from "../page/view/sum-text.js";
import { dataWords } from "../page/view/words/data.js";
import { marginWords, ruleWords } from "../page/view/words/limits.js";
import type { ConditionDoc, ConstraintDoc, FeatureInfo, ModelInfo } from "../types.js";
import type { Frame } from "./audited.js";
import { bareText, escaped, rangeText, targetText } from "./said.js";

type Of<Name extends string> = Extract<ConstraintDoc, Record<Name, unknown>>[Name & keyof Extract<ConstraintDoc, Record<Name, unknown>>];
type Features = readonly FeatureInfo[];

const CHANGES: Record<FeatureInfo["change"], string> = { free: "stays within its range", fixed: "may not change", increase: "may only increase", decrease: "may only decrease" };
const ROWS = "rows of the target";

const named = (features: Features, name: string): FeatureInfo | undefined => features.find((feature) => feature.name === name);
/** A sentence in the middle of another. */
const within = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** Limits that stop somebody, by the pointers of a `conflict` into a request and its model's schema. */
export const limitsSaid = (pointers: readonly string[], request: Frame, info: ModelInfo): string =>
  pointers.length === 0 ? "the model alone: no values give the target" : pointers.map((pointer) => limitSaid(pointer, request, info)).join("; ");

function limitSaid(pointer: string, request: Frame, { features }: ModelInfo): string {
  const [, part, index, word] = pointer.split("/");
  const constraint = part === "constraints" ? request.constraints?.[Number(index)] : undefined;
  if (constraint !== undefined) return escaped(`constraint ${String(Number(index) + 1)}: ${constraintText(constraint, features)}`);
  const feature = index === undefined ? undefined : features[Number(index)];
  if (part === "features" && feature !== undefined) return `${escaped(feature.name)} ${word === "change" ? CHANGES[feature.change] : `stays within ${word === undefined ? "its limits" : `the schema's <code>${escaped(word)}</code>`}`}`;
  if (part === "features") return "limits of the schema";
  if (part === "real_rows") return "no background row has the target";
  const besides = besideText(pointer, request);
  return besides === undefined ? `<code>${escaped(pointer)}</code>` : escaped(besides);
}

/** A margin, or how plausible an answer must be. */
function besideText(pointer: string, { margin, plausibility }: Frame): string | undefined {
  const { score, distance }: { score?: number; distance?: number } = typeof margin === "number" ? { score: margin } : (margin ?? {});
  if (pointer === "/margin/score" && score !== undefined) return `margin: ${marginWords.score.chip(number(score))}`;
  if (pointer === "/margin/distance" && distance !== undefined) return `margin: ${marginWords.distance.chip(percentInFull(distance))}`;
  const { isolation_forest: depth, hull } = plausibility ?? {};
  if (pointer === "/plausibility/isolation_forest" && depth !== undefined) {
    return "min_path_length" in depth ? `plausibility: at least ${number(depth.min_path_length)} random cuts to single it out` : `plausibility: as typical as the most typical ${percentInFull(1 - depth.outlier_quantile)} of the ${ROWS}`;
  }
  if (pointer !== "/plausibility/hull" || hull === undefined) return undefined;
  const { epsilon = 0, price, norm = "l1", clusters = 1 } = hull;
  return `plausibility: ${within(dataWords.hull.chip({ epsilon: Math.max(...[epsilon].flat()), ...(price === undefined ? {} : { price }), norm, clusters }, ROWS))}`;
}

function constraintText(constraint: ConstraintDoc, features: Features): string {
  if ("fix" in constraint) return `${constraint.fix} may not change`;
  if ("max_changes" in constraint) return `at most ${String(constraint.max_changes)} ${constraint.max_changes === 1 ? "change" : "changes"}`;
  if ("direction" in constraint) return `${constraint.direction.feature} ${CHANGES[constraint.direction.change]}`;
  if ("range" in constraint) return testText(constraint.range, features);
  if ("levels" in constraint) return testText({ feature: constraint.levels.feature, in: constraint.levels.allow }, features);
  if ("if" in constraint) return within(ruleWords.text(formulaText(constraint.if, features), formulaText(constraint.then, features)));
  if ("linear" in constraint) return within(relationText(features, { ...constraint.linear, op: constraint.linear.op === "==" ? "=" : constraint.linear.op }));
  if ("budget" in constraint) return within(budgetText(constraint.budget));
  if ("causal" in constraint) return within(causalText(constraint.causal));
  return alsoText(constraint.also);
}

const formulaText = (formula: Of<"if">, features: Features): string => ruleWords.joined(partsOf<ConditionDoc>(formula).map((condition) => testText(condition, features)), isAny(formula));

function testText({ feature: name, in: levels, min, max, unchanged }: ConditionDoc, features: Features): string {
  if (unchanged === true) return ruleWords.stays(name);
  const feature = named(features, name);
  return ruleWords.oneOf(name, levels === undefined ? rangeText(min, max, feature) : levels.map((level) => bareText(level, feature)).join(" or "));
}

function budgetText({ changes = {}, levels = {}, most, unit }: Of<"budget">): string {
  const both = Object.entries(changes).flatMap(([name, price]): Term[] => (typeof price === "number" ? [[name, price]] : ([[`${name} up`, price.up], [`${name} down`, price.down]] as Term[]).filter(([, weight]) => weight !== 0)));
  return usesText([...both, ...termsOf(levels)], most, unit);
}

function causalText(causal: Of<"causal">): string {
  const { feature, cost = "own" } = causal;
  if ("parents" in causal) return causeText({ feature, parents: causal.parents, cost });
  if ("learned" in causal) return causeText({ feature, parents: Object.fromEntries(causal.learned.parents.map((name) => [name, 1])), cost, learned: true });
  return causeText({ feature, parents: {}, cost, model: { file: "another model", document: causal.model } });
}

/** Another model's target; the request has that model, not its file's name. */
function alsoText({ model, target }: Of<"also">): string {
  const classes = Array.isArray(model.classes) ? model.classes.map(String) : [];
  return `another model gives ${targetText(target, classes)}`;
}
