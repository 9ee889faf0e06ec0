/** Many queries on the command line: every form of file says the same, ids come through, threads and crashes lose and double nothing. */
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parquetReadObjects } from "hyparquet";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { csvLine } from "../../www/src/model/value.js";
import { medianDifference, newcombe, wilson } from "../../www/src/cli/intervals.js";
import { progress, summary } from "../../www/src/cli/progress.js";
import { limitsSaid } from "../../www/src/cli/limits-said.js";
import { targetText } from "../../www/src/cli/said.js";
import { binned, median, quantile } from "../../www/src/measure/outcomes.js";
import type { Answer, ConstraintDoc, FeatureInfo, ModelInfo, RequestDoc, Target } from "../../www/src/types.js";
import { commandIn, ended, type Ended } from "./command.js";
import { root } from "./models.js";

const COUNT = 40;
/** Of the run that is killed: so many, that it has not ended when it is. */
const MANY = 120;
/** Columns as the files have them: one that no model knows, an id with a line break and a quote in it, and the category as one column. */
const NUMBERS = ["Credit amount", "Duration", "Checking account", "Savings", "Housing", "Employed for", "Other loans", "Guarantor", "Age"];
const PURPOSES = ["car", "furniture", "electronics", "education", "business", "holiday"];

let [folder, cli, model] = ["", "", ""];
let people: Record<string, string | number | null>[] = [];

const at = (name: string): string => join(folder, name);
const run = (args: readonly string[], more: Parameters<typeof ended>[1] = {}): Promise<Ended> => ended([cli, ...args], more);
const explain = (...args: string[]): Promise<Ended> => run(["explain", "--model", model, "--target", '{"class": "accepted"}', ...args]);

