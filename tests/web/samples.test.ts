import { expect, test } from "vitest";
import { compare, expectedOf } from "../../www/src/engine/library-predictions.js";

const two = { kind: "classifier" as const, classes: ["no", "yes"] };
const value = { kind: "regressor" as const, classes: [] };
const rows = [[1], [2]];
const scored = (...shares: number[]) => shares.map((p) => ({ class: p > 0.5 ? 1 : 0, scores: [1 - p, p], raw: [] }));

test("classes come by name, by index, or as the second one's probability", () => {
  expect(expectedOf({ rows, predictions: ["yes", "no"] }, two, "f")).toEqual({ what: "classes", rows: [[1], [0]] });
  expect(expectedOf({ rows, predictions: [1, 0] }, two, "f")).toEqual({ what: "classes", rows: [[1], [0]] });
  expect(expectedOf({ rows, beside: ["p"], cells: [["0.25"], ["1"]], lines: [2, 3] }, two, "f")).toEqual({ what: "probabilities", rows: [[0.75, 0.25], [0, 1]] });
  expect(expectedOf({ rows, beside: ["v"], cells: [["-3"], ["4e2"]] }, value, "f")).toEqual({ what: "values", rows: [[-3], [400]] });
});

test("numbers agree within single precision, and the first that does not is named", () => {
  const expected = expectedOf({ rows, predictions: [[0.2, 0.8], [0.9, 0.1]] }, two, "f");
  expect(compare(expected, scored(0.8 + 1e-7, 0.1))).toMatchObject({ rows: 2, matched: 2, what: "probabilities" });
  const wrong = compare(expected, scored(0.8, 0.1 + 1e-4));
  expect(wrong).toMatchObject({ matched: 1, first: { row: 1, expected: [0.9, 0.1] } });
  expect(wrong.largest).toBeCloseTo(1e-4, 9);
});

test("sums that cancel are judged by the size of the others", () => {
  const expected = expectedOf({ rows, predictions: [1e-9, 1000] }, value, "f");
  expect(compare(expected, [{ value: 1e-5 }, { value: 1000 }]).matched).toBe(2);
  expect(compare(expected, [{ value: 1 }, { value: 1000 }]).matched).toBe(1);
});

test.each([
  [{ rows, beside: [], cells: [[], []] }, two, "line 1", "no other"],
  [{ rows, beside: ["a", "b", "c"], cells: [] }, two, "line 1", "2 of probabilities"],
  [{ rows, beside: ["a"], cells: [["no"], ["perhaps"]], lines: [2, 3] }, two, "line 3", "perhaps"],
  [{ rows, predictions: [[0.5, 0.5], [1]] }, two, "/predictions/1", "found 1 numbers"],
  [{ rows, predictions: [1, null] }, value, "/predictions/1", "a number is needed"],
] as const)("a value that cannot be compared is named with its place", (samples, info, where, says) => {
  expect(() => expectedOf(samples as never, info as never, "file.csv")).toThrow(expect.objectContaining({ where, message: expect.stringContaining(says) as unknown }));
});
