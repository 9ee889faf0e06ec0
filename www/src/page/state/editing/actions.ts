/** The verbs that change a person's decisions: each takes a document and gives the next. Pure. */
import type { FeatureInfo } from "../../../types.js";
import { setMargin } from "../limits/margin.js";
import { put } from "../../../own.js";
import { coordinate, domain, isDiscrete, withCoordinate } from "../../../model/feature.js";
import { setCauses } from "../limits/causes.js";
import { setHull } from "../limits/hull.js";
import { setTypical } from "../limits/typical.js";
import type { Aim } from "../../../measure/target.js";
import { type Difficulty, type Doc, EMPTY_DOC, FREE, type Layer, type Limit, type LimitChange, type Measure, type ModelRef, type Relation, type Rule } from "../document/document.js";

export function limitOf(doc: Doc, feature: string): Limit {
  return doc.limits.get(feature) ?? FREE;
}

/** A fresh document for a model that has just been opened. */
export function openModel(model: ModelRef, person: number[], row: number | null, target: Aim, axes: [string, string] | null): Doc {
  return { ...EMPTY_DOC, model, person, row, target, axes, limits: model.fileLimits };
}

export function setPerson(doc: Doc, person: number[], row: number | null): Doc {
  return { ...doc, person, row };
}

export function setValue(doc: Doc, feature: FeatureInfo, at: number): Doc {
  if (Object.is(coordinate(feature, doc.person), at)) return doc;
  return { ...doc, person: withCoordinate(feature, doc.person, at), row: null };
}

function isFree(limit: Limit): boolean {
  return !limit.lock && limit.min === null && limit.max === null && limit.change === "free" && limit.allow === null;
}

export function setLimit(doc: Doc, feature: string, part: Partial<Limit>): Doc {
  const next = { ...limitOf(doc, feature), ...part };
  return { ...doc, limits: put(doc.limits, feature, isFree(next) ? null : next) };
}

/** Moves the ends of the allowed range; an end at or beyond the domain's is open, and ends never cross. */
export function setRange(doc: Doc, feature: FeatureInfo, ends: { min?: number | null; max?: number | null }): Doc {
  const [low, high] = domain(feature);
  const old = limitOf(doc, feature.name);
  let min = ends.min === undefined ? old.min : ends.min;
  let max = ends.max === undefined ? old.max : ends.max;
  if (min !== null && max !== null && min > max) {
    if (ends.min === undefined) max = min;
    else min = max;
  }
  if (min !== null && min <= low) min = null;
  if (max !== null && max >= high) max = null;
  if (old.min === min && old.max === max) return doc;
  return setLimit(doc, feature.name, { min, max });
}

export function toggleLock(doc: Doc, feature: string): Doc {
  return setLimit(doc, feature, { lock: !limitOf(doc, feature).lock });
}

/** Allows or excludes one level of a binary or categorical feature; all allowed is no limit, and one always stays. */
export function toggleLevel(doc: Doc, feature: FeatureInfo, level: number): Doc {
  if (!isDiscrete(feature)) return doc;
  const count = domain(feature)[1] + 1;
  const all = Array.from({ length: count }, (_, index) => index);
  const now = limitOf(doc, feature.name).allow ?? all;
  const next = now.includes(level) ? now.filter((other) => other !== level) : [...now, level].sort((a, b) => a - b);
  if (next.length === 0) return doc;
  return setLimit(doc, feature.name, { allow: next.length === count ? null : next });
}

export function setDifficulty(doc: Doc, feature: string, difficulty: Difficulty | null): Doc {
  return { ...doc, difficulty: put(doc.difficulty, feature, difficulty) };
}

export function setMaxChanges(doc: Doc, maxChanges: number | null): Doc {
  return { ...doc, maxChanges };
}

export function setRules(doc: Doc, rules: Rule[]): Doc {
  return { ...doc, rules };
}

export function setRelations(doc: Doc, relations: Relation[]): Doc {
  return { ...doc, relations };
}

export function setTarget(doc: Doc, target: Aim): Doc {
  return { ...doc, target, way: "cheapest" };
}

export function setNorm(doc: Doc, norm: Measure): Doc {
  return { ...doc, norm };
}

export function setAxes(doc: Doc, axes: [string, string] | null): Doc {
  return { ...doc, axes };
}

export function setLayer(doc: Doc, layer: Layer): Doc {
  return { ...doc, layer };
}

export function setReach(doc: Doc, reach: number | null): Doc {
  return { ...doc, reach };
}

export function setWay(doc: Doc, way: string): Doc {
  return { ...doc, way };
}

export function applyChange(doc: Doc, change: LimitChange): Doc {
  switch (change.set) {
    case "limit":
      return setLimit(doc, change.feature, change.limit);
    case "maxChanges":
      return setMaxChanges(doc, change.count);
    case "typical":
      return setTypical(doc, change.share);
    case "hull":
      return setHull(doc, change.hull);
    case "distance":
    case "score":
      return setMargin(doc, change.set, change.margin);
    case "rules":
      return setRules(doc, change.rules);
    case "causes":
      return setCauses(doc, change.causes);
    case "relations":
      return setRelations(doc, change.relations);
    case "others":
      return { ...doc, others: change.others };
  }
}

export function sameLimit(a: Limit | undefined, b: Limit | undefined): boolean {
  return JSON.stringify(a ?? FREE) === JSON.stringify(b ?? FREE);
}
