/** Relations between features, as the contract's `linear` writes them. Pure. */
import { own } from "../../../own.js";
import { missedBy, stepOf } from "../../../sum-tolerance.js";
import type { MapRelation } from "../../../plot/contract.js";
import type { ConstraintDoc, FeatureInfo, ModelInfo, TermWeight } from "../../../types.js";
import { coordinate, isDiscrete, levelLabel, rawOf, withCoordinate } from "../../../model/feature.js";
import type { Relation } from "../document/document.js";

/** The facts of a model by which points are judged. */
export type Known = { features: readonly FeatureInfo[] } & Pick<ModelInfo, "input">;

/** Features that have a number to be summed. */
export const summable = (feature: FeatureInfo): boolean => feature.kind !== "categorical";

/** Whether a feature has the number, or all the levels, that a weight is of. */
export const weighs = (feature: FeatureInfo, weight: TermWeight): boolean =>
  typeof weight === "number" ? summable(feature) : Object.keys(weight).every((label) => feature.labels?.includes(label));

/** The relation as a constraint; null where it speaks of features or levels that there are not. */
export function relationConstraint(all: readonly FeatureInfo[], relation: Relation): ConstraintDoc | null {
  const terms = Object.entries(relation.terms);
  if (!terms.every(([name, weight]) => all.some((one) => one.name === name && weighs(one, weight)))) return null;
  const { of, unit, ...linear } = relation;
  if (of !== "size") return { linear: { ...linear, ...(of === undefined ? {} : { of }) } };
  const part = (kind: "number" | "object"): Record<string, never> => Object.fromEntries(terms.filter(([, weight]) => typeof weight === kind)) as Record<string, never>;
  const levels = part("object");
  return { budget: { changes: part("number"), ...(Object.keys(levels).length > 0 && { levels }), most: relation.rhs, ...(unit === undefined ? {} : { unit }) } };
}

/** A budget that the page has asked for, as the page has it. */
export const ofBudget = ({ changes, levels, most }: Extract<ConstraintDoc, { budget: unknown }>["budget"]): Relation => ({ terms: { ...(changes as Record<string, number>), ...levels }, op: "<=", rhs: most, of: "size" });

/** The left side at a point, and the largest error that rounding may make in it. */
export function sumAt(relation: Relation, values: readonly number[], person: readonly number[], { features, input }: Known): { sum: number; slack: number } {
  const step = stepOf(input);
  let sum = 0;
  let slack = step * Math.abs(relation.rhs);
  for (const [name, weight] of Object.entries(relation.terms)) {
    const feature = features.find((one) => one.name === name);
    if (!feature) return { sum: Number.NaN, slack: 0 };
    const moved = relation.of === "change" || relation.of === "size";
    const [to, now] = [values, person].map((row) => coordinate(feature, row)) as [number, number];
    if (typeof weight === "number") {
      const [x, before] = [rawOf(feature, to), moved ? rawOf(feature, now) : 0];
      sum += weight * (relation.of === "size" ? Math.abs(x - before) : x - before);
      slack += missedBy(weight, x, before, feature, step);
      continue;
    }
    const at = (level: number): number => own(weight, levelLabel(feature, level)) ?? 0;
    sum += moved && to === now ? 0 : at(to) - (relation.of === "change" ? at(now) : 0);
    slack += 1e-9 * Math.max(...Object.values(weight).map(Math.abs));
    // A value that is missing has no weight.
    if (Number.isNaN(values[feature.columns[0]!])) return { sum: Number.NaN, slack: 0 };
  }
  return { sum, slack };
}

/** Whether a point keeps it; sums that differ by their rounding alone are equal. */
export function keeps(relation: Relation, values: readonly number[], person: readonly number[], model: Known): boolean {
  const { sum, slack } = sumAt(relation, values, person, model);
  const over = sum - relation.rhs;
  return relation.op === "<=" ? over <= slack : relation.op === ">=" ? over >= -slack : Math.abs(over) <= slack;
}

/** The weight of a feature's number. */
function slope({ terms }: Relation, { name }: FeatureInfo): number {
  const weight = own(terms, name);
  return typeof weight === "number" ? weight : 0;
}

/**
 * A relation as a limit on two axes: the half-plane a x + b y <= c (`=`: the line), in their coordinates. The features off the axes have
 * the values of the row `at`. Null where the relation speaks of neither axis, where an axis has levels, and where a value that it needs is
 * missing.
 */
