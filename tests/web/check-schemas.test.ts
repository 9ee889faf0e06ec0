// Features that a document does not describe in full, as the check completes them: names, ranges, labels and the numbers of levels.
import { describe, expect, it } from "vitest";
import { checker } from "../../www/src/check/index.js";
import { readModel } from "../../www/src/check/model.js";
import { readSchema } from "../../www/src/check/schema.js";

const { fround } = Math;
const stump = (feature: number, threshold: number, low: unknown = [0, -1], high: unknown = [0, 1]): object => ({ weight: 1, feature: [feature, -1, -1], threshold: [threshold, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, low, high] });
const document = (more: object): object => ({ format: "espalier", version: 1, kind: "classifier", input: "float64", compare: "<=", aggregation: "sum", base: [0, 0], link: "none", columns: 2, classes: ["no", "yes"], ...more });

/** The words on an answer that costs this, of which one closed box is the proof; "checked" where it is the cheapest. */
function said(of: object, query: unknown, values: number[], cost: number, more: object = {}, cuts: number[][] = values.map(() => [])): string {
  try {
    const verdict = checker(of)({ query, target: { class: 1 }, certificate: true, ...more }, { status: "optimal", counterfactuals: [{ values, cost }], certificate: { version: 1, cost, cuts, proofs: ["AA=="] } });
    return verdict.checked ? "checked" : verdict.what;
  } catch (error) {
    return (error as Error).message;
  }
}

describe("columns that no schema describes", () => {
  it("are numbers named by their column, with the range of their own thresholds and a twentieth on both sides", () => {
    const of = document({ trees: [stump(0, 2), stump(0, 4), stump(1, 100, [0, 0], [0, 0])] });
    const near = 4 + 2 ** -50;
    expect(said(of, [3, 50], [near, 50], (near - 3) / 2.2, {}, [[2, 4], [100]])).toBe("checked");
    expect(said(of, { x0: 3, x1: 50 }, [near, 50], (near - 3) / 2.2, {}, [[2, 4], [100]])).toBe("checked");
    expect(said(of, [3, 50], [near, 50], (near - 3) / 2, {}, [[2, 4], [100]])).toContain("a box is closed");
    expect(said(of, [3, 50], [near, 51], (near - 3) / 2.2, { constraints: [{ fix: "x1" }] }, [[2, 4], [100]])).toBe('the counterfactual\'s "x1" is beyond a limit');
    expect(said(of, [3, 50], [near, 50], 1, { constraints: [{ fix: "x2" }] })).toContain('there is no feature "x2"');
    // One threshold: half of its size on both sides. The other column has none: 0 to 1.
    const one = document({ trees: [stump(0, 4)] });
    expect(said(one, [3, 0.5], [near, 0.5], (near - 3) / 4, {}, [[4], []])).toBe("checked");
    expect(said(one, [3, 0.5], [near, 1], (near - 3) / 4 + 0.5, {}, [[4], []])).not.toContain("beyond");
    expect(said(one, [3, 0.5], [near, 1.5], (near - 3) / 4, {}, [[4], []])).toBe('the counterfactual\'s "x1" is beyond a limit');
  });

  it("have the range of the background rows, where these differ", () => {
    const near = 4 + 2 ** -50;
    const of = (rows: unknown[][]): object => document({ trees: [stump(0, 4)], background: { rows } });
    expect(said(of([[1, 0], [9, 1], [null, 0]]), [3, 0.5], [near, 0.5], (near - 3) / 8, {}, [[4], []])).toBe("checked");
    // One value widens the range of the thresholds, which is 2 to 6.
    expect(said(of([[8, 0]]), [3, 0.5], [near, 0.5], (near - 3) / 6, {}, [[4], []])).toBe("checked");
    expect(said(of([[1, 0]]), [3, 0.5], [near, 0.5], (near - 3) / 5, {}, [[4], []])).toBe("checked");
    expect(said(of([[5, 0]]), [3, 0.5], [near, 0.5], (near - 3) / 4, {}, [[4], []])).toBe("checked");
  });

  it("are codes where a test asks for a set of them, each with its number as its label", () => {
    const set = { weight: 1, feature: [-3, -1, -1], threshold: [0, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, [0, 1], [0, -1]], categories: { 0: { column: 0, left: [2, 3] } } };
    const of = document({ trees: [set] });
    expect(said(of, [0, 0.5], [2, 0.5], 1)).toBe("checked");
    expect(said(of, { x0: "0", x1: 0.5 }, [2, 0.5], 1)).toBe("checked");
    expect(said(of, [0, 0.5], [3, 0.5], 1, { constraints: [{ levels: { feature: "x0", allow: ["3"] } }] })).toBe("checked");
    expect(said(of, [0, 0.5], [2, 0.5], 1, { constraints: [{ levels: { feature: "x0", allow: ["0", "3"] } }] })).toBe('the counterfactual\'s "x0" is beyond a limit');
    expect(said(of, [4, 0.5], [2, 0.5], 1)).toBe("/query/0: a level of the feature is needed");
  });
});

