/** The command line as people call it: its output, and every exit code. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "./test.js";
import { draws } from "../../www/src/draws.js";
import type { Measured } from "../../www/src/measure/index.js";
import type { Answer } from "../../www/src/types.js";
import { ageless, checksOf, stump } from "../web/models.js";
import { root } from "./files.js";

let folder = "";
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "espalier-"));
});
test.afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a file and gives its path. */
function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

interface Outcome {
  code: number | null;
  lines: unknown[];
  out: string;
  err: string;
}

/** Runs the command line that `npm run build` made. */
function espalier(...args: string[]): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "pkg", "cli.js"), ...args], { encoding: "utf8" });
  const json = stdout.startsWith("{") ? stdout.trim().split("\n").map((line): unknown => JSON.parse(line)) : [];
  return { code: status, lines: json, out: stdout, err: stderr };
}

/** Bad input is told in one line, without a stack trace, and nothing is printed as an answer. */
function refused(outcome: Outcome, text: RegExp): void {
  expect(outcome.err).toMatch(text);
  expect(outcome.err.trim().split("\n"), outcome.err).toHaveLength(1);
  expect(outcome.err).not.toMatch(/\bat .*:\d+:\d+/);
  expect(outcome.code).toBe(2);
  expect(outcome.out).toBe("");
}

const model = (): string => file("stump.json", stump);
const queries = (): string => file("queries.json", { target: { class: 1 }, queries: [[3, 20], [1, 40]] });

test("explain prints one answer a line, in order, and ends with 0", () => {
  const { code, lines, err } = espalier("explain", "--model", model(), "--queries", queries());
  expect(err).toBe("");
  expect(code).toBe(0);
  expect(lines).toMatchObject([3, 1].map((from) => ({
    status: "optimal",
    counterfactuals: [{ changes: [{ feature: "Income", from }], prediction: { class: 1 } }],
    work: { engine: "boxes" },
  })));
  const [first] = lines as { counterfactuals: { values: number[]; cost: number }[]; lower_bound: number }[];
  const [best] = first?.counterfactuals ?? [];
  // The least float32 above 3.5, as the shortest decimal that the model reads so, and its distance over the range of 10.
  expect(best?.values).toEqual([3.5000002, 20]);
  expect(best?.cost).toBeCloseTo(0.0500000238, 9);
  expect(first?.lower_bound).toBe(best?.cost);
});

test("options go before the request, and the request before the queries' own target", () => {
  const request = file("request.json", { target: { class: "rejected" }, cost: { norm: "l2", per_change: 0.5 }, time_limit: 3 });
  const rejected = espalier("explain", "--model", model(), "--queries", file("q.json", [[5, 20]]), "--request", request);
  expect(rejected.lines).toMatchObject([{ counterfactuals: [{ values: [3.5, 20], prediction: { class: 0 } }] }]);
  expect((rejected.lines as { counterfactuals: { cost: number }[] }[])[0]?.counterfactuals[0]?.cost).toBeCloseTo(0.5 + 0.15 ** 2, 9);
  const over = espalier("explain", "--model", model(), "--queries", queries(), "--request", request, "--target", '{"class": 1}', "--norm", "l0");
  expect(over.lines).toMatchObject([{ counterfactuals: [{ cost: 1.5 }] }, { counterfactuals: [{ cost: 1.5 }] }]);
  const none = espalier("explain", "--model", model(), "--queries", queries(), "--request", file("r.json", { constraints: [{ fix: "Income" }] }));
  expect(none.code).toBe(0);
  expect(none.lines).toMatchObject([{ status: "infeasible", conflict: ["/constraints/0"] }, { status: "infeasible" }]);
});

