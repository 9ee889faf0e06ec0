/** Relations between features, as the contract's `linear` writes them. Pure. */
import { own } from "../../../own.js";
import { missedBy, stepOf } from "../../../sum-tolerance.js";
import type { MapRelation } from "../../../plot/contract.js";
import type { ConstraintDoc, FeatureInfo, ModelInfo } from "../../../types.js";
import { coordinate, isDiscrete, rawOf, withCoordinate } from "../../../model/feature.js";
import type { Relation } from "../document/document.js";

/** The facts of a model by which points are judged. */
export type Known = { features: readonly FeatureInfo[] } & Pick<ModelInfo, "input">;

/** Features that have a number to be summed. */
export const summable = (feature: FeatureInfo): boolean => feature.kind !== "categorical";

/** The relation as a constraint; null where it speaks of features that there are not. */
export function relationConstraint(all: readonly FeatureInfo[], relation: Relation): ConstraintDoc | null {
  const known = Object.keys(relation.terms).every((name) => all.some((one) => one.name === name && summable(one)));
  if (!known) return null;
  const { of, unit, ...linear } = relation;
  if (of === "size") return { budget: { changes: relation.terms, most: relation.rhs, ...(unit === undefined ? {} : { unit }) } };
  return { linear: { ...linear, ...(of === undefined ? {} : { of }) } };
}

/** A budget of the contract as the page has it; null where levels have prices. */
export function ofBudget({ changes = {}, levels, most }: Extract<ConstraintDoc, { budget: unknown }>["budget"]): Relation | null {
  const plain = Object.values(changes).every((price) => typeof price === "number");
  return levels === undefined && plain ? { terms: changes as Record<string, number>, op: "<=", rhs: most, of: "size" } : null;
}

/** The left side at a point, and the largest error that rounding may make in it. */
function sumAt(relation: Relation, values: readonly number[], person: readonly number[], { features, input }: Known): { sum: number; slack: number } {
  const step = stepOf(input);
  let sum = 0;
  let slack = step * Math.abs(relation.rhs);
  for (const [name, weight] of Object.entries(relation.terms)) {
    const feature = features.find((one) => one.name === name);
    if (!feature) return { sum: Number.NaN, slack: 0 };
    const raw = (row: readonly number[]): number => rawOf(feature, coordinate(feature, row));
    const before = relation.of === "change" || relation.of === "size" ? raw(person) : 0;
    const by = raw(values) - before;
    sum += weight * (relation.of === "size" ? Math.abs(by) : by);
    slack += missedBy(weight, raw(values), before, feature, step);
  }
  return { sum, slack };
}

/** Whether a point keeps it; sums that differ by their rounding alone are equal. */
export function keeps(relation: Relation, values: readonly number[], person: readonly number[], model: Known): boolean {
  const { sum, slack } = sumAt(relation, values, person, model);
  const over = sum - relation.rhs;
  return relation.op === "<=" ? over <= slack : relation.op === ">=" ? over >= -slack : Math.abs(over) <= slack;
}

/**
 * A relation as a limit on two axes: the half-plane a x + b y <= c (`=`: the line), in their coordinates. The features off the axes have
 * the values of the row `at`. Null where the relation speaks of neither axis, where an axis has levels, and where a value that it needs is
 * missing.
 */
export function onAxes(relation: Relation, x: FeatureInfo, y: FeatureInfo, person: readonly number[], at: readonly number[], all: readonly FeatureInfo[]): { a: number; b: number; c: number; equal: boolean } | null {
  const sign = relation.op === ">=" ? -1 : 1;
  const [a, b] = [x, y].map((axis) => sign * (own(relation.terms, axis.name) ?? 0)) as [number, number];
  const off = Object.fromEntries(Object.entries(relation.terms).filter(([name]) => name !== x.name && name !== y.name));
  let c = relation.rhs - sumAt({ ...relation, terms: off }, at, person, { features: all }).sum;
  if (relation.of === "change" || relation.of === "size") c += sign * (a * coordinate(x, person) + b * coordinate(y, person));
  return (a === 0 && b === 0) || isDiscrete(x) || isDiscrete(y) || Number.isNaN(c) ? null : { a, b, c: sign * c, equal: relation.op === "=" };
}

/** A relation as a limit on two axes: of a budget, one half-plane for each pair of directions. */
export function drawnOnAxes(relation: Relation, x: FeatureInfo, y: FeatureInfo, person: readonly number[], at: readonly number[], all: readonly FeatureInfo[]): MapRelation | null {
  const { terms } = relation;
  if (relation.of !== "size") return onAxes(relation, x, y, person, at, all);
  const flipped = (sign: number, { name }: FeatureInfo): Record<string, number> => {
    const weight = own(terms, name);
    return weight === undefined ? {} : { [name]: sign * weight };
  };
  const lines = [1, -1].flatMap((one) => [1, -1].flatMap((other) => onAxes({ ...relation, terms: { ...terms, ...flipped(one, x), ...flipped(other, y) } }, x, y, person, at, all) ?? []));
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
  const fine = Math.abs(own(relation.terms, x.name) ?? 0) * grain.x + Math.abs(own(relation.terms, y.name) ?? 0) * grain.y;
  const rhs = toGrain(sumAt(relation, row, person, model).sum, fine);
  return { ...relation, rhs: relation.of === "size" ? Math.max(0, rhs) : rhs };
}

/** The relations under other names; those about features that are gone are left out. */
export function renamedRelations(relations: readonly Relation[], name: (old: string) => string | undefined): Relation[] {
  return relations.flatMap((relation) => {
    const terms = Object.entries(relation.terms).map(([old, weight]) => [name(old), weight] as const);
    return terms.some(([now]) => now === undefined) ? [] : [{ ...relation, terms: Object.fromEntries(terms) as Record<string, number> }];
  });
}

/** Whether something read from a link, or typed, is a relation. */
export function isRelation(x: unknown): x is Relation {
  if (typeof x !== "object" || x === null || Array.isArray(x)) return false;
  const { terms, op, rhs, of, unit, ...rest } = x as Record<string, unknown>;
  const number = (y: unknown): boolean => typeof y === "number" && Number.isFinite(y);
  const weights = typeof terms === "object" && terms !== null && !Array.isArray(terms) ? Object.values(terms) : [];
  return weights.length > 0 && weights.every(number) && weights.some((y) => y !== 0) && ["<=", ">=", "="].includes(op as string) && number(rhs) && [undefined, "value", "change", "size"].includes(of as undefined) && (of === "size" ? op === "<=" && (rhs as number) >= 0 && weights.every((y) => (y as number) >= 0) && ["undefined", "string"].includes(typeof unit) : unit === undefined) && Object.keys(rest).length === 0;
}