describe("codes that are many", () => {
  it("are those of the sets alone, in ascending order, since proofs number levels so", () => {
    const set = (left: number[], unknown?: object): object => ({ weight: 1, feature: [-3, -1, -1], threshold: [0, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, [0, 1], [0, -1]], categories: { 0: { column: 0, left, ...(unknown === undefined ? {} : { unknown }) } } });
    const values = (...trees: object[]): number[] | undefined => {
      const model = readModel(document({ trees }));
      return readSchema(model).features[0]!.values;
    };
    expect(values(set([5000, 7]), set([4100, 80]))).toEqual([0, 1, 7, 80, 4100, 5000]);
    expect(values(set([9, 3]))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(values(set([3], { from: 7, to: "left" }))).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(values(set([5000], { from: 6000, to: "left" }))).toEqual([0, 1, 5000, 5999]);
    expect(values(set([5000], { from: 0, to: "left" }))).toEqual([0, 1, 5000]);
  });
});

describe("labels without numbers", () => {
  const labelled = (kind: string, more: object, threshold: number, of: object = {}): object => document({ columns: 1, schema: { features: [{ name: "S", column: 0, kind, labels: ["a", "b", "c"], ...more }] }, trees: [stump(0, threshold)], ...of });

  it("count from 0, or are spread evenly between two ends where they are ordered", () => {
    expect(said(labelled("ordinal", {}, 0.5), { S: "a" }, [1], 0.5)).toBe("checked");
    expect(said(labelled("ordinal", {}, 1.5), { S: "a" }, [2], 1)).toBe("checked");
    expect(said(labelled("ordinal", { min: 10, max: 20 }, 14), { S: "a" }, [15], 0.5)).toBe("checked");
    expect(said(labelled("ordinal", { min: 10, max: 20 }, 16), { S: "a" }, [20], 1)).toBe("checked");
    expect(said(labelled("categorical", { min: 10, max: 20 }, 1.5), { S: "a" }, [2], 1)).toBe("checked");
    // The last is the end itself, and not the sum that rounds.
    expect(-0.1 + (0.3 + 0.1)).not.toBe(0.3);
    expect(said(labelled("ordinal", { min: -0.1, max: 0.3 }, 0.25), [-0.1], [0.3], 1)).toBe("checked");
    expect(said(labelled("ordinal", { min: -0.1, max: 0.3 }, 0.25), [-0.1], [-0.1 + (0.3 + 0.1)], 1)).toBe('the counterfactual\'s "S" is no value of that feature');
  });

  it("of yes and no need not be stated", () => {
    const of = document({ columns: 1, schema: { features: [{ name: "S", column: 0, kind: "binary" }] }, trees: [stump(0, 0.5)] });
    expect(said(of, [0], [1], 1)).toBe("checked");
    expect(said(of, { S: "0" }, [1], 1)).toBe("checked");
    const named = document({ columns: 1, schema: { features: [{ name: "S", column: 0, kind: "binary", labels: ["no", "yes"] }] }, trees: [stump(0, 0.5)] });
    expect(said(named, { S: "no" }, [1], 1)).toBe("checked");
    const one = document({ columns: 1, schema: { features: [{ name: "S", column: 0, kind: "binary", labels: ["no"] }] }, trees: [stump(0, 0.5)] });
    expect(said(one, [0], [1], 1)).toContain("two levels, each");
    // The engine reads no others.
    for (const more of [{ labels: ["no", "perhaps", "yes"] }, { labels: ["no", "perhaps", "yes"], values: [0, 1, 2] }]) {
      expect(said(document({ columns: 1, schema: { features: [{ name: "S", column: 0, kind: "binary", ...more }] }, trees: [stump(0, 0.5)] }), [0], [1], 1)).toContain("two levels, each");
    }
  });

  it("are the numbers that the model reads, whatever a query writes", () => {
    const of = labelled("ordinal", { values: [0.1, 0.5, 0.9] }, 0.3, { input: "float32" });
    for (const own of [0.1, fround(0.1)]) expect(said(of, [own], [0.5], 0.5)).toBe("checked");
    expect(said(of, [0.11], [0.5], 0.5)).toBe("/query/0: a level of the feature is needed");
  });
});
