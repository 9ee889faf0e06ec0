// The check reads schemas and requests as they are meant; a document that cannot be read is told with its place and the right input.
import { describe, expect, it } from "vitest";
import { checker, type Verdict } from "../../www/src/check/index.js";

const after = (x: number): number => x + x * Number.EPSILON;

const income = { name: "Income", kind: "numeric", column: 0, min: 0, max: 10 };
const job = { name: "Job", kind: "categorical", columns: [1, 2, 3], labels: ["a", "b", "c"] };
const school = { name: "School", kind: "ordinal", column: 4, labels: ["none", "some", "much"], values: [0, 5, 9] };
const car = { name: "Car", kind: "binary", column: 5, labels: ["no car", "a car"] };
const region = { name: "Region", kind: "categorical", column: 6, labels: ["n", "s"], values: [3, 7] };
const features: object[] = [income, job, school, car, region];

/** Above 5 in Income class 1 is likelier. */
const model = (part: object = {}): object => ({
  ...{ format: "espalier", version: 1, kind: "classifier", input: "float64", compare: "<=", aggregation: "mean", base: [0, 0], link: "none", columns: 7, classes: ["no", "yes"] },
  trees: [{ weight: 1, feature: [0, -1, -1], threshold: [5, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, [1, 0], [0, 1]] }],
  ...part,
});

/** A refused person: job b, some school, no car, region s. */
const person = [4, 0, 1, 0, 5, 0, 7];
const named = { Income: 4, Job: "b", School: "some", Car: "no car", Region: "s" };

interface Asked {
  document?: object;
  schema?: unknown;
  row?: (number | null)[];
  cost?: number;
}

/** The verdict on the answer that nothing but Income changes, at a cost of 0.1; a schema that is null is the model's own. */
function says(request: unknown, { document = model(), schema = { features }, row = person, cost = 0.1 }: Asked = {}): Verdict {
  const certificate = { version: 1, cost, cuts: [[5], [], [], [], []], proofs: [btoa("\0")] };
  return checker(document, schema ?? undefined)(request, { status: "optimal", counterfactuals: [{ values: [after(5), ...row.slice(1)], cost }], certificate });
}

const confirmed = { checked: true, cost: 0.1 };
const target = { class: "yes" };
const numeric = "a number is needed";
const object = "an object is needed";
const listed = "a list is needed";
const written = "a text is needed";
const positive = "a number of at least 0 is needed";
const ways = 'one of "free", "fixed", "increase", "decrease" is needed';
const distinct = "two levels at least, each with a label and a value of its own, are needed";

