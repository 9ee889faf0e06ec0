/**
 * If-then rules: a person's statement about one feature, as a condition on where it ends. Coordinates as in feature.ts. Pure.
 */
import type { ConditionDoc, ConstraintDoc, FeatureInfo } from "../../../types.js";
import { coordinate, isDiscrete, isOrdered, levelCount, levelLabel } from "../../../model/feature.js";
import type { Condition, Joined, Rule, Test } from "../document/document.js";

/** The conditions of one side of a rule. */
export function partsOf<C>(side: Joined<C>): C[] {
  const { all, any } = side as { all?: C[]; any?: C[] };
  return all ?? any ?? [side as C];
}

/** Conditions as one side of a rule; nothing where there are none. */
export const joined = <C>(parts: C[], by: "all" | "any"): Joined<C> | undefined => (parts.length > 1 ? ({ [by]: parts } as unknown as Joined<C>) : parts[0]);

/** A side with each condition as another; nothing where one has none. */
function mapped<A, B>(side: Joined<A>, one: (condition: A) => B | null): Joined<B> | undefined {
  const parts = partsOf(side).flatMap((part) => one(part) ?? []);
  return parts.length < partsOf(side).length ? undefined : joined(parts, isAny(side) ? "any" : "all");
}

/** Whether one condition of a side is enough. */
export const isAny = (side: unknown): boolean => "any" in (side as object);

/** The condition as the contract writes it; of ordered levels those on that side. */
export function conditionDoc(feature: FeatureInfo, { test }: Condition): ConditionDoc {
  const base = { feature: feature.name };
  if (test.is === "stays") return { ...base, unchanged: true };
  if (test.is === "oneOf" || isDiscrete(feature)) {
    const levels = test.is === "oneOf" ? test.levels : levelsOf(feature).filter((level) => (test.is === "atLeast" ? level >= test.at : level <= test.at));
    return { ...base, in: levels.map((level) => levelLabel(feature, level)) };
  }
  return test.is === "atLeast" ? { ...base, min: test.at } : { ...base, max: test.at };
}

const levelsOf = (feature: FeatureInfo): number[] => Array.from({ length: levelCount(feature) }, (_, level) => level);

/** The rule as a constraint; null where it speaks of features, or levels, that there are not. */
export function ruleConstraint(all: readonly FeatureInfo[], rule: Rule): ConstraintDoc | null {
  const [when, then] = [rule.when, rule.then].map((side) =>
    mapped(side, (condition) => {
      const feature = all.find((one) => one.name === condition.feature);
      return feature && fits(feature, condition.test) ? conditionDoc(feature, condition) : null;
    }),
  );
  return when && then ? { if: when, then } : null;
}

/** Whether a test can be asked of a feature. */
export function fits(feature: FeatureInfo, test: Test): boolean {
  if (test.is === "stays") return true;
  if (test.is === "oneOf") return isDiscrete(feature) && test.levels.length > 0 && test.levels.every((level) => levelsOf(feature).includes(level));
  return isOrdered(feature) && Number.isFinite(test.at) && (!isDiscrete(feature) || levelsOf(feature).includes(test.at));
}

/** Whether a point meets one side of a rule of the contract; null where it speaks of features that there are not. */
export function meets(side: Joined<ConditionDoc>, values: readonly number[], person: readonly number[], all: readonly FeatureInfo[]): boolean | null {
  const met = partsOf(side).map((condition) => meetsCondition(condition, values, person, all));
  const enough = isAny(side);
  return met.includes(enough) ? enough : met.includes(null) ? null : !enough;
}

function meetsCondition(condition: ConditionDoc, values: readonly number[], person: readonly number[], all: readonly FeatureInfo[]): boolean | null {
  const feature = all.find((one) => one.name === condition.feature);
  if (!feature) return null;
  const [now, to] = [coordinate(feature, person), coordinate(feature, values)];
  if (condition.unchanged === true) return Object.is(now, to);
  if (condition.in) return condition.in.includes(levelLabel(feature, to));
  return to >= (condition.min ?? Number.NEGATIVE_INFINITY) && to <= (condition.max ?? Number.POSITIVE_INFINITY);
}

/** The rules as they stand under other names; those about features that are gone are left out. */
export function renamedRules(rules: readonly Rule[], name: (old: string) => string | undefined): Rule[] {
  return rules.flatMap(({ when, then }) => {
    const [first, second] = [when, then].map((side) =>
      mapped(side, (condition) => {
        const feature = name(condition.feature);
        return feature === undefined ? null : { ...condition, feature };
      }),
    );
    return first && second ? [{ when: first, then: second }] : [];
  });
}

/** Whether something read from a link is a rule. */
export function isRule(x: unknown): x is Rule {
  const fields = (y: unknown): y is Record<string, unknown> => typeof y === "object" && y !== null;
  const test = (y: unknown): boolean => {
    if (!fields(y)) return false;
    if (y.is === "stays") return true;
    if (y.is === "oneOf") return Array.isArray(y.levels) && y.levels.every((level) => Number.isInteger(level));
    return (y.is === "atLeast" || y.is === "atMost") && typeof y.at === "number" && Number.isFinite(y.at);
  };
  const condition = (y: unknown): boolean => fields(y) && typeof y.feature === "string" && test(y.test);
  const side = (y: unknown): boolean => {
    const list = fields(y) ? (y.all ?? y.any) : undefined;
    return Array.isArray(list) ? list.length > 0 && list.every(condition) : condition(y);
  };
  return fields(x) && side(x.when) && side(x.then);
}
