/** Values and limits in words, for HTML. */
import type { ConstraintDoc, FeatureInfo, ModelInfo } from "../types.js";

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${String(letter.charCodeAt(0))};`);

/** A value with its unit. */
export function valueSaid(value: unknown, feature: FeatureInfo | undefined): string {
  if (value === null || value === undefined) return "missing";
  if (typeof value !== "number") return escaped(typeof value === "string" ? value : JSON.stringify(value));
  return `${value.toLocaleString("en-GB", { maximumFractionDigits: 6 })}${feature?.unit === undefined ? "" : ` ${escaped(feature.unit)}`}`;
}

const CHANGES: Record<FeatureInfo["change"], string> = { free: "stays within its range", fixed: "may not change", increase: "may only increase", decrease: "may only decrease" };

/** Limits that stop somebody, by the pointers of a `conflict` into a request and its model's schema. */
export const limitsSaid = (pointers: readonly string[], request: Record<string, unknown>, info: ModelInfo): string =>
  pointers.length === 0 ? "the model alone: no values give the target" : pointers.map((pointer) => limitSaid(pointer, request, info)).join("; ");

function limitSaid(pointer: string, request: Record<string, unknown>, info: ModelInfo): string {
  const [, part, index, word] = pointer.split("/");
  if (part === "constraints" && index !== undefined) return `constraint ${String(Number(index) + 1)}: ${constraintSaid((request.constraints as ConstraintDoc[])[Number(index)], info)}`;
  const feature = index === undefined ? undefined : info.features[Number(index)];
  if (part === "features" && feature !== undefined) return `${escaped(feature.name)} ${word === "change" ? CHANGES[feature.change] : `stays within ${word === undefined ? "its limits" : `the schema's <code>${escaped(word)}</code>`}`}`;
  if (part === "features") return "limits of the schema";
  if (part === "real_rows") return "no background row has the target";
  return `<code>${escaped(pointer)}</code>`;
}

/** A constraint: of a feature or of the number of changes in words, any other as the request has it. */
function constraintSaid(constraint: ConstraintDoc | undefined, { features }: ModelInfo): string {
  const of = (name: string): FeatureInfo | undefined => features.find((feature) => feature.name === name);
  if (constraint !== undefined) {
    if ("fix" in constraint) return `${escaped(constraint.fix)} may not change`;
    if ("max_changes" in constraint) return `at most ${String(constraint.max_changes)} ${constraint.max_changes === 1 ? "change" : "changes"}`;
    if ("direction" in constraint) return `${escaped(constraint.direction.feature)} ${CHANGES[constraint.direction.change]}`;
    if ("range" in constraint) {
      const { feature, min, max } = constraint.range;
      const ends = [min === undefined ? "" : ` at least ${valueSaid(min, of(feature))}`, max === undefined ? "" : ` at most ${valueSaid(max, of(feature))}`];
      return `${escaped(feature)} is${ends.filter((end) => end !== "").join(" and")}`;
    }
    if ("levels" in constraint) return `${escaped(constraint.levels.feature)} is ${constraint.levels.allow.map((level) => escaped(String(level))).join(" or ")}`;
  }
  return `<code>${escaped(JSON.stringify(constraint).slice(0, 160))}</code>`;
}