test("--reference tells where two models differ most; --words says it in a sentence, with the proof", () => {
  const asked = (more: string[], request: object): Outcome => espalier("explain", "--model", model(), "--reference", file("other.json", { ...stump, trees: [{ ...stump.trees[0], feature: [1, -1, -1], threshold: [30, 0, 0] }] }), "--queries", file("person.json", [[3, 20]]), "--request", file("difference.json", request), ...more);
  const [answer] = asked([], {}).lines as [Answer];
  expect(answer.status).toBe("optimal");
  const most = Math.abs(answer.best!.value);
  expect(most).toBeGreaterThan(0);
  expect(answer.best!.bound).toBe(answer.best!.value);
  expect(asked(["--words"], {}).out).toMatch(new RegExp(`^query 0: they differ by ${String(most)} \\(\\w+( \\w+)*, the model (above|below) the reference\\) at \\[.*\\]; proved: nowhere by more than ${String(most)}\n$`));
  const nearest = { target: { at_least: most } };
  expect(asked(["--words"], nearest).out).toMatch(/^query 0: they differ by .*, cost [\d.]+; proved: nowhere nearer by so much\n$/);
  expect(asked(["--words"], { target: { at_least: 2 * most } }).out).toBe("query 0: proved: nowhere in these limits do the models differ by so much\n");
  // Where the limits exclude every point, nothing is said of a difference.
  expect(asked(["--words"], { constraints: [{ fix: "Age" }, { range: { feature: "Age", min: 40 } }] }).out).toBe("query 0: proved: no point keeps these limits\n");
});

test("an impossible answer says who is to blame: limits, the schema, the rows, or the model alone", () => {
  const of = (schema: Record<string, unknown>, request: Record<string, unknown>): object => {
    const { code, lines, err } = espalier("explain", "--model", model(), "--schema", file("s.json", schema), "--queries", file("q.json", { target: { class: 1 }, queries: [[3, 20]] }), "--request", file("r.json", request));
    expect(err).toBe("");
    expect(code).toBe(0);
    return lines[0] as object;
  };
  const schema = (income: object): Record<string, unknown> => ({ features: [{ name: "Income", column: 0, min: 0, max: 10, ...income }, { name: "Age", column: 1, min: 0, max: 40 }], classes: ["rejected", "accepted"] });
  const blamed = (conflict: string[]): Record<string, unknown> => ({ status: "infeasible", counterfactuals: [], lower_bound: null, conflict });
  // The stump accepts incomes above 3.5.
  expect(of(schema({ change: "fixed" }), {})).toMatchObject(blamed(["/features/0/change"]));
  expect(of(schema({ change: "decrease" }), { constraints: [{ fix: "Age" }] })).toMatchObject(blamed(["/features/0/change"]));
  expect(of(schema({ max: 3.25 }), {})).toMatchObject(blamed(["/features/0/max"]));
  expect(of(schema({ kind: "ordinal", labels: ["low", "middle"], values: [1, 3], min: undefined, max: undefined }), {})).toMatchObject(blamed(["/features/0/kind"]));
  expect(of(schema({ change: "fixed" }), { constraints: [{ fix: "Income" }] })).toMatchObject(blamed(["/features/0/change"]));
  expect(of(schema({}), { constraints: [{ range: { feature: "Age", max: 30 } }, { fix: "Income" }] })).toMatchObject(blamed(["/constraints/1"]));
  expect(of(schema({}), { target: { class: 1, min_probability: 1 }, constraints: [{ fix: "Age" }] })).toMatchObject(blamed([]));
  expect(of(schema({}), { real_rows: true, target: { class: 1, min_probability: 1 } })).toMatchObject(blamed(["/real_rows"]));
  for (const told of [schema({ change: "fixed" }), schema({})]) expect(of(told, { constraints: [{ fix: "Income" }, { max_changes: 2 }] })).not.toHaveProperty("conflict_minimal");
});