describe("the query of a checked request", () => {
  it("is a list by column, or names with numbers and levels", () => {
    expect(says({ query: person, target })).toMatchObject(confirmed);
    expect(says({ query: named, target })).toMatchObject(confirmed);
    // Levels of a single column by value too.
    expect(says({ query: { ...named, School: 5, Region: 7, Car: 0 }, target })).toMatchObject(confirmed);
    for (const other of [{ Job: "c" }, { School: "much" }, { School: 9 }, { Car: "a car" }, { Region: "n" }, { Region: 3 }, { Income: 4.5 }]) {
      expect(says({ query: { ...named, ...other }, target }), JSON.stringify(other)).toMatchObject({ checked: false });
    }
  });

  it("may lack values, which stay missing at no cost", () => {
    expect(says({ query: { ...named, Job: null }, target }, { row: [4, null, null, null, 5, 0, 7] })).toMatchObject(confirmed);
    expect(says({ query: { ...named, School: null }, target }, { row: [4, 0, 1, 0, null, 0, 7] })).toMatchObject(confirmed);
    expect(says({ query: [4, 0, 1, 0, null, 0, 7], target }, { row: [4, 0, 1, 0, null, 0, 7] })).toMatchObject(confirmed);
    expect(says({ query: { ...named, School: null }, target })).toEqual({ checked: false, what: "the counterfactual costs 1.1, not 0.1" });
    // Columns of one feature mean one of its levels, or all are missing.
    for (const job of [[0.5, 0, 0], [0, 0, 0], [1, 1, 0], [null, 1, 0]]) expect(() => says({ query: [4, ...job, 5, 0, 7], target })).toThrow("/query/1: a level of the feature is needed");
    // From a missing number to any other it is one range.
    expect(says({ query: { ...named, Income: null }, target }, { cost: 1 })).toMatchObject({ checked: true, cost: 1 });
  });

  it("is of the class that the schema in force names", () => {
    const own = model({ schema: { features, classes: ["refused", "accepted"] } });
    const asked = (name: string | number): unknown => ({ query: person, target: { class: name } });
    expect(says(asked("accepted"), { document: own, schema: null })).toMatchObject(confirmed);
    expect(says(asked("accepted"), { document: own })).toMatchObject(confirmed);
    expect(says(asked("B"), { document: own, schema: { features, classes: ["A", "B"] } })).toMatchObject(confirmed);
    expect(says(asked("B"), { schema: { features, classes: ["A", "B"] } })).toMatchObject(confirmed);
    for (const name of [1, "1"]) expect(says(asked(name), { document: own })).toMatchObject(confirmed);
    expect(() => says(asked("yes"), { document: own })).toThrow(`/target: ${numeric}`);
    expect(() => says(asked("accepted"), { document: own, schema: { features, classes: ["A", "B"] } })).toThrow(`/target: ${numeric}`);
    expect(says(asked("1"), { document: model({ classes: undefined }) })).toMatchObject(confirmed);
  });

  it("has no certificate with a limit that none is written for", () => {
    const none = "this kind of request has no certificate";
    expect(says({ query: person, target, cost: { quadratic: [[10]] } })).toEqual({ checked: false, what: "a quadratic cost has no certificate", attained: true });
    expect(says({ query: person, target, cost: { quadratic: [[5]], norm: { l1: 0.5 } } })).toHaveProperty("attained", true);
    expect(says({ query: person, target, plausibility: { hull: {} } })).toEqual({ checked: false, what: "there is not one proof for each goal" });
    for (const part of [{ real_rows: true }, { radius: true }, { distinct: {} }]) expect(says({ query: person, target, ...part }), JSON.stringify(part)).toEqual({ checked: false, what: none });
    expect(says({ query: person, target, real_rows: false, plausibility: {} })).toMatchObject(confirmed);
  });
});

