// npm run bench: cases in WebAssembly, in Node, on one thread; --help says how.
// A case is a folder with model.*, schema.json, queries.json and, where there are such, request.json (the request's fields besides the
// target) and predictions.json (the library's predictions).
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { at, fail } from "./lib.mjs";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    norm: { type: "string", default: "l1" },
    repeat: { type: "string", default: "1" },
    "time-limit": { type: "string", default: "60" },
    only: { type: "string", default: "" },
    json: { type: "string" },
    drag: { type: "boolean", default: false },
    baselines: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
const HELP = `npm run bench [-- FOLDER] [-- options]

FOLDER holds cases (or is one); without it small cases are made of the example models.
  --norm l1,l0       the costs, one after the other (l1)
  --repeat N         every query so often (1); the first time the engine's code is still cold
  --only TEXT        the cases whose name holds it
  --time-limit S     seconds a query (60)
  --drag             each query dragged to its answer along a feature, in 30 steps, each solved: time a step
  --baselines        feature tweaking, one change at a time and the nearest background row beside the optimum: how often each finds
                     something, and the ratio of its cost to the least (R): median and most
  --json FILE        the figures as JSON too
`;
if (options.help) {
  process.stdout.write(HELP);
  process.exit(0);
}

await build();
const { start, CoreModel } = await import("../pkg/core.js");
start(readFileSync(at("pkg", "espalier.wasm")));
const { baselines } = options.baselines ? await import("../pkg/baseline.js") : {};

const folder = positionals[0] === undefined ? ownCases() : resolve(process.env.INIT_CWD ?? ".", positionals[0]);
const cases = caseFolders(folder).filter((path) => basename(path).includes(options.only));
if (cases.length === 0) fail(`${folder} holds no case`, "a case is a folder with model.*, schema.json and queries.json");
const norms = options.norm.split(",");
const rows = [];
process.stdout.write(`${cpus()[0]?.model ?? "unknown processor"}, Node ${process.versions.node}, WebAssembly, one thread\n\n`);
for (const path of cases) await measure(path);
print();
if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(rows, null, 1));
process.exit(rows.every((row) => row.wrong === 0 && row.failed === undefined) ? 0 : 1);

/** One case: its predictions against the library's, then every query by every norm. */
async function measure(path) {
  const name = basename(path);
  const file = readdirSync(path).find((entry) => /^model\.(?!joblib|pkl)/.test(entry));
  const read = (part) => JSON.parse(readFileSync(join(path, part), "utf8"));
  let model;
  const began = performance.now();
  try {
    model = CoreModel.load(readFileSync(join(path, file)), file, existsSync(join(path, "schema.json")) ? read("schema.json") : undefined);
  } catch (error) {
    rows.push({ name, failed: error.message ?? String(error), wrong: 0 });
    process.stderr.write(`${name}: not loaded: ${error.message ?? error}\n`);
    return;
  }
  const load = performance.now() - began;
  const { target, rows: flat } = model.queries(readFileSync(join(path, "queries.json"), "utf8"), "queries.json");
  const { columns } = model.info;
  const queries = Array.from({ length: flat.length / columns }, (_, i) => Array.from(flat.subarray(i * columns, (i + 1) * columns), (value) => (Number.isNaN(value) ? null : value)));
  const asked = existsSync(join(path, "request.json")) ? read("request.json") : {};
  const compared = existsSync(join(path, "predictions.json"));
  const wrong = compared ? disagreements(model, queries, read("predictions.json")) : 0;
  if (wrong > 0) process.stderr.write(`${name}: ${wrong} predictions differ from the library's by more than 1e-5\n`);
  for (const norm of norms) {
    const runs = [];
    const ask = (query) => search(model, { target, ...asked, query, cost: { ...asked.cost, norm }, time_limit: Number(options["time-limit"]) });
    for (let again = 0; again < Number(options.repeat); again++) {
      for (const query of queries) runs.push(...(options.drag ? dragged(query, ask) : [ask(query)]));
    }
    const ratios = options.baselines ? await ratiosOf(model, queries, runs, { target, ...asked, cost: { ...asked.cost, norm } }) : undefined;
    rows.push({ name, norm, load, ratios, compared, wrong, queries: queries.length, ...summary(runs) });
    process.stderr.write(".");
  }
  model.free();
}

/** One search, from the request to the answer. */
function search(model, request) {
  const began = performance.now();
  const running = model.search(request);
  running.run(running.timeLimit * 1000);
  const { status, work, counterfactuals } = running.answer(performance.now() - began);
  const milliseconds = performance.now() - began;
  running.free();
  return { milliseconds, nodes: work.nodes, status, cost: counterfactuals[0]?.cost, values: counterfactuals[0]?.values };
}

/** Ratios of the baselines' costs to the optimum, query by query. */
async function ratiosOf(model, queries, runs, request) {
  const ground = {
    info: model.info,
    trees: model.trees(),
    rows: Array.from({ length: model.info.rows }, (_, i) => model.row(i).row),
    predict: (rows) => (rows.length === 0 ? [] : model.predict(Float64Array.from(rows.flat()))),
  };
  const found = { tweaking: [], greedy: [], row: [] };
  let asked = 0;
  for (const [i, query] of queries.entries()) {
    const { status, cost } = runs[i];
    if (status !== "optimal" || !(cost > 0)) continue;
    const all = await baselines(ground, { ...request, query });
    if (all === null) return undefined;
    asked += 1;
    for (const method of Object.keys(found)) if (all[method]) found[method].push(all[method].cost / cost);
  }
  const of = (list) => {
    const sorted = list.sort((a, b) => a - b);
    return { found: sorted.length, median: sorted[Math.ceil(sorted.length / 2) - 1], most: sorted.at(-1) };
  };
  return { asked, ...Object.fromEntries(Object.entries(found).map(([method, list]) => [method, of(list)])) };
}

