/**
 * Mending the meaning of a model's columns: each verb takes the schema in force and gives the next, which the engine then
 * judges. Also carries a document over to the same model under another schema. Pure.
 */
import type { ColumnRange, FeatureDoc, FeatureInfo, Kind, ModelInfo, SchemaDoc, Why } from "../../../types.js";
import { levelCount } from "../../../model/feature.js";
import { fitted } from "./person.js";
import { classIndex, targetClasses } from "../request/request.js";
import { featureDoc, schemaDoc } from "../limits/file-limits.js";
import { renamedCauses } from "../limits/causes.js";
import { renamedRelations } from "../limits/relations.js";
import { renamedRules } from "../limits/rules.js";
import type { Aim } from "../../../measure/target.js";
import type { Doc, Limit, ModelRef } from "../document/document.js";

/** More levels than this are not listed one by one. */
const MOST_LISTED = 40;

/** The kinds that a person may give a feature. One-hot categories are split first. */
export function kindsFor(feature: FeatureInfo): Kind[] {
  if (feature.columns.length > 1) return ["categorical"];
  const levels = wholeNumbers(feature).length;
  const listed: Kind[] = levels >= 2 ? ["ordinal", "categorical"] : [];
  return ["numeric", "integer", "binary", ...listed];
}

/** The whole numbers of a feature's range, or its levels' own values; none where they are too many to list. */
function wholeNumbers(feature: FeatureInfo): number[] {
  if (feature.values) return feature.values;
  const [low, high] = [Math.ceil(feature.min), Math.floor(feature.max)];
  return high - low < MOST_LISTED && high > low ? Array.from({ length: high - low + 1 }, (_, index) => low + index) : [];
}

function changed(info: ModelInfo, name: string, next: (feature: FeatureInfo) => FeatureDoc[]): SchemaDoc {
  const doc = schemaDoc(info);
  return { ...doc, features: info.features.flatMap((feature) => (feature.name === name ? next(feature) : [featureDoc(feature)])) };
}

/** Keeps a feature's name, unit and weight and gives it another kind. */
export function setKind(info: ModelInfo, name: string, kind: Kind): SchemaDoc {
  return changed(info, name, (feature) => {
    const [column = 0] = feature.columns;
    const base: FeatureDoc = { name, kind, column, weight: feature.weight };
    if (feature.unit !== undefined) base.unit = feature.unit;
    const values = wholeNumbers(feature);
    if (kind === "numeric" || kind === "integer") {
      const [low, high] = [feature.min, feature.max];
      const ends = kind === "integer" ? { min: Math.floor(low), max: Math.ceil(high) } : { min: low, max: high };
      return [{ ...base, ...ends }];
    }
    if (kind === "binary") return [{ ...base, labels: ["no", "yes"], values: [0, 1] }];
    const sorted = kind === "ordinal" ? [...values].sort((a, b) => a - b) : values;
    const labelled = (value: number): string => feature.labels?.[feature.values?.indexOf(value) ?? -1] ?? String(value);
    return [{ ...base, labels: sorted.map(labelled), values: sorted }];
  });
}

/** Name, unit, ends, decimals or labels of a feature. An empty unit is none. */
export function setPart(info: ModelInfo, name: string, part: Partial<Pick<FeatureDoc, "name" | "unit" | "min" | "max" | "decimals" | "labels">>): SchemaDoc {
  return changed(info, name, (feature) => {
    const { unit, ...rest } = { ...featureDoc(feature), ...part };
    return [unit === undefined || unit === "" ? rest : { ...rest, unit }];
  });
}

export function setClass(info: ModelInfo, index: number, name: string): SchemaDoc {
  return { ...schemaDoc(info), classes: info.classes.map((old, at) => (at === index ? name : old)) };
}

/** A one-hot category as the columns that it stands in, each yes or no. */
export function split(info: ModelInfo, name: string): SchemaDoc {
  const taken = new Set(info.features.map((feature) => feature.name));
  const free = (wish: string): string => {
    let found = wish;
    while (taken.has(found)) found += "'";
    taken.add(found);
    return found;
  };
  return changed(info, name, (feature) =>
    feature.columns.map((column, level) => ({
      name: free(`${name}_${feature.labels?.[level] ?? String(level)}`),
      kind: "binary",
      column,
      labels: ["no", "yes"],
      values: [0, 1],
    })),
  );
}

/** The feature behind this one, if the two can stand for one category: neither holds anything but zeros and ones. */
export function joinable(info: ModelInfo, name: string): FeatureInfo | null {
  const at = info.features.findIndex((feature) => feature.name === name);
  const [one, next] = [info.features[at], info.features[at + 1]];
  const fits = (feature: FeatureInfo | undefined): boolean => feature !== undefined && (feature.kind === "binary" || feature.columns.length > 1);
  return fits(one) && fits(next) ? (next ?? null) : null;
}