describe("the unreadable part of a request", () => {
  const limit = (constraint: unknown): object => ({ constraints: [constraint] });
  const unreadable: [object, string][] = [
    [{ query: 5 }, `/query: ${object}`],
    [{ cost: { quadratic: [[1, 0]] } }, "/cost/quadratic: a number for each two of 1 numbers is needed"],
    [{ cost: { quadratic: {} } }, `/cost/quadratic/ridge: ${numeric}`],
    [{ cost: { quadratic: "rows" } }, "/cost/quadratic: rows whose covariance has an inverse are needed"],
    [{ plausibility: { hull: { norm: "l3" } } }, '/plausibility/hull/norm: one of "l1", "l2", "linf" is needed'],
    [{ query: [4] }, "/query: 7 values are needed"],
    [{ query: [4, 0, "1", 0, 5, 0, 7] }, `/query/2: ${numeric}`],
    [{ query: [4, 0, 1, 0, 4, 0, 7] }, "/query/4: a level of the feature is needed"],
    [{ query: { ...named, Income: undefined } }, '/query: a value of "Income" is needed'],
    [{ query: { ...named, School: undefined } }, '/query: a value of "School" is needed'],
    [{ query: { ...named, Age: 20 } }, '/query: there is no feature "Age"'],
    [{ query: { ...named, Income: "4" } }, `/query/Income: ${numeric}`],
    [{ query: { ...named, School: "odd" } }, '/query: "School" has no level "odd"'],
    [{ query: { ...named, School: 4 } }, '/query: "School" has no level 4'],
    [{ query: { ...named, Job: 1 } }, '/query: "Job" has no level 1'],
    [{ target: 5 }, `/target: ${object}`],
    [{ target: {} }, `/target: ${numeric}`],
    [{ target: { class: 2 } }, "/target: a whole number from 0 to 1 is needed"],
    [{ target: { classes: "yes" } }, `/target/classes: ${listed}`],
    [{ target: { class: 1, min_probability: "much" } }, `/target/min_probability: ${numeric}`],
    [{ target: { class_costs: 5 } }, `/target/class_costs: ${object}`],
    [{ target: { class_costs: { yes: -1 } } }, `/target/class_costs: ${positive}`],
    [{ target: { value: [0, 1] } }, "/target/value: the model predicts a class"],
    [{ margin: -1 }, `/margin: ${positive}`],
    [{ cost: 5 }, `/cost: ${object}`],
    [{ cost: { norm: "l3" } }, '/cost/norm: one of "l0", "l1", "l2", "linf" is needed'],
    [{ cost: { norm: { l3: 1 } } }, '/cost/norm: one of "l0", "l1", "l2", "linf" is needed'],
    [{ cost: { norm: { l2: -1 } } }, `/cost/norm/l2: ${positive}`],
    [{ cost: { per_change: -1 } }, `/cost/per_change: ${positive}`],
    [{ cost: { weights: 5 } }, `/cost/weights: ${object}`],
    [{ cost: { weights: { Age: 1 } } }, '/cost/weights: there is no feature "Age"'],
    [{ cost: { weights: { Income: -1 } } }, `/cost/weights/Income: ${positive}`],
    [{ cost: { weights: { Income: { up: -1 } } } }, `/cost/weights/Income/up: ${positive}`],
    [{ cost: { weights: { Income: { down: "1" } } } }, `/cost/weights/Income/down: ${numeric}`],
    [{ cost: { tables: { School: 5 } } }, `/cost/tables/School: ${object}`],
    [{ cost: { tables: { School: { odd: 1 } } } }, '/cost/tables/School: "School" has no level "odd"'],
    [{ cost: { tables: { School: { much: "1" } } } }, `/cost/tables/School: ${numeric}`],
    [{ cost: { piecewise: { Income: 5 } } }, `/cost/piecewise/Income: ${listed}`],
    [{ cost: { piecewise: { Income: [[0, 0], [1, "1"]] } } }, `/cost/piecewise/Income: ${numeric}`],
    ...[[[0, 0], [1, 2], [2, 3]], [[-1, 1], [1, 1]], [[0, 0], [1, -1]], [[-1, -1], [0, 0]], [[0, 0], [0, 1]], [[1, 1], [0, 0]], [[0, 0]]].map((curve): [object, string] => [
      { cost: { piecewise: { Income: curve } } },
      "/cost/piecewise/Income: a convex cost that is 0 at 0, with points on both sides of it, is needed",
    ]),
    [{ constraints: 5 }, `/constraints: ${listed}`],
    [limit(5), `/constraints/0: ${object}`],
    [limit({}), "/constraints/0: a known constraint is needed"],
    [limit({ stay: "Income" }), "/constraints/0: a known constraint is needed"],
    [limit({ fix: 5 }), `/constraints/0/fix: ${written}`],
    [limit({ fix: "Age" }), '/constraints/0: there is no feature "Age"'],
    [limit({ max_changes: -1 }), "/constraints/0/max_changes: a whole number from 0 to 2147483647 is needed"],
    [limit({ range: 5 }), `/constraints/0/range: ${object}`],
    [limit({ range: {} }), `/constraints/0/range/feature: ${written}`],
    [limit({ range: { feature: "Age" } }), '/constraints/0: there is no feature "Age"'],
    [limit({ range: { feature: "Income", min: "4" } }), `/constraints/0/range: ${numeric}`],
    [limit({ range: { feature: "Income", max: "4" } }), `/constraints/0/range: ${numeric}`],
    [limit({ direction: 5 }), `/constraints/0/direction: ${object}`],
    [limit({ direction: { feature: "Income", change: "up" } }), `/constraints/0/direction/change: ${ways}`],
    [limit({ levels: 5 }), `/constraints/0/levels: ${object}`],
    [limit({ levels: { feature: "School", allow: "some" } }), `/constraints/0/levels/allow: ${listed}`],
    [limit({ levels: { feature: "School", allow: ["odd"] } }), '/constraints/0/levels/allow: "School" has no level "odd"'],
    [limit({ if: 5, then: 5 }), `/constraints/0/if: ${object}`],
    [limit({ if: {} }), `/constraints/0/if/feature: ${written}`],
    [limit({ if: { feature: "Age" } }), '/constraints/0/if: there is no feature "Age"'],
    [limit({ if: { feature: "Income", min: "4" } }), `/constraints/0/if: ${numeric}`],
    [limit({ if: { feature: "School", in: ["odd"] } }), '/constraints/0/if/in: "School" has no level "odd"'],
    [limit({ if: { feature: "Income", min: 4 } }), `/constraints/0/then: ${object}`],
    [limit({ if: { all: 5 } }), `/constraints/0/if/all: ${listed}`],
    [limit({ if: { any: [] } }), "/constraints/0/if/any: a condition is needed"],
    [limit({ if: { any: [{ feature: "Income", min: 4 }, 5] } }), `/constraints/0/if/any/1: ${object}`],
    [limit({ if: { all: [{ feature: "Income", min: 4 }], any: [{ feature: "Income", min: 4 }] } }), '/constraints/0/if: "all" stands alone'],
    [limit({ if: { all: [{ any: [] }] } }), `/constraints/0/if/all/0/feature: ${written}`],
    [limit({ linear: 5 }), `/constraints/0/linear: ${object}`],
    [limit({ linear: { op: "<", rhs: 1 } }), '/constraints/0/linear/op: one of "<=", ">=", "=", "==" is needed'],
    [limit({ linear: { op: "<=", rhs: "1" } }), `/constraints/0/linear/rhs: ${numeric}`],
    [limit({ linear: { op: "<=", rhs: Infinity } }), "/constraints/0/linear/rhs: a finite number is needed"],
    [limit({ linear: { op: "<=", rhs: 1 } }), `/constraints/0/linear/terms: ${object}`],
    [limit({ linear: { terms: { Income: NaN }, op: "<=", rhs: 1 } }), "/constraints/0/linear/terms/Income: a finite number is needed"],
    [limit({ linear: { terms: { Age: 1 }, op: "<=", rhs: 1 } }), '/constraints/0/linear/terms: there is no feature "Age"'],
    [limit({ linear: { terms: { Income: 1 }, op: "<=", rhs: 1, of: "all" } }), '/constraints/0/linear/of: one of "value", "change" is needed'],
    [limit({ linear: { terms: { Job: 1 }, op: "<=", rhs: 1 } }), '/constraints/0/linear/terms: "Job" has categories, which are no numbers to sum'],
    [limit({ causal: 5 }), `/constraints/0/causal: ${object}`],
    [limit({ causal: {} }), `/constraints/0/causal/feature: ${written}`],
    [limit({ causal: { feature: "School", parents: { Income: 1 } } }), '/constraints/0/causal/feature: "School" has levels; a feature that follows from others is a number'],
    [limit({ causal: { feature: "Income", parents: { Income: 1 } } }), '/constraints/0/causal/parents: "Income" follows from itself'],
    [limit({ causal: { feature: "Income", parents: { Job: 1 } } }), '/constraints/0/causal/parents: "Job" has categories, which are no numbers to sum'],
    [limit({ causal: { feature: "Income", parents: { Car: 1 }, cost: "all" } }), '/constraints/0/causal/cost: one of "own", "none" is needed'],
    [{ plausibility: 5 }, `/plausibility: ${object}`],
    [{ plausibility: { isolation_forest: 5 } }, `/plausibility/isolation_forest: ${object}`],
  ];
  for (const [part, words] of unreadable) {
    it(`${JSON.stringify(part)}: ${words}`, () => expect(() => says({ query: person, target, ...part })).toThrow(new Error(words)));
  }

  it("is not named where the document is no request", () => {
    for (const request of [5, null, []]) expect(() => says(request)).toThrow(new Error(`the request: ${object}`));
  });

  it("is a class where the model gives a number", () => {
    const regressor = model({ kind: "regressor", classes: undefined, base: [0], trees: [] });
    const asked = (wanted: object): Verdict => checker(regressor, { features })({ query: person, target: wanted }, {});
    expect(() => asked({ class: 1 })).toThrow(new Error("/target: the model predicts a number, so a value is needed"));
    expect(() => asked({ value: 5 })).toThrow(new Error(`/target/value: ${listed}`));
    expect(() => asked({ value: ["0", 1] })).toThrow(new Error(`/target/value/0: ${numeric}`));
    expect(() => asked({ value: [null, "1"] })).toThrow(new Error(`/target/value/1: ${numeric}`));
    expect(asked({ value: [null, null] })).toEqual({ checked: false, what: "there is no certificate" });
  });
});