/** A query moved to its answer along the first feature that changes, each step solved, as a hand drags it. */
function dragged(query, ask, steps = 30) {
  const { values } = ask(query);
  const column = values?.findIndex((value, k) => value !== query[k] && query[k] !== null) ?? -1;
  if (column < 0) return [];
  return Array.from({ length: steps }, (_, step) => {
    const moved = [...query];
    const at = query[column] + ((values[column] - query[column]) * (step + 1)) / steps;
    moved[column] = Number.isInteger(query[column]) && Number.isInteger(values[column]) ? Math.round(at) : at;
    return ask(moved);
  });
}

/** How many predictions are further from the library's than 1e-5 of its value. */
function disagreements(model, queries, expected) {
  const columns = model.info.columns;
  let count = 0;
  queries.forEach((query, i) => {
    const [prediction] = model.predict(Float64Array.from({ length: columns }, (_, k) => query[k] ?? NaN));
    const found = prediction.scores ?? [prediction.value];
    const want = [expected[i]].flat();
    if (found.length !== want.length || found.some((value, k) => !(Math.abs(value - want[k]) <= 1e-5 * Math.max(Math.abs(want[k]), 1e-9)))) count += 1;
  });
  return count;
}

function summary(runs) {
  const of = (field) => {
    const sorted = runs.map((run) => run[field]).sort((a, b) => a - b);
    const quantile = (q) => sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)];
    return { median: quantile(0.5), most95: quantile(0.95), most: sorted.at(-1) };
  };
  const proved = runs.filter(({ status }) => status === "optimal" || status === "infeasible").length;
  return { runs: runs.length, proved, milliseconds: of("milliseconds"), nodes: of("nodes") };
}

function print() {
  const head = ["case", "norm", "proved", "load ms", "median ms", "95 % ms", "max ms", "median nodes", "95 %", "max", "predictions"];
  const number = (x) => (x < 100 ? x.toPrecision(3) : Math.round(x).toString());
  const lines = rows.map((row) => row.failed !== undefined ? [row.name, "not loaded"] : [
    row.name, row.norm, `${row.proved}/${row.runs}`, number(row.load),
    ...Object.values(row.milliseconds).map(number), ...Object.values(row.nodes).map(String),
    !row.compared ? "none given" : row.wrong === 0 ? "agree" : `${row.wrong} WRONG`,
  ]);
  printTable(head, lines);
  if (options.baselines) printRatios();
}

/** Prints the ratios of the baselines' costs to the optimum. */
function printRatios() {
  const cell = (one) => (one === undefined ? "not priced" : one.found === 0 ? "0" : `${one.found}: ${one.median.toFixed(2)}, ${one.most.toFixed(2)}`);
  const lines = rows.filter((row) => row.failed === undefined).map(({ name, norm, ratios }) => [name, norm, String(ratios?.asked ?? 0), cell(ratios?.tweaking), cell(ratios?.greedy), cell(ratios?.row)]);
  process.stdout.write("\nfound: median and most of cost / least cost\n");
  printTable(["case", "norm", "queries", "feature tweaking", "step by step", "nearest row"], lines);
}

function printTable(head, lines) {
  const widths = head.map((title, k) => Math.max(title.length, ...lines.map((line) => line[k]?.length ?? 0)));
  const show = (line) => line.map((cell, k) => (k < 2 ? cell.padEnd(widths[k]) : cell.padStart(widths[k]))).join("  ");
  process.stdout.write(`\n${[head, ...lines].map(show).join("\n")}\n`);
}

/** The case folders in a folder, or the folder itself when it is one. */
function caseFolders(path) {
  if (!existsSync(path)) fail(`${path} does not exist`, "give a folder of cases, or none");
  if (existsSync(join(path, "queries.json"))) return [path];
  return readdirSync(path).sort().map((name) => join(path, name)).filter((sub) => statSync(sub).isDirectory() && existsSync(join(sub, "queries.json")));
}

/** Small cases of the example models: background rows that the model does not give its last class. */
function ownCases() {
  const out = at("target", "bench");
  const examples = at("www", "public", "examples");
  for (const file of existsSync(examples) ? readdirSync(examples).filter((name) => name.endsWith(".json")) : []) {
    let model;
    try {
      model = CoreModel.load(readFileSync(join(examples, file)), file);
    } catch {
      continue; // not a model
    }
    if (model.info.kind !== "classifier" || model.info.rows === 0) continue;
    const wanted = model.info.classes.length - 1;
    const queries = Array.from({ length: model.info.rows }, (_, i) => model.row(i).row)
      .filter((row) => model.predict(Float64Array.from(row))[0].class !== wanted)
      .slice(0, 40);
    const path = join(out, file.replace(/\.json$/, ""));
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, "model.json"), readFileSync(join(examples, file)));
    writeFileSync(join(path, "queries.json"), JSON.stringify({ target: { class: wanted }, queries }));
  }
  return out;
}
