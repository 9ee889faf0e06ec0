/** Models and proofs that tests of the check make by hand. */

/** The verdict on a proof that closes a box too early. */
export const OPEN = "a box is closed that may hold a cheaper answer";

/** A number from 0 to 10 in a column. */
export const number = (name: string, column: number, more: object = {}): object => ({ name, column, min: 0, max: 10, ...more });

/** A tree of one split: `low` up to the threshold, `high` above it. */
export const stump = (feature: number, threshold: number, low: unknown, high: unknown, more: object = {}): object => ({ weight: 1, feature: [feature, -1, -1], threshold: [threshold, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, low, high], ...more });

/** A sum of trees for two classes in double precision. */
export const classifier = (features: object[], trees: object[], more: object = {}): object => ({
  ...{ format: "espalier", version: 1, kind: "classifier", input: "float64", compare: "<=", aggregation: "sum", base: [0, 0], link: "none", columns: features.length, classes: ["no", "yes"] },
  schema: { features },
  trees,
  ...more,
});

/** A proof as a certificate holds it. */
export const written = (bytes: readonly number[]): string => btoa(String.fromCharCode(...bytes));

/** The bytes of doubles. */
export const doubles = (...x: number[]): number[] => [...new Uint8Array(Float64Array.from(x).buffer)];