describe("the unreadable part of an answer", () => {
  const proofs = [btoa("\0")];
  const cuts = [[5], [], [], [], []];
  const counterfactuals = [{ values: [after(5), ...person.slice(1)], cost: 0.1 }];
  const check = (part: object, own: object = {}): Verdict => checker(model(), { features })({ query: person, target }, { status: "optimal", counterfactuals, certificate: { version: 1, cost: 0.1, cuts, proofs, ...part }, ...own });
  const refuted: [object, string][] = [
    [{ version: 2 }, "the certificate is not of version 1"],
    [{ cost: "0.1" }, `certificate/cost: ${numeric}`],
    [{ proved: "0.1" }, `certificate/proved: ${numeric}`],
    [{ cuts: 5 }, `certificate/cuts: ${listed}`],
    [{ cuts: [[5], 5, [], [], []] }, `certificate/cuts/1: ${listed}`],
    [{ cuts: [["5"], [], [], [], []] }, `certificate/cuts/0/0: ${numeric}`],
    [{ cuts: [[5]] }, "there are not as many lists of cuts as features"],
    [{ cuts: [[5, 5], [], [], [], []] }, "cuts are not ascending"],
    [{ proofs: 5 }, `certificate/proofs: ${listed}`],
    [{ proofs: [5] }, `certificate/proofs/0: ${written}`],
    [{ proofs: ["A!"] }, "a proof is not base64"],
    [{ proofs: [...proofs, ...proofs] }, "there is not one proof for each goal"],
    [{ cost: null }, "answer and certificate do not speak of the same"],
  ];
  for (const [part, words] of refuted) it(`${words} (${JSON.stringify(part)})`, () => expect(check(part)).toMatchObject({ checked: false, what: words }));

  it("is a claim of no answer with a cost, or a counterfactual that is none", () => {
    expect(check({})).toMatchObject(confirmed);
    expect(check({}, { status: "infeasible", counterfactuals: [] })).toEqual({ checked: false, what: "answer and certificate do not speak of the same" });
    expect(check({}, { certificate: 5 })).toEqual({ checked: false, what: "there is no certificate" });
    expect(() => check({}, { counterfactuals: [5] })).toThrow(new Error(`/counterfactuals/0: ${object}`));
    expect(() => check({}, { counterfactuals: 5 })).toThrow(new Error(`/counterfactuals: ${listed}`));
    expect(() => check({}, { counterfactuals: [{ ...counterfactuals[0], cost: "0.1" }] })).toThrow(new Error(`/counterfactuals/0/cost: ${numeric}`));
    expect(() => check({}, { counterfactuals: [{ values: 5, cost: 0.1 }] })).toThrow(new Error(`/counterfactuals/0/values: ${listed}`));
    expect(() => check({}, { counterfactuals: [{ values: ["6"], cost: 0.1 }] })).toThrow(new Error(`/counterfactuals/0/values/0: ${numeric}`));
  });
});

