// The check reads a model's file as it is meant; a file that cannot be read is told with its place and the right input.
import { describe, expect, it } from "vitest";
import { checker, type Verdict } from "../../www/src/check/index.js";

const leaves = { left: [1, -1, -1], right: [2, -1, -1] };
const stump = { weight: 1, feature: [0, -1, -1], threshold: [5, 0, 0], ...leaves, value: [null, [1, 0], [0, 1]] };
const features = [{ name: "A", column: 0, min: 0, max: 10 }, { name: "B", column: 1, min: 0, max: 10 }];

/** Above 5 in A class 1 is likelier. */
const model = (part: object = {}): object => ({
  ...{ format: "espalier", version: 1, kind: "classifier", input: "float64", compare: "<=", aggregation: "mean", base: [0, 0], link: "none", columns: 2, classes: ["no", "yes"], schema: { features } },
  trees: [stump],
  ...part,
});

/** The claim of no bound that a row is an answer to class 1: confirmed of its cost, or the fault. */
function says(document: object, values: (number | null)[], target: object = { class: 1 }, query: (number | null)[] = [4, 3]): string {
  const certificate = { version: 1, cost: -1, cuts: [[5], []], proofs: [btoa("\0")] };
  const found: Verdict = checker(document)({ query, target }, { status: "optimal", counterfactuals: [{ values, cost: -1 }], certificate });
  return found.checked ? "checked" : found.what.replace(/^the counterfactual costs .*/, "an answer");
}

const missed = "the counterfactual misses the target";