export function onAxes(relation: Relation, x: FeatureInfo, y: FeatureInfo, person: readonly number[], at: readonly number[], all: readonly FeatureInfo[]): { a: number; b: number; c: number; equal: boolean } | null {
  const sign = relation.op === ">=" ? -1 : 1;
  const [a, b] = [x, y].map((axis) => sign * slope(relation, axis)) as [number, number];
  const off = Object.fromEntries(Object.entries(relation.terms).filter(([name]) => name !== x.name && name !== y.name));
  let c = relation.rhs - sumAt({ ...relation, terms: off }, at, person, { features: all }).sum;
  if (relation.of === "change" || relation.of === "size") c += sign * (a * coordinate(x, person) + b * coordinate(y, person));
  return (a === 0 && b === 0) || isDiscrete(x) || isDiscrete(y) || Number.isNaN(c) ? null : { a, b, c: sign * c, equal: relation.op === "=" };
}

/** A relation as a limit on two axes: of a budget, one half-plane for each pair of directions. */
export function drawnOnAxes(relation: Relation, x: FeatureInfo, y: FeatureInfo, person: readonly number[], at: readonly number[], all: readonly FeatureInfo[]): MapRelation | null {
  const { terms } = relation;
  if (relation.of !== "size") return onAxes(relation, x, y, person, at, all);
  const lines = [1, -1].flatMap((one) => [1, -1].flatMap((other) => onAxes({ ...relation, terms: { ...terms, [x.name]: one * slope(relation, x), [y.name]: other * slope(relation, y) } }, x, y, person, at, all) ?? []));
  return lines.length === 0 ? null : { all: lines };
}

/** A number rounded to the decimal place that the grain reaches. */
function toGrain(value: number, grain: number): number {
  const unit = 10 ** Math.floor(Math.log10(grain));
  return Number((Math.round(value / unit) * unit).toPrecision(12));
}

/** A point on two axes, and the length of a pixel on each. */
export interface Through {
  axes: readonly [FeatureInfo, FeatureInfo];
  to: { x: number; y: number };
  grain: { x: number; y: number };
}

/** The relation with its line through a point of the slice `at`: its number is rounded to a pixel. */
export function shifted(relation: Relation, { axes: [x, y], to, grain }: Through, person: readonly number[], at: readonly number[], model: Known): Relation {
  const row = withCoordinate(y, withCoordinate(x, at, to.x), to.y);
  const fine = Math.abs(slope(relation, x)) * grain.x + Math.abs(slope(relation, y)) * grain.y;
  const rhs = toGrain(sumAt(relation, row, person, model).sum, fine);
  return { ...relation, rhs: relation.of === "size" ? Math.max(0, rhs) : rhs };
}

/** The relations under other names of features and levels; those about features that are gone are left out. */
export function renamedRelations(relations: readonly Relation[], name: (old: string) => string | undefined, label: (feature: string, old: string) => string): Relation[] {
  return relations.flatMap((relation) => {
    const terms = Object.entries(relation.terms).map(([old, weight]) => [name(old), typeof weight === "number" ? weight : Object.fromEntries(Object.entries(weight).map(([level, w]) => [label(old, level), w]))] as const);
    return terms.some(([now]) => now === undefined) ? [] : [{ ...relation, terms: Object.fromEntries(terms) as Relation["terms"] }];
  });
}

/** Whether something read from a link, or typed, is a relation. */
export function isRelation(x: unknown): x is Relation {
  if (typeof x !== "object" || x === null || Array.isArray(x)) return false;
  const { terms, op, rhs, of, unit, ...rest } = x as Record<string, unknown>;
  const number = (y: unknown): boolean => typeof y === "number" && Number.isFinite(y);
  const parts = (y: unknown): unknown[] => (typeof y === "object" && y !== null && !Array.isArray(y) ? Object.values(y) : [y]);
  const weights = parts(terms).flatMap(parts);
  return weights.length > 0 && weights.every(number) && weights.some((y) => y !== 0) && ["<=", ">=", "="].includes(op as string) && number(rhs) && [undefined, "value", "change", "size"].includes(of as undefined) && (of === "size" ? op === "<=" && (rhs as number) >= 0 && weights.every((y) => (y as number) >= 0) && ["undefined", "string"].includes(typeof unit) : unit === undefined) && Object.keys(rest).length === 0;
}