describe("the unreadable part of a schema", () => {
  /** The schema in which one feature is another. */
  const instead = (of: number, part: object): object => ({ features: features.map((feature, f) => (f === of ? { ...feature, ...part } : feature)) });
  const unreadable: [unknown, string][] = [
    [5, `the schema: ${object}`],
    [{ features: 5 }, `/features: ${listed}`],
    [{ features: [income, 5] }, `/features/1: ${object}`],
    [{ features, classes: "yes" }, `/classes: ${listed}`],
    [{ features, classes: ["no", 1] }, `/classes/1: ${written}`],
    [{ features, classes: ["no", "perhaps", "yes"] }, "/classes: 2 names are needed"],
    [{ features, classes: ["yes"] }, "/classes: 2 names are needed"],
    [instead(0, { name: 5 }), `/features/0/name: ${written}`],
    [instead(2, { name: undefined }), `/features/2/name: ${written}`],
    [instead(0, { kind: "odd" }), '/features/0/kind: one of "numeric", "integer", "ordinal", "binary", "categorical" is needed'],
    [instead(0, { column: "0" }), `/features/0/column: ${numeric}`],
    [instead(0, { column: 0.5 }), "/features/0/column: a whole number from 0 to 2147483647 is needed"],
    // Columns are of categories alone.
    [instead(0, { column: undefined, columns: [0] }), `/features/0/column: ${numeric}`],
    [instead(2, { column: undefined, columns: [4] }), `/features/2/column: ${numeric}`],
    [instead(1, { columns: 5 }), `/features/1/columns: ${listed}`],
    [instead(1, { columns: [1, "2", 3] }), `/features/1/columns/1: ${numeric}`],
    [instead(0, { change: "up" }), `/features/0/change: ${ways}`],
    [instead(0, { weight: -1 }), `/features/0/weight: ${positive}`],
    [instead(0, { weight: { up: -1 } }), `/features/0/weight/up: ${positive}`],
    [instead(0, { weight: { down: "1" } }), `/features/0/weight/down: ${numeric}`],
    [instead(0, { min: "0" }), `/features/0/min: ${numeric}`],
    [instead(0, { max: "10" }), `/features/0/max: ${numeric}`],
    [instead(0, { min: 10 }), "/features/0: min below max is needed"],
    [instead(0, { min: 11, change: "fixed" }), "/features/0: min below max is needed"],
    [instead(1, { labels: 5 }), `/features/1/labels: ${listed}`],
    [instead(1, { labels: ["a", "b", 5] }), `/features/1/labels/2: ${written}`],
    [instead(1, { labels: ["a", "b"] }), `/features/1: ${distinct}`],
    [instead(1, { columns: [1], labels: ["a"] }), `/features/1: ${distinct}`],
    [instead(2, { values: 5 }), `/features/2/values: ${listed}`],
    [instead(2, { values: [0, "5", 9] }), `/features/2/values/1: ${numeric}`],
    [instead(2, { values: [0, 5] }), `/features/2: ${distinct}`],
    [instead(2, { values: [0, 5, 5] }), `/features/2: ${distinct}`],
    [instead(2, { values: [0, 5, -0] }), `/features/2: ${distinct}`],
    [instead(2, { values: undefined, labels: undefined }), `/features/2/labels: ${listed}`],
    [instead(2, { values: [0], labels: ["none"] }), `/features/2: ${distinct}`],
    [instead(2, { name: "Income" }), "/features: names have to differ"],
    ...[features.slice(1), features.slice(0, 4), [...features, { ...income, name: "More" }], [...features.slice(0, 4), { ...region, column: 5 }], [...features.slice(0, 4), { ...region, column: 7 }]].map((some): [unknown, string] => [
      { features: some },
      "/features: every column has to be described once",
    ]),
    [instead(1, { columns: [1, 2, 2] }), "/features: every column has to be described once"],
  ];
  for (const [schema, words] of unreadable) {
    it(`${words} (${JSON.stringify(schema).slice(0, 120)})`, () => expect(() => says({ query: person, target }, { schema })).toThrow(new Error(words)));
  }

  it("is not a single number that nothing may change", () => {
    const [first, ...rest] = [{ ...income, min: 4, max: 4, change: "fixed" }, ...features.slice(1)];
    expect(says({ query: person, target }, { schema: { features: [first, ...rest] } })).toMatchObject({ checked: false, what: `the counterfactual's "Income" is beyond a limit` });
  });
});

