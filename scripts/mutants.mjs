// npm run mutants: are faults of the checks in www/src/check and crate/verify found by their tests? --help says how.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { parseArgs } from "node:util";
import { at, fail, modules, read, run, say } from "./lib.mjs";
import { daySeed } from "./libraries.mjs";

const HELP = `npm run mutants [-- options]      (after npm run build)

Changes the check of answers (www/src/check) in one place after another, with Stryker, and runs its tests each time.
Prints the changes that no test notices: the quick tests are asked first, and all tests of the rest. Ends with 1 where fewer than nine in ten are noticed.
  --windows N      so many places of --lines lines, drawn by the seed (28)
  --lines N        lines a place (6)
  --seed N         other places; today's number where neither this nor ESPALIER_SEED says otherwise
  --only A:B-C,..  these places instead: file.ts:first-last, of www/src/check
  --quick          the quick tests alone
  --rust           the check in Rust (crate/verify) instead, with cargo-mutants, which puts each change into the source and takes it back
  --changes N      with --rust: so many changes, drawn by the seed (60)
docs/experiments/mutants.md has the findings. Stryker and cargo-mutants are installed once, into target/mutants.
`;

const { values } = parseArgs({
  options: { windows: { type: "string", default: "28" }, lines: { type: "string", default: "6" }, seed: { type: "string" }, only: { type: "string" }, quick: { type: "boolean" }, rust: { type: "boolean" }, changes: { type: "string", default: "60" }, help: { type: "boolean" } },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}

const VERSION = "9.6.1";
const CARGO_VERSION = "27.1.0";
const FOLDER = "www/src/check";
/** Files of types alone, and the start of a worker: browsers' tests run these. */
const LEFT_OUT = ["watch.ts", "worker.ts", "beside.ts"];

/** Whole numbers below an end, by the seed. */
function draws() {
  const seed = Number(values.seed ?? daySeed());
  say(`seed ${seed}`);
  let state = (seed % 2147483646) + 1;
  return (end) => (state = (state * 48271) % 2147483647) % end;
}

/** Places by the seed: any line may begin one. */
function drawn() {
  const files = readdirSync(at(FOLDER)).filter((name) => !LEFT_OUT.includes(name));
  const lines = files.flatMap((name) => readFileSync(at(FOLDER, name), "utf8").trimEnd().split("\n").map((_, i) => [name, i + 1]));
  const below = draws();
  return Array.from({ length: Number(values.windows) }, () => {
    const [name, first] = lines[below(lines.length)];
    return `${name}:${first}-${first + Number(values.lines) - 1}`;
  });
}

function stryker() {
  const folder = at("target", "mutants");
  const program = at("target", "mutants", "node_modules", "@stryker-mutator", "core", "bin", "stryker.js");
  if (!existsSync(program)) {
    say(`npm install @stryker-mutator/core@${VERSION} into target/mutants (once)`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(at("target", "mutants", "package.json"), JSON.stringify({ private: true, dependencies: { "@stryker-mutator/core": VERSION, "@stryker-mutator/vitest-runner": VERSION } }));
    // Its vitest is the project's own.
    if (!run("npm", ["install", "--no-audit", "--no-fund", "--legacy-peer-deps"], { cwd: folder })) fail("Stryker could not be installed; npm's message is above");
  }
  return program;
}

/** Stryker's report of places, by the tests that are named: each change with its place, its outcome and its words. */
function outcomes(program, places, tests) {
  const report = at("target", "mutants", "report.json");
  const config = {
    packageManager: "npm",
    testRunner: "vitest",
    plugins: [at("target", "mutants", "node_modules", "@stryker-mutator", "vitest-runner", "dist", "src", "index.js")],
    vitest: { configFile: "tests/mutants/vitest.config.mjs", related: false },
    coverageAnalysis: "perTest",
    concurrency: 1,
    mutate: places.map((place) => `${FOLDER}/${place}`),
    ignorePatterns: ["crate", "fuzz", "target", "dist", "docs", "python", ".git", "tests/e2e", "pkg"],
    reporters: ["progress-append-only", "json"],
    jsonReporter: { fileName: report },
    tempDirName: "target/mutants/tmp",
    timeoutMS: 20000,
    disableTypeChecks: false,
  };
  writeFileSync(at("target", "mutants", "stryker.json"), JSON.stringify(config, null, 1));
  rmSync(report, { force: true });
  const ended = run(process.execPath, [program, "run", "target/mutants/stryker.json"], { env: { ...process.env, MUTANTS: tests } });
  if (!ended || !existsSync(report)) fail("Stryker did not end well", "its own message is above");
  return Object.entries(JSON.parse(readFileSync(report, "utf8")).files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split("\n");
    return mutants.map(({ status, replacement, location: { start, end } }) => {
      const name = file.replace(`${FOLDER}/`, "");
      const was = start.line === end.line ? lines[start.line - 1].slice(start.column - 1, end.column - 1) : `${lines[start.line - 1].slice(start.column - 1)} ...`;
      const words = `${name}:${start.line}  ${was}  ->  ${replacement.replaceAll(/\s+/g, " ")}`;
      // Reports count columns from 1, and places from 0.
      const place = `${name}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;
      return { words, place, key: `${place} ${replacement}`, noticed: status === "Killed" || status === "Timeout", counts: status !== "Ignored" && status !== "CompileError" && status !== "RuntimeError" };
    });
  }).filter(({ counts }) => counts);
}

/** Certificates made by hand. They ask the limits and costs too, by which they are judged. */
const BY_HAND_CERTIFICATES = ["certificate_claims", "certificate_rounds", "hyperplane_rows", "linear_constraint_certificate", "needs_of_links"];

/** By file of crate/verify/src the tests of crate/search that ask it; the first that fits. */
const ASKED = [
  [/hull_slice/, ["hull_slice"]],
  [/certificate|inverse/, ["certificate", "copied", ...BY_HAND_CERTIFICATES]],
  [/joint_ranges/, ["joint_ranges_by_hand", "joint_ranges"]],
  [/./, ["by_hand", "answer_lists", "answer_statements", "limits_beside_numbers", "earnings", "targets", "written_numbers", "distance_from_splits", ...BY_HAND_CERTIFICATES, "verify", "rows", "regions", "copied"]],
];

/** Crates that are compiled anew for each change, as fast as they can be. */
const QUICKLY = ["verify", "formats"].map((crate) => `--config=profile.test.package.espalier-${crate}.opt-level=0`);

/** Puts changes of the check in Rust to its tests: how many count, and the words of those that are not noticed. */
function rust() {
  const folder = at("target", "mutants");
  const path = `${at("target", "mutants", "bin")}${delimiter}${process.env.PATH}`;
  const env = { ...process.env, PATH: path, CARGO_PROFILE_TEST_DEBUG: "0" };
  const cargo = (args, how = run) => how("cargo", ["mutants", ...args], { env });
  if (cargo(["--version"], read) === undefined) {
    say(`cargo install cargo-mutants@${CARGO_VERSION} into target/mutants (once)`);
    if (!run("cargo", ["install", "--locked", "--root", folder, `cargo-mutants@${CARGO_VERSION}`])) fail("cargo-mutants could not be installed; cargo's message is above");
  }
  const known = cargo(["--list", "--package", "espalier-verify"], read)?.split("\n") ?? fail("cargo-mutants could not list the changes");
  const below = draws();
  const chosen = Array.from({ length: Math.min(Number(values.changes), known.length) }, () => known.splice(below(known.length), 1)[0]);
  const left = [];
  let counted = 0;
  for (const [place, [, tests]] of ASKED.entries()) {
    const own = chosen.filter((change) => ASKED.findIndex(([files]) => files.test(change.split(":")[0])) === place);
    if (own.length === 0) continue;
    const out = join(folder, tests[0]);
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out, { recursive: true });
    // Deleted fields are tried in every file that is named, whatever is asked for.
    const files = [...new Set(own.map((change) => `--file=${change.split(":")[0]}`))];
    const these = own.map((change) => `--re=^${change.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")}$`);
    const asked = ["--test=suite", "--", ...tests.map((test) => `${test}::`)];
    // Its own trial run would look for these tests in the crate that is changed.
    if (!run("cargo", ["test", "--package", "espalier-search", ...QUICKLY, ...asked], { env })) fail("the tests fail before anything is changed");
    cargo(["--package", "espalier-verify", "--test-package", "espalier-search", "--in-place", "--baseline=skip", "--timeout=120", "--output", out, ...files, ...QUICKLY.map((arg) => `--cargo-arg=${arg}`), ...these, "--", ...asked]);
    const [caught, timeout, missed, unviable] = ["caught", "timeout", "missed", "unviable"].map((kind) => {
      const file = join(out, "mutants.out", `${kind}.txt`);
      return existsSync(file) ? readFileSync(file, "utf8").split("\n").filter((line) => own.includes(line)) : [];
    });
    if (caught.length + timeout.length + missed.length + unviable.length !== own.length) fail("cargo-mutants did not end well", "its own message is above");
    left.push(...missed);
    counted += own.length - unviable.length;
  }
  return { all: counted, left };
}

/** As that, of the check in TypeScript. */
function typescript() {
  modules();
  if (!existsSync(at("www", "src", "wasm", "espalier.wasm"))) fail("the engine is missing", "run: npm run build");
  const program = stryker();
  const all = outcomes(program, values.only?.split(",") ?? drawn(), "quick");
  let left = all.filter(({ noticed }) => !noticed);
  say(`${left.length} of ${all.length} changes are not noticed by the quick tests`);
  if (left.length > 0 && !values.quick) {
    const again = outcomes(program, [...new Set(left.map(({ place }) => place))], "all");
    const found = new Set(again.filter((change) => change.noticed).map(({ key }) => key));
    left = left.filter(({ key }) => !found.has(key));
  }
  return { all: all.length, left: left.map(({ words }) => words) };
}

const { all, left } = values.rust ? rust() : typescript();
if (all === 0) fail("nothing was changed", "--help says how places are named");
for (const words of left) process.stdout.write(`${words}\n`);
const noticed = all - left.length;
say(`${noticed} of ${all} changes are noticed (${((100 * noticed) / all).toFixed(1)} %)`);
if (!(noticed >= 0.9 * all)) process.exit(1);
