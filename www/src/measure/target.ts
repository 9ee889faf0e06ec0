/** Whether a prediction meets a request's target. Pure. */
import type { Best, DifferenceDoc } from "../contract.js";
import type { Prediction, Target } from "../types.js";

/** A target of one model whose open ends are infinite; documents, which know no infinity, have null there. */
export type Aim = Exclude<Target, { value: unknown } | { best: unknown }> | { best: Best; budget?: number } | { value: [number, number] };

/** Of a target that is no difference of two models. */
export function aimOf(target: Target): Aim {
  if (!("value" in target)) return target;
  const [from, to] = target.value;
  return { value: [from ?? Number.NEGATIVE_INFINITY, to ?? Number.POSITIVE_INFINITY] };
}

/** The other model of a target that asks where two differ. */
export const referenceOf = (target: Target): DifferenceDoc | null => ("apart" in target ? target.apart : "best" in target && typeof target.best === "object" && "difference" in target.best ? target.best : null);

/** Whether a model's prediction alone cannot say that the target is met: of the best within a budget any may be, and of a difference two say it. */
export const isOpen = (target: Target): boolean => "best" in target || "apart" in target;

export function classIndex(classes: readonly string[], of: number | string): number {
  return typeof of === "number" ? of : classes.indexOf(of);
}

/** The classes that a target wants, or whose score is to be the best; empty for predicted values, and for their difference. */
export function targetClasses(target: Target, classes: readonly string[]): number[] {
  if ("class" in target) return [classIndex(classes, target.class)];
  if ("classes" in target) return target.classes.map((one) => classIndex(classes, one));
  if ("class_costs" in target) return Object.keys(target.class_costs).map((key) => (/^\d+$/.test(key) ? Number(key) : classes.indexOf(key)));
  const best = "apart" in target ? target.apart : "best" in target ? target.best : "";
  if (typeof best === "object" && classes.length > 0) return [classIndex(classes, best.class ?? 0)];
  return [];
}

/** Whether a prediction meets a target, by the words of the contract (strictness is the engine's own affair). */
export function meets(prediction: Prediction, target: Target, classes: readonly string[]): boolean {
  if (isOpen(target)) return true;
  if ("value" in prediction) {
    const aim = aimOf(target);
    return "value" in aim && prediction.value >= aim.value[0] && prediction.value <= aim.value[1];
  }
  if ("value" in target) return false;
  const wanted = targetClasses(target, classes);
  if ("class" in target && target.min_probability !== undefined) {
    return (prediction.scores[wanted[0] ?? 0] ?? 0) >= target.min_probability;
  }
  return wanted.includes(prediction.class);
}

export const isFields = (x: unknown): x is Record<string, unknown> => typeof x === "object" && x !== null && !Array.isArray(x);

/** Whether something from a link or an attribute is a target of one model. */
export function isTarget(x: unknown): x is Target {
  if (!isFields(x)) return false;
  const isNumber = (v: unknown): boolean => typeof v === "number" && !Number.isNaN(v);
  const isClass = (v: unknown): boolean => isNumber(v) || typeof v === "string";
  if ("class" in x) return isClass(x.class) && (x.min_probability === undefined || isNumber(x.min_probability));
  if ("classes" in x) return Array.isArray(x.classes) && x.classes.every(isClass);
  if ("value" in x) return Array.isArray(x.value) && x.value.length === 2 && x.value.every((v) => v === null || isNumber(v));
  if ("class_costs" in x) return isFields(x.class_costs) && Object.values(x.class_costs).every(isNumber);
  if ("best" in x) return (x.budget === undefined || isNumber(x.budget)) && (x.best === "max" || x.best === "min" || (isFields(x.best) && isClass(x.best.class)));
  return false;
}