/** A feature and the one behind it as one category. The common beginning of their names is its name. */
export function join(info: ModelInfo, name: string): SchemaDoc {
  const next = joinable(info, name);
  const first = info.features.find((feature) => feature.name === name);
  if (!next || !first) return schemaDoc(info);
  const full = (feature: FeatureInfo): string[] =>
    feature.columns.length > 1 ? (feature.labels ?? []).map((label) => `${feature.name}_${label}`) : [feature.name];
  const names = [...full(first), ...full(next)];
  const common = commonStart(names);
  const label = (whole: string): string => (common.length > 0 && whole.length > common.length ? whole.slice(common.length) : whole);
  const others = info.features.filter((feature) => feature !== first && feature !== next).map((feature) => feature.name);
  const wish = common.replace(/[\W_]+$/, "") || name;
  const joined: FeatureDoc = {
    name: others.includes(wish) ? name : wish,
    kind: "categorical",
    columns: [...first.columns, ...next.columns],
    labels: names.map(label),
  };
  const doc = changed(info, name, () => [joined]);
  return { ...doc, features: doc.features.filter((feature) => feature.name !== next.name || feature.columns === joined.columns) };
}

/** The common beginning of all names, up to a separator. */
function commonStart(names: readonly string[]): string {
  const [first = "", ...rest] = names;
  let length = first.length;
  for (const name of rest) while (!name.startsWith(first.slice(0, length))) length -= 1;
  return /^.*[\W_]/.exec(first.slice(0, length))?.[0] ?? "";
}

/** The reason for a feature's present meaning; null where a person gave it. */
export function whyOf(model: ModelRef, feature: FeatureInfo): Why | null {
  const { guess } = model;
  if (!guess) return model.schema === null ? "file" : null;
  const columns = feature.columns.join();
  const at = guess.schema.features.findIndex((one) => (one.columns ?? [one.column]).join() === columns);
  return guess.schema.features[at]?.kind === feature.kind ? (guess.why[at] ?? null) : null;
}

/** The same question of the same model under another schema: every part that still exists there stays as it was. */
export function carried(doc: Doc, model: ModelRef, fileLimits: ReadonlyMap<string, Limit>): Doc {
  const before = doc.model?.info;
  if (!before) return doc;
  const key = (feature: FeatureInfo): string => `${feature.kind} ${feature.columns.join()} ${String(feature.labels ? levelCount(feature) : 0)}`;
  const old = new Map(before.features.map((feature) => [key(feature), feature.name]));
  const now = new Map(model.info.features.map((feature) => [old.get(key(feature)), feature.name]));
  const renamed = <T>(map: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
    new Map(Array.from(map).flatMap(([name, value]) => (now.has(name) ? [[now.get(name) ?? name, value]] : [])));
  const label = (name: string, old: string): string => {
    const labels = before.features.find((one) => one.name === name)?.labels;
    return model.info.features.find((one) => one.name === now.get(name))?.labels?.[labels?.indexOf(old) ?? -1] ?? old;
  };
  const [x, y] = (doc.axes ?? []).map((name) => now.get(name));
  return {
    ...doc,
    model,
    person: fitted(model.info.features, doc.person),
    target: byIndex(doc.target, before.classes),
    limits: new Map([...renamed(doc.limits), ...fileLimits]),
    difficulty: renamed(doc.difficulty),
    prices: renamed(doc.prices),
    rules: renamedRules(doc.rules, (name) => now.get(name)),
    relations: renamedRelations(doc.relations, (name) => now.get(name), label),
    causes: renamedCauses(doc.causes, (name) => now.get(name)),
    axes: x !== undefined && y !== undefined ? [x, y] : null,
    way: "cheapest",
  };
}

/** The schema with the ranges that the rows have, and whole numbers where they hold nothing else. Levels stay as they are. */
export function byRows(info: ModelInfo, ranges: readonly ColumnRange[]): SchemaDoc {
  const schema = schemaDoc(info);
  const features = schema.features.map((feature): FeatureDoc => {
    const range = ranges[feature.column ?? -1];
    const number = feature.kind === "numeric" || feature.kind === "integer";
    if (!number || !range || range.min >= range.max) return feature;
    return { ...feature, kind: range.whole ? "integer" : "numeric", min: range.min, max: range.max };
  });
  return { ...schema, features };
}

/** A target that stays right when classes are renamed. */
function byIndex(target: Aim, classes: readonly string[]): Aim {
  if ("class" in target) return { ...target, class: classIndex(classes, target.class) };
  if ("classes" in target) return { classes: target.classes.map((one) => classIndex(classes, one)) };
  if ("class_costs" in target) {
    const wanted = targetClasses(target, classes);
    return { class_costs: Object.fromEntries(Object.values(target.class_costs).map((cost, at) => [String(wanted[at]), cost])) };
  }
  if ("best" in target && typeof target.best === "object" && target.best.class !== undefined) return { ...target, best: { ...target.best, class: classIndex(classes, target.best.class) } };
  return target;
}
