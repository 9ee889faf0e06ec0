// Steps that are shared by `npm test` and `npm run check`. Each is run to its end, even after a failure, and counted; the end tells the totals.
import { spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { at, fail, root, say, tool, which } from "./lib.mjs";

const began = performance.now();
const failures = [];
const skipped = [];
const times = [];
let [passed, failed] = [0, 0];

/** Counts one step's outcome. */
export function count(name, ok, counts = { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }) {
  passed += counts.passed;
  failed += counts.failed;
  if (!ok && counts.failed === 0) failed += 1;
  if (!ok) failures.push(name);
}

/** Says of a step that it was left out, and why. */
export const skip = (reason) => void skipped.push(reason);

/** Runs a step that says whether it holds; its time is told at the end. */
export function timed(name, step) {
  say(name);
  const start = performance.now();
  const tell = (result) => {
    times.push(`${name}: ${Math.round((performance.now() - start) / 1000)} s`);
    return result;
  };
  const result = step();
  return result instanceof Promise ? result.then(tell) : tell(result);
}

const run = (command, args, env) => spawnSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } }).status === 0;

/** Runs a command that either holds or not. */
export function check(name, command, args, env = {}) {
  const ok = timed(name, () => run(command, args, env));
  count(name, ok);
  return ok;
}

/** Starts commands, [name, command, args] each, beside the steps that follow. The function that is returned waits for them, prints their output, counts them, and gives the names of those that hold. */
export function beside(commands) {
  mkdirSync(at("target"), { recursive: true });
  const ended = commands.map(([name, command, args], k) => {
    const file = at("target", `beside-${k}.txt`);
    const output = openSync(file, "w");
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", output, output] });
    closeSync(output);
    return new Promise((resolve) => {
      child.on("error", () => resolve({ name, file, ok: false }));
      child.on("close", (status) => resolve({ name, file, ok: status === 0 }));
    });
  });
  return async () => {
    const all = await Promise.all(ended);
    for (const { name, file, ok } of all) {
      say(name);
      process.stdout.write(readFileSync(file));
      rmSync(file);
      count(name, ok);
    }
    return all.filter(({ ok }) => ok).map(({ name }) => name);
  };
}

/** Runs a test runner that writes a report, and counts the report's tests; `least`: so many tests there are at least. */
export function suite(name, command, args, report, totals, env = {}, least = 1) {
  rmSync(report, { force: true });
  const ok = timed(name, () => run(command, args, env));
  const counts = existsSync(report) ? totals(JSON.parse(readFileSync(report, "utf8"))) : { passed: 0, failed: 0 };
  count(name, ok && counts.failed === 0 && counts.passed >= least, counts);
}

/** Ends the script where there is no cargo. */
export function needCargo() {
  if (which("cargo") === undefined) fail("cargo is missing", "install Rust: rustup, or your distribution's packages cargo, rust-clippy and rustfmt");
}

export const format = () => check("cargo fmt --check", "cargo", ["fmt", "--all", "--check"]);

export const clippy = () => check("cargo clippy, warnings are errors", "cargo", ["clippy", "--workspace", "--all-targets", "--locked", "--quiet", "--", "-D", "warnings"]);

/** The pages of the crates' documentation. A link to nothing, to something private or to one of two things is a warning, which is an error here. */
export const rustdoc = () => check("cargo doc, warnings are errors", "cargo", ["doc", "--workspace", "--no-deps", "--locked", "--quiet"], { RUSTDOCFLAGS: "-D warnings" });

/** cargo test with these arguments, counted by its own closing lines; `least`: so many tests it must run. */
export function cargoTest(args, least = 1) {
  const name = ["cargo test", ...args].join(" ");
  const { status, stdout } = timed(name, () =>
    spawnSync("cargo", ["test", ...args, "--locked", "--quiet", "--no-fail-fast"], { cwd: root, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"] }),
  );
  const counts = { passed: 0, failed: 0 };
  for (const [, good, bad] of stdout.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed/gm)) {
    counts.passed += Number(good);
    counts.failed += Number(bad);
  }
  if (status !== 0) process.stdout.write(stdout);
  count(name, status === 0 && counts.passed >= least, counts);
}

export const TYPES = ["tsc, strict", tool("tsc"), ["--noEmit"]];
export const types = () => check(...TYPES);

/** The walls between the rooms of www/src, and no circle of files. */
export const arrows = () => check("arrows between the rooms of www/src", tool("depcruise"), ["--config", ".dependency-cruiser.mjs", "www/src"]);

const linting = (files) => ["eslint", tool("eslint"), [...files, "--max-warnings", "0", "--no-warn-ignored"]];
export const LINT = linting(["."]);
/** eslint of files. */
export const lint = (...files) => check(...linting(files));

/** vitest with these arguments; `least`: so many tests it must run. */
export function vitest(args = ["run"], least = 1) {
  const report = at("target", "vitest.json");
  const totals = ({ numPassedTests, numFailedTests }) => ({ passed: numPassedTests, failed: numFailedTests });
  suite(`vitest ${args[0]}`, tool("vitest"), [...args, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`], report, totals, {}, least);
}

/** Tells the totals, and ends the script: 0 where nothing failed. */
export function finish() {
  for (const time of times) say(time);
  if (skipped.length > 0) say(`skipped: ${skipped.join(", ")}`);
  if (failures.length > 0) say(`failed: ${failures.join(", ")}`);
  process.stdout.write(`${passed} passed, ${failed} failed (${Math.round((performance.now() - began) / 1000)} s)\n`);
  process.exit(failed === 0 ? 0 : 1);
}