/** Answers as they are, but for the time that each took. */
const timeless = (text: string): string => text.replace(/"milliseconds":[\d.e+-]+/g, '"milliseconds":0');
const answersOf = (text: string): (Answer & { id?: string })[] => text.trimEnd().split("\n").map((line) => JSON.parse(line) as Answer);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "espalier-batch-"));
  cli = await commandIn(folder);
  model = resolve(root, "www/public/examples/loan.json");
  const { background } = JSON.parse(readFileSync(model, "utf8")) as { background: { rows: number[][] } };
  people = background.rows.slice(0, MANY).map((row, i) => ({
    person: i === 7 ? 'the "8th",\nof Zürich' : `p${String(i)}`,
    ...Object.fromEntries(NUMBERS.map((name, column) => [name, row[column] ?? 0])),
    Purpose: PURPOSES[row.slice(9).indexOf(1)] ?? "",
    note: i % 2 === 0 ? "x" : "y",
  }));
  writeFileSync(at("many.jsonl"), people.map((one) => `${JSON.stringify(one)}\n`).join(""));
  people = people.slice(0, COUNT);
  const names = Object.keys(people[0] ?? {});
  const csv = (columns: string[]): string => [columns, ...people.map((one) => columns.map((name) => one[name] ?? null))].map(csvLine).join("");
  writeFileSync(at("people.csv"), csv(names));
  writeFileSync(at("plain.csv"), csv(names.filter((name) => name !== "person" && name !== "note")));
  writeFileSync(at("people.jsonl"), people.map((one) => `${JSON.stringify(one)}\n`).join(""));
  writeFileSync(at("lists.jsonl"), background.rows.slice(0, COUNT).map((query, i) => `${JSON.stringify({ person: people[i]?.person, query })}\n`).join(""));
  for (const codec of ["SNAPPY", "UNCOMPRESSED"] as const) {
    const columnData = names.map((name) => ({ name, data: people.map((one) => one[name] ?? null) }));
    writeFileSync(at(`people-${codec}.parquet`), new Uint8Array(parquetWriteBuffer({ columnData, codec, rowGroupSize: 25 })));
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("queries", () => {
  it("say the same as csv, as JSON lines, as lists and as Parquet, from a file or the standard input; the id of each is in its answer", async () => {
    const { code, out, said } = await explain("--queries", at("people.csv"), "--id", "person");
    expect([code, said]).toEqual([0, ""]);
    expect(answersOf(out).map(({ id }) => id)).toEqual(people.map(({ person }) => person));
    for (const name of ["people.jsonl", "lists.jsonl", "people-SNAPPY.parquet", "people-UNCOMPRESSED.parquet"]) {
      expect(timeless((await explain("--queries", at(name), "--id", "person")).out), name).toBe(timeless(out));
    }
    for (const name of ["people.csv", "people.jsonl", "people-SNAPPY.parquet"]) {
      const piped = await run(["explain", "--model", model, "--target", '{"class": "accepted"}', "--queries", "-", "--id", "person", "--count", "3"], { input: readFileSync(at(name)) });
      expect(timeless(piped.out), `${name}, piped`).toBe(timeless(out).split("\n").slice(0, 3).map((line) => `${line}\n`).join(""));
    }
    const plain = await explain("--queries", at("plain.csv"));
    expect(timeless(plain.out)).toBe(timeless(out).replace(/^\{"id":"(?:[^"\\]|\\.)*",/gm, "{"));
  });

  it("are a part of the file with --from and --count", async () => {
    const whole = await explain("--queries", at("people.csv"), "--id", "person");
    const parts = [["--count", "13"], ["--from", "13", "--count", "25"], ["--from", "38"], ["--from", "40"]];
    const found = await Promise.all(parts.map((part) => explain("--queries", at("people.csv"), "--id", "person", ...part)));
    expect(timeless(found.map(({ out }) => out).join(""))).toBe(timeless(whole.out));
  });

  it("are refused by line and column where one is bad, and nothing is answered", async () => {
    const bad = (text: string): string => {
      writeFileSync(at("bad"), text);
      return at("bad");
    };
    const csv = readFileSync(at("people.csv"), "utf8");
    const lines = readFileSync(at("people.jsonl"), "utf8").split("\n");
    const thirtieth = (edit: (line: string) => string): string => lines.map((line, i) => (i === 29 ? edit(line) : line)).join("\n");
    const cases: [args: string[], said: RegExp][] = [
      // The eighth person's name takes two lines.
      [["--queries", bad(csv.replace(/^p29,\d+/m, "p29,much")), "--id", "person"], /bad, line 32, column 2: found "much"/],
      [["--queries", at("people.csv"), "--id", "prson"], /there is no column "prson" besides the model's; give one of "person", "note"/],
      [["--queries", at("plain.csv"), "--id", "Age"], /there is no column "Age" besides the model's/],
      [["--queries", at("people.csv")], /people\.csv: queries, line 1, column 1: the model has no column "person"/],
    ];
    for (const [args, said] of cases) {
      const { code, out, said: told } = await explain(...args);
      expect([code, out]).toEqual([2, ""]);
      expect(told).toMatch(said);
      expect(told.trimEnd()).not.toContain("\n");
    }
    const refused: [text: string, said: RegExp][] = [
      [thirtieth((line) => line.replace(/"Age":\d+/, '"Age":"old"')), /bad, line 30, "Age": found "old"/],
      [thirtieth((line) => line.replace(/"Age":\d+,/, "")), /bad, line 30: the header lacks "Age"/],
      [thirtieth((line) => line.replace(/"person":"p29",/, "")), /bad, line 30: there is no column "person"/],
      [thirtieth((line) => line.slice(0, 30)), /bad, line 30: this is no JSON; give one query a line/],
      [thirtieth(() => "12"), /bad, line 30: found 12; give a list/],
      [thirtieth(() => '{"query": [1, 2], "person": "p29"}'), /bad: queries, line 30: found 2 values; the model reads 15 columns; give one value each/],
    ];
    for (const [text, said] of refused) {
      const { code, out, said: told } = await explain("--queries", bad(text), "--id", "person");
      expect([code, out]).toEqual([2, ""]);
      expect(told).toMatch(said);
    }
    writeFileSync(at("bad.parquet"), readFileSync(at("people-SNAPPY.parquet")).subarray(0, 900));
    expect((await explain("--queries", at("bad.parquet"))).said).toMatch(/bad\.parquet: this Parquet file cannot be read: .*; write it again/);
    for (const [args, said] of [[["--jobs", "0"], /--jobs is "0"; a whole number from 1 to 256/], [["--from", "-1"], /--from/], [["--count", "x"], /--count is "x"/], [["--output", "xml"], /jsonl, csv or parquet/], [["--output", "parquet"], /needs --out/], [["--resume"], /without --out/], [["--output", "csv", "--measures"], /no columns in csv/]] as [string[], RegExp][]) {
      const { code, said: told } = await explain("--queries", at("people.csv"), ...args);
      expect(code).toBe(2);
      expect(told).toMatch(said);
    }
  });

  it("also come so to predict and check", async () => {
    const predicted = await Promise.all(["plain.csv", "people.jsonl", "people-SNAPPY.parquet"].map((name) => run(["predict", "--model", model, "--queries", at(name)])));
    expect(predicted[0]?.out.trimEnd().split("\n").length).toBe(COUNT);
    expect(new Set(predicted.map(({ out }) => out)).size).toBe(1);
    writeFileSync(at("certified.json"), JSON.stringify({ certificate: true }));
    const asked = ["--queries", at("people.jsonl"), "--request", at("certified.json")];
    expect((await explain(...asked, "--id", "person", "--out", at("certified.jsonl"))).code).toBe(0);
    const checked = await run(["check", "--model", model, "--target", '{"class": "accepted"}', ...asked, "--answers", at("certified.jsonl")]);
    expect([checked.code, checked.said]).toEqual([0, ""]);
    expect(checked.out.trimEnd().split("\n").length).toBe(COUNT);
  });
});

describe("answers", () => {
  const asked = (): string[] => ["--queries", at("people.csv"), "--id", "person"];

  it("are the same of two threads as of one, byte for byte", async () => {
    const [one, two] = [await explain(...asked(), "--output", "csv"), await explain(...asked(), "--output", "csv", "--jobs", "2")];
    expect(two).toEqual(one);
    expect(one.code).toBe(0);
    const [lines, threaded] = [await explain(...asked()), await explain(...asked(), "--jobs", "3")];
    expect(timeless(threaded.out)).toBe(timeless(lines.out));
  });

  it("are flat rows as csv and as Parquet: one a counterfactual, with the values that the answer has", async () => {
    writeFileSync(at("several.json"), JSON.stringify({ count: 2, distinct: "features" }));
    const several = [...asked(), "--request", at("several.json")];
    const answers = answersOf((await explain(...several)).out);
    const rows = answers.flatMap(({ id, status, lower_bound, counterfactuals }, query) =>
      counterfactuals.map(({ values, cost, changes, prediction }, answer) => ({
        query, id, status, answer, cost, lower_bound,
        changed: changes.map(({ feature }) => feature).join("; "),
        prediction: "class" in prediction && prediction.class === 1 ? "accepted" : "refused",
        score: "scores" in prediction ? prediction.scores[1] : null,
        "Credit amount": values[0], Age: values[8],
        Guarantor: values[7] === 1 ? "yes" : "no",
        Purpose: PURPOSES[values.slice(9).indexOf(1)],
      })));
    expect(rows.length).toBeGreaterThan(COUNT);
    expect((await explain(...several, "--out", at("rows.parquet"), "--jobs", "2")).code).toBe(0);
    expect(existsSync(at("rows.parquet.jsonl"))).toBe(false);
    const bytes = readFileSync(at("rows.parquet"));
    const found = await parquetReadObjects({ file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) });
    expect(found).toEqual(rows.map((row) => expect.objectContaining(row) as unknown));
    const columns = Object.keys(found[0] ?? {});
    const csv = (await explain(...several, "--output", "csv")).out;
    expect(csv).toBe([columns, ...found.map((row) => columns.map((name) => row[name] as string | number | null))].map(csvLine).join(""));
  });

  it("have a row without values where there is none", async () => {
    writeFileSync(at("none.json"), JSON.stringify({ constraints: [{ range: { feature: "Age", min: 19, max: 19 } }] }));
    const { code, out } = await explain("--queries", at("people.csv"), "--id", "person", "--request", at("none.json"), "--output", "csv", "--from", "1", "--count", "2");
    expect([code, out.split("\n").slice(1, 3).map((line) => line.split(",").slice(0, 5))]).toEqual([0, [["1", "p1", "infeasible", "", ""], ["2", "p2", "infeasible", "", ""]]]);
  });

  it("go into a file, with a summary; a file that is there is not written over", async () => {
    const first = await explain(...asked(), "--out", at("once.csv"));
    expect([first.code, first.out]).toEqual([0, ""]);
    expect(first.said).toMatch(/^40 queries: 40 proved; .* a second, in .*once\.csv\n$/);
    const before = readFileSync(at("once.csv"), "utf8");
    const again = await explain(...asked(), "--out", at("once.csv"));
    expect([again.code, again.said]).toEqual([2, expect.stringContaining("is there already; --resume goes on with it")]);
    expect(readFileSync(at("once.csv"), "utf8")).toBe(before);
    expect((await explain(...asked(), "--out", at("nowhere/once.csv"))).said).toMatch(/its folder is not there/);
  });

  it("stop quietly where the reader has seen enough, of threads too", async () => {
    const { code, said } = await ended(["-e", `
      const child = require("node:child_process").spawn(process.execPath, ${JSON.stringify([cli, "explain", "--model", model, "--target", '{"class": 1}', "--jobs", "2", "--queries", at("people.jsonl")])}, { stdio: ["ignore", "pipe", "inherit"] });
      child.stdout.once("data", () => child.stdout.destroy());
      child.on("exit", (code) => (process.exitCode = code));
    `]);
    expect([code, said]).toEqual([0, ""]);
  });
});

describe("a run that is killed", () => {
  const lines = (path: string): number => (existsSync(path) ? readFileSync(path, "utf8").split("\n").length - 1 : 0);

  it.each(["jsonl", "csv", "parquet"])("goes on with --resume, and nothing is lost or doubled: %s", async (format) => {
    writeFileSync(at("two.json"), JSON.stringify({ count: 2, distinct: "features" }));
    const asked = ["--queries", at("many.jsonl"), "--id", "person", "--from", "2", "--jobs", "2", "--request", at("two.json")];
    const [whole, broken] = [at(`whole.${format}`), at(`broken.${format}`)];
    const growing = format === "parquet" ? `${broken}.jsonl` : broken;
    expect((await explain(...asked, "--out", whole)).code).toBe(0);
    let kept = 0;
    for (let round = 0; round < 3; round++) {
      const { signal } = await run(["explain", "--model", model, "--target", '{"class": "accepted"}', ...asked, "--out", broken, "--resume"], { until: () => lines(growing) > kept + 4 });
      expect(signal).toBe("SIGKILL");
      expect(lines(growing)).toBeGreaterThanOrEqual(kept);
      kept = lines(growing);
      // A line that was broken off in the middle, of a letter even.
      if (round === 0) truncateSync(growing, statSync(growing).size - 9);
      if (round === 1) appendFileSync(growing, Buffer.from('{"id":"Z\u00fc').subarray(0, 9));
    }
    const last = await explain(...asked, "--out", broken, "--resume");
    expect(last.code).toBe(0);
    expect(last.said).toMatch(/^118 queries: 118 proved; \d+ of them now, /);
    if (format === "jsonl") expect(timeless(readFileSync(broken, "utf8"))).toBe(timeless(readFileSync(whole, "utf8")));
    else expect(readFileSync(broken).equals(readFileSync(whole))).toBe(true);
  });

  it("does not go on with the answers of another command", async () => {
    const asked = ["--queries", at("people.jsonl"), "--id", "person"];
    for (const [name, more, said] of [
      ["other.jsonl", ["--count", "9", "--from", "9"], /ends with the id "p17", where the queries have "p8"/],
      ["other.csv", ["--count", "9", "--from", "9"], /other\.csv, byte \d+: query 9 stands where 0 is due/],
    ] as [string, string[], RegExp][]) {
      expect((await explain(...asked, ...more, "--out", at(name))).code).toBe(0);
      const before = readFileSync(at(name), "utf8");
      const { code, said: told } = await explain(...asked, "--out", at(name), "--resume");
      expect([code, readFileSync(at(name), "utf8")]).toEqual([2, before]);
      expect(told).toMatch(said);
    }
    writeFileSync(at("letter.csv"), "Dear Sir,\n");
    expect((await explain(...asked, "--out", at("letter.csv"), "--resume")).said).toMatch(/letter\.csv, line 1: the header is another one, so the file is not of this command/);
    expect(readFileSync(at("letter.csv"), "utf8")).toBe("Dear Sir,\n");
  });
});

describe("shares of costs", () => {
  it("are at most the cost that stands beside them, and half of them the median", () => {
    for (const n of [1, 2, 3, 4, 7, 10, 30, 100, 101, 13114]) {
      const sorted = Array.from({ length: n }, (_, i) => i + 1);
      expect(quantile(sorted, 0.5), String(n)).toBe(median(sorted));
      expect(quantile(sorted, 1)).toBe(n);
      for (const share of [0.1, 0.25, 0.75, 0.9, 0.99]) {
        const most = quantile(sorted, share);
        expect([100 * most >= Math.round(100 * share) * n, 100 * (most - 1) < Math.round(100 * share) * n], `${String(share)} of ${String(n)}`).toEqual([true, true]);
      }
    }
    expect(binned(Array.from({ length: 200 }, (_, i) => i + 1), 10)).toMatchObject({ end: 198, beyond: 2 });
  });
});

describe("audit", () => {
  it("writes the answers that explain gives, and a page of HTML that counts them, by group too, with a section for each person it links to", async () => {
    // Whoever is younger than 30 cannot reach it: nobody's age changes.
    writeFileSync(at("thirty.json"), JSON.stringify({ constraints: [{ range: { feature: "Age", min: 30 } }] }));
    const asked = ["--queries", at("people.csv"), "--id", "person", "--request", at("thirty.json")];
    const target = ["--model", model, "--target", '{"class": "accepted"}'];
    const audited = await run(["audit", ...target, ...asked, "--by", "note", "--jobs", "2", "--out", at("audit.csv"), "--report", at("audit.html")]);
    expect(audited.code).toBe(0);
    const explained = await explain(...asked, "--output", "csv");
    expect(readFileSync(at("audit.csv"), "utf8")).toBe(explained.out);
    const answers = answersOf((await explain(...asked)).out);
    const cannot = answers.filter(({ status }) => status === "infeasible");
    const there = answers.filter(({ counterfactuals: [first] }) => first?.changes.length === 0);
    expect(Math.min(cannot.length, there.length)).toBeGreaterThan(0);
    const html = readFileSync(at("audit.html"), "utf8");
    const text = html.replace(/<style>.*?<\/style>/s, "").replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
    expect(text).toContain(`${String(there.length)} ${(100 * there.length / COUNT).toFixed(1)} % have it already`);
    expect(text).toContain(`${String(COUNT - cannot.length - there.length)} ${(100 * (COUNT - cannot.length - there.length) / COUNT).toFixed(1)} %, proved cheapest`);
    expect(text).toContain(`${String(cannot.length)} ${(100 * cannot.length / COUNT).toFixed(1)} % cannot, proved`);
    expect(text).toMatch(/group people have it already can reach it median cost x 20 .* y 20 /);
    expect(text).toContain("Stopped by: constraint 1: Age is at least 30 years");
    // Each person's values stand there, of those who cannot too.
    const person = people[answers.indexOf(cannot[0]!)]!;
    const section = /<section class="person" id="person-(\d+)">.*?<\/section>/gs;
    const [own = ""] = [...html.matchAll(section)].flatMap(([all, index]) => (Number(index) === answers.indexOf(cannot[0]!) ? [all] : []));
    expect(own).toContain(`Age: ${String(person.Age)} years`);
    expect(own).toContain(`Purpose: ${String(person.Purpose)}`);
    const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, to = ""]) => to);
    expect(new Set(links).size).toBe(COUNT - there.length);
    expect(links.filter((to) => !html.includes(`id="${to}"`))).toEqual([]);
    // It needs no other file, and no script.
    expect(html).not.toMatch(/<script|\ssrc=|url\(|<link/);
  });

  it("by a feature compares its values, goes on after a crash with the report of all, and writes over no report", async () => {
    const asked = ["audit", "--model", model, "--target", '{"class": "accepted"}', "--queries", at("many.jsonl"), "--by", "Guarantor", "--jobs", "2"];
    const [whole, broken] = [["--out", at("a1.parquet"), "--report", at("a1.html")], ["--out", at("a2.parquet"), "--report", at("a2.html")]];
    expect((await run([...asked, ...whole])).code).toBe(0);
    const { signal } = await run([...asked, ...broken], { until: () => existsSync(at("a2.parquet.jsonl")) && statSync(at("a2.parquet.jsonl")).size > 0 });
    expect([signal, existsSync(at("a2.html"))]).toEqual(["SIGKILL", false]);
    expect((await run([...asked, ...broken, "--resume"])).code).toBe(0);
    expect(readFileSync(at("a2.parquet")).equals(readFileSync(at("a1.parquet")))).toBe(true);
    expect(readFileSync(at("a2.html"), "utf8").replaceAll("a2.parquet", "a1.parquet")).toBe(readFileSync(at("a1.html"), "utf8"));
    expect(readFileSync(at("a1.html"), "utf8")).toMatch(/<h2>By Guarantor<\/h2>/);
    const again = await run([...asked, "--out", at("a3.parquet"), "--report", at("a1.html")]);
    expect([again.code, again.said]).toEqual([2, expect.stringMatching(/--report: .*a1\.html" is there already; give another name/)]);
  });

  describe("limits in words", () => {
    const features = [
      { name: "Age <now>", kind: "integer", change: "increase", unit: "years", columns: [0] },
      { name: "Debt", kind: "numeric", change: "free", unit: "EUR", columns: [1] },
      { name: "Job", kind: "ordinal", change: "free", columns: [2], labels: ["none", "cook", "smith"], values: [0, 1, 5] },
    ] as unknown as FeatureInfo[];
    const said = (pointer: string, request: Partial<RequestDoc> = {}): string => limitsSaid([pointer], { target: { class: 1 }, ...request }, { features, classes: ["refused", "accepted"] } as unknown as ModelInfo).replaceAll("\u00a0", " ");
    const model = { classes: ["no", "yes"] };

    it.each<[ConstraintDoc, string]>([
      [{ fix: "Age <now>" }, "Age &#60;now&#62; may not change"],
      [{ range: { feature: "Age <now>", min: 1200.5, max: 3000 } }, "Age &#60;now&#62; is 1,200.5 to 3,000 years"],
      [{ range: { feature: "Age <now>", min: 40, max: 40 } }, "Age &#60;now&#62; is 40 years"],
      [{ range: { feature: "Age <now>", max: 3 } }, "Age &#60;now&#62; is at most 3 years"],
      [{ range: { feature: "Job", min: 5 } }, "Job is at least smith"],
      [{ direction: { feature: "Age <now>", change: "decrease" } }, "Age &#60;now&#62; may only decrease"],
      [{ levels: { feature: "Job", allow: ["cook", 0] } }, "Job is cook or none"],
      [{ max_changes: 1 }, "at most 1 change"],
      [{ max_changes: 2 }, "at most 2 changes"],
      [{ linear: { terms: { Debt: 1, Job: { cook: -200 } }, op: ">=", rhs: 6000 } }, "debt at least 200 if job is cook + 6,000"],
      [{ linear: { terms: { Debt: 1 }, op: "==", rhs: -500, of: "change" } }, "change of debt exactly −500 EUR"],
      [{ if: { feature: "Job", in: [1, 5] }, then: { feature: "Debt", unchanged: true } }, "if job is cook or smith, then debt stays"],
      [{ if: { all: [{ feature: "Job", in: ["cook"] }, { feature: "Debt", min: 10 }] }, then: { any: [{ feature: "Debt", min: 20, max: 30 }, { feature: "Job", max: 1 }] } }, "if job is cook and debt is at least 10 EUR, then debt is 20 to 30 EUR or job is at most cook"],
      [{ budget: { changes: { Debt: 0.01, "Age <now>": { up: 2, down: 0 } }, levels: { Job: { smith: 8 } }, most: 20, unit: "hours" } }, "changes of 0.01 × debt + 2 × age &#60;now&#62; up + 8 if job becomes smith use at most 20 hours"],
      [{ budget: { changes: { Debt: { up: 1, down: 3 } }, most: 3 } }, "changes of debt up + 3 × debt down use at most 3"],
      [{ causal: { feature: "Debt", parents: { "Age <now>": -20.5 }, cost: "none" } }, "debt = −20.5 × age &#60;now&#62; + rest, at no cost"],
      [{ causal: { feature: "Debt", learned: { parents: ["Age <now>", "Job"] } } }, "debt follows age &#60;now&#62; and job as in the rows"],
      [{ causal: { feature: "Debt", model } }, "debt follows another model"],
      [{ also: { model, target: { class: 1, min_probability: 0.65 } } }, "another model gives “yes” with a probability of at least 0.65"],
      [{ also: { model, target: { value: [null, 123456] } } }, "another model gives a value of at most 123,456"],
    ])("%j", (constraint, words) => {
      expect(said("/constraints/1", { constraints: [{ max_changes: 9 }, constraint] })).toBe(`constraint 2: ${words}`);
    });

    it.each<[string, Partial<RequestDoc>, string]>([
      ["/margin/score", { margin: 0.5 }, "margin: 0.5 ahead of every other class"],
      ["/margin/score", { margin: { score: 2 } }, "margin: 2 ahead of every other class"],
      ["/margin/distance", { margin: { distance: 0.025 } }, "margin: 2.5 % from every border"],
      ["/plausibility/isolation_forest", { plausibility: { isolation_forest: { outlier_quantile: 0.123 } } }, "plausibility: as typical as the most typical 87.7 % of the rows of the target"],
      ["/plausibility/isolation_forest", { plausibility: { isolation_forest: { min_path_length: 5.25 } } }, "plausibility: at least 5.25 random cuts to single it out"],
      ["/plausibility/hull", { plausibility: { hull: {} } }, "plausibility: between rows of the target"],
      ["/plausibility/hull", { plausibility: { hull: { epsilon: [0, 0.1], clusters: 2, each: true } } }, "plausibility: between rows of the target of 1 of 2 groups, or 10 % outside"],
      ["/plausibility/hull", { plausibility: { hull: { price: 0.5 } } }, "plausibility: near rows of the target, at 0.5 a range"],
      ["/real_rows", { real_rows: true }, "no background row has the target"],
      ["/features/0/change", {}, "Age &#60;now&#62; may only increase"],
      ["/features/0/max", {}, "Age &#60;now&#62; stays within the schema's <code>max</code>"],
      ["/features/0", {}, "Age &#60;now&#62; stays within its limits"],
      ["/features", {}, "limits of the schema"],
      ["/other", {}, "<code>/other</code>"],
    ])("%s of %j", (pointer, request, words) => {
      expect(said(pointer, request)).toBe(words);
    });

    it("of the model alone", () => {
      expect(limitsSaid([], { target: { class: 1 } }, { features: [] } as unknown as ModelInfo)).toBe("the model alone: no values give the target");
    });
  });

  it.each<[Target, string]>([
    [{ class: 1 }, "“accepted”"],
    [{ class: "other", min_probability: 0.6 }, "“other” with a probability of at least 0.6"],
    [{ classes: [0, "accepted"] }, "“refused” or “accepted”"],
    [{ value: [10, 20] }, "a value of 10 to 20"],
    [{ value: [null, null] }, "any value"],
    [{ class: 1, minimise: { Debt: 1 } }, "“accepted”, at the least sum of Debt"],
    [{ class: 1, minimise: { Income: -1, Debt: 1, Rent: 2.5 } }, "“accepted”, at the least sum of minus Income plus Debt plus 2.5 times Rent"],
    [{ class_costs: { refused: 0, accepted: 0.25 } }, "“refused” at a further cost of 0 or “accepted” at a further cost of 0.25"],
    [{ best: "max" }, "the highest value"],
    [{ best: "min", budget: 0.2 }, "the lowest value at a cost of at most 0.2"],
    [{ best: { class: 1 }, budget: 1 }, "the highest probability of “accepted” at a cost of at most 1"],
    [{ best: { difference: {}, class: "accepted", side: "above" } }, "the largest difference from another model about “accepted”, above it"],
    [{ apart: { difference: {} }, at_least: 0.3 }, "a difference from another model of at least 0.3"],
  ])("the target in words: %j", (target, words) => {
    expect(targetText(target, ["refused", "accepted"])).toBe(words);
  });

  it("has the intervals of the literature", () => {
    // Newcombe 1998: 81 of 263, in "Two-sided confidence intervals for the single proportion"; 56 of 70 and 48 of 80, in "Interval estimation for the difference".
    expect(wilson(81, 263).map((end) => end.toFixed(4))).toEqual(["0.2553", "0.3662"]);
    expect(newcombe([56, 70], [48, 80]).map((end) => end.toFixed(4))).toEqual(["0.0524", "0.3339"]);
    const spread = (from: number): number[] => Array.from({ length: 101 }, (_, i) => from + i);
    const [low, high] = medianDifference(spread(50), spread(0));
    expect(low).toBeLessThan(50);
    expect(high).toBeGreaterThan(50);
    // Medians of 101 numbers in a row have a standard error of about 14.6 of the difference 50 (density 1/101 each).
    expect(Math.abs(high - low - 2 * 1.96 * Math.SQRT2 * (101 / (2 * Math.sqrt(101))))).toBeLessThan(6);
    expect(medianDifference(spread(50), spread(0))).toEqual([low, high]);
  });
});

describe("progress", () => {
  it("is told on a terminal alone, and the summary counts by outcome", () => {
    const { isTTY } = process.stderr;
    const write = process.stderr.write.bind(process.stderr);
    const written: string[] = [];
    process.stderr.write = (text: string | Uint8Array) => written.push(String(text)) > 0;
    try {
      process.stderr.isTTY = false;
      progress("answering:").tell(3, 10);
      expect(written).toEqual([]);
      process.stderr.isTTY = true;
      const telling = progress("answering:");
      telling.tell(3, 10);
      telling.clear();
    } finally {
      Object.assign(process.stderr, { isTTY, write });
    }
    expect(written[0]).toMatch(/^\ranswering: 3 of 10, /);
    expect(written.length).toBe(2);
    expect(summary({ optimal: 1200, feasible: 1, infeasible: 2, unknown: 3 }, 12_000, 6)).toBe("1,206 queries: 1,200 proved, 1 found and not proved, 2 proved to have no answer, 3 without an answer in time; 1,200 of them now, 12 s, 100 a second");
  });
});
