import { describe, expect, test } from "vitest";
import { carried, join, joinable, kindsFor, setClass, setKind, setPart, split } from "../../www/src/page/state/opening/schema.js";
import type { FeatureInfo, ModelInfo, SchemaDoc } from "../../www/src/types.js";
import { setLimit } from "../../www/src/page/state/editing/actions.js";
import { doc, info, person } from "./page-fixtures.js";

const named = (schema: SchemaDoc, name: string): SchemaDoc["features"][number] | undefined => schema.features.find((feature) => feature.name === name);

/** The model as it would be loaded by a schema, as far as these tests look. */
function loaded(schema: SchemaDoc): ModelInfo {
  const features = schema.features.map((feature): FeatureInfo => ({
    name: feature.name,
    kind: feature.kind ?? "numeric",
    columns: feature.columns ?? [feature.column ?? 0],
    min: feature.min ?? 0,
    max: feature.max ?? 1,
    change: "free",
    weight: { up: 1, down: 1 },
    thresholds: [],
    missing: false,
    ...(feature.labels ? { labels: feature.labels } : {}),
    ...(feature.values ? { values: feature.values } : {}),
  }));
  return { ...info, features, classes: schema.classes ?? info.classes };
}

describe("mending the meaning of columns", () => {
  test("a kind keeps the column, and whole numbers have whole ends", () => {
    const amount = named(setKind({ ...info, features: info.features.map((f) => (f.name === "Credit amount" ? { ...f, min: 250.5 } : f)) }, "Credit amount", "integer"), "Credit amount");
    expect(amount).toMatchObject({ kind: "integer", column: 0, min: 250, max: 18_424, unit: "DM" });
    expect(named(setKind(info, "Phone", "numeric"), "Phone")).toMatchObject({ kind: "numeric", column: 6, min: 0, max: 1 });
    expect(named(setKind(info, "Duration", "binary"), "Duration")).toMatchObject({ labels: ["no", "yes"], values: [0, 1] });
  });

  test("levels are offered only where they can be listed", () => {
    const kinds = (name: string): string[] => info.features.filter((feature) => feature.name === name).flatMap(kindsFor);
    expect(kinds("Credit amount")).toEqual(["numeric", "integer", "binary"]);
    expect(kinds("Checking account")).toContain("ordinal");
    expect(kinds("Purpose")).toEqual(["categorical"]);
  });

  test("a category is split into its columns and joined again", () => {
    const apart = split(info, "Purpose");
    expect(apart.features.map((feature) => feature.name)).toEqual(["Credit amount", "Duration", "Checking account", "Purpose_car", "Purpose_business", "Purpose_repairs", "Phone"]);
    const first = loaded(apart);
    expect(joinable(first, "Purpose_car")?.name).toBe("Purpose_business");
    expect(joinable(first, "Duration")).toBeNull();
    const two = loaded(join(first, "Purpose_car"));
    const whole = named(join(two, "Purpose"), "Purpose");
    expect(whole).toMatchObject({ kind: "categorical", columns: [3, 4, 5], labels: ["car", "business", "repairs"] });
  });

  test("a feature that is still there keeps its limits, under its new name too", () => {
    const limited = setLimit(setLimit(doc, "Duration", { max: 36 }), "Purpose", { lock: true });
    const schema = { ...setPart(info, "Duration", { name: "Term" }), classes: ["no", "yes"] };
    const next = carried({ ...limited, target: { class: "accepted" } }, { ...doc.model!, info: loaded(schema) }, new Map());
    expect(Object.fromEntries(next.limits)).toMatchObject({ Term: { max: 36 }, Purpose: { lock: true } });
    expect(next.target).toEqual({ class: 1 });
    const apart = carried(limited, { ...doc.model!, info: loaded(split(info, "Purpose")) }, new Map());
    expect([...apart.limits.keys()]).toEqual(["Duration"]);
    expect(apart.person).toEqual(person);
  });

  test("a person's values become ones that the schema knows", () => {
    const schema = loaded(setKind(info, "Credit amount", "integer"));
    const next = carried({ ...doc, person: [4308.4, 48, 2, 0, 0, 0, 0.2] }, { ...doc.model!, info: schema }, new Map());
    expect(next.person).toEqual([4308, 48, 1, 1, 0, 0, 0]);
  });

  test("a class is renamed", () => {
    expect(setClass(info, 0, "declined").classes).toEqual(["declined", "accepted"]);
  });
});