describe("a checked schema", () => {
  it("describes columns in any order, ten and more", () => {
    const order = [11, 10, 9, 2, 1, 0, 3, 4, 5, 6, 7, 8];
    const many = order.map((column) => ({ name: `c${column}`, column, min: 0, max: 10 }));
    const cuts = order.map((column) => (column === 0 ? [5] : []));
    const values = Array.from({ length: 12 }, (_, c) => (c === 0 ? after(5) : 4));
    const check = checker(model({ columns: 12 }), { features: many });
    expect(check({ query: values.map(() => 4), target }, { status: "optimal", counterfactuals: [{ values, cost: 0.1 }], certificate: { version: 1, cost: 0.1, cuts, proofs: [btoa("\0")] } })).toMatchObject(confirmed);
  });

  it("is guessed where the model has none: categories by the codes of their sets, all else numbers", () => {
    const leaf = { value: [null, [0, 1], [1, 0]], left: [1, -1, -1], right: [2, -1, -1] };
    /** Accepted with one of the codes in column 1; the other stump asks about column 0. */
    const coded = (left: number[], unknown?: object): object =>
      model({
        columns: 3,
        trees: [
          { weight: 1, feature: [0, -1, -1], threshold: [5, 0, 0], ...leaf, value: [null, [0.6, 0.5], [0.5, 0.6]] },
          { weight: 1, feature: [-3, -1, -1], threshold: [null, 0, 0], categories: { 0: { column: 1, left, ...(unknown === undefined ? {} : { unknown }) } }, ...leaf },
        ],
      });
    const asked = (document: object, from: number, to: number, cost = 1): Verdict => {
      const certificate = { version: 1, cost, cuts: [[5], [], []], proofs: [btoa("\0")] };
      return checker(document)({ query: [4, from, 0.5], target }, { status: "optimal", counterfactuals: [{ values: [4, to, 0.5], cost }], certificate });
    };
    expect(asked(coded([0]), 1, 0)).toMatchObject({ checked: true, cost: 1 });
    expect(asked(coded([2, 4]), 0, 4)).toMatchObject({ checked: true });
    // Every code up to the largest is one, and none beyond.
    expect(asked(coded([2, 4]), 3, 4)).toMatchObject({ checked: true });
    expect(() => asked(coded([2, 4]), 5, 4)).toThrow("/query/1: a level of the feature is needed");
    expect(asked(coded([2], { from: 6, to: "right" }), 5, 2)).toMatchObject({ checked: true });
    expect(() => asked(coded([2], { from: 6, to: "right" }), 6, 2)).toThrow("/query/1: a level of the feature is needed");
    expect(() => asked(coded([2], { from: 0, to: "right" }), 3, 2)).toThrow("/query/1: a level of the feature is needed");
    // Far codes are listed alone.
    expect(asked(coded([4095]), 7, 4095)).toMatchObject({ checked: true });
    expect(asked(coded([9, 10, 4096]), 1, 4096)).toMatchObject({ checked: true });
    expect(() => asked(coded([9, 10, 4096]), 7, 4096)).toThrow("/query/1: a level of the feature is needed");
  });

  it("spaces ordered levels evenly between the ends that it states, and counts them where it states none", () => {
    const level = (part: object, from: number, to: number): string => {
      const own = { name: "School", kind: "ordinal", column: 4, labels: ["none", "some", "much"], ...part };
      const values = person.map((v, c) => (c === 4 ? to : c === 0 ? after(5) : v));
      const query = person.map((v, c) => (c === 4 ? from : v));
      const certificate = { version: 1, cost: -1, cuts: [[5], [], [], [], []], proofs: [btoa("\0")] };
      const found = checker(model(), { features: [income, job, own, car, region] })({ query, target }, { status: "optimal", counterfactuals: [{ values, cost: -1 }], certificate });
      return found.checked ? "" : found.what;
    };
    const [half, whole, none] = [/^the counterfactual costs 0\.(6|60*1|59*), not -1$/, /^the counterfactual costs 1\.(1|10*[12]|09*), not -1$/, `the counterfactual's "School" is no value of that feature`];
    expect(level({ min: 2, max: 12 }, 2, 7)).toMatch(half);
    expect(level({ min: 2, max: 12 }, 7, 12)).toMatch(half);
    expect(level({ min: 2, max: 12 }, 2, 3)).toBe(none);
    // An end is that number itself, however the steps to it are rounded.
    const fifths = { labels: ["a", "b", "c", "d", "e", "f", "g", "h"], min: 0.1, max: 0.7 };
    expect(level(fifths, 0.1, 0.7)).toMatch(whole);
    for (const part of [{}, { min: 2 }, { max: 12 }]) {
      expect(level(part, 0, 1)).toMatch(half);
      expect(level(part, 2, 1)).toMatch(half);
    }
    // Of other kinds, and beside values, ends say nothing.
    expect(level({ values: [0, 5, 9], min: 2, max: 12 }, 0, 5)).toMatch(half);
    expect(level({ kind: "categorical", min: 2, max: 12 }, 0, 2)).toMatch(whole);
    expect(level({ kind: "binary", labels: undefined, min: 2, max: 12 }, 0, 1)).toMatch(whole);
    expect(level({ kind: "binary", labels: undefined }, 0, 1)).toMatch(whole);
  });

  it("takes ranges that nobody states from rows, or from thresholds with some room", () => {
    /** The width of the range by which changes are measured: a claim of no bound is confirmed of every row, so that its cost is told. */
    const width = (feature: object, rows: (number | null)[][] | undefined, thresholds: number[], { input = "float64", own = 4 } = {}): number => {
      const trees = thresholds.map((t) => ({ weight: 1, feature: [0, -1, -1], threshold: [t, 0, 0], left: [1, -1, -1], right: [2, -1, -1], value: [null, [1, 0], [0, 1]] }));
      const accepted = { weight: 1, feature: [-1], threshold: [0], left: [-1], right: [-1], value: [[0, 9]] };
      const document = model({ input, columns: 1, trees: [...trees, accepted], ...(rows === undefined ? {} : { background: { rows } }) });
      const found = checker(document, { features: [{ name: "x", column: 0, ...feature }] })({ query: [own], target }, { status: "optimal", counterfactuals: [{ values: [own + 1], cost: -1 }], certificate: { version: 1, cost: -1, cuts: [thresholds], proofs: [btoa("\0")] } });
      return 1 / Number(/^the counterfactual costs (.*), not -1$/.exec(found.checked ? "" : found.what)?.[1]);
    };
    expect(width({}, undefined, [5])).toBeCloseTo(5);
    expect(width({}, undefined, [3.5, 6.5])).toBeCloseTo(3.3);
    expect(width({}, [[2], [null], [12]], [5])).toBeCloseTo(10);
    expect(width({}, [[12], [2], [3]], [5, 50])).toBeCloseTo(10);
    // A single value in rows is held by the range of the thresholds.
    expect(width({}, [[2], [2]], [5])).toBeCloseTo(5.5);
    expect(width({}, [[20], [20]], [5])).toBeCloseTo(17.5);
    expect(width({}, [[8]], [], { own: 8 })).toBeCloseTo(8);
    expect(width({}, [[-8]], [], { own: -8 })).toBeCloseTo(8);
    expect(width({}, [[0.25]], [], { own: -0.25 })).toBeCloseTo(1);
    expect(width({ kind: "integer" }, undefined, [5.5])).toBeCloseTo(7);
    expect(width({}, undefined, [], { own: 0 })).toBeCloseTo(1);
    expect(width({ min: 0 }, undefined, [5])).toBeCloseTo(7.5);
    expect(width({ max: 10 }, undefined, [5])).toBeCloseTo(7.5);
    expect(width({ min: 0, max: 20 }, undefined, [5])).toBeCloseTo(20);
    // The largest number of the input type is where nothing else is left.
    expect(width({}, undefined, [5, 3.4028234663852886e38], { input: "float32" })).toBeCloseTo(5);
    expect(width({}, undefined, [5, Number.MAX_VALUE])).toBeCloseTo(5);
    expect(width({}, undefined, [5, 1e30])).toBeGreaterThan(1e29);
  });
});