test("a search that is stopped while it looks for whom to blame tells the set that it has, and that it is not proved minimal", () => {
  const loan = join(root, "www/public/examples/loan.json");
  const fixed = ["Checking account", "Savings", "Housing", "Employed for", "Credit amount"].map((name) => ({ fix: name }));
  const constraints = [...fixed, { causal: { feature: "Other loans", learned: { parents: ["Credit amount", "Savings"], trees: 60, depth: 5 } } }];
  const asked = { target: { class: "accepted" }, constraints, plausibility: { hull: { epsilon: 0 } } };
  const people = file("people.json", [[5450, 39, 1, 1, 1, 7, 0, 0, 43, 0, 1, 0, 0, 0, 0]]);
  const ask = (seconds: number): Answer => espalier("explain", "--model", loan, "--queries", people, "--request", file("hull.json", { ...asked, time_limit: seconds })).lines[0] as Answer;
  const all = [...constraints.map((_, at) => `/constraints/${String(at)}`), "/plausibility/hull"];
  const last = ask(60);
  expect(last.status).toBe("infeasible");
  expect(last).not.toHaveProperty("conflict_minimal");
  // From no time at all on: on any machine a stop is told, and each set holds the one that is found in the end.
  for (const share of [0.05, 0.1, 0.2, 0.4, 0.6, 0.8]) {
    const { status, conflict = [], conflict_minimal: minimal } = ask((share * last.work.milliseconds) / 1000);
    if (status === "unknown") continue;
    expect(status).toBe("infeasible");
    for (const pointer of last.conflict ?? []) expect(conflict).toContain(pointer);
    expect(all).toEqual(expect.arrayContaining(conflict));
    if (minimal !== false) expect(conflict).toEqual(last.conflict);
  }
});

test("a query without an answer in time ends with 1", () => {
  const { code, lines } = espalier("explain", "--model", model(), "--queries", queries(), "--time-limit", "0");
  expect(lines).toMatchObject([{ status: "unknown", counterfactuals: [] }, { status: "unknown" }]);
  expect(code).toBe(1);
});

/** One oblique split: accepted where Income less half of Debt is more than 2. */
const oblique = {
  ...stump,
  trees: [{ ...stump.trees[0], feature: [-2, -1, -1], threshold: [2, 0, 0], hyperplanes: { "0": { columns: [0, 1], weights: [1, -0.5] } } }],
  input: "float64",
  schema: { features: [{ name: "Income", column: 0, min: 0, max: 10 }, { name: "Debt", column: 1, min: 0, max: 10 }], classes: stump.classes },
  background: undefined,
};

test("a tree with a hyperplane is answered with a proof", () => {
  const { code, lines, err } = espalier("explain", "--model", file("oblique.json", oblique), "--queries", file("q.json", { target: { class: 1 }, queries: [[3, 4]] }));
  expect(err).toBe("");
  expect(code).toBe(0);
  const [{ status, counterfactuals, lower_bound: bound }] = lines as [Answer];
  expect(status).toBe("optimal");
  // Income weighs twice as much as Debt, so it goes up from 3 to 4.
  expect(counterfactuals[0]?.changes).toMatchObject([{ feature: "Income", from: 3 }]);
  expect(counterfactuals[0]?.cost).toBeCloseTo(0.1, 8);
  expect(counterfactuals[0]?.prediction).toMatchObject({ class: 1 });
  expect(bound).toBeCloseTo(0.1, 8);
});

test("linear constraints hold in answers of forests without hyperplanes", () => {
  const schema = { features: [{ name: "Income", column: 0, min: 0, max: 10 }, { name: "Age", column: 1, min: 0, max: 40 }] };
  const request = { constraints: [{ linear: { terms: { Income: 10, Age: -1 }, op: "<=", rhs: 10 } }] };
  const { code, lines, err } = espalier("explain", "--model", file("two.json", { ...stump, input: "float64", background: undefined }), "--schema", file("s.json", schema), "--queries", queries(), "--request", file("r.json", request));
  expect(err).toBe("");
  expect(code).toBe(0);
  // 10 Income <= Age + 10: beyond an Income of 3.5 Age has to rise from 20 to 25.
  const [{ status, counterfactuals }] = lines as [Answer];
  expect(status).toBe("optimal");
  expect(counterfactuals[0]?.cost).toBeCloseTo(0.05 + 5 / 40, 8);
  const [income = 0, age = 0] = counterfactuals[0]?.values ?? [];
  expect(10 * income).toBeLessThanOrEqual(age + 10 + 1e-7);
});

