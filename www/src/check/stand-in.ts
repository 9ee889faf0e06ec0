/** Features behind those of the schema, which stand for hyperplanes, leaves and amounts (docs/contract/certificate.md). */
import type { Levels } from "./levels.js";

/** A feature that stands for something: its levels cost nothing and are no change. */
export const standIn = (name: string, labels: string[]): Levels => ({
  feature: { name, kind: "binary", columns: [], min: 0, max: 1, change: "free", weight: { up: 1, down: 1 }, values: labels.map((_, k) => k), labels },
  ...{ count: labels.length, cost: new Float64Array(labels.length), stays: new Uint8Array(labels.length).fill(1), cuts: new Float64Array(0), point: new Float64Array(labels.length).fill(NaN), missing: false },
});
