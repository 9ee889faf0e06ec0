/** A model whose columns, levels and classes have any given names, each of another kind, with rows; the same for every run. */
import { forest } from "./models.js";

/** Names that every JavaScript object answers to, whichever properties were put into it. */
export const INHERITED = ["constructor", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf", "__proto__"] as const;

/** Two numbers, ordered levels, categories in three columns, yes or no, and a last number, under six names. */
export function modelNamed([a, b, c, d, e, f]: readonly string[]): object {
  let state = 11;
  const random = (): number => (state = (state * 48271) % 2147483647) / 2147483647;
  const whole = (most: number): number => Math.floor(random() * (most + 1));
  const row = (): number[] => {
    const category = whole(2);
    return [Math.round(random() * 100) / 10, 18 + whole(72), whole(2), ...[0, 1, 2].map((k) => Number(k === category)), whole(1), whole(100)];
  };
  const cut = (column: number): number => (column === 0 ? Math.round(random() * 90) / 10 + 0.05 : column === 1 ? 20.5 + whole(60) : column === 2 ? 0.5 + whole(1) : column === 7 ? 5.5 + whole(90) : 0.5);
  const tree = (): object => {
    const features = Array.from({ length: 7 }, () => whole(7));
    const leaves = Array.from({ length: 8 }, () => Math.round(random() * 100) / 100);
    return {
      weight: 1,
      feature: [...features, ...leaves.map(() => -1)],
      threshold: [...features.map(cut), ...leaves.map(() => 0)],
      left: [1, 3, 5, 7, 9, 11, 13, ...leaves.map(() => -1)],
      right: [2, 4, 6, 8, 10, 12, 14, ...leaves.map(() => -1)],
      value: [...features.map(() => null), ...leaves.map((p) => [1 - p, p])],
    };
  };
  const trees = Array.from({ length: 7 }, tree);
  const rows = Array.from({ length: 80 }, row);
  const classes = [a, f];
  return {
    ...forest,
    columns: 8,
    classes,
    trees,
    schema: {
      features: [
        { name: a, kind: "numeric", column: 0, min: 0, max: 10, decimals: 1, change: "increase" },
        { name: b, kind: "integer", column: 1, min: 18, max: 90 },
        { name: c, kind: "ordinal", column: 2, labels: [f, a, b], values: [0, 1, 2] },
        { name: d, kind: "categorical", columns: [3, 4, 5], labels: [c, f, d] },
        { name: e, kind: "binary", column: 6, labels: [a, f], values: [0, 1] },
        { name: f, kind: "integer", column: 7, min: 0, max: 100, change: "decrease" },
      ],
      classes,
    },
    background: { rows, labels: rows.map((_, at) => at % 2) },
  };
}
