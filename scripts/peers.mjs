// npm run bench:peers: our search beside HiGHS and Veritas on the same models and questions, alternated, in one run; --help says how.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { needPython } from "./environment.mjs";
import { at, fail, read, run, say } from "./lib.mjs";

const HELP = `npm run bench:peers [-- options]

Makes models and questions, puts the peers (pip: scripts/peers/requirements.txt) into target/peers, builds our program, and asks all of them, alternated.
The figures go to target/peers-figures: peers.json and a table.
  --seed N         other models, rows and targets (1)
  --queries N      questions of each kind and set (6)
  --limit S        seconds a question (10)
  --repeat N       a question of less than a second is asked so often, and its best time counts (3)
  --only TEXT      the sets whose name holds it
  --data FOLDER    adds the sets of adult.csv, spambase.csv and ames-housing.csv
  --before FILE    a second program of ours, built from other code: crate/search/examples/ask.rs
  --write          the table becomes docs/benchmarks/peers.md
`;
const { values: options } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    queries: { type: "string", default: "6" },
    limit: { type: "string", default: "10" },
    repeat: { type: "string", default: "3" },
    only: { type: "string", default: "" },
    data: { type: "string" },
    before: { type: "string" },
    write: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (options.help) {
  process.stdout.write(HELP);
  process.exit(0);
}

const scripts = at("scripts", "peers");
const python = needPython("peers", [`${scripts}/requirements.txt`], { dependencies: true });
say("cargo build --release: our program");
if (!run("cargo", ["build", "--release", "--quiet", "--locked", "-p", "espalier-search", "--example", "ask"])) fail("our program could not be built; cargo's message is above");
const [models, figures] = [at("target", "peers-models"), at("target", "peers-figures")];
rmSync(models, { recursive: true, force: true });
mkdirSync(models, { recursive: true });
const from = resolve.bind(null, process.env.INIT_CWD ?? ".");
say("models and questions");
const data = options.data === undefined ? [] : ["--data", from(options.data)];
if (!run(python, [`${scripts}/make.py`, models, "--seed", options.seed, "--queries", options.queries, "--only", options.only, ...data])) fail("the models could not be made; the message is above");
say("questions, alternated");
const programs = [`ours=${at("target", "release", "examples", "ask")}`, ...(options.before === undefined ? [] : [`before=${from(options.before)}`])];
const asked = programs.flatMap((one) => ["--program", one]);
if (!run(python, [`${scripts}/run.py`, models, ...asked, "--out", figures, "--limit", options.limit, "--repeat", options.repeat])) fail("a question ended with an error; the message is above");
if (options.write) {
  const [head, foot] = readFileSync(at("docs", "benchmarks", "peers.md"), "utf8").split(/^\| set [\s\S]*?\n\n/m);
  const versions = read(python, ["-c", "from importlib.metadata import version as v; print(f\"HiGHS {v('highspy')}, Veritas {v('dtai-veritas')}, scikit-learn {v('scikit-learn')}, XGBoost {v('xgboost')}\")"])?.trim();
  const facts = `${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model ?? "unknown processor"}, seed ${options.seed}, ${options.queries} questions a line, ${options.limit} s a question. ${versions ?? ""}.`;
  const table = readFileSync(`${figures}/peers-table.md`, "utf8");
  writeFileSync(at("docs", "benchmarks", "peers.md"), `${head.replace(/^Measured: .*$/m, `Measured: ${facts}`)}${table}\n${foot}`);
  copyFileSync(`${figures}/peers.json`, at("docs", "benchmarks", "peers.json"));
}
