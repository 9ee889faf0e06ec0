// npm run libraries: predictions and answers held to the real libraries; --help says how. Also a step of npm test.
import { parseArgs } from "node:util";
import { pathToFileURL } from "node:url";
import { pythonWith } from "./environment.mjs";
import { at, fail } from "./lib.mjs";

const HELP = `npm run libraries [-- options]      (after npm run build)

Trains small models of five libraries in Python, asks about them, and feeds every answer to the library that trained its model.
  --models N     so many (378)
  --queries N    questions a model (36)
  --seed N       another day's models; today's number where neither this nor ESPALIER_SEED says otherwise
  --only N       model N alone, as a failure names it
  --first N      begins at model N
  --all          also those kinds whose packages are their own (treeple, Keras, isotree), and a table of all kinds; by hand
`;

/** Today's number, 20261231 on the last day of 2026, or the one that the environment chooses. */
export function daySeed() {
  const { ESPALIER_SEED } = process.env;
  return Number(ESPALIER_SEED ?? new Date().toISOString().slice(0, 10).replaceAll("-", ""));
}

/** The Python in which the libraries are, installed under target/ when they are not there; else a line that says how to get it. */
export const librariesPython = (name = "libraries", requirements = "requirements.txt") => pythonWith(name, [at("tests", "libraries", requirements)]);

/** One run; the number of models asked about and of failures. */
export async function libraries({ python, models = 378, queries = 36, seed = daySeed(), ...more }) {
  const { campaign } = await import("../tests/libraries/campaign.mjs");
  return campaign({ python, models, queries, seed, ...more });
}

/** A row a kind of model, and a row a kind of limit. */
function printed(table) {
  const columns = ["models", "answers", "optimal", "infeasible", "feasible", "unknown", "refuted"];
  process.stdout.write(`| kind | ${columns.join(" | ")} |\n| --- |${" --- |".repeat(columns.length)}\n`);
  for (const kind of Object.keys(table).sort()) process.stdout.write(`| ${kind} | ${columns.map((column) => table[kind][column]).join(" | ")} |\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const number = { type: "string" };
  const { values } = parseArgs({ options: { models: number, queries: number, seed: number, only: number, first: number, all: { type: "boolean", default: false }, help: { type: "boolean", default: false } } });
  if (values.help) {
    process.stdout.write(HELP);
    process.exit(0);
  }
  const { python, missing } = librariesPython();
  if (missing !== undefined) fail(missing);
  const { all } = values;
  const more = all ? librariesPython("libraries-all", "requirements-all.txt") : {};
  if (more.missing !== undefined) fail(more.missing);
  const { failed, table } = await libraries({ python, elsewhere: more.python, ...Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (typeof value === "boolean" ? [] : [[name, Number(value)]]))) });
  if (all) printed(table);
  process.exit(failed === 0 ? 0 : 1);
}