describe("the unreadable part of a model", () => {
  const numeric = "a number is needed";
  const object = "an object is needed";
  const listed = "a list is needed";
  const unreadable: [object, string][] = [
    [{ format: "other" }, "the model: Espalier's JSON of version 1 is needed"],
    [{ version: 2 }, "the model: Espalier's JSON of version 1 is needed"],
    [{ kind: "odd" }, '/kind: one of "classifier", "regressor", "isolation_forest" is needed'],
    [{ link: "odd" }, '/link: one of "none", "logistic", "softmax", "one_vs_rest", "exp", "square", "softplus" is needed'],
    [{ schema: 5 }, `/schema: ${object}`],
    [{ classes: 5 }, `/classes: ${listed}`],
    [{ base: 5 }, `/base: ${listed}`],
    [{ base: [0] }, "the model: two classes are needed at least"],
    [{ base: undefined, classes: undefined }, "the model: two classes are needed at least"],
    [{ base: [0, 0], link: "logistic" }, "/base: 1 numbers are needed"],
    [{ base: [0, "0"] }, `/base/1: ${numeric}`],
    [{ columns: -1 }, "/columns: a whole number from 0 to 2147483647 is needed"],
    [{ input: "float16" }, '/input: one of "float32", "float64", "float64_flushed" is needed'],
    [{ compare: ">" }, '/compare: one of "<=", "<" is needed'],
    [{ aggregation: "odd" }, '/aggregation: one of "mean", "vote", "sum" is needed'],
    [{ aggregation: undefined }, '/aggregation: one of "mean", "vote", "sum" is needed'],
    [{ sums: "odd" }, '/sums: one of "float32", "float64" is needed'],
    [{ arithmetic: "odd" }, '/arithmetic: one of "plain", "scikit-learn", "xgboost", "catboost", "onnxruntime" is needed'],
    [{ divide: 2 }, `/divide: ${listed}`],
    [{ divide: [1, 0] }, "/divide: one number or two, not 0, are needed"],
    [{ divide: [1, 2, 3] }, "/divide: one number or two, not 0, are needed"],
    [{ scale: "1" }, `/scale: ${numeric}`],
    [{ background: 5 }, `/background: ${object}`],
    [{ background: { rows: 5 } }, `/background/rows: ${listed}`],
    [{ background: { labels: 5 } }, `/background/labels: ${listed}`],
    [{ isolation_forest: 5 }, `/isolation_forest: ${object}`],
    [{ isolation_forest: { trees: 5 } }, `/isolation_forest/trees: ${listed}`],
    [{ isolation_forest: { trees: [5] } }, `/isolation_forest/trees/0: ${object}`],
    [{ isolation_forest: { trees: [{ ...stump, samples: 5 }] } }, `/isolation_forest/trees/0: ${listed}`],
    [{ isolation_forest: { trees: [{ ...stump, samples: [2, "1", 1] }] } }, `/isolation_forest/trees/0, node 1: ${numeric}`],
    [{ trees: 5 }, `/trees: ${listed}`],
    [{ trees: [stump, 5] }, `/trees/1: ${object}`],
    ...([
      [{ feature: 5 }, `/feature: ${listed}`],
      [{ threshold: 5 }, `/threshold: ${listed}`],
      [{ value: 5 }, `/value: ${listed}`],
      [{ output: 2 }, "/output: a whole number from 0 to 1 is needed"],
      [{ missing: 5 }, `/missing: ${object}`],
      [{ missing: { 0: "up" } }, ', node 0: one of "left", "right" is needed'],
      [{ weight: "1" }, `/weight: ${numeric}`],
      [{ left: 5 }, `/left: ${listed}`],
      [{ right: 5 }, `/right: ${listed}`],
      [{ left: [3, -1, -1] }, ", node 3: there is no such node"],
      [{ left: [0, -1, -1] }, ", node 0: a child that no other node has is needed"],
      [{ left: [2, -1, -1] }, ", node 0: a child that no other node has is needed"],
      [{ left: [] }, ", node 0: a child that no other node has is needed"],
      [{ value: [null, [1], [0, 1]] }, ", node 1: 2 numbers are needed"],
      [{ value: [null, [1, "0"], [0, 1]] }, `, node 1/1: ${numeric}`],
      [{ value: [null, "1", [0, 1]] }, `, node 1: ${numeric}`],
      [{ threshold: ["5", 0, 0] }, `, node 0: ${numeric}`],
      [{ feature: [2, -1, -1] }, ", node 0: a whole number from 0 to 1 is needed"],
      [{ feature: [-3, -1, -1] }, `, node 0: ${object}`],
      [{ feature: [-3, -1, -1], categories: { 0: { column: 2, left: [] } } }, ", node 0: a whole number from 0 to 1 is needed"],
      [{ feature: [-3, -1, -1], categories: { 0: { column: 0, left: 5 } } }, `, node 0: ${listed}`],
      [{ feature: [-3, -1, -1], categories: { 0: { column: 0, left: [], unknown: { from: -1, to: "left" } } } }, ", node 0: a whole number from 0 to 4294967295 is needed"],
      [{ feature: [-3, -1, -1], categories: { 0: { column: 0, left: [], unknown: { from: 1, to: "up" } } } }, ', node 0: one of "left", "right" is needed'],
      [{ feature: [-4, -1, -1], intervals: { 0: { column: 0, left: 5 } } }, `, node 0: ${listed}`],
      [{ feature: [-4, -1, -1], intervals: { 0: { column: 0, left: [["0", 1]] } } }, `, node 0: ${numeric}`],
      [{ feature: [-4, -1, -1], intervals: { 0: { column: 2, left: [[0, 1]] } } }, ", node 0: a whole number from 0 to 1 is needed"],
      [{ oblivious: 5 }, "/oblivious: true, in a model of values, is needed"],
      [{ oblivious: true, feature: [0], threshold: [5], value: [[1, 0]] }, "/value: 2 leaves are needed"],
      [{ oblivious: true, feature: [0], threshold: [5], value: [[1, 0], [0]] }, "/value/1: 2 numbers are needed"],
      [{ oblivious: true, feature: [0], threshold: [5], value: [[1, 0], ["0", 1]] }, `/value/1/0: ${numeric}`],
      [{ oblivious: true, feature: [0], threshold: ["5"], value: [[1, 0], [0, 1]] }, `, level 0: ${numeric}`],
      [{ oblivious: true, feature: [0], threshold: [5], value: [[1, 0], [0, 1]], missing: { 0: "up" } }, ', level 0: one of "left", "right" is needed'],
    ] as [object, string][]).map(([part, words]): [object, string] => [{ trees: [{ ...stump, ...part }] }, `/trees/0${words}`]),
  ];
  for (const [part, words] of unreadable) {
    it(`${words} (${JSON.stringify(part).slice(0, 120)})`, () => expect(() => checker(model(part))).toThrow(new Error(words)));
  }

  it("is not named where the text is no document", () => {
    for (const document of [5, null, []]) expect(() => checker(document)).toThrow(new Error(`the document: ${object}`));
  });

  it("is repeated without a certificate where it has hyperplanes", () => {
    const check = checker(model({ trees: [{ ...stump, feature: [-2, -1, -1], hyperplanes: { 0: { columns: [0, 1], weights: [1, 1] } } }] }));
    const asked = { query: [1, 3], target: { class: 1 } };
    const answer = (a: number): object => ({ status: "optimal", counterfactuals: [{ values: [a, 3], cost: (a - 1) / 10 }] });
    expect(check(asked, { status: "infeasible" })).toEqual({ checked: false, what: "there is no certificate" });
    expect(check(asked, answer(3))).toEqual({ checked: false, what: "there is no certificate", attained: true });
    expect(check(asked, answer(2))).toEqual({ checked: false, what: "the counterfactual misses the target" });
  });
});

