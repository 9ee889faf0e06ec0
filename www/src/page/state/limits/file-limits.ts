/**
 * The model's file may itself fix features or their direction. On the page such limits are shown and can be lifted, so the
 * model is loaded with every feature free and the file's limits become limits of the document. Pure.
 */
import type { FeatureDoc, FeatureInfo, ModelInfo, SchemaDoc } from "../../../types.js";
import { FREE, type Limit } from "../document/document.js";

export function fileLimits(info: ModelInfo): ReadonlyMap<string, Limit> {
  const bound = info.features.filter(({ change }) => change !== "free");
  return new Map(bound.map(({ name, change }) => [name, change === "fixed" ? { ...FREE, lock: true } : { ...FREE, change }]));
}

/** One feature of a loaded model as a schema document writes it, free to change. */
export function featureDoc(feature: FeatureInfo): FeatureDoc {
  const { name, kind, columns, labels, values, min, max, weight, unit, decimals, phrase } = feature;
  const doc: FeatureDoc = { name, kind, min, max, weight };
  const [first = 0] = columns;
  if (kind === "categorical" && columns.length > 1) doc.columns = [...columns];
  else doc.column = first;
  if (labels) doc.labels = [...labels];
  if (values && doc.column !== undefined && kind !== "numeric" && kind !== "integer") doc.values = [...values];
  if (unit !== undefined) doc.unit = unit;
  if (decimals !== undefined) doc.decimals = decimals;
  if (phrase !== undefined) doc.phrase = phrase;
  return doc;
}

/** The schema of a loaded model with every feature free. */
export function schemaDoc(info: ModelInfo): SchemaDoc {
  const schema: SchemaDoc = { features: info.features.map(featureDoc) };
  if (info.classes.length > 0) schema.classes = [...info.classes];
  if (info.subject !== undefined) schema.subject = info.subject;
  return schema;
}

/** The same; null when every feature already is free. */
export function relaxedSchema(info: ModelInfo): SchemaDoc | null {
  return info.features.every((feature) => feature.change === "free") ? null : schemaDoc(info);
}