test("--measures adds measures of the answers: their cost by each norm, the nearest row, diversity, stability", () => {
  const person = [5450, 39, 1, 1, 1, 7, 0, 0, 43, 0, 1, 0, 0, 0, 0];
  const request = file("several.json", { target: { class: 1 }, count: 3, distinct: "features" });
  const args = ["explain", "--model", join(root, "www/public/examples/loan.json"), "--queries", file("people.json", [person]), "--request", request];
  const { code, lines } = espalier(...args, "--measures");
  expect(code).toBe(0);
  const [answer] = lines as (Answer & { measures: Measured })[];
  const { counterfactuals, set } = answer!.measures;
  expect(set).toMatchObject({ count: 3, validity: 1 });
  expect(set.count_diversity).toBeGreaterThan(0);
  for (const [index, one] of counterfactuals.entries()) {
    expect(one.cost.l1).toBeCloseTo(answer!.counterfactuals[index]?.cost ?? NaN, 9);
    expect(one.changes).toBe(answer!.counterfactuals[index]?.changes.length);
    expect(one.nearest_row?.distance).toBeGreaterThan(0);
    expect(one.path_length).toBeGreaterThan(1);
    expect(one.stability).toBeGreaterThan(0);
  }
  // Five others were asked, the nearest first, none of whom is accepted as they are.
  const others = answer!.measures.neighbours ?? [];
  expect(others).toHaveLength(5);
  expect(others.map(({ distance }) => distance)).toEqual(others.map(({ distance }) => distance).sort((a, b) => a - b));
  expect(set.stability).toBeLessThanOrEqual(Math.max(...counterfactuals.map((one) => one.stability ?? 0)));
  expect(espalier(...args).lines[0]).not.toHaveProperty("measures");
  refused(espalier(...args, "--measures=yes"), /--measures takes no value/);
});

test("--measures reads a value that stays missing as missing", () => {
  const { lines } = espalier("explain", "--model", file("ageless.json", ageless), "--queries", file("q.json", [[1, null]]), "--target", '{"class": 1}', "--measures");
  expect(lines).toMatchObject([{ status: "optimal", counterfactuals: [{ values: [expect.closeTo(3.5), null] }], measures: { counterfactuals: [{ valid: true, changes: 1 }], set: { validity: 1 } } }]);
});

test("predict prints the model's prediction of each row, from JSON and csv", () => {
  const expected = [{ class: 0, scores: [0.9, 0.1], raw: [0.9, 0.1] }, { class: 1, scores: [0.2, 0.8], raw: [0.2, 0.8] }];
  const json = espalier("predict", "--model", model(), "--queries", file("rows.json", [[3.5, 20], [3.6, 20]]));
  expect([json.code, json.lines]).toEqual([0, expected]);
  const csv = espalier("predict", "--model", model(), "--queries", file("rows.csv", "Age,Income\n20,3.5\n20,3.6\n"));
  expect([csv.code, csv.lines]).toEqual([0, expected]);
});

test("info describes a model, for people and as JSON", () => {
  const words = espalier("info", "--model", model());
  expect(words.code).toBe(0);
  expect(words.out).toMatch(/1 trees?, depth 1, 2 leaves, 2 columns, 2 classes \(rejected, accepted\)/);
  const json = espalier("info", "--model", model(), "--json");
  expect(json.lines).toMatchObject([{ kind: "classifier", features: [{ name: "Income" }, { name: "Age", kind: "integer" }] }]);
});

test("info --json guesses the meaning of the columns, of a file of Espalier's own too that says nothing but numeric", () => {
  const plain = { ...stump, schema: { features: [{ name: "late", kind: "numeric", column: 0, min: 0, max: 9 }, { name: "age", kind: "numeric", column: 1, min: 18, max: 90 }] }, background: { rows: Array.from({ length: 40 }, (_, i) => [i % 10, 18 + i]) } };
  expect(espalier("info", "--model", file("plain.json", plain), "--json").lines).toMatchObject([{ guess: { schema: { features: [{ name: "late", kind: "integer" }, { name: "age", kind: "integer" }] }, why: ["rows", "rows"] } }]);
  expect(espalier("info", "--model", model(), "--json").lines[0]).not.toHaveProperty("guess");
});