describe("a checked model", () => {
  /** Whether an A is accepted. */
  const accepts = (tree: object, a: number | null, part: object = {}, query: (number | null)[] = [4, 3]): string => says(model({ trees: [{ ...stump, ...tree }], ...part }), [a, 3], { class: 1 }, query);

  it("goes left up to a threshold, or below it", () => {
    expect([5, 6].map((a) => accepts({}, a))).toEqual([missed, "an answer"]);
    const below = 5 - 2 ** -50;
    const cuts = [[below], []];
    const check = checker(model({ compare: "<" }));
    const asked = (a: number): Verdict => check({ query: [4, 3], target: { class: 1 } }, { status: "optimal", counterfactuals: [{ values: [a, 3], cost: (a - 4) / 10 }], certificate: { version: 1, cost: (a - 4) / 10, cuts, proofs: [btoa("\0")] } });
    expect(asked(5)).toMatchObject({ checked: true });
    expect(asked(below)).toMatchObject({ checked: false });
    expect(asked(6)).toMatchObject({ checked: false, what: "a box is closed that may hold a cheaper answer" });
  });

  it("sends missing values where its file says, and nowhere without a word", () => {
    const query = [null, 3];
    const to = (missing: object, output: [number[], number[]] = [[1, 0], [0, 1]]): string => accepts({ missing, value: [null, ...output] }, null, {}, query);
    expect(to({ 0: "right" })).toBe("an answer");
    expect(to({ 0: "left" })).toBe(missed);
    expect(to({ 0: "left" }, [[0, 1], [1, 0]])).toBe("an answer");
    expect(to({})).toBe(missed);
    expect(to({}, [[0, 1], [0, 1]])).toBe(missed);
  });

  it("sends codes left that are in a set, and those beyond its codes where its file says", () => {
    const region = { name: "B", kind: "categorical", column: 1, labels: ["a", "b", "c", "d"], values: [0, 1, 3, 4] };
    const coded = (unknown?: object): (string | boolean)[] => {
      const tree = { ...stump, feature: [-3, -1, -1], threshold: [null, 0, 0], categories: { 0: { column: 1, left: [0], ...(unknown === undefined ? {} : { unknown }) } } };
      return [0, 1, 3, 4].map((code) => says(model({ schema: { features: [features[0], region] }, trees: [tree] }), [4, code], { class: 1 }, [4, 0]));
    };
    const [yes, no] = ["an answer", missed];
    expect(coded()).toEqual([no, yes, yes, yes]);
    expect(coded({ from: 3, to: "left" })).toEqual([no, yes, no, no]);
    expect(coded({ from: 4, to: "left" })).toEqual([no, yes, yes, no]);
    expect(coded({ from: 0, to: "right" })).toEqual([yes, yes, yes, yes]);
  });

  it("reads trees of one test a level: right at the first adds one to the number of the leaf", () => {
    const twice = { oblivious: true, feature: [0, 1], threshold: [5, 5] };
    const only = (leaf: number): object => model({ trees: [{ ...twice, value: [0, 1, 2, 3].map((l) => (l === leaf ? [0, 1] : [1, 0])) }] });
    const rows = [[4, 4], [6, 4], [4, 6], [6, 6]];
    for (let leaf = 0; leaf < 4; leaf++) {
      const check = checker(only(leaf));
      const found = rows.map((values) => check({ query: [4, 3], target: { class: 1 } }, { status: "optimal", counterfactuals: [{ values, cost: -1 }], certificate: { version: 1, cost: -1, cuts: [[5], [5]], proofs: [btoa("\0")] } }));
      expect(found.map((verdict) => verdict.checked || verdict.what !== missed)).toEqual(rows.map((_, row) => row === leaf));
    }
  });

  it("weighs trees, whose leaves count as the kind of the sum says", () => {
    const other = (weight: number): object => ({ ...stump, weight, value: [null, [0, 1], [1, 0]] });
    for (const aggregation of ["mean", "vote", "sum"]) {
      expect(says(model({ aggregation, trees: [{ ...stump, weight: 2 }, other(1)] }), [6, 3]), aggregation).toBe("an answer");
      expect(says(model({ aggregation, trees: [stump, other(2)] }), [6, 3]), aggregation).toBe(missed);
    }
    // A vote counts the larger of a leaf's numbers alone, of equal ones the first.
    const strong = { ...stump, value: [null, [1, 0], [9, 8]] };
    const weak = { ...stump, value: [null, [1, 0], [0, 5]] };
    expect(says(model({ aggregation: "mean", trees: [strong, weak] }), [6, 3])).toBe("an answer");
    expect(says(model({ aggregation: "vote", trees: [strong, strong, weak] }), [6, 3])).toBe(missed);
    expect(says(model({ aggregation: "vote", trees: [{ ...stump, value: [null, [1, 0], [1, 1]] }] }), [6, 3])).toBe(missed);
    expect(says(model({ aggregation: "sum", base: [1.5, 0] }), [6, 3])).toBe(missed);
    expect(says(model({ aggregation: "sum", base: [0.5, 0] }), [6, 3])).toBe("an answer");
    // Trees of a single output.
    const single = (output: number, value: number): object => ({ ...stump, output, value: [null, 0, value] });
    expect(says(model({ aggregation: "sum", trees: [single(1, 3), single(0, 2)] }), [6, 3])).toBe("an answer");
    expect(says(model({ aggregation: "sum", trees: [single(1, 2), single(0, 3)] }), [6, 3])).toBe(missed);
  });

  it("has a class that leads by a millionth at least, and by the margin", () => {
    const lead = (by: number): object => model({ trees: [{ ...stump, value: [null, [1, 0], [0, by]] }] });
    expect(says(lead(1.1e-6), [6, 3])).toBe("an answer");
    expect(says(lead(0.9e-6), [6, 3])).toBe(missed);
    // Beside a base of 1000 single precision makes a step of 6e-5 of it, and probabilities that differ: the lead is that of sums in double precision.
    const single = (own: number): object => model({ aggregation: "sum", base: [1000, 1000], link: "softmax", arithmetic: "xgboost", input: "float32", trees: [{ ...stump, value: [null, [1, 0], [30.4e-6, own]] }] });
    expect(says(single(33e-6), [6, 3])).toBe("an answer");
    expect(says(single(30.6e-6), [6, 3])).toBe(missed);
    const margin = (by: number): Verdict => checker(lead(0.5))({ query: [4, 3], target: { class: 1 }, margin: by }, { status: "optimal", counterfactuals: [{ values: [6, 3], cost: -1 }], certificate: { version: 1, cost: -1, cuts: [[5], []], proofs: [btoa("\0")] } });
    expect(margin(0.5)).toMatchObject({ what: expect.stringContaining("costs") as string });
    expect(margin(0.51)).toMatchObject({ checked: false, what: missed });
  });

  it("links its sums", () => {
    const regressor = (link: string, value: number): object => model({ kind: "regressor", classes: undefined, base: [0], aggregation: "sum", link, trees: [{ ...stump, value: [null, -9, value] }] });
    const within = (link: string, value: number, [lo, hi]: [number, number]): void => {
      expect(says(regressor(link, value), [6, 3], { value: [lo, hi] }), link).toBe("an answer");
      expect(says(regressor(link, value), [6, 3], { value: [hi, null] }), link).toBe(missed);
      expect(says(regressor(link, value), [6, 3], { value: [null, lo] }), link).toBe(missed);
    };
    within("none", 2, [1.9999, 2.0001]);
    within("exp", 2, [7.3890, 7.3891]);
    within("square", 3, [8.9999, 9.0001]);
    within("softplus", 2, [2.1269, 2.1270]);
    const likely = (part: object, least: number, value: unknown): void => {
      for (const [p, said] of [[least, "an answer"], [least + 0.001, missed]] as const) expect(says(model({ aggregation: "sum", trees: [{ ...stump, value: [null, ...(value as unknown[])] }], ...part }), [6, 3], { class: 1, min_probability: p }), JSON.stringify(part)).toBe(said);
    };
    likely({}, 0.7, [[1, 0], [0.3, 0.7]]);
    likely({ link: "logistic", base: [0] }, 0.731, [-1, 1]);
    likely({ link: "softmax" }, 0.731, [[1, 0], [0, 1]]);
    likely({ link: "one_vs_rest" }, 0.731, [[1, 0], [0, 1]]);
  });
});
