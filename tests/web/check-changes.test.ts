// Certificates of models whose trees speak of one output each or vote, and of limits on the number of changes, made by hand.
import { expect, it } from "vitest";
import { checker, type Verdict } from "../../www/src/check/index.js";

/** Class 1 needs each of one or two columns above 5; a tree a column, of both outputs or of one. */
const document = (columns: number, needed: readonly number[], output?: number): object => {
  const tree = (column: number): object => ({
    ...{ weight: 1, feature: [column, -1, -1], threshold: [5, 0, 0], left: [1, -1, -1], right: [2, -1, -1] },
    ...(output === undefined ? { value: [null, [1, 0], [0, 1]] } : { output, value: [null, 0, 1] }),
  });
  const features = Array.from({ length: columns }, (_, column) => ({ name: `F${String(column)}`, column, min: 0, max: 10 }));
  return { ...{ format: "espalier", version: 1, kind: "classifier", input: "float64", compare: "<=", aggregation: "sum", base: [0.5, 0], link: "none", columns }, classes: ["no", "yes"], schema: { features }, trees: needed.map(tree) };
};

/** The check's verdict on the claim that there is no answer, or none below a cost. */
function verdict(of: object, query: number[], constraints: object[], cuts: number[][], cost: number | null = null, values: number[] = []): Verdict {
  const certificate = { version: 1, cost, cuts, proofs: [btoa("\0")] };
  return checker(of)({ query, target: { class: 1 }, constraints, certificate: true }, { status: cost === null ? "infeasible" : "optimal", counterfactuals: cost === null ? [] : [{ values, cost }], certificate });
}

const open = { checked: false, what: "a box is closed that may hold a cheaper answer" };

it("counts the features that cannot stay, each by its own levels", () => {
  // The second and fourth stay in their only level, which stands behind those of the one before.
  const two = document(4, [0, 2]);
  const cuts = [[5], [], [5], []];
  expect(verdict(two, [4, 3, 4, 3], [{ max_changes: 1 }], cuts)).toMatchObject({ checked: true });
  expect(verdict(two, [4, 3, 4, 3], [{ max_changes: 2 }], cuts)).toMatchObject(open);
  expect(verdict(two, [4, 3, 6, 3], [{ max_changes: 1 }], cuts)).toMatchObject(open);
});

it("adds a tree of one output to that output", () => {
  const second = 5 + 2 ** -50;
  expect(verdict(document(1, [0], 1), [4], [], [[5]], (second - 4) / 10, [second])).toMatchObject({ checked: true });
  expect(verdict(document(1, [0], 1), [4], [], [[5]])).toMatchObject(open);
  expect(verdict(document(1, [0], 0), [4], [], [[5]])).toMatchObject({ checked: true });
});

it("counts a vote a tree, however weak", () => {
  const leaf = (values: number[]): object => ({ weight: 1, feature: [-1], threshold: [0], left: [-1], right: [-1], value: [values] });
  const voted = { ...document(1, [0]), aggregation: "vote", base: [0, 0], trees: [leaf([0.49, 0.51]), leaf([0.4, 0.6]), leaf([1, 0])] };
  expect(verdict(voted, [4], [], [[]])).toMatchObject(open);
  expect(verdict({ ...voted, aggregation: "mean" }, [4], [], [[]])).toMatchObject({ checked: true });
});
