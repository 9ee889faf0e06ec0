/** Features behind those of the schema, which stand for hyperplanes, leaves and amounts (docs/contract/certificate.md). */
import type { Levels } from "./levels.js";

/** A feature that stands for something: its levels cost nothing and are no change. */
export const standIn = (name: string, count: number): Levels => ({
  feature: { name, kind: "binary", columns: [], min: 0, max: 0, change: "free", weight: { up: 0, down: 0 }, values: [], labels: [] },
  ...{ count, cost: new Float64Array(count), stays: new Uint8Array(count).fill(1), cuts: new Float64Array(0), point: new Float64Array(count).fill(NaN), missing: false },
});