test("a pipe is read like a file, and an input without an end is refused at a limit that is told", () => {
  const piped = (stdin: string, ...args: string[]): Outcome => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "pkg", "cli.js"), ...args], { encoding: "utf8", input: stdin });
    return { code: status, lines: stdout.trim() === "" ? [] : stdout.trim().split("\n").map((line): unknown => JSON.parse(line)), out: stdout, err: stderr };
  };
  const rows = "/dev/stdin";
  const expected = espalier("predict", "--model", model(), "--queries", queries()).lines;
  for (const text of [JSON.stringify([[3, 20], [1, 40]]), JSON.stringify({ queries: [[3, 20], [1, 40]] }), "Income,Age\n3,20\n1,40\n"]) {
    expect(piped(text, "predict", "--model", model(), "--queries", rows).lines).toEqual(expected);
  }
  expect(piped(JSON.stringify(stump), "predict", "--model", rows, "--queries", queries()).lines).toEqual(expected);
  for (const source of ["model", "queries"]) {
    const files = { model: model(), queries: queries(), [source]: "/dev/zero" };
    refused(espalier("predict", "--model", files.model, "--queries", files.queries), /longer than \d+ MB/);
  }
  for (const source of ["schema", "request"]) {
    refused(espalier("explain", "--model", model(), "--queries", queries(), `--${source}`, "/dev/zero"), /longer than \d+ MB, or has no end; give a file of at most \d+ MB/);
  }
});

