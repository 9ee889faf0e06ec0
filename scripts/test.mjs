// npm test: every check there is, quick ones first; goes on after a failure and ends with the totals.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { daySeed, libraries, librariesPython } from "./libraries.mjs";
import { at, modules, root, say, tool, which } from "./lib.mjs";

const began = performance.now();
const failures = [];
const skipped = [];
// Random tests have their fixed seeds, and beside these the day's.
process.env.ESPALIER_SEED ??= String(daySeed());
say(`the day's seed: ESPALIER_SEED=${process.env.ESPALIER_SEED}`);
let [passed, failed] = [0, 0];

/** Counts one step's outcome. */
function count(name, ok, counts = { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }) {
  passed += counts.passed;
  failed += counts.failed;
  if (!ok && counts.failed === 0) failed += 1;
  if (!ok) failures.push(name);
}

/** Runs a command that either holds or not. */
function check(name, command, args, env = {}) {
  say(name);
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
  count(name, status === 0);
  return status === 0;
}

/** Runs a test runner that writes a report, and counts what the report says. */
function suite(name, command, args, report, totals, env = {}) {
  say(name);
  rmSync(report, { force: true });
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
  const counts = existsSync(report) ? totals(JSON.parse(readFileSync(report, "utf8"))) : { passed: 0, failed: 0 };
  count(name, status === 0 && counts.failed === 0 && counts.passed > 0, counts);
}

/** cargo test, counted by its own closing lines. */
function cargoTest() {
  say("cargo test");
  const { status, stdout } = spawnSync("cargo", ["test", "--workspace", "--locked", "--quiet", "--no-fail-fast"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const counts = { passed: 0, failed: 0 };
  for (const [, good, bad] of stdout.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed/gm)) {
    counts.passed += Number(good);
    counts.failed += Number(bad);
  }
  if (status !== 0) process.stdout.write(stdout);
  count("cargo test", status === 0 && counts.passed > 0, counts);
}

/** A port that nothing listens on, so that whatever runs beside the tests does not matter. */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "localhost", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Predictions and answers, held to five libraries: none that differs in a bit, none that is not kept. Without a Python for them skipped, in CI a failure. */
async function libraryStep() {
  const name = "answers, fed to five libraries";
  say(name);
  const { python, missing } = librariesPython();
  if (missing === undefined) {
    const run = await libraries({ python }).catch((error) => process.stderr.write(`${error.stack}\n`) && undefined);
    const wrong = run?.failed ?? 1;
    count(name, wrong === 0 && run.tally.models > 0, { passed: wrong === 0 ? 1 : 0, failed: wrong });
  } else if (process.env.CI === "true") {
    process.stderr.write(`✗ ${missing}\n`);
    count(name, false);
  } else {
    skipped.push(`${name} (${missing})`);
  }
}

if (which("cargo") === undefined) {
  process.stderr.write("✗ cargo is missing\n  install Rust: rustup, or your distribution's packages cargo, rust-clippy and rustfmt\n");
  process.exit(1);
}
modules();
check("cargo fmt --check", "cargo", ["fmt", "--all", "--check"]);
check("cargo clippy, warnings are errors", "cargo", ["clippy", "--workspace", "--all-targets", "--locked", "--quiet", "--", "-D", "warnings"]);
cargoTest();
const built = check("npm run build: wasm, page, package", process.execPath, ["scripts/build.mjs"]);
check("tsc, strict", tool("tsc"), ["--noEmit"]);
check("eslint", tool("eslint"), [".", "--max-warnings", "0"]);
check("licences, versions and sources of dependencies (deny.toml)", process.execPath, ["scripts/licences.mjs"]);
check("sizes", process.execPath, ["scripts/size.mjs"]);
suite("vitest", tool("vitest"), ["run", "--reporter=default", "--reporter=json", "--outputFile.json=target/vitest.json"], at("target", "vitest.json"), (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests,
}));
if (built) await libraryStep();
if (built) {
  const { chromium } = await import("./chromium.mjs");
  const report = at("test-results", "e2e.json");
  suite("Playwright in Chromium", tool("playwright"), ["test"], report, ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }), {
    CHROMIUM: chromium(),
    PAGE_PORT: String(await freePort()),
  });
}

const seconds = Math.round((performance.now() - began) / 1000);
if (skipped.length > 0) say(`skipped: ${skipped.join(", ")}`);
if (failures.length > 0) say(`failed: ${failures.join(", ")}`);
process.stdout.write(`${passed} passed, ${failed} failed (${seconds} s)\n`);
process.exit(failed === 0 ? 0 : 1);
