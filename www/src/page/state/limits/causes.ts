/** Causal constraints, as the contract's `causal` writes them: features that follow from other features. Pure. */
import type { ConstraintDoc, FeatureInfo } from "../../../types.js";
import { stepOf } from "../../../sum-tolerance.js";
import { coordinate } from "../../../model/feature.js";
import { onAxes, sumAt, summable, type Known, type Through } from "./relations.js";
import type { Doc, Relation, Cause } from "../document/document.js";

/** Numbers can follow; levels cannot. */
export const following = (feature: FeatureInfo): boolean => feature.kind === "numeric" || feature.kind === "integer";

export function setCauses(doc: Doc, causes: Cause[]): Doc {
  return { ...doc, causes };
}

/** Whether a change of the feature costs nothing, since it follows. */
export const isFree = (doc: Doc, name: string): boolean => doc.causes.some((one) => one.feature === name && one.cost === "none");

/** The cause as a constraint; null where it speaks of features that there are not, or that cannot follow. */
export function causeConstraint(all: readonly FeatureInfo[], { feature, parents, cost, learned, model }: Cause): ConstraintDoc | null {
  const names = Object.keys(parents);
  const known = names.every((name) => all.some((one) => one.name === name && (learned === true || summable(one))));
  const child = all.find((one) => one.name === feature);
  if (!known || !child || !following(child)) return null;
  const paid = cost === "none" ? { cost } : {};
  if (model) return { causal: { feature, model: model.document, ...paid } };
  if (learned === true) return { causal: { feature, learned: { parents: names }, ...paid } };
  return { causal: { feature, parents, ...paid } };
}

type Causal = Extract<ConstraintDoc, { causal: unknown }>["causal"];

/**
 * Whether a point obeys a causal constraint. Only the engine can judge a constraint whose consequence is learned by trees, or a model's: here the
 * first only says that nothing follows where no cause moves.
 */
export function obeysCause(causal: Causal, values: readonly number[], person: readonly number[], model: Known): boolean {
  if ("parents" in causal) return follows(causal, values, person, model);
  const stays = (name: string): boolean => model.features.some((one) => one.name === name && Object.is(coordinate(one, values), coordinate(one, person)));
  return "learned" in causal && causal.learned.parents.every(stays) && stays(causal.feature);
}

/** Whether a consequence has the value that its causes give it: whole numbers the nearest, others within the rounding of the terms. */
export function follows({ feature, parents }: { feature: string; parents: Record<string, number> }, values: readonly number[], person: readonly number[], model: Known): boolean {
  const { sum, slack } = sumAt(equation(feature, parents), values, person, model);
  const whole = model.features.some((one) => one.name === feature && one.kind === "integer");
  return Math.abs(sum) <= slack + (whole ? 0.5 + 0.5 * stepOf(model.input) : 0);
}

/** The consequence as an equation between changes. */
const equation = (feature: string, parents: Record<string, number>): Relation => ({ terms: Object.fromEntries([[feature, 1], ...Object.entries(parents).map(([name, weight]) => [name, -weight] as const)]), op: "=", rhs: 0, of: "change" });

/** The line on two axes on which a consequence lies, the features off them as in the row `at`; null where it is on neither, or levels are. */
export function causeOnAxes({ feature, parents, learned, model }: Cause, x: FeatureInfo, y: FeatureInfo, person: readonly number[], at: readonly number[], all: readonly FeatureInfo[]): ReturnType<typeof onAxes> {
  if (learned === true || model || (feature !== x.name && feature !== y.name)) return null;
  return onAxes(equation(feature, parents), x, y, person, at, all);
}

/**
 * The cause with its line through a point of the slice `at`: the weight of the cause that is an axis, to three digits. It stays as it was
 * within some pixels of the person's own value, where the line would stand upright, and where nothing would follow any more.
 */
export function turned(cause: Cause, { axes: [x, y], to, grain }: Through, person: readonly number[], at: readonly number[], all: readonly FeatureInfo[]): Cause {
  const line = causeOnAxes(cause, x, y, person, at, all);
  const [px, py] = [coordinate(x, person), coordinate(y, person)];
  const [follow, parent, by, pixel] = cause.feature === x.name ? [to.x - px, y.name, to.y - py, grain.y] : [to.y - py, x.name, to.x - px, grain.x];
  if (line === null || Math.abs(by) < 8 * pixel) return cause;
  const weight = Number(((follow - (line.c - line.a * px - line.b * py)) / by).toPrecision(3));
  return weight === 0 ? cause : { ...cause, parents: { ...cause.parents, [parent]: weight } };
}

/** The features that a cause would come back to itself by, from one to the next; null where it would not. */
export function circle(causes: readonly Cause[], next: Cause): string[] | null {
  const all = [...causes.filter((one) => one.feature !== next.feature), next];
  const walk = (name: string, way: readonly string[]): string[] | null => {
    if (way.includes(name)) return name === next.feature ? [...way, name] : null;
    for (const parent of Object.keys(all.find((one) => one.feature === name)?.parents ?? {})) {
      const found = walk(parent, [...way, name]);
      if (found) return found;
    }
    return null;
  };
  return walk(next.feature, []);
}

/** The causes under other names; those about features that are gone are left out. */
export function renamedCauses(causes: readonly Cause[], name: (old: string) => string | undefined): Cause[] {
  return causes.flatMap((cause) => {
    const feature = name(cause.feature);
    const parents = Object.entries(cause.parents).map(([old, weight]) => [name(old), weight] as const);
    if (feature === undefined || parents.some(([now]) => now === undefined)) return [];
    return [{ ...cause, feature, parents: Object.fromEntries(parents) as Cause["parents"] }];
  });
}

/** Whether something read from a link, or typed, is a cause; a cost that is not said is the feature's own. */
export function isCause(x: unknown): x is Omit<Cause, "cost"> & Partial<Pick<Cause, "cost">> {
  if (typeof x !== "object" || x === null || Array.isArray(x)) return false;
  const { feature, parents, cost, learned, ...rest } = x as Record<string, unknown>;
  const weights = typeof parents === "object" && parents !== null && !Array.isArray(parents) ? Object.values(parents) : [];
  return typeof feature === "string" && weights.length > 0 && weights.every((y) => typeof y === "number" && Number.isFinite(y) && y !== 0) && [undefined, "own", "none"].includes(cost as undefined) && [undefined, true].includes(learned as undefined) && Object.keys(rest).length === 0;
}