test("answers are printed as they are found, and work ends where nobody reads any more", async () => {
  const loan = join(root, "www", "public", "examples", "loan.json");
  // Minutes of work: whoever sees the first answer soon, and the end soon after, has not waited for it.
  const rows = Array.from({ length: 20_000 }, (_, i) => [1000 + (i % 9000), 24, 1, 1, 1, 10, 1, 0, 30, 1, 0, 0, 0, 0, 0]);
  const asked = ["explain", "--model", loan, "--queries", file("many.json", rows), "--target", '{"class": "accepted"}'];
  const child = spawn(process.execPath, [join(root, "pkg", "cli.js"), ...asked], { stdio: ["ignore", "pipe", "inherit"] });
  const [first] = (await once(child.stdout, "data")) as [Buffer];
  expect(first.toString()).toMatch(/^\{"status":"optimal"/);
  child.stdout.destroy();
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("help is printed and ends with 0", () => {
  const { code, out } = espalier("--help");
  expect(code).toBe(0);
  for (const word of ["explain", "predict", "info", "export", "--time-limit", "Exit codes"]) expect(out).toContain(word);
});

test("bad input ends with 2 and one line that names the fault", () => {
  refused(espalier(), /no command; give one of explain, audit, check, predict, info, convert, export/);
  refused(espalier("explian"), /unknown command "explian"; did you mean explain\?/);
  refused(espalier("info", "--modle", "x"), /unknown option --modle; did you mean --model\?/);
  refused(espalier("info"), /info needs --model FILE/);
  refused(espalier("info", "--model"), /--model needs a value/);
  refused(espalier("info", "--model", join(folder, "nothing.json")), /there is no such file/);
  refused(espalier("info", "--model", folder), /this is a folder/);
  refused(espalier("info", "--model", file("no.json", "<html>\n<body>")), /no\.json/);
  refused(espalier("info", "--model", file("cut.json", JSON.stringify(stump).slice(0, 200))), /line 1, column/);
  refused(espalier("info", "--model", model(), "--schema", file("schema.json", { features: [{ name: "a", kidn: "numeric" }] })), /\/features\/0.*kidn.*kind/);
  refused(espalier("predict", "--model", model(), "--queries", file("short.json", [[1]])), /queries/);
  refused(espalier("predict", "--model", model(), "--queries", file("gap.json", [[1, 20], [null, 20]])), /queries, \/1: .*missing/);
  refused(espalier("predict", "--model", model(), "--queries", file("bad.csv", "Income,Aeg\n1,2\n")), /Aeg/);
  refused(espalier("explain", "--model", model(), "--queries", file("bare.json", [[1, 2]])), /no target/);
  refused(espalier("explain", "--model", model(), "--queries", queries(), "--target", '{"clas": 1}'), /clas/);
  refused(espalier("explain", "--model", model(), "--queries", queries(), "--target", "{"), /--target: request, line 1, column 1: not JSON: it ends in the middle/);
  refused(espalier("explain", "--model", model(), "--queries", queries(), "--norm", "l3"), /l3/);
  refused(espalier("explain", "--model", model(), "--queries", queries(), "--time-limit", "soon"), /--time-limit/);
  refused(espalier("explain", "--model", model(), "--queries", queries(), "--request", file("q2.json", { query: [1, 2] })), /leave it out/);
  refused(espalier("explain", "--model", model(), "--queries", queries(), "--request", file("r2.json", { margins: 1 })), /margin/);
});

test("a fault in a schema is told with the schema's file", () => {
  const schema = file("columns.json", { features: [{ name: "Income", column: 0, min: 5, max: 1 }] });
  refused(espalier("info", "--model", model(), "--schema", schema), /^espalier: columns\.json: schema, \/features\/0/);
});

test("names from a file cannot steer the terminal", () => {
  const name = "Inc\u001b[31mome\n";
  const evil = { ...stump, schema: { features: [{ name, column: 0 }, { name: "Age", column: 1 }] } };
  const { out, code } = espalier("info", "--model", file("evil.json", evil));
  expect(code).toBe(0);
  expect(out).not.toContain("\u001b");
  refused(espalier("explain", "--model", file("evil.json", evil), "--queries", queries(), "--target", '{"class": "\\u001b[31m"}'), /class/);
});

test("export writes the request as a program for other solvers", () => {
  const request = file("whole.json", { query: [3, 20], target: { class: 1 } });
  for (const [format, first] of [["mps", "ROWS"], ["lp", "Subject To"]] as const) {
    const { code, out, err } = espalier("export", "--model", model(), "--request", request, "--format", format);
    expect(err).toBe("");
    expect(code).toBe(0);
    expect(out.split("\n")).toContain(first);
    expect(out).toContain("Income_above_3.5");
  }
  const asked = (...args: string[]): Outcome => espalier("export", "--model", model(), ...args);
  refused(asked("--request", request, "--format", "xls"), /--format is "xls"; mps or lp is right/);
  const [paper, levels, unsaid] = [["--program", "paper"], ["--program", "levels"], []].map((program) => asked("--request", request, "--format", "lp", ...program).out);
  expect(unsaid).toBe(levels);
  // The flow through the root, and which way it turns.
  expect(paper).toContain("tree0_");
  expect(paper).not.toBe(levels);
  refused(asked("--request", request, "--format", "lp", "--program", "book"), /--program is "book"; paper or levels is right/);
  refused(asked("--request", request), /export needs --format mps\|lp/);
  refused(asked("--request", file("target.json", { target: { class: 1 } }), "--format", "lp"), /holds no query; add one/);
  refused(asked("--request", file("two.json", { query: [3, 20], target: { class: 1 }, count: 2 }), "--format", "lp"), /has one answer; leave out "count"/);
});

test("a fault of the engine itself ends with 3", () => {
  const script = `
    WebAssembly.Module = class { constructor() { throw new Error("broken engine"); } };
    process.argv.splice(1, 1, "espalier");
    await import(${JSON.stringify(join(root, "pkg", "cli.js"))});`;
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script, "x", "info", "--model", model()], { encoding: "utf8" });
  expect(stderr).toMatch(/^espalier: internal error: broken engine\n$/);
  expect(status).toBe(3);
});

test("convert writes another library's model as Espalier's JSON, which predicts the same to the bit", () => {
  const folderOf = join(root, "tests", "fixtures", "xgb-softprob");
  const foreign = join(folderOf, "model.json");
  const { code, out, err } = espalier("convert", "--model", foreign);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const own = file("converted.json", out);
  expect(JSON.parse(out)).toMatchObject({ format: "espalier", version: 1, arithmetic: "xgboost" });
  const { rows } = checksOf("xgb-softprob");
  const people = file("rows.json", rows);
  const [before, after] = [foreign, own].map((path) => espalier("predict", "--model", path, "--queries", people));
  expect(before?.lines.length).toBe(rows.length);
  expect(after?.out).toBe(before?.out);
});

test("convert puts a schema that is given into the file", () => {
  const schema = file("schema.json", { features: [{ name: "Salary", column: 0, min: 0, max: 9, unit: "EUR" }, { name: "Age", kind: "integer", column: 1, min: 18, max: 90 }] });
  const { out } = espalier("convert", "--model", model(), "--schema", schema);
  const info = espalier("info", "--json", "--model", file("named.json", out));
  expect(info.lines).toMatchObject([{ classes: ["rejected", "accepted"], features: [{ name: "Salary", unit: "EUR" }, { name: "Age", kind: "integer" }] }]);
});

test("convert refuses an unreadable file, in one line", () => {
  refused(espalier("convert", "--model", file("pickle.pkl", "\u0080\u0004")), /model/);
  refused(espalier("convert", "--model", file("cut.json", '{"learner": {"learner_model_param"')), /cut off/);
});

/** A csv file of rows with a category, an empty cell and decisions by a slanted line, which one row in twenty defies. */
function applicants(): string {
  const draw = draws(9);
  const rows = Array.from({ length: 200 }, (_, i) => {
    const [amount, months, job] = [Math.round(250 + 9750 * draw()), Math.round(6 + 54 * draw()), ["clerk", "nurse", '"farmer, own land"'][Math.floor(3 * draw())]!];
    const yes = amount - 99 * months + (job === "nurse" ? 800 : 0) < 2000;
    return [i === 7 ? "" : amount, months, job, draw() < 0.05 !== yes ? "yes" : "no"].join(",");
  });
  return file("applicants.csv", `Amount,Months,Job,Decision\n${rows.join("\n")}\n`);
}

test("grow trains a tree with slanted cuts from a csv file; the tree that it writes is asked like any model", () => {
  const grown = espalier("grow", "--rows", applicants(), "--label", "Decision");
  expect([grown.err, grown.code]).toEqual(["", 0]);
  const document = JSON.parse(grown.out) as { library: string; classes: string[]; trees: { hyperplanes: object }[]; background: { rows: number[][] } };
  expect(document.classes).toEqual(["no", "yes"]);
  expect(Object.keys(document.trees[0]!.hyperplanes).length).toBeGreaterThan(0);
  expect(document.background.rows).toHaveLength(199);
  const wrong = Number(/^espalier grow, 199 of 200 rows, 1 left out for empty cells, (\d+) of them wrong$/.exec(document.library)?.[1]);
  expect(wrong).toBeLessThan(20);
  const tree = file("grown.json", grown.out);
  expect(espalier("info", "--model", tree).out).toMatch(/Amount +integer, [^]*Job +categorical, clerk, farmer, own land, nurse/);
  const people = file("people.csv", "Amount,Months,Job\n9000,20,clerk\n");
  const [answer] = espalier("explain", "--model", tree, "--queries", people, "--target", '{"class": "yes"}').lines as Answer[];
  expect(answer).toMatchObject({ status: "optimal", work: { engine: "slanted" } });
  expect(answer!.lower_bound).toBe(answer!.counterfactuals[0]!.cost);
  // The same rows give the same file; no levels but one and a great penalty leave one cut of one column or none.
  expect(espalier("grow", "--rows", applicants(), "--label", "Decision").out).toBe(grown.out);
  const small = espalier("grow", "--rows", applicants(), "--label", "Decision", "--depth", "1", "--sparsity", "1000");
  expect((JSON.parse(small.out) as { trees: { feature: number[] }[] }).trees[0]!.feature.length).toBeLessThanOrEqual(3);
});

test("grow reads rows by a given schema, which may leave columns out and names the classes", () => {
  const schema = file("applicants-schema.json", { features: [{ name: "Months", kind: "integer", column: 0, unit: "months" }, { name: "Job", kind: "ordinal", column: 1, labels: ["clerk", "nurse", "farmer, own land"] }], classes: ["yes", "no"] });
  const grown = espalier("grow", "--rows", applicants(), "--label", "Decision", "--schema", schema);
  expect([grown.err, grown.code]).toEqual(["", 0]);
  expect(JSON.parse(grown.out)).toMatchObject({ columns: 2, classes: ["yes", "no"], schema: { features: [{ name: "Months", unit: "months" }, { name: "Job", kind: "ordinal" }] } });
});

test("grow refuses rows from which nothing can be learned, by place and remedy", () => {
  const of = (text: string, ...more: string[]): Outcome => espalier("grow", "--rows", file("rows.csv", text), "--label", "class", ...more);
  refused(espalier("grow", "--label", "class"), /grow needs --rows FILE/);
  refused(espalier("grow", "--rows", file("rows.csv", "a,class\n1,x\n")), /grow needs --label COLUMN/);
  refused(of("a,b\n1,2\n"), /rows\.csv, line 1: the header lacks "class"; give --label the name of the column of classes/);
  refused(of(""), /rows\.csv, line 1: the file is empty; give a header and rows/);
  refused(of("a,class\n"), /rows\.csv, line 2: there is no row without an empty cell; give a header and rows/);
  refused(of("a,a,class\n1,2,x\n"), /two columns are called "a"; give each a name of its own/);
  refused(of("a,class\n1,x\n2,x\n"), /rows\.csv, line 2: every class is "x"; give rows of at least two classes/);
  refused(of("a,class\n1,x\n2\n"), /rows\.csv, line 3: found 1 cells; the header has 2/);
  refused(of(`a,name,class\n${Array.from({ length: 60 }, (_, i) => `${i},n${i},${i % 2}`).join("\n")}\n`), /line 2: "name" is "n0", no number, and there are 60 different texts in its column; a category may have 40/);
  refused(of(`a,class\n${Array.from({ length: 60 }, (_, i) => `${i},${i}.5`).join("\n")}\n`), /"class" has 60 different values; give a column of at most 50 classes/);
  refused(of("a,class\nred,x\nblue,y\n"), /rows\.csv, line 2, column 1: no column but "class" holds numbers alone; give a schema/);
  refused(of("class\nx\n"), /there is no column but "class"; give columns to decide by/);
  for (const depth of ["0", "1.5", "13", "deep"]) refused(of("a,class\n1,x\n2,y\n", "--depth", depth), new RegExp(`--depth is "${depth}"; a whole number from 1 to 12 is right`));
  for (const sparsity of ["-1", "much", "Infinity"]) refused(of("a,class\n1,x\n2,y\n", "--sparsity", sparsity), new RegExp(`--sparsity is "${sparsity}"; a number of at least 0 is right`));
  const schema = (document: object): string[] => ["--schema", file("grow-schema.json", document)];
  refused(of("a,class\n1,x\n2,y\n", ...schema({ features: [{ name: "a", column: 0 }], classes: ["x", "z"] })), /rows\.csv, line 3: the class is "y"; give a class of x, z, or its number/);
  refused(of("a,class\n1,x\n2,y\n", ...schema({ features: [{ name: "a", column: 0 }, { name: "class", kind: "binary", column: 1, labels: ["x", "y"] }] })), /schema: "class" is a feature and the label; leave it out of the features/);
  refused(of("a,class\n1,x\n2,y\n", ...schema({ features: 3 })), /grow-schema\.json: schema, \/features/);
});
